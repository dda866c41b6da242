import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterEach, describe, expect, it } from 'vitest'
import { approveContract, boardPermissions, createPlan, flattenRows, typeName } from '../../../test/kit/fixtures/boards.ts'
import { createUser } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { LaborType } from '../../model/access/enums.ts'
import type { BoardAnswer } from '../../model/planning/boards.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
await setDefaultRates(app)
const edits = [
  'ProjectContracts.ConstructionPhasesCreate',
  'ProjectContracts.ConstructionPhasesUpdate',
  'ProjectContracts.ConstructionPhasesDelete',
] as const
const planner = await app.signInAs(['Projects.View', 'DNAUsers.View', ...boardPermissions('SmallBoard'), ...edits])
const { SC, VI } = LaborType

const open: HubConnection[] = []
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.stop()
})
async function listening(caller: Caller): Promise<AnyRow[]> {
  const received: AnyRow[] = []
  const connection = new HubConnectionBuilder()
    .withUrl(`${app.url}/hubs/notifications`, { accessTokenFactory: () => caller.token })
    .configureLogging(LogLevel.None)
    .build()
  connection.on('EntityChanged', (event) => received.push(event))
  open.push(connection)
  await connection.start()
  return received
}

async function setUp(records: AnyRow[] = [{ hours: 80 }], more: AnyRow = {}) {
  const project = await createProject(app)
  const plan = await createPlan(app, project, records, more)
  const path = `/api/boards/SmallBoard/${project.id}`
  const [record = {}] = plan.records
  const setMonth = (month: string, hours: number, rowVersion = 1, caller = planner) =>
    caller('PUT', `${path}/Entries/${record.id}/Month`, { month, hours, rowVersion })
  const setHours = (body: object, caller = planner) => caller('PUT', `${path}/Entries/${record.id}/Hours`, body)
  const move = (phase: AnyRow, body: object, caller = planner) =>
    caller('PUT', `${path}/Phases/${phase.id}/Range`, { rowVersion: phase.rowVersion, ...body })
  const board = async (): Promise<BoardAnswer> => (await planner('GET', path)).body
  return { project, ...plan, record, path, setMonth, setHours, move, board }
}
const storedRecord = async (record: AnyRow) =>
  (await app.sql('select hours, allocations, sell_rate, cost_rate from phase_records where id = $1', [record.id]))[0]

