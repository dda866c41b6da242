/** What boards may use of contracts: their phases and records are changed there by the same rules. The dashboard lists what waits. */
export { change as changePhase, getPhase } from './construction-phases.ts'
export { type KeptPhase, phasesOfContract } from './contract-parts.ts'
export { contractsTable } from './contracts-tables.ts'
export { openContract } from './open-contract.ts'
export { listPendingApprovals } from './pending-approvals.ts'
export { change as changeRecord, create as createRecord, remove as removeRecord } from './phase-records.ts'
