import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { HubEvents } from '../model/hub.ts'
import { authenticator, forgetSessions, makeFirstUser, openSessions } from './access/public.ts'
import { jobs as areaJobs, cleanings, databaseProgram, entities, makeInitialData, offered, routes } from './areas.ts'
import { startBundledDatabase } from './database/bundled.ts'
import { bringUpToDate } from './database/migrate.ts'
import { type DatabaseAddress, openPools } from './database/pool.ts'
import { removeStrayContents, removeUnownedFiles } from './kit/files/file-sweep.ts'
import { addressesSignedBy } from './kit/files/files.ts'
import { enqueueJob, type Job, startWorker } from './kit/jobs/jobs.ts'
import { mailJob, sendMail } from './kit/jobs/mail.ts'
import { totalsChanged } from './kit/list/list.ts'
import { openBus, type Word } from './kit/live/bus.ts'
import { openLive } from './kit/live/live.ts'
import type { Actor, Context, Mail, Row, Services, Work } from './kit/request/context.ts'
import { contextOn } from './kit/request/context.ts'
import { createHttp, inTransaction } from './kit/request/http.ts'
import { makeMetrics } from './kit/request/metrics.ts'
import { serveDocs, serveOpenApi } from './kit/request/openapi.ts'
import { serveWeb } from './kit/request/web-files.ts'
import { storeAccesses } from './kit/resource/activities.ts'
import { presence, seeing, seesProject } from './projects/public.ts'
import { requestFile } from './reports/public.ts'
import { numberSetting, settingsOf } from './settings/public.ts'
import type { Settings } from './settings.ts'
import { localFiles, s3Files } from './tools/file-store.ts'
import { type Logger, makeLog } from './tools/log.ts'
import { closeWorkers } from './tools/run-in-worker.ts'
import { version } from './version.ts'

export interface Product {
  url: string
  port: number
  /** Made at the first start; the password only when the product chose it. */
  administrator?: { email: string; password: string | null }
  services: Services
  /** Runs work as the system itself, in one transaction. */
  work<T>(run: (ctx: Context) => Promise<T>, as?: Actor): Promise<T>
  stop(): Promise<void>
}

const system: Actor = { userId: '', sessionId: null, firstName: 'DNA', lastName: '', isExternal: false, held: new Set(), roleId: 0 }
const drainMs = 8000
const lookMs = 15_000

