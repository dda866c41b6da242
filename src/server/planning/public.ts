export { columnsOver } from './capacity.ts'
export { monthsOfMany, monthsOfPeople } from './months-of-people.ts'
export { readMyHours, readUtilization } from './planned-hours.ts'
export { computeCapacities as capacitiesOf, loadFirmCalendar, loadWorkingTimes as workingTimesOf } from './working-times.ts'
