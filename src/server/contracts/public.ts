/**
 * What others may use of contracts: boards change phases and records by the same rules, offers and shift requests move hours of approved
 * ones, the dashboard lists what waits.
 */
export { amendableContracts, balancesOf, hoursLeft, type SourceRecord, sourceRecords } from './amended-hours.ts'
export { type AmendmentRecord, makeAmendment } from './amendments.ts'
export { change as changePhase, getPhase } from './construction-phases.ts'
export { feesOfContract, proposalsOfProject } from './contract-fees.ts'
export { type KeptPhase, phaseAsSent, phasesOfContract, ratesOfContract, ratesOfContracts, recordAsSent } from './contract-parts.ts'
export { contracts } from './contracts.ts'
export { contractsTable } from './contracts-tables.ts'
export { dnaDefaults } from './dna-defaults.ts'
export { ratesOfUser } from './labor-rates.ts'
export { openContract } from './open-contract.ts'
export { listPendingApprovals } from './pending-approvals.ts'
export { countWorkOf } from './person-stats.ts'
export { change as changeRecord, create as createRecord, remove as removeRecord } from './phase-records.ts'
export { allocationsIn } from './planned.ts'
