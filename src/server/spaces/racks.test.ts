import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createCategory } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { racks } from './racks.ts'

const app = await startApp()
const { admin } = app
// Visible only to users who may edit access lists.
const shared = await createProject(app)
await addToAccessList(app, shared, admin.userId)
const as = (permissions: readonly Permission[]) =>
  app.signInAs(permissions.length < 10 ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update'] as const)] : permissions)
const enclosure = async () => createProduct(app, { categoryId: (await createCategory(app, { isRack: true })).id })

entityContract(racks, app, {
  parentId: async () => shared.id,
  valid: {
    name: 'R-01',
    heightRU: 44,
    rackType: 2,
    mountType: 3,
    mountingDepthIn: 28.5,
    maxWeightLb: 1200,
    startingUnit: 5,
    isDescending: true,
  },
  prepare: async () => ({ spaceId: (await createSpace(app, shared)).id, equipmentId: (await enclosure()).id }),
  invalid: [
    ['name', '', messages.required],
    ['heightRU', 61, messages.maximum(60)],
    ['heightRU', 0, messages.minimum(1)],
    ['rackType', 6, messages.unknown],
    ['mountType', 5, messages.unknown],
  ],
  as,
  outsider: () => app.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update']),
})

const putPlacements = (project: AnyRow, racks: AnyRow[], caller = admin) =>
  caller('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks })
const createRack = async (project: AnyRow, more: AnyRow) => (await admin('POST', `/api/projects/${project.id}/Racks`, more)).body as AnyRow
const readRack = async (rack: AnyRow) => (await admin('GET', `/api/projects/${rack.projectId}/Racks/${rack.id}`)).body as AnyRow

async function setUp(...products: AnyRow[]) {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const units: AnyRow[][] = []
  for (const more of products) {
    const product = await createProduct(app, { isRackMountable: true, rackUnits: 1, ...more })
    const line = await createLine(app, space, product, { quantity: 2 })
    const found = await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line.id] } })
    units.push(found.body.items)
  }
  const racks = [
    await createRack(project, { name: 'R-01', mountingDepthIn: 30 }),
    await createRack(project, { name: 'R-02', heightRU: 12 }),
  ]
  return { project, space, units, racks: racks as [AnyRow, AnyRow] }
}

it('places units in several racks at once (29)', async () => {
  const { project, units, racks } = await setUp({ rackUnits: 2 }, { widthIn: 8.5 })
  const [amps, receivers] = units as [AnyRow[], AnyRow[]]
  const { status, body } = await putPlacements(project, [
    { rackId: racks[0].id, rowVersion: racks[0].rowVersion, placements: [{ unitId: amps[0]!.id, startRU: 3 }] },
    { rackId: racks[1].id, placements: receivers.map(({ id }) => ({ unitId: id, startRU: 1, face: 2 })) },
  ])
  expect(status).toBe(200)
  expect(
    body.map(({ name, placements }: AnyRow) => [
      name,
      placements.map((placement: AnyRow) => [placement.unitId, placement.startRU, placement.face, placement.half]),
    ]),
  ).toEqual([
    ['R-01', [[amps[0]!.id, 3, 1, 'none']]],
    [
      'R-02',
      [
        [receivers[0]!.id, 1, 2, 'left'],
        [receivers[1]!.id, 1, 2, 'right'],
      ],
    ],
  ])
  expect(await readRack(racks[1])).toMatchObject({ unitsCount: 2, rowVersion: racks[1].rowVersion + 1 })
})

it('is returned with the lines of its project, which can be grouped by it', async () => {
  const { project, space, units, racks } = await setUp({}, {}, {})
  const [one, two] = units as [AnyRow[], AnyRow[]]
  await putPlacements(project, [
    { rackId: racks[0].id, placements: [{ unitId: one[0]!.id, startRU: 1 }] },
    { rackId: racks[1].id, placements: [one[1]!, two[0]!].map(({ id }, index) => ({ unitId: id, startRU: index + 1 })) },
  ])
  for (const tail of ['', '/query']) {
    const lines = async (query: AnyRow) =>
      (await admin('GET', `/api/projects/${project.id}/Equipment${tail}`, undefined, { query: { sortBy: 'rack', ...query } })).body.items
    const names = async (query: AnyRow) => (await lines(query)).map(({ rack }: AnyRow) => rack && [rack.id, rack.name])
    const [first, second] = racks.map(({ id, name }) => [id, name])
    expect(await names({})).toEqual([first, second, null])
    expect(await names({ rackIds: racks[0].id })).toEqual([first])
    expect(await names({ rackIds: racks[1].id })).toEqual([first, second])
    expect(await names({ rackIds: 0 })).toEqual([null])
    expect(await names({ rackIds: [0, racks[1].id] })).toEqual([first, second, null])
  }
  const shown = (await admin('GET', `/api/spaces/${space.id}`)).body.areaGroups.flatMap(({ equipment }: AnyRow) => equipment)
  expect(shown.map(({ rack }: AnyRow) => rack?.name ?? null).sort()).toEqual(['R-01', 'R-02', null])
})

