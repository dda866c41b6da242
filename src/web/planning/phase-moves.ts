import { movedRange } from '../../model/contracts/construction-phases.ts'
import { PhaseDateRangeType } from '../../model/contracts/enums.ts'
import { addDays, addMonths, daysBetween, firstDayOf, formatDate, lastDayOf, monthOf } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'

export type Part = 'start' | 'end' | 'whole'
export interface Range {
  startDate: string
  endDate: string
}
type Phase = Range & { dateRangeType: PhaseDateRangeType }

/** Range of a phase after moving it, or one of its ends, by days. Phases in whole months stay in whole months. */
export function movedPhaseRange({ startDate, endDate, dateRangeType }: Phase, part: Part, days: number): Range {
  const isMonthly = dateRangeType === PhaseDateRangeType.Month
  if (part === 'whole') {
    const start = addDays(startDate, days)
    return movedRange({ startDate, endDate }, dateRangeType, startDate, isMonthly ? nearestMonthStart(start) : start)
  }
  if (part === 'start') {
    const day = addDays(startDate, days)
    const start = isMonthly ? firstDayOf(monthOf(day)) : day
    return { startDate: start > endDate ? (isMonthly ? firstDayOf(monthOf(endDate)) : endDate) : start, endDate }
  }
  const day = addDays(endDate, days)
  const end = isMonthly ? lastDayOf(monthOf(day)) : day
  return { startDate, endDate: end < startDate ? (isMonthly ? lastDayOf(monthOf(startDate)) : startDate) : end }
}

function nearestMonthStart(day: string): string {
  const start = firstDayOf(monthOf(day))
  const next = firstDayOf(addMonths(monthOf(day), 1))
  return daysBetween(start, day) < daysBetween(day, next) ? start : next
}

/** Moves by one day, or by one month for phases in whole months. */
export function steppedPhaseRange(phase: Phase, part: Part, by: -1 | 1): Range {
  const { startDate, endDate } = phase
  if (phase.dateRangeType !== PhaseDateRangeType.Month) return movedPhaseRange(phase, part, by)
  const start = part === 'end' ? startDate : firstDayOf(addMonths(monthOf(startDate), by))
  const end = part === 'start' ? endDate : lastDayOf(addMonths(monthOf(endDate), by))
  return start <= end ? { startDate: start, endDate: end } : { startDate, endDate }
}

/** Formats a move: `2027/06/15 to 07/23, 14 days later`. */
export function wordsOfMove({ startDate, endDate }: Range, before: Range): string {
  const isSameYear = startDate.slice(0, 4) === endDate.slice(0, 4)
  const days = `${formatDate(startDate)} to ${isSameYear ? formatDate(endDate).slice(5) : formatDate(endDate)}`
  const [start, end] = [daysBetween(before.startDate, startDate), daysBetween(before.endDate, endDate)]
  const off = start !== 0 ? start : end
  if (off === 0) return days
  return `${days}, ${formatCount(Math.abs(off), 'day')} ${off > 0 ? 'later' : 'earlier'}`
}
