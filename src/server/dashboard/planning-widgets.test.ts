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

const house = await startApp()
await setDefaultRates(house)
const role = await createRole(house)
const month = new Date().toISOString().slice(0, 7)
const months = [month, addMonths(month, 1), addMonths(month, 2)]
const thisMonth = { startDate: firstDayOf(month), endDate: lastDayOf(month) }
const { SC, VI } = LaborType

const ask = (who: Caller, key: string, query = {}) => who('GET', `/api/dashboard/Widgets/${key}`, undefined, { query })
async function read(who: Caller, key: string, query = {}) {
  const { status, body } = await ask(who, key, query)
  expect({ key, status, body: status === 200 ? null : body }).toEqual({ key, status: 200, body: null })
  return body
}
async function needsAll(key: string, names: readonly Permission[]) {
  for (const lacking of names) {
    const who = await house.signInAs(names.filter((name) => name !== lacking))
    expect([lacking, (await ask(who, key)).status]).toEqual([lacking, 403])
  }
  expect((await ask(await house.signInAs(names), key)).status).toBe(200)
}

describe('my hours', () => {
  it('has what I am planned for by project, firm and tentative apart, beside what I can work', async () => {
    const me = await house.signInAs(['Projects.View', ...boardPermissions('MyBoard')], { isNew: true })
    const other = await createUser(house, { roleId: role.id })
    const [firm, draft] = [await createProject(house), await createProject(house)]
    const { contract } = await createPlan(
      house,
      firm,
      [
        { userId: me.userId, hours: 40 },
        { userId: other.id, hours: 99 },
      ],
      thisMonth,
    )
    await approveContract(house, contract)
    await createPlan(house, draft, [{ userId: me.userId, hours: 10 }], thisMonth)
    const next = addMonths(month, 1)
    await createRow(house, '/api/absences', { userId: me.userId, fromDate: `${next}-01`, toDate: `${next}-14`, kind: 1 })
    const asked = { from: months[0], to: months[2], granularity: 'month' }
    const capacity = (await house.admin('GET', `/api/users/${me.userId}/Capacity`, undefined, { query: asked })).body.hours as number[]
    expect(await read(me, 'myHours')).toEqual({
      months,
      capacity: Object.fromEntries(months.map((key, index) => [key, capacity[index]])),
      planned: { firm: { [month]: 40 }, tentative: { [month]: 10 } },
      projects: [{ id: firm.id, name: firm.name, hours: Object.fromEntries(months.map((key) => [key, key === month ? 40 : 0])) }],
      isPartial: false,
    })
    expect(capacity[0]).toBeGreaterThan(capacity[1]!)
  })

  it('tells no more than my board', async () => {
    const plain = await house.signInAs(['Projects.View', ...boardPermissions('MyBoard', 'ViewEntryDetails')], { isNew: true })
    const partial = await house.signInAs(['Projects.View', ...boardPermissions('MyBoard', typeName(SC))], { isNew: true })
    const project = await createProject(house)
    for (const { userId } of [plain, partial]) {
      const records = [
        { userId, hours: 40 },
        { userId, hours: 7, laborType: VI },
      ]
      const { contract } = await createPlan(house, project, records, thisMonth)
      await approveContract(house, contract)
    }
    const [seen, part] = [await read(plain, 'myHours'), await read(partial, 'myHours')]
    expect(seen).toMatchObject({ planned: null, projects: [] })
    expect(seen.capacity[month]).toBeGreaterThan(0)
    expect(part).toMatchObject({
      isPartial: true,
      planned: { firm: { [month]: 7 } },
      projects: [{ id: project.id, hours: { [month]: 7 } }],
    })
    expect((await ask(await house.signInAs(['Projects.View']), 'myHours')).status).toBe(403)
  })
})

describe('utilization', () => {
  const names: Permission[] = ['BigBoard.ViewLaborHoursSummary', 'DNAUsers.View', 'Dashboard.ViewAllWidgets']

  it('adds up hours and capacity by team and by labor type, everybody once, and names nothing that is hidden', async () => {
    const viewer = await house.signInAs([...names, 'Projects.View'])
    const item = await createUser(house, { roleId: role.id, defaultLaborType: SC })
    const other = await createUser(house, { roleId: role.id, defaultLaborType: VI })
    const both = await createRow(house, '/api/teams', { name: uniqueName('Both'), memberIds: [item.id, other.id] })
    const single = await createRow(house, '/api/teams', { name: uniqueName('Single'), memberIds: [item.id] })
    const [open, hidden] = [await createProject(house), await createProject(house, { name: 'Secret Tower' })]
    const { contract } = await createPlan(house, open, [{ userId: item.id, hours: 100 }], thisMonth)
    await approveContract(house, contract)
    // Free time does not depend on the viewer.
    await createPlan(house, hidden, [{ userId: other.id, hours: 30.5 }], thisMonth)
    await addToAccessList(house, hidden, house.admin.userId)

    const answer = await read(viewer, 'utilization')
    const named = (name: string, of: UtilizationFigures[] = answer.groups) => of.find((group) => group.name === name)
    const query = { from: months[0], to: months[2], granularity: 'month' }
    const workload = (await house.admin('GET', '/api/workload', undefined, { query })).body
    expect(answer.months).toEqual(months)
    expect(answer.all).toEqual({ key: 'all', name: 'Everybody', people: workload.people.length, ...workload.sums })
    expect(named(both.name)).toMatchObject({ people: 2, firm: { [month]: 100 }, tentative: { [month]: 30.5 } })
    expect(named(single.name)).toMatchObject({ people: 1, firm: { [month]: 100 }, tentative: { [month]: 0 } })
    expect(named(both.name)?.capacity[month]).toBe((named(single.name)?.capacity[month] ?? 0) * 2)
    expect(JSON.stringify(answer)).not.toContain('Secret')

    const byType = await read(viewer, 'utilization', { groupBy: 'laborType' })
    expect(byType.all).toEqual(answer.all)
    expect(named(LaborType.label(VI), byType.groups)).toMatchObject({ people: 1, tentative: { [month]: 30.5 } })
    const people = byType.groups.reduce((sum: number, group: UtilizationFigures) => sum + group.people, 0)
    expect(people).toBe(byType.all.people)
    expect((await ask(viewer, 'utilization', { groupBy: 'overloaded' })).status).toBe(400)
  })

  it('is for who sees the workload and the hours of the firm', () => needsAll('utilization', names))
})

