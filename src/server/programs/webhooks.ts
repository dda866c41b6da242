import { randomBytes } from 'node:crypto'
import {
  DeliveryState,
  deliveryDays,
  everyEvent,
  listDeliveries,
  listWebhookEvents,
  rotateSecret,
  sendDelivery,
  testWebhook,
  webhooks as webhooksModel,
} from '../../model/programs/webhooks.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import { pageSize } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { deliver, enqueueTry } from './webhook-deliveries.ts'
import { keysOfEvents, listEvents } from './webhook-events.ts'
import { webhookDeliveriesTable, webhooksTable } from './webhooks-tables.ts'

const { Waiting, GivenUp } = DeliveryState

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
/** New secrets, returned only in the response to the request that created them. */
const told = new WeakMap<Context, string>()

export const webhooks = serve({
  resource: webhooksModel,
  table: webhooksTable,
  computed: {
    lastDeliveryDate: '(select max(d.last_try_date) from webhook_deliveries d where d.webhook_id = t.id)',
  },
  elsewhere: { secret: 'only in the response to its creation' },

  async beforeWrite(ctx, values, before) {
    // A webhook reads with its owner's full permissions, so an API token must not save one.
    if (ctx.actor.token) throw forbidden()
    await ctx.services.checkStepUp(ctx)
    const { entities } = ctx.services.extensions
    const known = new Set([everyEvent, ...listEvents(entities).map(({ event }) => event)])
    const unknown = values.events?.find((event) => !known.has(event))
    if (unknown !== undefined) throw badRequest({ events: [`There is no event ${unknown}.`] })
    const columns = { ownerId: ctx.actor.userId, ...(values.events && { eventKeys: keysOfEvents(entities, values.events) }) }
    if (!before) {
      const secret = newSecret()
      told.set(ctx, secret)
      return { ...columns, signingKey: secret }
    }
    await dropFormerPayloads(ctx, before.id)
    return { ...columns, ...(values.isActive && !before.isActive && { offReason: null, failuresInRow: 0 }) }
  },

  beforeDelete: (ctx) => ctx.services.checkStepUp(ctx),

  async detail(ctx) {
    const secret = told.get(ctx)
    return secret === undefined ? {} : { secret }
  },
})

/** Changes the owner. Payloads read with the previous owner's permissions are cleared and not sent. */
async function dropFormerPayloads(ctx: Context, id: number) {
  await ctx.run(
    `update webhook_deliveries d set body = null, state = case when d.state = ${Waiting} then ${GivenUp} else d.state end, next_try_date = null
     from webhooks w where w.id = d.webhook_id and w.id = $1 and w.owner_id <> $2`,
    [id, ctx.actor.userId],
  )
}

async function rotate(ctx: Context, id: number) {
  await ctx.services.checkStepUp(ctx)
  const hook = await webhooks.get(ctx, id, { lock: true })
  const secret = newSecret()
  const formerKeyUntil = sql`now() + interval '1 day'`
  await ctx.update(webhooksTable, id, { formerKey: sql`signing_key`, formerKeyUntil, signingKey: secret })
  await recordAudit(ctx, [
    { action: 'Update', entity: webhooksModel.entity, entityId: id, entityName: hook.address, after: { secret: 'changed' } },
  ])
  return { ...(await webhooks.get(ctx, id)), secret }
}

const shape = {
  id: is.number,
  messageId: is.text,
  event: is.text,
  state: is.choice(DeliveryState),
  attempts: is.number,
  createDate: is.instant,
  lastTryDate: orNull(is.instant),
  nextTryDate: orNull(is.instant),
  status: orNull(is.number),
  error: orNull(is.text),
}
const columns = `d.id, d.message_id as "messageId", d.event, d.state, d.attempts, d.create_date as "createDate", d.last_try_date as "lastTryDate",
  d.next_try_date as "nextTryDate", d.status, d.error`

async function loadDelivery(ctx: Context, id: number) {
  return onlyRow(await ctx.rows(shape, `select ${columns} from webhook_deliveries d where d.id = $1`, [id]))
}

async function listWebhookDeliveries(ctx: Context, id: number, query: HandlerRequest<typeof listDeliveries>['query']) {
  await webhooks.get(ctx, id)
  const p = new Params()
  const from = `from webhook_deliveries d where d.webhook_id = ${p.add(id)}${query.state === null ? '' : ` and d.state = ${p.add(query.state)}`}`
  const counted = await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values)
  const limit = pageSize(query)
  const items = await ctx.rows(
    shape,
    `select ${columns} ${from} order by d.id desc limit ${p.add(limit)} offset ${p.add((query.page - 1) * limit)}`,
    p.values,
  )
  return { items, total: onlyRow(counted).total }
}

async function sendAgain(ctx: Context, id: number, deliveryId: number) {
  const hook = await webhooks.get(ctx, id)
  const [delivery] = await ctx.rows(
    { hasBody: is.boolean, ownerId: is.uuid },
    `select d.body is not null as "hasBody", w.owner_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
     where d.id = $1 and d.webhook_id = $2 for update of d`,
    [deliveryId, id],
  )
  if (!delivery) throw notFound('Delivery')
  if (!hook.isActive) throw conflict('The webhook is switched off.')
  if (!delivery.hasBody) throw conflict('It was read with the permissions of the previous owner and is no longer kept.')
  // A waiting delivery already has a job; the later of the two finds the attempt done.
  const again = { state: Waiting, attempts: 0, nextTryDate: sql`now()`, status: null, error: null }
  await ctx.update(webhookDeliveriesTable, deliveryId, again)
  await enqueueTry(ctx, delivery.ownerId, { webhookId: id, deliveryId, attempt: 0 }, 0)
  return loadDelivery(ctx, deliveryId)
}

async function sendTest(ctx: Context, id: number) {
  const hook = await webhooks.get(ctx, id)
  if (!hook.isActive) throw conflict('The webhook is switched off.')
  const date = new Date().toISOString()
  const body = JSON.stringify({ type: 'webhook.test', timestamp: date, data: { text: 'This is a test of DNA.' } })
  const deliveryId = await deliver(ctx, id, { event: 'webhook.test', body }, { auditId: null, date })
  if (deliveryId === undefined) throw new Error('A test was not written')
  return loadDelivery(ctx, deliveryId)
}

export const webhookRoutes: Route[] = [
  defineRoute(listWebhookEvents, async (ctx) => ({ items: listEvents(ctx.services.extensions.entities) })),
  defineRoute(rotateSecret, (ctx, { params }) => rotate(ctx, params.id)),
  defineRoute(listDeliveries, (ctx, { params, query }) => listWebhookDeliveries(ctx, params.id, query)),
  defineRoute(sendDelivery, (ctx, { params }) => sendAgain(ctx, params.id, params.deliveryId)),
  defineRoute(testWebhook, (ctx, { params }) => sendTest(ctx, params.id)),
]

export async function removeOldDeliveries(ctx: Context) {
  await ctx.run(`delete from webhook_deliveries where create_date < now() - ${deliveryDays} * interval '1 day' and state <> ${Waiting}`)
}

/** Adds events of a new app version to webhooks subscribed to all events. */
export async function renewEvents(ctx: Context) {
  await ctx.run(
    `update webhooks set event_keys = array(select distinct unnest(event_keys || $1::text[]) order by 1)
     where $2 = any(events) and not event_keys @> $1::text[]`,
    [keysOfEvents(ctx.services.extensions.entities, [everyEvent]), everyEvent],
  )
}
