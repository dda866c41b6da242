import { addDays, addMonths, daysBetween, firstDayOf, formatDate, formatMonth, monthOf, monthsFrom } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { PhaseOfProject } from '../../model/projects/projects.ts'

const mostMarks = 8

/** Position of phases over whole months, in percent of the width. Phases that overlap are in lanes of their own. */
export function arrangePhases(phases: readonly PhaseOfProject[], today: string) {
  const starts = phases.map(({ startDate }) => startDate).sort()
  const ends = phases.map(({ endDate }) => endDate).sort()
  const [first, last] = [monthOf(starts[0] ?? today), monthOf(ends.at(-1) ?? today)]
  const start = firstDayOf(first)
  const days = Math.max(1, daysBetween(start, firstDayOf(addMonths(last, 1))))
  const at = (day: string) => (100 * daysBetween(start, day)) / days
  const laneEnds: string[] = []
  const bars = phases
    .toSorted((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : a.type - b.type))
    .map((phase) => {
      const free = laneEnds.findIndex((end) => end < phase.startDate)
      const lane = free < 0 ? laneEnds.length : free
      laneEnds[lane] = phase.endDate
      return { phase, lane, left: at(phase.startDate), width: at(addDays(phase.endDate, 1)) - at(phase.startDate) }
    })
  const months = monthsFrom(first, last)
  const every = Math.ceil(months.length / mostMarks)
  const marks = months
    .filter((_, index) => index % every === 0)
    .map((month) => ({ label: formatMonth(month), left: at(firstDayOf(month)) }))
    // The name of a month at the very end has no room.
    .filter(({ left }) => left <= 92)
  const now = at(today)
  return { bars, lanes: laneEnds.length, marks, now: now >= 0 && now <= 100 ? now : undefined }
}

/** Describes where a project is: in its latest phase that has begun, before the first one, or after the last one. */
export function phasePosition(phases: readonly PhaseOfProject[], today: string, nameOf: (phase: PhaseOfProject) => string): string {
  const inOrder = phases.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))
  const current = inOrder.findLast(({ startDate, endDate }) => startDate <= today && endDate >= today)
  if (current)
    return `${nameOf(current)} until ${formatDate(current.endDate)}, ${formatCount(daysBetween(today, current.endDate), 'day')} left`
  const next = inOrder.find(({ startDate }) => startDate > today)
  if (next) return `${nameOf(next)} begins ${formatDate(next.startDate)}, in ${formatCount(daysBetween(today, next.startDate), 'day')}`
  const last = phases
    .map(({ endDate }) => endDate)
    .sort()
    .at(-1)
  return last ? `The last phase ended ${formatDate(last)}` : ''
}
