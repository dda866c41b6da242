import { expect, it } from 'vitest'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { createSpaceTemplate } from '../../../test/kit/fixtures/templates.ts'
import { startApp } from '../../../test/kit/start.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const [screen, camera, speaker] = [await createProduct(app), await createProduct(app), await createProduct(app)]

interface Place {
  path: string
  groups: [number, number]
  put: (product: AnyRow, quantity: number, areaGroupId: number) => Promise<AnyRow>
}
const places = {
  async space(): Promise<Place> {
    const room = await createSpace(app, await createProject(app))
    const { body: rack } = await admin('POST', `/api/spaces/${room.id}/AreaGroups`, { name: 'Rack' })
    const put: Place['put'] = (product, quantity, areaGroupId) => createLine(app, room, product, { quantity, areaGroupId })
    return { path: `/api/spaces/${room.id}`, groups: [room.areaGroups[0].id, rack.id], put }
  },
  async template(): Promise<Place> {
    const { id } = await createSpaceTemplate(app)
    const group = async (name: string) => (await admin('POST', `/api/spaceTemplates/${id}/AreaGroups`, { name })).body.id
    const put: Place['put'] = async ({ id: equipmentId }, quantity, areaGroupId) =>
      (await admin('POST', `/api/spaceTemplates/${id}/Equipment`, { equipmentId, quantity, areaGroupId })).body
    return { path: `/api/spaceTemplates/${id}`, groups: [await group('General'), await group('Rack')], put }
  },
}
const readLines = async ({ path }: Place): Promise<string[]> =>
  (await admin('GET', path)).body.areaGroups
    .flatMap(({ name, equipment }: AnyRow) => equipment.map((line: AnyRow) => `${name}: ${line.quantity} × ${line.equipment.model}`))
    .sort()
const undoChangeSet = (changeSetId: number) => admin('POST', `/api/changeSets/${changeSetId}/Undo`)

it.each(['space', 'template'] as const)('adds, changes and removes lines of a %s in one action, undone as one', async (kind) => {
  const place = await places[kind]()
  const [general, rack] = place.groups
  const keptLine = await place.put(screen, 2, general)
  const removedLine = await place.put(camera, 1, general)
  const before = await readLines(place)
  const { status, body } = await admin('POST', `${place.path}/Equipment/Together`, {
    add: [
      { equipmentId: speaker.id, quantity: 8, areaGroupId: rack },
      { equipmentId: speaker.id, quantity: 2, areaGroupId: rack },
    ],
    change: { lineIds: [keptLine.id], quantity: 5, areaGroupId: rack },
    takeOut: [removedLine.id],
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    lines: [{ id: expect.any(Number), quantity: 10, equipment: { id: speaker.id, tag: speaker.tag, model: speaker.model } }],
    changeSetId: expect.any(Number),
  })
  expect(await readLines(place)).toEqual([`Rack: 10 × ${speaker.model}`, `Rack: 5 × ${screen.model}`].sort())
  const undone = await undoChangeSet(body.changeSetId)
  expect(undone.body).toMatchObject({ keptCount: 0 })
  expect(await readLines(place)).toEqual(before)
})

it.each(['space', 'template'] as const)('restores the earlier quantity in a %s on undo, unless changed since', async (kind) => {
  const place = await places[kind]()
  const [general] = place.groups
  await place.put(screen, 2, general)
  const add = () =>
    admin('POST', `${place.path}/Equipment/Together`, { add: [{ equipmentId: screen.id, quantity: 3, areaGroupId: general }] })
  const first = await add()
  expect(await readLines(place)).toEqual([`General: 5 × ${screen.model}`])
  await undoChangeSet(first.body.changeSetId)
  expect(await readLines(place)).toEqual([`General: 2 × ${screen.model}`])
  const second = await add()
  await place.put(screen, 1, general)
  expect((await undoChangeSet(second.body.changeSetId)).status).toBe(409)
  expect(await readLines(place)).toEqual([`General: 6 × ${screen.model}`])
})

it.each(['space', 'template'] as const)('changes nothing in a %s if one part is invalid', async (kind) => {
  const [place, other] = [await places[kind](), await places[kind]()]
  const [general] = place.groups
  const line = await place.put(screen, 2, general)
  const elsewhere = await other.put(screen, 2, other.groups[0])
  const refused = async (body: object) => {
    const answer = await admin('POST', `${place.path}/Equipment/Together`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    return Object.keys(answer.body.fields)
  }
  const good = { equipmentId: camera.id, quantity: 1, areaGroupId: general }
  expect(await refused({})).toEqual(['add'])
  expect(await refused({ takeOut: [line.id, elsewhere.id] })).toEqual(['takeOut[1]'])
  expect(await refused({ change: { lineIds: [elsewhere.id], quantity: 3 } })).toEqual(['change.lineIds[0]'])
  expect(await refused({ change: { lineIds: [line.id] } })).toEqual(['change'])
  expect(await refused({ takeOut: [line.id], add: [good, { ...good, equipmentId: 999_999_999 }] })).toEqual(['add[1].equipmentId'])
  expect(await refused({ takeOut: [line.id], add: [good, { ...good, areaGroupId: other.groups[0] }] })).toEqual(['add[1].areaGroupId'])
  expect(await readLines(place)).toEqual([`General: 2 × ${screen.model}`])
})

it('removes lines from their area group with 0', async () => {
  const place = await places.space()
  const line = await place.put(screen, 2, place.groups[0])
  const { body } = await admin('POST', `${place.path}/Equipment/Together`, { change: { lineIds: [line.id], areaGroupId: 0 } })
  const now = await readLines(place)
  expect(now).toHaveLength(1)
  expect(now[0]).not.toContain('General')
  await undoChangeSet(body.changeSetId)
  expect(await readLines(place)).toEqual([`General: 2 × ${screen.model}`])
})
