/** What other areas may use of the quick tools. */
export { useOfferToTools } from './open-space.ts'