/** Puts the house together: database, migrations, files, bus, hub, worker, HTTP. Everything main.ts and the tests start. */
export async function startProduct(settings: Settings, options: { log?: Logger } = {}): Promise<Product> {
  const log = options.log ?? makeLog(settings.logLevel)
  mkdirSync(settings.dataDir, { recursive: true })
  const bundled = settings.databaseUrl ? undefined : await startBundledDatabase(settings.dataDir, { log: (line) => log.debug(line) })
  const address: DatabaseAddress = bundled?.poolConfig ?? { connectionString: settings.databaseUrl! }
  let state: 'starting' | 'ready' | 'draining' = 'starting'

  const { secret } = await bringUpToDate(address, entities, databaseProgram)
  const pools = openPools(address, { write: 12, read: 12 }, (error) =>
    log.warn({ message: error.message }, 'a database connection was lost'),
  )
  const jobs: Job[] = [...areaJobs, mailJob(settings)]
  let url = ''
  let wake = () => {}
  let live: ReturnType<typeof openLive> | undefined

  const closeEnded = (userIds?: string[]) =>
    void live?.closeEnded(userIds).catch((error) => log.warn({ message: error.message }, 'sessions cannot be looked at'))

  const hear = (word: Word) => {
    if (word.kind === 'tell') live?.hub.tell(word.userIds, word.event, word.payload)
    else if (word.kind === 'forget') {
      forgetSessions(word.userIds)
      closeEnded(word.userIds)
    } else if (word.kind === 'wake') wake()
    else {
      const changed = entities.find(({ of }) => of.entity === word.event.entity)
      if (changed) totalsChanged(changed.shape.table)
      live?.passOn(word.event, word.needs).catch((error) => log.warn({ err: error }, 'a change could not be told'))
    }
  }
  const bus = openBus(address, pools.write, hear, log)

  const services: Services = {
    settings,
    files: settings.s3 ? s3Files(settings.s3) : localFiles(join(settings.dataDir, 'files')),
    announce: (userIds, event: keyof HubEvents, payload) => bus.say({ kind: 'tell', userIds, event, payload }),
    changed: (event, needs) => bus.say({ kind: 'changed', event, needs }),
    forgetSessions: (userIds) => bus.say({ kind: 'forget', userIds }),
    async enqueue(client, job, input, startAfterSeconds) {
      await enqueueJob(client, jobs, job, input, startAfterSeconds)
      setTimeout(() => bus.say({ kind: 'wake' }), 30).unref()
    },
    apart: (run) => work(run, system, pools.apart),
    sendMail: async (ctx, mail) =>
      sendMail(ctx, signedByTheFirm(mail, await settingsOf(ctx, 'general.companyName', 'general.supportEmail'))),
    requestFile,
    seesProject,
    addresses: addressesSignedBy(secret),
    offered,
    publicUrl: () => settings.publicUrl ?? url,
  }
  const workAs = (actor: Actor): Work => ({ actor, request: { id: 'job', ip: '', userAgent: '' }, log, services })
  const work = async <T>(run: (ctx: Context) => Promise<T>, as = system, write = pools.write): Promise<T> => {
    const afters: (() => void | Promise<void>)[] = []
    const answer = (await inTransaction({ pools: { write }, log }, workAs(as), afters, run)) as T
    for (const after of afters) await after()
    return answer
  }
  const read = async <T>(run: (ctx: Context) => Promise<T>, as = system): Promise<T> => {
    const client = await pools.read.connect()
    try {
      await client.query('begin isolation level repeatable read')
      return await run(contextOn(client, workAs(as), []))
    } finally {
      await client.query('rollback').catch(() => undefined)
      client.release()
    }
  }

  const administrator = await work((ctx) => makeFirstUser(ctx, settings))
  await work((ctx) => makeInitialData(ctx))
  if (settings.isDemo) {
    const { makeDemoData } = await import('./demo/make.ts')
    await makeDemoData({ routes, work, log })
  }

  const authenticate = authenticator(pools.read, pools.write)
  const metrics = makeMetrics(pools)
  const app = createHttp({ pools, services, routes, log, authenticate, observe: metrics.observe })
  const watching = presence(services, log)
  live = openLive(app, {
    pool: pools.write,
    log,
    authenticate,
    openSessions: (ids) => openSessions(pools.read, ids),
    seeing: (projectId, userIds) => read((ctx) => seeing(ctx, projectId, userIds)),
    onInvoke: (_user, connection, method, args) => watching.invoke(connection, method, args),
    onClose: (connection) => watching.closed(connection),
  })

  app.get('/api/health', async (_request, reply) => {
    // The pulse has a line of its own: whoever asks for health waits neither for a connection nor for the database.
    const isUp = state === 'ready' && pools.state() === 'up'
    return reply
      .code(isUp ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: isUp, version, database: isUp ? 'up' : 'away', uptime: Math.round(process.uptime()) })
  })
  metrics.serve(app, settings)
  serveOpenApi(app, routes)
  serveDocs(app)
  serveWeb(app)
  await app.listen({ port: settings.port, host: settings.host })
  const { port } = app.server.address() as AddressInfo
  url = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`

  const runnerFor = async (input: Row) => {
    const actor = input.actorId ? await actorOf(input.actorId) : system
    return {
      work: <T>(run: (ctx: Context) => Promise<T>) => work(run, actor),
      read: <T>(run: (ctx: Context) => Promise<T>) => read(run, actor),
      log,
    }
  }
  /** The rights of whoever asked, as they are now. */
  const actorOf = async (userId: string): Promise<Actor> => {
    const { rows } = await pools.read.query(
      `select u.first_name, u.last_name, u.is_external_user, r.id as role_id, case when u.is_suspended or u.is_deleted then '{}' else r.permissions end as permissions from users u join roles r on r.id = u.role_id where u.id = $1`,
      [userId],
    )
    const row = rows[0] ?? { permissions: [], role_id: 0, is_external_user: true }
    return {
      userId,
      sessionId: null,
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
      isExternal: row.is_external_user,
      held: new Set(row.permissions),
      roleId: row.role_id,
    }
  }
  const worker =
    settings.role === 'web'
      ? undefined
      : startWorker({ pool: pools.write, jobs, atOnce: 4, log, runnerFor, isAlone: bundled !== undefined })
  wake = () => worker?.wake()
  const chores = setInterval(() => void storeAccesses(pools.write).catch(() => undefined), 1000)
  // Sessions also end by time, and the word that one has ended may be lost.
  const looking = setInterval(() => closeEnded(), lookMs)
  let sweptAt = 0
  let strays: ReadonlySet<string> = new Set()
  const sweep = async () => {
    if (Date.now() - sweptAt < 24 * 3_600_000) return
    sweptAt = Date.now()
    await work(removeUnownedFiles)
    // A bucket may hold more than this product knows of; a folder of its own does not.
    if (!settings.s3) strays = await work((ctx) => removeStrayContents(ctx, services.files, strays))
  }
  const cleaning = setInterval(
    () =>
      void clean(pools.write)
        .then(async () => {
          for (const cleaning of cleanings) await work(cleaning)
        })
        .then(sweep)
        .catch((error) => log.warn({ err: error }, 'cleaning failed')),
    3_600_000,
  )
  chores.unref()
  looking.unref()
  cleaning.unref()
  state = 'ready'

  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      state = 'draining'
      clearInterval(chores)
      clearInterval(looking)
      clearInterval(cleaning)
      await live?.hub.close()
      await watching.stop()
      await Promise.race([app.close(), new Promise((done) => setTimeout(done, drainMs / 2).unref())])
      await worker?.stop(drainMs / 4)
      await storeAccesses(pools.write).catch(() => undefined)
      await closeWorkers()
      await bus.close()
      await Promise.race([pools.close(), new Promise((done) => setTimeout(done, 1000).unref())])
      await bundled?.stop()
    })()
    return stopping
  }
  return { url, port, administrator, services, work, stop }
}

/** What is kept only for a time. */
async function clean(pool: { query(text: string): Promise<unknown> }) {
  await pool.query(`delete from audit_log where date < now() - ${numberSetting('retention.auditYears')} * interval '1 year'`)
  await pool.query(`delete from idempotency where create_date < now() - interval '2 days'`)
}

type Firm = Record<'general.companyName' | 'general.supportEmail', string | null>
/** Who it is from, and where to ask, as far as the firm has said so. */
function signedByTheFirm(mail: Mail, firm: Firm): Mail {
  const support = firm['general.supportEmail']
  const lines = [firm['general.companyName'], support && `Questions: ${support}`].filter(Boolean)
  return lines.length > 0 ? { ...mail, text: `${mail.text}\n\n${lines.join('\n')}` } : mail
}
