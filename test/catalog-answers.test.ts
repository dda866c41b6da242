import { expect, it } from 'vitest'
import calls from './fixtures/calls.json' with { type: 'json' }
import {
  createCategory,
  createConnector,
  createEquipment,
  createManufacturer,
  createProductFamily,
  createSignalType,
} from './kit/fixtures/catalog.ts'
import { createLine, createProject, createSpace } from './kit/fixtures/projects.ts'
import { checkedAgainst } from './kit/openapi-answers.ts'
import { startApp } from './kit/start.ts'
import { uniqueName } from './kit/unique-names.ts'

/**
 * Calls every endpoint of the catalog with all optional response fields filled, and validates the responses against the OpenAPI document.
 */
const app = await startApp()
const document = (await app.call('GET', '/api/openapi.json')).body
const { call, asked: statusesByRoute, problems } = checkedAgainst(document, app.admin)

type Row = Record<string, any>
const readPath = async (path: string, query: Row = {}): Promise<any> => (await call('GET', `/api/${path}`, undefined, { query })).body
const image = () => {
  const form = new FormData()
  form.append('image', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], { type: 'image/svg+xml' }), 'logo.svg')
  return form
}
const file = (data: Buffer | string, name: string, fields: Row = {}) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  form.append('file', new Blob([data as never]), name)
  return form
}

const connector = await createConnector(app)
const signal = await createSignalType(app)
const upload = (await app.admin('POST', '/api/files', file('%PDF-1.4 cutsheet', 'cutsheet.pdf'))).body
const company = {
  website: 'https://example.com',
  phone: '+1 555 0100',
  email: 'sales@example.com',
  address: { city: 'Berlin', country: 'DE' },
}

const full = (manufactureId: number, productFamilyId: number, categoryId: number) => ({
  tag: 'CBL-1',
  model: uniqueName('Full'),
  partNumber: 'P-1',
  description: 'Everything that can be said',
  manufactureId,
  productFamilyId,
  categoryId,
  msrpPrice: 12.34,
  priceDate: '2026-01-31',
  defaultProvider: 'AVV',
  defaultInstaller: 'AVV',
  url: 'https://example.com/full',
  widthIn: 1.5,
  isRackMountable: true,
  rackUnits: 1.5,
  heatLoadWatts: 12.5,
  powerSpecs: [{ type: 1, availability: 1, watts: 40 }],
  networkPorts: [{ networkPortType: 1, quantity: 2, label: 'LAN' }],
  wirelessProtocols: [1],
  ports: [{ direction: 1, name: 'IN', connectorPhysicalTypeId: connector.id, signalTypeIds: [signal.id] }],
  cableSpec: { termination: 2, lengthFt: 3, sides: { A: { sideTermination: 1, connectorPhysicalTypeId: connector.id }, B: null } },
  revitFamilyName: 'Family',
  revitFamilyFileId: upload.id,
  wireCadLink: { manufacturerName: 'Maker', equipmentName: uniqueName('Name') },
  technicalDocuments: [{ type: 1, name: 'Cutsheet', fileId: upload.id }],
  notes: 'Notes',
})

it('responds to every category call as documented', async () => {
  const { body: parent } = await call('POST', '/api/categories', { name: uniqueName('Shelf'), number: 9001 })
  const { body: category } = await call('POST', '/api/categories', {
    name: uniqueName('Shelf'),
    number: 9002,
    parentId: parent.id,
    icon: 'cable',
    color: '#0055aa',
    masterFormatSection: '27 41 16',
    defaultProvider: 'AVV',
    defaultInstaller: 'AVV',
    isCable: true,
  })
  const { items } = await readPath('categories', { search: category.name })
  expect(Object.keys(items[0])).toEqual(
    expect.arrayContaining(['number', 'name', 'icon', 'color', 'parent', 'order', 'masterFormatSection', 'equipmentCount']),
  )
  expect(items[0].parent).toMatchObject({ id: parent.id, name: parent.name, number: 9001 })
  await readPath('categories/typeHead', { all: true, search: 'Shelf' })
  await readPath('categories/query', { manufacturerIds: [1], projectIds: [1], spaceIds: [1] })
  await readPath('categories/Export', { columns: ['name'] })
  await readPath(`categories/${category.id}`)
  await call('PUT', `/api/categories/${category.id}`, { ...category, parentId: null, icon: null })
  await call('PUT', '/api/categories/Order', { ids: [category.id, parent.id] })
  await call('POST', '/api/categories/Image', image())
  await call('DELETE', `/api/categories/${category.id}`)
  expect(problems).toEqual([])
})

