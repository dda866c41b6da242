import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  actorOf,
  addressAuthenticator,
  authenticator,
  checkStepUp,
  createRefusalLog,
  forgetSessions,
  handleScim,
  makeFirstUser,
  openSessions,
  storeRefusal,
} from './access/public.ts'
import { jobs as areaJobs, cleanings, databaseProgram, entities, makeInitialData, offered, routes } from './areas.ts'
import { makeBackupApart } from './database/backup-process.ts'
import { startBundledDatabase } from './database/bundled.ts'
import { registerPoolGauges } from './database/gauges.ts'
import { bringUpToDate } from './database/migrate.ts'
import { type DatabaseAddress, openPools } from './database/pool.ts'
import { notifyMentioned } from './inbox/mentions.ts'
import { markDone, sendNotification } from './inbox/notify.ts'
import { askedMail, mailServerOf } from './integrations/public.ts'
import { removeStrayContents, removeUnownedFiles } from './kit/files/file-sweep.ts'
import { createUrlSigner } from './kit/files/files.ts'
import { countJobs, enqueueJob, startJobWorker } from './kit/jobs/jobs.ts'
import { mailJob } from './kit/jobs/mail.ts'
import { invalidateTotals } from './kit/list/list.ts'
import { type BusMessage, openBus } from './kit/live/bus.ts'
import { openLive } from './kit/live/live.ts'
import type { Actor, Context, Job, JobRights, Mail, Services, WorkScope } from './kit/request/context.ts'
import { createContext } from './kit/request/context.ts'
import { HttpError } from './kit/request/errors.ts'
import { createHttp } from './kit/request/http.ts'
import { createMetrics } from './kit/request/metrics.ts'
import { serveDocs, serveOpenApi } from './kit/request/openapi.ts'
import { serveScim } from './kit/request/scim-server.ts'
import { inTransaction } from './kit/request/transactions.ts'
import { serveWeb } from './kit/request/web-files.ts'
import { storeAccesses } from './kit/resource/activities.ts'
import { isFileHidden } from './kit/resource/file-owners.ts'
import { watchParts } from './parts.ts'
import { presence, seeing, seesProject, shownOutside } from './projects/public.ts'
import { holdsNeedsOfFile, madeFileLeaves, requestFile } from './reports/public.ts'
import { numberSetting, settingsOf } from './settings/public.ts'
import type { Settings } from './settings.ts'
import { localFileStore, s3FileStore } from './tools/file-store.ts'
import { createLogger, type Logger } from './tools/log.ts'
import { closeWorkers } from './tools/run-in-worker.ts'
import { createSealer } from './tools/sealed-text.ts'
import { version } from './version.ts'

export interface Product {
  url: string
  port: number
  administrator?: { email: string; password: string | null }
  databaseUrl: string
  services: Services
  work<T>(run: (ctx: Context) => Promise<T>, as?: Actor): Promise<T>
  stop(): Promise<void>
}

const system: Actor = { userId: '', sessionId: null, firstName: 'DNA', lastName: '', isExternal: false, held: new Set(), roleId: 0 }
const drainMs = 8000
/** Maximum database connections of one process: its pools, its heartbeat, and its bus. */
const connectionsOfOne = 30
const hourMs = 3_600_000
const lookMs = 15_000

/** State shared by the startup steps. Messages from other nodes may arrive before all parts exist. */
interface Run {
  settings: Settings
  log: Logger
  state: 'starting' | 'ready' | 'draining'
  url: string
  /** False if other processes listen on the port. */
  listens: boolean
  live?: ReturnType<typeof openLive>
  worker?: ReturnType<typeof startJobWorker>
}
type Database = Awaited<ReturnType<typeof openDatabase>>
type House = ReturnType<typeof openHouse>

