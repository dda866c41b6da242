export { useOfferToTools } from './open-space.ts'
