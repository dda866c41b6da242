import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFakeWireCad } from '../../../test/kit/fake-wire-cad.ts'
import { createCategory, createEquipment } from '../../../test/kit/fixtures/catalog.ts'
import { cadItems, cadLibrary, chooseCad, createCadRequest, readRequest, transitionCad } from '../../../test/kit/fixtures/wire-cad.ts'
import { startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import type { AnyRow } from '../kit/request/context.ts'

const key = 'wire-cad-secret-key'
const [full, empty, nonsense] = [randomUUID(), randomUUID(), randomUUID()]
const maker = uniqueName('Bridge maker')
const fake = await startFakeWireCad(key, {
  [full]: {
    name: 'Arena',
    equipment: Array.from({ length: 5000 }, (_, n) => ({
      wireCadId: randomUUID(),
      cadManufacturer: maker,
      cadModel: `Box ${n}`,
      cadQuantity: 2,
    })),
  },
  [empty]: { name: 'Empty lot', equipment: [] },
  [nonsense]: { name: 'Odd', equipment: { hello: 'world' } },
})
const app = await startApp({
  settings: { fromEnvironment: { 'integrations.wireCad.baseUrl': `${fake.url}/`, 'integrations.wireCad.apiKey': key } },
})
const { admin } = app
const pull = (wireCadProjectId: string | null, more: AnyRow = {}) =>
  admin('POST', '/api/wireCad/Requests', { name: uniqueName('Pulled'), pull: true, wireCadProjectId, ...more })
const ended = async (request: AnyRow) => {
  await expect.poll(async () => (await readRequest(admin, request)).linkStatus, { timeout: timeoutMs(20_000) }).toBeGreaterThanOrEqual(3)
  return readRequest(admin, request)
}

beforeEach(() => {
  fake.asked.length = 0
  fake.next.length = 0
  fake.links.length = 0
})

it('is configured, and never returns its key', async () => {
  const { body } = await admin('GET', '/api/integrations/WireCad/Status')
  expect(body).toEqual({ isConfigured: true, missing: [] })
  expect((await admin('GET', '/api/wireCad/Projects')).body.items).toEqual([
    { id: full, name: 'Arena' },
    { id: empty, name: 'Empty lot' },
    { id: nonsense, name: 'Odd' },
  ])
  expect(fake.asked[0]?.headers['x-api-key']).toBe(key)
})

describe('pulling a project', () => {
  it('reads 5,000 definitions of a project in a job', async () => {
    const { status, body } = await pull(full)
    expect([status, body.source, body.linkStatus, body.itemsCount]).toEqual([201, 2, 1, 0])
    expect(await ended(body)).toMatchObject({ linkStatus: 3, linkError: null, itemsCount: 5000, counts: { noMatch: 5000 } })
  })

  it('requires a project, and cannot be combined with files', async () => {
    expect((await pull(null)).body.fields).toEqual({ wireCadProjectId: ['This field is required!'] })
    expect((await ended((await pull(empty)).body)).readingNotes).toEqual(['This WireCAD project has no equipment.'])
  })

  it.each([
    ['an unknown project', randomUUID(), 'WireCAD project not found.'],
    ['an answer of another kind', nonsense, 'WireCAD sent a response we do not understand. Status 200'],
  ])('reports the cause: %s', async (_, project, expectedMessage) => {
    expect(await ended((await pull(project)).body)).toMatchObject({ linkStatus: 4, linkError: expectedMessage, itemsCount: 0 })
  })

  it.each([
    [
      'refused',
      (fail: typeof fake) => fail.next.push((_, response) => fail.json(response, 401, { error: key })),
      'WireCAD denied access. Status 401',
    ],
    [
      'half an answer',
      (fail: typeof fake) => fail.next.push((_, response) => response.end('[{"cadManuf')),
      'WireCAD sent a response we do not understand. Status 200',
    ],
    [
      'led elsewhere',
      (fail: typeof fake) => fail.next.push((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()),
      'WireCAD redirected to another address. A redirect was refused.',
    ],
  ] as const)('fails when %s, without the key, and succeeds when tried again', async (_, fail, expectedMessage) => {
    fail(fake)
    const { body } = await pull(empty)
    const failed = await ended(body)
    expect(failed).toMatchObject({ linkStatus: 4, linkError: expectedMessage })
    expect(JSON.stringify(failed)).not.toContain(key)
    expect((await transitionCad(admin, body, 'Retry')).body).toMatchObject({ linkStatus: 1, linkError: null })
    expect(await ended(body)).toMatchObject({ linkStatus: 3 })
    expect((await transitionCad(admin, body, 'Retry')).body.message).toBe('Nothing has failed here.')
  })

  it('retries after a lost connection, a busy bridge and a retry-after', async () => {
    fake.next.push((_, response) => response.destroy())
    fake.next.push((_, response) => fake.json(response, 503, {}))
    fake.next.push((_, response) => fake.json(response, 429, {}, { 'retry-after': '1' }))
    expect(await ended((await pull(empty)).body)).toMatchObject({ linkStatus: 3 })
    expect(fake.asked).toHaveLength(4)
  })

  it('times out after ten seconds without partial data, and succeeds on retry', async () => {
    fake.next.push(() => undefined)
    const { body } = await pull(empty)
    expect(await ended(body)).toMatchObject({ linkStatus: 4, linkError: 'WireCAD did not answer in time. Timeout', itemsCount: 0 })
    const { wireCad } = (await admin('GET', '/api/integrations/Status')).body
    expect(wireCad).toMatchObject({ configured: true, lastError: 'WireCAD did not answer in time.' })
    expect((await transitionCad(admin, body, 'Retry')).status).toBe(200)
    expect(await ended(body)).toMatchObject({ linkStatus: 3, linkError: null })
    const after = (await admin('GET', '/api/integrations/Status')).body.wireCad
    expect(after.lastOk > after.lastErrorDate).toBe(true)
  })

  it('rejects submission while the pull is running', async () => {
    const held: (() => void)[] = []
    fake.next.push((_, response) => held.push(() => fake.json(response, 200, [])))
    const { body } = await pull(empty)
    expect((await transitionCad(admin, body, 'Submit')).body.message).toBe('WireCAD is still being read.')
    await expect.poll(() => held.length).toBe(1)
    held[0]?.()
    await ended(body)
  })
})

describe('posting links back', () => {
  async function approved(definitions: { guid?: string; maker: string; model: string }[]) {
    const request = await createCadRequest(admin, cadLibrary(definitions), { wireCadProjectId: empty })
    await chooseCad(admin, request, { all: { chosenCategoryId: (await createCategory(app)).id } })
    await transitionCad(admin, request, 'Submit')
    await transitionCad(admin, request, 'Approve')
    return request
  }

  it('sends WireCAD the equipment of each definition', async () => {
    const device = await createEquipment(app, { tag: 'TAG-1' })
    const [one, two] = [randomUUID(), randomUUID()]
    const request = await approved([
      { guid: one, maker: device.manufacture.name, model: device.model },
      { guid: two, maker: uniqueName('New maker'), model: 'New Box 7' },
    ])
    expect(await ended(request)).toMatchObject({ linkStatus: 3, linksPostedDate: expect.any(String) })
    const [, secondItem] = await cadItems(admin, request)
    const log = (await admin('GET', `/api/wireCad/Requests/${request.id}/ActivityLogs`)).body.items
    expect(log.map(({ title }: AnyRow) => title)).toContain('Sent WireCAD 2 links')
    expect(fake.links).toEqual([
      {
        project: empty,
        links: [
          { wireCadId: one, equipmentId: device.id, tag: 'TAG-1' },
          { wireCadId: two, equipmentId: secondItem?.equipment.id, tag: 'NEW-BOX-7' },
        ],
      },
    ])
  })

  it('fails if WireCAD rejects the links; the equipment stays, and a retry posts them', async () => {
    fake.next.push((_, response) => fake.json(response, 400, { error: 'No' }))
    const request = await approved([{ maker: uniqueName('Maker'), model: uniqueName('Model') }])
    expect(await ended(request)).toMatchObject({
      linkStatus: 4,
      linkError: 'The links could not be posted: WireCAD did not accept the links. Status 400',
      linksPostedDate: null,
      counts: { done: 1, failed: 0 },
    })
    const [before] = await cadItems(admin, request)
    await transitionCad(admin, request, 'Retry')
    expect(await ended(request)).toMatchObject({ linkStatus: 3, linkError: null })
    expect((await cadItems(admin, request))[0]?.equipment).toEqual(before?.equipment)
    expect(fake.links).toHaveLength(1)
  })
})
