import { beforeAll, describe, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createContractWithHours, createOffer, march, may, offerLine, offerTransition } from '../../../test/kit/fixtures/offers.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { canDeleteOffer } from '../../model/offers/offer-steps.ts'
import { canDeleteShift } from '../../model/offers/shift-steps.ts'
import { internalPermissions, type Permission } from '../../model/permissions.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

/** Tests domain 7.4 and 7.5 apart from the states: who may take a step, in which project, and the effect on hours. */
const app = await startApp()
const { admin } = app
const takeOffer = offerTransition('resourceOffers')
const takeShift = offerTransition('resourceShiftRequests')
beforeAll(() => setDefaultRates(app))

const everything = (...but: Permission[]) => internalPermissions.filter((name) => !but.includes(name))
const as = (permissions: readonly Permission[]) => app.signInAs(permissions, { isNew: true })
const signInPlanner = () => as(everything('ResourceOffers.Manage', 'ResourceShiftRequests.Manage'))
const move = (record: AnyRow, hours = 8) => ({ phaseRecordId: record.id, fromMonth: march, toMonth: may, hours })
const shiftBody = (project: AnyRow, record: AnyRow, more: AnyRow = {}) => ({
  name: 'Later',
  projectId: project.id,
  reason: 'Away',
  lines: [move(record)],
  ...more,
})
async function givenShift(project: AnyRow, record: AnyRow, by: Caller, more: AnyRow = {}): Promise<AnyRow> {
  const { status, body } = await by('POST', '/api/resourceShiftRequests', shiftBody(project, record, more))
  expect([status, body.fields]).toEqual([201, undefined])
  return body
}
const readState = async (path: string, { id }: AnyRow) => (await admin('GET', `/api/${path}/${id}`)).body.state

describe('step ownership', () => {
  it('lets author and source submit, recall and revise an offer for others; managers cannot', async () => {
    const [planner, source, target, manager] = [
      await as(everything()),
      await signInPlanner(),
      await signInPlanner(),
      await as(everything()),
    ]
    const { project, record } = await createContractWithHours(app)
    const shiftInput = { project, target, lines: [offerLine(record, 8)], by: planner, more: { sourceUserId: source.userId } }
    const offer = await createOffer(app, shiftInput)
    for (const [caller, back] of [
      [planner, source],
      [source, planner],
    ] as const) {
      expect((await takeOffer(offer, 'Submit', manager)).status).toBe(403)
      expect((await takeOffer(offer, 'Submit', caller)).status).toBe(200)
      expect((await takeOffer(offer, 'Recall', manager)).status).toBe(403)
      expect((await takeOffer(offer, 'Recall', back)).status).toBe(200)
      await takeOffer(offer, 'Submit', caller)
      expect((await takeOffer(offer, 'Decline', target, { comment: 'No' })).status).toBe(200)
      expect((await takeOffer(offer, 'Revise', manager)).status).toBe(403)
      expect((await takeOffer(offer, 'Revise', back)).status).toBe(200)
    }
    const body = { projectId: project.id, targetUserId: target.userId, lines: [offerLine(record, 9)] }
    expect((await manager('PUT', `/api/resourceOffers/${offer.id}`, body)).status).toBe(403)
    expect((await source('PUT', `/api/resourceOffers/${offer.id}`, body)).body).toMatchObject({
      hours: 9,
      sourceUser: { id: source.userId },
    })
  })

  it('lets author and requester handle a shift request, and notifies both of the decision', async () => {
    const [planner, ana, manager] = [await signInPlanner(), await signInPlanner(), await as(everything())]
    const { project, record } = await createContractWithHours(app, [{ userId: ana.userId, hours: 80 }])
    const shift = await givenShift(project, record, planner, { requesterUserId: ana.userId })
    for (const caller of [planner, ana]) {
      expect((await takeShift(shift, 'Submit', manager)).status).toBe(403)
      expect((await takeShift(shift, 'Submit', caller)).status).toBe(200)
      expect((await takeShift(shift, 'Recall', manager)).status).toBe(403)
      expect((await takeShift(shift, 'Recall', caller)).status).toBe(200)
      await takeShift(shift, 'Submit', caller)
      // A user cannot approve their own request unless they manage all; the user who wrote it for someone else can.
      expect((await takeShift(shift, 'Approve', ana)).status).toBe(403)
      expect((await takeShift(shift, 'Reject', manager, { comment: 'No' })).status).toBe(200)
      expect((await takeShift(shift, 'Revise', manager)).status).toBe(403)
      expect((await takeShift(shift, 'Revise', caller)).status).toBe(200)
    }
    await takeShift(shift, 'Submit', ana)
    expect((await takeShift(shift, 'Approve', planner)).status).toBe(200)
    const { items } = (await ana('GET', '/api/inbox')).body
    const shiftEntries = items.filter(({ entity, entityId }: AnyRow) => entity === 'resourceShiftRequests' && entityId === shift.id)
    expect(shiftEntries.map(({ title }: AnyRow) => title)).toEqual(['Later was approved', 'Later was rejected', 'Later was rejected'])
  })
})

