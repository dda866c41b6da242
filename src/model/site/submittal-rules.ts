import { addDays, daysBetween, weekdayOf } from '../kit/dates.ts'
import { HolidayShare } from '../planning/enums.ts'
import { type Holiday, scheduleOn, type WorkSchedule } from '../planning/working-time.ts'
import { BallInCourt, SubmittalOutcome, SubmittalState } from './enums.ts'

/** Schedules and holidays of the firm, without those of single people. */
export interface FirmCalendar {
  firm: readonly WorkSchedule[]
  holidays: readonly Holiday[]
}

/** The firm works on this weekday, and the day is not a whole holiday. */
function isWorkingDay(day: string, { firm, holidays }: FirmCalendar): boolean {
  const hours = scheduleOn(day, { own: [], firm }).hours[weekdayOf(day) - 1] ?? 0
  return hours > 0 && !holidays.some(({ date, share }) => date === day && share === HolidayShare.Whole)
}

/** A firm whose week has no hours would never reach the last working day. */
const mostCalendarDays = 3660

/** Returns the last of `workingDays` working days after the day of receipt, which does not count. */
export function reviewDueDate(receivedDate: string, workingDays: number, calendar: FirmCalendar): string {
  let day = receivedDate
  let rest = workingDays
  for (let passed = 0; rest > 0 && passed < mostCalendarDays; passed++) {
    day = addDays(day, 1)
    if (isWorkingDay(day, calendar)) rest--
  }
  return day
}

export const needsResubmittal = (outcome: SubmittalOutcome | null) =>
  outcome === SubmittalOutcome.ReviseAndResubmit || outcome === SubmittalOutcome.Rejected

/** One submittal of a series: the first submission and its resubmittals, in order. */
interface SubmittalMoves {
  receivedDate: string | null
  outcome: SubmittalOutcome | null
}

/** State of each submittal of a series. A returned one closes when the last resubmittal is accepted. */
export function statesOfSeries(series: readonly SubmittalMoves[]): SubmittalState[] {
  const last = series.at(-1)
  const isAccepted = last !== undefined && last.outcome !== null && !needsResubmittal(last.outcome)
  return series.map(({ receivedDate, outcome }) => {
    if (receivedDate === null) return SubmittalState.Expected
    if (outcome === null) return SubmittalState.InReview
    return needsResubmittal(outcome) && !isAccepted ? SubmittalState.Returned : SubmittalState.Closed
  })
}

/** Null once no party has to act. */
export function ballInCourtOf(state: SubmittalState): BallInCourt | null {
  if (state === SubmittalState.Closed) return null
  return state === SubmittalState.InReview ? BallInCourt.Consultant : BallInCourt.Company
}

interface Moves {
  /** Calendar day on which the submittal was entered. */
  createdDay: string
  receivedDate: string | null
  returnedDate: string | null
}

/** Calendar days since the last move: entered, received, or returned. Null once the submittal is closed. */
export function daysInCourtOf(state: SubmittalState, { createdDay, receivedDate, returnedDate }: Moves, today: string): number | null {
  if (state === SubmittalState.Closed) return null
  const since = state === SubmittalState.Returned ? returnedDate : state === SubmittalState.InReview ? receivedDate : createdDay
  return Math.max(0, daysBetween(since ?? createdDay, today))
}

const digits = (sequence: number) => String(sequence).padStart(3, '0')
/** `S-001`; its resubmittals are `S-001.1`, `S-001.2`. */
export const submittalNumber = (sequence: number, resubmittal: number) =>
  `S-${digits(sequence)}${resubmittal === 0 ? '' : `.${resubmittal}`}`
export const rfiNumber = (sequence: number) => `RFI-${digits(sequence)}`
/** Punch list number: `P-001`. */
export const observationNumber = (sequence: number) => `P-${digits(sequence)}`
