export { refreshTouched, tellOfChangeSet, type Undo, useUndo } from './undo-at-once.ts'
