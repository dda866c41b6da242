export { pickColumns as only, type UndoPart } from './change-set-plan.ts'
export { type Changed, type Place, recordChangeSet } from './change-sets.ts'
