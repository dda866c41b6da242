/** What boards may use of contracts: their phases and records are changed there by the same rules. */
export { change as changePhase, getPhase } from './construction-phases.ts'
export { type KeptPhase, phasesOfContract } from './contract-parts.ts'
export { openContract } from './open-contract.ts'
export { change as changeRecord, create as createRecord, remove as removeRecord } from './phase-records.ts'
