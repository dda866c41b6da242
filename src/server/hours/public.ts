export { listContractsAtRisk } from './fee-health.ts'
