import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import {
  createCategory,
  createConnector,
  createEquipment,
  createManufacturer,
  createProductFamily,
  createSignalType,
  uploadPicture,
  uploadTestFile,
} from '../../../test/kit/fixtures/catalog.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { servedEquipments } from './equipment-lists.ts'

const app = await startApp()
type Row = Record<string, any>
const path = (device: Row, tail = '') => `/api/equipments/${device.id}${tail}`
const readDevice = async (device: Row, tail = '') => (await app.admin('GET', path(device, tail))).body
const listDevices = async (query: Row, tail = '') => (await app.admin('GET', `/api/equipments${tail}`, undefined, { query })).body
const sent = (row: Row, more: Row = {}) => ({
  ...row,
  manufactureId: row.manufacture.id,
  categoryId: row.category.id,
  productFamilyId: row.productFamily?.id ?? null,
  ...more,
})
const today = new Date().toISOString().slice(0, 10)

const [rj45, hdmiPlug] = [await createConnector(app), await createConnector(app)]
const [lan, hdmi] = [await createSignalType(app), await createSignalType(app)]
const port = (direction: number, name: string, more: Row = {}) => ({ direction, name, connectorPhysicalTypeId: rj45.id, ...more })

// Files of visible equipment, because a user cannot reference a file they may not see.
const [specs, family] = [await uploadTestFile(app, 'specs.pdf'), await uploadTestFile(app, 'amplifier.rfa')]
await createEquipment(app, { technicalDocuments: [{ type: 3, name: 'Specs', fileId: specs }], revitFamilyFileId: family })

entityContract(servedEquipments, app, {
  valid: {
    tag: 'AMP-1.2_X/3',
    model: 'PowerPlus 10',
    partNumber: 'PP-10',
    description: 'Ten channels',
    industryType: 1,
    availability: 2,
    msrpPrice: 1234.56,
    priceDate: '2026-01-15',
    defaultProvider: 'AVV',
    defaultInstaller: 'IBO',
    url: 'https://loud.example/pp10',
    widthIn: 19,
    heightIn: 3.47,
    depthIn: 12.5,
    weightLb: 22.05,
    isRackMountable: true,
    rackUnits: 1.5,
    rackAccessory: 4,
    diagonalIn: 54.6,
    dispersionDegrees: 90,
    fieldOfViewDegrees: 72.5,
    poeBudgetWatts: 370.5,
    stockLengthFt: 1000,
    heatLoadWatts: 80.5,
    powerSpecs: [
      { type: 1, availability: 2, voltage: 120, currentAmps: 2.5, watts: 290.5, plug: 'NEMA 5-15', quantity: 2 },
      { type: 3, availability: 2, poeType: 2 },
    ],
    networkPorts: [{ networkPortType: 3, quantity: 2, label: 'Control', isPoESource: true, poeType: 1 }],
    wirelessProtocols: [1, 2],
    ports: [
      port(1, 'IN 1', { signalTypeIds: [lan.id, hdmi.id], gender: 2, pinStyle: 1, marker: 1, order: 5 }),
      port(2, 'OUT 1', { label: 'Main' }),
    ],
    cableSpec: {
      kind: 3,
      shielding: 1,
      coreScheme: 1,
      coreCount: 4,
      gaugeAwg: 22.5,
      outerDiameterIn: 0.25,
      rating: 3,
      termination: 2,
      lengthFt: 50,
      color: 'Teal',
      sides: {
        A: { sideTermination: 1, connectorPhysicalTypeId: rj45.id, gender: 1 },
        B: { sideTermination: 1, connectorPhysicalTypeId: hdmiPlug.id, gender: 2 },
      },
    },
    revitFamilyName: 'Amplifier',
    revitTypeName: 'Ten',
    technicalDocuments: [
      { id: randomUUID(), type: 1, name: 'Cutsheet', url: 'https://loud.example/pp10.pdf', revisionDate: '2025-12-01' },
      { type: 3, name: 'Specs', fileId: specs },
    ],
    notes: 'Loud',
    internalNotes: 'Ask for a better price',
  },
  prepare: async () => {
    const manufactureId = (await createManufacturer(app)).id
    return {
      manufactureId,
      productFamilyId: (await createProductFamily(app, manufactureId)).id,
      categoryId: (await createCategory(app, { isCable: true })).id,
      imageUrl: await uploadPicture(app, 'equipments'),
      revitFamilyFileId: family,
    }
  },
  unseen: { technicalDocuments: [], revitFamilyFileId: null },
  fresh: (n) => ({ wireCadLink: { id: randomUUID(), manufacturerName: 'Loud', equipmentName: `Amplifier ${n}` } }),
  without: { 'ports.id': 'a port has none before it is made; that it keeps its own is below' },
  invalid: [
    ['tag', 'amp', 'Only capital letters, digits and - . _ / are valid'],
    ['tag', 'X'.repeat(31), messages.maxLength(30)],
    ['model', '', messages.required],
    ['model', 'x'.repeat(101), messages.maxLength(100)],
    ['manufactureId', 999_999, 'Manufacturer not found.'],
    ['categoryId', 999_999, 'Category not found.'],
    ['productFamilyId', 999_999, 'Product family not found.'],
    ['msrpPrice', -1, messages.minimum(0)],
    ['msrpPrice', 100_000_000, messages.maximum(99_999_999.99)],
    ['rackUnits', 0, messages.required],
    ['rackUnits', 1.3, 'Only steps of 0.5 are valid'],
    ['rackUnits', 60.5, messages.maximum(60)],
    ['ports[1].connectorPhysicalTypeId', 999_999, 'Connector not found.'],
    ['ports[0].signalTypeIds', [999_999], 'Signal type not found.'],
    ['ports[0].id', 999_999, 'Port not found.'],
    ['powerSpecs[0].type', 4, messages.unknown],
    ['networkPorts[0].quantity', 257, messages.maximum(256)],
    ['technicalDocuments[0].fileId', '00000000-0000-4000-8000-000000000000', 'File not found.'],
    ['revitFamilyFileId', '00000000-0000-4000-8000-000000000000', 'File not found.'],
  ],
})

