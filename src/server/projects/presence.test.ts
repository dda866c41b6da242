import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterEach, expect, it } from 'vitest'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { cellPlace, parseCellKey, type Viewer } from '../../model/projects/live-overview.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { startProduct } from '../product.ts'

const app = await startApp()
const open: HubConnection[] = []
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.stop()
})

async function connected(caller: Caller, url = app.url) {
  const connection = new HubConnectionBuilder()
    .withUrl(`${url}/hubs/notifications`, { accessTokenFactory: () => caller.token })
    .configureLogging(LogLevel.None)
    .build()
  const received: { projectId: number; viewers: Viewer[] }[] = []
  connection.on('Presence', (event) => received.push(event))
  connection.on('EntityChanged', () => undefined)
  open.push(connection)
  await connection.start()
  return { connection, heard: received }
}
const ids = (event?: { viewers: Viewer[] }) => event?.viewers.map(({ id, places }) => [id, places]).sort()
const until = (read: () => unknown, expected: unknown) => expect.poll(read, { interval: 20 }).toEqual(expected)
const both = (a: Caller, b: Caller, places: [string[], string[]]) =>
  [
    [a.userId, places[0]],
    [b.userId, places[1]],
  ].sort()

const permissions = ['Projects.View', 'ProjectLiveOverview.View'] as const

it('shows all watchers of a project who else is there, and where', async () => {
  const project: AnyRow = await createProject(app)
  const [ann, ben] = [await app.signInAs(permissions, { isNew: true }), await app.signInAs(permissions, { isNew: true })]
  const a = await connected(ann)
  const b = await connected(ben)
  expect(await a.connection.invoke('Watch', project.id)).toMatchObject([{ id: ann.userId, firstName: 'Test', places: ['overview'] }])
  await b.connection.invoke('Watch', project.id, 'space:7')
  await until(() => ids(a.heard.at(-1)), both(ann, ben, [['overview'], ['space:7']]))
  const viewers = async () => (await ann('GET', `/api/projects/${project.id}/LiveOverview`)).body.viewers.map(({ id }: AnyRow) => id)
  expect(await viewers()).toEqual([ann.userId])
  await b.connection.invoke('Watch', project.id, 'overview')
  expect((await viewers()).sort()).toEqual([ann.userId, ben.userId].sort())
  await b.connection.invoke('Unwatch', project.id, 'overview')
  await until(() => ids(a.heard.at(-1)), both(ann, ben, [['overview'], ['space:7']]))

  await b.connection.stop()
  await until(() => ids(a.heard.at(-1)), [[ann.userId, ['overview']]])
  await a.connection.invoke('Unwatch', project.id)
  await until(async () => (await app.sql('select count(*)::int as n from project_presence'))[0]!.n, 0)
})

it('keeps the order of leaving one page and opening the next', async () => {
  const project = await createProject(app)
  const { connection, heard: received } = await connected(await app.signInAs(permissions, { isNew: true }))
  for (let n = 0; n < 12; n++) {
    void connection.send('Watch', project.id, 'project')
    void connection.send('Unwatch', project.id, 'project')
  }
  await connection.invoke('Watch', project.id, 'project')
  await until(() => received.at(-1)?.viewers[0]?.places, ['project'])
  expect(await app.sql('select place from project_presence where project_id = $1', [project.id])).toEqual([{ place: 'project' }])
})

it('hides presence in unseen projects, and stops when access ends', async () => {
  const project = await createProject(app)
  const [ann, ben] = [await app.signInAs(permissions, { isNew: true }), await app.signInAs(permissions, { isNew: true })]
  const stranger = await app.signInAs(['Clients.View'], { isNew: true })
  const outsider = await app.signInAs(['ExternalProjects.View'], { external: true, isNew: true })
  for (const caller of [stranger, outsider]) expect(await (await connected(caller)).connection.invoke('Watch', project.id)).toBeNull()
  const a = await connected(ann)
  const b = await connected(ben)
  await a.connection.invoke('Watch', project.id)
  await b.connection.invoke('Watch', project.id)
  // Waits until pending events have reached both, before one loses access.
  for (const { heard: received } of [a, b]) await until(() => ids(received.at(-1)), both(ann, ben, [['overview'], ['overview']]))
  await addToAccessList(app, project, ann.userId)
  const before = b.heard.length
  await a.connection.invoke('Watch', project.id, 'project')
  await until(() => ids(a.heard.at(-1)), [[ann.userId, ['overview', 'project']]])
  // A later event has arrived, so an earlier one would have arrived too.
  const other = await createProject(app)
  await b.connection.invoke('Watch', other.id)
  await a.connection.invoke('Watch', other.id)
  await until(() => ids(b.heard.at(-1)), both(ann, ben, [['overview'], ['overview']]))
  expect(b.heard.slice(before).filter(({ projectId }) => projectId === project.id)).toEqual([])
  expect(await b.connection.invoke('Watch', project.id)).toBeNull()
  for (const nonsense of [[], ['1'], [project.id, 'kitchen'], [project.id, 'cell:entry-x:2026-03'], [-1, 'overview'], [{}, {}]])
    expect(await a.connection.invoke('Watch', ...nonsense)).toEqual(null)
})

it('reports the board cell a user is on', async () => {
  const project: AnyRow = await createProject(app)
  const [ann, ben] = [await app.signInAs(permissions, { isNew: true }), await app.signInAs(permissions, { isNew: true })]
  const [a, b] = [await connected(ann), await connected(ben)]
  await a.connection.invoke('Watch', project.id, 'board')
  await b.connection.invoke('Watch', project.id, cellPlace('entry-12', '2026-03'))
  await until(() => ids(a.heard.at(-1)), both(ann, ben, [['board'], ['cell:entry-12:2026-03']]))
  await b.connection.invoke('Watch', project.id, cellPlace('entry-12', '2026-04-06'))
  await b.connection.invoke('Unwatch', project.id, cellPlace('entry-12', '2026-03'))
  await until(() => ids(a.heard.at(-1)), both(ann, ben, [['board'], ['cell:entry-12:2026-04-06']]))
  expect(parseCellKey('cell:entry-12:2026-03')).toEqual({ line: 'entry-12', column: '2026-03' })
  expect(parseCellKey('space:7')).toBeUndefined()
})

it('includes users on every node, and drops a node that is gone', async () => {
  const project = await createProject(app)
  const [ann, ben] = [await app.signInAs(permissions, { isNew: true }), await app.signInAs(permissions, { isNew: true })]
  const a = await connected(ann)
  await a.connection.invoke('Watch', project.id)
  const { settings } = app.product.services
  const second = await startProduct({ ...settings, port: 0, publicUrl: null })
  try {
    const b = await connected(ben, second.url)
    expect((await b.connection.invoke<Viewer[]>('Watch', project.id)).length).toBe(2)
    await until(() => ids(a.heard.at(-1)), both(ann, ben, [['overview'], ['overview']]))
  } finally {
    await second.stop()
  }
  await until(() => ids(a.heard.at(-1)), [[ann.userId, ['overview']]])
  // A crashed node leaves rows that are not renewed.
  await app.sql(
    `insert into project_presence (connection_id, project_id, place, user_id, node, seen_date) values ('x', $1, 'overview', $2, 'gone', now() - interval '1 minute')`,
    [project.id, ben.userId],
  )
  expect(ids({ viewers: (await a.connection.invoke('Watch', project.id))! })).toEqual([[ann.userId, ['overview']]])
})
