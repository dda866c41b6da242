import { createHmac, randomUUID } from 'node:crypto'
import { DeliveryState } from '../../model/programs/webhooks.ts'
import type { Context, Job } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { NoResponseError } from '../tools/http-get.ts'
import { postJson } from '../tools/http-post.ts'
import { PrivateAddressError } from '../tools/public-address.ts'
import { version } from '../version.ts'
import { type EventKind, eventKinds, readEventsJob } from './webhook-events.ts'
import { webhookDeliveriesTable, webhooksTable } from './webhooks-tables.ts'

const { Waiting, Delivered, GivenUp } = DeliveryState
const minute = 60
const hour = 60 * minute
export const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
/** Consecutive failed deliveries after which the webhook is disabled. */
export const mostFailures = 10
const limitMs = 15_000
const isGone = 410

interface Happened {
  auditId: number | null
  entity: string
  id: string
  action: string
  date: string
}

async function loadSubject(ctx: Context, kind: EventKind | undefined, id: string) {
  if (!kind || ctx.actor.isExternal) return undefined
  const { entity: served } = kind
  if (!ctx.actor.held.has(served.resource.permission.view)) return undefined
  const key = served.resource.ids === 'uuid' ? id : Number(id)
  // The row may have been deleted or restored since; the event is sent anyway.
  return (await served.find(ctx, key)) ?? (await served.find(ctx, key, { isDeleted: true }))
}

async function createEventBody(ctx: Context, { entity, id, action, date }: Happened): Promise<{ event: string; body: string } | undefined> {
  const kind = eventKinds(ctx.services.extensions.entities).get(entity)
  const data = await loadSubject(ctx, kind, id)
  if (!kind || !data) return undefined
  const event = `${kind.word}.${action}`
  return { event, body: JSON.stringify({ type: event, timestamp: date, data }) }
}

const eventKind = (ctx: Context, event: string) =>
  [...eventKinds(ctx.services.extensions.entities).values()].find(({ word }) => event.startsWith(`${word}.`))

/** Creates deliveries of events. An entry that a crashed node already read creates no second delivery. */
export const readEvents: Job<{ webhookId: number; events: Happened[] }> = {
  name: readEventsJob,
  run: ({ work }, { input }) =>
    work(async (ctx) => {
      for (const happened of input.events) {
        const payload = await createEventBody(ctx, happened)
        if (payload) await deliver(ctx, input.webhookId, payload, happened)
      }
    }),
}

export async function deliver(
  ctx: Context,
  webhookId: number,
  { event, body }: { event: string; body: string },
  { auditId, date }: Pick<Happened, 'auditId' | 'date'>,
): Promise<number | undefined> {
  const [created] = await ctx.rows(
    { id: is.number, ownerId: is.uuid },
    `insert into webhook_deliveries (webhook_id, audit_id, message_id, event, body, state, create_date, next_try_date)
     values ($1, $2, $3, $4, $5, ${Waiting}, $6, now()) on conflict do nothing
     returning id, (select w.owner_id from webhooks w where w.id = webhook_id) as "ownerId"`,
    [webhookId, auditId, `msg_${randomUUID()}`, event, body, date],
  )
  if (created) await enqueueTry(ctx, created.ownerId, { webhookId, deliveryId: created.id, attempt: 0 }, 0)
  return created?.id
}

/** Runs with the permissions of the webhook's owner: data they may no longer read is not sent. */
export const enqueueTry = (ctx: Context, ownerId: string, one: Try, seconds: number) =>
  ctx.enqueue(tryDelivery, { actorId: ownerId, ...one }, seconds)

interface Try {
  webhookId: number
  deliveryId: number
  /** Number of earlier attempts; a job whose attempt already ran does nothing. */
  attempt: number
}

/** Signs a message by the Standard Webhooks format: `whsec_` and the key in base64. */
function signMessage(secret: string, messageId: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
}

const toSend = {
  messageId: is.text,
  body: orNull(is.text),
  attempts: is.number,
  address: is.text,
  isActive: is.boolean,
  secret: is.text,
  former: orNull(is.text),
  ownerId: is.uuid,
  event: is.text,
  /** Id of the row; null for a test delivery. */
  rowId: orNull(is.text),
}

async function loadDeliveryToSend(ctx: Context, { deliveryId, attempt }: Try) {
  const [delivery] = await ctx.rows(
    toSend,
    `select d.message_id, d.body, d.attempts, w.address, w.is_active and not w.is_deleted as "isActive", w.signing_key as secret,
       case when w.former_key_until > now() then w.former_key end as former, w.owner_id, d.event,
       d.body::jsonb #>> '{data,id}' as "rowId"
     from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = $1 and d.attempts = $2 and d.state = ${Waiting}`,
    [deliveryId, attempt],
  )
  if (!delivery) return undefined
  const { event, rowId } = delivery
  const isSeen = rowId === null || (await loadSubject(ctx, eventKind(ctx, event), rowId)) !== undefined
  return { ...delivery, isSeen, mayBePrivate: ctx.services.settings.mayHookPrivate }
}

