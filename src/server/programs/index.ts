import type { Area } from '../area.ts'
import { readEvents, tryDelivery } from './webhook-deliveries.ts'
import { webhookProgram } from './webhook-events.ts'
import { removeOldDeliveries, renewEvents, webhookRoutes, webhooks } from './webhooks.ts'
import { webhooksOfPeople } from './webhooks-of-people.ts'

export const area: Area = {
  entities: [webhooks],
  routes: webhookRoutes,
  jobs: [readEvents, tryDelivery],
  program: webhookProgram,
  initial: renewEvents,
  personPart: webhooksOfPeople,
  inbox: [{ entity: 'webhooks', isThere: (id) => `exists (select from webhooks w where w.id = ${id} and not w.is_deleted)` }],
  cleaning: removeOldDeliveries,
}
