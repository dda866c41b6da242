import { expect, it } from 'vitest'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const move = (body: AnyRow, caller = admin) => caller('POST', '/api/spaces/MoveAreaGroupEquipmentToAnotherSpace', body)
const group = async (room: AnyRow, name: string) => (await admin('POST', `/api/spaces/${room.id}/AreaGroups`, { name })).body
const page = async (room: AnyRow) => (await admin('GET', `/api/spaces/${room.id}`)).body
const linesIn = (space: AnyRow) =>
  space.areaGroups.flatMap(({ name, equipment }: AnyRow) =>
    equipment.map((line: AnyRow) => `${name}: ${line.quantity} ${line.equipment.tag} ${line.provider}`),
  )

async function createTwoSpaces() {
  const project = await createProject(app)
  const source = await createSpace(app, project)
  const target = await createSpace(app, project)
  const rack = await group(source, 'Rack')
  const products = [await createProduct(app, { msrpPrice: 10 }), await createProduct(app, { msrpPrice: 7 })]
  const lines = []
  for (const product of products) lines.push(await createLine(app, source, product, { areaGroupId: rack.id, quantity: 4, label: 'A1' }))
  return { project, source, target, rack, products, lines }
}

it('moves a whole group into the group of the same name, created if missing', async () => {
  const { project, source, target, rack, products } = await createTwoSpaces()
  const { status, body } = await move({ sourceSpaceId: source.id, areaGroupId: rack.id, targetSpaceId: target.id })
  expect(status).toBe(200)
  expect(linesIn(body.target)).toEqual(products.map(({ tag }) => `Rack: 4 ${tag} AVV`))
  expect(body.target).toMatchObject({ equipmentCount: 8, totalMsrpPrice: 68, status: 2 })
  expect(body.target.areaGroups.find(({ name }: AnyRow) => name === 'Rack').equipment[0].label).toBe('A1')
  expect(body.source).toMatchObject({ equipmentCount: 0, totalMsrpPrice: 0 })
  expect(
    body.source.areaGroups.map(({ name }: AnyRow) => name),
    'the emptied group stays',
  ).toContain('Rack')
  expect((await admin('GET', `/api/projects/${project.id}`)).body).toMatchObject({ equipmentCount: 8, totalMsrpPrice: 68 })
  for (const [room, title] of [
    [source, `Equipment moved to ${target.name}`],
    [target, `Equipment moved from ${source.name}`],
  ] as const) {
    const log = (await admin('GET', `/api/spaces/${room.id}/ActivityLogs`)).body.items
    expect(log.some((entry: AnyRow) => entry.title.startsWith(title))).toBe(true)
  }
  const back = await move({ sourceSpaceId: target.id, areaGroupId: body.target.areaGroups.at(-1).id, targetSpaceId: source.id })
  expect(linesIn(back.body.source)).toEqual([])
  expect(back.body.source.areaGroups.filter(({ name }: AnyRow) => name === 'Rack')).toHaveLength(1)
})

it('splits a line, merges equal lines, keeps labels apart, and keeps the quantity of the project', async () => {
  const { project, source, target, rack, products, lines } = await createTwoSpaces()
  const wall = await group(target, 'Wall')
  await createLine(app, target, products[0]!, { areaGroupId: wall.id, quantity: 1 })
  await createLine(app, target, products[0]!, { areaGroupId: wall.id, quantity: 1, provider: 'GC' })
  const part = {
    sourceSpaceId: source.id,
    areaGroupId: rack.id,
    targetSpaceId: target.id,
    targetAreaGroupId: wall.id,
    lineIds: lines.map(({ id }) => id),
    quantities: { [lines[0]!.id]: 3, [lines[1]!.id]: 1 },
  }
  const { body } = await move(part)
  const [a, b] = products.map(({ tag }) => tag)
  expect(linesIn(body.target).sort()).toEqual([`Wall: 1 ${a} AVV`, `Wall: 1 ${a} GC`, `Wall: 1 ${b} AVV`, `Wall: 3 ${a} AVV`].sort())
  expect(linesIn(body.source).sort()).toEqual([`Rack: 1 ${a} AVV`, `Rack: 3 ${b} AVV`].sort())
  expect((await admin('GET', `/api/projects/${project.id}`)).body.equipmentCount).toBe(10)
  const rest = await move({ ...part, quantities: undefined })
  expect(linesIn(rest.body.target).sort()).toEqual([`Wall: 1 ${a} AVV`, `Wall: 1 ${a} GC`, `Wall: 4 ${a} AVV`, `Wall: 4 ${b} AVV`].sort())
  expect(linesIn(rest.body.source)).toEqual([])
  expect((await admin('GET', `/api/projects/${project.id}`)).body.equipmentCount).toBe(10)
})

it('moves lines without a group', async () => {
  const { source, target, products } = await createTwoSpaces()
  await createLine(app, source, products[0]!, { quantity: 2, areaGroupId: null })
  const { body } = await move({ sourceSpaceId: source.id, areaGroupId: 0, targetSpaceId: target.id })
  expect(linesIn(body.target)).toEqual([`No Area Group: 2 ${products[0]!.tag} AVV`])
})

