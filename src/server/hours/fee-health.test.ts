import { describe, expect, it } from 'vitest'
import { approveContract, createPlan } from '../../../test/kit/fixtures/boards.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { LaborType } from '../../model/access/enums.ts'
import { addMonths, firstDayOf, lastDayOf } from '../../model/kit/dates.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
await setDefaultRates(app)
const { SC } = LaborType
const role = await createRole(app)
const { id: userId } = await createUser(app, { roleId: role.id })
const work = async (project: AnyRow, hours: number, more: object = {}) => {
  // A new person each time, because a day has at most 24 hours.
  const worker = await createUser(app, { roleId: role.id })
  const body = { userId: worker.id, projectId: project.id, laborType: SC, date: '2026-03-03', hours, ...more }
  expect((await app.admin('POST', '/api/actualHours', body)).status).toBe(201)
}
const health = (path: string, caller: Caller = app.admin, date = '2026-03-13') =>
  caller('GET', `/api/${path}/FeeHealth`, undefined, { query: { date } })

/** A fixed fee of 7,000 for 88 hours at 82.50, half complete. By March 13, 20 hours were planned and 24 worked. */
async function givenFee() {
  const project = await createProject(app)
  const { contract, phase } = await createPlan(app, project, [{ hours: 88, userId, type: 0 }], {
    feeType: 2,
    fee: 7000,
    percentComplete: 50,
  })
  await approveContract(app, contract)
  await work(project, 24, { phaseId: phase.id })
  await work(project, 9, { phaseId: phase.id, date: '2026-03-16' })
  await work(project, 2, { contractId: contract.id })
  await work(project, 1.5)
  return { project, contract, phase }
}
const ofHours = { plannedHours: 88, plannedToDate: 20, actualHours: 24, remainingHours: 68, forecastHours: 92 }
const ofRevenue = { revenue: 7000, earned: 3500 }
const ofCost = { plannedCost: 7260, plannedCostToDate: 1650, actualCost: 1980, remainingCost: 5610, forecastCost: 7590 }
const ofBoth = { burnPercent: 56.6, passesOn: '2026-04-27' }

describe('fee health', () => {
  it('covers the phases of a contract and hours without a phase', async () => {
    const { contract, phase } = await givenFee()
    const { status, body } = await health(`contracts/${contract.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      date: '2026-03-13',
      hoursWithoutPhase: 2,
      sums: { ...ofHours, actualHours: 26, forecastHours: 94, ...ofRevenue, actualCost: 2145, forecastCost: 7755, burnPercent: 56.6 },
    })
    expect(body.phases).toEqual([
      {
        phaseId: phase.id,
        name: phase.name,
        type: phase.type,
        feeType: 2,
        fee: 7000,
        percentComplete: 50,
        ...ofHours,
        ...ofRevenue,
        ...ofCost,
        ...ofBoth,
      },
    ])
    expect((await health(`contracts/${contract.id}`, app.admin, '2026-03-16')).body.phases[0].actualHours).toBe(33)
  })

  it('covers the approved contracts of a project', async () => {
    const { project, contract } = await givenFee()
    await createPlan(app, project, [{ hours: 500 }])
    const { body } = await health(`projects/${project.id}`)
    expect(body).toMatchObject({ hoursWithoutContract: 1.5, sums: { plannedHours: 88, actualHours: 26, revenue: 7000 } })
    expect(body.contracts).toMatchObject([
      { id: contract.id, name: contract.name, number: contract.number, actualHours: 26, forecastCost: 7755 },
    ])
  })

  it('shows money only with permission, and combined figures only with both permissions', async () => {
    const { project, contract } = await givenFee()
    const plain: Permission[] = ['Projects.View', 'ProjectContracts.View', 'ProjectContracts.ConstructionPhasesView']
    const [revenue, cost] = ['ProjectContracts.ViewRevenueSums', 'ProjectContracts.ViewCostSums'] as const
    const keys = async (...more: Permission[]) => {
      const caller = await app.signInAs([...plain, ...more])
      const { phases, sums } = (await health(`contracts/${contract.id}`, caller)).body
      const { contracts } = (await health(`projects/${project.id}`, caller)).body
      for (const item of [phases[0], contracts[0]]) expect(Object.keys(item)).toEqual(expect.arrayContaining(Object.keys(sums)))
      expect('fee' in phases[0]).toBe(more.includes(revenue))
      return Object.keys(sums).sort()
    }
    const keysIn = (...parts: object[]) => Object.keys(Object.assign({}, ...parts)).sort()
    expect(await keys()).toEqual(keysIn(ofHours))
    expect(await keys(revenue)).toEqual(keysIn(ofHours, ofRevenue))
    expect(await keys(cost)).toEqual(keysIn(ofHours, ofCost))
    expect(await keys(revenue, cost)).toEqual(keysIn(ofHours, ofRevenue, ofCost, ofBoth))
    expect((await health(`contracts/${contract.id}`, await app.signInAs(plain.slice(0, 2)))).status).toBe(403)
    expect((await health(`contracts/${contract.id}`, await app.signInAs(plain.slice(1)))).status).toBe(404)
  })
})

describe('contracts at risk', () => {
  const month = new Date().toISOString().slice(0, 7)
  const now = { startDate: firstDayOf(month), endDate: lastDayOf(addMonths(month, 1)) }
  const needed: Permission[] = [
    'Dashboard.ViewAllWidgets',
    'ProjectContracts.View',
    'ProjectContracts.ConstructionPhasesView',
    'ProjectContracts.ViewRevenueSums',
    'ProjectContracts.ViewCostSums',
  ]
  const read = (caller: Caller) => caller('GET', '/api/dashboard/Widgets/contractsAtRisk')

  it('are approved, in visible open projects, and cost more than they bring or than is earned', async () => {
    const plan = async (phase: object) => {
      const project = await createProject(app)
      return { project, ...(await createPlan(app, project, [{ hours: 100 }], { ...now, ...phase })) }
    }
    const [loses, spent, good, draft] = [
      await plan({ feeType: 2, fee: 1000 }),
      await plan({ percentComplete: 5 }),
      await plan({}),
      await plan({ feeType: 2, fee: 1 }),
    ]
    for (const { contract } of [loses, spent, good]) await approveContract(app, contract)
    for (const { project, phase } of [spent, good]) await work(project, 12, { phaseId: phase.id, date: now.startDate })
    const mine = [loses, spent, good, draft].map(({ contract }) => contract.id)
    const caller = await app.signInAs([...needed, 'Projects.View'])
    const { items } = (await read(caller)).body
    expect(items.filter(({ id }: AnyRow) => mine.includes(id))).toMatchObject([
      {
        id: loses.contract.id,
        number: loses.contract.number,
        project: { id: loses.project.id },
        revenue: 1000,
        forecastCost: expect.any(Number),
      },
      { id: spent.contract.id, revenue: 18_000, burnPercent: 110, passesOn: null },
    ])
    expect((await read(await app.signInAs(needed))).body.total).toBe(0)
    for (const missing of needed)
      expect((await read(await app.signInAs(needed.filter((name) => name !== missing)))).status, missing).toBe(403)
  })
})
