import { describe, expect, it } from 'vitest'
import {
  createCategory,
  createConnector,
  createEquipment,
  createManufacturer,
  createProductFamily,
} from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'

const app = await startApp()
type Row = Record<string, any>
const path = (device: Row, tail = '') => `/api/equipments/${device.id}${tail}`
const post = (device: Row, tail: string, body: Row = {}) => app.admin('POST', path(device, tail), body)
const readEquipmentPath = async (tail: string, query: Row = {}) =>
  (await app.admin('GET', `/api/equipments${tail}`, undefined, { query })).body
const connector = await createConnector(app)
const upload = async (name: string) => {
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.4 cutsheet']), name)
  return (await app.admin('POST', '/api/files', form)).body
}

describe('copy', () => {
  it('includes everything except the CAD link, and needs a review', async () => {
    const maker = await createManufacturer(app)
    const family = await createProductFamily(app, maker.id)
    const source = await createEquipment(app, {
      manufactureId: maker.id,
      productFamilyId: family.id,
      msrpPrice: 99.5,
      ports: [{ direction: 1, name: 'IN', connectorPhysicalTypeId: connector.id }],
      technicalDocuments: [{ type: 1, name: 'Cutsheet', url: 'https://example.com/a.pdf' }],
      wireCadLink: { manufacturerName: 'Clone', equipmentName: 'Source' },
    })
    const model = uniqueName('Copy')
    const { status, body } = await post(source, '/Clone', { model, tag: 'NEW' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      model,
      tag: 'NEW',
      manufacture: source.manufacture,
      productFamily: source.productFamily,
      msrpPrice: 99.5,
      priceDate: source.priceDate,
      availability: 4,
      wireCadLink: null,
      ports: [{ name: 'IN', connectorPhysicalTypeId: connector.id }],
      technicalDocuments: [{ name: 'Cutsheet' }],
    })
    expect(body.ports[0].id).not.toBe(source.ports[0].id)
    expect(body.technicalDocuments[0].id).not.toBe(source.technicalDocuments[0].id)
    const log = await app.admin('GET', path(body, '/ActivityLogs'))
    expect(log.body.items[0].title).toBe(`Created as a copy of ${source.model}`)
    expect((await post(source, '/Clone', { model })).status).toBe(409)
  })

  it('can have another manufacturer and omit documents', async () => {
    const source = await createEquipment(app, { technicalDocuments: [{ type: 1, name: 'A', url: 'https://example.com' }] })
    const maker = await createManufacturer(app)
    const { body } = await post(source, '/Clone', { model: source.model, manufactureId: maker.id, includeDocuments: false })
    expect(body).toMatchObject({ manufacture: { id: maker.id }, productFamily: null, tag: source.tag, technicalDocuments: [] })
  })

  it('requires the create permission', async () => {
    const reader = await app.signInAs(['Equipments.View', 'Equipments.Update'])
    expect((await reader('POST', path(await createEquipment(app), '/Clone'), { model: 'X' })).status).toBe(403)
  })
})

