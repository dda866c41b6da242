import type { NotificationReason } from '../../model/inbox/inbox.ts'
import type { Permission } from '../../model/permissions.ts'

/** Something that has happened, and who should hear of it. */
export interface News {
  /** Names the event: whoever is reached on two ways is told once. */
  key: string
  kind: string
  entity: string
  entityId: number
  /** Only who sees this project and holds this permission is told, now and whenever they look. */
  projectId: number | null
  needs?: Permission
  title: string
  text: string
  link: string | null
  /** Who is told and why; for who is named twice the first reason counts. */
  to?: readonly { reason: NotificationReason; userIds: readonly (string | null | undefined)[] }[]
  /** Also whoever watches the thing. */
  isForWatchers?: boolean
  /** Not even for who is named where they have switched the thing off. */
  mayBeOff?: boolean
  /** For people outside, who see the project where an entry lets them comment. */
  isForGuests?: boolean
  /** Who wait for just this, and have a mail at once as with a request. */
  awaitedBy?: string | readonly string[] | null
  /** Nobody's act: who caused it is told, too. */
  isByItself?: boolean
}

/** A text somebody wrote about a thing, in which others may be named. */
export interface Mention extends Pick<News, 'key' | 'entity' | 'entityId' | 'projectId' | 'needs' | 'link'> {
  text: string
  /** What the text is about, as people call it. */
  where: string
}

/** What an area tells of a thing that can stand in an inbox. */
export interface InboxSubject {
  entity: string
  /** The condition that the thing is there; `id` is SQL. What is gone leaves every inbox. */
  isThere(id: string): string
  /** The thing is a project itself. */
  isProject?: true
  /** Who hears of it without having asked for it, as a select of their ids. Without this it cannot be watched. */
  watchers?(id: string): string
  /** The project it is in, as a select of `project_id`. */
  place?(id: string): string
  /** The page that shows its activity, with what people wrote there, and who may read them. Without this nobody is told that one names them. */
  notes?: { at(row: Record<string, unknown>): string; needs: Permission }
  /** The page that shows its own formatted texts, where it has such. */
  texts?(row: Record<string, unknown>): string
  /** Who may read its titled notes, where it has such. */
  titledNotes?: Permission
  /** Another thing whose watchers are meant, under the same id. */
  watchedAs?: string
}

declare module '../kit/request/context.ts' {
  interface Services {
    /** Puts an event into the inboxes of those it concerns, never of who caused it nor of who may not see it. */
    notify(ctx: Context, news: News): Promise<void>
    /** Tells whoever is named behind an @. */
    tellMentioned(ctx: Context, mention: Mention): Promise<void>
    /** What waited there for somebody is done, for everybody or for one person. */
    settle(ctx: Context, thing: { entity: string; entityId: number; reason: NotificationReason; userId?: string }): Promise<void>
  }
  interface AreaExtensions {
    inboxSubjects: readonly InboxSubject[]
  }
}
