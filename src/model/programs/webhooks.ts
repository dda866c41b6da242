import { call, items, page, paging, row, shape } from '../kit/call.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { boolean, choice, defaulted, id, instant, integer, optional, set, text, url } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

export const DeliveryState = enumeration('DeliveryState', {
  Waiting: [1, 'Waiting'],
  Delivered: [2, 'Delivered'],
  GivenUp: [3, 'Given up'],
})
export type DeliveryState = ValueOf<typeof DeliveryState>

export const webhookActions = ['created', 'updated', 'deleted', 'restored'] as const
export const everyEvent = '*'

export const webhooks = resource({
  path: 'webhooks',
  route: '/webhooks',
  names: { one: 'Webhook', many: 'Webhooks' },
  permission: 'AppSettings',
  fields: {
    address: url('Address'),
    description: optional(text('Description', { max: 300 })),
    events: set('Events', text('Event', { max: 100 }), { min: 1, max: 500 }),
    isActive: defaulted(boolean('Active'), true),
  },
  computed: {
    failuresInRow: integer('Failures in a row'),
    offReason: optional(text('Switched off because')),
    lastDeliveryDate: optional(instant('Last delivery')),
    /** Only in the response to creating or rotating it. */
    secret: optional(text('Secret')),
  },
  list: {
    columns: ['address', 'description', 'events', 'isActive', 'failuresInRow', 'lastDeliveryDate'],
    optionalColumns: ['offReason', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['address', 'description'],
    sort: ['address'],
  },
  title: 'address',
  shownOnce: ['secret'],
  ref: ['address'],
})

export const listWebhookEvents = call({
  method: 'GET',
  path: '/webhooks/Events',
  permission: 'AppSettings.View',
  summary: 'List all webhook events',
  response: items(shape({ event: text('Event'), kind: text('Kind') })),
})

export const rotateSecret = call({
  method: 'PUT',
  path: '/webhooks/:id/Rotate',
  permission: 'AppSettings.Update',
  summary: 'Rotate the secret of a webhook; deliveries are signed with both secrets for a day',
  response: row(webhooks),
  shownOnce: ['secret'],
})

/** The payload is omitted, because it was read with the permissions of the webhook's author. */
const deliveryShape = {
  id: id('Delivery'),
  messageId: text('Message'),
  event: text('Event'),
  state: choice('State', DeliveryState),
  attempts: integer('Attempts'),
  createDate: instant('Happened'),
  lastTryDate: optional(instant('Last attempt')),
  nextTryDate: optional(instant('Next attempt')),
  status: optional(integer('Status')),
  error: optional(text('Problem')),
}
export const listDeliveries = call({
  method: 'GET',
  path: '/webhooks/:id/Deliveries',
  permission: 'AppSettings.View',
  summary: 'List the deliveries of a webhook, newest first',
  query: { ...paging, state: optional(choice('State', DeliveryState)) },
  response: page(shape(deliveryShape)),
})
export const sendDelivery = call({
  method: 'POST',
  path: '/webhooks/:id/Deliveries/:deliveryId/Send',
  permission: 'AppSettings.Update',
  summary: 'Resend a delivery with the same message id',
  params: { deliveryId: id('Delivery') },
  response: shape(deliveryShape),
})
export const testWebhook = call({
  method: 'POST',
  path: '/webhooks/:id/Test',
  permission: 'AppSettings.Update',
  summary: 'Send `webhook.test` to a webhook',
  response: shape(deliveryShape),
  status: 201,
})
/** Days until deliveries are deleted. */
export const deliveryDays = 30