it('merges lines only within one rack, regardless of where their units are', async () => {
  const { project, space, units, racks } = await setUp({})
  const lineId = units[0]![0]!.lineId
  const lines = async (): Promise<AnyRow[]> =>
    (await admin('GET', `/api/projects/${project.id}/Equipment`, undefined, { query: { sortBy: 'createDate' } })).body.items
  const [line] = await lines()
  const body = { quantity: 2, provider: 'AVV', installer: 'AVV' }
  const at = `/api/spaces/${space.id}/Equipment`
  const changed = await admin('PUT', `${at}/${lineId}`, { ...body, rackId: racks[1].id })
  expect(changed.body).toMatchObject({ rackId: racks[1].id, rack: { name: 'R-02' } })
  expect((await admin('GET', `/api/spaces/${space.id}/ActivityLogs`)).body.items[0].changes).toMatchObject([
    { field: 'rack', from: null, to: 'R-02' },
  ])
  await putPlacements(project, [{ rackId: racks[0].id, placements: [{ unitId: units[0]![0]!.id, startRU: 1 }] }])
  expect((await lines())[0], 'what it belongs to comes first').toMatchObject({ rackId: racks[1].id, rack: { name: 'R-02' } })
  const waiting = await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { rackIds: [racks[1].id], isPlaced: false } })
  expect(waiting.body.total).toBe(1)

  const more = (rackId: number | null) => admin('POST', at, { equipmentId: line!.equipment.id, ...body, quantity: 1, rackId })
  expect((await more(racks[1].id)).body).toMatchObject({ id: lineId, quantity: 3 })
  expect((await more(null)).body).toMatchObject({ quantity: 1, rackId: null })
  const inFirst = (await more(racks[0].id)).body
  expect((await lines()).map(({ quantity, rackId }) => [quantity, rackId])).toEqual([
    [3, racks[1].id],
    [1, null],
    [1, racks[0].id],
  ])
  const elsewhere = await createRack(await createProject(app), { name: 'R-01' })
  expect((await more(elsewhere.id)).body.fields).toEqual({ rackId: ['Rack not found.'] })
  expect((await admin('PUT', `${at}/${inFirst.id}`, { ...body, rackId: elsewhere.id })).body.fields).toEqual({
    rackId: ['Rack not found.'],
  })

  const freed = await admin('PUT', `${at}/${lineId}`, { ...body, quantity: 3, rackId: null })
  expect(freed.body).toMatchObject({ rackId: null, rack: { name: 'R-01' } })
  const amounts = await app.sql('select rack from line_amounts where space_id = $1 order by id', [space.id])
  expect(
    amounts.map(({ rack }) => rack),
    'reports say where it stands',
  ).toEqual(['R-01', null, 'R-01'])
})

it('rejects invalid placements and then writes nothing (23)', async () => {
  const { project, units, racks } = await setUp({ rackUnits: 2 }, { isRackMountable: false, rackUnits: null })
  const [[amp, second], [pc]] = units as [[AnyRow, AnyRow], [AnyRow]]
  const placements = [
    { unitId: amp.id, startRU: 3 },
    { unitId: second.id, startRU: 4 },
  ]
  const refused = (message: string) => ({ status: 409, body: { message } })
  const words = `${amp.label} and ${second.label} need the same space.`
  expect(await putPlacements(project, [{ rackId: racks[0].id, placements }])).toMatchObject(refused(words))
  const pcAlone = await putPlacements(project, [{ rackId: racks[0].id, placements: [{ unitId: pc.id, startRU: 1 }] }])
  expect(pcAlone).toMatchObject(refused(`${pc.label} has no rack ears and goes on a shelf.`))
  const top = await putPlacements(project, [{ rackId: racks[1].id, placements: [{ unitId: amp.id, startRU: 12 }] }])
  expect(top).toMatchObject(refused(`${amp.label} does not fit into the rack there.`))
  const twice = racks.map(({ id }) => ({ rackId: id, placements: [{ unitId: amp.id, startRU: 1 }] }))
  expect(await putPlacements(project, twice)).toMatchObject(refused(`${amp.label} would be in two places.`))
  expect((await readRack(racks[0])).placements).toEqual([])
  await putPlacements(project, twice.slice(0, 1))
  expect(await putPlacements(project, twice.slice(1))).toMatchObject(refused(`${amp.label} is already in R-01.`))
  const elsewhere = await setUp({})
  const foreign = await putPlacements(project, [{ rackId: racks[0].id, placements: [{ unitId: elsewhere.units[0]![0]!.id, startRU: 1 }] }])
  expect(foreign).toMatchObject({ status: 400, body: { fields: { 'racks[0].placements[0].unitId': ['Unit not found.'] } } })
  const rack = await putPlacements(project, [{ rackId: elsewhere.racks[0].id, placements: [] }])
  expect(rack).toMatchObject({ status: 400, body: { fields: { 'racks[0].rackId': ['Rack not found.'] } } })
})

