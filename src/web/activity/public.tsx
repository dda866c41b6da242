export { refreshTouched, tellOfChangeSet } from './undo-at-once.ts'
