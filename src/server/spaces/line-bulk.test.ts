import { expect, it } from 'vitest'
import {
  activateProject,
  addToAccessList,
  createLine,
  createProduct,
  createProject,
  createSpace,
} from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const bulk = (project: AnyRow, lines: AnyRow[], set: AnyRow, caller = admin) =>
  caller('PUT', `/api/projects/${project.id}/Equipment/Bulk`, { lineIds: lines.map(({ id }) => id), set })
const readLines = async (project: AnyRow): Promise<AnyRow[]> =>
  (await admin('GET', `/api/projects/${project.id}/Equipment/query`, undefined, { query: { sortBy: ['createDate'] } })).body.items

async function givenLines() {
  const project = await createProject(app)
  const rooms = [await createSpace(app, project), await createSpace(app, project)]
  const lines: AnyRow[] = []
  for (const room of rooms)
    for (let n = 0; n < 2; n++) lines.push(await createLine(app, room, await createProduct(app), { installerName: 'Acme' }))
  return { project, rooms, lines }
}

it('changes provider and installer of several lines at once, as one undoable set', async () => {
  const { project, rooms, lines } = await givenLines()
  const answer = await bulk(project, lines.slice(0, 3), { provider: 'GC', installer: 'EC', installerName: 'Volt & Sons' })
  expect(answer).toMatchObject({ status: 200, body: { updated: 3, changeSetId: expect.any(Number) } })
  const after = await readLines(project)
  expect(after.map(({ provider, installer, installerName }) => [provider, installer, installerName])).toEqual([
    ['GC', 'EC', 'Volt & Sons'],
    ['GC', 'EC', 'Volt & Sons'],
    ['GC', 'EC', 'Volt & Sons'],
    ['AVV', 'AVV', 'Acme'],
  ])
  for (const [room, count] of [
    [rooms[0]!, '2 lines of equipment'],
    [rooms[1]!, '1 line of equipment'],
  ] as const)
    expect((await admin('GET', `/api/spaces/${room.id}/ActivityLogs`)).body.items[0]).toMatchObject({
      title: `Equipment changed together: ${count}`,
      changes: [
        { field: 'provider', to: 'GC' },
        { field: 'installer', to: 'EC' },
        { field: 'installerName', from: 'Acme', to: 'Volt & Sons' },
      ],
    })
  const audit = await app.sql(`select after from audit_log where entity = 'spaceEquipment' and entity_id = $1`, [String(lines[0]!.id)])
  expect(audit).toMatchObject([{ after: { provider: 'GC', installer: 'EC', installerName: 'Volt & Sons' } }])

  expect((await bulk(project, lines.slice(0, 3), { provider: 'GC' })).body).toEqual({ updated: 0, changeSetId: null })
  expect((await admin('POST', `/api/changeSets/${answer.body.changeSetId}/Undo`, {})).status).toBe(201)
  expect((await readLines(project)).map(({ provider, installerName }) => [provider, installerName])).toEqual(Array(4).fill(['AVV', 'Acme']))
})

it('clears the installer name with an empty value, and keeps omitted fields', async () => {
  const { project, lines } = await givenLines()
  await bulk(project, lines, { installerName: '' })
  expect((await readLines(project)).map(({ installerName, provider }) => [installerName, provider])).toEqual(Array(4).fill([null, 'AVV']))
})

it('moves lines to the area group of the given name, created if missing', async () => {
  const { project, rooms, lines } = await givenLines()
  const rack = (await admin('POST', `/api/spaces/${rooms[0]!.id}/AreaGroups`, { name: 'Rack' })).body
  const moved = await bulk(project, lines, { areaGroupName: 'rack' })
  expect(moved.body.updated).toBe(4)
  const groups = (await readLines(project)).map(({ areaGroup }) => areaGroup)
  expect(groups.map(({ name }) => name)).toEqual(['Rack', 'Rack', 'rack', 'rack'])
  expect(groups[0]!.id).toBe(rack.id)
  expect(groups[2]!.id).toBe(groups[3]!.id)
  await admin('POST', `/api/changeSets/${moved.body.changeSetId}/Undo`, {})
  expect((await readLines(project)).map(({ areaGroup }) => areaGroup?.name ?? null)).toEqual(Array(4).fill(null))
})

