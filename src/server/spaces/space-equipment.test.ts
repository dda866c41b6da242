import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createCategory } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { isMissingZero } from '../../model/kit/field.ts'
import { messages } from '../../model/kit/rules.ts'
import { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const addLine = (room: AnyRow, line: AnyRow) => admin('POST', `/api/spaces/${room.id}/Equipment`, line)
const page = async (room: AnyRow) => (await admin('GET', `/api/spaces/${room.id}`)).body

it('defaults provider and installer from the equipment, then its category, then AVV', async () => {
  const room = await createSpace(app, await createProject(app))
  const own = await createProduct(app, { defaultProvider: 'EC', defaultInstaller: 'IBO' })
  const category = await createCategory(app, { defaultProvider: 'LVC' })
  const plain = await createProduct(app, { categoryId: category.id })
  await app.sql('update equipments set default_provider = null, default_installer = null where id = $1', [plain.id])
  expect(await createLine(app, room, own)).toMatchObject({ provider: 'EC', installer: 'IBO' })
  expect(await createLine(app, room, plain)).toMatchObject({ provider: 'LVC', installer: 'AVV' })
  expect(await createLine(app, room, own, { provider: 'FBO' })).toMatchObject({ provider: 'FBO', installer: 'IBO' })
})

it('increases the quantity of an equal line, and starts a new space', async () => {
  const room = await createSpace(app, await createProject(app))
  const product = await createProduct(app, { msrpPrice: 0.1 })
  const groupId = room.areaGroups[0].id
  const first = await createLine(app, room, product, { areaGroupId: groupId, quantity: 2 })
  expect(first).toMatchObject({
    quantity: 2,
    unitMsrpPrice: 0.1,
    extendedMsrpPrice: 0.2,
    areaGroup: { name: 'General' },
    equipment: { model: product.model },
  })
  expect(await createLine(app, room, product, { areaGroupId: groupId })).toMatchObject({
    id: first.id,
    quantity: 3,
    extendedMsrpPrice: 0.3,
  })
  for (const other of [
    {},
    { areaGroupId: groupId, provider: 'GC' },
    { areaGroupId: groupId, unitPriceOverride: 0.09 },
    { areaGroupId: groupId, isExisting: true },
  ])
    expect((await createLine(app, room, product, other)).id).not.toBe(first.id)
  expect(await addLine(room, { equipmentId: product.id, areaGroupId: groupId, quantity: 9997 })).toMatchObject({
    status: 400,
    body: { fields: { quantity: [messages.maximum(9999)] } },
  })
  const log = (await admin('GET', `/api/spaces/${room.id}/ActivityLogs`)).body.items
  expect(log.filter(({ title }: AnyRow) => title === 'In Progress')).toMatchObject([
    { type: 1, changes: [{ from: 'Created', to: 'In Progress' }] },
  ])
  expect(log.some(({ title }: AnyRow) => title === `Equipment added: 2 × ${product.model}`)).toBe(true)
})

it('rejects equipment that can no longer be specified', async () => {
  const room = await createSpace(app, await createProject(app))
  const product = await createProduct(app)
  await createLine(app, room, product)
  await app.sql('update equipments set availability = 5 where id = $1', [product.id])
  expect((await addLine(room, { equipmentId: product.id, quantity: 1 })).body.quantity, 'what stands there may be more').toBe(2)
  expect((await addLine(room, { equipmentId: product.id, quantity: 1, provider: 'SEC' })).body.fields).toEqual({
    equipmentId: [`${product.model} is deprecated and cannot be added.`],
  })
  const deletedProduct = await createProduct(app)
  await createLine(app, room, deletedProduct)
  await admin('DELETE', `/api/equipments/${deletedProduct.id}`)
  const missing = { equipmentId: ['Equipment not found.'] }
  expect((await addLine(room, { equipmentId: deletedProduct.id, quantity: 1 })).body.fields).toEqual(missing)
  expect((await addLine(room, { equipmentId: 999_999_999, quantity: 1 })).body.fields).toEqual(missing)
  const lines = (await page(room)).areaGroups.at(-1).equipment
  expect(lines.map(({ equipment }: AnyRow) => equipment.isDeleted)).toEqual(expect.arrayContaining([true, false]))
  for (const [field, value] of [
    ['quantity', 0],
    ['quantity', 10_000],
    ['provider', 'XX'],
    ['unitPriceOverride', -1],
  ] as const)
    expect((await addLine(room, { equipmentId: product.id, quantity: 1, [field]: value })).status, field).toBe(400)
})

it('is changed and deleted, with entries in the log of the space', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const product = await createProduct(app, { msrpPrice: 100 })
  const line = await createLine(app, room, product)
  const path = `/api/spaces/${room.id}/Equipment/${line.id}`
  const changed = await admin('PUT', path, {
    quantity: 4,
    areaGroupId: room.areaGroups[0].id,
    unitPriceOverride: 80,
    installerName: 'Northern AV',
    rowVersion: 1,
  })
  expect(changed.body).toMatchObject({
    quantity: 4,
    provider: 'AVV',
    unitMsrpPrice: 80,
    extendedMsrpPrice: 320,
    installerName: 'Northern AV',
    rowVersion: 2,
  })
  expect(await admin('PUT', path, { quantity: 5, rowVersion: 1 })).toMatchObject({
    status: 409,
    body: { detail: 'stale', current: { quantity: 4 } },
  })
  const [entry] = (await admin('GET', `/api/spaces/${room.id}/ActivityLogs`)).body.items
  expect(entry.changes.map(({ label }: AnyRow) => label)).toEqual(['Quantity', 'Installer name', 'Agreed unit price', 'Area group'])
  expect((await admin('GET', `/api/projects/${project.id}/Equipment/InstallerNames`)).body).toEqual(['Northern AV'])
  const other = await createSpace(app, project)
  expect((await admin('PUT', `/api/spaces/${other.id}/Equipment/${line.id}`, { quantity: 1 })).status).toBe(404)
  expect((await admin('PUT', path, { quantity: 1, areaGroupId: other.areaGroups[0].id })).body.fields).toEqual({
    areaGroupId: ['Area group not found.'],
  })
  expect((await admin('DELETE', path)).status).toBe(204)
  expect((await admin('DELETE', path)).status).toBe(404)
  expect(await page(room)).toMatchObject({ equipmentCount: 0, totalMsrpPrice: 0 })
})