describe('every state', () => {
  it('allows changing an offer only as a draft, and deleting it only while not pending', async () => {
    const giver = await signInPlanner()
    const { project, record } = await createContractWithHours(app)
    for (const { value, label } of ResourceOfferState.values) {
      const offer = await createOffer(app, { project, target: admin, lines: [offerLine(record, 8)], by: giver })
      await app.sql('update resource_offers set state = $2 where id = $1', [offer.id, value])
      const body = { projectId: project.id, targetUserId: admin.userId, lines: [offerLine(record, 9)] }
      const changed = await giver('PUT', `/api/resourceOffers/${offer.id}`, body)
      const isDraft = value === ResourceOfferState.Draft
      expect([label, changed.status]).toEqual([label, isDraft ? 200 : 409])
      if (!isDraft) expect(changed.body.message).toBe(`An offer cannot be changed while ${label}.`)
      const deletion = await giver('DELETE', `/api/resourceOffers/${offer.id}`)
      const canDelete = ['Draft', 'Declined By Target', 'Rejected By Management'].includes(label)
      expect([label, deletion.status, canDeleteOffer({ state: value })]).toEqual([label, canDelete ? 204 : 409, canDelete])
    }
  })
  it('allows the same for a shift request', async () => {
    const requester = await signInPlanner()
    const { project, record } = await createContractWithHours(app)
    for (const { value, label } of ResourceShiftRequestState.values) {
      const shift = await givenShift(project, record, requester)
      await app.sql('update resource_shift_requests set state = $2 where id = $1', [shift.id, value])
      const changed = await requester('PUT', `/api/resourceShiftRequests/${shift.id}`, shiftBody(project, record, { reason: 'Still away' }))
      expect([label, changed.status]).toEqual([label, value === ResourceShiftRequestState.Draft ? 200 : 409])
      const deletion = await requester('DELETE', `/api/resourceShiftRequests/${shift.id}`)
      const canDelete = ['Draft', 'Rejected'].includes(label)
      expect([label, deletion.status, canDeleteShift({ state: value })]).toEqual([label, canDelete ? 204 : 409, canDelete])
    }
  })
  it('lets only the author or a manager of all delete it', async () => {
    const [requester, other, manager] = [await signInPlanner(), await signInPlanner(), await as(everything())]
    const { project, record } = await createContractWithHours(app)
    const shift = await givenShift(project, record, requester)
    await app.sql('update resource_shift_requests set requester_user_id = $2 where id = $1', [shift.id, other.userId])
    const at = `/api/resourceShiftRequests/${shift.id}`
    expect(await other('DELETE', at)).toMatchObject({ status: 403, body: { detail: 'ResourceShiftRequests.Manage' } })
    expect((await manager('DELETE', at)).status).toBe(204)
  })
})

describe('project of a request', () => {
  it('is active: rejects requests in a lead or a closed project', async () => {
    const { project, record } = await createContractWithHours(app)
    const target = await signInPlanner()
    const offer = { projectId: project.id, targetUserId: target.userId, lines: [offerLine(record, 8)] }
    const answers = async () => [
      await admin('POST', '/api/resourceOffers', offer),
      await admin('POST', '/api/resourceShiftRequests', shiftBody(project, record)),
    ]
    for (const stage of [ProjectStage.Closed, ProjectStage.Archived]) {
      await app.sql('update projects set stage = $2 where id = $1', [project.id, stage])
      for (const answer of await answers()) expect(answer).toMatchObject({ status: 409, body: { message: 'The project is closed.' } })
    }
    await app.sql('update projects set stage = $2 where id = $1', [project.id, ProjectStage.Lead])
    for (const { status, body } of await answers()) expect([status, Object.keys(body.fields)]).toEqual([400, ['projectId']])
    await app.sql('update projects set stage = $2 where id = $1', [project.id, ProjectStage.Active])
    for (const { status } of await answers()) expect(status).toBe(201)
  })
  it('deletes pending requests with it and restores them unchanged', async () => {
    const { project, record } = await createContractWithHours(app)
    const target = await signInPlanner()
    const offer = await createOffer(app, { project, target, lines: [offerLine(record, 8)] })
    await takeOffer(offer, 'Submit', admin)
    const shift = await givenShift(project, record, admin)
    await takeShift(shift, 'Submit', admin)
    const seen = async () => [
      (await target('GET', `/api/resourceOffers/${offer.id}`)).body.state,
      (await admin('GET', `/api/resourceShiftRequests/${shift.id}`)).body.state,
      (await target('GET', '/api/inbox')).body.items.filter(({ entityId }: AnyRow) => entityId === offer.id).length,
    ]
    expect(await seen()).toEqual([1, 1, 1])
    expect((await admin('DELETE', `/api/projects/${project.id}`)).status).toBe(204)
    expect(await seen()).toEqual([undefined, undefined, 0])
    expect((await takeOffer(offer, 'Accept', target)).status).toBe(404)
    expect((await admin('PUT', `/api/projects/${project.id}/restore`, {})).status).toBe(200)
    expect(await seen()).toEqual([1, 1, 1])
  })
})

