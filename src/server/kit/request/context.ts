import type { PoolClient } from 'pg'
import type { HubEvents } from '../../../model/hub.ts'
import type { fileTaskShape } from '../../../model/kit/call.ts'
import type { ValuesOf } from '../../../model/kit/description.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { ReplicaState } from '../../database/replicas.ts'
import type { Settings } from '../../settings.ts'
import type { FileStore } from '../../tools/file-store.ts'
import type { Logger } from '../../tools/log.ts'
import { prepared } from '../sql/prepared.ts'
import { type Queryable, queryRowsChecked, type RowOfShape, type RowShape } from '../sql/row-types.ts'

/** Who is asking. */
export interface Actor {
  userId: string
  sessionId: number | null
  firstName: string
  lastName: string
  isExternal: boolean
  held: ReadonlySet<Permission>
  roleId: number
  /** The program that asks for them, by its token. */
  token?: { id: number; name: string }
  /** Who of the firm looks on as this person, and reads only what both may see. */
  viewer?: Actor
}

export type AnyRow = Record<string, any>

/** What a handler gets: who asks, the one open transaction, and what happens after it. */
export interface Context {
  actor: Actor
  /**
   * Rows out of the one open transaction. The shape names every column that comes back; values only as parameters. `visible(p)`
   * in a statement is the condition that whoever asks sees the project `p`: no count tells of another one.
   */
  rows<S extends RowShape>(shape: S, text: string, values?: unknown[]): Promise<RowOfShape<S>[]>
  /** A statement of which nothing is wanted back but how many rows it touched. */
  run(text: string, values?: unknown[]): Promise<number>
  /**
   * A statement whose end nobody waits for before the commit, and of which nothing is wanted back: it travels with what comes next.
   * What it is refused for is told at the commit.
   */
  send(text: string, values?: unknown[]): void
  /**
   * Rows as lists of values, for statements whose columns are put together at run time: each reader knows its places. A search
   * known to find few rows is kept with its plan.
   */
  lists(text: string, values?: unknown[], findsFew?: boolean): Promise<unknown[][]>
  /** Runs when the transaction has been committed; what leaves the process goes here. */
  after(run: () => void | Promise<void>): void
  /** Sends a live event to people after the commit. */
  publish<E extends keyof HubEvents>(userIds: string[], event: E, payload: HubEvents[E]): void
  /** Queues a job in this transaction; it runs with the rights of whoever asks, or of the `actorId` the input names. */
  enqueue<I extends object>(job: Job<I>, input: NoInfer<I> & { actorId?: string }, startAfterSeconds?: number): Promise<void>
  request: { id: string; ip: string; userAgent: string; isPrefetch?: boolean }
  log: Logger
  readonly services: Services
  /** Those whoever asks is told hold for them alone, where that is how they hold: made files, and all that somebody from outside is told. */
  addresses: FileUrls
  /** When it began, by `performance.now()`: what it reads is not older. */
  startedAt: number
}

/** With whose rights a job runs: nobody's is the product itself. */
export interface JobRights {
  actorId?: string
  tokenId?: number
}
interface JobRun<I> {
  input: I & JobRights
  attempt: number
  signal: AbortSignal
}
/** Work that goes on after the answer. Its input is what whoever queues it has to give. */
export interface Job<I = unknown> {
  name: string
  /** Tries before it is given up; 3 unless told otherwise. */
  attempts?: number
  shareOf?(input: I & JobRights): string
  /** How many of one share run at once; 5 unless told otherwise. */
  atOnce?: number
  run(
    ctx: { work<T>(fn: (ctx: Context) => Promise<T>): Promise<T>; read<T>(fn: (ctx: Context) => Promise<T>): Promise<T>; log: Logger },
    job: JobRun<I>,
  ): Promise<void>
  /** When the last try failed too, or its worker was lost. */
  givenUp?(ctx: { work<T>(fn: (ctx: Context) => Promise<T>): Promise<T> }, input: I & JobRights, error: string): Promise<void>
}

/** What is told of a backup that was written, proved and stored. */
export interface BackupResult {
  file: string
  size: number
  rows: number
  files: number
}

/** What the process has besides the database; made once in main.ts. */
export interface Services {
  announce<E extends keyof HubEvents>(userIds: string[] | 'all', event: E, payload: HubEvents[E]): void
  /** Tells colleagues who hold one of the permissions, or `internal` all of them, to look again. */
  changed(event: HubEvents['EntityChanged'], need: Permission | 'internal', ...more: Permission[]): void
  enqueue(client: Queryable, job: string, input: object, startAfterSeconds?: number): Promise<void>
  /** Makes sessions of these people be looked up again, on every node. */
  forgetSessions(userIds: string[]): void
  /** Work that must stay although the request is refused, such as counting failed sign-ins. */
  isolated<T>(run: (ctx: Context) => Promise<T>): Promise<T>
  sendMail(ctx: Context, mail: Mail): Promise<void>
  /** Writes a download task and queues its making; answers the task. */
  requestFile<M extends keyof FileParameters>(ctx: Context, wanted: FileRequest<M>): Promise<ValuesOf<typeof fileTaskShape>>
  /** When somebody sees the project `alias`, as SQL; what it compares with is added to the values. */
  canSeeProject(actor: Actor, values: StatementValues, alias: string): string
  /** Whether whoever asks sees nothing that has the file, and it was opened to them by nothing else. */
  isFileHidden(ctx: Context, id: string): Promise<boolean>
  /** Whether something that is no row of an entity opens a file to whoever asks: a report that was shared, what is shown to people outside. */
  canOpenFile(ctx: Context, fileId: string): Promise<boolean>
  /** Somebody with the rights they have now. */
  currentPerson(userId: string): Promise<Actor>
  /** Makes the backup of a night, proves it and stores it, in a process of its own. */
  makeBackup(night: string, signal: AbortSignal): Promise<BackupResult>
  /** Writes down that a made file was taken. */
  onGeneratedFileDownload(ctx: Context, id: string): Promise<void>
  files: FileStore
  /** The addresses of files as this person is told them; as nobody's without one. */
  fileUrlsFor(actor: Pick<Actor, 'userId' | 'isExternal'>): FileUrls
  extensions: AreaExtensions
  publicUrl(): string
  settings: Settings
  /** The read replicas, and how they are. */
  replicas(): ReplicaState[]
}