/** Starts the app step by step. Used by main.ts and the tests. */
export async function startProduct(settings: Settings, { log = createLogger(settings.logLevel), listens = true } = {}): Promise<Product> {
  const run: Run = { settings, log, state: 'starting', url: '', listens }
  const database = await openDatabase(run)
  const bus = openBus(database.address, database.pools.write, createBusHandler(run), run.log)
  const app = openHouse(run, database, bus)
  const administrator = await furnish(run, app)
  const web = await openWeb(run, database, app)
  run.worker = startJobs(run, database, app)
  const stopChores = startChores(run, database, app)
  run.state = 'ready'

  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      run.state = 'draining'
      stopChores()
      await run.live?.hub.close()
      await web.watching.stop()
      await closeWeb(web.app, drainMs / 2)
      await run.worker?.stop(drainMs / 4)
      await storeAccesses(app.services, database.pools.write).catch(() => undefined)
      await closeWorkers()
      await bus.close()
      await Promise.race([database.pools.close(), resting(1000)])
      await database.bundled?.stop()
    })()
    return stopping
  }
  const { databaseUrl } = database
  return { url: run.url, port: web.port, administrator, databaseUrl, services: app.services, work: app.work, stop }
}

const resting = (ms: number) => new Promise((done) => setTimeout(done, ms).unref())

/** Finishes pending requests within `ms`, then closes all connections, so that no client can reach a stopped server. */
async function closeWeb(app: Awaited<ReturnType<typeof openWeb>>['app'], ms: number) {
  const closed = app.close()
  // A keep-alive connection becomes idle only after its last response is sent.
  const resters = setInterval(() => app.server.closeIdleConnections(), 50)
  await Promise.race([closed, resting(ms)])
  clearInterval(resters)
  app.server.closeAllConnections()
}

/** Opens the configured database or starts a bundled one, migrates it, and opens connection pools. */
async function openDatabase({ settings, log }: Run) {
  mkdirSync(settings.dataDir, { recursive: true })
  const maxConnections = 60 + connectionsOfOne * (settings.webProcesses - 1)
  const bundled = settings.databaseUrl
    ? undefined
    : await startBundledDatabase(settings.dataDir, { log: (line) => log.debug(line), maxConnections })
  const databaseUrl = bundled?.url ?? settings.databaseUrl!
  const address: DatabaseAddress = bundled?.poolConfig ?? { connectionString: databaseUrl }
  const { secret } = await bringUpToDate(address, entities, databaseProgram)
  const onError = (error: Error) => log.warn({ message: error.message }, 'a database connection was lost')
  const pools = openPools(address, { write: 12, read: 12 }, onError, settings.databaseReadUrls)
  return { bundled, address, secret, pools, databaseUrl }
}

const closeEnded = ({ live, log }: Run, userIds?: string[]) =>
  void live?.closeEnded(userIds).catch((error) => log.warn({ message: error.message }, 'sessions cannot be looked at'))

function createBusHandler(run: Run) {
  return (message: BusMessage) => {
    if (message.kind === 'tell') run.live?.tell(message.userIds, message.event, message.payload)
    else if (message.kind === 'forget') {
      forgetSessions(message.userIds)
      closeEnded(run, message.userIds)
    } else if (message.kind === 'wake') run.worker?.wake()
    else {
      const changed = entities.find(({ resource }) => resource.entity === message.event.entity)
      if (changed) invalidateTotals(changed.shape.table)
      run.live?.passOn(message.event, message.needs).catch((error) => run.log.warn({ err: error }, 'a change could not be published'))
    }
  }
}