it('responds to every manufacturer call as documented', async () => {
  const { body: logo } = await call('POST', '/api/Manufactures/Image', image())
  const { body: maker } = await call('POST', '/api/Manufactures', {
    ...company,
    name: uniqueName('Maker'),
    logoUrl: logo.url,
    supportUrl: 'https://example.com/help',
    notes: 'Notes',
    hubspotCompanyId: '4711',
  })
  const family = await createProductFamily(app, maker.id, { description: 'A line' })
  const device = await createEquipment(app, { manufactureId: maker.id, productFamilyId: family.id })
  const project = await createProject(app)
  const room = await createSpace(app, project)
  await createLine(app, room, device)
  const { body: agent } = await app.admin('POST', '/api/representatives', { name: uniqueName('Agent'), manufacturerIds: [maker.id] })
  await app.admin('POST', '/api/contacts', { companyType: 4, companyId: maker.id, firstName: 'A', lastName: 'B', email: 'a@example.com' })

  const { items } = await readPath('Manufactures', { search: maker.name })
  expect(Object.keys(items[0])).toEqual(
    expect.arrayContaining(
      'name logoUrl website phone city state country contactsCount projectsCount equipmentCount productFamilies'.split(' '),
    ),
  )
  await readPath('Manufactures/typeHead', { all: true })
  await readPath('Manufactures/query')
  const none = { id: -1, name: 'Product Family not applicable', description: '' }
  const withFamilies = {
    id: maker.id,
    name: maker.name,
    logoUrl: expect.any(String),
    productFamilies: [none, { id: family.id, name: family.name, description: 'A line' }],
  }
  expect((await readPath('Manufactures/All')).items).toContainEqual(withFamilies)
  const scopeIds = { categoryIds: device.category.id, equipmentIds: device.id, projectIds: project.id, spaceIds: room.id }
  expect(await readPath('Manufactures/Lite', scopeIds)).toEqual({
    items: [{ id: maker.id, name: maker.name, logoUrl: expect.any(String) }],
    total: 1,
  })
  expect(await readPath('Manufactures/LiteWithFamilies', scopeIds)).toEqual({ items: [withFamilies], total: 1 })
  await readPath(`Manufactures/${maker.id}`)
  await readPath('Manufactures/Recent', { count: 5, mode: 3 })
  expect(await readPath(`Manufactures/${maker.id}/Stats`)).toEqual({
    equipmentCount: 1,
    productFamiliesCount: 1,
    projectsCount: 1,
    spacesCount: 1,
    representativesCount: 1,
    contactsCount: 1,
    deprecatedCount: 0,
  })
  for (const kind of ['equipments', 'productFamilies', 'projects', 'spaces', 'representatives', 'contacts'])
    expect((await readPath(`Manufactures/${maker.id}/Stats/${kind}`)).total, kind).toBe(1)
  expect((await app.admin('GET', `/api/Manufactures/${maker.id}/Stats/nothing`)).status).toBe(404)
  const person = await app.signInAs(['Clients.View'], { external: true })
  await call('PUT', `/api/Manufactures/${maker.id}/AccessList`, { userIds: [person.userId], accessGroupIds: [] })
  const list = await readPath(`Manufactures/${maker.id}/AccessList`)
  expect(list.users.map(({ id }: Row) => id)).toEqual([person.userId])
  // Only a single manufacturer's response includes its representatives and its external access.
  expect(await readPath(`Manufactures/${maker.id}`)).toMatchObject({
    representativeIds: [agent.id],
    accessList: list,
    hubspotCompanyId: '4711',
  })
  await call('POST', `/api/Manufactures/${maker.id}/ActivityLogs`, { notes: 'Called them', type: 2 })
  await readPath(`Manufactures/${maker.id}/ActivityLogs`)
  await readPath('Manufactures/Export')
  expect((await call('GET', '/api/Manufactures/HubspotCompaniesById/4711')).status).toBe(503)
  await call('PUT', `/api/Manufactures/${maker.id}`, { ...maker, address: null })
  await call('DELETE', `/api/Manufactures/${maker.id}`)
  await call('DELETE', `/api/Manufactures/${(await createManufacturer(app)).id}`)
  expect(problems).toEqual([])
})

