import { expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { createClient, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, exampleRates, givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { webhookReceiver } from '../../../test/kit/webhook-receiver.ts'
import { moneyMasks } from '../../model/contracts/masks.ts'
import { type Permission, permissionNames } from '../../model/permissions.ts'
import { revisionPrices } from '../../model/reports/revisions.ts'
import { entities } from '../areas.ts'
import { eventKinds } from './webhook-events.ts'

const app = await startApp({ settings: { mayHookPrivate: true } })
const [everything, little] = [await webhookReceiver(), await webhookReceiver()]
onCleanup(everything.close)
onCleanup(little.close)

/** Events of entities with masked columns; `perform` triggers the event. */
const cases: { event: string; masks: readonly Permission[]; hidden: string[]; perform: () => Promise<unknown> }[] = [
  {
    event: 'contract.created',
    masks: Object.values(moneyMasks),
    hidden: ['totalRevenue', 'totalCost'],
    perform: async () => givenContract(app, await project()),
  },
  {
    event: 'contract.updated',
    masks: Object.values(moneyMasks),
    hidden: ['totalRevenue', 'totalCost'],
    async perform() {
      const contract = await givenContract(app, await project())
      await createPhaseRecord(app, contract, await createPhase(app, contract))
      await app.admin('PUT', `/api/contracts/${contract.id}/SendForApproval`, {})
    },
  },
  {
    event: 'directExpense.created',
    masks: [moneyMasks.expenseCost],
    hidden: ['cost'],
    async perform() {
      const contract = await givenContract(app, await project())
      await createRow(app, `/api/contracts/${contract.id}/DirectExpenses`, {
        category: 0,
        description: 'Flight',
        date: '2026-03-03',
        revenue: 5,
        cost: 75.41,
      })
    },
  },
  {
    event: 'project.created',
    masks: ['ProjectContracts.View'],
    hidden: ['phases'],
    perform: () => project(),
  },
  {
    event: 'revision.created',
    masks: [revisionPrices],
    hidden: ['totalMsrpPrice'],
    perform: async () =>
      createRow(app, `/api/projects/${(await project()).id}/Revisions`, { code: 'R1', title: 'First', issueDate: '2026-06-12' }),
  },
  {
    event: 'user.created',
    masks: ['DNAUsers.ViewDefaultLaborRates'],
    // Rates are only in the user's detail response.
    hidden: [],
    perform: () =>
      createRow(app, '/api/users', {
        email: `${uniqueName('p').toLowerCase().replace(/\W/g, '')}@example.com`,
        firstName: 'Pat',
        lastName: 'Poe',
        roleId: 1,
      }),
  },
]
const project = async () => createRow(app, '/api/projects', { name: uniqueName('Hall'), clientId: (await createClient(app)).id })

it('covers every entity with masked columns', () => {
  const masked = [...eventKinds(entities).values()]
    .filter(({ entity: { resource } }) => Object.values({ ...resource.fields, ...resource.computed }).some(({ mask }) => mask))
    .map(({ word }) => word)
  expect(masked.length).toBeGreaterThan(3)
  expect([...new Set(cases.map(({ event }) => event.replace(/\..*/, '')))].sort()).toEqual(masked.sort())
})

it.each(cases)('$event hides data that the owner of the webhook may not see', async ({ event, masks, hidden, perform }) => {
  expect((await setDefaultRates(app, [{ ...exampleRates, sellRate: 181.37, costRate: 75.41 }])).status).toBe(200)
  const poor = await app.signInAs(permissionNames.filter((name) => !masks.includes(name)))
  const hooks = []
  for (const [caller, receiver] of [
    [app.admin, everything],
    [poor, little],
  ] as const) {
    const { status, body } = await caller('POST', '/api/webhooks', { address: receiver.url, events: [event] })
    expect(status).toBe(201)
    receiver.secrets.now = body.secret
    receiver.received.length = 0
    hooks.push(body.id)
  }
  await perform()
  const toldTo = (receiver: typeof little) => receiver.received.filter(({ verified }) => verified?.type === event).at(-1)?.verified?.data
  await expect.poll(() => [toldTo(everything) !== undefined, toldTo(little) !== undefined]).toEqual([true, true])
  const [all, some] = [toldTo(everything) ?? {}, toldTo(little) ?? {}]
  expect(some.id).toBe(all.id)
  // Compares the two payloads: only the masked properties are missing, at any depth.
  expect(Object.keys(all)).toEqual(expect.arrayContaining(hidden))
  expect(Object.keys(some).filter((key) => hidden.includes(key))).toEqual([])
  if (hidden.length === 0) expect(some).toEqual(all)
  expect(some).not.toHaveProperty('laborRates')
  expect(JSON.stringify(some)).not.toMatch(/181\.37|75\.41/)
  for (const id of hooks) await app.admin('DELETE', `/api/webhooks/${id}`)
})
