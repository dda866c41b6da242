import { beforeAll, describe, expect, it } from 'vitest'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createContractWithHours, createOffer, march, may, offerTransition } from '../../../test/kit/fixtures/offers.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { InboxMail } from '../../model/inbox/inbox.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const takeOffer = offerTransition('resourceOffers')
const takeShift = offerTransition('resourceShiftRequests')
const giving: Permission[] = ['Projects.View', 'ResourceOffers.View', 'ResourceOffers.Create', 'ResourceOffers.Update']
const working: Permission[] = ['ResourceOffers.View', 'ResourceOffers.Accept', 'ResourceOffers.Decline']
const managing: Permission[] = ['ResourceOffers.Manage', 'ResourceOffers.Approve', 'ResourceOffers.Reject']
const asking: Permission[] = [
  'Projects.View',
  'ResourceShiftRequests.View',
  'ResourceShiftRequests.Create',
  'ResourceShiftRequests.Update',
  'ResourceShiftRequests.Delete',
]
const managingShifts: Permission[] = ['ResourceShiftRequests.Manage', 'ResourceShiftRequests.Approve', 'ResourceShiftRequests.Reject']
beforeAll(() => setDefaultRates(app))

const as = (permissions: Permission[]) => app.signInAs(permissions, { isNew: true })
async function entriesFor(caller: Caller, entity: string, { id }: AnyRow, query: AnyRow = {}) {
  const { items } = (await caller('GET', '/api/inbox', undefined, { query })).body
  return items.filter((item: AnyRow) => item.entity === entity && item.entityId === id)
}
const reasonsIn = async (caller: Caller, entity: string, row: AnyRow) =>
  (await entriesFor(caller, entity, row)).map(({ reason, title }: AnyRow) => `${reason}: ${title.replace(row.name, 'It')}`)

async function offered() {
  const [giver, target] = [await as(giving), await as(working)]
  const { project, record } = await createContractWithHours(app)
  const offer = await createOffer(app, { project, target, lines: [{ phaseRecordId: record.id, month: march, hours: 30 }], by: giver })
  return { giver, target, offer, project }
}
const readOfferReasons = (caller: Caller, offer: AnyRow) => reasonsIn(caller, 'resourceOffers', offer)