it('rejects removing a shelf with contents (29)', async () => {
  const { project, units, racks } = await setUp({ rackAccessory: 1 }, { isRackMountable: false, rackUnits: null })
  const [[shelf], [pc]] = units as [[AnyRow], [AnyRow]]
  const carried = { unitId: pc.id, startRU: 5, shelfUnitId: shelf.id }
  const { body } = await putPlacements(project, [{ rackId: racks[0].id, placements: [{ unitId: shelf.id, startRU: 5 }, carried] }])
  expect(body[0].placements).toMatchObject([{ unitId: shelf.id }, { unitId: pc.id, startRU: 5, shelfUnitId: shelf.id, shelfOrder: 1 }])
  const alone = await putPlacements(project, [{ rackId: racks[0].id, placements: [carried] }])
  expect(alone).toMatchObject({ status: 409, body: { message: `${pc.label} is on a shelf that is not in this rack.` } })
  expect((await readRack(racks[0])).placements).toHaveLength(2)
})

it('returns a conflict with the current rack to the second of two concurrent writers (23)', async () => {
  const { project, units, racks } = await setUp({})
  const body = (startRU: number) => [
    { rackId: racks[0].id, rowVersion: racks[0].rowVersion, placements: [{ unitId: units[0]![0]!.id, startRU }] },
  ]
  const answers = await Promise.all([putPlacements(project, body(1)), putPlacements(project, body(7))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = answers.find(({ status }) => status === 409)!
  expect(late.body).toMatchObject({ detail: 'stale', current: { id: racks[0].id, unitsCount: 1 } })
})

it('cannot be shrunk below its contents, and is deleted only when empty (23)', async () => {
  const { project, units, racks } = await setUp({})
  const rack = racks[0]
  await putPlacements(project, [{ rackId: rack.id, placements: [{ unitId: units[0]![0]!.id, startRU: 40 }] }])
  const path = `/api/projects/${project.id}/Racks/${rack.id}`
  expect(await admin('PUT', path, { name: 'R-01', heightRU: 20 })).toMatchObject({
    status: 409,
    body: { message: `${units[0]![0]!.label} does not fit into the rack there.` },
  })
  expect(await admin('DELETE', path)).toMatchObject({
    status: 409,
    body: { message: 'R-01 is not empty. Remove its contents first.' },
  })
  await putPlacements(project, [{ rackId: rack.id, placements: [] }])
  expect((await admin('PUT', path, { name: 'R-01', heightRU: 20 })).status).toBe(200)
  expect((await admin('DELETE', path)).status).toBe(204)
})

it('is counted for its own product and the products it contains (23)', async () => {
  const { project, units, racks } = await setUp({})
  const cabinet = await enclosure()
  await admin('PUT', `/api/projects/${project.id}/Racks/${racks[0].id}`, { name: 'R-01', equipmentId: cabinet.id })
  await putPlacements(project, [
    { rackId: racks[0].id, placements: units[0]!.map(({ id }, index) => ({ unitId: id, startRU: index + 1 })) },
  ])
  const stats = async (id: number) => (await admin('GET', `/api/equipments/${id}/Stats`)).body.racksCount
  expect(await stats(cabinet.id)).toBe(1)
  const held = units[0]![0]!.equipment.id
  expect((await admin('GET', `/api/equipments/${held}/Stats/racks`)).body).toEqual({
    items: [{ id: racks[0].id, name: `${project.name}, R-01`, quantity: 2 }],
    total: 1,
  })
  const plain = await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-09', equipmentId: held })
  expect(plain.body.fields).toEqual({ equipmentId: ['Only equipment in a rack category can be the enclosure.'] })
})

it('reserves the positions of a deleted space until they are needed (23)', async () => {
  const { project, space, units, racks } = await setUp({})
  const [one, two] = units[0] as [AnyRow, AnyRow]
  await putPlacements(project, [
    {
      rackId: racks[0].id,
      placements: [
        { unitId: one.id, startRU: 1 },
        { unitId: two.id, startRU: 2 },
      ],
    },
  ])
  await admin('DELETE', `/api/spaces/${space.id}`)
  expect((await readRack(racks[0])).placements).toEqual([])
  const other = await createSpace(app, project)
  const line = await createLine(app, other, await createProduct(app, { isRackMountable: true, rackUnits: 1 }))
  const [unit] = (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line.id] } })).body.items
  await putPlacements(project, [{ rackId: racks[0].id, placements: [{ unitId: unit.id, startRU: 2 }] }])
  await admin('PUT', `/api/spaces/${space.id}/restore`, {})
  expect((await readRack(racks[0])).placements.map(({ unitId, startRU }: AnyRow) => [unitId, startRU])).toEqual([
    [one.id, 1],
    [unit.id, 2],
  ])
})

