/** What other areas may use to write down what they change in one act, and how it is taken back. */
export { only, type UndoPart } from './change-set-plan.ts'
export { type Changed, type Place, recordChangeSet } from './change-sets.ts'
