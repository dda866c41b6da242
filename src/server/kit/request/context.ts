import type { PoolClient } from 'pg'
import type { HubEvents } from '../../../model/hub.ts'
import type { fileTaskShape } from '../../../model/kit/call.ts'
import type { ValuesOf } from '../../../model/kit/description.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { ReplicaState } from '../../database/replicas.ts'
import type { Settings } from '../../settings.ts'
import type { FileStore } from '../../tools/file-store.ts'
import type { Logger } from '../../tools/log.ts'
import type { Sealer } from '../../tools/sealed-text.ts'
import { lockKeys } from '../sql/lock-keys.ts'
import { prepared } from '../sql/prepared.ts'
import { type Queryable, queryRowsChecked, type RowOfShape, type RowShape } from '../sql/row-types.ts'
import { createWrites, type Writes } from '../sql/writes.ts'

export interface Actor {
  userId: string
  sessionId: number | null
  firstName: string
  lastName: string
  isExternal: boolean
  held: ReadonlySet<Permission>
  roleId: number
  token?: { id: number; name: string }
  /** The firm requires a second factor that this user has not set up; until then only account calls are allowed. */
  mustSetUpSecondFactor?: boolean
  /** Staff user who views the app as this user, limited to what both may see. */
  viewer?: Actor
}

export type AnyRow = Record<string, any>

/** Passed to every handler: the actor, the open transaction, and callbacks that run after it. */
export interface Context extends Writes {
  actor: Actor
  /**
   * Queries in the transaction. The shape lists every returned column; pass values only as parameters. `visible(p)` in a statement becomes
   * the condition that the actor may see project `p`, so counts reveal no hidden project.
   */
  rows<S extends RowShape>(shape: S, text: string, values?: unknown[]): Promise<RowOfShape<S>[]>
  run(text: string, values?: unknown[]): Promise<number>
  /** Runs a statement without waiting for its result: it is sent with the next statement. Errors are thrown at the commit. */
  send(text: string, values?: unknown[]): void
  /** Returns rows as arrays, for statements with columns assembled at run time. With `findsFew` the plan of a search is cached. */
  lists(text: string, values?: unknown[], findsFew?: boolean): Promise<unknown[][]>
  /** Runs after the commit; put external side effects here. */
  after(run: () => void | Promise<void>): void
  publish<E extends keyof HubEvents>(userIds: string[], event: E, payload: HubEvents[E]): void
  /** Queues a job in this transaction. It runs with the permissions of the actor, or of `actorId` in the input. */
  enqueue<I extends object>(job: Job<I>, input: NoInfer<I> & { actorId?: string }, startAfterSeconds?: number): Promise<void>
  request: { id: string; ip: string; userAgent: string; origin: string; isPrefetch?: boolean }
  log: Logger
  readonly services: Services
  /** Signs file URLs for the actor. Generated files and all URLs for external users work only for that user. */
  addresses: FileUrls
  /** Start of the request by `performance.now()`; data it reads is not older. */
  startedAt: number
}

export interface JobRights {
  actorId?: string
  tokenId?: number
}
interface JobRun<I> {
  input: I & JobRights
  attempt: number
  signal: AbortSignal
}
export interface Job<I = unknown> {
  name: string
  /** Attempts before the job fails, 3 by default. */
  attempts?: number
  shareOf?(input: I & JobRights): string
  /** Concurrent jobs per share, 5 by default. */
  atOnce?: number
  run(
    ctx: { work<T>(fn: (ctx: Context) => Promise<T>): Promise<T>; read<T>(fn: (ctx: Context) => Promise<T>): Promise<T>; log: Logger },
    job: JobRun<I>,
  ): Promise<void>
  /** Called when the last attempt failed or its worker was lost. */
  givenUp?(ctx: { work<T>(fn: (ctx: Context) => Promise<T>): Promise<T> }, input: I & JobRights, error: string): Promise<void>
}

export interface BackupResult {
  file: string
  size: number
  rows: number
  files: number
}

/** Process-wide services besides the database; created once in main.ts. */
export interface Services {
  announce<E extends keyof HubEvents>(userIds: string[] | 'all', event: E, payload: HubEvents[E]): void
  /** Notifies staff with one of the permissions, or all staff with `internal`, to reload. */
  changed(event: HubEvents['EntityChanged'], need: Permission | 'internal', ...more: Permission[]): void
  enqueue(client: Queryable, job: string, input: object, startAfterSeconds?: number): Promise<void>
  /** Makes every node reload the sessions of these users. */
  forgetSessions(userIds: string[]): void
  /** Runs work that is committed even if the request fails, such as counting failed sign-ins. */
  isolated<T>(run: (ctx: Context) => Promise<T>): Promise<T>
  sendMail(ctx: Context, mail: Mail): Promise<void>
  /** Throws 403 if the user has a second factor and has not confirmed their identity in this session recently. */
  checkStepUp(ctx: Context): Promise<void>
  /** Encrypts secrets that are stored in the database. */
  sealer: Sealer
  requestFile<M extends keyof FileParameters>(ctx: Context, fileRequest: FileRequest<M>): Promise<ValuesOf<typeof fileTaskShape>>
  /** SQL condition that the actor sees the project `alias`; adds its parameters to the values. */
  canSeeProject(actor: Actor, values: StatementValues, alias: string): string
  /** Returns true if the actor sees no row with the file and no other grant opens it. */
  isFileHidden(ctx: Context, id: string): Promise<boolean>
  /** Returns true if something other than an entity row opens the file to the actor, such as a shared report or portal content. */
  canOpenFile(ctx: Context, fileId: string): Promise<boolean>
  /** Does the actor hold the permissions that a generated file was made with? */
  holdsNeedsOfFile(ctx: Context, fileId: string): Promise<boolean>
  currentPerson(userId: string): Promise<Actor>
  /** Creates, verifies, and stores the backup of a night in a separate process. */
  makeBackup(night: string, signal: AbortSignal): Promise<BackupResult>
  onGeneratedFileDownload(ctx: Context, id: string): Promise<void>
  files: FileStore
  /** Signs file URLs for this user, or for no specific user. */
  fileUrlsFor(actor: Pick<Actor, 'userId' | 'isExternal'>): FileUrls
  extensions: AreaExtensions
  publicUrl(): string
  settings: Settings
  replicas(): ReplicaState[]
}

