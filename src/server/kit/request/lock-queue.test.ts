import { expect, it } from 'vitest'
import { createProject, createSpace } from '../../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../../test/kit/start.ts'
import { lockKeys } from '../sql/lock-keys.ts'
import type { Context } from './context.ts'

const app = await startApp()
const { admin } = app

const lockProject = (ctx: Context, id: number) =>
  ctx.run('select id from projects where id = $1 and not is_deleted for no key update', [id])

/** Holds the lock of a project until the returned function is called. */
async function holdProject(id: number): Promise<() => Promise<void>> {
  let end = () => {}
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  let isHeld = false
  const held = app.product.work(async (ctx) => {
    await lockProject(ctx, id)
    isHeld = true
    await mayEnd
  })
  await expect.poll(() => isHeld).toBe(true)
  return async () => {
    end()
    await held
  }
}

it('lets unrelated requests pass while 100 wait for one project', async () => {
  const [project, other] = [await createProject(app), await createProject(app)]
  const write = () => createSpace(app, other)
  const read = () => admin('GET', `/api/projects/${other.id}`)
  await Promise.all([write(), read()])
  const release = await holdProject(project.id)
  let finished = 0
  const waiting = Array.from({ length: 100 }, (_, n) =>
    createSpace(app, project, { name: `Room ${n}` }).finally(() => {
      finished++
    }),
  )
  try {
    for (let n = 0; n < 5; n++) {
      await write()
      expect((await read()).status).toBe(200)
      expect((await admin('PUT', `/api/projects/${other.id}`, { name: `Other ${n}` })).status).toBe(200)
    }
    expect(finished, 'all 100 still waited').toBe(0)
  } finally {
    await release()
  }
  const rooms = await Promise.all(waiting)
  expect(new Set(rooms.map(({ id }) => id)).size, 'every request was carried out once').toBe(100)
})

it('rejects more requests than may wait for one lock, with the time to retry after', async () => {
  const project = await createProject(app)
  const release = await holdProject(project.id)
  const path = `/api/projects/${project.id}/Buildings`
  let rejected = 0
  const asked = Array.from({ length: 130 }, (_, n) =>
    admin('POST', path, { name: `House ${n}`, shortName: `H${n}` }).then((answer) => {
      if (answer.status === 503) rejected++
      return answer
    }),
  )
  try {
    await expect.poll(() => rejected).toBe(30)
  } finally {
    await release()
  }
  const answers = await Promise.all(asked)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100)
  for (const { headers } of answers.filter(({ status }) => status === 503)) expect(headers.get('retry-after')).toBe('2')
})

it('never lets two units wait for each other, in any order of their locks', async () => {
  const [a, b] = [(await createProject(app)).id as number, (await createProject(app)).id as number]
  const inOrder = (first: number, second: number) =>
    app.product.work(async (ctx) => {
      await lockProject(ctx, first)
      // Lets the other unit take its first lock.
      await ctx.run('select count(*) from users')
      await lockProject(ctx, second)
      await ctx.run('update projects set description = coalesce(description, $2) || $2 where id = any($1)', [[first, second], '.'])
    })
  await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? inOrder(a, b) : inOrder(b, a))))
  const rows = await app.sql<{ length: number }>('select length(description) as length from projects where id = any($1)', [[a, b]])
  expect(rows.map(({ length }) => length)).toEqual([41, 41])
})

it('does not commit work that caught the error of a held lock', async () => {
  const project = await createProject(app)
  const release = await holdProject(project.id)
  let attempts = 0
  const done = app.product.work(async (ctx) => {
    attempts++
    await lockProject(ctx, project.id).catch(() => undefined)
    await ctx.run('update projects set description = coalesce(description, $2) || $2 where id = $1', [project.id, '.'])
  })
  await expect.poll(() => attempts).toBe(1)
  await release()
  await done
  expect(attempts).toBe(2)
  expect(await app.sql('select description from projects where id = $1', [project.id])).toEqual([{ description: '..' }])
})

it.each([
  [
    'select t.id, (select count(*) from spaces s) from projects t join clients c on true where t.id = $2 and true for update of t',
    ['x', 7],
    ['projects 7'],
  ],
  ['select id from spaces where id = any($1) order by id for no key update', [[3, 4]], ['spaces 3', 'spaces 4']],
  ['select from users where id = $1 for update', ['u'], ['users u']],
  ['select id from jobs j where true limit 1 for update skip locked', [], []],
  ['select id from roles where id = $1 for share', [1], []],
  ['select (select 1 from x) from users u where u.id = $1', [1], []],
])('names the locks of a statement: %s', (text, values, keys) => {
  expect(lockKeys(text, values)).toEqual(keys)
})

it('names an advisory lock by its text and values', () => {
  const lock = "select pg_advisory_xact_lock(hashtext('hours'), hashtext($1))"
  expect(lockKeys(lock, ['a'])).toEqual(lockKeys(lock, ['a']))
  expect(lockKeys(lock, ['a'])).not.toEqual(lockKeys(lock, ['b']))
})