describe('pending approvals', () => {
  const names: Permission[] = ['ProjectContracts.View', 'ProjectContracts.Approve', 'Dashboard.ViewAllWidgets']
  const sent = async (more = {}) => {
    const project = await createProject(house, more)
    const { contract } = await createPlan(house, project)
    expect((await house.admin('PUT', `/api/contracts/${contract.id}/SendForApproval`, {})).status).toBe(200)
    return { project, contract }
  }

  it('lists what waits, the longest first, with what may be decided; nothing of projects that are hidden', async () => {
    const approver = await house.signInAs([...names, 'Projects.View', 'ProjectContracts.SendForUpdate'])
    const [first, second, hidden] = [await sent(), await sent(), await sent({ name: 'Hidden Hall' })]
    await createPlan(house, first.project)
    await addToAccessList(house, hidden.project, house.admin.userId)
    const waiting = await read(approver, 'pendingApprovals')
    expect(waiting.total).toBe(2)
    expect(waiting.items.map(({ id }: { id: number }) => id)).toEqual([first.contract.id, second.contract.id])
    expect(waiting.items[0]).toMatchObject({
      project: { id: first.project.id, name: first.project.name },
      sentForApprovalBy: { id: house.admin.userId },
      actions: ['Approve', 'SendForUpdate'],
    })
    expect(waiting.items[0]).not.toHaveProperty('totalRevenue')
    expect((await read(house.admin, 'pendingApprovals')).items.map(({ totalRevenue }: { totalRevenue: number }) => totalRevenue)).toEqual([
      7200, 7200, 7200,
    ])
    const { id, rowVersion } = waiting.items[0]
    expect((await approver('PUT', `/api/contracts/${id}/Approve`, { rowVersion })).status).toBe(200)
    expect((await read(approver, 'pendingApprovals')).items.map((item: { id: number }) => item.id)).toEqual([second.contract.id])
  })

  it('is for who may approve', () => needsAll('pendingApprovals', names))
})

it('ranks clients by what approved contracts of projects one sees bring', async () => {
  const held: Permission[] = ['Clients.View', 'Projects.View', 'Dashboard.ViewAllWidgets', 'ProjectContracts.ViewRevenueSums']
  const viewer = await house.signInAs(held)
  const [large, small] = [await createProjectClient(house), await createProjectClient(house)]
  const plan = async (clientId: number, hours: number, isApproved = true) => {
    const project = await createProject(house, { clientId })
    const { contract } = await createPlan(house, project, [{ hours }])
    if (isApproved) await approveContract(house, contract)
    return project
  }
  await plan(small.id, 10)
  await plan(small.id, 500, false)
  await plan(large.id, 50)
  const hidden = await plan(large.id, 900)
  await addToAccessList(house, hidden, house.admin.userId)
  type Ranked = { id: number; value: number; rank: number }
  const ranking = async (who: Caller) =>
    (await read(who, 'clientRanking', { type: 0, count: 50 })).items.filter(({ id }: Ranked) => [large.id, small.id].includes(id))
  const values = (rows: Ranked[]) => rows.map(({ id, value }) => [id, value])
  expect(values(await ranking(viewer))).toEqual([
    [large.id, 9000],
    [small.id, 1800],
  ])
  expect(values(await ranking(house.admin))).toEqual([
    [large.id, 171_000],
    [small.id, 1800],
  ])
  expect((await ask(await house.signInAs(held.slice(0, 3)), 'clientRanking', { type: 0 })).status).toBe(403)
})

const ofRequests = ['offersForMe', 'myRequests', 'pendingOffers', 'pendingShiftRequests']
it('keeps an order from before these widgets, and shows them behind it', async () => {
  const person = await house.signInAs('Administrator', { isNew: true })
  const before = ['catalogueHealth', 'myProjects', 'leadFunnel', 'recentEquipment', 'projectsByStage', 'recentActivity']
  await house.sql('insert into dashboard_layouts (user_id, "order", hidden) values ($1, $2, $3)', [
    person.userId,
    [...before, 'clientRanking', 'myLeads', 'recentManufacturers', 'myDownloads'],
    ['myLeads', 'recentManufacturers', 'myDownloads'],
  ])
  expect((await person('GET', '/api/dashboard')).body).toEqual({
    widgets: [...before, 'clientRanking', 'myHours', 'upcomingDates', 'pendingApprovals', 'utilization', 'contractsAtRisk', ...ofRequests],
    hidden: ['myLeads', 'recentManufacturers', 'myDownloads'],
  })
})
