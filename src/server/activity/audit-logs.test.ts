import { beforeAll, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createSignalType } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()

it('lists each entity type in the log once', async () => {
  await createSignalType(app)
  await createSignalType(app)
  await app.admin('POST', '/api/roles', { name: 'Kept', permissions: [] })
  const { status, body } = await app.admin('GET', '/api/auditLogs/Kinds')
  expect(status).toBe(200)
  const [all] = await app.sql('select array_agg(distinct entity order by entity) as kinds from audit_log')
  expect(body.kinds).toEqual(all!.kinds)
  expect(body.kinds).toEqual(expect.arrayContaining(['roles', 'signalTypes']))
})

beforeAll(async () => {
  await app.call('POST', '/api/account/login', { email: 'nobody@example.com', password: 'Wrong-12345' })
  const other = await app.signInAs('Administrator', { isNew: true })
  expect((await other('POST', '/api/roles', { name: 'Of another', permissions: [] })).status).toBe(201)
  await app.sql(`update audit_log set ip = '10.0.0.7' where id = (select min(id) from audit_log)`)
})

it.each(['date', 'user', 'action', 'entity', 'entityName', 'ip', 'outcome'])('sorts by %s in both directions', async (column) => {
  const values = async (sortDesc: boolean) => {
    const query = { sortBy: column, sortDesc, itemsPerPage: -1 }
    const { status, body } = await app.admin('GET', '/api/auditLogs', undefined, { query })
    expect(status).toBe(200)
    return body.items.map((entry: any) => entry[column]?.lastName ?? entry[column]).filter((value: unknown) => value !== null)
  }
  const upwards = await values(false)
  expect(new Set(upwards).size).toBeGreaterThan(1)
  expect(await values(true)).toEqual(upwards.reverse())
})

it('sorts newest first by descending date', async () => {
  const { body } = await app.admin('GET', '/api/auditLogs', undefined, { query: { sortBy: 'date', sortDesc: true } })
  const dates = body.items.map(({ date }: { date: string }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
})

it('exports the same rows as the list', async () => {
  await app.admin('POST', '/api/roles', { name: 'Written down', permissions: [] })
  const query = { entity: 'roles', action: 'Create', sortBy: 'date', sortDesc: true, columns: ['entityName', 'user', 'action'] }
  const { body, status } = await app.admin('GET', '/api/auditLogs/Export', undefined, { query })
  expect([status, body.downloadTaskCategory]).toEqual([202, 163])
  const task = await waitForFile(app.admin, body.id)
  const [sheet] = readWorkbook((await app.call('GET', task.url)).body)
  const [head, first, ...rest] = sheet!.rows.map(({ values }) => values)
  expect(head).toEqual(['Id', 'What', 'User', 'Action'])
  expect(first!.slice(1)).toEqual(['Written down', expect.stringContaining(' '), 'Created'])
  const { total } = (await app.admin('GET', '/api/auditLogs', undefined, { query: { entity: 'roles', action: 'Create' } })).body
  expect(rest.length + 1).toBe(total)
  expect((await app.admin('GET', '/api/auditLogs/Export', undefined, { query: { sortBy: 'constructor' } })).status).toBe(400)
  const other = await app.signInAs(['Roles.View'])
  expect((await other('GET', '/api/auditLogs/Export')).status).toBe(403)
})