it('restores free positions of a deleted space: beside, behind and on shelves of others (23)', async () => {
  const { project, units, racks } = await setUp({ widthIn: 8.5, depthIn: 10 }, { depthIn: 10 }, { rackAccessory: 1 }, {})
  const [halves, deep, [shelf], [other]] = units as [AnyRow[], AnyRow[], [AnyRow], [AnyRow]]
  const space = await createSpace(app, project)
  const unitOf = async (more: AnyRow) => {
    const product = await createProduct(app, { isRackMountable: true, rackUnits: 1, depthIn: 10, ...more })
    const line = await createLine(app, space, product)
    return (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line.id] } })).body.items[0] as AnyRow
  }
  const [beside, behind, onShelf] = [
    await unitOf({ widthIn: 8.5 }),
    await unitOf({}),
    await unitOf({ isRackMountable: false, rackUnits: null }),
  ]
  const own = [
    { unitId: halves[0]!.id, startRU: 1, half: 'left' },
    { unitId: deep[0]!.id, startRU: 3 },
    { unitId: shelf.id, startRU: 5 },
  ]
  const theirPlacements = [
    { unitId: beside.id, startRU: 1, half: 'right' },
    { unitId: behind.id, startRU: 3, face: 2 },
    { unitId: onShelf.id, startRU: 5, shelfUnitId: shelf.id },
  ]
  expect((await putPlacements(project, [{ rackId: racks[0].id, placements: [...own, ...theirPlacements] }])).status).toBe(200)
  await admin('DELETE', `/api/spaces/${space.id}`)
  const moved = own.map((item) => (item.unitId === shelf.id ? { ...item, startRU: 8 } : item))
  expect((await putPlacements(project, [{ rackId: racks[0].id, placements: [...moved, { unitId: other.id, startRU: 10 }] }])).status).toBe(
    200,
  )
  await admin('PUT', `/api/spaces/${space.id}/restore`, {})
  const readPlacements = async () =>
    (await readRack(racks[0])).placements.map(({ unitId, startRU, face }: AnyRow) => [unitId, startRU, face])
  const shown = [
    [halves[0]!.id, 1, 1],
    [beside.id, 1, 1],
    [deep[0]!.id, 3, 1],
    [behind.id, 3, 2],
    [shelf.id, 8, 1],
    [onShelf.id, 8, 1],
    [other.id, 10, 1],
  ]
  expect(await readPlacements()).toEqual(shown)
  // Removing a shelf removes its contents; equipment deeper than the rack blocks the rear.
  await admin('DELETE', `/api/spaces/${space.id}`)
  const deeper = await createProduct(app, { isRackMountable: true, rackUnits: 1, depthIn: 25 })
  const line = await createLine(app, await createSpace(app, project), deeper)
  const [wide] = (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line.id] } })).body.items
  const placements = [own[0]!, { unitId: wide.id, startRU: 3 }, { unitId: other.id, startRU: 10 }]
  expect((await putPlacements(project, [{ rackId: racks[0].id, placements }])).status).toBe(200)
  await admin('PUT', `/api/spaces/${space.id}/restore`, {})
  expect(await readPlacements()).toEqual([
    [halves[0]!.id, 1, 1],
    [beside.id, 1, 1],
    [wide.id, 3, 1],
    [other.id, 10, 1],
  ])
})