function openHouse(run: Run, { pools, secret }: Database, bus: ReturnType<typeof openBus>) {
  const { settings, log } = run
  const letters = mailJob(settings, mailServerOf, askedMail)
  const jobs: readonly Job[] = [...areaJobs, letters]
  const services: Services = {
    settings,
    files: settings.s3 ? s3FileStore(settings.s3) : localFileStore(join(settings.dataDir, 'files')),
    announce: (userIds, event, payload) => bus.say({ kind: 'tell', userIds, event, payload }),
    changed: (event, ...needs) => bus.say({ kind: 'changed', event, needs }),
    forgetSessions: (userIds) => bus.say({ kind: 'forget', userIds }),
    async enqueue(client, job, input, startAfterSeconds) {
      await enqueueJob(client, jobs, job, input, startAfterSeconds)
      setTimeout(() => bus.say({ kind: 'wake' }), 30).unref()
    },
    isolated: (task) => work(task, system, pools.apart),
    sendMail: async (ctx, mail) =>
      ctx.enqueue(letters, { mail: signedByTheFirm(mail, await settingsOf(ctx, 'general.companyName', 'general.supportEmail')) }),
    checkStepUp,
    sealer: createSealer(settings.secretsKey ? [settings.secretsKey, secret] : [secret]),
    requestFile,
    notify: sendNotification,
    settle: markDone,
    tellMentioned: notifyMentioned,
    holdsNeedsOfFile,
    canOpenFile: async (ctx, id) => {
      for (const opens of offered.fileOpeners) if (await opens(ctx, id)) return true
      return false
    },
    currentPerson: (userId) => actorOf(pools.read, userId),
    onGeneratedFileDownload: madeFileLeaves,
    makeBackup: (night, signal) => makeBackupApart(settings, night, signal),
    canSeeProject: seesProject,
    isFileHidden,
    fileUrlsFor: (actor) => createUrlSigner(secret, actor),
    extensions: offered,
    publicUrl: () => settings.publicUrl ?? run.url,
    replicas: pools.replicas,
  }
  const job = (): Context['request'] => ({ id: 'job', ip: '', userAgent: '', origin: services.publicUrl() })
  const workAs = (actor: Actor, request = job()): WorkScope => ({ actor, request, log, services })
  async function work<T>(task: (ctx: Context) => Promise<T>, as = system, write = pools.write, request = job()): Promise<T> {
    const afters: (() => void | Promise<void>)[] = []
    const answer = (await inTransaction({ pools: { write }, log }, workAs(as, request), afters, task)) as T
    for (const after of afters) await after()
    return answer
  }
  function read<T>(task: (ctx: Context) => Promise<T>, as = system): Promise<T> {
    const begun = performance.now()
    return pools.reading(
      async (client) => {
        try {
          await client.query('begin isolation level repeatable read')
          return await task({ ...createContext(client, workAs(as), []), startedAt: begun })
        } finally {
          await client.query('rollback').catch(() => undefined)
        }
      },
      (error) => error instanceof HttpError,
    )
  }
  return { services, jobs, work, read }
}

async function furnish({ settings, log }: Run, { work }: House) {
  const administrator = await work((ctx) => makeFirstUser(ctx, settings))
  await work((ctx) => makeInitialData(ctx))
  if (settings.isDemo) {
    const { makeDemoData } = await import('./demo/make.ts')
    await makeDemoData({ routes, work, log })
  }
  return administrator
}

