export { pickColumns as only, type UndoPart } from './change-set-plan.ts'
export { type Changed, type EntityLocation as Place, findLastChangeSet, recordChangeSet } from './change-sets.ts'
export { type RowEdit, recordEdits } from './record-edits.ts'