it('responds to every equipment call as documented', async () => {
  const maker = await createManufacturer(app)
  const family = await createProductFamily(app, maker.id)
  const category = await createCategory(app, { isCable: true, icon: 'cable' })
  const { body: device, status } = await call('POST', '/api/equipments', full(maker.id, family.id, category.id))
  expect([status, device]).toMatchObject([201, { rackUnits: 1.5, manufacture: { id: maker.id, name: maker.name } }])
  const room = await createSpace(app, await createProject(app))
  await createLine(app, room, device, { quantity: 2 })
  await app.admin('POST', '/api/equipmentGroups', { name: uniqueName('Group'), items: [{ equipmentId: device.id, quantity: 3 }] })
  const at = `equipments/${device.id}`

  const { items } = await readPath('equipments', {
    search: device.model,
    categoryIds: category.id,
    manufacturerIds: maker.id,
    productFamilyIds: family.id,
    makes: maker.name,
  })
  expect(Object.keys(items[0])).toEqual(
    expect.arrayContaining(
      'tag model partNumber description imageUrl category manufacture productFamily availability msrpPrice priceDate defaultProvider defaultInstaller rackUnits'.split(
        ' ',
      ),
    ),
  )
  expect(items[0].category).toMatchObject({ id: category.id, name: category.name, number: category.number, icon: 'cable' })
  await readPath('equipments/typeHead', { all: true, search: device.model })
  await readPath('equipments/query', { availabilities: [1], providers: ['AVV'] })
  await readPath(at)
  await readPath('equipments/Recent', { count: 5, mode: 3 })
  expect(await readPath(`${at}/Summary`)).toMatchObject({ tag: 'CBL-1', totalQuantity: 2, projectsCount: 1 })
  expect(await readPath(`${at}/Stats`)).toMatchObject({
    projectsCount: 1,
    spacesCount: 1,
    equipmentGroupsCount: 1,
    totalQuantity: 2,
    documentsCount: 1,
  })
  for (const [kind, quantity] of Object.entries({ projects: 2, spaces: 2, equipmentGroups: 3 }))
    expect((await readPath(`${at}/Stats/${kind}`)).items, kind).toMatchObject([{ quantity }])
  for (const kind of ['spaceTemplates', 'racks']) await readPath(`${at}/Stats/${kind}`)
  expect((await app.admin('GET', `/api/${at}/Stats/nothing`)).status).toBe(404)
  expect(await readPath('equipments/Makes')).toContain(maker.name)
  await call('POST', `/api/${at}/ActivityLogs`, { notes: 'Looked at', type: 2 })
  await readPath(`${at}/ActivityLogs`)
  const { items: alike } = await readPath('equipments/Duplicates', { manufactureId: maker.id, model: device.model, partNumber: 'P-1' })
  expect(alike).toMatchObject([{ equipment: { id: device.id }, reasons: ['model', 'partNumber'] }])
  const { body: copy } = await call('POST', `/api/${at}/Clone`, { model: `${device.model} B` })
  expect(copy.availability).toBe(4)
  await readPath('equipments/Duplicates')
  await readPath('equipments/download', { search: device.model })
  await readPath('equipments/Export', { view: 'inventory' })
  await readPath('equipments/ExportEquipmentGroups')
  await readPath('equipments/Health')
  const book = await readPath(`equipments/${maker.id}/ExportFilledManufactureEquipments`)
  const { body: imported } = await call('POST', '/api/equipments/ImportManufacturerEquipments', file(book, 'back.xlsx'), {
    query: { dryRun: true },
  })
  expect(imported).toMatchObject({ dryRun: true, created: 0, updated: 0, unchanged: 2, failed: 0, errors: [] })
  await call('POST', '/api/equipments/Import/Read', file('Make,Model,Price\nNew maker,New one,5\n', 'list.csv'))
  const mapping = { manufacturer: 0, model: 1, msrpPrice: 2 }
  await call(
    'POST',
    '/api/equipments/Import',
    file('Make,Model,Price\nNew maker,New one,5\n', 'list.csv', { mapping, createManufacturers: 'true', categoryId: String(category.id) }),
  )
  expect(await readPath(`${at}/Files`)).toMatchObject({ items: [{}, {}] })
  const { body: created } = await call('POST', `/api/${at}/Files`, { type: 1, name: 'Manual', url: 'https://example.com/m.pdf' })
  await call('PUT', `/api/${at}/Files/${created.id}`, { type: 2, name: 'Manual', url: 'https://example.com/m.pdf' })
  await call('DELETE', `/api/${at}/Files/${created.id}`)
  await call('POST', `/api/${at}/Ports`, { direction: 3, name: 'IO ', count: 2, connectorPhysicalTypeId: connector.id })
  await call('POST', '/api/equipments/Image', image())
  const row = await readPath(at)
  await call('PUT', `/api/${at}`, { ...full(maker.id, family.id, category.id), rowVersion: row.rowVersion, productFamilyId: -1 })
  await call('PUT', '/api/equipments/BulkUpdate', { rows: [{ id: copy.id, tag: 'T' }] })
  const swap = { equipmentId: device.id, newEquipmentId: copy.id, everywhere: true }
  await call('POST', '/api/equipments/ReplaceEquipment', { ...swap, dryRun: true })
  await call('POST', '/api/equipments/ReplaceEquipment', swap)
  await call('POST', `/api/equipments/${copy.id}/Merge`, { ids: [(await createEquipment(app)).id] })
  await call('DELETE', `/api/${at}`)
  await readPath('equipments/deleted')
  await readPath(`equipments/deleted/${device.id}`)
  await call('PUT', `/api/${at}/restore`, {})
  expect(problems).toEqual([])
})

it('covers every call of the specification', () => {
  const expectedCalls = calls
    .filter((call) => /^\w+ (equipments|categories|Manufactures)\b/.test(call))
    .map((call) => call.replace(' ', ' /api/'))
    .filter((text) => !text.includes('{kind}'))
  expect(expectedCalls.length).toBeGreaterThan(40)
  const done = new Set([...statusesByRoute].filter(([, statuses]) => [...statuses].some((status) => status < 300)).map(([name]) => name))
  expect(expectedCalls.filter((text) => !done.has(text))).toEqual(['GET /api/Manufactures/HubspotCompaniesById/{id}'])
})

it('detects a response that differs from the documentation', async () => {
  const lying = structuredClone(document)
  delete lying.components.schemas.Equipments.properties.tag
  lying.components.schemas.Equipments.properties.model = { type: 'integer' }
  const other = checkedAgainst(lying, app.admin)
  const { id } = await createEquipment(app)
  await other.call('GET', `/api/equipments/${id}`)
  await other.call('GET', `/api/equipments/${id}`, undefined, { query: { nothing: 1 } })
  expect(other.problems.join('\n')).toMatch(/tag is not in the document[\s\S]*model is no integer[\s\S]*no query parameter nothing/)
})
