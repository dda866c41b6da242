import type { Area } from '../area.ts'
import { inboxRoutes, removeOldEntries } from './inbox.ts'
import { inboxMail } from './inbox-mail.ts'
import { mentionRoutes } from './mentions.ts'
import { watchRoutes } from './watches.ts'

export const area: Area = {
  entities: [],
  routes: [...inboxRoutes, ...watchRoutes, ...mentionRoutes],
  jobs: [inboxMail],
  cleaning: removeOldEntries,
}
