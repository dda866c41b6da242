import type { Area } from '../area.ts'
import { inboxRoutes, removeOldEntries } from './inbox.ts'
import { inboxMail } from './inbox-mail.ts'
import { watchRoutes } from './watches.ts'

export const area: Area = {
  entities: [],
  routes: [...inboxRoutes, ...watchRoutes],
  jobs: [inboxMail],
  cleaning: removeOldEntries,
}
