import { call, mergePatch, page, paging, shape } from '../kit/call.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { boolean, choice, defaulted, id, instant, integer, optional, text } from '../kit/field.ts'
import { namedRef, personField } from '../kit/response-fields.ts'

/** Reason for an inbox entry. A request for a decision always has the reason Approval. */
export const NotificationReason = enumeration('NotificationReason', {
  Approval: ['approval', 'Approval'],
  Assigned: ['assigned', 'Assigned'],
  Mentioned: ['mentioned', 'Mention'],
  Watching: ['watching', 'Watching'],
})
export type NotificationReason = ValueOf<typeof NotificationReason>

export const InboxPlace = enumeration('InboxPlace', {
  Open: ['open', 'Open'],
  Later: ['later', 'Later'],
  Done: ['done', 'Done'],
})

export const InboxMail = enumeration('InboxMail', {
  AtOnce: [1, 'At once: approvals, decisions and mentions'],
  Bundled: [2, 'Every 5 minutes, together in one mail'],
  Daily: [3, 'Once a day, at 07:00'],
  Never: [4, 'Never'],
})
export type InboxMail = ValueOf<typeof InboxMail>

/** Days until completed entries are deleted. */
export const doneDays = 90

const entry = {
  id: id(),
  /** Event type: `contract`, `offer`, `shift request`, `project`, `space`, `note`, `file`. */
  kind: text('Kind'),
  reason: choice('Reason', NotificationReason),
  entity: text('Entity'),
  entityId: id('Entity id'),
  project: optional(namedRef('Project')),
  title: text('Title'),
  text: text('Text'),
  link: optional(text('Link')),
  /** User who caused the event; null if the system did. */
  by: optional(personField('By')),
  createDate: instant('Date'),
  readDate: optional(instant('Read')),
  doneDate: optional(instant('Done')),
  snoozedUntil: optional(instant('Later until')),
}
const inboxEntry = shape(entry)

const permission = 'signed in'
export const readInbox = call({
  method: 'GET',
  path: '/inbox',
  permission,
  summary: 'List my inbox, newest first: open, snoozed or done',
  query: {
    ...paging,
    place: defaulted(choice('Place', InboxPlace), InboxPlace.Open),
    reason: optional(choice('Reason', NotificationReason)),
  },
  response: page(inboxEntry),
})
export const countInbox = call({
  method: 'GET',
  path: '/inbox/Count',
  permission,
  summary: 'Count my open inbox entries by reason, and those snoozed or done',
  response: shape({
    count: integer('Open'),
    unread: integer('Unread'),
    approval: integer('Approvals'),
    assigned: integer('Assigned'),
    mentioned: integer('Mentions'),
    watching: integer('Watching'),
    later: integer('Later'),
    done: integer('Done'),
  }),
})
export const readInboxEntry = call({
  method: 'GET',
  path: '/inbox/:id',
  permission,
  summary: 'Get an entry of my inbox',
  response: inboxEntry,
})
export const markRead = call({
  method: 'PUT',
  path: '/inbox/:id/Read',
  permission,
  summary: 'Mark an inbox entry as read or unread',
  body: { isRead: defaulted(boolean('Read'), true) },
  response: inboxEntry,
})
export const markDone = call({
  method: 'PUT',
  path: '/inbox/:id/Done',
  permission,
  summary: 'Mark an inbox entry as done or reopen it',
  body: { isDone: defaulted(boolean('Done'), true) },
  response: inboxEntry,
})
export const snooze = call({
  method: 'PUT',
  path: '/inbox/:id/Snooze',
  permission,
  summary: 'Snooze an inbox entry until a later time; without a time it returns at once',
  body: { snoozedUntil: optional(instant('Later until')) },
  response: inboxEntry,
})
export const markAllDone = call({
  method: 'PUT',
  path: '/inbox/DoneAll',
  permission,
  summary: 'Mark everything open in my inbox as done, or all of one reason; `undoneFrom` reopens what was marked done at that moment',
  body: { reason: optional(choice('Reason', NotificationReason)), undoneFrom: optional(instant('Done at')) },
  response: shape({ count: integer('Entries'), doneDate: optional(instant('Done')) }),
})

const mail = { mail: defaulted(choice('Mail', InboxMail), InboxMail.AtOnce) }
export const readInboxSettings = call({
  method: 'GET',
  path: '/inbox/Settings',
  permission,
  summary: 'Get my inbox email settings',
  response: shape(mail),
})
export const saveInboxSettings = mergePatch({
  path: '/inbox/Settings',
  permission,
  summary: 'Update my inbox email settings',
  body: mail,
  response: shape(mail),
})

const watched = { entity: text('Entity', { max: 60 }) }
const watch = shape({
  isOn: boolean('Watching'),
  /**
   * True if watching follows from the user's role (creator, consultant, project manager, decision participant) and they have not changed
   * it.
   */
  isByRole: boolean('By role'),
})
export const readWatch = call({
  method: 'GET',
  path: '/watches/:entity/:id',
  permission,
  summary: 'Get whether I watch a record; `entity` is the path of its calls',
  params: watched,
  response: watch,
})
export const saveWatch = call({
  method: 'PUT',
  path: '/watches/:entity/:id',
  permission,
  summary: 'Watch or unwatch a record',
  params: watched,
  body: { isOn: boolean('Watching') },
  response: watch,
})
