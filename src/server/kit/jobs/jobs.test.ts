import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { onCleanup } from '../../../../test/kit/cleanup.ts'
import { databaseUrl } from '../../../../test/kit/database.ts'
import { startApp } from '../../../../test/kit/start.ts'
import { createLogger } from '../../tools/log.ts'
import type { Job } from '../request/context.ts'
import { enqueueJob, startWorker } from './jobs.ts'

const house = await startApp()
const [{ name: database }] = (await house.sql('select current_database() as name')) as [{ name: string }]
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
      const [row] = await house.sql('select attempts from jobs where name = $1', [job.name])
      givenUp.push(`${input.what}: ${error}, taken ${row?.attempts} times`)
    },
  }
  await enqueueJob(pool, [job], job.name, { what: 'a test' })
  const [row] = await house.sql('select id from jobs where name = $1', [job.name])
  await before(row!.id)
  const worker = startWorker({
    pool,
    jobs: [job],
    atOnce: 1,
    log: createLogger('silent'),
    isAlone: false,
    runnerFor: async () => ({ work: house.product.work, read: house.product.work, log: createLogger('silent') }),
  })
  const isGone = async () => {
    await house.sql('update jobs set run_after = now() where id = $1', [row!.id])
    worker.wake()
    return (await house.sql('select id from jobs where id = $1', [row!.id])).length === 0
  }
  await expect.poll(isGone).toBe(true)
  await worker.stop()
  return { attempts, givenUp }
}

it('a job that never works is tried three times, or as often as it says, and then given up', async () => {
  expect(await life({})).toEqual({ attempts: [1, 2, 3], givenUp: ['a test: attempt 3 failed, taken 3 times'] })
  expect(await life({ attempts: 1 })).toEqual({ attempts: [1], givenUp: ['a test: attempt 1 failed, taken 1 times'] })
})

it('a job whose worker was lost three times is done by the next one, in the same attempt', async () => {
  const lost = (id: number) =>
    house.sql(
      `update jobs set attempts = 1, input = input || '{"lost": 2}', worker = 'gone', lease_until = now() - interval '1 second' where id = $1`,
      [id],
    )
  expect((await life({ attempts: 2 }, lost)).attempts).toEqual([1, 2])
})

it('a job whose worker was lost each time is given up without another attempt', async () => {
  const lost = (id: number) =>
    house.sql(
      `update jobs set attempts = 1, input = input || '{"lost": 10}', last_error = 'lost', worker = 'gone', lease_until = now() - interval '1 second' where id = $1`,
      [id],
    )
  expect(await life({}, lost)).toEqual({ attempts: [], givenUp: ['a test: lost, taken 1 times'] })
})

it('what was due when it was written is done although the clock was set back; what was to wait waits', async () => {
  const ran: string[] = []
  const job: Job<{ what: string }> = { name: 'by the clock', run: async (_, { input }) => void ran.push(input.what) }
  for (const what of ['waits', 'due']) await enqueueJob(pool, [job], job.name, { what })
  await house.sql(
    `update jobs set create_date = now() + interval '1 hour', run_after = now() + case input ->> 'what' when 'due' then interval '1 hour' else interval '2 hours' end
     where name = $1`,
    [job.name],
  )
  const runnerFor = async () => ({ work: house.product.work, read: house.product.work, log: createLogger('silent') })
  const worker = startWorker({ pool, jobs: [job], atOnce: 1, log: createLogger('silent'), isAlone: false, runnerFor })
  await expect.poll(() => house.sql('select input from jobs where name = $1', [job.name])).toEqual([{ input: { what: 'waits' } }])
  await worker.stop()
  expect(ran).toEqual(['due'])
})

it('takes no job that nobody runs, and no input but its own', async () => {
  const job: Job<{ what: string }> = { name: 'is run', run: async () => undefined }
  await expect(enqueueJob(pool, [job], 'nobody runs this', {})).rejects.toThrow('No area runs the job "nobody runs this".')
  await expect(
    house.product.work(async (ctx) => {
      // @ts-expect-error what its work takes has another name
      await ctx.enqueue(job, { which: 'a test' })
    }),
  ).rejects.toThrow('No area runs the job "is run".')
  // @ts-expect-error a name is no job
  await expect(house.product.work((ctx) => ctx.enqueue({ name: 'nobody runs this' }, {}))).rejects.toThrow('No area runs')
  expect(await house.sql(`select from jobs where name in ('is run', 'nobody runs this')`)).toEqual([])
})
