/** What the inbox and the dashboard show of offers and shift requests. */
export { MatchesDialog } from './matches-dialog.tsx'
export { MonthsTable } from './months-table.tsx'
export { offerStepsOf, type RequestStep, shiftStepsOf } from './open-steps.ts'
export { ProjectWords } from './project-words.tsx'
export { leftInWords, useStep } from './request-steps.tsx'
