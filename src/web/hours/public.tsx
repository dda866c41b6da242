/** What pages of contracts show of what was worked. */
export { ContractFeeHealth, ProjectFeeHealth } from './fee-health.tsx'