describe('project board hours', () => {
  it('set one month, keep the others and the rates, and update the contract sums', async () => {
    const { contract, record, setMonth } = await setUp([{ hours: 80, sellRate: 200 }])
    const { status, body } = await setMonth('2026-04', 12.5)
    expect([status, body.before]).toEqual([200, { hours: 80, allocations: [] }])
    expect(body.entry).toMatchObject({
      totalHours: 52.5,
      rowVersion: 2,
      months: [
        { month: '2026-03', hours: 40 },
        { month: '2026-04', hours: 12.5 },
      ],
    })
    expect(await storedRecord(record)).toMatchObject({ hours: 5250, sell_rate: 20_000, cost_rate: null })
    expect((await app.admin('GET', `/api/contracts/${contract.id}`)).body.sums).toMatchObject({ laborHours: 52.5, laborRevenue: 10_500 })
    expect(JSON.stringify(body)).not.toMatch(/rate|revenue|cost/i)
  })

  it('are undone with the previous values and the new row version', async () => {
    const { record, setMonth, setHours } = await setUp([{ hours: 30, allocations: [{ month: '2026-04', hours: 30 }] }])
    const before = await storedRecord(record)
    const { body } = await setMonth('2026-03', 5)
    expect(body.entry.totalHours).toBe(35)
    const undone = await setHours({ ...body.before, rowVersion: body.entry.rowVersion })
    expect([undone.status, await storedRecord(record)]).toEqual([200, before])
    const spread = await setHours({ hours: 44, rowVersion: 3 })
    expect(spread.body.entry).toMatchObject({ totalHours: 44, allocations: [], months: [{ hours: 22 }, { hours: 22 }] })
  })

  it('reject months outside the phase, negative hours and an empty record', async () => {
    const { setMonth, setHours, record } = await setUp([{ hours: 10, allocations: [{ month: '2026-03', hours: 10 }] }])
    expect(await setMonth('2026-05', 1)).toMatchObject({ status: 400, body: { fields: { month: ['May 2026 is outside the phase.'] } } })
    expect((await setMonth('2026-03', 0)).status).toBe(400)
    expect((await setMonth('2026-03', -200)).body.fields).toEqual({ hours: ['Minimum number is 0'] })
    const mixed = [
      { month: '2026-03', hours: 11 },
      { month: '2026-04', hours: -1 },
    ]
    expect(await setHours({ hours: 10, allocations: mixed, rowVersion: 1 })).toMatchObject({
      status: 400,
      body: { fields: { 'allocations[1].hours': ['Minimum number is 0'] } },
    })
    expect((await setMonth('2026-13', 1)).status).toBe(400)
    expect((await setHours({ hours: 5, allocations: [{ month: '2026-03', hours: 4 }], rowVersion: 1 })).status).toBe(400)
    expect(await storedRecord(record)).toMatchObject({ hours: 1000 })
  })

  it('report a concurrent edit with the current values and lose neither', async () => {
    const { setMonth, record } = await setUp()
    const answers = await Promise.all([setMonth('2026-03', 10), setMonth('2026-04', 20)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [stale, written] = answers[0]?.status === 409 ? answers : answers.toReversed()
    expect(stale?.body).toMatchObject({
      detail: 'stale',
      current: { recordId: record.id, rowVersion: 2, totalHours: written?.body.entry.totalHours },
    })
    const again = await setMonth(
      stale === answers[0] ? '2026-03' : '2026-04',
      stale === answers[0] ? 10 : 20,
      stale?.body.current.rowVersion,
    )
    expect(again.body.entry.months).toEqual([
      { month: '2026-03', hours: 10 },
      { month: '2026-04', hours: 20 },
    ])
  })

  it('reject changes on a locked contract or a hidden entry', async () => {
    const { contract, project, setMonth, record } = await setUp()
    const partial = await app.signInAs(['Projects.View', ...boardPermissions('SmallBoard', typeName(SC)), ...edits])
    expect((await setMonth('2026-03', 1, 1, partial)).status).toBe(404)
    expect((await setMonth('2026-03', 1, 1, await app.signInAs(['Projects.View', ...boardPermissions('SmallBoard')]))).status).toBe(403)
    const elsewhere = await createProject(app)
    expect(
      (
        await planner('PUT', `/api/boards/SmallBoard/${elsewhere.id}/Entries/${record.id}/Month`, {
          month: '2026-03',
          hours: 1,
          rowVersion: 1,
        })
      ).status,
    ).toBe(404)
    await approveContract(app, contract)
    expect(await setMonth('2026-03', 1)).toMatchObject({ status: 409, body: { message: 'The contract is locked.' } })
    expect(await storedRecord(record)).toMatchObject({ hours: 8000 })
    expect(project.id).not.toBe(elsewhere.id)
  })

  it('are logged in the contract and appear on other boards within a second', async () => {
    const { contract, project, setMonth } = await setUp()
    const received = await listening(await app.signInAs(['Projects.View', 'SmallBoard.View']))
    const requestedAt = performance.now()
    expect((await setMonth('2026-03', 8)).status).toBe(200)
    await expect
      .poll(() => received, { interval: 5 })
      .toContainEqual(expect.objectContaining({ entity: 'contracts', id: contract.id, projectId: project.id }))
    expect(performance.now() - requestedAt).toBeLessThan(timeoutMs(500))
    const logs = await app.admin('GET', `/api/contracts/${contract.id}/ActivityLogs`)
    expect(logs.body.items[0]).toMatchObject({ title: 'Hours changed', changes: [{ label: 'Hours', from: '80', to: '48' }] })
  })
})

describe('board entries', () => {
  it("are added for a person with that person's hidden rates, and can be undone", async () => {
    const person = await createUser(app, { roleId: app.admin.roleId, defaultLaborType: VI })
    await app.admin('PUT', `/api/users/${person.id}/LaborRates`, { rates: [{ laborType: VI, sellRate: 150, costRate: 60 }] })
    const { path, phase, board, record } = await setUp()
    const created = await planner('POST', `${path}/Phases/${phase.id}/Entries`, { userId: person.id, hours: 16 })
    expect([created.status, created.body.entry]).toMatchObject([
      201,
      { laborType: VI, totalHours: 16, rowVersion: 1, user: { id: person.id } },
    ])
    expect(await storedRecord({ id: created.body.entry.recordId })).toMatchObject({ sell_rate: 15_000, cost_rate: 6000 })
    const { people, rows } = await board()
    expect(people).toMatchObject([{ user: { id: person.id }, capacity: { '2026-03': 176 }, tentative: { '2026-03': 8, '2026-04': 8 } }])
    expect(flattenRows(rows).filter(({ kind }) => kind === 'entry')).toHaveLength(2)
    const entry = `${path}/Entries/${created.body.entry.recordId}`
    expect((await planner('DELETE', entry, undefined, { query: { rowVersion: 9 } })).status).toBe(409)
    expect((await planner('DELETE', entry, undefined, { query: { rowVersion: 1 } })).status).toBe(200)
    expect(
      flattenRows((await board()).rows)
        .filter(({ kind }) => kind === 'entry')
        .map(({ id }) => id),
    ).toEqual([record.id])
  })

  it('are rejected for a hidden labor type and leave no data', async () => {
    const { path, phase } = await setUp()
    const partial = await app.signInAs(['Projects.View', ...boardPermissions('SmallBoard', typeName(VI)), ...edits])
    const answer = await partial('POST', `${path}/Phases/${phase.id}/Entries`, { type: 1, laborType: VI, hours: 4 })
    expect([answer.status, answer.body.detail]).toEqual([403, 'SmallBoard.ViewLaborTypeVirtualIntegrators'])
    expect(await app.sql('select id from phase_records where phase_id = $1', [phase.id])).toHaveLength(1)
  })

  it("preview a person's remaining capacity", async () => {
    const { path } = await setUp([{ userId: planner.userId, hours: 80 }])
    const query = { userIds: [planner.userId], from: '2026-03', to: '2026-03' }
    expect((await planner('GET', `${path}/People`, undefined, { query })).body.people).toMatchObject([
      { user: { id: planner.userId }, capacity: { '2026-03': 176 }, tentative: { '2026-03': 40 } },
    ])
    const blind = await app.signInAs(['Projects.View', ...boardPermissions('SmallBoard')])
    expect((await blind('GET', `${path}/People`, undefined, { query })).status).toBe(403)
  })
})

describe('phase', () => {
  it('moves with its children and monthly hours, and back', async () => {
    const allocations = [{ month: '2026-04', hours: 6 }]
    const { contract, phase, record, move, path } = await setUp([{ hours: 6, allocations }], { dateRangeType: 1 })
    const child = await createPhase(app, contract, { parentPhaseId: phase.id, startDate: '2026-04-01', endDate: '2026-04-10' })
    await createPhaseRecord(app, contract, child, { hours: 3 })
    const may = { startDate: '2026-04-01', endDate: '2026-05-31' }
    expect(await move(phase, may)).toMatchObject({ status: 200 })
    const back = await move({ ...phase, rowVersion: 2 }, { startDate: '2026-03-01', endDate: '2026-04-30' })
    expect(back.body.phases).toMatchObject([{ id: phase.id, startDate: '2026-03-01', rowVersion: 3 }])
    const moved = await move({ ...phase, rowVersion: 3 }, { ...may, moveChildren: true, moveHours: true })
    expect(moved.body.phases).toMatchObject([
      { id: phase.id, ...may },
      { id: child.id, startDate: '2026-05-02', endDate: '2026-05-11' },
    ])
    expect(moved.body.before).toMatchObject([
      { phaseId: phase.id, startDate: '2026-03-01' },
      { phaseId: child.id, startDate: '2026-04-01' },
    ])
    expect((await storedRecord(record))?.allocations).toEqual([{ month: '2026-05', hours: 6 }])
    const { rowVersion } = moved.body.phases[0]
    await move({ ...phase, rowVersion }, { startDate: '2026-03-01', endDate: '2026-04-30', moveChildren: true, moveHours: true })
    expect((await storedRecord(record))?.allocations).toEqual(allocations)
    expect((await planner('GET', `${path}/Entries/${record.id}`)).body.entry.months).toEqual(allocations)
  })

  it('rejects a move that leaves hours outside, and uses whole months for month ranges', async () => {
    const { phase, move } = await setUp([{ hours: 6, allocations: [{ month: '2026-04', hours: 6 }] }])
    const refused = await move(phase, { startDate: '2026-03-01', endDate: '2026-03-31' })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('Apr 2026')])
    const monthly = await setUp([], { dateRangeType: 2, startMonth: '2026-03', endMonth: '2026-04', startDate: null, endDate: null })
    const { body } = await monthly.move(monthly.phase, { startDate: '2026-03-20', endDate: '2026-05-02' })
    expect(body.phases).toMatchObject([{ startDate: '2026-03-01', endDate: '2026-05-31' }])
  })

  it('rejects a move based on a stale version', async () => {
    const { phase, move, contract } = await setUp()
    const [one, other] = [
      { startDate: '2026-03-10', endDate: '2026-04-30' },
      { startDate: '2026-03-01', endDate: '2026-05-31' },
    ]
    expect((await move(phase, one)).status).toBe(200)
    expect(await move(phase, other)).toMatchObject({
      status: 409,
      body: { detail: 'stale', current: { id: phase.id, ...one, rowVersion: 2 } },
    })
    const reader = await app.signInAs(['Projects.View', ...boardPermissions('SmallBoard')])
    expect((await move({ ...phase, rowVersion: 2 }, other, reader)).status).toBe(403)
    await approveContract(app, contract)
    expect((await move({ ...phase, rowVersion: 2 }, other)).status).toBe(409)
  })
})