it('allows one model per manufacturer, regardless of spelling', async () => {
  const maker = await createManufacturer(app)
  const device = await createEquipment(app, { manufactureId: maker.id, model: 'AB-12 C' })
  const same = { tag: 'X', model: 'ab12c', manufactureId: maker.id, categoryId: device.category.id }
  expect(await app.admin('POST', '/api/equipments', same)).toMatchObject({
    status: 409,
    body: { fields: { model: ['This model is already taken.'] } },
  })
  await createEquipment(app, { model: 'ab12c' })
  await app.admin('DELETE', path(device))
  expect((await app.admin('POST', '/api/equipments', same)).status).toBe(201)
  expect((await app.admin('PUT', path(device, '/restore'), {})).status).toBe(409)
  expect((await app.admin('PUT', path(device, '/restore'), { name: 'AB-13' })).body).toMatchObject({ id: device.id, model: 'AB-13' })
})

it('cannot be restored while its manufacturer or category is deleted', async () => {
  const device = await createEquipment(app)
  await app.admin('DELETE', path(device))
  await app.admin('DELETE', `/api/Manufactures/${device.manufacture.id}`)
  expect(await app.admin('PUT', path(device, '/restore'), {})).toMatchObject({
    status: 409,
    body: { message: `${device.model} cannot be restored because ${device.manufacture.name} has been deleted.` },
  })
})

