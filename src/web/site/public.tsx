export { loadCloseWarning } from './close-warning.ts'
export { clearQueue, isUnsent, listEntries } from './offline-queue.ts'