async function openWeb(run: Run, { pools }: Database, { services, read, work }: House) {
  const { settings, log } = run
  const authenticate = authenticator(pools.read, pools.write)
  const metrics = createMetrics(registerPoolGauges(pools))
  const authenticateAddress = addressAuthenticator(pools.read, pools.write)
  const app = createHttp({
    pools,
    services,
    routes,
    log,
    authenticate,
    authenticateAddress,
    observe: metrics.observe,
    noteRefusal: createRefusalLog(log, metrics.countRefusal, (refusal) => {
      work((ctx) => storeRefusal(ctx, refusal)).catch((error) => log.warn({ err: error }, 'a refusal could not be stored'))
    }),
  })
  const watching = presence(services, log)
  const parts = watchParts(services.files, () => read(async (ctx) => (await countJobs(ctx)).late > 0))
  app.addHook('onClose', async () => parts.close())
  run.live = openLive(app, {
    pool: pools.write,
    log,
    publicOrigin: () => new URL(services.publicUrl()).origin,
    authenticate,
    openSessions: (ids) => openSessions(pools.read, ids),
    seeing: (projectId, userIds) => read((ctx) => seeing(ctx, projectId, userIds)),
    shown: (projectId, userIds, entity) => read((ctx) => shownOutside(ctx, projectId, userIds, entity)),
    onInvoke: (_user, connection, method, args) => watching.invoke(connection, method, args),
    onClose: (connection) => watching.closed(connection),
  })
  app.get('/api/health', async (_request, reply) => {
    // The health monitor has its own connection, so a health request waits for neither the pool nor the database.
    const isUp = run.state === 'ready' && pools.state() === 'up'
    return reply
      .code(isUp ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        ok: isUp,
        version,
        database: isUp ? 'up' : 'away',
        ...parts.state(),
        replicas: pools.replicas().map(({ state }) => state),
        uptime: Math.round(process.uptime()),
      })
  })
  metrics.serve(app, settings)
  serveOpenApi(app, routes)
  serveDocs(app)
  serveScim(app, { log, authenticate, handle: (request, actor, by) => work((ctx) => handleScim(ctx, request), actor, pools.write, by) })
  serveWeb(app)
  if (run.listens) await app.listen({ port: settings.port, host: settings.host })
  const { port } = run.listens ? (app.server.address() as AddressInfo) : settings
  run.url = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`
  return { app, port, watching }
}

/** Starts the worker of this node unless its role is `web`. A job runs with the permissions its requester has at that time. */
function startJobs({ settings, log }: Run, { pools, bundled }: Database, { jobs, work, read }: House) {
  if (settings.role === 'web') return undefined
  const runnerFor = async (input: JobRights) => {
    const actor = input.actorId ? await actorOf(pools.read, input.actorId, input.tokenId) : system
    return {
      work: <T>(task: (ctx: Context) => Promise<T>) => work(task, actor),
      read: <T>(task: (ctx: Context) => Promise<T>) => read(task, actor),
      log,
    }
  }
  return startJobWorker({ pool: pools.write, jobs, atOnce: 4, log, runnerFor, isAlone: bundled !== undefined })
}

function startChores(run: Run, { pools }: Database, { services, work }: House) {
  const { settings, log } = run
  const storing = setInterval(() => void storeAccesses(services, pools.write).catch(() => undefined), 1000)
  // Sessions also expire without an event, and the event that one has ended may be lost.
  const looking = setInterval(() => closeEnded(run), lookMs)
  let sweptAt = 0
  let strays: ReadonlySet<string> = new Set()
  const sweep = async () => {
    if (Date.now() - sweptAt < 24 * hourMs) return
    sweptAt = Date.now()
    await work(removeUnownedFiles)
    // A bucket may be shared with other applications; the local data folder is not.
    if (!settings.s3) strays = await work((ctx) => removeStrayContents(ctx, services.files, strays))
  }
  const clean = async () => {
    await removeOld(pools.write)
    for (const cleaning of cleanings) await work(cleaning)
    await sweep()
  }
  const cleaning = setInterval(() => void clean().catch((error) => log.warn({ err: error }, 'cleaning failed')), hourMs)
  storing.unref()
  looking.unref()
  cleaning.unref()
  return () => {
    clearInterval(storing)
    clearInterval(looking)
    clearInterval(cleaning)
  }
}

async function removeOld(pool: { query(text: string): Promise<unknown> }) {
  await pool.query(`delete from audit_log where date < now() - ${numberSetting('retention.auditYears')} * interval '1 year'`)
  await pool.query(`delete from idempotency where create_date < now() - interval '2 days'`)
}

type Firm = Record<'general.companyName' | 'general.supportEmail', string | null>
function signedByTheFirm(mail: Mail, firm: Firm): Mail {
  const support = firm['general.supportEmail']
  const lines = [firm['general.companyName'], support && `Questions: ${support}`].filter(Boolean)
  return lines.length > 0 ? { ...mail, text: `${mail.text}\n\n${lines.join('\n')}` } : mail
}
