/** What other areas may call: what people can work, by month or week. */
export { columnsOver } from './capacity.ts'
export { capacitiesOf, workingTimesOf } from './working-times.ts'
