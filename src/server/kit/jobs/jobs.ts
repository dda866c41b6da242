import { randomUUID } from 'node:crypto'
import { index, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { asError } from '../../tools/errors.ts'
import type { Logger } from '../../tools/log.ts'
import type { Context, Job, JobRights } from '../request/context.ts'
import { is, onlyRow, orMissing, orNull, type Queryable, queryRows, type RowOfShape } from '../sql/row-types.ts'
import { identityColumn, instantColumn, plainTable } from '../sql/table.ts'

const leaseSeconds = 40
const renewMs = 10_000
const pollMs = 2000
/** A lost worker does not count as a failed attempt, unless the job itself keeps killing workers. */
const mostLosses = 10
const lost = `input || jsonb_build_object('lost', coalesce((input->>'lost')::int, 0) + 1)`

/** Job queue. A worker takes a row with a lease and renews it; another worker takes a row whose lease expired. */
export const jobsTable = plainTable(
  'jobs',
  {
    id: identityColumn(),
    name: text().notNull(),
    input: jsonb().notNull(),
    /** Jobs with the same value share a concurrency limit. */
    share: text(),
    attempts: smallint().notNull().default(0),
    runAfter: instantColumn().notNull().defaultNow(),
    leaseUntil: instantColumn(),
    worker: text(),
    lastError: text(),
    createDate: instantColumn().notNull().defaultNow(),
  },
  (t) => [index('jobs_due').on(t.runAfter, t.id)],
)

/** Runs in the caller's transaction, so a job exists exactly when its subject does. */
export async function enqueueJob(client: Queryable, jobs: readonly Job[], name: string, input: object, startAfterSeconds = 0) {
  const job = jobs.find((item) => item.name === name)
  if (!job) throw new Error(`No area runs the job "${name}".`)
  await client.query(`insert into jobs (name, input, share, run_after) values ($1, $2, $3, now() + $4 * interval '1 second')`, [
    name,
    JSON.stringify(input),
    job.shareOf?.(input) ?? null,
    startAfterSeconds,
  ])
}

/** SQL for triggers: inserts a job for each row of a query that returns its `input`. */
export const enqueueJobSql = (name: string, query: string) =>
  `insert into jobs (name, input) select '${name}', asked.input from (${query}) asked`

export async function countJobs(ctx: Context, name?: string) {
  const rows = await ctx.rows(
    { due: is.number, later: is.number, running: is.number, failed: is.number, late: is.number },
    `select (count(*) filter (where run_after <= now() and (lease_until is null or lease_until < now())))::int as due,
       (count(*) filter (where run_after > now()))::int as later, (count(*) filter (where lease_until >= now()))::int as running,
       (count(*) filter (where last_error is not null))::int as failed,
       (count(*) filter (where run_after < now() - interval '10 minutes' and (lease_until is null or lease_until < now())))::int as late
     from jobs where $1::text is null or name = $1`,
    [name ?? null],
  )
  return onlyRow(rows)
}

export async function nextJob(ctx: Pick<Context, 'rows'>, name: string): Promise<{ runAfter: string } | undefined> {
  const [waiting] = await ctx.rows(
    { runAfter: is.instant },
    'select run_after as "runAfter" from jobs where name = $1 and (lease_until is null or lease_until < now()) order by run_after limit 1',
    [name],
  )
  return waiting
}
export const runJobNow = (ctx: Pick<Context, 'run'>, name: string) =>
  ctx.run('update jobs set run_after = now() where name = $1 and lease_until is null', [name])

const takenShape = {
  id: is.number,
  name: is.text,
  input: is.jsonWith({ actorId: orMissing(is.text), tokenId: orMissing(is.number), lost: orMissing(is.number) }),
  attempts: is.number,
  lastError: orNull(is.text),
}

/** The job was due when it was written, but the clock has been set back since. */
const clockWentBack = 'j.create_date > now() and j.run_after <= j.create_date'

async function takeDue(pool: Pool, worker: string, jobs: readonly Job[]) {
  const [claimed] = await queryRows(
    pool,
    takenShape,
    `update jobs set lease_until = now() + $2 * interval '1 second', worker = $1, attempts = attempts + (lease_until is null)::int,
         input = case when lease_until is null then input else ${lost} end where id = (
       select j.id from jobs j where (j.run_after <= now() or ${clockWentBack}) and (j.lease_until is null or j.lease_until < now()) and j.name = any($3::text[])
         and (j.share is null or (select count(*) from jobs o where o.share = j.share and o.lease_until > now())
           < ($4::int[])[array_position($3::text[], j.name)])
       order by j.id limit 1 for update skip locked)
     returning id, name, input, attempts, last_error as "lastError"`,
    [worker, leaseSeconds, jobs.map(({ name }) => name), jobs.map(({ atOnce = 5 }) => atOnce)],
  )
  return claimed
}

export function startJobWorker(options: {
  pool: Pool
  jobs: readonly Job[]
  atOnce: number
  log: Logger
  runnerFor(input: JobRights): Promise<Parameters<Job['run']>[0]>
  /** No other process uses this database, so a job with a lease was left by a killed process and is taken at once. */
  isAlone: boolean
}) {
  const { pool, jobs, log } = options
  const worker = randomUUID()
  const running = new Map<number, { abort: AbortController; done: Promise<void> }>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  const renewal = setInterval(() => {
    if (running.size === 0) return
    queryRows(
      pool,
      { id: is.number },
      `update jobs set lease_until = now() + $3 * interval '1 second' where id = any($1) and worker = $2 returning id`,
      [[...running.keys()], worker, leaseSeconds],
    )
      .then((rows) => {
        const mine = new Set(rows.map(({ id }) => id))
        for (const [id, { abort }] of running) if (!mine.has(id)) abort.abort(new Error('The lease was lost'))
      })
      .catch((error) => log.warn({ err: error }, 'leases could not be renewed'))
  }, renewMs)
  renewal.unref()

  async function runOne(row: RowOfShape<typeof takenShape>) {
    const job = jobs.find(({ name }) => name === row.name)
    if (!job) throw new Error(`There is no job ${row.name}`)
    const most = job.attempts ?? 3
    const abort = new AbortController()
    const done = (async () => {
      const runner = await options.runnerFor(row.input)
      const kills = (row.input.lost ?? 0) > mostLosses
      try {
        if (kills) throw new Error(row.lastError ?? `The worker was lost ${mostLosses} times.`)
        await job.run(runner, { input: row.input, attempt: row.attempts, signal: abort.signal })
        await pool.query('delete from jobs where id = $1 and worker = $2', [row.id, worker])
      } catch (error) {
        if (abort.signal.aborted) return
        const { message } = asError(error)
        log.error({ err: error, job: row.name, id: row.id, attempt: row.attempts }, 'a job failed')
        if (kills || row.attempts >= most) {
          await job.givenUp?.(runner, row.input, message)
          await pool.query('delete from jobs where id = $1 and worker = $2', [row.id, worker])
        } else
          await pool.query(
            `update jobs set lease_until = null, worker = null, last_error = $3, run_after = now() + $4 * interval '1 second' where id = $1 and worker = $2`,
            [row.id, worker, message.slice(0, 500), 2 ** row.attempts],
          )
      }
    })()
      .catch((error) => log.error({ err: error, job: row.name }, 'a job could not be finished'))
      .finally(() => {
        running.delete(row.id)
        wake()
      })
    running.set(row.id, { abort, done })
  }

  async function poll() {
    while (!stopped && running.size < options.atOnce) {
      const row = await takeDue(pool, worker, jobs)
      if (!row) return
      await runOne(row)
    }
  }

  function wake() {
    if (stopped || looking) return
    looking = poll()
      .catch((error) => log.warn({ err: error }, 'jobs cannot be read'))
      .finally(() => {
        looking = undefined
      })
  }
  timer = setInterval(wake, pollMs)
  timer.unref()
  if (options.isAlone)
    pool
      .query(`update jobs set lease_until = now() - interval '1 second' where worker <> $1`, [worker])
      .then(wake, (error) => log.warn({ err: error }, 'jobs of a killed process cannot be freed'))
  else wake()

  return {
    wake,
    /** Waits a few seconds for running jobs; unfinished ones continue on another node or after a restart. */
    async stop(graceMs = 4000) {
      stopped = true
      clearInterval(timer)
      clearInterval(renewal)
      await looking
      await Promise.race([
        Promise.all([...running.values()].map(({ done }) => done)),
        new Promise((done) => setTimeout(done, graceMs).unref()),
      ])
      for (const { abort } of running.values()) abort.abort(new Error('The worker stops'))
      if (running.size > 0)
        await pool
          .query('update jobs set lease_until = null, worker = null, attempts = greatest(attempts - 1, 0) where worker = $1', [worker])
          .catch(() => undefined)
    },
  }
}
