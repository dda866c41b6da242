import { expect, it } from 'vitest'
import { uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createLine, createProduct, createProject, createSpace, readUnits } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app

const labels = async (project: AnyRow, query: AnyRow = {}) => (await readUnits(app, project, query)).map(({ label }) => label)
const putLine = (line: AnyRow, more: AnyRow, caller = admin) =>
  caller('PUT', `/api/spaces/${line.space.id}/Equipment/${line.id}`, { ...lineBody(line), ...more })
const lineBody = ({ quantity, provider, installer, areaGroup }: AnyRow) => ({
  quantity,
  provider,
  installer,
  areaGroupId: areaGroup?.id ?? null,
})
const label = (unit: AnyRow, text: string) => admin('PUT', `/api/projects/${unit.projectId}/Units/${unit.id}`, { label: text })
const rack = async (project: AnyRow, more: AnyRow = {}) =>
  (await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01', ...more })).body
const putPlacements = (project: AnyRow, where: AnyRow, placements: AnyRow[]) =>
  admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks: [{ rackId: where.id, placements }] })

async function room(more: AnyRow = {}) {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const product = await createProduct(app, { isRackMountable: true, rackUnits: 1, ...more })
  return { project, space, product, tag: product.tag as string }
}

it('creates one unit per piece, labeled by tag and counted in the project (22)', async () => {
  const { project, space, product, tag } = await room()
  const line = await createLine(app, space, product, { quantity: 3 })
  const other = await createSpace(app, project)
  await createLine(app, other, product, { quantity: 2 })
  expect(await labels(project)).toEqual([1, 2, 3, 4, 5].map((n) => `${tag}-${n}`))
  const [first] = await readUnits(app, project, { lineIds: [line.id] })
  expect(first).toMatchObject({ lineId: line.id, unitIndex: 1, isPlaced: false, rackId: null, space: { name: space.name } })
  expect(first!.equipment).toMatchObject({ id: product.id, tag, rackUnits: 1, isRackMountable: true, weightLb: null })
  expect(await labels(project, { search: other.name })).toEqual([`${tag}-4`, `${tag}-5`])
})

it('includes the signed image URL of its product (23)', async () => {
  const { project, space, product } = await room({ imageUrl: await uploadPicture(app, 'equipments') })
  await createLine(app, space, product)
  const [unit] = await readUnits(app, project)
  expect(await app.call('GET', unit?.equipment.imageUrl)).toMatchObject({ status: 200 })
})

it('follows the quantity; a new label uses the highest number plus one (22, 29)', async () => {
  const { project, space, product, tag } = await room()
  const line = await createLine(app, space, product, { quantity: 3 })
  await putLine(line, { quantity: 1 })
  expect(await labels(project)).toEqual([`${tag}-1`])
  await putLine(line, { quantity: 2 })
  expect(await labels(project), 'what comes back keeps its label').toEqual([`${tag}-1`, `${tag}-2`])
  await createLine(app, await createSpace(app, project), product)
  expect(await labels(project)).toEqual([`${tag}-1`, `${tag}-2`, `${tag}-4`])
})

it('accepts a manual label, unique in a project', async () => {
  const { project, space, product, tag } = await room()
  const line = await createLine(app, space, product, { quantity: 2 })
  const [one, two] = await readUnits(app, project)
  expect((await label(one!, `${tag}-9`)).body).toMatchObject({ label: `${tag}-9` })
  expect(await label(two!, `${tag.toLowerCase()}-9`)).toMatchObject({
    status: 409,
    body: { fields: { label: ['This label is already taken.'] } },
  })
  expect(await label(two!, '')).toMatchObject({ status: 400, body: { fields: { label: [messages.required] } } })
  await putLine(line, { quantity: 3 })
  expect(await labels(project), 'a number written by hand is used').toEqual([`${tag}-2`, `${tag}-9`, `${tag}-10`])
  const elsewhere = await room()
  await createLine(app, elsewhere.space, product)
  expect(await labels(elsewhere.project)).toEqual([`${tag}-1`])
})

