import { expect, it } from 'vitest'
import { boardPermissions, createPlan, typeName } from '../../../test/kit/fixtures/boards.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { april, createContractWithHours, createOffer, march, offerTransition } from '../../../test/kit/fixtures/offers.ts'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { LaborType } from '../../model/access/enums.ts'
import { internalPermissions } from '../../model/permissions.ts'
import type { BoardSummaryRow } from '../../model/planning/boards.ts'
import type { Comparison, ShownChange } from '../../model/planning/scenarios.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { SC, VI } = LaborType
await setDefaultRates(app, [
  { laborType: SC, sellRate: 180, costRate: 75, gaFeePercent: 10 },
  { laborType: VI, sellRate: 100, costRate: 50, gaFeePercent: 0 },
])
const role = await createRole(app)
const edits = [
  'ProjectContracts.ConstructionPhasesCreate',
  'ProjectContracts.ConstructionPhasesUpdate',
  'ProjectContracts.ConstructionPhasesDelete',
] as const
const planner = await app.signInAs(['Projects.View', 'DNAUsers.View', ...boardPermissions('SmallBoard'), ...edits])

async function setUp(records: AnyRow[] = [{ hours: 80 }]) {
  const project = await createProject(app)
  const plan = await createPlan(app, project, records)
  return { project, ...plan, record: plan.records[0] ?? {}, scenario: await opened(project) }
}
async function opened(project: AnyRow, caller: Caller = planner): Promise<AnyRow> {
  const { status, body } = await caller('POST', `/api/projects/${project.id}/Scenarios`, { name: uniqueName('What if') })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const setMonth = (scenario: AnyRow, record: AnyRow, month: string, hours: number, caller: Caller = planner) =>
  caller('PUT', `/api/scenarios/${scenario.id}/Months`, { recordId: record.id, month, hours })
const readScenarioBoard = async (scenario: AnyRow, caller: Caller = planner) =>
  (await caller('GET', `/api/scenarios/${scenario.id}/Board`)).body
async function compared(scenario: AnyRow, caller: Caller = planner): Promise<Comparison> {
  const { status, body } = await caller('GET', `/api/scenarios/${scenario.id}/Comparison`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.comparison
}
const total = (rows: readonly BoardSummaryRow[], type: number) => rows.find(({ laborType }) => laborType === type)?.total
const recordNow = async (record: AnyRow) => (await app.sql('select hours, allocations from phase_records where id = $1', [record.id]))[0]

it('changes hours without touching the contract, and compares to the cent', async () => {
  const person = await createUser(app, { roleId: role.id, defaultLaborType: VI })
  const { project, contract, phase, record, scenario } = await setUp([{ hours: 80, laborType: SC }])
  const before = await recordNow(record)
  const version = (await app.admin('GET', `/api/contracts/${contract.id}`)).body.rowVersion
  const { status, body } = await setMonth(scenario, record, march, 10)
  expect([status, body.changes]).toMatchObject([
    200,
    [{ was: { [march]: 40, [april]: 40 }, now: { [march]: 10, [april]: 40 }, problem: null }],
  ])
  const added = await planner('POST', `/api/scenarios/${scenario.id}/Hours`, {
    phaseId: phase.id,
    type: 0,
    userId: person.id,
    months: [{ month: march, hours: 200 }],
  })
  expect([added.status, added.body.changes?.length], JSON.stringify(added.body)).toEqual([201, 2])
  expect(await recordNow(record)).toEqual(before)
  expect((await app.admin('GET', `/api/contracts/${contract.id}`)).body.rowVersion).toBe(version)
  const { board } = await readScenarioBoard(scenario)
  expect(board.rows[0]).toMatchObject({ id: contract.id, hours: 250 })
  const live = (await planner('GET', `/api/boards/SmallBoard/${project.id}`)).body
  expect(live.rows[0].hours).toBe(80)
  const { today, scenario: planned, overloads } = await compared(scenario)
  expect([total(today, -1), total(today, -2), total(today, -3)]).toEqual([80, 14_400, 6_600])
  expect([total(planned, -1), total(planned, -2), total(planned, -3)]).toEqual([250, 50 * 180 + 200 * 100, 50 * 82.5 + 200 * 50])
  expect(overloads?.today.find(({ key }) => key === march)).toMatchObject({ people: 0, hours: 0 })
  expect(overloads?.scenario.find(({ key }) => key === march)).toMatchObject({ people: 1, hours: 200 - 176 })
  const back = await setMonth(scenario, record, march, 40)
  expect(back.body.changes).toHaveLength(1)
})

it('equals the board after it is applied', async () => {
  const { project, contract, record, scenario } = await setUp([{ hours: 80 }, { hours: 20, laborType: VI, genericName: 'Video' }])
  await setMonth(scenario, record, march, 12.25)
  const { scenario: planned } = await compared(scenario)
  const { status, body } = await planner('PUT', `/api/scenarios/${scenario.id}/Apply`, { contractId: contract.id })
  expect([status, body], JSON.stringify(body)).toEqual([200, { applied: 1, changes: [] }])
  expect(await recordNow(record)).toMatchObject({ hours: 5225 })
  const summary = (await planner('GET', `/api/boards/SmallBoard/${project.id}/Summary`)).body.rows
  expect(summary).toEqual(planned)
  expect((await planner('PUT', `/api/scenarios/${scenario.id}/Apply`, { contractId: contract.id })).status).toBe(400)
})

it('removes hours and adds new entries when applied', async () => {
  const { contract, phase, record, scenario } = await setUp([
    { hours: 30, allocations: [{ month: march, hours: 30 }] },
    { hours: 5, genericName: 'Rest' },
  ])
  await setMonth(scenario, record, march, 0)
  await planner('POST', `/api/scenarios/${scenario.id}/Hours`, {
    phaseId: phase.id,
    type: 1,
    genericName: 'Video',
    laborType: VI,
    months: [{ month: april, hours: 12 }],
  })
  const path = `/api/scenarios/${scenario.id}/Apply`
  const half = await app.signInAs(['Projects.View', ...boardPermissions('SmallBoard'), edits[1]])
  expect((await half('PUT', path, { contractId: contract.id })).status).toBe(404)
  expect((await planner('PUT', path, { contractId: contract.id })).body).toMatchObject({ applied: 2 })
  expect(await recordNow(record)).toBeUndefined()
  const storedRecords = await app.sql(`select hours, allocations from phase_records where contract_id = $1 and generic_name = 'Video'`, [
    contract.id,
  ])
  expect(storedRecords).toEqual([{ hours: 1200, allocations: [{ month: april, hours: 12 }] }])
})

it('reports stale entries and then writes nothing to the contract', async () => {
  const { project, contract, record, scenario, records } = await setUp([{ hours: 80 }, { hours: 20, laborType: VI, genericName: 'Video' }])
  const [, other = {}] = records
  await setMonth(scenario, record, march, 10)
  await setMonth(scenario, other, march, 5)
  const moved = await planner('PUT', `/api/boards/SmallBoard/${project.id}/Entries/${record.id}/Month`, {
    month: april,
    hours: 8,
    rowVersion: 1,
  })
  expect(moved.status).toBe(200)
  const stale = (await readScenarioBoard(scenario)).changes.filter(({ problem }: ShownChange) => problem !== null)
  expect(stale).toMatchObject([{ recordId: record.id, problem: 'The hours have been changed in the contract since. Set them here again.' }])
  const refused = await planner('PUT', `/api/scenarios/${scenario.id}/Apply`, { contractId: contract.id })
  expect(refused).toMatchObject({ status: 409, body: { detail: 'stale', current: [{ recordId: record.id }] } })
  expect(await recordNow(other)).toMatchObject({ hours: 2000 })
  const again = (await setMonth(scenario, record, march, 10)).body.changes.find((change: ShownChange) => change.recordId === record.id)
  expect(again).toMatchObject({ now: { [march]: 10, [april]: 8 }, problem: null })
  expect((await planner('PUT', `/api/scenarios/${scenario.id}/Apply`, { contractId: contract.id })).status).toBe(200)
})

it('rechecks locks and balances of the contract', async () => {
  const person = await app.signInAs(internalPermissions, { isNew: true })
  const { project, contract, record } = await createContractWithHours(app)
  const scenario = await opened(project)
  const offer = await createOffer(app, { project, target: person, lines: [{ phaseRecordId: record.id, month: march, hours: 30 }] })
  const step = offerTransition('resourceOffers')
  for (const [name, caller] of [
    ['Submit', app.admin],
    ['Accept', person],
    ['Approve', app.admin],
  ] as const)
    expect((await step(offer, name, caller)).status, name).toBe(200)
  await setMonth(scenario, record, march, 10)
  const lock = async (step: 'Lock' | 'Unlock') =>
    expect((await app.admin('PUT', `/api/contracts/${contract.id}/${step}`, {})).status, step).toBe(200)
  await lock('Unlock')
  const apply = () => planner('PUT', `/api/scenarios/${scenario.id}/Apply`, { contractId: contract.id })
  const overdrawn = await apply()
  expect([overdrawn.status, overdrawn.body.message]).toEqual([409, expect.stringMatching(/^There would not be enough hours in Mar 2026: /)])
  expect(await recordNow(record)).toMatchObject({ hours: 8000 })
  await lock('Lock')
  const locked = await apply()
  expect([locked.status, locked.body.message]).toEqual([409, 'The contract is locked.'])
  expect((await readScenarioBoard(scenario)).changes).toHaveLength(1)
})

it('is visible to its owner and users it is shared with, with their masks', async () => {
  const { project, record, scenario } = await setUp([{ hours: 80 }, { hours: 20, laborType: VI, genericName: 'Video' }])
  await setMonth(scenario, record, march, 10)
  const mate = await app.signInAs(
    ['Projects.View', ...boardPermissions('SmallBoard', typeName(SC), 'ViewLaborRevenueSummary', 'ViewNetSummary')],
    {
      isNew: true,
    },
  )
  const at = `/api/scenarios/${scenario.id}`
  expect((await mate('GET', at)).status).toBe(404)
  expect((await mate('GET', `/api/projects/${project.id}/Scenarios`)).body).toEqual({ items: [] })
  const shared = await planner('PUT', at, { name: scenario.name, sharedWithIds: [mate.userId] })
  expect([shared.status, shared.body.sharedWith?.length], JSON.stringify(shared.body)).toEqual([200, 1])
  expect((await mate('GET', `/api/projects/${project.id}/Scenarios`)).body.items).toMatchObject([{ id: scenario.id }])
  const { board, changes } = await readScenarioBoard(scenario, mate)
  expect([changes, board.isPartial, board.rows[0].hours]).toEqual([[], true, 20])
  const { today, scenario: planned, overloads } = await compared(scenario, mate)
  expect([total(today, -1), total(planned, -1), total(planned, -2), overloads]).toEqual([20, 20, undefined, null])
  expect((await setMonth(scenario, record, march, 5, mate)).status).toBe(403)
  expect((await mate('DELETE', at)).status).toBe(403)
  const blind = await createUser(app, { roleId: role.id })
  expect((await planner('PUT', at, { name: scenario.name, sharedWithIds: [blind.id] })).body.fields.sharedWithIds).toEqual([
    'A scenario can be shared only with people who see the project.',
  ])
  await addToAccessList(app, project, planner.userId)
  expect((await mate('GET', at)).status).toBe(404)
  expect((await planner('DELETE', at)).status).toBe(204)
  expect((await planner('GET', at)).status).toBe(404)
})