it('keeps its equipment ungrouped when the group is deleted, unless deleted too', async () => {
  const room = await createSpace(app, await createProject(app))
  const product = await createProduct(app)
  const path = `/api/spaces/${room.id}/AreaGroups`
  const [front, rack] = [
    (await admin('POST', path, { name: 'Front wall' })).body,
    (await admin('POST', path, { name: 'Rack', notes: 'R-01' })).body,
  ]
  expect((await admin('POST', path, { name: 'FRONT WALL' })).status).toBe(409)
  await createLine(app, room, product, { areaGroupId: front.id, quantity: 2 })
  await createLine(app, room, product, { areaGroupId: rack.id })
  expect((await admin('PUT', `${path}/${rack.id}`, { name: 'Equipment rack', rowVersion: 1 })).body).toMatchObject({
    name: 'Equipment rack',
    notes: 'R-01',
    equipmentCount: 1,
  })
  expect((await admin('DELETE', `${path}/${front.id}`)).status).toBe(204)
  const groups = (await admin('GET', path)).body
  expect(groups.map(({ id, name, equipmentCount }: AnyRow) => [id === 0, name, equipmentCount])).toEqual([
    [false, 'General', 0],
    [false, 'Equipment rack', 1],
    [true, 'No Area Group', 2],
  ])
  expect((await admin('DELETE', `${path}/${rack.id}?deleteEquipment=true`)).status).toBe(204)
  expect(await page(room)).toMatchObject({ equipmentCount: 2 })
  expect((await admin('DELETE', `${path}/${rack.id}`)).status).toBe(404)
})

it('lists the whole project, filtered, searched, paged and summed', async () => {
  const project = await createProject(app)
  const rooms = [await createSpace(app, project, { spaceNumber: '2' }), await createSpace(app, project, { spaceNumber: '10' })]
  const [display, rack] = [await createProduct(app, { msrpPrice: 10, tag: 'DIS-98' }), await createProduct(app, { msrpPrice: 1 })]
  await createLine(app, rooms[1]!, display, { quantity: 2, label: 'Stage left' })
  await createLine(app, rooms[0]!, display, { provider: 'FBO' })
  await createLine(app, rooms[0]!, rack, { installerName: 'Northern AV' })
  const deletedSpace = await createSpace(app, project)
  await createLine(app, deletedSpace, rack)
  await admin('DELETE', `/api/spaces/${deletedSpace.id}`)
  const list = async (query: object = {}) =>
    (await admin('GET', `/api/projects/${project.id}/Equipment`, undefined, { query: { ...query } })).body
  const all = await list()
  expect(all.total).toBe(3)
  expect(all.items.map(({ space }: AnyRow) => space.spaceNumber)).toEqual(['2', '2', '10'])
  expect(all.items[2]).toMatchObject({
    building: { name: 'Main Building' },
    level: { name: 'Level 1' },
    manufacture: { id: display.manufacture.id },
    extendedMsrpPrice: 20,
  })
  for (const [query, total] of [
    [{ providers: 'FBO' }, 1],
    [{ manufacturerIds: display.manufacture.id }, 2],
    [{ categoryIds: 999_999_999 }, 0],
    [{ spaceIds: rooms[1]!.id }, 1],
    [{ installerNames: 'Northern AV' }, 1],
    [{ productFamilyIds: -1 }, 3],
    [{ search: 'dis-98' }, 2],
    [{ search: 'stage LEFT 10' }, 1],
    [{ search: '100%' }, 0],
    [{ levelIds: rooms[0]!.level.id, buildingIds: rooms[0]!.building.id }, 3],
  ] as const)
    expect((await list(query)).total, JSON.stringify(query)).toBe(total)
  expect((await list({ itemsPerPage: 1, page: 2 })).items).toHaveLength(1)
  const grouped = await list({ groupBy: 'space', itemsPerPage: 1 })
  expect(grouped.groups).toMatchObject([
    { id: rooms[0]!.id, lines: 2, equipmentCount: 2, totalMsrpPrice: 11 },
    { id: rooms[1]!.id, lines: 1, equipmentCount: 2, totalMsrpPrice: 20 },
  ])
  expect((await list({ groupBy: 'manufacturer', search: 'dis-98' })).groups).toMatchObject([{ equipmentCount: 3, totalMsrpPrice: 30 }])
  expect((await admin('GET', `/api/projects/${project.id}/Equipment?groupBy=password`)).status).toBe(400)

  const { body: task } = await admin('GET', `/api/projects/${project.id}/Equipment/Export?search=stage`)
  const { url } = await waitForFile(admin, task.id)
  const sheet = readWorkbook((await admin('GET', url)).body)[0]!.rows
  expect(sheet).toHaveLength(2)
  expect(sheet[1]!.values).toContain(20)
  const viewer = await app.signInAs(['Projects.View'])
  for (const tail of ['', '/query', '/InstallerNames'])
    expect((await viewer('GET', `/api/projects/${project.id}/Equipment${tail}`)).status).toBe(403)
})

