import { describe, expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createClient, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { webhookReceiver } from '../../../test/kit/webhook-receiver.ts'
import { messages } from '../../model/kit/rules.ts'
import { DeliveryState } from '../../model/programs/webhooks.ts'
import { area } from './index.ts'
import { mostFailures, pauses } from './webhook-deliveries.ts'
import { webhooks } from './webhooks.ts'

const app = await startApp({ settings: { mayHookPrivate: true } })
const receiver = await webhookReceiver()
onCleanup(receiver.close)
const { Waiting, Delivered, GivenUp } = DeliveryState

entityContract(webhooks, app, {
  valid: {
    address: 'https://hooks.example.com/dna',
    description: 'Tells the warehouse',
    events: ['equipment.updated', 'client.created'],
    isActive: false,
  },
  fresh: (n) => ({ address: `https://hooks.example.com/x${n}y` }),
  change: { description: 'Tells the shop' },
  invalid: [
    ['address', '', messages.required],
    ['address', 'ftp://hooks.example.com', messages.url],
    ['events', [], messages.selectOne],
    ['events', ['client.flown'], 'There is no event client.flown.'],
  ],
})

async function createWebhook(events: string[], caller: Caller = app.admin) {
  const { status, body } = await caller('POST', '/api/webhooks', { address: receiver.url, events })
  expect(status).toBe(201)
  receiver.secrets.now = body.secret
  receiver.received.length = 0
  receiver.answers((response) => response.writeHead(204).end())
  return body as { id: number; secret: string; rowVersion: number }
}
const off = (id: number) => app.admin('DELETE', `/api/webhooks/${id}`)
const deliveries = async (id: number) => (await app.admin('GET', `/api/webhooks/${id}/Deliveries`)).body.items
const hurry = (id: number) =>
  app.sql(`update jobs set run_after = now() where name = 'webhook delivery' and input->>'webhookId' = $1`, [String(id)])

const later = (id: number) =>
  app.sql(`update jobs set run_after = now() + interval '1 hour' where name = 'webhook delivery' and input->>'webhookId' = $1`, [
    String(id),
  ])

describe('event', () => {
  it('has a unique name and a known action', async () => {
    const { items } = (await app.admin('GET', '/api/webhooks/Events')).body
    const events: string[] = items.map(({ event }: { event: string }) => event)
    expect(new Set(events).size).toBe(events.length)
    expect(events).toEqual(expect.arrayContaining(['project.updated', 'areaGroup.created', 'templateAreaGroup.created', 'user.updated']))
    expect(events.filter((event) => !/^[a-z][A-Za-z]+\.(created|updated|deleted|restored)$/.test(event))).toEqual([])
  })

  it('matches the format of the receiver package, for subscribed events only', async () => {
    const { id } = await createWebhook(['client.created', 'client.deleted'])
    const client = await createClient(app, { name: 'Told of' })
    await createRow(app, '/api/architects', { name: 'Not told of' })
    expect((await app.admin('DELETE', `/api/clients/${client.id}`)).status).toBe(204)
    await expect.poll(() => receiver.received.length).toBe(2)
    // Deliveries are independent, so the order is not guaranteed.
    const delivered = receiver.received.map(({ verified }) => [verified?.type, verified?.data.id, verified?.data.name])
    expect(delivered.sort()).toEqual([
      ['client.created', client.id, 'Told of'],
      ['client.deleted', client.id, 'Told of'],
    ])
    const [first] = receiver.received
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^msg_/) })
    await expect.poll(async () => (await deliveries(id)).map(({ state }: { state: number }) => state)).toEqual([Delivered, Delivered])
    await off(id)
  })

  it("follows the owner's scope and masks, and stops when the permission is lost", async () => {
    const keeper = await app.signInAs(['AppSettings.View', 'AppSettings.Create', 'AppSettings.Update', 'Projects.View', 'Clients.View'])
    const { id } = await createWebhook(['project.updated', 'architect.created', 'client.updated'], keeper)
    const client = await createClient(app)
    const hidden = await createRow(app, '/api/projects', { name: 'Behind a list', clientId: client.id })
    const list = { userIds: [app.admin.userId], accessGroupIds: [] }
    expect((await app.admin('PUT', `/api/projects/${hidden.id}/AccessList`, list)).status).toBe(200)
    receiver.received.length = 0
    const changed = await app.admin('PUT', `/api/projects/${hidden.id}`, { name: 'Still behind it', clientId: client.id })
    expect(changed.status).toBe(200)
    const shown = await createRow(app, '/api/projects', { name: 'Before a list', clientId: client.id })
    expect((await app.admin('PUT', `/api/projects/${shown.id}`, { name: 'Still before it', clientId: client.id })).status).toBe(200)
    await createRow(app, '/api/architects', { name: 'Without a permission' })
    const seen = await app.admin('PUT', `/api/clients/${client.id}`, { name: 'Seen', abbreviatedName: 'SEEN', industryTypes: [] })
    expect(seen.status).toBe(200)
    // Deliveries arrive in any order; once no event job is left, only their deliveries are pending.
    const isRead = async () => (await app.sql(`select 1 from jobs where name = 'webhook events'`)).length === 0
    const names = () => receiver.received.map(({ verified }) => verified?.data.name ?? '').sort()
    await expect
      .poll(async () => ({ isRead: await isRead(), names: names() }))
      .toEqual({ isRead: true, names: ['Seen', 'Still before it'] })
    expect((await deliveries(id)).length).toBe(2)
    await off(id)
  })

  it('includes events of later versions in a wildcard subscription', async () => {
    const { id } = await createWebhook(['*'])
    await app.sql(`update webhooks set event_keys = '{projects.created}' where id = $1`, [id])
    await app.product.work(async (ctx) => area.initial?.(ctx))
    await createClient(app, { name: 'Of a new kind' })
    await expect.poll(() => receiver.received.map(({ verified }) => verified?.data.name)).toContain('Of a new kind')
    await off(id)
  })
})

