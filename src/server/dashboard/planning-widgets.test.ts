import { describe, expect, it } from 'vitest'
import { approveContract, boardPermissions, createPlan, typeName } from '../../../test/kit/fixtures/boards.ts'
import { createRole, createRow, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { addToAccessList, createProject, createProjectClient } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { LaborType } from '../../model/access/enums.ts'
import type { UtilizationFigures } from '../../model/dashboard/widgets.ts'
import { addMonths, firstDayOf, lastDayOf } from '../../model/kit/dates.ts'
import type { Permission } from '../../model/permissions.ts'

const app = await startApp()
await setDefaultRates(app)
const role = await createRole(app)
const month = new Date().toISOString().slice(0, 7)
const months = [month, addMonths(month, 1), addMonths(month, 2)]
const thisMonth = { startDate: firstDayOf(month), endDate: lastDayOf(month) }
const { SC, VI } = LaborType

const fetchWidget = (caller: Caller, key: string, query = {}) => caller('GET', `/api/dashboard/Widgets/${key}`, undefined, { query })
async function readWidget(caller: Caller, key: string, query = {}) {
  const { status, body } = await fetchWidget(caller, key, query)
  expect({ key, status, body: status === 200 ? null : body }).toEqual({ key, status: 200, body: null })
  return body
}
async function needsAll(key: string, names: readonly Permission[]) {
  for (const missing of names) {
    const caller = await app.signInAs(names.filter((name) => name !== missing))
    expect([missing, (await fetchWidget(caller, key)).status]).toEqual([missing, 403])
  }
  expect((await fetchWidget(await app.signInAs(names), key)).status).toBe(200)
}

describe('my hours', () => {
  it('lists my planned hours by project, firm and tentative separately, with my capacity', async () => {
    const me = await app.signInAs(['Projects.View', ...boardPermissions('MyBoard')], { isNew: true })
    const other = await createUser(app, { roleId: role.id })
    const [firm, draft] = [await createProject(app), await createProject(app)]
    const { contract } = await createPlan(
      app,
      firm,
      [
        { userId: me.userId, hours: 40 },
        { userId: other.id, hours: 99 },
      ],
      thisMonth,
    )
    await approveContract(app, contract)
    await createPlan(app, draft, [{ userId: me.userId, hours: 10 }], thisMonth)
    const next = addMonths(month, 1)
    await createRow(app, '/api/absences', { userId: me.userId, fromDate: `${next}-01`, toDate: `${next}-14`, kind: 1 })
    const widgetQuery = { from: months[0], to: months[2], granularity: 'month' }
    const capacity = (await app.admin('GET', `/api/users/${me.userId}/Capacity`, undefined, { query: widgetQuery })).body.hours as number[]
    expect(await readWidget(me, 'myHours')).toEqual({
      months,
      capacity: Object.fromEntries(months.map((key, index) => [key, capacity[index]])),
      planned: { firm: { [month]: 40 }, tentative: { [month]: 10 } },
      projects: [{ id: firm.id, name: firm.name, hours: Object.fromEntries(months.map((key) => [key, key === month ? 40 : 0])) }],
      isPartial: false,
    })
    expect(capacity[0]).toBeGreaterThan(capacity[1]!)
  })

  it('shows no more than my board', async () => {
    const plain = await app.signInAs(['Projects.View', ...boardPermissions('MyBoard', 'ViewEntryDetails')], { isNew: true })
    const partial = await app.signInAs(['Projects.View', ...boardPermissions('MyBoard', typeName(SC))], { isNew: true })
    const project = await createProject(app)
    for (const { userId } of [plain, partial]) {
      const records = [
        { userId, hours: 40 },
        { userId, hours: 7, laborType: VI },
      ]
      const { contract } = await createPlan(app, project, records, thisMonth)
      await approveContract(app, contract)
    }
    const [seen, part] = [await readWidget(plain, 'myHours'), await readWidget(partial, 'myHours')]
    expect(seen).toMatchObject({ planned: null, projects: [] })
    expect(seen.capacity[month]).toBeGreaterThan(0)
    expect(part).toMatchObject({
      isPartial: true,
      planned: { firm: { [month]: 7 } },
      projects: [{ id: project.id, hours: { [month]: 7 } }],
    })
    expect((await fetchWidget(await app.signInAs(['Projects.View']), 'myHours')).status).toBe(403)
  })
})

describe('utilization', () => {
  const names: Permission[] = ['BigBoard.ViewLaborHoursSummary', 'DNAUsers.View', 'Dashboard.ViewAllWidgets']

  it('sums hours and capacity by team and labor type, each user once, without hidden names', async () => {
    const viewer = await app.signInAs([...names, 'Projects.View'])
    const item = await createUser(app, { roleId: role.id, defaultLaborType: SC })
    const other = await createUser(app, { roleId: role.id, defaultLaborType: VI })
    const both = await createRow(app, '/api/teams', { name: uniqueName('Both'), memberIds: [item.id, other.id] })
    const single = await createRow(app, '/api/teams', { name: uniqueName('Single'), memberIds: [item.id] })
    const [open, hidden] = [await createProject(app), await createProject(app, { name: 'Secret Tower' })]
    const { contract } = await createPlan(app, open, [{ userId: item.id, hours: 100 }], thisMonth)
    await approveContract(app, contract)
    await createPlan(app, hidden, [{ userId: other.id, hours: 30.5 }], thisMonth)
    await addToAccessList(app, hidden, app.admin.userId)

    const answer = await readWidget(viewer, 'utilization')
    const named = (name: string, figures: UtilizationFigures[] = answer.groups) => figures.find((group) => group.name === name)
    const query = { from: months[0], to: months[2], granularity: 'month' }
    const workload = (await app.admin('GET', '/api/workload', undefined, { query })).body
    expect(answer.months).toEqual(months)
    expect(answer.all).toEqual({ key: 'all', name: 'Everybody', people: workload.people.length, ...workload.sums })
    expect(named(both.name)).toMatchObject({ people: 2, firm: { [month]: 100 }, tentative: { [month]: 30.5 } })
    expect(named(single.name)).toMatchObject({ people: 1, firm: { [month]: 100 }, tentative: { [month]: 0 } })
    expect(named(both.name)?.capacity[month]).toBe((named(single.name)?.capacity[month] ?? 0) * 2)
    expect(JSON.stringify(answer)).not.toContain('Secret')

    const byType = await readWidget(viewer, 'utilization', { groupBy: 'laborType' })
    expect(byType.all).toEqual(answer.all)
    expect(named(LaborType.label(VI), byType.groups)).toMatchObject({ people: 1, tentative: { [month]: 30.5 } })
    const people = byType.groups.reduce((sum: number, group: UtilizationFigures) => sum + group.people, 0)
    expect(people).toBe(byType.all.people)
    expect((await fetchWidget(viewer, 'utilization', { groupBy: 'overloaded' })).status).toBe(400)
  })

  it('requires permission to see workload and hours', () => needsAll('utilization', names))
})

describe('pending approvals', () => {
  const names: Permission[] = ['ProjectContracts.View', 'ProjectContracts.Approve', 'Dashboard.ViewAllWidgets']
  const sent = async (more = {}) => {
    const project = await createProject(app, more)
    const { contract } = await createPlan(app, project)
    expect((await app.admin('PUT', `/api/contracts/${contract.id}/SendForApproval`, {})).status).toBe(200)
    return { project, contract }
  }

  it('lists pending approvals of visible projects, longest first, with allowed decisions', async () => {
    const approver = await app.signInAs([...names, 'Projects.View', 'ProjectContracts.SendForUpdate'])
    const [first, second, hidden] = [await sent(), await sent(), await sent({ name: 'Hidden Hall' })]
    await createPlan(app, first.project)
    await addToAccessList(app, hidden.project, app.admin.userId)
    const waiting = await readWidget(approver, 'pendingApprovals')
    expect(waiting.total).toBe(2)
    expect(waiting.items.map(({ id }: { id: number }) => id)).toEqual([first.contract.id, second.contract.id])
    expect(waiting.items[0]).toMatchObject({
      project: { id: first.project.id, name: first.project.name },
      sentForApprovalBy: { id: app.admin.userId },
      actions: ['Approve', 'SendForUpdate'],
    })
    expect(waiting.items[0]).not.toHaveProperty('totalRevenue')
    expect(
      (await readWidget(app.admin, 'pendingApprovals')).items.map(({ totalRevenue }: { totalRevenue: number }) => totalRevenue),
    ).toEqual([7200, 7200, 7200])
    const { id, rowVersion } = waiting.items[0]
    expect((await approver('PUT', `/api/contracts/${id}/Approve`, { rowVersion })).status).toBe(200)
    expect((await readWidget(approver, 'pendingApprovals')).items.map((item: { id: number }) => item.id)).toEqual([second.contract.id])
  })

  it('requires permission to approve', () => needsAll('pendingApprovals', names))
})

it('ranks clients by the revenue of approved contracts in visible projects', async () => {
  const held: Permission[] = ['Clients.View', 'Projects.View', 'Dashboard.ViewAllWidgets', 'ProjectContracts.ViewRevenueSums']
  const viewer = await app.signInAs(held)
  const [large, small] = [await createProjectClient(app), await createProjectClient(app)]
  const plan = async (clientId: number, hours: number, isApproved = true) => {
    const project = await createProject(app, { clientId })
    const { contract } = await createPlan(app, project, [{ hours }])
    if (isApproved) await approveContract(app, contract)
    return project
  }
  await plan(small.id, 10)
  await plan(small.id, 500, false)
  await plan(large.id, 50)
  const hidden = await plan(large.id, 900)
  await addToAccessList(app, hidden, app.admin.userId)
  type Ranked = { id: number; value: number; rank: number }
  const ranking = async (caller: Caller) =>
    (await readWidget(caller, 'clientRanking', { type: 0, count: 50 })).items.filter(({ id }: Ranked) => [large.id, small.id].includes(id))
  const values = (rows: Ranked[]) => rows.map(({ id, value }) => [id, value])
  expect(values(await ranking(viewer))).toEqual([
    [large.id, 9000],
    [small.id, 1800],
  ])
  expect(values(await ranking(app.admin))).toEqual([
    [large.id, 171_000],
    [small.id, 1800],
  ])
  expect((await fetchWidget(await app.signInAs(held.slice(0, 3)), 'clientRanking', { type: 0 })).status).toBe(403)
})

it('keeps a saved order and appends new widgets', async () => {
  const person = await app.signInAs('Administrator', { isNew: true })
  const before = ['catalogueHealth', 'myProjects', 'leadFunnel', 'recentEquipment', 'projectsByStage', 'recentActivity']
  await app.sql('insert into dashboard_layouts (user_id, "order", hidden) values ($1, $2, $3)', [
    person.userId,
    [...before, 'clientRanking', 'myLeads', 'recentManufacturers', 'myDownloads'],
    ['myLeads', 'recentManufacturers', 'myDownloads'],
  ])
  expect((await person('GET', '/api/dashboard')).body).toEqual({
    widgets: [
      ...before,
      'clientRanking',
      'utilization',
      'contractsAtRisk',
      'pendingApprovals',
      'offersForMe',
      'pendingOffers',
      'pendingShiftRequests',
      'myHours',
      'upcomingDates',
      'myRequests',
    ],
    hidden: ['myLeads', 'recentManufacturers', 'myDownloads'],
  })
})