it('assigns lines to a rack of the project, removes them, and can be undone', async () => {
  const { project, rooms, lines } = await givenLines()
  const rack = (await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01' })).body
  const other = await createProject(app)
  const theirRack = (await admin('POST', `/api/projects/${other.id}/Racks`, { name: 'R-09' })).body
  const belongs = async () => (await readLines(project)).map(({ rackId, rack: shown }) => [rackId, shown?.name ?? null])
  expect((await bulk(project, lines, { rackId: theirRack.id })).body.fields).toEqual({ 'set.rackId': ['Rack not found.'] })
  const assigned = await bulk(project, lines.slice(0, 3), { rackId: rack.id })
  expect(assigned.body.updated).toBe(3)
  expect(await belongs()).toEqual([...Array(3).fill([rack.id, 'R-01']), [null, null]])
  expect((await admin('GET', `/api/spaces/${rooms[0]!.id}/ActivityLogs`)).body.items[0].changes).toEqual([
    { field: 'rack', label: 'Rack', from: null, to: 'R-01' },
  ])
  expect((await bulk(project, lines.slice(0, 1), { rackId: 0 })).body.updated).toBe(1)
  expect((await belongs())[0]).toEqual([null, null])
  const undone = await admin('POST', `/api/changeSets/${assigned.body.changeSetId}/Undo`, {})
  expect(undone.status).toBe(201)
  expect(await belongs()).toEqual(Array(4).fill([null, null]))

  await bulk(project, lines.slice(0, 2), { rackId: rack.id })
  const freed = await bulk(project, lines.slice(0, 2), { rackId: 0 })
  await admin('DELETE', `/api/projects/${project.id}/Racks/${rack.id}`)
  await admin('POST', `/api/changeSets/${freed.body.changeSetId}/Undo`, {})
  expect((await belongs()).slice(0, 2), 'a rack that is gone takes nothing back').toEqual(Array(2).fill([null, null]))
})

it('applies all or nothing', async () => {
  const { project, lines } = await givenLines()
  const other = await givenLines()
  expect(await bulk(project, [lines[0]!, other.lines[0]!], { provider: 'GC' })).toMatchObject({
    status: 400,
    body: { fields: { 'lineIds[1]': ['Equipment not found.'] } },
  })
  expect(await bulk(project, lines, { provider: 'XX' })).toMatchObject({
    status: 400,
    body: { fields: { 'set.provider': [expect.any(String)] } },
  })
  expect(await bulk(project, lines, {})).toMatchObject({ status: 400, body: { fields: { set: ['Nothing to change.'] } } })
  expect((await bulk(project, [], { provider: 'GC' })).status).toBe(400)
  expect((await bulk(project, lines, { installerName: 'x'.repeat(501) })).body.fields).toEqual({
    'set.installerName': [messages.maxLength(500)],
  })
  const many = Array.from({ length: 501 }, (_, index) => ({ id: index + 1 }))
  expect((await bulk(project, many, { provider: 'GC' })).status).toBe(400)
  expect((await readLines(project)).every(({ provider }) => provider === 'AVV')).toBe(true)
})

it('requires the permission, project access and an open project', async () => {
  const { project, lines } = await givenLines()
  const reader = await app.signInAs(['Projects.View', 'ProjectEquipment.View'])
  expect((await bulk(project, lines, { provider: 'GC' }, reader)).status).toBe(403)
  const writer = await app.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update'])
  expect((await bulk(project, lines, { provider: 'EC' }, writer)).body.updated).toBe(4)
  await addToAccessList(app, project, admin.userId)
  expect((await bulk(project, lines, { provider: 'GC' }, writer)).status).toBe(404)
  await activateProject(app, project)
  await admin('PUT', `/api/projects/${project.id}/Close`, {})
  expect(await bulk(project, lines, { provider: 'GC' })).toMatchObject({ status: 409, body: { message: 'The project is closed.' } })
})

it('sums all rows without grouping', async () => {
  const { project, lines } = await givenLines()
  const { body } = await admin('GET', `/api/projects/${project.id}/Equipment?groupBy=none&itemsPerPage=1`)
  expect(body).toMatchObject({ total: 4, groups: [{ name: 'All', lines: lines.length, equipmentCount: 4, totalMsrpPrice: 400 }] })
})