it('accepts only a product family of its manufacturer, or none', async () => {
  const [one, two] = [await createManufacturer(app), await createManufacturer(app)]
  const family = await createProductFamily(app, one.id)
  const device = await createEquipment(app, { manufactureId: one.id, productFamilyId: family.id })
  expect(device.productFamily).toEqual({ id: family.id, name: family.name })
  const moved = await app.admin('PUT', path(device), sent(device, { manufactureId: two.id }))
  expect(moved.body.fields).toEqual({ productFamilyId: ['This product family belongs to another manufacturer.'] })
  const none = await app.admin('PUT', path(device), sent(device, { productFamilyId: -1 }))
  expect(none.body.productFamily).toBeNull()
  expect((await listDevices({ productFamilyIds: -1, manufacturerIds: one.id })).items.map(({ id }: Row) => id)).toEqual([device.id])
})

it('defaults provider and installer to those of its category', async () => {
  const category = await createCategory(app, { defaultProvider: 'EC', defaultInstaller: 'LVC' })
  const device = await createEquipment(app, { categoryId: category.id })
  expect(device).toMatchObject({ defaultProvider: 'EC', defaultInstaller: 'LVC' })
  const own = await createEquipment(app, { categoryId: category.id, defaultProvider: 'FBO' })
  expect(own).toMatchObject({ defaultProvider: 'FBO', defaultInstaller: 'LVC' })
})

it('updates the price date when the price changes', async () => {
  const free = await createEquipment(app)
  expect(free).toMatchObject({ msrpPrice: 0, priceDate: null })
  const old = await createEquipment(app, { msrpPrice: 10, priceDate: '2020-02-29' })
  expect(old.priceDate).toBe('2020-02-29')
  const unchanged = await app.admin('PUT', path(old), sent(old, { priceDate: null, notes: 'x' }))
  expect(unchanged.body.priceDate).toBe('2020-02-29')
  const dearer = await app.admin('PUT', path(old), sent(unchanged.body, { msrpPrice: 11 }))
  expect(dearer.body).toMatchObject({ msrpPrice: 11, priceDate: today })
  const updated = await app.admin('PUT', path(old), sent(dearer.body, { msrpPrice: 12, priceDate: '2021-01-01' }))
  expect(updated.body.priceDate).toBe('2021-01-01')
})

it('calculates heat from the measured load or the power supplies', async () => {
  const spec = { type: 3, availability: 2, poeType: 2, quantity: 2 }
  expect((await createEquipment(app)).watts).toBeNull()
  const device = await createEquipment(app, { powerSpecs: [spec] })
  expect(device.watts).toBe(51)
  const measured = await app.admin('PUT', path(device), sent(device, { heatLoadWatts: 12.5 }))
  expect(measured.body.watts).toBe(12.5)
  expect((await listDevices({ search: device.model, itemsPerPage: 1 })).items[0].watts).toBe(12.5)
})

it('accepts cable data only in a cable category, with existing connectors', async () => {
  const { id: categoryId } = await createCategory(app, { isCable: true })
  const sides = { A: { sideTermination: 1, connectorPhysicalTypeId: hdmiPlug.id, gender: 1 }, B: null }
  const cable = await createEquipment(app, { categoryId, cableSpec: { shielding: 5, rating: 17, termination: 2, lengthFt: 6, sides } })
  expect(cable.cableSpec).toMatchObject({ shielding: 5, rating: 17, sides })
  sides.A.connectorPhysicalTypeId = 999_999
  const refused = await app.admin('PUT', path(cable), sent(cable, { cableSpec: { termination: 2, sides } }))
  expect(refused.body.fields).toEqual({ 'cableSpec.sides.A.connectorPhysicalTypeId': ['Connector not found.'] })
  const other = await createCategory(app)
  const moved = await app.admin('PUT', path(cable), sent(cable, { categoryId: other.id }))
  expect(Object.keys(moved.body.fields)).toEqual(['cableSpec'])
})