it('stays in its rack: its line cannot be reduced or removed, alone or in bulk (22, 29)', async () => {
  const { project, space, product, tag } = await room()
  const line = await createLine(app, space, product, { quantity: 2 })
  const [, second] = await readUnits(app, project)
  const where = await rack(project)
  expect((await putPlacements(project, where, [{ unitId: second!.id, startRU: 5 }])).status).toBe(200)
  expect((await readUnits(app, project, { isPlaced: true })).map(({ label }) => label)).toEqual([`${tag}-2`])
  const message = `Still placed in a rack: ${tag}-2. Take it out of there first.`
  const refused = { status: 409, body: { errorType: 'Conflict', message } }
  expect(await putLine(line, { quantity: 1 })).toMatchObject(refused)
  expect(await admin('DELETE', `/api/spaces/${space.id}/Equipment/${line.id}`)).toMatchObject(refused)
  expect(await admin('POST', `/api/spaces/${space.id}/Equipment/Together`, { takeOut: [line.id] })).toMatchObject(refused)
  expect((await putLine(line, { quantity: 3 })).status).toBe(200)
  expect((await admin('GET', `/api/spaces/${space.id}`)).body).toMatchObject({ equipmentCount: 3 })
  await putPlacements(project, where, [])
  expect((await putLine(line, { quantity: 1 })).status).toBe(200)
})

it('gets new units in a copy of its space, and is inactive in a deleted space', async () => {
  const { project, space, product, tag } = await room()
  await createLine(app, space, product, { quantity: 2 })
  const { levelId } = (await app.sql('select level_id as "levelId" from spaces where id = $1', [space.id]))[0]!
  const copy = await admin('POST', `/api/spaces/${space.id}/Clone`, { name: 'Copy', projectId: project.id, levelId: Number(levelId) })
  expect(copy.status).toBe(201)
  expect(await labels(project)).toEqual([1, 2, 3, 4].map((n) => `${tag}-${n}`))
  await admin('DELETE', `/api/spaces/${space.id}`)
  expect(await labels(project)).toEqual([`${tag}-3`, `${tag}-4`])
  await admin('PUT', `/api/spaces/${space.id}/restore`, {})
  expect(await labels(project)).toEqual([1, 2, 3, 4].map((n) => `${tag}-${n}`))
})

it('adopts the tag of its replacement, and leaves the rack if that is too tall (15.4)', async () => {
  const { project, space, product } = await room()
  const taller = await createProduct(app, { isRackMountable: true, rackUnits: 2 })
  await createLine(app, space, product, { quantity: 2 })
  const [one, two] = await readUnits(app, project)
  const where = await rack(project)
  await label(two!, 'Spare')
  await putPlacements(project, where, [
    { unitId: one!.id, startRU: 5 },
    { unitId: two!.id, startRU: 42 },
  ])
  await app.sql('update space_equipment set equipment_id = $1 where space_id = $2', [taller.id, space.id])
  expect(await labels(project)).toEqual([`Spare`, `${taller.tag}-1`].sort())
  expect((await readUnits(app, project, { isPlaced: true })).map(({ label }) => label)).toEqual([`${taller.tag}-1`])
})

it('reports in preview and result how many units leave their racks on replacement (8.6, 23)', async () => {
  const { project, space, product } = await room({ depthIn: 10 })
  const other = await createProduct(app, { isRackMountable: true, rackUnits: 1, depthIn: 18 })
  const taller = await createProduct(app, { isRackMountable: true, rackUnits: 2, depthIn: 15 })
  await createLine(app, space, product, { quantity: 5 })
  await createLine(app, space, other, { quantity: 2 })
  const [a, b, c, d, e] = await readUnits(app, project, { search: product.model, sortBy: 'label' })
  const [behind, above] = await readUnits(app, project, { search: other.model, sortBy: 'label' })
  const where = await rack(project, { mountingDepthIn: 30 })
  const spots: [AnyRow | undefined, number, number?][] = [
    [a, 5],
    [b, 42],
    [c, 10],
    [behind, 10, 2],
    [d, 20],
    [above, 21],
    [e, 30],
  ]
  const placed = await putPlacements(
    project,
    where,
    spots.map(([unit, startRU, face = 1]) => ({ unitId: unit!.id, startRU, face })),
  )
  expect(placed.status).toBe(200)
  const swap = { equipmentId: product.id, newEquipmentId: taller.id, projectIds: [project.id] }
  // At the top, too deep for the unit behind it, and overlapping the unit above.
  expect((await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, dryRun: true })).body.droppedPlacements).toBe(3)
  expect((await readUnits(app, project, { isPlaced: true })).length).toBe(7)
  expect((await admin('POST', '/api/equipments/ReplaceEquipment', swap)).body.droppedPlacements).toBe(3)
  expect((await readUnits(app, project, { isPlaced: true })).map(({ id }) => id).sort()).toEqual(
    [a, e, behind, above].map((item) => item!.id).sort(),
  )
})

