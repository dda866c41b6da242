export { refreshTouched, toastChangeSet as tellOfChangeSet, type Undo, useUndo } from './undo-toast.ts'
