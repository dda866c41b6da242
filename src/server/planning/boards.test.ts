import { describe, expect, it } from 'vitest'
import { approveContract, boardPermissions, createPlan, flattenRows, summaryByType, typeName } from '../../../test/kit/fixtures/boards.ts'
import { createUser } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { activateProject, addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { LaborType } from '../../model/access/enums.ts'
import type { BoardAnswer, BoardRow, BoardSummary } from '../../model/planning/boards.ts'
import { ProjectStage } from '../../model/projects/enums.ts'

const app = await startApp()
await setDefaultRates(app, [
  { laborType: LaborType.SC, sellRate: 180, costRate: 75, gaFeePercent: 10 },
  { laborType: LaborType.VI, sellRate: 100, costRate: 50, gaFeePercent: 0 },
])
const { SC, VI } = LaborType
const spring = { from: '2026-03', to: '2026-04' }
const sees = ['Projects.View'] as const
const signInWith = (...names: Parameters<typeof app.signInAs>[0][]) =>
  app.signInAs([...sees, ...names.flat()] as Parameters<typeof app.signInAs>[0])

async function readBoard<T = BoardAnswer>(caller: Caller, path: string, query: object = spring): Promise<T> {
  const { status, body } = await caller('GET', `/api/boards/${path}`, undefined, { query: { ...query } })
  expect({ path, status, body: status === 200 ? null : body }).toEqual({ path, status: 200, body: null })
  return body
}
const readSummary = (caller: Caller, path: string, query: object = spring) => readBoard<BoardSummary>(caller, `${path}/Summary`, query)
const hoursByMonth = (row: BoardRow | undefined) =>
  Object.fromEntries(Object.entries(row?.cells ?? {}).map(([key, { hours }]) => [key, hours]))
const planner = await signInWith(boardPermissions('BigBoard'), boardPermissions('SmallBoard'), boardPermissions('MyBoard'), 'DNAUsers.View')

describe('project board', () => {
  it('shows contracts, phases, children and entries, with drafts as tentative', async () => {
    const project = await createProject(app)
    const { contract, phase } = await createPlan(app, project, [{ hours: 80 }])
    const child = await createPhase(app, contract, { parentPhaseId: phase.id, startDate: '2026-04-01', endDate: '2026-04-30' })
    await createPhaseRecord(app, contract, child, { hours: 10, laborType: VI })
    const { rows, columns, isPartial } = await readBoard(planner, `SmallBoard/${project.id}`, {})
    expect(columns.map(({ key, workingDays, fullTimeHours }) => [key, workingDays, fullTimeHours])).toEqual([
      ['2026-03', 22, 176],
      ['2026-04', 22, 176],
    ])
    expect(isPartial).toBe(false)
    expect(flattenRows(rows).map(({ kind, hours, tentativeHours }) => [kind, hours, tentativeHours])).toEqual([
      ['contract', 90, 90],
      ['phase', 90, 90],
      ['phase', 10, 10],
      ['entry', 10, 10],
      ['entry', 80, 80],
    ])
    expect(hoursByMonth(rows[0])).toEqual({ '2026-03': 40, '2026-04': 50 })
    await approveContract(app, contract)
    const [firm] = (await readBoard(planner, `SmallBoard/${project.id}`)).rows
    expect(firm).toMatchObject({ isTentative: false, hours: 90, tentativeHours: 0, contract: { isLocked: true, isEditable: false } })
  })

  it('splits weeks by months, and is truncated above the limit', async () => {
    const project = await createProject(app)
    await createPlan(app, project, [{ hours: 88 }])
    const weeks = await readBoard(planner, `SmallBoard/${project.id}`, { granularity: 'week' })
    expect([weeks.columns[0]?.key, weeks.columns.at(-1)?.key, weeks.rows[0]?.hours]).toEqual(['2026-02-23', '2026-04-27', 88])
    expect(hoursByMonth(weeks.rows[0])).toMatchObject({ '2026-03-30': 10, '2026-04-27': 8 })
    await createPlan(app, project, [{}], { startDate: '2020-01-01', endDate: '2029-12-31' })
    expect((await readBoard(planner, `SmallBoard/${project.id}`, {})).columns).toHaveLength(24)
    expect((await readBoard(planner, `SmallBoard/${project.id}`, { granularity: 'week' })).columns).toHaveLength(26)
    const requestBoard = async (query: object) =>
      (await planner('GET', `/api/boards/SmallBoard/${project.id}`, undefined, { query: { ...query } })).status
    expect(await requestBoard({ from: '2026-01', to: '2028-01' })).toBe(400)
    expect(await requestBoard({ from: '2026-05', to: '2026-01' })).toBe(400)
    expect(await requestBoard({ from: '9999-12', to: '9999-12' })).toBe(400)
    expect(await requestBoard({ from: '2026-03-04', to: '2026-03-20', granularity: 'week' })).toBe(200)
  })

  it('returns 404 for a user who cannot see the project', async () => {
    const project = await createProject(app)
    await addToAccessList(app, project, app.admin.userId)
    for (const path of [`SmallBoard/${project.id}`, `SmallBoard/${project.id}/Summary`])
      expect((await planner('GET', `/api/boards/${path}`)).status).toBe(404)
  })
})

describe('firm board', () => {
  it('lists approved contracts by client, drafts on request, and only projects with phases', async () => {
    const [firm, draft, empty] = [await createProject(app), await createProject(app), await createProject(app)]
    const { contract } = await createPlan(app, firm)
    await approveContract(app, contract)
    await createPlan(app, draft)
    const idsOf = async (query: object) =>
      (await readBoard(planner, 'BigBoard', { ...spring, projectIds: [firm.id, draft.id, empty.id], ...query })).rows.map(({ id }) => id)
    expect(await idsOf({})).toEqual([firm.id])
    expect(await idsOf({ contractStatuses: [1, 3] })).toEqual([firm.id, draft.id])
    expect(await idsOf({ includeEmpty: true })).toEqual([firm.id, draft.id, empty.id])
    expect(await idsOf({ includeEmpty: true, page: 2, itemsPerPage: 2 })).toEqual([empty.id])
    expect(await idsOf({ includeEmpty: true, page: 9, itemsPerPage: 2 })).toEqual([])
    expect((await readBoard(planner, 'BigBoard', { ...spring, page: 9, projectIds: [firm.id] })).total).toBe(1)
    expect(await idsOf({ from: '2027-01', to: '2027-02' })).toEqual([])
    expect(await idsOf({ contractTypes: [1] }), 'proposals').toEqual([firm.id])
    expect(await idsOf({ contractTypes: [2, 3] }), 'amendments').toEqual([])
    await app.admin('PUT', `/api/projects/${draft.id}/SetStatus`, { status: 101 })
    const inStatus = async (projectStatuses: number[]) => {
      const query = { ...spring, projectIds: [firm.id, draft.id], contractStatuses: [1, 3], projectStatuses }
      const hours = summaryByType(await readSummary(planner, 'BigBoard', query)).get(-1)?.total
      return [await idsOf({ contractStatuses: [1, 3], projectStatuses }), hours]
    }
    expect([await inStatus([100]), await inStatus([101]), await inStatus([100, 101])]).toEqual([
      [[firm.id], 40],
      [[draft.id], 40],
      [[firm.id, draft.id], 80],
    ])
    const deep = await readBoard(planner, 'BigBoard', { ...spring, projectIds: [firm.id], depth: 'entry', groupBy: 'projectManager' })
    expect(flattenRows(deep.rows).map(({ kind }) => kind)).toEqual(['project', 'contract', 'phase', 'entry'])
    expect(deep.rows[0]).toMatchObject({ group: { name: 'Nobody' } })
    await app.admin('PUT', `/api/contracts/${contract.id}/Archive`, {})
    expect(await idsOf({})).toEqual([])
  })

  it('excludes closed projects by default and unseen projects, also from sums', async () => {
    const project = await createProject(app)
    const { contract } = await createPlan(app, project)
    await approveContract(app, contract)
    const query = { ...spring, projectIds: [project.id] }
    const hours = async (more: object = {}) => summaryByType(await readSummary(planner, 'BigBoard', { ...query, ...more })).get(-1)?.total
    expect(await hours()).toBe(40)
    await activateProject(app, project)
    await app.sql('update projects set stage = $2 where id = $1', [project.id, ProjectStage.Closed])
    expect([await hours(), await hours({ includeClosed: true })]).toEqual([0, 40])
    expect((await readBoard(planner, 'BigBoard', { ...query, includeClosed: true })).rows).toMatchObject([{ hours: 40 }])
    const [closed] = (await readBoard(planner, `SmallBoard/${project.id}`)).rows
    expect(closed).toMatchObject({ hours: 40, contract: { isEditable: false } })
    await addToAccessList(app, project, app.admin.userId)
    expect(await hours({ includeClosed: true })).toBe(0)
    expect((await readBoard(planner, 'BigBoard', { ...query, includeClosed: true })).rows).toEqual([])
  })
})

describe('my board', () => {
  it('lists own entries and remaining capacity', async () => {
    const [project, other] = [await createProject(app), await createProject(app)]
    const { contract } = await createPlan(app, project, [{ userId: planner.userId, hours: 80 }, { hours: 30 }])
    await approveContract(app, contract)
    await createPlan(app, other, [{ userId: planner.userId, hours: 20 }])
    const { rows, people } = await readBoard(planner, 'MyBoard')
    expect(flattenRows(rows).map(({ kind, hours }) => [kind, hours])).toEqual([
      ['project', 80],
      ['phase', 80],
      ['entry', 80],
    ])
    expect(people).toMatchObject([{ capacity: { '2026-03': 176 }, firm: { '2026-03': 40, '2026-04': 40 }, tentative: { '2026-03': 10 } }])
    expect(summaryByType(await readSummary(planner, 'MyBoard')).get(-1)?.values).toEqual({ '2026-03': 40, '2026-04': 40 })
    for (const [clientId, hours] of [
      [project.client.id, 80],
      [other.client.id, 0],
    ]) {
      const query = { ...spring, clientIds: [clientId] }
      expect(summaryByType(await readSummary(planner, 'MyBoard', query)).get(-1)?.total, 'of one client').toBe(hours)
      expect((await readBoard(planner, 'MyBoard', query)).rows.map((row) => row.hours)).toEqual(hours ? [hours] : [])
    }
    const mine = flattenRows(rows).find(({ kind }) => kind === 'entry')
    expect((await readBoard<{ entry: object }>(planner, `MyBoard/Entries/${mine?.id}`, {})).entry).toMatchObject({ totalHours: 80 })
    expect((await app.admin('GET', `/api/boards/MyBoard/Entries/${mine?.id}`)).status).toBe(404)
  })
})

describe('board summary', () => {
  it('matches the worked example, month by month, with expenses on their date', async () => {
    const project = await createProject(app)
    const { contract } = await createPlan(app, project)
    const expense = { category: 0, description: 'Flight', date: '2026-04-10', revenue: 500, cost: 420 }
    expect((await app.admin('POST', `/api/contracts/${contract.id}/DirectExpenses`, expense)).status).toBe(201)
    const rows = summaryByType(await readSummary(planner, `SmallBoard/${project.id}`))
    const totals = [SC, -1, -2, -3, -4, -5, -6].map((type) => rows.get(type)?.total)
    expect(totals).toEqual([40, 40, 7200, 3300, 500, 420, { totalRevenue: 7700, totalCost: 3720, netProfit: 3980 }])
    expect(rows.get(-6)?.values['2026-04']).toEqual({ totalRevenue: 4100, totalCost: 2070, netProfit: 2030 })
    expect(rows.get(-2)?.tentativeTotal).toBe(7200)
    await approveContract(app, contract)
    expect(summaryByType(await readSummary(planner, `SmallBoard/${project.id}`)).get(-2)?.tentativeTotal).toBe(0)
  })

  it('equals the sum of rows and months, and the contract totals', async () => {
    const project = await createProject(app)
    const { contract, phase } = await createPlan(app, project, [{ hours: 33.37 }, { laborType: VI, hours: 7.11 }], {
      feeType: 2,
      fee: 1000.01,
    })
    const other = await createPhase(app, contract, { feeType: 3, fee: 500, startDate: '2026-01-15', endDate: '2026-06-17' })
    await createPhaseRecord(app, contract, other, { hours: 12.5 })
    await createPhaseRecord(app, contract, other, { hours: 8, laborType: VI, allocations: [{ month: '2026-02', hours: 8 }] })
    const fullSpan = { from: '2026-01', to: '2026-06' }
    for (const granularity of ['month', 'week']) {
      // Twenty-six weeks from the one of January 1.
      const query = granularity === 'month' ? fullSpan : { from: '2025-12-29', to: '2026-06-22', granularity }
      const rows = summaryByType(await readSummary(planner, `SmallBoard/${project.id}`, query))
      const board = await readBoard(planner, `SmallBoard/${project.id}`, query)
      const sum = (record: Record<string, unknown> | undefined) =>
        Object.values(record ?? {}).reduce((all: number, item) => all + Math.round(Number(item) * 100), 0) / 100
      expect(sum(rows.get(-1)?.values)).toBe(60.98)
      expect(board.rows[0]?.hours).toBe(60.98)
      expect(sum(rows.get(SC)?.values) + sum(rows.get(VI)?.values)).toBeCloseTo(60.98, 6)
      expect(rows.get(-2)?.total).toBe(1500.01)
    }
    const { sums } = (await app.admin('GET', `/api/contracts/${contract.id}`)).body
    expect([sums.laborHours, sums.laborRevenue]).toEqual([60.98, 1500.01])
    expect(phase.id).toBeGreaterThan(0)
  })
})

describe('permission masks', () => {
  it('hide labor types: their entries and the sums that include them', async () => {
    const project = await createProject(app)
    const { contract, records } = await createPlan(app, project, [{ hours: 80 }, { hours: 20, laborType: VI }])
    await approveContract(app, contract)
    const partial = await signInWith(boardPermissions('SmallBoard', typeName(SC)), boardPermissions('BigBoard', typeName(SC)))
    const { rows, isPartial } = await readBoard(partial, `SmallBoard/${project.id}`)
    expect([isPartial, rows[0]?.hours, flattenRows(rows).filter(({ kind }) => kind === 'entry').length]).toEqual([true, 20, 1])
    const summary = await readSummary(partial, `SmallBoard/${project.id}`)
    const sums = summaryByType(summary)
    expect([summary.isPartial, sums.has(SC), sums.get(-1)?.total, sums.get(-2)?.total, sums.get(-3)?.total]).toEqual([
      true,
      false,
      20,
      2000,
      1000,
    ])
    expect((await partial('GET', `/api/boards/SmallBoard/${project.id}/Entries/${records[0]?.id}`)).status).toBe(404)
    for (const path of ['BigBoard', 'BigBoard/Summary', `SmallBoard/${project.id}`, `SmallBoard/${project.id}/Summary`])
      expect((await partial('GET', `/api/boards/${path}`, undefined, { query: { laborTypes: [SC] } })).status).toBe(403)
  })

  it('hide entries: only bars, without hours, names, people or filter matches', async () => {
    const project = await createProject(app)
    const user = await createUser(app, { roleId: app.admin.roleId })
    const { contract, records } = await createPlan(app, project, [{ userId: user.id }])
    const blind = await signInWith(
      boardPermissions('SmallBoard', 'ViewEntryDetails'),
      boardPermissions('BigBoard', 'ViewEntryDetails'),
      'DNAUsers.View',
    )
    const board = await readBoard(blind, `SmallBoard/${project.id}`)
    expect(board.people).toEqual([])
    expect(flattenRows(board.rows).map(({ kind, hours, name }) => [kind, hours, name])).toEqual([
      ['contract', undefined, 'Proposal'],
      ['phase', undefined, 'Construction Documents'],
    ])
    expect(board.rows[0]?.cells['2026-03']).toEqual({
      phases: [{ phaseId: expect.any(Number), contractId: contract.id, type: 3, isTentative: true }],
    })
    expect(JSON.stringify(board)).not.toContain(user.lastName)
    expect((await blind('GET', `/api/boards/SmallBoard/${project.id}/Entries/${records[0]?.id}`)).status).toBe(403)
    for (const query of [{ userIds: [user.id] }, { teamIds: [1] }])
      for (const path of ['BigBoard', 'BigBoard/Summary'])
        expect((await blind('GET', `/api/boards/${path}`, undefined, { query })).status).toBe(403)
  })

  it.each([
    [[], []],
    [['ViewLaborHoursSummary'], [1, 2, 3, 4, 5, 6, 7, 8, -1]],
    [['ViewLaborRevenueSummary'], [-2]],
    [['ViewLaborCostSummary'], [-3]],
    [['ViewDirectExpensesSummary'], []],
    [['ViewDirectExpensesRevenueSummary', 'ViewDirectExpensesCostSummary'], []],
    [['ViewDirectExpensesSummary', 'ViewDirectExpensesRevenueSummary'], [-4]],
    [['ViewDirectExpensesSummary', 'ViewDirectExpensesCostSummary'], [-5]],
    [['ViewNetSummaryTotalCost', 'ViewNetSummaryTotalRevenue', 'ViewNetSummaryNetProfit'], []],
    [['ViewNetSummary'], [-6]],
  ])('hide summary rows: %j shows %j', async (names, shown) => {
    const caller = await signInWith(
      'SmallBoard.View',
      boardPermissions('SmallBoard').filter((name) => names.includes(name.slice(11)) || name.includes('ViewLaborType')),
    )
    const project = await createProject(app)
    await createPlan(app, project)
    expect((await readSummary(caller, `SmallBoard/${project.id}`)).rows.map(({ laborType }) => laborType)).toEqual(shown)
  })

  it.each([
    ['ViewNetSummaryTotalRevenue', 'totalRevenue', 7200],
    ['ViewNetSummaryTotalCost', 'totalCost', 3300],
    ['ViewNetSummaryNetProfit', 'netProfit', 3900],
  ] as const)('hide parts of the net summary: %s', async (name, key, value) => {
    const project = await createProject(app)
    await createPlan(app, project)
    const types = boardPermissions('SmallBoard').filter((boardPermission) => boardPermission.includes('ViewLaborType'))
    const caller = await signInWith('SmallBoard.View', 'SmallBoard.ViewNetSummary', `SmallBoard.${name}`, types)
    const [net] = (await readSummary(caller, `SmallBoard/${project.id}`)).rows
    expect([net?.total, net?.values['2026-03']]).toEqual([{ [key]: value }, { [key]: value / 2 }])
  })

  it('leave no trace of hidden numbers in any response', async () => {
    const project = await createProject(app)
    const canary = { hours: 1234.5, laborType: SC, sellRate: 4321.09, costRate: 2109.87 }
    const { contract } = await createPlan(app, project, [canary, { hours: 5, laborType: VI, sellRate: 10, costRate: 4 }], {
      endDate: '2026-03-31',
    })
    await approveContract(app, contract)
    const caller = await signInWith(
      boardPermissions('SmallBoard', typeName(SC)),
      boardPermissions('BigBoard', typeName(SC)),
      boardPermissions('MyBoard', typeName(SC)),
    )
    // Whole hours are too short to search for: a random name may contain the same digits.
    const sums = [1234.5 * 4321.09, 1234.5 * 2109.87, 1234.5 * 2109.87 * 1.1]
    const needles = sums.map((sum) => String(Math.round(sum)).slice(0, 6)).concat('1234.5', '1239.5')
    const queries = ['month', 'week'].flatMap((granularity) =>
      [{}, { depth: 'entry' }, { contractStatuses: [1, 2, 3] }, { laborTypes: [VI] }, { includeEmpty: true, depth: 'phase' }].map(
        (more) => ({
          ...(granularity === 'month' ? spring : { from: '2026-03-02', to: '2026-04-27' }),
          granularity,
          ...more,
        }),
      ),
    )
    for (const path of [
      `SmallBoard/${project.id}`,
      `SmallBoard/${project.id}/Summary`,
      'BigBoard',
      'BigBoard/Summary',
      'MyBoard',
      'MyBoard/Summary',
    ])
      for (const query of queries) {
        const { status, body } = await caller('GET', `/api/boards/${path}`, undefined, { query: { ...query, projectIds: [project.id] } })
        expect({ path, query, status }, JSON.stringify(body).slice(0, 300)).toMatchObject({ status: 200 })
        // Removes random names and ids, which may contain the digits.
        const text = JSON.stringify(body).replace(/Person [\da-f]+|[\da-f-]{36}/g, '')
        expect({ path, query, told: needles.filter((needle) => text.includes(needle)) }).toEqual({ path, query, told: [] })
      }
    expect(JSON.stringify(await readSummary(planner, `SmallBoard/${project.id}`))).toContain('1234.5')
  })
})
