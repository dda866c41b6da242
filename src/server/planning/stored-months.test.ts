import { expect, it } from 'vitest'
import { allBoardPermissions, approveContract, createPlan } from '../../../test/kit/fixtures/boards.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { createPhaseRecord, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, FeeType } from '../../model/contracts/enums.ts'
import type { BoardSummary } from '../../model/planning/boards.ts'

const app = await startApp()
await setDefaultRates(app, [
  { laborType: LaborType.SC, sellRate: 181.37, costRate: 75.11, gaFeePercent: 10.25 },
  { laborType: LaborType.VI, sellRate: 99.99, costRate: 50.03, gaFeePercent: 0 },
])
const planner = await app.signInAs(['Projects.View', 'DNAUsers.View', ...allBoardPermissions])
const role = await createRole(app)
const { SC, VI } = LaborType

/** Reads the firm's sums from the cache, and again with a filter that excludes nothing but bypasses the cache. */
async function both(query: object) {
  const read = async (more: object): Promise<BoardSummary> => {
    const answer = await planner('GET', '/api/boards/BigBoard/Summary', undefined, { query: { ...query, ...more } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  return [await read({}), await read({ phaseTypes: ConstructionPhaseType.values.map(({ value }) => value) })]
}
const person = await createUser(app, { roleId: role.id })
const project = await createProject(app)
const phases = [
  { feeType: FeeType.Hourly },
  { feeType: FeeType.Fixed, fee: 12_345.67 },
  { feeType: FeeType.NotToExceed, fee: 900.01 },
  { type: ConstructionPhaseType.NIC },
]
const plans: Awaited<ReturnType<typeof createPlan>>[] = []
for (const [index, phase] of phases.entries())
  plans.push(
    await createPlan(
      app,
      project,
      [
        { userId: person.id, hours: 33.33 + index },
        { laborType: VI, hours: 7.25 },
      ],
      {
        startDate: '2026-02-11',
        endDate: '2026-06-17',
        ...phase,
      },
    ),
  )
await createPlan(app, project, [], { feeType: FeeType.Fixed, fee: 777.77 })
const [first, second] = plans
if (!first || !second) throw new Error('no plans')
await approveContract(app, second.contract)
const queries = [
  { from: '2026-03', to: '2026-05', contractStatuses: [1, 2, 3] },
  { from: '2026-01', to: '2026-12', contractStatuses: [1, 2, 3] },
  { from: '2026-02', to: '2026-05', granularity: 'week', contractStatuses: [1, 2, 3] },
  { from: '2026-02', to: '2026-06', laborTypes: [SC], contractStatuses: [1, 2, 3] },
  { from: '2026-02', to: '2026-06' },
]

it('equals a fresh calculation to the cent, for months, weeks, labor types and states', async () => {
  for (const query of queries) {
    const [cached, fresh] = await both(query)
    expect(cached, JSON.stringify(query)).toEqual(fresh)
    expect((await both(query))[0], 'asked again').toEqual(fresh)
  }
})

it('follows every change of contract contents and visibility', async () => {
  const query = { from: '2026-01', to: '2026-12', contractStatuses: [1, 2, 3] }
  const hours = async () => {
    const [cached, fresh] = await both(query)
    expect(cached).toEqual(fresh)
    return cached?.rows.find(({ laborType }) => laborType === -1)?.total
  }
  const before = Number(await hours())
  const record = await createPhaseRecord(app, first.contract, first.phase, { hours: 12.5, laborType: VI, genericName: 'Another' })
  expect(await hours()).toBe(before + 12.5)
  const path = `/api/contracts/${first.contract.id}/Phases/${first.phase.id}`
  expect((await app.admin('PUT', path, { type: ConstructionPhaseType.CD, startDate: '2025-11-01', endDate: '2026-02-28' })).status).toBe(
    200,
  )
  expect(Number(await hours())).toBeLessThan(before + 12.5)
  const rates = [{ laborType: VI, sellRate: 10, costRate: 1, gaFeePercent: 50 }]
  expect((await app.admin('PUT', `/api/contracts/${first.contract.id}/LaborRates`, { rates })).status).toBe(200)
  await hours()
  expect((await app.admin('DELETE', `${path}/Records/${record.id}`)).status).toBeLessThan(300)
  await hours()
  expect((await app.admin('PUT', `/api/contracts/${second.contract.id}/Archive`, {})).status).toBe(200)
  const left = Number(await hours())
  expect(left).toBeLessThan(before)
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2) on conflict do nothing', [
    project.id,
    app.admin.userId,
  ])
  expect(await hours()).toBe(0)
})

it('returns the same load for all users as for each user', async () => {
  const query = { from: '2026-01', to: '2026-12', granularity: 'month' }
  const all = (await planner('GET', '/api/workload', undefined, { query })).body.people
  const own = all.find(({ user }: { user: { id: string } }) => user.id === person.id)
  const { body } = await planner('GET', `/api/workload/${person.id}`, undefined, { query })
  expect(own).toEqual(body.person)
  expect(Object.keys(own.tentative).length).toBeGreaterThan(3)
})
