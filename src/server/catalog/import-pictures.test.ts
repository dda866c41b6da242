import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { createCategory, createManufacturer } from '../../../test/kit/fixtures/catalog.ts'
import { startApp, type TestApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { readAddress } from '../tools/http-get.ts'

const app = await startApp({ settings: { mayHookPrivate: true } })
const strict = await startApp()

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
  .png()
  .toBuffer()
const asked: string[] = []
let busyTimes = 1
const server = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  if (path === '/moved.png') response.writeHead(302, { location: '/good.png' }).end()
  else if (path === '/loop.png') response.writeHead(302, { location: '/loop.png' }).end()
  else if (path === '/file.png') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
  else if (path === '/busy.png' && busyTimes-- > 0) response.writeHead(503).end()
  else if (path === '/page.html') response.end('<html>not a picture</html>')
  else if (path === '/missing.png') response.writeHead(404).end()
  else response.end(picture)
})
let base = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
onCleanup(() => void server.close())

async function importSheet({ admin }: TestApp, sheet: string) {
  const form = new FormData()
  form.append('mapping', JSON.stringify({ manufacturer: 0, model: 1, category: 2, msrpPrice: 3, imageAddress: 4 }))
  form.append('file', new Blob([`Make,Model,Category,MSRP,Photo URL\n${sheet}`]), 'list.csv')
  return admin('POST', '/api/equipments/Import', form)
}
const given = async (app: TestApp) => ({ maker: await createManufacturer(app), category: await createCategory(app) })
const rowsOf = async ({ admin }: TestApp, maker: { id: number }) =>
  (await admin('GET', '/api/equipments', undefined, { query: { manufacturerIds: maker.id, sortBy: 'model' } })).body.items
const activity = async ({ admin }: TestApp, id: number): Promise<string[]> =>
  (await admin('GET', `/api/equipments/${id}/ActivityLogs`)).body.items.map(({ title }: { title: string }) => title)
const waiting = async ({ sql }: TestApp) => (await sql(`select count(*)::int as count from jobs where name = 'import pictures'`))[0]!.count

it('stores the pictures that an import names, and says at each product why there is none', async () => {
  const { maker, category } = await given(app)
  const paths = ['good.png', 'moved.png', 'busy.png', 'page.html', 'missing.png', 'loop.png', 'file.png']
  const sheet = paths.map((path, at) => `${maker.name},Model ${at},${category.number},100,${base}/${path}`).join('\n')
  const { status, body } = await importSheet(app, `${sheet}\n${maker.name},Model 7,${category.number},100,`)
  expect([status, body.created]).toEqual([200, 8])
  await app.sql(`update jobs set run_after = now() where name = 'import pictures'`)
  await expect
    .poll(async () => {
      await app.sql(`update jobs set run_after = now() where name = 'import pictures' and lease_until is null`)
      return waiting(app)
    })
    .toBe(0)
  const rows = await rowsOf(app, maker)
  expect(rows.map(({ imageUrl }: { imageUrl: string | null }) => imageUrl?.replace(/.*\//, '').replace(/\?.*/, '') ?? null)).toEqual([
    'good.png',
    'moved.png',
    'busy.png',
    ...Array.from({ length: 5 }, () => null),
  ])
  const [good, , , page, missing, loop, file] = rows
  const stored = await fetch(new URL(good.imageUrl, app.url))
  expect(Buffer.from(await stored.arrayBuffer()).equals(picture)).toBe(true)
  expect((await activity(app, good.id))[0]).toBe('Picture of the import stored')
  const prefix = 'Picture of the import not stored: '
  expect((await activity(app, page.id))[0]).toBe(`${prefix}Only JPEG, PNG and SVG pictures can be used.`)
  expect((await activity(app, missing.id))[0]).toBe(`${prefix}The address returned 404.`)
  expect((await activity(app, loop.id))[0]).toBe(`${prefix}The address returned 302.`)
  expect((await activity(app, file.id))[0]).toBe(`${prefix}The address leads into a private network.`)

  // The second import finds the products unchanged and asks only for pictures that are missing.
  const before = asked.length
  expect((await importSheet(app, sheet.replaceAll('page.html', 'good.png'))).body).toMatchObject({ created: 0, updated: 0, unchanged: 7 })
  await expect.poll(async () => (await rowsOf(app, maker))[3].imageUrl).toMatch(/good\.png/)
  expect(asked.slice(before)).not.toContain('/moved.png')
})

it('keeps the import undoable after its pictures have arrived', async () => {
  const { maker, category } = await given(app)
  const { body } = await importSheet(app, `${maker.name},${uniqueName('U')},${category.number},100,${base}/100%25.png`)
  await expect.poll(async () => (await rowsOf(app, maker))[0].imageUrl).toMatch(/^\/api\/files\//)
  expect((await app.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`, {})).status).toBe(201)
  expect(await rowsOf(app, maker)).toEqual([])
})

it('rejects texts that are no address, and never asks addresses of private networks', async () => {
  const { maker, category } = await given(strict)
  const { status, body } = await importSheet(strict, `${maker.name},A,${category.number},100,not an address`)
  expect([status, body.errors.map(({ column }: { column: string }) => column)]).toEqual([400, ['Image Address']])
  const before = asked.length
  const name = uniqueName('B')
  expect((await importSheet(strict, `${maker.name},${name},${category.number},100,${base}/good.png`)).body.created).toBe(1)
  await expect.poll(() => waiting(strict)).toBe(0)
  const [row] = await rowsOf(strict, maker)
  expect((await activity(strict, row.id))[0]).toBe('Picture of the import not stored: The address leads into a private network.')
  expect([asked.length, row.imageUrl]).toEqual([before, null])
})

it('stops reading a body that is too large, and one that takes too long', async () => {
  const wanted = { address: `${base}/good.png`, timeoutMs: 5000, mostBytes: 50, mayBePrivate: true, signal: new AbortController().signal }
  await expect(readAddress(wanted)).rejects.toThrow('The file is too large.')
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onCleanup(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  await expect(readAddress({ ...wanted, address, timeoutMs: 50 })).rejects.toThrow('No answer in time.')
})
