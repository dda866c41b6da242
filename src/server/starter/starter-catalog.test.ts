import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { openWorkbook, readRowValues, rowCount } from '../../../test/kit/workbook.ts'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'

const app = await startApp()
const { admin } = app
const read = async () => (await admin('GET', '/api/starterCatalog')).body
const total = async (path: string) => (await admin('GET', `/api/${path}`, undefined, { query: { itemsPerPage: 1 } })).body.total
const totals = async () => [await total('equipments'), await total('Manufactures'), await total('spaceTemplates')]
async function load() {
  const { status, body } = await admin('POST', '/api/starterCatalog', {})
  expect(status).toBe(202)
  const task = await waitForFile(admin, body.id)
  const sheet = openWorkbook((await admin('GET', task.url)).body).sheet('Starter catalog')
  const rows = Array.from({ length: rowCount(sheet) - 1 }, (_, index) => readRowValues(sheet, index + 2))
  return rows.map(([kind, manufacturer, name, result, note]) => ({ kind, manufacturer, name, result, note }))
}

it('loads what is missing as one change set, a second time nothing, and is undone', async () => {
  const maker = await createRow(app, '/api/Manufactures', { name: 'SHURE' })
  const category = (await admin('GET', '/api/Categories')).body.items.find(({ number }: { number: number }) => number === 11)
  const own = { manufactureId: maker.id, categoryId: category.id, tag: 'MIC-OWN', msrpPrice: 12 }
  await createRow(app, '/api/equipments', { ...own, model: 'mxa920w s', description: 'Our own words' })
  const before = await totals()
  const counts = await read()
  expect(counts).toMatchObject({ templates: 10, isLoaded: false, changeSetId: null })
  expect(counts.products).toBeGreaterThanOrEqual(900)
  expect(counts.manufacturers).toBeGreaterThanOrEqual(60)
  expect(counts.cables).toBeGreaterThanOrEqual(10)

  // A connector that the firm has renamed is not brought back, and the report says what is missing without it.
  const connector = (await admin('GET', '/api/ConnectorPhysicalTypes', undefined, { query: { search: 'speakON' } })).body.items[0]
  const renamed = { name: 'Locking speaker plug', rowVersion: connector.rowVersion }
  expect((await admin('PUT', `/api/ConnectorPhysicalTypes/${connector.id}`, renamed)).status).toBe(200)
  const rows = await load()
  expect(rows.some(({ note }) => /^\d+ ports? left out: there is no connector speakON\.$/.test(String(note)))).toBe(true)
  expect(rows.filter(({ result }) => result === 'Left out')).toEqual([])
  expect(rows.filter(({ result }) => result === 'Already there')).toMatchObject([{ manufacturer: 'Shure', name: 'MXA920W-S' }])
  expect(await totals()).toEqual([before[0] + counts.products - 1, before[1] + counts.manufacturers - 1, before[2] + 10])
  const { changeSetId, isLoaded } = await read()
  expect([isLoaded, typeof changeSetId]).toEqual([true, 'number'])
  const loader = await app.signInAs(['Equipments.Create', 'SpaceTemplates.Create'])
  expect((await loader('GET', '/api/starterCatalog')).body).toMatchObject({ isLoaded: true, changeSetId: null })

  const find = async (search: string) => (await admin('GET', '/api/equipments', undefined, { query: { search } })).body.items
  expect((await find('MXA920W'))[0]).toMatchObject({ description: 'Our own words', msrpPrice: 12 })
  const [dsp] = await find('Core 110f v2')
  const detail = (await admin('GET', `/api/equipments/${dsp.id}`)).body
  expect(detail).toMatchObject({ msrpPrice: 0, availability: EquipmentAvailability.Available, isRackMountable: true, rackUnits: 1 })
  expect(detail.ports.length).toBeGreaterThan(10)
  const ethernet = (await admin('GET', '/api/SignalTypes', undefined, { query: { search: 'Ethernet' } })).body.items[0]
  expect(ethernet.defaultCableEquipment).toMatchObject({ model: '10GXS12' })

  const templates = (await admin('GET', '/api/spaceTemplates')).body.items
  expect(templates.map(({ name }: { name: string }) => name)).toContain('Medium conference room')
  expect(templates.every(({ equipmentCount }: { equipmentCount: number }) => equipmentCount > 5)).toBe(true)
  const project = await createProject(app)
  const huddle = templates.find(({ name }: { name: string }) => name === 'Huddle room')
  const room = await createRow(app, '/api/spaces', {
    projectId: project.id,
    levelId: firstLevel(project).id,
    name: 'Huddle 1',
    spaceTemplateId: huddle.id,
  })
  expect(room.equipmentCount).toBe(huddle.equipmentCount)

  const again = await load()
  expect(new Set(again.map(({ result }) => result))).toEqual(new Set(['Already there']))
  expect(await read()).toMatchObject({ isLoaded: true, changeSetId })

  expect((await admin('POST', `/api/changeSets/${changeSetId}/Undo`)).status).toBe(201)
  expect(await totals()).toEqual(before)
  expect(await read()).toMatchObject({ isLoaded: false, changeSetId: null })
  const undone = (await admin('GET', `/api/SignalTypes/${ethernet.id}`)).body
  expect(undone.defaultCableEquipment).toBeNull()
})

it('is loaded only with both permissions', async () => {
  const caller = await app.signInAs(['Equipments.Create'])
  expect((await caller('POST', '/api/starterCatalog', {})).status).toBe(403)
  expect((await caller('GET', '/api/starterCatalog')).status).toBe(403)
})