it('distinguishes an agreed price of zero from an unknown one, on screen and in sheets', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const product = await createProduct(app, { msrpPrice: 0 })
  await createLine(app, room, product, { label: 'Unknown' })
  await createLine(app, room, product, { label: 'Free', unitPriceOverride: 0 })
  const { items } = (await admin('GET', `/api/projects/${project.id}/Equipment`)).body
  const { unitMsrpPrice, extendedMsrpPrice } = spaceEquipment.computed
  const unstated = (row: AnyRow) => [
    isMissingZero(unitMsrpPrice, row.unitMsrpPrice, row),
    isMissingZero(extendedMsrpPrice, row.extendedMsrpPrice, row),
  ]
  expect(Object.fromEntries(items.map((row: AnyRow) => [row.label, unstated(row)]))).toEqual({
    Unknown: [true, true],
    Free: [false, false],
  })

  const { body: task } = await admin(
    'GET',
    `/api/projects/${project.id}/Equipment/Export?columns=label&columns=unitMsrpPrice&columns=extendedMsrpPrice`,
  )
  const [head, ...rows] = readWorkbook((await admin('GET', (await waitForFile(admin, task.id)).url)).body)[0]!.rows.map(
    ({ values }) => values,
  )
  const at = (label: string) => head!.indexOf(label)
  const amounts = rows.map((values) => [values[at('Label')], values[at('Unit (USD)')] ?? null, values[at('Extended (USD)')] ?? null])
  expect(new Set(amounts)).toEqual(
    new Set([
      ['Unknown', null, null],
      ['Free', 0, 0],
    ]),
  )
})

it('creates the quote and the budget of a space', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const display = await createProduct(app, {
    msrpPrice: 1500,
    weightLb: 40,
    powerSpecs: [{ type: 1, availability: 2, watts: 180, quantity: 1 }],
  })
  const computer = await createProduct(app, { msrpPrice: 1249 })
  await createLine(app, room, display, { areaGroupId: room.areaGroups[0].id, quantity: 1 })
  await createLine(app, room, display)
  await createLine(app, room, computer, { provider: 'FBO', installer: 'IBO' })
  const quote = (await admin('GET', `/api/spaces/${room.id}/MasterQuotes`)).body
  expect(quote.items).toHaveLength(2)
  expect(quote.items.find(({ equipment }: AnyRow) => equipment.id === display.id)).toMatchObject({
    quantity: 2,
    extendedMsrpPrice: 3000,
    installationCost: 750,
    totalPrice: 3750,
  })
  expect(quote).toMatchObject({ total: 2, sums: { msrp: 4249, installation: 1062.25, total: 5311.25 } })
  expect((await admin('GET', `/api/spaces/${room.id}/MasterQuotes?providers=FBO`)).body.sums).toEqual({
    msrp: 1249,
    installation: 312.25,
    total: 1561.25,
  })
  expect((await page(room)).budget).toMatchObject({
    watts: 360,
    weightLb: 80,
    totalMsrpPrice: 4249,
    installation: 1062.25,
    total: 5311.25,
    hardware: 3000,
    ownerFurnished: 1249,
    ownerInstalled: 312.25,
    probableCost: 3750,
  })
})
