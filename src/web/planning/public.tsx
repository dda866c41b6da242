export { FirstField } from './first-field.tsx'
export { readHours } from './hours-text.ts'
export { MyWorkingTime } from './my-working-time.tsx'
export { personTabs } from './person-tabs.ts'
export { barLook, phaseColor } from './phase-look.ts'
export { wordsOfMove } from './phase-moves.ts'
export { type Moving, usePhaseMoving } from './phase-moving.ts'
export {
  type EntryActions as EntryWays,
  formatHours,
  type PhaseActions as PhaseWays,
  usePlanEdits,
} from './plan-edits.ts'
export { SchedulesPanel } from './schedules-panel.tsx'
export { TeamCapacity } from './team-capacity.tsx'