describe('shift', () => {
  it('keeps unassigned hours unassigned; hours of others cannot be shifted', async () => {
    const [requester, other] = [await signInPlanner(), await signInPlanner()]
    const { project, records } = await createContractWithHours(app, [
      { hours: 80, genericName: 'Video' },
      { userId: other.userId, hours: 20 },
    ])
    const [generic = {}, personRecord = {}] = records
    const refused = await requester('POST', '/api/resourceShiftRequests', shiftBody(project, personRecord))
    expect(refused.body.fields).toEqual({ 'lines[0].phaseRecordId': ['These hours belong to someone else.'] })
    const shift = await givenShift(project, generic, requester)
    expect(shift.board.person.moved).toEqual({ [march]: 0, [may]: 0 })
    await takeShift(shift, 'Submit', requester)
    const { contractId } = (await takeShift(shift, 'Approve', admin)).body
    const { items } = (await admin('GET', `/api/contracts/${contractId}/Phases`)).body
    expect(items.flatMap(({ records: itemRecords }: AnyRow) => itemRecords)).toMatchObject([
      { hours: -8, user: null, genericName: 'Video', sourceRecordId: generic.id },
      { hours: 8, user: null, genericName: 'Video', sourceRecordId: null },
    ])
    expect((await admin('GET', `/api/contracts/${contractId}/ActivityLogs`)).body.items.at(-1)).toMatchObject({
      type: 3,
      title: 'Created by an approved shift request',
    })
  })
  it('is approved only while its hours are available', async () => {
    const requester = await signInPlanner()
    const { project, record } = await createContractWithHours(app)
    const both = [
      await givenShift(project, record, requester, { lines: [move(record, 30)] }),
      await givenShift(project, record, requester, { lines: [move(record, 30)] }),
    ]
    for (const shift of both) expect((await takeShift(shift, 'Submit', requester)).status).toBe(200)
    const [first = {}, second = {}] = both
    expect((await takeShift(first, 'Approve', admin)).status).toBe(200)
    expect((await takeShift(second, 'Approve', admin)).body.message).toContain('Only 10 h are left in Mar 2026')
    expect(await readState('resourceShiftRequests', second)).toBe(ResourceShiftRequestState.PendingManagement)
  })
  it('notifies the users from the defaults, also by mail', async () => {
    const [requester, notified] = [await signInPlanner(), await as(['ResourceShiftRequests.View', 'ResourceShiftRequests.Manage'])]
    await admin('PUT', '/api/dnaDefaults/ShiftRequests', { notifyUserIds: [notified.userId] })
    const { project, record } = await createContractWithHours(app)
    const shift = await givenShift(project, record, requester, { name: 'Told to one' })
    await takeShift(shift, 'Submit', requester)
    const mails = () => app.mails().filter(({ to }) => to === notified.email)
    await expect.poll(() => mails().map(({ subject }) => subject)).toEqual(['Told to one is waiting for approval'])
    expect(mails()[0]?.links[0]).toContain(`/manage-shift-requests/${shift.id}`)
    await admin('PUT', '/api/dnaDefaults/ShiftRequests', { notifyUserIds: [] })
  })
})

