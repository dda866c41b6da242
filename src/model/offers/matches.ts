import { LaborType } from '../access/enums.ts'
import { call, shape } from '../kit/call.ts'
import { formatMonth } from '../kit/dates.ts'
import type { UserRef, ValuesOf } from '../kit/description.ts'
import { choice, hours, id, integer, optional, set, text } from '../kit/field.ts'
import { centsOf, round2 } from '../kit/money.ts'
import { arrayField, namedRef, object, objects, personField } from '../kit/response-fields.ts'
import { monthlyHoursField, placeShape, planningMonth } from './moved-hours.ts'

const soughtHours = {
  recordId: id('Hours of'),
  project: namedRef('Project'),
  ...placeShape,
  /** User assigned to the hours; null if only a labor type is. */
  user: optional(personField('Person')),
  name: text('Name'),
  months: monthlyHoursField('Hours by month'),
}
export type SoughtHours = ValuesOf<typeof soughtHours>

export interface Candidate {
  user: UserRef
  laborType: LaborType | null
  capacity: Record<string, number>
  planned: Record<string, number>
  /** Hours of this labor type in approved contracts, regardless of the user's own type. */
  asType: number
  /** Hours in other contracts of the same client, limited to visible projects. */
  forClient: number
  /** Teams shared with the assigned user or the project manager. */
  sharedTeams: string[]
}

const matchShape = {
  user: personField('Person'),
  laborType: optional(choice('Labor type', LaborType)),
  free: monthlyHoursField('Free hours by month'),
  fits: hours('Hours that fit'),
  /** From 0 to 100; matches are sorted by it, highest first. */
  score: integer('Score'),
  reasons: arrayField('Reasons', text('Reason')),
}
export type Match = ValuesOf<typeof matchShape>

const sumNumbers = (all: readonly number[]) => all.reduce((total, value) => total + value, 0)
const formatRounded = (value: number) => String(round2(value))

/** Maximum points of each factor, 100 in total. Free time alone counts more than all other factors together. */
const weights = { time: 60, type: 20, client: 12, team: 8 }
/** Share of the `type` points for a user of another labor type. */
const usedTo = 0.5

function timeReason(requestedMonths: readonly (readonly [string, number])[], free: Record<string, number>, fits: number) {
  const total = sumNumbers(requestedMonths.map(([, cents]) => cents)) / 100
  const [only] = requestedMonths
  if (fits === total && requestedMonths.length === 1 && only)
    return `All ${formatRounded(total)} h fit: ${formatRounded(free[only[0]] ?? 0)} h free in ${formatMonth(only[0])}`
  if (fits === total) return `All ${formatRounded(total)} h fit in ${requestedMonths.length} months`
  if (fits === 0) return 'No time left in these months'
  const short = requestedMonths.filter(([key, cents]) => centsOf(free[key] ?? 0) < cents).map(([key]) => formatMonth(key))
  return `${formatRounded(fits)} of ${formatRounded(total)} h fit, short in ${short.slice(0, 3).join(', ')}${short.length > 3 ? ' and later' : ''}`
}

function laborTypeReason({ laborType, asType }: Candidate, requestedType: LaborType) {
  if (laborType === requestedType) return LaborType.label(requestedType)
  return `Has worked as ${LaborType.label(requestedType)}: ${formatRounded(asType)} h`
}

/** Scores a candidate with reasons; returns undefined if they have another labor type and no experience in this one. */
export function scoreCandidate(
  requested: Pick<SoughtHours, 'months' | 'laborType'>,
  client: string | null,
  candidate: Candidate,
): Match | undefined {
  const { user, laborType, capacity, planned, asType, forClient, sharedTeams } = candidate
  const isOfType = laborType === requested.laborType
  if (!isOfType && asType <= 0) return undefined
  const requestedMonths = Object.entries(requested.months).map(([key, hours]) => [key, centsOf(hours)] as const)
  const free = Object.fromEntries(requestedMonths.map(([key]) => [key, (centsOf(capacity[key] ?? 0) - centsOf(planned[key] ?? 0)) / 100]))
  const fitting = sumNumbers(requestedMonths.map(([key, cents]) => Math.max(0, Math.min(cents, centsOf(free[key] ?? 0)))))
  const total = sumNumbers(requestedMonths.map(([, cents]) => cents))
  const fits = fitting / 100
  const knowsClient = client !== null && forClient > 0
  const score =
    weights.time * (total > 0 ? fitting / total : 0) +
    weights.type * (isOfType ? 1 : usedTo) +
    (knowsClient ? weights.client : 0) +
    (sharedTeams.length > 0 ? weights.team : 0)
  const reasons = [
    timeReason(requestedMonths, free, fits),
    laborTypeReason(candidate, requested.laborType),
    ...(knowsClient ? [`Knows ${client}: ${formatRounded(forClient)} h in other contracts`] : []),
    ...(sharedTeams.length > 0 ? [`Same team: ${sharedTeams.slice(0, 2).join(', ')}`] : []),
  ]
  return { user, laborType, free, fits, score: Math.round(score), reasons }
}

const leftAfter = ({ free }: Match) => sumNumbers(Object.values(free))
const sortName = ({ user }: Match) => `${user.lastName} ${user.firstName}`
/** Sorts by score, then by remaining free time, then by name. */
export const ranked = (matches: readonly Match[]) =>
  [...matches].sort((a, b) => b.score - a.score || leftAfter(b) - leftAfter(a) || (sortName(a) < sortName(b) ? -1 : 1))

/** Users who could take hours of a record: matching labor type, with their free time (issue 13.3). */
export const readMatches = call({
  method: 'GET',
  path: '/resourceOffers/Matches',
  permission: { all: ['ResourceOffers.Create', 'DNAUsers.View'] },
  summary: 'Rank who could take hours of an approved contract, with reasons',
  query: {
    recordId: id('Hours of'),
    month: optional(planningMonth('Month')),
    /** Hours in that month; defaults to all that remain. */
    hours: optional(hours('Hours', { min: 0.01 })),
    teamIds: optional(set('Teams', id('Team'), { max: 200 })),
  },
  response: shape({
    sought: object('Hours', soughtHours),
    client: optional(namedRef('Client')),
    matches: objects('People', matchShape),
  }),
})
