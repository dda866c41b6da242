/** What other areas may ask of what was worked. */
export { listContractsAtRisk } from './fee-health.ts'
