import { beforeAll, describe, expect, it } from 'vitest'
import { givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import {
  april,
  createContractWithHours,
  createOffer,
  mailsTo,
  march,
  may,
  offerLine,
  offerTransition,
} from '../../../test/kit/fixtures/offers.ts'
import { activateProject, addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { offerStepNames, offerSteps } from '../../model/offers/offer-steps.ts'
import { internalPermissions, type Permission } from '../../model/permissions.ts'
import { ResourceOfferState } from '../../model/planning/enums.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const take = offerTransition('resourceOffers')
const { Draft, PendingTarget, DeclinedByTarget, PendingManagement, Approved, RejectedByManagement } = ResourceOfferState

const working: Permission[] = ['Projects.View', 'ResourceOffers.View', 'ResourceOffers.Accept', 'ResourceOffers.Decline']
const giving: Permission[] = [
  'Projects.View',
  'ResourceOffers.View',
  'ResourceOffers.Create',
  'ResourceOffers.Update',
  'ResourceOffers.Delete',
]
const managing: Permission[] = ['ResourceOffers.Manage', 'ResourceOffers.Approve', 'ResourceOffers.Reject']
const ana = await app.signInAs(working)
const giver = await app.signInAs(giving)
const manager = await app.signInAs(managing)
const readOffer = async (offer: AnyRow, caller: Caller = admin) => (await caller('GET', `/api/resourceOffers/${offer.id}`)).body
/** Null sets a rule to its default. */
const rulesByDefault = { notifyUserIds: [], maxHoursPerOffer: null, requireDeclineReason: null, allowAdditionalHours: null }
const setDefaults = (more: AnyRow) => admin('PUT', '/api/dnaDefaults/ResourceOffers', { ...rulesByDefault, ...more })
beforeAll(() => setDefaultRates(app))

async function setUp(hours = 30, steps: string[] = [], of?: Awaited<ReturnType<typeof createContractWithHours>>) {
  const plan = of ?? (await createContractWithHours(app))
  const offer = await createOffer(app, { project: plan.project, target: ana, lines: [offerLine(plan.record, hours)], by: giver })
  const by: Record<string, Caller> = { Submit: giver, Accept: ana, Approve: manager }
  for (const step of steps) {
    const answer = await take(offer, step, by[step] ?? admin)
    if (answer.status !== 200) throw new Error(`${step} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  return { ...plan, offer }
}
const full = ['Submit', 'Accept', 'Approve']
const readOfferContract = async (offer: AnyRow) => (await admin('GET', `/api/contracts/${(await readOffer(offer)).contractId}`)).body
const balance = async (project: AnyRow, query: AnyRow = {}, caller: Caller = admin) =>
  caller('GET', '/api/resourceOffers/Balance', undefined, { query: { projectId: project.id, from: march, to: may, ...query } })
const leftIn = async (project: AnyRow, record: AnyRow, month: string) =>
  (await balance(project)).body.rows.find(({ phaseRecordId }: AnyRow) => phaseRecordId === record.id)?.months[month] ?? 0

it('O1: moves from draft through target and management to a contract', async () => {
  const { offer, project, record } = await setUp()
  expect(offer).toMatchObject({
    name: `Test ${(await readOffer(offer)).targetUser.lastName} on ${project.name}`,
    state: Draft,
    hours: 30,
    firstMonth: march,
    lastMonth: march,
    actions: ['Submit'],
    sourceUser: { id: giver.userId },
    isProjectSeen: true,
    board: {
      months: [march],
      rows: [{ from: 'Generic', left: { [march]: 40 }, moved: { [march]: -30 } }],
      person: { moved: { [march]: 30 } },
    },
  })
  expect((await take(offer, 'Submit', giver)).body).toMatchObject({ state: PendingTarget, actions: ['Recall'] })
  expect((await readOffer(offer, ana)).actions).toEqual(['Accept', 'Decline'])
  expect((await take(offer, 'Accept', ana)).body).toMatchObject({ state: PendingManagement, actions: [] })
  expect((await readOffer(offer, manager)).actions).toEqual(['Approve', 'Reject'])
  const approved = (await take(offer, 'Approve', manager)).body
  expect(approved).toMatchObject({ state: Approved, decidedBy: { id: manager.userId }, actions: [], contractId: expect.any(Number) })
  const contract = await readOfferContract(offer)
  expect(contract).toMatchObject({
    number: `${project.number}-O01`,
    name: offer.name,
    type: 2,
    origin: 2,
    status: 3,
    isLocked: true,
    laborHours: 0,
    resourceOfferId: offer.id,
    actions: ['Archive'],
  })
  const { items } = (await admin('GET', `/api/contracts/${contract.id}/Phases`)).body
  expect(items).toMatchObject([
    {
      type: 3,
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      dateRangeType: 2,
      records: [
        { hours: -30, type: 1, sourceRecordId: record.id, sellRate: 180, costRate: 75, gaFeePercent: 10 },
        { hours: 30, type: 0, user: { id: ana.userId }, sourceRecordId: null, sellRate: 180, costRate: 75, gaFeePercent: 10 },
      ],
    },
  ])
  const log = (await admin('GET', `/api/resourceOffers/${offer.id}/ActivityLogs`)).body.items
  expect(log.map(({ title }: AnyRow) => title)).toEqual(['Approved', 'Accepted', 'Submitted', 'Created'])
})

it('O2: rejects every step that the state does not allow and changes nothing', async () => {
  const { offer } = await setUp()
  await app.sql('update resource_offers set target_user_id = $2 where id = $1', [offer.id, admin.userId])
  for (const { value } of ResourceOfferState.values) {
    await app.sql('update resource_offers set state = $2 where id = $1', [offer.id, value])
    const [before] = await app.sql('select row_to_json(o) as o from resource_offers o where id = $1', [offer.id])
    for (const name of offerStepNames) {
      const from: readonly number[] = offerSteps[name].from.state
      if (from.includes(value)) continue
      expect(await take(offer, name, admin, { comment: 'why' }), `${name} at ${value}`).toMatchObject({
        status: 409,
        body: { message: `${name} is not possible while ${ResourceOfferState.label(value)}.` },
      })
    }
    expect((await app.sql('select row_to_json(o) as o from resource_offers o where id = $1', [offer.id]))[0]).toEqual(before)
  }
})

describe('permissions', () => {
  it.each(offerStepNames.map((name) => [name, offerSteps[name].permission] as const))(
    'requires for %s the permission %s',
    async (name, permission) => {
      const { offer } = await setUp()
      const others = await app.signInAs(internalPermissions.filter((internalPermission) => internalPermission !== permission))
      expect((await take(offer, name, others)).status).toBe(403)
      expect((await readOffer(offer)).state).toBe(Draft)
    },
  )
  it('require CreateForOthers to write offers of others', async () => {
    const { project, record } = await createContractWithHours(app)
    const body = { projectId: project.id, sourceUserId: ana.userId, targetUserId: admin.userId, lines: [offerLine(record, 1)] }
    expect(await giver('POST', '/api/resourceOffers', body)).toMatchObject({
      status: 403,
      body: { detail: 'ResourceOffers.CreateForOthers' },
    })
    const planner = await app.signInAs([...giving, 'ResourceOffers.CreateForOthers'])
    expect((await planner('POST', '/api/resourceOffers', body)).body).toMatchObject({ sourceUser: { id: ana.userId } })
    expect((await balance(project, { userId: ana.userId }, giver)).status).toBe(403)
    expect((await balance(project, { userId: ana.userId }, planner)).status).toBe(200)
  })
  it('let author and source submit, recall and revise; the target answers but never approves', async () => {
    const { offer } = await setUp()
    const target = await app.signInAs([...working, ...managing, 'ResourceOffers.Update'])
    await app.sql('update resource_offers set target_user_id = $2 where id = $1', [offer.id, target.userId])
    expect((await take(offer, 'Submit', target)).status).toBe(403)
    expect(
      (await target('PUT', `/api/resourceOffers/${offer.id}`, { ...offer, projectId: offer.project.id, targetUserId: target.userId }))
        .status,
    ).toBe(403)
    await take(offer, 'Submit', giver)
    expect((await take(offer, 'Accept', manager)).status).toBe(403)
    expect((await take(offer, 'Recall', target)).status).toBe(403)
    for (const step of ['Accept', 'Decline'])
      expect((await take(offer, step, await app.signInAs([...working, ...managing]), { comment: 'x' })).status).toBe(403)
    expect((await take(offer, 'Accept', target)).status).toBe(200)
    expect((await take(offer, 'Approve', target)).status).toBe(403)
    expect((await take(offer, 'Approve', manager)).status).toBe(200)
  })
  it('show it only to participants or managers', async () => {
    const { offer } = await setUp()
    const stranger = await app.signInAs([...working, ...giving])
    expect((await stranger('GET', `/api/resourceOffers/${offer.id}`)).status).toBe(404)
    for (const step of ['Submit', 'Accept']) expect((await take(offer, step, stranger)).status).toBe(404)
    const listedTo = async (caller: Caller, query: AnyRow = {}, path = 'resourceOffers') =>
      (await caller('GET', `/api/${path}`, undefined, { query: { search: offer.name, ...query } })).body.items.map(({ id }: AnyRow) => id)
    expect(await listedTo(stranger)).not.toContain(offer.id)
    expect(await listedTo(ana, { direction: 'toMe', itemsPerPage: -1 })).toContain(offer.id)
    expect(await listedTo(ana, { direction: 'fromMe', itemsPerPage: -1 })).not.toContain(offer.id)
    expect(await listedTo(giver, { direction: 'fromMe', itemsPerPage: -1 })).toContain(offer.id)
    expect((await giver('GET', '/api/resourceOffers', undefined, { query: { direction: 'sideways' } })).status).toBe(400)
    expect(await listedTo(manager, { itemsPerPage: -1 }, 'resourceOffers/Management')).toContain(offer.id)
    expect((await giver('GET', '/api/resourceOffers/Management')).status).toBe(403)
    const found = (
      await app
        .signInAs([...managing, 'ResourceOffers.View'])
        .then((caller) => caller('GET', '/api/spotlight', undefined, { query: { term: offer.name } }))
    ).body
    expect(found.offers.items.map(({ id }: AnyRow) => id)).toContain(offer.id)
  })
})

describe('draft offer', () => {
  const refused = async (more: AnyRow, by = giver) => {
    const { project, record } = await createContractWithHours(app)
    const answer = await by('POST', '/api/resourceOffers', {
      projectId: project.id,
      targetUserId: ana.userId,
      lines: [offerLine(record, 1)],
      ...more,
    })
    return answer.body.fields ?? answer.body
  }
  it('accepts only hours of approved contracts of its project, of the source or unassigned', async () => {
    const { record, contract } = await createContractWithHours(app)
    const only = 'Only hours of approved contracts of this project can be moved.'
    expect(await refused({ lines: [offerLine(record, 1)] })).toEqual({ 'lines[0].phaseRecordId': [only] })
    const { project, records } = await createContractWithHours(app, [{ hours: 80 }, { userId: ana.userId, hours: 8 }])
    const ofAna = { projectId: project.id, targetUserId: admin.userId, lines: [offerLine(records[1] ?? {}, 1)] }
    expect((await giver('POST', '/api/resourceOffers', ofAna)).body.fields).toEqual({
      'lines[0].phaseRecordId': ['These hours belong to someone else.'],
    })
    await admin('PUT', `/api/contracts/${contract.id}/Archive`, {})
    expect(await refused({ projectId: contract.project.id, lines: [offerLine(record, 1)] })).toEqual({ 'lines[0].phaseRecordId': [only] })
  })
  it('requires another active target and a project visible to the author', async () => {
    expect(await refused({ targetUserId: giver.userId })).toEqual({ targetUserId: ['Hours must be offered to someone else.'] })
    const deletedCaller = await app.signInAs([], { isNew: true })
    await app.sql('update users set is_suspended = true where id = $1', [deletedCaller.userId])
    expect((await refused({ targetUserId: deletedCaller.userId })).targetUserId[0]).toContain('is suspended.')
    const { project, record } = await createContractWithHours(app)
    await addToAccessList(app, project, admin.userId)
    const hidden = { projectId: project.id, targetUserId: ana.userId, lines: [offerLine(record, 1)] }
    expect((await giver('POST', '/api/resourceOffers', hidden)).body.fields).toEqual({ projectId: ['Project not found.'] })
    expect((await balance(project, {}, giver)).status).toBe(404)
  })
  it('requires 1 to 50 lines', async () => {
    expect(Object.keys(await refused({ lines: [] }))).toEqual(['lines'])
    const { project, record } = await createContractWithHours(app)
    const many = (count: number) =>
      giver('POST', '/api/resourceOffers', {
        projectId: project.id,
        targetUserId: ana.userId,
        lines: Array(count).fill(offerLine(record, 0.5)),
      })
    expect((await many(50)).body.hours).toBe(25)
    expect((await many(51)).status).toBe(400)
  })
  it('can be changed only as a draft, and deleted only while not pending', async () => {
    const { offer, project, record } = await setUp()
    const body = {
      name: 'Other',
      projectId: project.id,
      targetUserId: ana.userId,
      lines: [offerLine(record, 20), offerLine(record, 5, april)],
    }
    expect((await giver('PUT', `/api/resourceOffers/${offer.id}`, body)).body).toMatchObject({
      hours: 25,
      firstMonth: march,
      lastMonth: april,
    })
    await take(offer, 'Submit', giver)
    expect((await giver('PUT', `/api/resourceOffers/${offer.id}`, body)).body.message).toBe(
      'An offer cannot be changed while Pending Target.',
    )
    expect((await giver('DELETE', `/api/resourceOffers/${offer.id}`)).body.message).toBe('An offer cannot be deleted while Pending Target.')
    await take(offer, 'Decline', ana, { comment: 'On vacation' })
    const planner = await app.signInAs([...giving, 'ResourceOffers.Manage'])
    const other = await app.signInAs([...giving, 'ResourceOffers.Accept'])
    await app.sql('update resource_offers set source_user_id = $2 where id = $1', [offer.id, other.userId])
    expect((await other('DELETE', `/api/resourceOffers/${offer.id}`)).status).toBe(403)
    expect((await planner('DELETE', `/api/resourceOffers/${offer.id}`)).status).toBe(204)
  })
})

describe('submitting and accepting', () => {
  it('O3: require the hours to be available, in every record and month', async () => {
    const { offer, project, record } = await setUp(41)
    const message = `Only 40 h are left in Mar 2026 of Generic, SC, CD in ${project.number}-P01; 41 h are requested.`
    expect(await take(offer, 'Submit', giver)).toMatchObject({ status: 409, body: { message } })
    const body = { projectId: project.id, targetUserId: ana.userId }
    const put = (lines: AnyRow[]) => giver('PUT', `/api/resourceOffers/${offer.id}`, { ...body, lines })
    await put([offerLine(record, 20), offerLine(record, 21)])
    expect((await take(offer, 'Submit', giver)).body.message).toContain('41 h are requested')
    await put([offerLine(record, 20), offerLine(record, 20), offerLine(record, 40, april)])
    expect((await take(offer, 'Submit', giver)).status).toBe(200)
    await setUp(30, full, { ...(await createContractWithHours(app)), project, record, contract: {}, phase: {}, records: [] })
    expect((await take(offer, 'Accept', ana)).body.message).toContain('Only 10 h are left in Mar 2026')
    expect((await readOffer(offer)).state).toBe(PendingTarget)
  })
  it("respect the maximum hours of the firm's defaults", async () => {
    await setDefaults({ maxHoursPerOffer: 20 })
    const { offer } = await setUp(30)
    expect((await take(offer, 'Submit', giver)).body.message).toBe('An offer has at most 20 h; this one has 30 h.')
    await setDefaults({ maxHoursPerOffer: 0 })
    expect((await take(offer, 'Submit', giver)).status).toBe(200)
  })
  it('notify the target, then the deciders, and can be recalled', async () => {
    const notified = await app.signInAs(['ResourceOffers.View', 'ResourceOffers.Manage'])
    await setDefaults({ notifyUserIds: [notified.userId] })
    const { offer } = await setUp(30, ['Submit'])
    await expect
      .poll(() => mailsTo(app, ana, offer.name).map(({ subject }) => subject))
      .toEqual([`You have been offered hours: ${offer.name}`])
    expect((await take(offer, 'Recall', giver)).body).toMatchObject({ state: Draft, submittedDate: null })
    await take(offer, 'Submit', giver)
    await take(offer, 'Accept', ana)
    await expect.poll(() => mailsTo(app, manager, `${offer.name} is waiting`).length).toBe(1)
    await expect.poll(() => mailsTo(app, notified, `${offer.name} is waiting`).length).toBe(1)
    await take(offer, 'Approve', manager)
    for (const caller of [giver, ana]) await expect.poll(() => mailsTo(app, caller, `${offer.name} was approved`).length).toBe(1)
    await setDefaults({})
  })
})

describe('declining and rejecting', () => {
  it('require a reason, and allow revision and resubmission', async () => {
    const { offer } = await setUp(30, ['Submit'])
    expect((await take(offer, 'Decline', ana)).body.fields).toEqual({ comment: ['This field is required!'] })
    expect((await take(offer, 'Decline', ana, { comment: 'On vacation' })).body).toMatchObject({
      state: DeclinedByTarget,
      declineReason: 'On vacation',
    })
    await expect.poll(() => mailsTo(app, giver, `${offer.name} was declined`).length).toBe(1)
    expect((await take(offer, 'Revise', giver)).body).toMatchObject({
      state: Draft,
      declineReason: null,
      targetDecisionDate: null,
      submittedDate: null,
    })
    await take(offer, 'Submit', giver)
    await take(offer, 'Accept', ana)
    expect((await take(offer, 'Reject', manager)).body.fields).toEqual({ comment: ['This field is required!'] })
    expect((await take(offer, 'Reject', manager, { comment: 'Too expensive' })).body).toMatchObject({
      state: RejectedByManagement,
      rejectReason: 'Too expensive',
    })
    for (const caller of [giver, ana]) await expect.poll(() => mailsTo(app, caller, `${offer.name} was rejected`).length).toBe(1)
    expect((await take(offer, 'Revise', giver)).body).toMatchObject({
      state: Draft,
      rejectReason: null,
      decidedBy: null,
      decidedDate: null,
    })
  })
  it('need no reason from the target if the defaults do not require one', async () => {
    await setDefaults({ requireDeclineReason: false })
    const { offer } = await setUp(30, ['Submit'])
    expect((await take(offer, 'Decline', ana)).body.state).toBe(DeclinedByTarget)
    await setDefaults({})
  })
})

it('O6: returns an offer to a suspended user to its author with a notification', async () => {
  for (const steps of [['Submit'], ['Submit', 'Accept']]) {
    const target = await app.signInAs(working, { isNew: true })
    const { project, record } = await createContractWithHours(app)
    const offer = await createOffer(app, { project, target, lines: [offerLine(record, 5)], by: giver })
    for (const step of steps) await take(offer, step, step === 'Submit' ? giver : target)
    expect((await admin('PUT', `/api/users/${target.userId}/Suspend`)).status).toBe(200)
    expect(await readOffer(offer, giver)).toMatchObject({ state: Draft, submittedDate: null })
    await expect.poll(() => mailsTo(app, giver, `${offer.name} is a draft again`).length).toBe(1)
    expect((await take(offer, 'Submit', giver)).body.message).toContain('is suspended.')
  }
})

describe('offer approval', () => {
  it("moves hours as in the example: same revenue, the target's cost, a lower balance", async () => {
    const bea = await app.signInAs(working, { isNew: true })
    await admin('PUT', `/api/users/${bea.userId}/LaborRates`, { rates: [{ laborType: 2, costRate: 90 }] })
    const { project, record, contract } = await createContractWithHours(app)
    const sums = async () => {
      const all = (await admin('GET', `/api/projects/${project.id}/Contracts`, undefined, { query: { itemsPerPage: -1 } })).body.items
      const sum = (key: string) => all.reduce((total: number, item: AnyRow) => total + item[key], 0)
      return { revenue: sum('totalRevenue'), cost: sum('totalCost'), hours: sum('laborHours') }
    }
    const before = await sums()
    const offer = await createOffer(app, { project, target: bea, lines: [offerLine(record, 30)], by: giver })
    await take(offer, 'Submit', giver)
    await take(offer, 'Accept', bea)
    await take(offer, 'Approve', manager)
    // 30 h x (90 - 75) x 1.1
    expect(await sums()).toEqual({ revenue: before.revenue, cost: before.cost + 495, hours: 80 })
    expect(await leftIn(project, record, march)).toBe(10)
    const board = (await admin('GET', `/api/boards/SmallBoard/${project.id}`, undefined, { query: { from: march, to: april } })).body
    const entries = JSON.stringify(board)
    expect(entries).toContain(bea.userId)
    const amended = board.rows.find(({ contract: { type } }: AnyRow) => type === 2)
    expect(amended).toMatchObject({ hours: 0, isTentative: false })
    // She now has hours in the project, so she sees it despite its access list.
    await addToAccessList(app, project, admin.userId)
    expect((await bea('GET', `/api/projects/${project.id}`)).status).toBe(200)
    expect((await giver('GET', `/api/projects/${project.id}`)).status).toBe(404)
    expect(await readOffer(offer, giver)).toMatchObject({ project: { number: project.number }, isProjectSeen: false })
    expect((await admin('PUT', `/api/contracts/${contract.id}/Archive`, {})).body.message).toContain('-O01')
  })
  it('adds hours at contract rates, if the defaults allow it', async () => {
    const { project, contract } = await createContractWithHours(app)
    const lines = [{ contractId: contract.id, phaseType: 5, laborType: 2, month: may, hours: 10 }]
    const offer = await createOffer(app, { project, target: ana, lines, by: giver })
    for (const [step, caller] of [
      ['Submit', giver],
      ['Accept', ana],
      ['Approve', manager],
    ] as const)
      await take(offer, step, caller)
    expect(await readOfferContract(offer)).toMatchObject({ laborHours: 10, totalRevenue: 1800, totalCost: 825 })
    await setDefaults({ allowAdditionalHours: false })
    const refused = await giver('POST', '/api/resourceOffers', { projectId: project.id, targetUserId: ana.userId, lines })
    expect(refused.body.fields).toEqual({ 'lines[0].phaseRecordId': ['Hours can only be moved, not added.'] })
    await setDefaults({})
    const more = async (change: AnyRow) =>
      (await giver('POST', '/api/resourceOffers', { projectId: project.id, targetUserId: ana.userId, lines: [{ ...lines[0], ...change }] }))
        .body.fields
    expect(await more({ phaseType: 6 })).toEqual({ 'lines[0].phaseType': ['A phase on hold has no hours.'] })
    expect(await more({ contractId: null, laborType: null })).toEqual({
      'lines[0].contractId': ['This field is required!'],
      'lines[0].laborType': ['This field is required!'],
    })
    const draft = await givenContract(app, project)
    expect(Object.keys(await more({ contractId: draft.id }))).toEqual(['lines[0].contractId'])
  })
  it('amends fixed-fee phases without selling the hours twice', async () => {
    const project = await createProject(app)
    const { contract, phase, records } = await createContractWithHours(app, [{ hours: 80 }], project)
    await app.sql('update construction_phases set fee_type = 2, fee = 500000 where id = $1', [phase.id])
    const offer = await createOffer(app, { project, target: ana, lines: [offerLine(records[0] ?? {}, 5)], by: giver })
    for (const [step, caller] of [
      ['Submit', giver],
      ['Accept', ana],
      ['Approve', manager],
    ] as const)
      await take(offer, step, caller)
    const { items } = (await admin('GET', `/api/contracts/${(await readOffer(offer)).contractId}/Phases`)).body
    expect(items[0].records.map(({ sellRate }: AnyRow) => sellRate)).toEqual([0, 0])
    expect(contract.project.id).toBe(project.id)
  })
  it('requires an active project, which cannot be closed while an offer is pending', async () => {
    const { offer, project } = await setUp(30, ['Submit', 'Accept'])
    await activateProject(app, project)
    expect((await admin('PUT', `/api/projects/${project.id}/Close`, {})).body.message).toBe(
      `The project cannot be closed: the offer ${offer.name} is pending.`,
    )
    await app.sql('update projects set stage = $2 where id = $1', [project.id, ProjectStage.Closed])
    expect((await take(offer, 'Approve', manager)).body.message).toBe('The project is closed.')
    expect((await readOffer(offer)).state).toBe(PendingManagement)
  })
  it('O4: is undone by archiving its contract, which returns only while hours are available', async () => {
    const { offer, project, record } = await setUp(30, full)
    const contract = await readOfferContract(offer)
    const archive = (step: string) => admin('PUT', `/api/contracts/${contract.id}/${step}`, {})
    expect((await archive('Archive')).status).toBe(200)
    expect(await leftIn(project, record, march)).toBe(40)
    const { offer: other } = await setUp(35, full, {
      ...(await createContractWithHours(app)),
      project,
      record,
      contract: {},
      phase: {},
      records: [],
    })
    expect((await archive('Unarchive')).body.message).toContain('not be enough hours in Mar 2026')
    await admin('PUT', `/api/contracts/${(await readOffer(other)).contractId}/Archive`, {})
    expect((await archive('Unarchive')).status).toBe(200)
    expect(await leftIn(project, record, march)).toBe(10)
  })
  it('makes the hours of the target a separate source', async () => {
    const { offer, project } = await setUp(30, full)
    const rows = (await balance(project, { userId: ana.userId }, await app.signInAs([...giving, 'ResourceOffers.CreateForOthers']))).body
      .rows
    const own = rows.find(({ user }: AnyRow) => user?.id === ana.userId)
    expect(own).toMatchObject({ months: { [march]: 30 }, contract: { number: `${project.number}-O01` } })
    const next = await createOffer(app, {
      project,
      target: giver,
      lines: [offerLine({ id: own.phaseRecordId }, 10)],
      more: { sourceUserId: ana.userId },
    })
    await take(next, 'Submit', admin)
    const accepts = await app.signInAs([...working, ...giving])
    await app.sql('update resource_offers set target_user_id = $2 where id = $1', [next.id, accepts.userId])
    await take(next, 'Accept', accepts)
    expect((await take(next, 'Approve', manager)).status).toBe(200)
    expect(await admin('PUT', `/api/contracts/${(await readOffer(offer)).contractId}/Archive`, {})).toMatchObject({ status: 409 })
  })
  it('O5: rejects contract edits that remove used hours and names the users', async () => {
    const { offer, project, contract, phase, record } = await setUp(30, full)
    await admin('PUT', `/api/contracts/${contract.id}/Unlock`, {})
    const at = `/api/contracts/${contract.id}/Phases/${phase.id}/Records/${record.id}`
    const fewer = await admin('PUT', at, { type: 1, laborType: 2, hours: 59 })
    expect(fewer).toMatchObject({
      status: 409,
      body: { message: `There would not be enough hours in Mar 2026: ${project.number}-O01 ${offer.name} uses them.` },
    })
    expect((await admin('PUT', at, { type: 1, laborType: 2, hours: 60 })).status).toBe(200)
    expect((await admin('DELETE', at)).status).toBe(409)
  })
  it('never spends hours twice: of fifty concurrent approvals, only as many win as fit', async () => {
    const plan = await createContractWithHours(app)
    const offers: AnyRow[] = []
    for (let index = 0; index < 50; index++) offers.push((await setUp(5, ['Submit', 'Accept'], plan)).offer)
    const answers = await Promise.all(offers.map((offer) => take(offer, 'Approve', manager)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(8)
    for (const { status, body } of answers)
      if (status !== 200)
        expect({ status, message: body.message }).toMatchObject({ status: 409, message: expect.stringContaining('Only 0 h are left') })
    expect(await leftIn(plan.project, plan.record, march)).toBe(0)
    const [counted] = await app.sql('select count(*)::int as n from contracts where project_id = $1 and type = 2', [plan.project.id])
    expect(counted).toEqual({ n: 8 })
  })
})