describe('new ports', () => {
  const input = { direction: 1, name: 'IN ', count: 10, leadingZeros: 2, connectorPhysicalTypeId: connector.id, gender: 2 }

  it('are numbered and added after existing ports', async () => {
    const device = await createEquipment(app, { ports: [{ direction: 1, name: 'LAN', connectorPhysicalTypeId: connector.id }] })
    const { status, body } = await post(device, '/Ports', input)
    expect(status).toBe(201)
    expect(body.map(({ name }: Row) => name)).toEqual(Array.from({ length: 10 }, (_, index) => `IN ${String(index + 1).padStart(2, '0')}`))
    const { ports, rowVersion } = await readEquipmentPath(`/${device.id}`)
    expect(ports.map(({ name }: Row) => name)).toEqual(['LAN', ...body.map(({ name }: Row) => name)])
    expect(rowVersion).toBe(2)
  })

  it('are created in both directions with the same names', async () => {
    const device = await createEquipment(app)
    const { body } = await post(device, '/Ports', { ...input, direction: 3, count: 2, name: 'DM', suffix: ' x', leadingZeros: 0 })
    expect(body.map(({ direction, name }: Row) => [direction, name])).toEqual([
      [1, 'DM1 x'],
      [1, 'DM2 x'],
      [2, 'DM1 x'],
      [2, 'DM2 x'],
    ])
  })

  it('are not created at all when one of them exists', async () => {
    const device = await createEquipment(app, { ports: [{ direction: 1, name: 'in 07', connectorPhysicalTypeId: connector.id }] })
    expect(await post(device, '/Ports', input)).toMatchObject({ status: 409, body: { message: 'Input IN 07 already exists.' } })
    expect((await readEquipmentPath(`/${device.id}`)).ports).toHaveLength(1)
  })

  it('require valid names', async () => {
    const device = await createEquipment(app)
    expect((await post(device, '/Ports', { ...input, count: 1, name: 'One ' })).body.map(({ name }: Row) => name)).toEqual(['One'])
    expect((await post(device, '/Ports', { ...input, name: 'IN  ' })).body.fields).toEqual({ name: ['White spaces are not allowed!'] })
    expect((await post(device, '/Ports', { ...input, count: 129 })).status).toBe(400)
    expect((await post(device, '/Ports', { ...input, connectorPhysicalTypeId: 999_999 })).status).toBe(400)
  })

  it('are all saved under concurrent requests', async () => {
    const device = await createEquipment(app)
    const answers = await Promise.all([1, 2, 3, 4].map((n) => post(device, '/Ports', { ...input, name: `P${n}-`, count: 8 })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect((await readEquipmentPath(`/${device.id}`)).ports).toHaveLength(32)
  })
})

describe('files', () => {
  it('include the image, the documents and the Revit family', async () => {
    const [cutsheet, family] = [await upload('cutsheet.pdf'), await upload('amp.rfa')]
    const device = await createEquipment(app, {
      revitFamilyFileId: family.id,
      technicalDocuments: [
        { type: 1, name: 'Cutsheet', fileId: cutsheet.id },
        { type: 3, name: 'Specs', url: 'https://example.com/specs' },
      ],
    })
    const { items, total } = await readEquipmentPath(`/${device.id}/Files`)
    expect(total).toBe(3)
    expect(items).toMatchObject([
      { name: 'Cutsheet', source: 'Technical document', type: 1, contentType: 'application/pdf', createdBy: { id: app.admin.userId } },
      { name: 'Specs', url: 'https://example.com/specs', size: null },
      { id: family.id, name: 'amp.rfa', source: 'Revit family' },
    ])
    expect(Buffer.from((await app.call('GET', items[0].url)).body).toString()).toBe('%PDF-1.4 cutsheet')
    expect(device.technicalDocuments[0].fileUrl).toContain(cutsheet.id)
  })

  it('accept ids in upper or lower case and store one form', async () => {
    const file = await upload('cutsheet.pdf')
    const device = await createEquipment(app, { technicalDocuments: [{ type: 1, name: 'Cutsheet', fileId: file.id.toUpperCase() }] })
    expect(device.technicalDocuments).toMatchObject([{ fileId: file.id, fileName: 'cutsheet.pdf' }])
  })

  it('can be added, changed and deleted one by one', async () => {
    const device = await createEquipment(app)
    const file = await upload('manual.pdf')
    const added = await post(device, '/Files', { type: 2, name: 'Manual', fileId: file.id, revisionDate: '2026-01-01' })
    expect(added).toMatchObject({ status: 201, body: { name: 'Manual', source: 'Technical document', size: 17 } })
    const text = path(device, `/Files/${added.body.id}`)
    const changed = await app.admin('PUT', text, { type: 2, name: 'Manual, new', url: 'https://example.com/manual' })
    expect(changed.body).toMatchObject({ id: added.body.id, name: 'Manual, new', url: 'https://example.com/manual' })
    expect((await post(device, '/Files', { type: 2, name: 'Nothing' })).body.fields).toEqual({ fileId: ['This field is required!'] })
    expect((await app.admin('DELETE', text)).status).toBe(204)
    expect((await app.admin('DELETE', text)).status).toBe(404)
    expect((await readEquipmentPath(`/${device.id}/Files`)).total).toBe(0)
    expect((await readEquipmentPath(`/${device.id}`)).rowVersion).toBe(4)
  })
})

describe('duplicates', () => {
  it('find differently spelled candidates, each with reasons', async () => {
    const [maker, category] = [await createManufacturer(app), await createCategory(app)]
    const about = { manufactureId: maker.id, categoryId: category.id }
    const device = await createEquipment(app, { ...about, model: 'AB-12 C', tag: 'DUP', partNumber: 'PN 77' })
    const sameTag = await createEquipment(app, { ...about, tag: 'DUP' })
    await createEquipment(app, { tag: 'DUP' })
    const input = { manufactureId: maker.id, model: 'ab12c', tag: 'DUP', partNumber: 'pn 77', categoryId: category.id }
    expect(await readEquipmentPath('/Duplicates', input)).toMatchObject({
      total: 2,
      items: [
        { equipment: { id: device.id, model: 'AB-12 C' }, reasons: ['model', 'partNumber', 'tag'] },
        { equipment: { id: sameTag.id }, reasons: ['tag'] },
      ],
    })
    expect(await readEquipmentPath('/Duplicates', { ...input, categoryId: undefined, excludeId: device.id })).toMatchObject({
      total: 1,
      items: [{ equipment: { id: sameTag.id }, reasons: ['tag'] }],
    })
    expect(await readEquipmentPath('/Duplicates', { manufactureId: maker.id, model: 'nothing like it' })).toEqual({ items: [], total: 0 })
  })

  it('return groups across the whole catalog', async () => {
    const [one, two] = [await createEquipment(app, { partNumber: 'GRP-1' }), await createEquipment(app, { partNumber: 'grp-1' })]
    const { items, total } = await readEquipmentPath('/Duplicates', { itemsPerPage: 200 })
    expect(items).toHaveLength(total)
    const group = items.find(({ reason, key }: Row) => reason === 'partNumber' && key === 'grp-1')
    expect(group.equipments.map(({ id }: Row) => id)).toEqual([one.id, two.id])
    expect(items.some(({ reason, key }: Row) => reason === 'tag' && key.startsWith('DUP, '))).toBe(true)
  })
})

it('returns a summary and counters', async () => {
  const device = await createEquipment(app, { msrpPrice: 5, technicalDocuments: [{ type: 1, name: 'A', url: 'https://example.com' }] })
  const summary = await readEquipmentPath(`/${device.id}/Summary`)
  expect(summary).toEqual({
    id: device.id,
    tag: device.tag,
    model: device.model,
    description: null,
    imageUrl: null,
    category: device.category,
    manufacture: device.manufacture,
    productFamily: null,
    availability: 1,
    msrpPrice: 5,
    heatLoadWatts: null,
    watts: null,
    rackUnits: null,
    totalQuantity: 0,
    projectsCount: 0,
  })
  expect(await readEquipmentPath(`/${device.id}/Stats`)).toMatchObject({ documentsCount: 1, spacesCount: 0, totalMsrpPrice: 0 })
  const stranger = await app.signInAs(['Clients.View'])
  for (const tail of ['/Summary', '/Stats', '/Files']) expect((await stranger('GET', path(device, tail))).status).toBe(403)
  expect((await app.admin('GET', '/api/equipments/999999/Summary')).status).toBe(404)
})