it('returns to its rack on undo of a replacement, and leaves it again on redo', async () => {
  const { project, space, product: shelf } = await room({ rackAccessory: 1 })
  const desk = await createProduct(app, { isRackMountable: false })
  const drawer = await createProduct(app, { rackAccessory: 4, rackUnits: 3, isRackMountable: true })
  const line = await createLine(app, space, shelf, { quantity: 2 })
  await createLine(app, space, desk, { quantity: 2 })
  const [low, high] = await readUnits(app, project, { search: shelf.model, sortBy: 'label' })
  const carried = await readUnits(app, project, { search: desk.model, sortBy: 'label' })
  const where = await rack(project)
  const on = carried.map(({ id }) => ({ unitId: id, startRU: 3, shelfUnitId: low!.id }))
  expect((await putPlacements(project, where, [{ unitId: low!.id, startRU: 3 }, { unitId: high!.id, startRU: 41 }, ...on])).status).toBe(
    200,
  )
  const readRack = async () => (await admin('GET', `/api/projects/${project.id}/Racks/${where.id}`)).body
  const before = await readRack()
  const swap = { equipmentId: shelf.id, newEquipmentId: drawer.id, projectIds: [project.id] }
  const { body: done } = await admin('POST', '/api/equipments/ReplaceEquipment', swap)
  expect(done.droppedPlacements).toBe(3)
  const after = await readRack()
  expect(after.placements.map(({ unitId }: AnyRow) => unitId)).toEqual([low!.id])
  expect(after.rowVersion, 'whoever looks at the rack is told').toBe(before.rowVersion + 1)

  const preview = await admin('GET', `/api/changeSets/${done.changeSetId}/Undo`)
  expect(preview.body).toMatchObject({ undone: 2, kept: 0 })
  const undone = await admin('POST', `/api/changeSets/${done.changeSetId}/Undo`)
  expect(undone.body.keptCount).toBe(0)
  expect((await readRack()).placements).toEqual(before.placements)

  const redone = await admin('POST', `/api/changeSets/${undone.body.id}/Undo`)
  expect(redone.body.keptCount).toBe(0)
  expect((await readRack()).placements).toEqual(after.placements)

  // A rack changed since keeps its contents; the line is undone.
  const other = await createProduct(app, { isRackMountable: true, rackUnits: 1 })
  await createLine(app, space, other)
  const [one] = await readUnits(app, project, { search: other.model })
  const used = [...after.placements, { unitId: one!.id, startRU: 20 }]
  expect((await putPlacements(project, where, used)).status).toBe(200)
  const last = await admin('POST', `/api/changeSets/${redone.body.id}/Undo`)
  expect(last.body).toMatchObject({ keptCount: 1, updatedCount: 1 })
  expect((await readRack()).placements).toHaveLength(2)
  const [written] = await app.sql('select equipment_id::int as id from space_equipment where id = $1', [line.id])
  expect(written!.id).toBe(shelf.id)
})

