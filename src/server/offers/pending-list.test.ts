import { beforeAll, expect, it } from 'vitest'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createContractWithHours, createOffer, march, may, offerTransition } from '../../../test/kit/fixtures/offers.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import type { Permission } from '../../model/permissions.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const house = await startApp()
const { admin } = house
const takeOffer = offerTransition('resourceOffers')
const takeShift = offerTransition('resourceShiftRequests')
beforeAll(() => setDefaultRates(house))

const as = (permissions: Permission[]) => house.signInAs(permissions, { isNew: true })
const ask = (who: Caller, key: string) => who('GET', `/api/dashboard/Widgets/${key}`)
const idsIn = async (who: Caller, key: string) => (await ask(who, key)).body.items.map(({ id }: AnyRow) => id)
const offerBy = async (by: Caller, target: Caller, steps: [string, Caller][] = []) => {
  const { project, record } = await createContractWithHours(house)
  const offer = await createOffer(house, { project, target, lines: [{ phaseRecordId: record.id, month: march, hours: 8 }], by })
  for (const [step, who] of steps) expect((await takeOffer(offer, step, who)).status).toBe(200)
  return offer
}
const giving: Permission[] = ['Projects.View', 'ResourceOffers.View', 'ResourceOffers.Create', 'ResourceOffers.Update']
const working: Permission[] = ['ResourceOffers.View', 'ResourceOffers.Accept', 'ResourceOffers.Decline']

it('offers that wait for me are those to me, the longest first, with what I can answer; accepted ones wait for the management', async () => {
  const [giver, ana, other] = [await as(giving), await as(working), await as(working)]
  const manager = await as(['ResourceOffers.Manage', 'ResourceOffers.Approve', 'ResourceOffers.Reject', 'Dashboard.ViewAllWidgets'])
  const second = await offerBy(giver, ana)
  const first = await offerBy(giver, ana, [['Submit', giver]])
  await takeOffer(second, 'Submit', giver)
  await offerBy(giver, other, [['Submit', giver]])
  await offerBy(giver, ana)
  const waiting = (await ask(ana, 'offersForMe')).body
  expect(waiting).toMatchObject({
    total: 2,
    items: [{ id: first.id, sourceUser: { id: giver.userId }, hours: 8, actions: ['Accept', 'Decline'] }, { id: second.id }],
  })
  expect(await idsIn(manager, 'pendingOffers')).toEqual([])
  await takeOffer(second, 'Accept', ana)
  expect(await idsIn(ana, 'offersForMe')).toEqual([first.id])
  expect((await ask(manager, 'pendingOffers')).body).toMatchObject({ total: 1, items: [{ id: second.id, actions: ['Approve', 'Reject'] }] })
  await takeOffer(second, 'Approve', manager)
  expect(await idsIn(manager, 'pendingOffers')).toEqual([])
  expect((await ask(giver, 'myRequests')).body).toEqual({
    offers: [
      { state: ResourceOfferState.Draft, count: 1 },
      { state: ResourceOfferState.PendingTarget, count: 2 },
      { state: ResourceOfferState.Approved, count: 1 },
    ],
    shiftRequests: null,
  })
  expect((await ask(ana, 'myRequests')).body.offers).toEqual([])
})

it('shift requests wait for the management, and are counted for whoever asked', async () => {
  const asking: Permission[] = [
    'Projects.View',
    'ResourceShiftRequests.View',
    'ResourceShiftRequests.Create',
    'ResourceShiftRequests.Update',
  ]
  const asker = await as(asking)
  const manager = await as(['ResourceShiftRequests.Manage', 'ResourceShiftRequests.Approve', 'Dashboard.ViewAllWidgets'])
  const { project, record } = await createContractWithHours(house, [{ userId: asker.userId, hours: 80 }])
  const body = {
    name: 'Later',
    projectId: project.id,
    reason: 'On vacation',
    lines: [{ phaseRecordId: record.id, fromMonth: march, toMonth: may, hours: 12 }],
  }
  const shift = (await asker('POST', '/api/resourceShiftRequests', body)).body
  await asker('POST', '/api/resourceShiftRequests', body)
  expect(await idsIn(manager, 'pendingShiftRequests')).toEqual([])
  await takeShift(shift, 'Submit', asker)
  expect((await ask(manager, 'pendingShiftRequests')).body).toMatchObject({ total: 1, items: [{ id: shift.id, actions: ['Approve'] }] })
  const { Draft, PendingManagement } = ResourceShiftRequestState
  expect((await ask(asker, 'myRequests')).body).toEqual({
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
it.each(needed)('%s needs all its permissions', async (key, names) => {
  for (const lacking of names) {
    const who = await as(names.filter((name) => name !== lacking))
    expect([lacking, (await ask(who, key)).status]).toEqual([lacking, 403])
    expect((await who('GET', '/api/dashboard')).body.widgets).not.toContain(key)
  }
  const who = await as(names)
  expect((await ask(who, key)).status).toBe(200)
  expect((await who('GET', '/api/dashboard')).body.widgets).toContain(key)
})

it('my requests are shown to whoever sees offers or shift requests', async () => {
  for (const name of ['ResourceOffers.View', 'ResourceShiftRequests.View'] as const) {
    const who = await as([name])
    expect((await ask(who, 'myRequests')).status).toBe(200)
    expect((await who('GET', '/api/dashboard')).body.widgets).toContain('myRequests')
  }
  const who = await as(['Projects.View'])
  expect((await ask(who, 'myRequests')).status).toBe(403)
  expect((await who('GET', '/api/dashboard')).body.widgets).not.toContain('myRequests')
  expect((await admin('GET', '/api/dashboard')).body.widgets.slice(-4)).toEqual([
    'offersForMe',
    'myRequests',
    'pendingOffers',
    'pendingShiftRequests',
  ])
})