describe('owner of a webhook', () => {
  it('receives no events when suspended; other managers are notified and may take it over', async () => {
    const keeper = await app.signInAs(['AppSettings.View', 'AppSettings.Create', 'Clients.View'], { isNew: true })
    const other = await app.signInAs(['AppSettings.View', 'AppSettings.Update', 'Clients.View'], { isNew: true })
    const { id } = await createWebhook(['client.created'], keeper)
    receiver.answers((response) => response.writeHead(500).end())
    await createClient(app)
    await expect.poll(async () => (await deliveries(id))[0]?.attempts).toBe(1)
    await later(id)
    expect((await app.admin('PUT', `/api/users/${keeper.userId}/Suspend`)).status).toBe(200)
    await expect
      .poll(async () => {
        await hurry(id)
        return (await deliveries(id))[0].state
      })
      .toBe(GivenUp)
    expect(receiver.received).toHaveLength(1)
    expect((await app.admin('GET', `/api/webhooks/${id}`)).body).toMatchObject({
      isActive: false,
      offReason: expect.stringContaining('suspended'),
    })
    const { items } = (await other('GET', '/api/inbox')).body
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'webhook', entityId: id, title: 'The webhook 127.0.0.1 was switched off' }),
    )
    receiver.answers((response) => response.writeHead(204).end())
    const on = await other('PUT', `/api/webhooks/${id}`, { address: receiver.url, events: ['client.created'], isActive: true })
    expect(on.body).toMatchObject({ isActive: true, offReason: null })
    await createClient(app, { name: 'Told anew' })
    await expect.poll(() => receiver.received.at(-1)?.verified?.data.name).toBe('Told anew')
    await off(id)
  })
})

describe('queued retry', () => {
  it('is not sent once the owner may no longer see it', async () => {
    const keeper = await app.signInAs(['AppSettings.View', 'AppSettings.Create', 'Clients.View'], { isNew: true })
    const { id } = await createWebhook(['client.created'], keeper)
    receiver.received.length = 0
    receiver.answers((response) => response.writeHead(500).end())
    await createClient(app)
    await expect.poll(async () => (await deliveries(id))[0]?.attempts).toBe(1)
    await later(id)
    await app.sql(
      `update roles set permissions = array_remove(permissions, 'Clients.View') where id = (select role_id from users where id = $1)`,
      [keeper.userId],
    )
    receiver.answers((response) => response.writeHead(204).end())
    const end = async () => {
      await hurry(id)
      const [{ id: deliveryId, state, error }] = await deliveries(id)
      return { deliveryId, state, error }
    }
    const error = 'The owner of the webhook can no longer see this.'
    await expect.poll(end).toMatchObject({ state: GivenUp, error })
    const { deliveryId } = await end()
    expect((await app.admin('POST', `/api/webhooks/${id}/Deliveries/${deliveryId}/Send`)).body).toMatchObject({ state: Waiting })
    await expect.poll(end).toMatchObject({ state: GivenUp, error })
    expect(receiver.received).toHaveLength(1)
    await off(id)
  })
})