describe('offer', () => {
  it('is approved only while its hours are available, and stays pending otherwise', async () => {
    const [giver, target] = [await signInPlanner(), await signInPlanner()]
    const { project, record } = await createContractWithHours(app)
    const both: AnyRow[] = []
    for (const hours of [30, 20]) {
      const offer = await createOffer(app, { project, target, lines: [offerLine(record, hours)], by: giver })
      await takeOffer(offer, 'Submit', giver)
      await takeOffer(offer, 'Accept', target)
      both.push(offer)
    }
    const [first = {}, second = {}] = both
    expect((await takeOffer(first, 'Approve', admin)).status).toBe(200)
    expect((await takeOffer(second, 'Approve', admin)).body.message).toContain('Only 10 h are left in Mar 2026')
    expect(await readState('resourceOffers', second)).toBe(ResourceOfferState.PendingManagement)
    for (const step of ['Recall', 'Revise', 'Reject'])
      expect((await takeOffer(first, step, admin, { comment: 'Why' })).body.message).toBe(`${step} is not possible while Approved.`)
    const { contractId } = (await admin('GET', `/api/resourceOffers/${first.id}`)).body
    expect((await admin('PUT', `/api/contracts/${contractId}/Archive`, {})).status).toBe(200)
    expect(await readState('resourceOffers', first)).toBe(ResourceOfferState.Approved)
    expect((await takeOffer(second, 'Approve', admin)).status).toBe(200)
  })
})

it('shows the remaining capacity of the target, the same before and after the decision', async () => {
  const [giver, target] = [await signInPlanner(), await signInPlanner()]
  await createContractWithHours(app, [{ userId: target.userId, hours: 40 }])
  const { project, record } = await createContractWithHours(app)
  const offer = await createOffer(app, { project, target, lines: [offerLine(record, 30)], by: giver })
  const time = { capacity: { [march]: 176 }, planned: { [march]: 20 }, moved: { [march]: 30 } }
  const seen = async (caller: Caller) => (await caller('GET', `/api/resourceOffers/${offer.id}`)).body.board.person
  expect(await seen(giver)).toMatchObject({ user: { id: target.userId }, ...time })
  await takeOffer(offer, 'Submit', giver)
  expect(await seen(target)).toMatchObject(time)
  await takeOffer(offer, 'Accept', target)
  expect((await takeOffer(offer, 'Approve', admin)).status).toBe(200)
  expect(await seen(target)).toMatchObject(time)
  const { firm } = (await admin('GET', '/api/workload', undefined, { query: { from: march, to: march } })).body.people.find(
    ({ user }: AnyRow) => user.id === target.userId,
  )
  expect(firm).toEqual({ [march]: 50 })
})

describe('offer lists', () => {
  it('can be searched by project and people, and exported as shown: to me, from me, or all', async () => {
    const me = await signInPlanner()
    await app.sql(`update users set first_name = 'Wilhelmina', last_name = 'Okonkwo' where id = $1`, [me.userId])
    const { project, record } = await createContractWithHours(app, [{ hours: 80 }, { userId: me.userId, hours: 20 }])
    const other = await signInPlanner()
    const toMe = await createOffer(app, { project, target: me, lines: [offerLine(record, 8)], by: other, more: { name: 'Toward her' } })
    const fromMe = await createOffer(app, {
      project,
      target: other,
      lines: [offerLine(record, 8)],
      by: me,
      more: { name: 'Away from her' },
    })
    const named = async (query: AnyRow) =>
      (await me('GET', '/api/resourceOffers', undefined, { query })).body.items.map(({ id }: AnyRow) => id).sort()
    const all = [toMe.id, fromMe.id].sort()
    for (const search of [project.number, project.name, 'Okonkwo', 'wilhelmina'])
      expect([search, await named({ search })]).toEqual([search, all])
    expect(await named({ search: 'Toward' })).toEqual([toMe.id])
    expect(await named({ search: 'Okonkwo', direction: 'fromMe' })).toEqual([fromMe.id])
    const written = async (query: AnyRow) => {
      const { id } = (await me('GET', '/api/resourceOffers/Export', undefined, { query })).body
      return JSON.stringify(readWorkbook((await me('GET', (await waitForFile(me, id)).url)).body))
    }
    const sheets = [await written({}), await written({ direction: 'toMe' }), await written({ direction: 'fromMe', search: project.number })]
    expect(sheets.map((sheet) => [sheet.includes('Toward her'), sheet.includes('Away from her')])).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ])
  })
  it('require months in order for available hours', async () => {
    const { project } = await createContractWithHours(app)
    const query = { projectId: project.id, from: may, to: march }
    for (const path of ['resourceOffers', 'resourceShiftRequests'])
      expect(await admin('GET', `/api/${path}/Balance`, undefined, { query })).toMatchObject({
        status: 400,
        body: { fields: { to: ['The last month is before the first.'] } },
      })
  })
})