it('keeps the ids of its ports through edits', async () => {
  const device = await createEquipment(app, {
    ports: [port(1, 'A', { signalTypeIds: [hdmi.id, lan.id] }), port(1, 'B'), port(2, 'A')],
  })
  const [a, b, out] = device.ports
  expect(a).toMatchObject({
    name: 'A',
    direction: 1,
    connectorPhysicalType: { id: rj45.id, name: rj45.name },
    signalTypes: [{ id: hdmi.id }, { id: lan.id }],
  })
  const ports = [{ ...b, name: 'A', order: 0 }, { ...a, name: 'B', order: 1 }, port(1, 'C', { order: 2 })]
  const changed = await app.admin('PUT', path(device), sent(device, { ports }))
  expect(changed.body.ports.map(({ id, name }: Row) => [id, name])).toEqual([
    [b.id, 'A'],
    [a.id, 'B'],
    [expect.any(Number), 'C'],
  ])
  const log = await app.admin('GET', path(device, '/ActivityLogs'))
  expect(log.body.items[0].changes.map(({ field }: Row) => field)).toEqual(['ports'])
  const other = await createEquipment(app)
  const stolen = await app.admin('PUT', path(other), sent(other, { ports: [{ ...out, id: a.id }] }))
  expect(stolen.body.fields).toEqual({ 'ports[0].id': ['Port not found.'] })
  expect((await readDevice(device)).ports).toHaveLength(3)
})

it('is linked to one definition of the CAD tool', async () => {
  const link = { id: 'b4f0f6a2-3f6e-4a53-9d39-0d6b2a3b1c01', manufacturerName: 'Loud', equipmentName: 'PP10' }
  const device = await createEquipment(app, { wireCadLink: link })
  expect(device.wireCadLink).toEqual(link)
  const post = async (wireCadLink: Row) =>
    (await app.admin('POST', '/api/equipments', sent(await createEquipment(app), { model: uniqueName('Linked'), wireCadLink }))).status
  expect(await post({ ...link, equipmentName: 'Other' })).toBe(409)
  expect(await post({ ...link, id: null, equipmentName: 'pp10' })).toBe(409)
  expect(await post({ ...link, id: null, equipmentName: 'Other' })).toBe(201)
})

it('is restored with another CAD definition if its own is taken', async () => {
  const link = { id: randomUUID(), manufacturerName: 'Loud', equipmentName: uniqueName('Taken') }
  const device = await createEquipment(app, { wireCadLink: link })
  await app.admin('DELETE', path(device))
  const restore = (wireCadLink?: Row) => app.admin('PUT', path(device, '/restore'), { wireCadLink })
  const message = 'This WireCAD definition is already taken.'
  await createEquipment(app, { wireCadLink: { ...link, equipmentName: uniqueName('Other') } })
  expect(await restore()).toMatchObject({ status: 409, body: { fields: { wireCadLink: [message] } } })
  const named = { ...link, id: randomUUID() }
  await createEquipment(app, { wireCadLink: { ...named, id: randomUUID() } })
  expect(await restore(named)).toMatchObject({ status: 409, body: { fields: { wireCadLink: [message] } } })
  const free = { id: randomUUID(), manufacturerName: 'Loud', equipmentName: uniqueName('Free') }
  expect(await restore(free)).toMatchObject({ status: 200, body: { id: device.id, model: device.model, wireCadLink: free } })
})

it('is found by manufacturer, family and category, also after they are renamed', async () => {
  const maker = await createManufacturer(app, { name: 'Möller Akustik' })
  const family = await createProductFamily(app, maker.id, { name: 'Zephyr' })
  const category = await createCategory(app, { name: 'Line Arrays' })
  const device = await createEquipment(app, {
    manufactureId: maker.id,
    productFamilyId: family.id,
    categoryId: category.id,
    model: 'ZX 9',
    partNumber: '0815-4711',
    description: 'Hangs well',
  })
  for (const search of ['moller', 'zephyr', 'line arr', '0815', 'hangs', 'zx ZEPH arrays'])
    expect(
      (await listDevices({ search })).items.map(({ id }: Row) => id),
      search,
    ).toEqual([device.id])
  await app.admin('PUT', `/api/Manufactures/${maker.id}`, { ...maker, name: 'Aaa Audio' })
  await app.admin('PUT', `/api/Manufactures/${maker.id}/ProductFamilies/${family.id}`, { name: 'Mistral' })
  expect((await listDevices({ search: 'moller' })).total).toBe(0)
  expect((await listDevices({ search: 'aaa mistral' })).items.map(({ id }: Row) => id)).toEqual([device.id])
})

