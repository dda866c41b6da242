import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { onCleanup } from '../../../../test/kit/cleanup.ts'
import { databaseUrl } from '../../../../test/kit/database.ts'
import { startApp } from '../../../../test/kit/start.ts'
import { createLogger } from '../../tools/log.ts'
import type { Job } from '../request/context.ts'
import { enqueueJob, startJobWorker } from './jobs.ts'

const app = await startApp()
const [{ name: database }] = (await app.sql('select current_database() as name')) as [{ name: string }]
const pool = new pg.Pool({ connectionString: databaseUrl(inject('cluster'), database) })
onCleanup(() => pool.end())

/** Runs one job until it is gone. Returns its attempts and the final failure. */
async function life(how: Pick<Job, 'attempts'>, before: (id: number) => Promise<unknown> = async () => undefined) {
  const attempts: number[] = []
  const givenUp: string[] = []
  const job: Job<{ what: string }> = {
    name: 'never works',
    ...how,
    async run(_, { attempt }) {
      attempts.push(attempt)
      throw new Error(`attempt ${attempt} failed`)
    },
    async givenUp(_, input, error) {
      const [row] = await app.sql('select attempts from jobs where name = $1', [job.name])
      givenUp.push(`${input.what}: ${error}, taken ${row?.attempts} times`)
    },
  }
  await enqueueJob(pool, [job], job.name, { what: 'a test' })
  const [row] = await app.sql('select id from jobs where name = $1', [job.name])
  await before(row!.id)
  const worker = startJobWorker({
    pool,
    jobs: [job],
    atOnce: 1,
    log: createLogger('silent'),
    isAlone: false,
    runnerFor: async () => ({ work: app.product.work, read: app.product.work, log: createLogger('silent') }),
  })
  const isGone = async () => {
    await app.sql('update jobs set run_after = now() where id = $1', [row!.id])
    worker.wake()
    return (await app.sql('select id from jobs where id = $1', [row!.id])).length === 0
  }
  await expect.poll(isGone).toBe(true)
  await worker.stop()
  return { attempts, givenUp }
}

it('retries a failing job three times, or as often as configured, and then gives up', async () => {
  expect(await life({})).toEqual({ attempts: [1, 2, 3], givenUp: ['a test: attempt 3 failed, taken 3 times'] })
  expect(await life({ attempts: 1 })).toEqual({ attempts: [1], givenUp: ['a test: attempt 1 failed, taken 1 times'] })
})

it('reruns a job in the same attempt after its worker was lost three times', async () => {
  const lost = (id: number) =>
    app.sql(
      `update jobs set attempts = 1, input = input || '{"lost": 2}', worker = 'gone', lease_until = now() - interval '1 second' where id = $1`,
      [id],
    )
  expect((await life({ attempts: 2 }, lost)).attempts).toEqual([1, 2])
})

it('gives up a job without another attempt when its worker is lost each time', async () => {
  const lost = (id: number) =>
    app.sql(
      `update jobs set attempts = 1, input = input || '{"lost": 10}', last_error = 'lost', worker = 'gone', lease_until = now() - interval '1 second' where id = $1`,
      [id],
    )
  expect(await life({}, lost)).toEqual({ attempts: [], givenUp: ['a test: lost, taken 1 times'] })
})

it('runs due jobs although the clock was set back; delayed jobs wait', async () => {
  const ran: string[] = []
  const job: Job<{ what: string }> = { name: 'by the clock', run: async (_, { input }) => void ran.push(input.what) }
  for (const what of ['waits', 'due']) await enqueueJob(pool, [job], job.name, { what })
  await app.sql(
    `update jobs set create_date = now() + interval '1 hour', run_after = now() + case input ->> 'what' when 'due' then interval '1 hour' else interval '2 hours' end
     where name = $1`,
    [job.name],
  )
  const runnerFor = async () => ({ work: app.product.work, read: app.product.work, log: createLogger('silent') })
  const worker = startJobWorker({ pool, jobs: [job], atOnce: 1, log: createLogger('silent'), isAlone: false, runnerFor })
  await expect.poll(() => app.sql('select input from jobs where name = $1', [job.name])).toEqual([{ input: { what: 'waits' } }])
  await worker.stop()
  expect(ran).toEqual(['due'])
})

it('rejects an unknown job and an input of another job', async () => {
  const job: Job<{ what: string }> = { name: 'is run', run: async () => undefined }
  await expect(enqueueJob(pool, [job], 'nobody runs this', {})).rejects.toThrow('No area runs the job "nobody runs this".')
  await expect(
    app.product.work(async (ctx) => {
      // @ts-expect-error what its work takes has another name
      await ctx.enqueue(job, { which: 'a test' })
    }),
  ).rejects.toThrow('No area runs the job "is run".')
  // @ts-expect-error a name is no job
  await expect(app.product.work((ctx) => ctx.enqueue({ name: 'nobody runs this' }, {}))).rejects.toThrow('No area runs')
  expect(await app.sql(`select from jobs where name in ('is run', 'nobody runs this')`)).toEqual([])
})
