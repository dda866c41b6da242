export { ContractFeeHealth, ProjectFeeHealth } from './fee-health.tsx'