it('sorts by manufacturer and model in natural order', async () => {
  const [b, a] = [await createManufacturer(app, { name: 'Order B' }), await createManufacturer(app, { name: 'order A' })]
  const category = await createCategory(app)
  for (const [maker, model] of [
    [b, 'M 2'],
    [b, 'M 10'],
    [a, 'Z'],
  ] as const)
    await createEquipment(app, { manufactureId: maker.id, model, categoryId: category.id })
  const models = async (query: Row) => (await listDevices({ categoryIds: category.id, ...query })).items.map(({ model }: Row) => model)
  expect(await models({})).toEqual(['Z', 'M 2', 'M 10'])
  expect(await models({ sortBy: 'manufacture', sortDesc: true })).toEqual(['M 10', 'M 2', 'Z'])
  await app.admin('PUT', `/api/Manufactures/${a.id}`, { ...a, name: 'Order C' })
  expect(await models({})).toEqual(['M 2', 'M 10', 'Z'])
})

it('filters by exact manufacturer name', async () => {
  const [short, long] = [await createManufacturer(app, { name: 'QX' }), await createManufacturer(app, { name: 'QX Pro Audio' })]
  const device = await createEquipment(app, { manufactureId: short.id })
  const other = await createEquipment(app, { manufactureId: long.id })
  const ids = async (makes: string | string[]) => (await listDevices({ makes })).items.map(({ id }: Row) => id)
  expect(await ids('qx')).toEqual([device.id])
  expect(await ids('pro aud')).toEqual([other.id])
  expect(await ids(['QX', 'QX Pro Audio'])).toEqual([device.id, other.id])
  expect(await ids('%')).toEqual([])
  const makes = await listDevices({}, '/Makes')
  expect(makes).toEqual(expect.arrayContaining(['QX', 'QX Pro Audio']))
  await app.admin('DELETE', path(device))
  expect(await listDevices({}, '/Makes')).not.toContain('QX')
})

it('returns the fields that distinguish models in a picker', async () => {
  const device = await createEquipment(app, { model: 'Pick me 1' })
  const { items } = await listDevices({ search: 'pick me 1' }, '/typeHead')
  const { id, model, tag } = device
  expect(items).toEqual([
    {
      id,
      model,
      name: model,
      tag,
      imageUrl: null,
      manufacture: device.manufacture,
      category: device.category,
      availability: 1,
      rackAccessory: null,
      msrpPrice: 0,
    },
  ])
})

it('rejects price filters in a picker without the permission to see equipment', async () => {
  await createEquipment(app, { model: 'Bisected 1', msrpPrice: 1234 })
  const ask = async (caller: Caller, query: object) =>
    (await caller('GET', '/api/equipments/typeHead', undefined, { query: { search: 'bisected 1', ...query } })).status
  const [nobody, seeing] = [await app.signInAs([]), await app.signInAs(['Equipments.View'])]
  const hidden = [
    { msrpFrom: 1000, msrpTo: 2000 },
    { msrpTo: 2000 },
    { providers: ['AVV'] },
    { isInUse: false },
    { createdFrom: '2020-01-01' },
  ]
  for (const query of hidden) expect([query, await ask(nobody, query), await ask(seeing, query)]).toEqual([query, 403, 200])
  for (const sortBy of ['msrpPrice', 'updateDate']) expect([sortBy, await ask(nobody, { sortBy })]).toEqual([sortBy, 400])
  for (const query of [{}, { rackAccessories: [3] }, { availabilities: [1] }, { sortBy: 'manufacture' }])
    expect([query, await ask(nobody, query)]).toEqual([query, 200])
})