it('fills only the front with blanks, which become equipment of the space (23)', async () => {
  const { project, units, racks } = await setUp({ rackUnits: 2 })
  const space = await createSpace(app, project)
  const rack = await createRack(project, { name: 'R-03', spaceId: space.id, heightRU: 6 })
  await putPlacements(project, [{ rackId: rack.id, placements: [{ unitId: units[0]?.[0]?.id, startRU: 2 }] }])
  const blank = await createProduct(app, { tag: 'BLK', rackAccessory: 3, rackUnits: 1, isRackMountable: true })
  const fill = (item: AnyRow, equipmentId: number, caller = admin) =>
    caller('POST', `/api/projects/${project.id}/Racks/${item.id}/Blanks`, { equipmentId })
  const { status, body } = await fill(rack, blank.id)
  expect([status, body.placements.map(({ startRU }: AnyRow) => startRU)]).toEqual([201, [1, 2, 4, 5, 6]])
  const lines = (await admin('GET', `/api/projects/${project.id}/Equipment`)).body.items as AnyRow[]
  expect(lines.find(({ equipment }) => equipment.id === blank.id)).toMatchObject({ quantity: 4, space: { id: space.id } })
  expect(await fill(rack, blank.id)).toMatchObject({ status: 409, body: { message: 'R-03 has no free units for this blank.' } })
  expect(await fill(racks[1], blank.id)).toMatchObject({
    status: 409,
    body: { message: 'R-02 is not in a space, so blanks cannot be added.' },
  })
  const other = await createProduct(app, { isRackMountable: true, rackUnits: 1 })
  expect(await fill(rack, other.id)).toMatchObject({
    status: 400,
    body: { fields: { equipmentId: ['Only blank panels can fill a rack.'] } },
  })
  const reader = await app.signInAs(['Projects.View', 'ProjectAccessList.Update', 'ProjectEquipment.View'])
  expect((await fill(rack, blank.id, reader)).status).toBe(403)
})

it('removes blanks together with their equipment, and keeps other units (23)', async () => {
  const { project } = await setUp()
  const space = await createSpace(app, project)
  const rack = await createRack(project, { name: 'R-03', spaceId: space.id, heightRU: 4 })
  const blank = await createProduct(app, { tag: 'BLK', rackAccessory: 3, rackUnits: 1, isRackMountable: true })
  const path = `/api/projects/${project.id}/Racks/${rack.id}`
  const fill = async () => (await admin('POST', `${path}/Blanks`, { equipmentId: blank.id })).body as AnyRow
  const takeOut = (unitIds: number[], rowVersion: number | null = null, caller = admin) =>
    caller('PUT', `${path}/Blanks`, { unitIds, rowVersion })
  const quantity = async () => {
    const { items } = (await admin('GET', `/api/projects/${project.id}/Equipment`)).body
    return items.map((line: AnyRow) => line.quantity)
  }
  const filled = await fill()
  expect([filled.blankUnitIds.length, await quantity()]).toEqual([4, [4]])
  const emptied = await takeOut(filled.blankUnitIds, filled.rowVersion)
  expect([emptied.status, emptied.body.placements, await quantity()]).toEqual([200, [], []])

  await createLine(app, space, blank, { quantity: 2 })
  const again = await fill()
  expect(await quantity()).toEqual([6])
  await putPlacements(project, [{ rackId: rack.id, placements: again.placements.slice(1) }])
  expect(await takeOut(again.blankUnitIds.slice(1), again.rowVersion)).toMatchObject({ status: 409, body: { detail: 'stale' } })
  const { rowVersion } = await readRack(rack)
  const reader = await app.signInAs(['Projects.View', 'ProjectAccessList.Update', 'ProjectEquipment.View'])
  expect((await takeOut(again.blankUnitIds.slice(1), rowVersion, reader)).status).toBe(403)
  expect((await takeOut(again.blankUnitIds.slice(1), rowVersion)).status).toBe(200)
  expect(await quantity()).toEqual([3])

  const amp = await createLine(app, space, await createProduct(app, { isRackMountable: true, rackUnits: 1 }))
  const [unit] = (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [amp.id] } })).body.items
  await putPlacements(project, [{ rackId: rack.id, placements: [{ unitId: unit.id, startRU: 1 }] }])
  expect(await takeOut([unit.id])).toMatchObject({ status: 409, body: { message: 'These are not blanks of one line in R-03.' } })
})
