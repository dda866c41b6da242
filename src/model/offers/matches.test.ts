import { expect, it } from 'vitest'
import { LaborType } from '../access/enums.ts'
import { type Candidate, ranked, scoreCandidate } from './matches.ts'

const { SC, VI, MGT } = LaborType
const requestedHours = { laborType: VI, months: { '2026-03': 30, '2026-04': 10 } }
const person = (more: Partial<Candidate> & { name: string }): Candidate => {
  const { name, ...rest } = more
  return {
    user: { id: name, firstName: name, lastName: 'Test', avatarUrl: null, isSuspended: false, isExternalUser: false },
    laborType: VI,
    capacity: { '2026-03': 176, '2026-04': 176 },
    planned: {},
    asType: 0,
    forClient: 0,
    sharedTeams: [],
    ...rest,
  }
}
const match = (more: Partial<Candidate> & { name: string }, client: string | null = 'Meridian') =>
  scoreCandidate(requestedHours, client, person(more))

it('matches only people with the labor type or hours worked in it', () => {
  expect(match({ name: 'Ana', laborType: SC })).toBeUndefined()
  expect(match({ name: 'Ana', laborType: SC, asType: 12.5 })?.reasons[1]).toBe(`Has worked as ${LaborType.label(VI)}: 12.5 h`)
  expect(match({ name: 'Ana', laborType: null })).toBeUndefined()
})

it('reports how many hours fit, month by month', () => {
  expect(match({ name: 'Ana' })).toMatchObject({ fits: 40, free: { '2026-03': 176, '2026-04': 176 } })
  expect(match({ name: 'Ana' })?.reasons[0]).toBe('All 40 h fit in 2 months')
  const short = match({ name: 'Ben', planned: { '2026-03': 166.25, '2026-04': 20 } })
  expect([short?.fits, short?.reasons[0]]).toEqual([19.75, '19.75 of 40 h fit, short in Mar 2026'])
  const none = match({ name: 'Cem', capacity: {}, planned: { '2026-03': 8 } })
  expect([none?.fits, none?.free, none?.reasons[0]]).toEqual([0, { '2026-03': -8, '2026-04': 0 }, 'No time left in these months'])
  const item = scoreCandidate({ laborType: VI, months: { '2026-03': 30 } }, null, person({ name: 'Ana', planned: { '2026-03': 100 } }))
  expect(item?.reasons[0]).toBe('All 30 h fit: 76 h free in Mar 2026')
})

it('ranks by available time first, then labor type, client and team', () => {
  const all = [
    match({ name: 'Full', planned: { '2026-03': 176, '2026-04': 176 }, forClient: 400, sharedTeams: ['West'] }),
    match({ name: 'Plain' }),
    match({ name: 'Team', sharedTeams: ['West'] }),
    match({ name: 'Client', forClient: 8 }),
    match({ name: 'Other', laborType: MGT, asType: 900, forClient: 8, sharedTeams: ['West'] }),
    match({ name: 'Busy', planned: { '2026-03': 100 } }),
  ].flatMap((item) => item ?? [])
  expect(ranked(all).map(({ user, score }) => [user.firstName, score])).toEqual([
    ['Client', 92],
    ['Other', 90],
    ['Team', 88],
    ['Plain', 80],
    ['Busy', 80],
    ['Full', 40],
  ])
  expect(all[3]?.reasons).toContain('Knows Meridian: 8 h in other contracts')
  expect(all[2]?.reasons).toContain('Same team: West')
  expect(match({ name: 'Nobody', forClient: 8 }, null)?.reasons.join()).not.toContain('Knows')
})
