export { amendableContracts, hoursLeft, loadBalances as balancesOf, type SourceRecord, sourceRecords } from './amended-hours.ts'
export { type AmendmentRecord, makeAmendment } from './amendments.ts'
export { getPhase, updatePhase as changePhase } from './construction-phases.ts'
export { feesOfContract, proposalsOfProject } from './contract-fees.ts'
export {
  phaseAsSent,
  phasesOfContract,
  ratesOfContract,
  ratesOfContracts,
  recordAsSent,
  type StoredPhase as KeptPhase,
} from './contract-parts.ts'
export { contracts } from './contracts.ts'
export { contractsTable } from './contracts-tables.ts'
export { dnaDefaults } from './dna-defaults.ts'
export { ratesOfUser } from './labor-rates.ts'
export { openContract } from './open-contract.ts'
export { listPendingApprovals } from './pending-approvals.ts'
export { countUserWork as countWorkOf } from './person-stats.ts'
export { addRecord as createRecord, remove as removeRecord, updateRecord as changeRecord } from './phase-records.ts'
export { allocationsIn } from './planned.ts'
