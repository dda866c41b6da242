import type { NotificationReason } from '../../model/inbox/inbox.ts'
import type { Permission } from '../../model/permissions.ts'

export interface News {
  /** Identifies the event: a user reached in two ways is notified once. */
  key: string
  kind: string
  entity: string
  entityId: number
  /** Recipients must see this project and have this permission, both on delivery and on reading. */
  projectId: number | null
  needs?: Permission
  title: string
  text: string
  link: string | null
  /** Recipients by reason; a user listed twice gets the first reason. */
  to?: readonly { reason: NotificationReason; userIds: readonly (string | null | undefined)[] }[]
  isForWatchers?: boolean
  /** Skips even explicit recipients who turned off the subject. */
  mayBeOff?: boolean
  /** Notifies external users, if they may comment on the project. */
  isForGuests?: boolean
  /** Users who wait for this event and get a mail at once, like for an approval request. */
  awaitedBy?: string | readonly string[] | null
  /** No user action caused the event, so the actor is notified too. */
  isByItself?: boolean
}

export interface Mention extends Pick<News, 'key' | 'entity' | 'entityId' | 'projectId' | 'needs' | 'link'> {
  text: string
  /** Display name of the subject. */
  where: string
}

export interface InboxSubject {
  entity: string
  /** SQL condition that the entity exists; `id` is SQL. Entries of deleted entities leave every inbox. */
  isThere(id: string): string
  isProject?: true
  /** Select of the user ids that watch by default. Without it the entity cannot be watched. */
  watchers?(id: string): string
  place?(id: string): string
  /** Page that shows the activity and its notes, and the permission to read them. Without it, mentions send no notification. */
  notes?: { at(row: Record<string, unknown>): string; needs: Permission }
  texts?(row: Record<string, unknown>): string
  titledNotes?: Permission
  /** Entity whose watchers apply instead, under the same id. */
  watchedAs?: string
}

declare module '../kit/request/context.ts' {
  interface Services {
    /** Adds an event to the inboxes of its recipients, except the actor and users who may not see it. */
    notify(ctx: Context, news: News): Promise<void>
    tellMentioned(ctx: Context, mention: Mention): Promise<void>
    /** Marks pending entries as done, for all users or for one. */
    settle(ctx: Context, subject: { entity: string; entityId: number; reason: NotificationReason; userId?: string }): Promise<void>
  }
  interface AreaExtensions {
    inboxSubjects: readonly InboxSubject[]
  }
}
