import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PoolClient, QueryConfig } from 'pg'
import type { HubEvents } from '../../../model/hub.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { Settings } from '../../settings.ts'
import type { FileStore } from '../../tools/file-store.ts'
import type { Logger } from '../../tools/log.ts'

/** Who is asking. */
export interface Actor {
  userId: string
  sessionId: number | null
  firstName: string
  lastName: string
  isExternal: boolean
  held: ReadonlySet<Permission>
  roleId: number
}

export type Tx = NodePgDatabase<Record<string, never>>
export type Row = Record<string, any>

/** What a handler gets: who asks, the one open transaction, and what happens after it. */
export interface Context {
  actor: Actor
  /** The open transaction through Drizzle. */
  readonly tx: Tx
  /** The same transaction, for statements that are clearer as SQL. Values only as parameters. */
  rows<T = Row>(text: string, values?: unknown[]): Promise<T[]>
  /** Runs when the transaction has been committed; what leaves the process goes here. */
  after(run: () => void | Promise<void>): void
  /** Sends a live event to people after the commit. */
  tell<E extends keyof HubEvents>(userIds: string[], event: E, payload: HubEvents[E]): void
  /** Queues a job in this transaction; it runs with the rights of whoever asks, or of the `actorId` the input names. */
  enqueue(job: { name: string }, input: Row, startAfterSeconds?: number): Promise<void>
  request: { id: string; ip: string; userAgent: string }
  log: Logger
  readonly services: Services
}

/** What the process has besides the database; made once in main.ts. */
export interface Services {
  announce(userIds: string[] | 'all', event: keyof HubEvents, payload: unknown): void
  changed(event: HubEvents['EntityChanged'], needs?: Permission): void
  enqueue(client: Queryable, job: string, input: Row, startAfterSeconds?: number): Promise<void>
  /** Makes sessions of these people be looked up again, on every node. */
  forgetSessions(userIds: string[]): void
  /** Work that must stay although the request is refused, such as counting failed sign-ins. */
  apart<T>(run: (ctx: Context) => Promise<T>): Promise<T>
  sendMail(ctx: Context, mail: Mail): Promise<void>
  /** Writes a download task and queues its making; answers the task. */
  requestFile(ctx: Context, wanted: FileRequest): Promise<Row>
  files: FileStore
  publicUrl(): string
  settings: Settings
}

/** A file somebody asks for (domain 12.1). */
export interface FileRequest {
  fileName: string
  /** Template type and download task category of the reference spec. */
  templateType: number
  category: number
  /** Which maker of the reports area makes it, and what it must know. */
  maker: string
  parameters: Row
  projectId?: number | null
  projectName?: string | null
}

export interface Mail {
  to: string
  subject: string
  text: string
  links: string[]
}

export interface Queryable {
  query(text: string | QueryConfig, values?: unknown[]): Promise<{ rows: any[] }>
}

export interface Work {
  actor: Actor
  request: Context['request']
  log: Logger
  services: Services
}

/** Binds one database connection to one piece of work. `afters` is filled by the work and run by whoever commits. */
export function contextOn(client: PoolClient, work: Work, afters: (() => void | Promise<void>)[]): Context {
  let tx: Tx | undefined
  return {
    ...work,
    get tx() {
      tx ??= drizzle(client) as Tx
      return tx
    },
    rows: async (text, values) => (await client.query(text, values as unknown[])).rows,
    after: (run) => void afters.push(run),
    tell: (userIds, event, payload) => void afters.push(() => work.services.announce(userIds, event, payload)),
    enqueue: async (job, input, startAfterSeconds) => {
      await work.services.enqueue(client, job.name, { actorId: work.actor.userId, ...input }, startAfterSeconds)
    },
  }
}
