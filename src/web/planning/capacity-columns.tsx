import { addMonths, formatMonth, monthOf } from '../../model/kit/dates.ts'
import { currentDay } from '../kit/look/clock.ts'
import { FormattedNumber } from '../kit/look/format.tsx'

export function yearAhead() {
  const from = monthOf(currentDay())
  return { from, to: addMonths(from, 11) }
}

interface Month {
  key: string
  workingDays: number
}

export const monthColumns = <Row,>(months: readonly Month[], hoursOf: (row: Row) => readonly number[], sums?: readonly number[]) =>
  months.map(({ key }, index) => ({
    key,
    label: formatMonth(key),
    align: 'right' as const,
    width: 84,
    cell: (row: Row) => <FormattedNumber value={hoursOf(row)[index]} />,
    ...(sums && { sum: () => <FormattedNumber value={sums[index]} /> }),
  }))
