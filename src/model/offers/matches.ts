import { LaborType } from '../access/enums.ts'
import { arrayOf, namedRef, object, objects, person } from '../kit/answered.ts'
import { call, shape } from '../kit/call.ts'
import { formatMonth } from '../kit/dates.ts'
import type { UserRef, ValuesOf } from '../kit/description.ts'
import { choice, hours, id, integer, optional, set, text } from '../kit/field.ts'
import { centsOf, round2 } from '../kit/money.ts'
import { hoursByMonth, month, placeShape } from './moved-hours.ts'

/** Hours of a record that somebody is looked for, month by month. */
const soughtHours = {
  recordId: id('Hours of'),
  project: namedRef('Project'),
  ...placeShape,
  /** Whose hours they are; nobody's where a labor type stands for somebody. */
  user: optional(person('Person')),
  name: text('Name'),
  months: hoursByMonth('Hours by month'),
}
export type SoughtHours = ValuesOf<typeof soughtHours>

/** What is known of somebody who could take the hours. */
export interface Candidate {
  user: UserRef
  laborType: LaborType | null
  /** What they can work and are planned for, by month. */
  capacity: Record<string, number>
  planned: Record<string, number>
  /** Hours of the labor type in approved contracts, whichever type is theirs. */
  asType: number
  /** Hours in other contracts for the same client, as far as its projects are seen. */
  forClient: number
  /** Teams they share with whose hours these are, or with who leads the project. */
  sharedTeams: string[]
}

const matchShape = {
  user: person('Person'),
  laborType: optional(choice('Labor type', LaborType)),
  /** What is left of each month before the hours come. */
  free: hoursByMonth('Free hours by month'),
  /** How many of the hours fit. */
  fits: hours('Hours that fit'),
  /** Between 0 and 100; the highest stands first. */
  score: integer('Score'),
  /** Why they stand where they stand, the weightiest first. */
  reasons: arrayOf('Reasons', text('Reason')),
}
export type Match = ValuesOf<typeof matchShape>

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
const number = (of: number) => String(round2(of))

/** Time counts more than everything else together: hours that nobody has are nobody's. */
const weights = { time: 60, type: 20, client: 12, team: 8 }
/** Somebody who has worked as the type, but is of another one. */
const usedTo = 0.5

function timeInWords(wanted: readonly (readonly [string, number])[], free: Record<string, number>, fits: number) {
  const whole = sum(wanted.map(([, cents]) => cents)) / 100
  const [only] = wanted
  if (fits === whole && wanted.length === 1 && only)
    return `All ${number(whole)} h fit: ${number(free[only[0]] ?? 0)} h free in ${formatMonth(only[0])}`
  if (fits === whole) return `All ${number(whole)} h fit in ${wanted.length} months`
  if (fits === 0) return 'No time left in these months'
  const short = wanted.filter(([key, cents]) => centsOf(free[key] ?? 0) < cents).map(([key]) => formatMonth(key))
  return `${number(fits)} of ${number(whole)} h fit, short in ${short.slice(0, 3).join(', ')}${short.length > 3 ? ' and later' : ''}`
}

function typeInWords({ laborType, asType }: Candidate, wanted: LaborType) {
  if (laborType === wanted) return LaborType.label(wanted)
  return `Has worked as ${LaborType.label(wanted)}: ${number(asType)} h`
}

/** Where somebody stands among those who could take the hours, and why in words; nothing where they are of another trade. */
export function matchOf(sought: Pick<SoughtHours, 'months' | 'laborType'>, client: string | null, candidate: Candidate): Match | undefined {
  const { user, laborType, capacity, planned, asType, forClient, sharedTeams } = candidate
  const isOfType = laborType === sought.laborType
  if (!isOfType && asType <= 0) return undefined
  const wanted = Object.entries(sought.months).map(([key, of]) => [key, centsOf(of)] as const)
  const free = Object.fromEntries(wanted.map(([key]) => [key, (centsOf(capacity[key] ?? 0) - centsOf(planned[key] ?? 0)) / 100]))
  const fitting = sum(wanted.map(([key, cents]) => Math.max(0, Math.min(cents, centsOf(free[key] ?? 0)))))
  const whole = sum(wanted.map(([, cents]) => cents))
  const fits = fitting / 100
  const knowsClient = client !== null && forClient > 0
  const score =
    weights.time * (whole > 0 ? fitting / whole : 0) +
    weights.type * (isOfType ? 1 : usedTo) +
    (knowsClient ? weights.client : 0) +
    (sharedTeams.length > 0 ? weights.team : 0)
  const reasons = [
    timeInWords(wanted, free, fits),
    typeInWords(candidate, sought.laborType),
    ...(knowsClient ? [`Knows ${client}: ${number(forClient)} h in other contracts`] : []),
    ...(sharedTeams.length > 0 ? [`Same team: ${sharedTeams.slice(0, 2).join(', ')}`] : []),
  ]
  return { user, laborType, free, fits, score: Math.round(score), reasons }
}

const leftAfter = ({ free }: Match) => sum(Object.values(free))
const nameOf = ({ user }: Match) => `${user.lastName} ${user.firstName}`
/** The best first; of equals who has more time, then by name. */
export const ranked = (matches: readonly Match[]) =>
  [...matches].sort((a, b) => b.score - a.score || leftAfter(b) - leftAfter(a) || (nameOf(a) < nameOf(b) ? -1 : 1))

/** Everybody who could take hours of a record: of its trade, with what is left of their time (issue 13.3). */
export const readMatches = call({
  method: 'GET',
  path: '/resourceOffers/Matches',
  permission: { all: ['ResourceOffers.Create', 'DNAUsers.View'] },
  summary: 'Rank who could take hours of an approved contract, with reasons',
  query: {
    recordId: id('Hours of'),
    /** One month of it, or all that is left from now on. */
    month: optional(month('Month')),
    /** So many of that month; all that is left of it unless somebody says otherwise. */
    hours: optional(hours('Hours', { min: 0.01 })),
    teamIds: optional(set('Teams', id('Team'), { max: 200 })),
  },
  response: shape({
    sought: object('Hours', soughtHours),
    client: optional(namedRef('Client')),
    matches: objects('People', matchShape),
  }),
})