describe('receiver', () => {
  it('is retried after each pause with the same id, until given up', async () => {
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
    const { id } = await createWebhook(['client.created'])
    receiver.answers((response) => response.writeHead(500).end())
    await createClient(app)
    await expect.poll(() => receiver.received.length).toBe(1)
    const waiting = async () => {
      const pause = 'extract(epoch from next_try_date - last_try_date)::int as pause'
      return app.sql(`select ${pause}, attempts from webhook_deliveries where webhook_id = $1`, [id])
    }
    await expect.poll(waiting).toEqual([{ pause: 5, attempts: 1 }])
    await expect
      .poll(async () => {
        await hurry(id)
        return (await deliveries(id))[0].state
      })
      .toBe(GivenUp)
    expect(receiver.received).toHaveLength(pauses.length + 1)
    expect(new Set(receiver.received.map((received) => received.id)).size).toBe(1)
    expect((await deliveries(id))[0]).toMatchObject({ status: 500, error: 'It returned 500.', attempts: 10, nextTryDate: null })

    receiver.answers((response) => response.writeHead(200).end())
    const [{ id: deliveryId }] = await deliveries(id)
    expect((await app.admin('POST', `/api/webhooks/${id}/Deliveries/${deliveryId}/Send`)).body).toMatchObject({ state: Waiting })
    await expect.poll(async () => (await deliveries(id))[0].state).toBe(Delivered)
    await off(id)
  })

  it('is disabled after 410 or ten failures in a row, and the owner is notified', async () => {
    const deliveriesOf = async (id: number) =>
      app.sql('select text, user_id from notifications where entity = $1 and entity_id = $2', ['webhooks', id])
    const deletedHook = await createWebhook(['client.created'])
    receiver.answers((response) => response.writeHead(410).end())
    await createClient(app)
    await expect
      .poll(() => deliveriesOf(deletedHook.id))
      .toMatchObject([{ user_id: app.admin.userId, text: expect.stringContaining('410') }])
    const read = async (id: number) => (await app.admin('GET', `/api/webhooks/${id}`)).body
    expect(await read(deletedHook.id)).toMatchObject({ isActive: false, offReason: expect.stringContaining('410') })

    const tired = await createWebhook(['client.created'])
    await app.sql('update webhooks set failures_in_row = $2 where id = $1', [tired.id, mostFailures - 1])
    receiver.answers((response) => response.writeHead(302, { location: receiver.url }).end())
    await createClient(app)
    await expect.poll(async () => (await deliveries(tired.id))[0]?.attempts).toBe(1)
    await app.sql(`update webhook_deliveries set attempts = 9 where webhook_id = $1`, [tired.id])
    await app.sql(`update jobs set input = input || '{"attempt": 9}', run_after = now() where input->>'webhookId' = $1`, [String(tired.id)])
    await expect.poll(() => deliveriesOf(tired.id)).toMatchObject([{ text: '10 deliveries in a row failed.' }])
    expect((await deliveries(tired.id))[0]).toMatchObject({
      status: 302,
      error: 'It redirects to another address, and redirects are not followed.',
    })
    expect(receiver.received).toHaveLength(2)
    const on = await app.admin('PUT', `/api/webhooks/${tired.id}`, { address: receiver.url, events: ['client.created'], isActive: true })
    expect(on.body).toMatchObject({ isActive: true, offReason: null, failuresInRow: 0 })
    await Promise.all([off(deletedHook.id), off(tired.id)])
  })
})

describe('webhook secret', () => {
  it('is returned once on creation, and the previous one also signs for a day', async () => {
    const { id, secret } = await createWebhook(['client.created'])
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64').length).toBeGreaterThanOrEqual(24)
    for (const path of [`/api/webhooks/${id}`, '/api/webhooks', '/api/webhooks/query'])
      expect(JSON.stringify((await app.admin('GET', path)).body), path).not.toContain(secret.slice(6, 30))
    expect(await app.sql(`select 1 from audit_log a where a::text like $1`, [`%${secret.slice(6, 30)}%`])).toEqual([])
    const rotated = await app.admin('PUT', `/api/webhooks/${id}/Rotate`)
    expect(rotated.body.secret).not.toBe(secret)
    for (const known of [secret, rotated.body.secret]) {
      receiver.secrets.now = known
      receiver.received.length = 0
      expect((await app.admin('POST', `/api/webhooks/${id}/Test`)).status).toBe(201)
      await expect.poll(() => receiver.received.map(({ verified }) => verified?.type)).toEqual(['webhook.test'])
    }
    await app.sql(`update webhooks set former_key_until = now() where id = $1`, [id])
    receiver.secrets.now = secret
    receiver.received.length = 0
    await app.admin('POST', `/api/webhooks/${id}/Test`)
    await expect.poll(() => receiver.received.map(({ verified }) => verified)).toEqual([undefined])
    await off(id)
  })

  it("does not send one user's data to another user's address", async () => {
    const { id } = await createWebhook(['client.created'])
    await createClient(app)
    await expect.poll(async () => (await deliveries(id))[0]?.state).toBe(Delivered)
    const [{ id: deliveryId }] = await deliveries(id)
    const other = await app.signInAs(['AppSettings.View', 'AppSettings.Update'])
    const saved = await other('PUT', `/api/webhooks/${id}`, { address: receiver.url, events: ['client.created'], isActive: true })
    expect(saved.status).toBe(200)
    expect((await other('POST', `/api/webhooks/${id}/Deliveries/${deliveryId}/Send`)).status).toBe(409)
    receiver.received.length = 0
    await createClient(app)
    await expect.poll(async () => (await app.sql(`select 1 from jobs where name = 'webhook events'`)).length).toBe(0)
    expect(await deliveries(id)).toHaveLength(1)
    await off(id)
  })
})
