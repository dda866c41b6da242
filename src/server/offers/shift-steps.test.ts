import { beforeAll, describe, expect, it } from 'vitest'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createContractWithHours, createOffer, mailsTo, march, may, offerTransition } from '../../../test/kit/fixtures/offers.ts'
import { activateProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { shiftStepNames, shiftSteps } from '../../model/offers/shift-steps.ts'
import { internalPermissions, type Permission } from '../../model/permissions.ts'
import { ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const take = offerTransition('resourceShiftRequests')
const { Draft, PendingManagement, Approved, Rejected } = ResourceShiftRequestState

const asking: Permission[] = [
  'Projects.View',
  'ResourceShiftRequests.View',
  'ResourceShiftRequests.Create',
  'ResourceShiftRequests.Update',
  'ResourceShiftRequests.Delete',
]
const managing: Permission[] = ['ResourceShiftRequests.Manage', 'ResourceShiftRequests.Approve', 'ResourceShiftRequests.Reject']
const ana = await app.signInAs(asking)
const manager = await app.signInAs(managing)
const readShift = async (shift: AnyRow, caller: Caller = admin) => (await caller('GET', `/api/resourceShiftRequests/${shift.id}`)).body
/** Null sets a rule to its default. */
const rulesByDefault = { notifyUserIds: [], maxMonthsAhead: null, requireReason: null }
const setDefaults = (more: AnyRow) => admin('PUT', '/api/dnaDefaults/ShiftRequests', { ...rulesByDefault, ...more })
beforeAll(() => setDefaultRates(app))

let counter = 0
const shiftBody = (project: AnyRow, record: AnyRow, more: AnyRow = {}) => ({
  name: `Later ${++counter}`,
  projectId: project.id,
  reason: 'On vacation',
  lines: [{ phaseRecordId: record.id, fromMonth: march, toMonth: may, hours: 12 }],
  ...more,
})
async function setUp(steps: string[] = [], more: AnyRow = {}) {
  const plan = await createContractWithHours(app, [{ userId: ana.userId, hours: 80 }])
  const answer = await ana('POST', '/api/resourceShiftRequests', shiftBody(plan.project, plan.record, more))
  if (answer.status !== 201) throw new Error(`A shift request was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  for (const step of steps) await take(answer.body, step, step === 'Submit' ? ana : manager)
  return { ...plan, shift: answer.body }
}

it('H1: moves from draft to a contract; project hours and revenue stay the same', async () => {
  const { shift, project, record } = await setUp()
  expect(shift).toMatchObject({
    state: Draft,
    hours: 12,
    fromMonths: march,
    toMonths: may,
    actions: ['Submit'],
    requesterUser: { id: ana.userId },
    board: { months: [march, may], rows: [{ left: { [march]: 40 }, moved: { [march]: -12, [may]: 12 } }] },
  })
  expect((await take(shift, 'Submit', ana)).body).toMatchObject({ state: PendingManagement, actions: ['Recall'] })
  await expect.poll(() => mailsTo(app, manager, `${shift.name} is waiting`).length).toBe(1)
  expect((await readShift(shift, manager)).actions).toEqual(['Approve', 'Reject'])
  expect((await take(shift, 'Approve', manager)).body).toMatchObject({ state: Approved, decidedBy: { id: manager.userId } })
  await expect.poll(() => mailsTo(app, ana, `${shift.name} was approved`).length).toBe(1)
  const contract = (await admin('GET', `/api/contracts/${(await readShift(shift)).contractId}`)).body
  expect(contract).toMatchObject({
    number: `${project.number}-S01`,
    type: 3,
    origin: 2,
    status: 3,
    laborHours: 0,
    totalRevenue: 0,
    totalCost: 0,
  })
  expect((await admin('GET', `/api/contracts/${contract.id}/Phases`)).body.items).toMatchObject([
    {
      startDate: '2026-03-01',
      records: [{ hours: -12, user: { id: ana.userId }, sourceRecordId: record.id, sellRate: 180, costRate: 75 }],
    },
    { startDate: '2026-05-01', records: [{ hours: 12, user: { id: ana.userId }, sourceRecordId: null, sellRate: 180, costRate: 75 }] },
  ])
})

it('H2: shifts hours of an offer, which cannot be archived while the shift depends on it', async () => {
  const { project, record } = await createContractWithHours(app)
  const steps = offerTransition('resourceOffers')
  const target = await app.signInAs([...asking, 'ResourceOffers.View', 'ResourceOffers.Accept'])
  const offer = await createOffer(app, { project, target, lines: [{ phaseRecordId: record.id, month: march, hours: 30 }] })
  for (const [step, caller] of [
    ['Submit', admin],
    ['Accept', target],
    ['Approve', admin],
  ] as const)
    await steps(offer, step, caller)
  const left = async () =>
    (await target('GET', '/api/resourceShiftRequests/Balance', undefined, { query: { projectId: project.id, from: march, to: may } })).body
      .rows
  const own = (await left()).find(({ user }: AnyRow) => user?.id === target.userId)
  expect(own.months).toEqual({ [march]: 30 })
  const shift = (await target('POST', '/api/resourceShiftRequests', shiftBody(project, { id: own.phaseRecordId }))).body
  await take(shift, 'Submit', target)
  expect((await take(shift, 'Approve', manager)).status).toBe(200)
  expect((await left()).filter(({ user }: AnyRow) => user?.id === target.userId).map(({ months }: AnyRow) => months)).toEqual([
    { [march]: 18 },
    { [may]: 12 },
  ])
  const contractOf = async (path: string, id: number) => (await admin('GET', `/api/${path}/${id}`)).body.contractId
  const archive = async (id: number) => (await admin('PUT', `/api/contracts/${id}/Archive`, {})).status
  const [ofOffer, ofShift] = [await contractOf('resourceOffers', offer.id), await contractOf('resourceShiftRequests', shift.id)]
  expect(await archive(ofOffer)).toBe(409)
  expect(await archive(ofShift)).toBe(200)
  expect(await archive(ofOffer)).toBe(200)
})

it('H3: rejects every step that the state does not allow and changes nothing', async () => {
  const { shift } = await setUp()
  for (const { value } of ResourceShiftRequestState.values) {
    await app.sql('update resource_shift_requests set state = $2 where id = $1', [shift.id, value])
    const [before] = await app.sql('select row_to_json(s) as s from resource_shift_requests s where id = $1', [shift.id])
    for (const name of shiftStepNames) {
      const from: readonly number[] = shiftSteps[name].from.state
      if (from.includes(value)) continue
      expect(await take(shift, name, admin, { comment: 'why' }), `${name} at ${value}`).toMatchObject({
        status: 409,
        body: { message: `${name} is not possible while ${ResourceShiftRequestState.label(value)}.` },
      })
    }
    expect((await app.sql('select row_to_json(s) as s from resource_shift_requests s where id = $1', [shift.id]))[0]).toEqual(before)
  }
})

describe('permissions', () => {
  it.each(shiftStepNames.map((name) => [name, shiftSteps[name].permission] as const))(
    'requires for %s the permission %s',
    async (name, permission) => {
      const { shift } = await setUp()
      const others = await app.signInAs(internalPermissions.filter((internalPermission) => internalPermission !== permission))
      expect((await take(shift, name, others)).status).toBe(403)
      expect((await readShift(shift)).state).toBe(Draft)
    },
  )
  it('require CreateForOthers for others, and show only own requests', async () => {
    const { project, record, shift } = await setUp()
    const other = await app.signInAs([...asking, 'ResourceShiftRequests.Approve'])
    const body = shiftBody(project, record, { requesterUserId: ana.userId })
    expect(await other('POST', '/api/resourceShiftRequests', body)).toMatchObject({
      status: 403,
      body: { detail: 'ResourceShiftRequests.CreateForOthers' },
    })
    const planner = await app.signInAs([...asking, 'ResourceShiftRequests.CreateForOthers'])
    expect((await planner('POST', '/api/resourceShiftRequests', body)).body).toMatchObject({ requesterUser: { id: ana.userId } })
    expect((await readShift(shift, other)).errorType).toBe('NotFound')
    expect((await take(shift, 'Submit', other)).status).toBe(404)
    expect((await take(shift, 'Submit', await app.signInAs([...asking, 'ResourceShiftRequests.Manage']))).status).toBe(403)
    const listed = async (caller: Caller, path = '') =>
      (await caller('GET', `/api/resourceShiftRequests${path}`, undefined, { query: { itemsPerPage: -1 } })).body.items?.map(
        ({ id }: AnyRow) => id,
      )
    expect(await listed(other)).not.toContain(shift.id)
    expect(await listed(ana)).toContain(shift.id)
    expect(await listed(manager, '/Management')).toContain(shift.id)
  })
  it('allow approving own requests only as a manager of all', async () => {
    const { shift } = await setUp(['Submit'])
    const both = await app.signInAs([...asking, 'ResourceShiftRequests.Approve'])
    await app.sql('update resource_shift_requests set requester_user_id = $2 where id = $1', [shift.id, both.userId])
    expect((await readShift(shift, both)).actions).toEqual(['Recall'])
    expect((await take(shift, 'Approve', both)).status).toBe(403)
    const manages = await app.signInAs([...managing, ...asking])
    await app.sql('update resource_shift_requests set requester_user_id = $2 where id = $1', [shift.id, manages.userId])
    expect((await readShift(shift, manages)).actions).toEqual(['Approve', 'Reject', 'Recall'])
  })
})

describe('submitting', () => {
  it('requires a reason if configured, and available hours', async () => {
    const { shift, project, record } = await setUp([], { reason: null })
    expect((await take(shift, 'Submit', ana)).body.message).toBe('A shift request needs a reason.')
    await setDefaults({ requireReason: false })
    const at = `/api/resourceShiftRequests/${shift.id}`
    const lines = [{ phaseRecordId: record.id, fromMonth: march, toMonth: may, hours: 41 }]
    await ana('PUT', at, shiftBody(project, record, { lines }))
    expect((await take(shift, 'Submit', ana)).body.message).toContain('Only 40 h are left in Mar 2026')
    await ana('PUT', at, shiftBody(project, record))
    expect((await take(shift, 'Submit', ana)).status).toBe(200)
    expect((await ana('PUT', at, shiftBody(project, record))).body.message).toBe('A shift request cannot be changed while Pending Mgt.')
    expect((await ana('DELETE', at)).body.message).toBe('A shift request cannot be deleted while Pending Mgt.')
    expect((await take(shift, 'Recall', ana)).body).toMatchObject({ state: Draft, submittedDate: null })
    expect((await ana('DELETE', at)).status).toBe(204)
    await setDefaults({})
  })
  it('respects the maximum months ahead', async () => {
    await setDefaults({ maxMonthsAhead: 1 })
    const { project, record } = await createContractWithHours(app, [{ userId: ana.userId, hours: 80 }])
    const lines = [{ phaseRecordId: record.id, fromMonth: march, toMonth: '2099-01', hours: 1 }]
    const { body } = await ana('POST', '/api/resourceShiftRequests', shiftBody(project, record, { lines }))
    expect(body.fields).toEqual({ 'lines[0].toMonth': ['Hours can be moved at most 1 month ahead.'] })
    await setDefaults({})
  })
})

it('is rejected with a reason, and can be revised and resubmitted', async () => {
  const { shift } = await setUp(['Submit'])
  expect((await take(shift, 'Reject', manager)).body.fields).toEqual({ comment: ['This field is required!'] })
  expect((await take(shift, 'Reject', manager, { comment: 'Needed in March' })).body).toMatchObject({
    state: Rejected,
    rejectReason: 'Needed in March',
  })
  await expect.poll(() => mailsTo(app, ana, `${shift.name} was rejected`).length).toBe(1)
  expect((await take(shift, 'Revise', ana)).body).toMatchObject({ state: Draft, rejectReason: null, decidedBy: null, decidedDate: null })
})

it('is approved only in an active project, which cannot be closed while pending', async () => {
  const { shift, project } = await setUp(['Submit'])
  await activateProject(app, project)
  const close = await admin('PUT', `/api/projects/${project.id}/Close`, {})
  expect(close.body.message).toBe(`The project cannot be closed: the shift request ${shift.name} is pending.`)
  await app.sql('update projects set stage = $2 where id = $1', [project.id, ProjectStage.Closed])
  expect((await take(shift, 'Approve', manager)).body.message).toBe('The project is closed.')
})