/** Sends one attempt. The next one is a separate job, delayed by its pause. */
export const tryDelivery: Job<Try> = {
  name: 'webhook delivery',
  attempts: 10,
  // Limits concurrency per webhook, so that one slow receiver does not block the others.
  shareOf: ({ webhookId }) => `webhook ${webhookId}`,
  atOnce: 1,
  async run({ read, work }, { input, signal }) {
    const delivery = await read((ctx) => loadDeliveryToSend(ctx, input))
    if (!delivery) return
    if (!delivery.isActive || delivery.body === null) return work((ctx) => failDelivery(ctx, input, 'The webhook is switched off.'))
    if (!delivery.isSeen) return work((ctx) => failDelivery(ctx, input, 'The owner of the webhook can no longer see this.'))
    const result = await sendOnce({ ...delivery, body: delivery.body }, signal)
    signal.throwIfAborted()
    await work((ctx) => recordAttempt(ctx, input, { ...delivery, result }))
  },
  givenUp: ({ work }, input) => work((ctx) => failDelivery(ctx, input, 'It could not be sent.')),
}

interface ToSend {
  address: string
  messageId: string
  body: string
  secret: string
  former: string | null
  mayBePrivate: boolean
}
interface DeliveryResult {
  status: number | null
  error: string | null
}

async function sendOnce({ address, messageId, body, secret, former, mayBePrivate }: ToSend, signal: AbortSignal): Promise<DeliveryResult> {
  const timestamp = Math.floor(Date.now() / 1000)
  const secrets = former === null ? [secret] : [secret, former]
  const headers = {
    'content-type': 'application/json',
    'user-agent': `DNA/${version}`,
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((item) => signMessage(item, messageId, timestamp, body)).join(' '),
  }
  try {
    const status = await postJson({ address, headers, body, timeoutMs: limitMs, mayBePrivate, signal })
    const isTaken = status >= 200 && status < 300
    const isElsewhere = status >= 300 && status < 400
    return {
      status,
      error: isTaken ? null : isElsewhere ? 'It redirects to another address, and redirects are not followed.' : `It returned ${status}.`,
    }
  } catch (error) {
    // Library error messages may reveal internal addresses.
    const isOurs = error instanceof PrivateAddressError || error instanceof NoResponseError
    if (isOurs) return { status: null, error: error.message }
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    return { status: null, error: `It cannot be reached${code}.` }
  }
}

interface Tried {
  attempts: number
  ownerId: string
  result: DeliveryResult
}

async function recordAttempt(ctx: Context, input: Try, { attempts: before, ownerId, result: { status, error } }: Tried) {
  const attempts = before + 1
  const pause = pauses[attempts - 1]
  const isOver = error === null || status === isGone || pause === undefined
  const state = error === null ? Delivered : isOver ? GivenUp : Waiting
  await ctx.update(webhookDeliveriesTable, input.deliveryId, {
    state,
    attempts,
    lastTryDate: sql`now()`,
    status,
    error,
    nextTryDate: isOver ? null : sql`now() + ${pause}::int * interval '1 second'`,
  })
  const failing = { id: input.webhookId, failuresInRow: sql`> 0` }
  if (error === null) await ctx.update(webhooksTable, failing, { failuresInRow: 0 }, { isSilent: true })
  else if (isOver) await countWebhookFailure(ctx, input, status === isGone)
  else if (pause !== undefined)
    await enqueueTry(ctx, ownerId, { webhookId: input.webhookId, deliveryId: input.deliveryId, attempt: attempts }, pause)
}

/** Fails a delivery without an attempt: its webhook is disabled or has a new owner. */
async function failDelivery(ctx: Context, { deliveryId }: Try, error: string) {
  await ctx.update(webhookDeliveriesTable, deliveryId, { state: GivenUp, nextTryDate: null, error })
}

async function countWebhookFailure(ctx: Context, { webhookId }: Try, wantsNoMore: boolean) {
  const reason = wantsNoMore ? 'The receiver refuses further deliveries (410).' : `${mostFailures} deliveries in a row failed.`
  const [hook] = await ctx.rows(
    { address: is.text, ownerId: is.uuid, isOff: is.boolean },
    `update webhooks w set failures_in_row = failures_in_row + 1,
       is_active = case when $2 or failures_in_row + 1 >= ${mostFailures} then false else w.is_active end,
       off_reason = case when $2 or failures_in_row + 1 >= ${mostFailures} then $3 else w.off_reason end
     where id = $1 and is_active and not is_deleted returning address, owner_id, not is_active as "isOff"`,
    [webhookId, wantsNoMore, reason],
  )
  if (hook?.isOff) await notifySwitchedOff(ctx, { ...hook, id: webhookId, reason, userIds: [hook.ownerId] })
}

interface SwitchedOff {
  id: number
  address: string
  reason: string
  userIds: string[]
}
export async function notifySwitchedOff(ctx: Context, { id, address, reason, userIds }: SwitchedOff) {
  ctx.after(() => ctx.services.changed({ entity: 'webhooks', id, action: 'Updated' }, 'AppSettings.View'))
  await ctx.services.notify(ctx, {
    key: `webhook ${id} off ${randomUUID()}`,
    kind: 'webhook',
    entity: 'webhooks',
    entityId: id,
    projectId: null,
    needs: 'AppSettings.View',
    title: `The webhook ${new URL(address).hostname} was switched off`,
    text: reason,
    link: `/webhooks/${id}`,
    to: [{ reason: 'assigned', userIds }],
    awaitedBy: userIds,
    isByItself: true,
  })
}
