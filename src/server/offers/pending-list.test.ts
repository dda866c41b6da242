import { beforeAll, expect, it } from 'vitest'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createContractWithHours, createOffer, march, may, offerTransition } from '../../../test/kit/fixtures/offers.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import type { Permission } from '../../model/permissions.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const takeOffer = offerTransition('resourceOffers')
const takeShift = offerTransition('resourceShiftRequests')
beforeAll(() => setDefaultRates(app))

const as = (permissions: Permission[]) => app.signInAs(permissions, { isNew: true })
const fetchWidget = (caller: Caller, key: string) => caller('GET', `/api/dashboard/Widgets/${key}`)
const idsIn = async (caller: Caller, key: string) => (await fetchWidget(caller, key)).body.items.map(({ id }: AnyRow) => id)
const offerBy = async (by: Caller, target: Caller, steps: [string, Caller][] = []) => {
  const { project, record } = await createContractWithHours(app)
  const offer = await createOffer(app, { project, target, lines: [{ phaseRecordId: record.id, month: march, hours: 8 }], by })
  for (const [step, caller] of steps) expect((await takeOffer(offer, step, caller)).status).toBe(200)
  return offer
}
const giving: Permission[] = ['Projects.View', 'ResourceOffers.View', 'ResourceOffers.Create', 'ResourceOffers.Update']
const working: Permission[] = ['ResourceOffers.View', 'ResourceOffers.Accept', 'ResourceOffers.Decline']

it('lists offers to me, longest first, with actions; accepted ones wait for management', async () => {
  const [giver, ana, other] = [await as(giving), await as(working), await as(working)]
  const manager = await as(['ResourceOffers.Manage', 'ResourceOffers.Approve', 'ResourceOffers.Reject', 'Dashboard.ViewAllWidgets'])
  const second = await offerBy(giver, ana)
  const first = await offerBy(giver, ana, [['Submit', giver]])
  await takeOffer(second, 'Submit', giver)
  await offerBy(giver, other, [['Submit', giver]])
  await offerBy(giver, ana)
  const waiting = (await fetchWidget(ana, 'offersForMe')).body
  expect(waiting).toMatchObject({
    total: 2,
    items: [{ id: first.id, sourceUser: { id: giver.userId }, hours: 8, actions: ['Accept', 'Decline'] }, { id: second.id }],
  })
  expect(await idsIn(manager, 'pendingOffers')).toEqual([])
  await takeOffer(second, 'Accept', ana)
  expect(await idsIn(ana, 'offersForMe')).toEqual([first.id])
  expect((await fetchWidget(manager, 'pendingOffers')).body).toMatchObject({
    total: 1,
    items: [{ id: second.id, actions: ['Approve', 'Reject'] }],
  })
  await takeOffer(second, 'Approve', manager)
  expect(await idsIn(manager, 'pendingOffers')).toEqual([])
  expect((await fetchWidget(giver, 'myRequests')).body).toEqual({
    offers: [
      { state: ResourceOfferState.Draft, count: 1 },
      { state: ResourceOfferState.PendingTarget, count: 2 },
      { state: ResourceOfferState.Approved, count: 1 },
    ],
    shiftRequests: null,
  })
  expect((await fetchWidget(ana, 'myRequests')).body.offers).toEqual([])
})

it('lists shift requests for management and counts them for the requester', async () => {
  const asking: Permission[] = [
    'Projects.View',
    'ResourceShiftRequests.View',
    'ResourceShiftRequests.Create',
    'ResourceShiftRequests.Update',
  ]
  const requester = await as(asking)
  const manager = await as(['ResourceShiftRequests.Manage', 'ResourceShiftRequests.Approve', 'Dashboard.ViewAllWidgets'])
  const { project, record } = await createContractWithHours(app, [{ userId: requester.userId, hours: 80 }])
  const body = {
    name: 'Later',
    projectId: project.id,
    reason: 'On vacation',
    lines: [{ phaseRecordId: record.id, fromMonth: march, toMonth: may, hours: 12 }],
  }
  const shift = (await requester('POST', '/api/resourceShiftRequests', body)).body
  await requester('POST', '/api/resourceShiftRequests', body)
  expect(await idsIn(manager, 'pendingShiftRequests')).toEqual([])
  await takeShift(shift, 'Submit', requester)
  expect((await fetchWidget(manager, 'pendingShiftRequests')).body).toMatchObject({
    total: 1,
    items: [{ id: shift.id, actions: ['Approve'] }],
  })
  const { Draft, PendingManagement } = ResourceShiftRequestState
  expect((await fetchWidget(requester, 'myRequests')).body).toEqual({
    offers: null,
    shiftRequests: [
      { state: Draft, count: 1 },
      { state: PendingManagement, count: 1 },
    ],
  })
})

const needed: [key: string, names: Permission[]][] = [
  ['offersForMe', ['ResourceOffers.View']],
  ['pendingOffers', ['ResourceOffers.Manage', 'ResourceOffers.Approve', 'Dashboard.ViewAllWidgets']],
  ['pendingShiftRequests', ['ResourceShiftRequests.Manage', 'ResourceShiftRequests.Approve', 'Dashboard.ViewAllWidgets']],
]
it.each(needed)('requires all permissions for %s', async (key, names) => {
  for (const missing of names) {
    const caller = await as(names.filter((name) => name !== missing))
    expect([missing, (await fetchWidget(caller, key)).status]).toEqual([missing, 403])
    expect((await caller('GET', '/api/dashboard')).body.widgets).not.toContain(key)
  }
  const caller = await as(names)
  expect((await fetchWidget(caller, key)).status).toBe(200)
  expect((await caller('GET', '/api/dashboard')).body.widgets).toContain(key)
})

it('shows my requests to users who see offers or shift requests', async () => {
  for (const name of ['ResourceOffers.View', 'ResourceShiftRequests.View'] as const) {
    const caller = await as([name])
    expect((await fetchWidget(caller, 'myRequests')).status).toBe(200)
    expect((await caller('GET', '/api/dashboard')).body.widgets).toContain('myRequests')
  }
  const caller = await as(['Projects.View'])
  expect((await fetchWidget(caller, 'myRequests')).status).toBe(403)
  expect((await caller('GET', '/api/dashboard')).body.widgets).not.toContain('myRequests')
  expect((await admin('GET', '/api/dashboard')).body.widgets).toEqual(
    expect.arrayContaining(['offersForMe', 'pendingOffers', 'pendingShiftRequests', 'myRequests']),
  )
})