it('stays out of its rack on undo if the position is used, too low, or the unit moved', async () => {
  const undoAfter = async (meanwhile: (setup: { project: AnyRow; unit: AnyRow; where: AnyRow }) => Promise<unknown>) => {
    const { project, space, product } = await room()
    const taller = await createProduct(app, { isRackMountable: true, rackUnits: 2 })
    await createLine(app, space, product)
    const [unit] = await readUnits(app, project)
    const where = await rack(project)
    expect((await putPlacements(project, where, [{ unitId: unit!.id, startRU: 42 }])).status).toBe(200)
    const swap = { equipmentId: product.id, newEquipmentId: taller.id, projectIds: [project.id] }
    const { body: done } = await admin('POST', '/api/equipments/ReplaceEquipment', swap)
    expect(done.droppedPlacements).toBe(1)
    await meanwhile({ project, unit: unit!, where })
    const preview = (await admin('GET', `/api/changeSets/${done.changeSetId}/Undo`)).body
    const undone = await admin('POST', `/api/changeSets/${done.changeSetId}/Undo`)
    return { preview, undone: undone.body, placed: (await readUnits(app, project, { isPlaced: true })).map(({ rackId }) => rackId) }
  }
  const elsewhere = await undoAfter(async ({ project, unit }) => {
    const second = await rack(project, { name: 'R-02' })
    expect((await putPlacements(project, second, [{ unitId: unit.id, startRU: 9 }])).status).toBe(200)
  })
  expect(elsewhere.preview.reasons).toMatchObject([{ name: 'R-01', reasons: [expect.stringContaining('is already in R-02.')] }])
  expect(elsewhere.undone).toMatchObject({ keptCount: 1, updatedCount: 1 })
  expect(elsewhere.placed).toHaveLength(1)

  const lower = await undoAfter(async ({ project, where }) => {
    const path = `/api/projects/${project.id}/Racks/${where.id}`
    expect((await admin('PUT', path, { name: 'R-01', heightRU: 40 })).status).toBe(200)
  })
  expect(lower.undone).toMatchObject({ keptCount: 1, updatedCount: 1 })
  expect(lower.placed).toEqual([])

  const afterRackDeletion = await undoAfter(({ project, where }) => admin('DELETE', `/api/projects/${project.id}/Racks/${where.id}`))
  expect(afterRackDeletion.preview.reasons).toMatchObject([{ reasons: ['It has been deleted since.'] }])
  expect(afterRackDeletion.undone).toMatchObject({ keptCount: 1, updatedCount: 1 })
})

it('counts the contents of a shelf that is replaced by a non-shelf (8.6)', async () => {
  const { project, space, product: shelf } = await room({ rackAccessory: 1 })
  const desk = await createProduct(app, { isRackMountable: false })
  const drawer = await createProduct(app, { rackAccessory: 4, rackUnits: 1 })
  await createLine(app, space, shelf)
  await createLine(app, space, desk, { quantity: 2 })
  const [carrier] = await readUnits(app, project, { search: shelf.model })
  const carried = await readUnits(app, project, { search: desk.model })
  const where = await rack(project)
  const on = carried.map(({ id }) => ({ unitId: id, startRU: 3, shelfUnitId: carrier!.id }))
  expect((await putPlacements(project, where, [{ unitId: carrier!.id, startRU: 3 }, ...on])).status).toBe(200)
  const swap = { equipmentId: shelf.id, newEquipmentId: drawer.id, projectIds: [project.id] }
  expect((await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, dryRun: true })).body.droppedPlacements).toBe(2)
  expect((await admin('POST', '/api/equipments/ReplaceEquipment', swap)).body.droppedPlacements).toBe(2)
  expect((await readUnits(app, project, { isPlaced: true })).map(({ id }) => id)).toEqual([carrier!.id])
})

it('is visible with the project and writable with its equipment', async () => {
  const { project, space, product } = await room()
  await createLine(app, space, product)
  const reader = await app.signInAs(['ProjectEquipment.View', 'Projects.View'])
  const writer = await app.signInAs(['ProjectEquipment.View', 'ProjectEquipment.Update', 'Projects.View'])
  const [unit] = await readUnits(app, project)
  const path = `/api/projects/${project.id}/Units`
  expect((await reader('GET', path)).body.total).toBe(1)
  expect((await reader('PUT', `${path}/${unit!.id}`, { label: 'Mine' })).status).toBe(403)
  expect((await writer('PUT', `${path}/${unit!.id}`, { label: 'Mine' })).status).toBe(200)
  expect((await (await app.signInAs(['Projects.View']))('GET', path)).status).toBe(403)
  await addToAccessList(app, project, admin.userId)
  expect((await writer('GET', path)).status).toBe(404)
  expect((await writer('PUT', `${path}/${unit!.id}`, { label: 'Yours' })).status).toBe(404)
})

it('finds rack equipment: with ears, or designed for racks', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const products = [
    await createProduct(app, { tag: 'EAR', isRackMountable: true, rackUnits: 1 }),
    await createProduct(app, { tag: 'SHELF', isRackMountable: false, rackAccessory: 1 }),
    await createProduct(app, { tag: 'LAMP', isRackMountable: false }),
  ]
  for (const product of products) await createLine(app, space, product, { quantity: 1 })
  const tags = async (isForRacks: boolean) => (await readUnits(app, project, { isForRacks })).map(({ equipment }) => equipment.tag)
  expect((await tags(true)).sort()).toEqual(['EAR', 'SHELF'])
  expect(await tags(false)).toEqual(['LAMP'])
})