describe('offers', () => {
  it('wait in the inbox of each decider in turn, and leave it after the decision', async () => {
    const { giver, target, offer, project } = await offered()
    const [anna, ben] = [await as(managing), await as(managing)]
    await takeOffer(offer, 'Submit', giver)
    expect(await entriesFor(target, 'resourceOffers', offer)).toEqual([
      expect.objectContaining({
        kind: 'offer',
        reason: 'approval',
        title: `You have been offered hours: ${offer.name}`,
        text: `30 h on ${project.name}`,
        link: `/offers/${offer.id}`,
        by: expect.objectContaining({ id: giver.userId }),
        // The target of an offer may not be able to see the project.
        project: null,
      }),
    ])
    for (const caller of [anna, giver]) expect(await readOfferReasons(caller, offer)).toEqual([])
    await takeOffer(offer, 'Accept', target)
    expect(await readOfferReasons(target, offer)).toEqual([])
    for (const caller of [anna, ben])
      expect(await entriesFor(caller, 'resourceOffers', offer)).toEqual([
        expect.objectContaining({ reason: 'approval', title: `${offer.name} is waiting for approval`, link: `/manage-offers/${offer.id}` }),
      ])
    expect((await takeOffer(offer, 'Approve', anna)).status).toBe(200)
    for (const caller of [anna, ben]) expect(await readOfferReasons(caller, offer)).toEqual([])
    for (const caller of [giver, target]) expect(await readOfferReasons(caller, offer)).toEqual(['assigned: It was approved'])
  })

  it('leave inboxes when recalled, and return when submitted again', async () => {
    const { giver, target, offer } = await offered()
    for (const expected of [1, 2]) {
      await takeOffer(offer, 'Submit', giver)
      expect(await readOfferReasons(target, offer)).toEqual(['approval: You have been offered hours: It'])
      await takeOffer(offer, 'Recall', giver)
      expect(await readOfferReasons(target, offer)).toEqual([])
      expect(await entriesFor(target, 'resourceOffers', offer, { place: 'done' })).toHaveLength(expected)
    }
  })

  it('notify about declined, rejected and withdrawn offers of a suspended user', async () => {
    const { giver, target, offer } = await offered()
    const manager = await as(managing)
    await takeOffer(offer, 'Submit', giver)
    await takeOffer(offer, 'Decline', target, { comment: 'On vacation' })
    expect((await entriesFor(giver, 'resourceOffers', offer))[0]).toMatchObject({
      title: `${offer.name} was declined`,
      text: expect.stringMatching(/: On vacation$/),
    })
    for (const [step, caller] of [
      ['Revise', giver],
      ['Submit', giver],
      ['Accept', target],
    ] as const)
      await takeOffer(offer, step, caller)
    await takeOffer(offer, 'Reject', manager, { comment: 'Too expensive' })
    expect(await readOfferReasons(target, offer)).toEqual(['assigned: It was rejected'])
    expect(await readOfferReasons(giver, offer)).toEqual(['assigned: It was rejected', 'assigned: It was declined'])
    await takeOffer(offer, 'Revise', giver)
    await takeOffer(offer, 'Submit', giver)
    await takeOffer(offer, 'Accept', target)
    expect(await readOfferReasons(manager, offer)).toEqual(['approval: It is waiting for approval'])
    expect((await app.admin('PUT', `/api/users/${target.userId}/Suspend`)).status).toBe(200)
    expect(await readOfferReasons(manager, offer)).toEqual([])
    expect((await readOfferReasons(giver, offer))[0]).toBe('assigned: It is a draft again')
  })

  it('notify watchers of a decision, but not users who switched it off', async () => {
    const { giver, target, offer } = await offered()
    const [anna, ben] = [await as([...managing, 'ResourceOffers.View']), await as([...managing, 'ResourceOffers.View'])]
    const at = `/api/watches/resourceOffers/${offer.id}`
    for (const caller of [giver, target]) expect((await caller('GET', at)).body).toEqual({ isOn: true, isByRole: true })
    expect((await ben('GET', at)).body).toEqual({ isOn: false, isByRole: false })
    expect((await giver('PUT', at, { isOn: false })).body).toEqual({ isOn: false, isByRole: false })
    await ben('PUT', at, { isOn: true })
    await target('PUT', at, { isOn: false })
    await takeOffer(offer, 'Submit', giver)
    expect(await readOfferReasons(target, offer), 'what is theirs to decide comes all the same').toHaveLength(1)
    await takeOffer(offer, 'Accept', target)
    await takeOffer(offer, 'Approve', anna)
    for (const caller of [giver, target]) expect(await readOfferReasons(caller, offer)).toEqual([])
    expect(await readOfferReasons(ben, offer)).toEqual(['watching: It was approved'])
    expect((await anna('GET', at)).body, 'who has decided').toEqual({ isOn: true, isByRole: true })
  })

  it('are mailed as each user has chosen', async () => {
    const { giver, target, offer } = await offered()
    const manager = await as(managing)
    await target('PUT', '/api/inbox/Settings', { mail: InboxMail.Never })
    await takeOffer(offer, 'Submit', giver)
    await takeOffer(offer, 'Accept', target)
    const mailsTo = (caller: Caller) => app.mails().filter(({ to, subject }) => to === caller.email && subject.includes(offer.name))
    await expect.poll(() => mailsTo(manager).length).toBe(1)
    await app.waitUntilIdle()
    expect(mailsTo(target)).toEqual([])
  })

  it('are hidden from users who cannot open them, and removed with their project', async () => {
    const { giver, target, offer } = await offered()
    const approver = await as(['ResourceOffers.Approve'])
    await takeOffer(offer, 'Submit', giver)
    await app.sql('update resource_offers set is_deleted = true where id = $1', [offer.id])
    expect(await readOfferReasons(target, offer)).toEqual([])
    await app.sql('update resource_offers set is_deleted = false where id = $1', [offer.id])
    expect(await readOfferReasons(target, offer)).toHaveLength(1)
    await takeOffer(offer, 'Accept', target)
    expect(await readOfferReasons(approver, offer)).toEqual([])
    const manager = await as(managing)
    await takeOffer(offer, 'Reject', manager, { comment: 'No' })
    await app.sql('update projects set is_deleted = true where id = $1', [offer.project.id])
    expect(await readOfferReasons(giver, offer)).toEqual([])
  })
})

it('notifies deciders of shift requests, and the requester of the decision', async () => {
  const [requester, anna, ben] = [await as(asking), await as(managingShifts), await as(managingShifts)]
  const { project, record } = await createContractWithHours(app, [{ userId: requester.userId, hours: 80 }])
  const shift = (
    await requester('POST', '/api/resourceShiftRequests', {
      name: 'After the vacation',
      projectId: project.id,
      reason: 'On vacation',
      lines: [{ phaseRecordId: record.id, fromMonth: march, toMonth: may, hours: 12 }],
    })
  ).body
  const shiftsOf = (caller: Caller) => reasonsIn(caller, 'resourceShiftRequests', shift)
  await takeShift(shift, 'Submit', requester)
  for (const caller of [anna, ben])
    expect(await entriesFor(caller, 'resourceShiftRequests', shift)).toEqual([
      expect.objectContaining({
        kind: 'shift request',
        reason: 'approval',
        title: 'After the vacation is waiting for approval',
        text: `12 h on ${project.name}: On vacation`,
        link: `/manage-shift-requests/${shift.id}`,
      }),
    ])
  await takeShift(shift, 'Recall', requester)
  for (const caller of [anna, ben]) expect(await shiftsOf(caller)).toEqual([])
  await takeShift(shift, 'Submit', requester)
  await takeShift(shift, 'Reject', ben, { comment: 'Not in May' })
  for (const caller of [anna, ben]) expect(await shiftsOf(caller)).toEqual([])
  expect(await entriesFor(requester, 'resourceShiftRequests', shift)).toEqual([
    expect.objectContaining({ reason: 'assigned', title: 'After the vacation was rejected', link: `/shift-requests/${shift.id}` }),
  ])
})