it('rejects invalid moves and changes nothing', async () => {
  const { source, target, rack, lines, products } = await createTwoSpaces()
  const elsewhere = await createSpace(app, await createProject(app))
  const stranger = await createLine(app, target, products[0]!)
  const right = { sourceSpaceId: source.id, areaGroupId: rack.id, targetSpaceId: target.id }
  const invalidCases: [AnyRow, string][] = [
    [{ targetSpaceId: source.id }, 'targetSpaceId'],
    [{ targetSpaceId: elsewhere.id }, 'targetSpaceId'],
    [{ areaGroupId: 999_999 }, 'areaGroupId'],
    [{ targetAreaGroupId: rack.id }, 'targetAreaGroupId'],
    [{ lineIds: [stranger.id] }, 'lineIds'],
    [{ quantities: { [lines[0]!.id]: 5 } }, 'quantities'],
    [{ quantities: { [lines[0]!.id]: 0 } }, 'quantities'],
    [{ quantities: { [lines[0]!.id]: 1.5 } }, 'quantities'],
    [{ quantities: { [stranger.id]: 1 } }, 'quantities'],
    [{ quantities: [1] }, 'quantities'],
  ]
  for (const [part, field] of invalidCases) {
    const answer = await move({ ...right, ...part })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
  }
  expect((await move({ ...right, targetSpaceId: 999_999 })).status).toBe(404)
  const reader = await app.signInAs(['Projects.View', 'ProjectEquipment.View'])
  expect((await move(right, reader)).status).toBe(403)
  expect((await page(source)).equipmentCount).toBe(8)
})

it('removes moved units and their shelf contents from the rack, and keeps the rest', async () => {
  const project = await createProject(app)
  const [source, target] = [await createSpace(app, project), await createSpace(app, project)]
  const amp = await createProduct(app, { isRackMountable: true, rackUnits: 1 })
  const shelf = await createProduct(app, { isRackMountable: true, rackUnits: 1, rackAccessory: 1 })
  const box = await createProduct(app)
  const lines = [
    await createLine(app, source, amp, { quantity: 3 }),
    await createLine(app, source, shelf),
    await createLine(app, source, box),
  ]
  const units = async (line: AnyRow): Promise<AnyRow[]> =>
    (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line.id] } })).body.items
  const [amps, [onShelf], [onIt]] = [await units(lines[0]!), await units(lines[1]!), await units(lines[2]!)]
  const rack = (await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01' })).body
  const placements = [
    ...amps.map(({ id }, index) => ({ unitId: id, startRU: index + 1 })),
    { unitId: onShelf!.id, startRU: 10 },
    { unitId: onIt!.id, startRU: 10, shelfUnitId: onShelf!.id, shelfOrder: 1 },
  ]
  expect((await admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks: [{ rackId: rack.id, placements }] })).status).toBe(
    200,
  )
  const inRack = async () => (await admin('GET', `/api/projects/${project.id}/Racks/${rack.id}`)).body
  const placed = async () => (await inRack()).placements.map(({ unitId }: AnyRow) => unitId)
  expect(await placed()).toHaveLength(5)
  const { rowVersion } = await inRack()
  const moveInput = { sourceSpaceId: source.id, areaGroupId: 0, targetSpaceId: target.id, targetAreaGroupId: 0 }

  await createLine(app, target, amp)
  const [first, second, last] = amps.toSorted((a, b) => a.unitIndex - b.unitIndex).map(({ id }) => id)
  expect((await move({ ...moveInput, lineIds: [lines[0]!.id], quantities: { [lines[0]!.id]: 1 } })).status, 'part of a line').toBe(200)
  expect(await placed()).not.toContain(last)
  expect(await placed()).toEqual(expect.arrayContaining([first, second, onShelf!.id, onIt!.id]))
  expect((await inRack()).rowVersion).toBe(rowVersion + 1)
  expect((await move({ ...moveInput, lineIds: [lines[0]!.id] })).status, 'the rest of it, which becomes one with what stands there').toBe(
    200,
  )
  expect((await placed()).sort()).toEqual([onShelf!.id, onIt!.id].sort())
  expect((await move({ ...moveInput, lineIds: [lines[1]!.id] })).status, 'a whole line').toBe(200)
  expect(await placed()).toEqual([])
  expect((await page(target)).equipmentCount).toBe(5)
})

it('loses no units when two users move the same group concurrently', async () => {
  const { project, source, target, rack } = await createTwoSpaces()
  const third = await createSpace(app, project)
  const answers = await Promise.all(
    [target, third, target, third].map((room) => move({ sourceSpaceId: source.id, areaGroupId: rack.id, targetSpaceId: room.id })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await admin('GET', `/api/projects/${project.id}`)).body.equipmentCount).toBe(8)
})

it('suggests a complexity from current or proposed equipment', async () => {
  const room = await createSpace(app, await createProject(app))
  const requestSuggestion = (body?: AnyRow) => admin('POST', `/api/spaces/${room.id}/SuggestedComplexity`, body)
  expect((await requestSuggestion()).body).toEqual({ suggestedComplexity: 1, score: 0, factors: [] })
  const product = await createProduct(app)
  await app.sql('update categories set complexity_weight = 2.5 where id = $1', [product.category.id])
  await createLine(app, room, product, { quantity: 30 })
  await createLine(app, room, product, { quantity: 1, provider: 'GC' })
  const { body } = await requestSuggestion({})
  expect(body).toEqual({
    suggestedComplexity: 3,
    score: 27.5,
    factors: [{ categoryId: product.category.id, name: product.category.name, quantity: 31, weight: 2.5, points: 27.5 }],
  })
  expect((await requestSuggestion({ equipment: [{ equipmentId: product.id, quantity: 2 }] })).body).toMatchObject({
    suggestedComplexity: 1,
    score: 5,
  })
  expect((await requestSuggestion({ equipment: [{ equipmentId: 999_999, quantity: 2 }] })).body.fields).toEqual({
    'equipment[0].equipmentId': ['Equipment not found.'],
  })
  expect((await page(room)).complexity, 'nothing is saved').toBe(null)
})
