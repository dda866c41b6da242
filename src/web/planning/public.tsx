/** What pages of other areas show of people's time. */
export { FirstField } from './first-field.tsx'
export { MyWorkingTime } from './my-working-time.tsx'
export { personTabs } from './person-tabs.ts'
export { SchedulesPanel } from './schedules-panel.tsx'
export { TeamCapacity } from './team-capacity.tsx'