/** Collects the values of one statement; each answers its placeholder. */
export interface StatementValues {
  add(value: unknown): string
}

/** The addresses of own files: what leaves is signed, so that a page can show it without a token. */
export interface FileUrls {
  signed(path: string): string
  /** Signed where it is the address of an own file; anything else as it is. */
  stripSignature<T>(value: T): T | string
  /** Whether the address somebody came by was signed here and still holds. */
  opens(path: string, given: { expires?: unknown; signature?: unknown; for?: unknown }, purpose: 'file' | 'download'): boolean
}

/** What a process keeps for each product in it: what is known of one database is neither told of another nor stored there. */
export function perApp<T extends object>(make: () => T): (services: object) => T {
  const kept = new WeakMap<object, T>()
  return (services) => {
    const known = kept.get(services) ?? make()
    kept.set(services, known)
    return known
  }
}

/**
 * What all areas together offer to the work of one of them, gathered by `areas.ts`. Whoever asks for something adds it to
 * this interface where it says what that is; so no area has to know the others, and nothing is left out in silence.
 */
export interface AreaExtensions {
  /** Of each area, whether a file of its things was opened to whoever asks. */
  fileOpeners: readonly ((ctx: Context, fileId: string) => Promise<boolean | undefined>)[]
}

/** What each maker of files must know, by its name: whoever makes a kind of file adds it to this interface where it says how. */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it
export interface FileParameters {}

/** A file somebody asks for (domain 12.1). */
export interface FileRequest<M extends keyof FileParameters> {
  fileName: string
  /** Template type and download task category of the reference spec. */
  templateType: number
  category: number
  /** Which maker makes it, and what that must know. */
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
}

export type WorkScope = Pick<Context, 'actor' | 'request' | 'log' | 'services'>

/** Whether what the database answers is held to what statements say of it. */
export const isStrictMode = ({ services }: WorkScope) => services.settings.badge === 'TEST'

/**
 * Binds one database connection to one piece of work. `afters` and `sent` are filled by the work: whoever commits waits for
 * what was sent and then runs what comes after. Where nothing is committed, nothing can be sent.
 */
export function createContext(
  client: PoolClient,
  work: WorkScope,
  afters: (() => void | Promise<void>)[],
  sent?: Promise<unknown>[],
): Context {
  return {
    ...work,
    addresses: work.services.fileUrlsFor(work.actor),
    startedAt: performance.now(),
    rows: (shape, text, values) => queryRowsChecked(client, isStrictMode(work), shape, prepared(...asSeenBy(work, text, values))),
    run: async (text, values) => (await client.query(prepared(...asSeenBy(work, text, values)))).rowCount ?? 0,
    send: (text, values) => {
      if (!sent) throw new Error('Nothing is committed here')
      holdBack(client)
      const end = client.query(prepared(...asSeenBy(work, text, values)))
      // Told at the commit, and until then nobody's.
      end.catch(() => undefined)
      sent.push(end)
    },
    lists: async (text, values, findsFew) => (await client.query(prepared(...asSeenBy(work, text, values), 'array', findsFew))).rows,
    after: (run) => void afters.push(run),
    publish: (userIds, event, payload) => void afters.push(() => work.services.announce(userIds, event, payload)),
    enqueue: async (job, input, startAfterSeconds) => {
      const isForOther = input.actorId !== undefined && input.actorId !== work.actor.userId
      await work.services.enqueue(client, job.name, isForOther ? input : { ...jobRightsOf(work.actor), ...input }, startAfterSeconds)
    },
  }
}

/** With whose rights a job runs that names nobody: those of who asks, no more than a program's where one asks for them. */
export const jobRightsOf = ({ userId, token }: Actor) => ({ actorId: userId, ...(token && { tokenId: token.id }) })
/** What is sent now leaves together with what is asked next, in one packet; at the latest when nothing more is to be done at once. */
function holdBack({ connection: { stream } }: PoolClient) {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** The statement with every `visible(…)` in it said for whoever asks. */
function asSeenBy({ actor, services }: WorkScope, text: string, given?: unknown[]): [text: string, values: unknown[] | undefined] {
  if (!text.includes('visible(')) return [text, given]
  const values = [...(given ?? [])]
  const all: StatementValues = { add: (value) => `$${values.push(value)}` }
  return [text.replace(/\bvisible\((\w+)\)/g, (_, alias: string) => services.canSeeProject(actor, all, alias)), values]
}