export interface StatementValues {
  add(value: unknown): string
}

export interface FileUrls {
  signed(path: string): string
  stripSignature<T>(value: T): T | string
  /** Verifies that the URL was signed here and has not expired. */
  opens(path: string, signatureQuery: { expires?: unknown; signature?: unknown; for?: unknown }, purpose: 'file' | 'download'): boolean
}

/** Process-wide state per app instance: data of one database must not reach another. */
export function perApp<T extends object>(make: () => T): (services: object) => T {
  const cache = new WeakMap<object, T>()
  return (services) => {
    const known = cache.get(services) ?? make()
    cache.set(services, known)
    return known
  }
}

/**
 * Contributions of all areas to the work of one, collected by `areas.ts`. An area that needs contributions extends this interface, so areas
 * need not depend on each other and a missing contribution is a type error.
 */
export interface AreaExtensions {
  /** Per area: does a file of its objects open to the actor? */
  fileOpeners: readonly ((ctx: Context, fileId: string) => Promise<boolean | undefined>)[]
}

/** Parameters of each file maker, by its name. A maker extends this interface where it is defined. */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it
export interface FileParameters {}

export interface FileRequest<M extends keyof FileParameters> {
  fileName: string
  templateType: number
  category: number
  maker: M
  parameters: FileParameters[M]
  projectId?: number | null
  projectName?: string | null
}

export interface Mail {
  to: string
  subject: string
  text: string
  links: string[]
  /** A stored file, read when the mail is sent. */
  attachment?: { fileId: string; name: string }
}

export type WorkScope = Pick<Context, 'actor' | 'request' | 'log' | 'services'>

/** Checks database results against the declared shapes; only in tests. */
export const isStrictMode = ({ services }: WorkScope) => services.settings.badge === 'TEST'

/**
 * Binds a database connection to one unit of work, which fills `afters` and `sent`. The committing code awaits `sent`, then runs `afters`.
 * Without a commit, nothing may be sent. `take` is called with the locks of a statement before it runs.
 */
export function createContext(
  client: PoolClient,
  work: WorkScope,
  afters: (() => void | Promise<void>)[],
  sent?: Promise<unknown>[],
  take?: (locks: string[]) => void,
): Context {
  const seen = (text: string, values?: unknown[]) => {
    take?.(lockKeys(text, values))
    return asSeenBy(work, text, values)
  }
  const statements: Pick<Context, 'rows' | 'run' | 'send'> = {
    rows: async (shape, text, values) => queryRowsChecked(client, isStrictMode(work), shape, prepared(...seen(text, values))),
    run: async (text, values) => (await client.query(prepared(...seen(text, values)))).rowCount ?? 0,
    send: (text, values) => {
      if (!sent) throw new Error('Nothing is committed here')
      holdBack(client)
      const end = client.query(prepared(...asSeenBy(work, text, values)))
      // The error is reported at the commit; this only avoids an unhandled rejection.
      end.catch(() => undefined)
      sent.push(end)
    },
  }
  return {
    ...work,
    ...statements,
    ...createWrites(statements, work.actor.userId || null),
    addresses: work.services.fileUrlsFor(work.actor),
    startedAt: performance.now(),
    lists: async (text, values, findsFew) => (await client.query(prepared(...seen(text, values), 'array', findsFew))).rows,
    after: (run) => void afters.push(run),
    publish: (userIds, event, payload) => void afters.push(() => work.services.announce(userIds, event, payload)),
    enqueue: async (job, input, startAfterSeconds) => {
      const isForOther = input.actorId !== undefined && input.actorId !== work.actor.userId
      await work.services.enqueue(client, job.name, isForOther ? input : { ...jobPermissions(work.actor), ...input }, startAfterSeconds)
    },
  }
}

const jobPermissions = ({ userId, token }: Actor) => ({ actorId: userId, ...(token && { tokenId: token.id }) })
/** Delays this statement so that it shares a packet with the next one, at the latest until the next tick. */
function holdBack({ connection: { stream } }: PoolClient) {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Replaces every `visible(…)` in the statement with the condition for the actor. */
function asSeenBy({ actor, services }: WorkScope, text: string, parameters?: unknown[]): [text: string, values: unknown[] | undefined] {
  if (!text.includes('visible(')) return [text, parameters]
  const values = [...(parameters ?? [])]
  const all: StatementValues = { add: (value) => `$${values.push(value)}` }
  return [text.replace(/\bvisible\((\w+)\)/g, (_, alias: string) => services.canSeeProject(actor, all, alias)), values]
}
