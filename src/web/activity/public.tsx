export { refreshTouched, tellOfChangeSet, type Undo, useUndo } from './undo-toast.ts'
