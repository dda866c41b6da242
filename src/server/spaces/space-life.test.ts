import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createLine, createProduct, createProject, createSpace, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const readPath = async (path: string) => (await admin('GET', `/api/${path}`)).body

it('assigns a name and a number to only one of two concurrent requests', async () => {
  const project = await createProject(app)
  const levelId = firstLevel(project).id
  const body = { projectId: project.id, levelId }
  for (let round = 0; round < 5; round++) {
    const name = uniqueName('Same')
    const both = await Promise.all([1, 2].map(() => admin('POST', '/api/spaces', { ...body, name })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
      errorType: 'Conflict',
      message: 'This name is already taken.',
      fields: { name: ['This name is already taken.'] },
    })
    const spaceNumber = uniqueName('N')
    const numbered = await Promise.all([1, 2].map(() => admin('POST', '/api/spaces', { ...body, name: uniqueName('Room'), spaceNumber })))
    expect(numbered.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(numbered.find(({ status }) => status === 409)!.body.fields).toEqual({
      spaceNumber: ['This space number is already taken.'],
    })
  }
  // Repeats this with a clone and a new space, and with two renames.
  const [one, two] = [await createSpace(app, project), await createSpace(app, project)]
  const name = uniqueName('Twin')
  const cloned = await Promise.all([
    admin('POST', `/api/spaces/${one.id}/Clone`, { ...body, name }),
    admin('POST', '/api/spaces', { ...body, name }),
  ])
  expect(cloned.map(({ status }) => status).sort()).toEqual([201, 409])
  const other = uniqueName('Renamed')
  const renamed = await Promise.all([one, two].map(({ id }) => admin('PUT', `/api/spaces/${id}`, { ...body, name: other })))
  expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409])
})

const comparableLine = ({
  equipment,
  quantity,
  provider,
  installer,
  installerName,
  unitPriceOverride,
  isExisting,
  label,
  notes,
}: AnyRow) => ({
  equipment: equipment.id,
  quantity,
  provider,
  installer,
  installerName,
  unitPriceOverride,
  isExisting,
  label,
  notes,
})
const contents = (space: AnyRow, change: (line: ReturnType<typeof comparableLine>) => object = (line) => line) =>
  space.areaGroups.map(({ name, notes, equipment }: AnyRow) => ({
    name,
    notes,
    lines: equipment.map((line: AnyRow) => change(comparableLine(line))),
  }))

it('SP1: copies exactly, with installers in the same project only, and is independent', async () => {
  const [project, target] = [await createProject(app), await createProject(app)]
  const [display, mount] = [await createProduct(app, { msrpPrice: 1500 }), await createProduct(app, { msrpPrice: 80 })]
  const levelId = firstLevel(project).id
  const about = { complexity: 4, area: 320.5, capacity: 12, description: '<p>Glass wall</p>', notes: 'Ask first' }
  const room = await createSpace(app, project, { ...about, spaceNumber: '101', limits: { watts: 900 } })
  const rack = (await admin('POST', `/api/spaces/${room.id}/AreaGroups`, { name: 'Rack', notes: 'Left' })).body
  await createLine(app, room, display, {
    areaGroupId: rack.id,
    quantity: 3,
    provider: 'FBO',
    installer: 'IBO',
    installerName: 'Northern AV',
    unitPriceOverride: 1234.56,
    isExisting: true,
    label: 'DSP-1',
    notes: 'High',
  })
  await createLine(app, room, mount, { quantity: 2 })
  const deletedLine = await createLine(app, room, mount, { label: 'gone', provider: 'FBO', quantity: 9 })
  await admin('DELETE', `/api/spaces/${room.id}/Equipment/${deletedLine.id}`)
  const source = await readPath(`spaces/${room.id}`)

  const body = { name: 'Copy', spaceNumber: '102', projectId: project.id, levelId, imageUrl: null }
  const copy = (await admin('POST', `/api/spaces/${room.id}/Clone`, body)).body
  expect(copy).toMatchObject({ ...about, name: 'Copy', spaceNumber: '102', status: SpaceStatus.Created, rowVersion: 1 })
  expect(copy).toMatchObject({ equipmentCount: source.equipmentCount, totalMsrpPrice: source.totalMsrpPrice })
  expect(contents(copy)).toEqual(contents(source))
  const ids = (space: AnyRow) => space.areaGroups.flatMap(({ id, equipment }: AnyRow) => [id, ...equipment.map((line: AnyRow) => line.id)])
  expect(ids(copy).filter((id: number) => id > 0 && ids(source).includes(id))).toEqual([])

  const there = { ...body, name: room.name, spaceNumber: '101', projectId: target.id, levelId: firstLevel(target).id }
  const elsewhere = (await admin('POST', `/api/spaces/${room.id}/CloneToProject`, there)).body
  expect(elsewhere).toMatchObject({ ...about, name: room.name, spaceNumber: '101', project: { id: target.id }, status: 1 })
  expect(contents(elsewhere)).toEqual(contents(source, (line) => ({ ...line, installerName: null })))
  const line = copy.areaGroups.find(({ name }: AnyRow) => name === 'Rack').equipment[0]
  await admin('DELETE', `/api/spaces/${copy.id}/Equipment/${line.id}`)
  expect(contents(await readPath(`spaces/${room.id}`))).toEqual(contents(source))

  expect((await admin('POST', `/api/spaces/${room.id}/Clone`, { ...body, spaceNumber: '103' })).body.fields).toEqual({
    name: ['This name is already taken.'],
  })
  expect((await admin('POST', `/api/spaces/${room.id}/Clone`, { ...body, name: 'Third' })).body.fields).toEqual({
    spaceNumber: ['This space number is already taken.'],
  })
})

it('SP2: keeps quantity and price of the project while equipment moves between spaces', async () => {
  const project = await createProject(app)
  const product = await createProduct(app, { msrpPrice: 19.99 })
  const [from, to] = [await createSpace(app, project), await createSpace(app, project)]
  const line = await createLine(app, from, product, { quantity: 7, areaGroupId: from.areaGroups[0].id })
  const before = await readPath(`projects/${project.id}`)
  for (const quantity of [1, 2, 4]) {
    const moved = await admin('POST', '/api/spaces/MoveAreaGroupEquipmentToAnotherSpace', {
      sourceSpaceId: from.id,
      areaGroupId: from.areaGroups[0].id,
      targetSpaceId: to.id,
      lineIds: [line.id],
      quantities: { [line.id]: quantity },
    })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    expect(moved.body.source.equipmentCount + moved.body.target.equipmentCount).toBe(7)
    const { equipmentCount, totalMsrpPrice } = await readPath(`projects/${project.id}`)
    expect({ equipmentCount, totalMsrpPrice }).toEqual({ equipmentCount: 7, totalMsrpPrice: before.totalMsrpPrice })
  }
})

it('SP3: finds the first and last log entry by date, user and type, or two nulls', async () => {
  const room = await createSpace(app, await createProject(app))
  await admin('POST', `/api/spaces/${room.id}/ActivityLogs`, { notes: 'Seen', type: 2 })
  await app.sql(`update activity_log set create_date = '2024-03-05 12:00Z' where entity = 'spaces' and entity_id = $1 and title = 'Note'`, [
    String(room.id),
  ])
  const range = async (query: object) =>
    (await admin('GET', `/api/spaces/${room.id}/GetFirstAndLastActivityLogInRange`, undefined, { query: { ...query } })).body
  const none = { first: null, last: null }
  expect(await range({ from: '2024-03-05', to: '2024-03-05' })).toMatchObject({ first: { notes: 'Seen' }, last: { notes: 'Seen' } })
  expect(await range({ to: '2024-03-04' })).toEqual(none)
  expect(await range({ from: '2024-03-06', to: '2024-03-07' })).toEqual(none)
  expect(await range({ types: [2] })).toMatchObject({ first: { notes: 'Seen' }, last: { notes: 'Seen' } })
  expect(await range({ userIds: ['00000000-0000-4000-8000-000000000000'] })).toEqual(none)
  expect((await range({ from: '2024-01-01' })).last.title).toBe('Created')
})

it('logs the creation of a room before its initial equipment', async () => {
  const project = await createProject(app)
  const product = await createProduct(app, { model: 'Early' })
  const room = await createSpace(app, project, { equipment: [{ equipmentId: product.id, quantity: 2 }] })
  const log = async () => (await readPath(`spaces/${room.id}/ActivityLogs`)).items.map(({ title }: AnyRow) => title)
  expect(await log()).toEqual(['In Progress', 'Equipment added: 2 × Early', 'Created'])
  await createLine(app, room, product)
  expect(await log()).toEqual(['Equipment added: 1 × Early', 'In Progress', 'Equipment added: 2 × Early', 'Created'])
})

async function readExportedWorkbook(path: string): Promise<ReturnType<typeof readWorkbook>> {
  const { body: task, status } = await admin('GET', path)
  expect(status, JSON.stringify(task)).toBe(202)
  return readWorkbook((await admin('GET', (await waitForFile(admin, task.id)).url)).body)
}

it('SP4: creates a quote with the sums of the space, also as a workbook', async () => {
  const room = await createSpace(app, await createProject(app, { installationFactor: 0.375 }))
  const products = await Promise.all([33.33, 0.07, 1249.99].map((msrpPrice) => createProduct(app, { msrpPrice })))
  const rack = (await admin('POST', `/api/spaces/${room.id}/AreaGroups`, { name: 'Rack' })).body
  for (const [at, product] of products.entries()) {
    await createLine(app, room, product, { quantity: 3 + at, areaGroupId: rack.id })
    await createLine(app, room, product, { quantity: 2, label: 'Loose' })
    await createLine(app, room, product, { quantity: 1, unitPriceOverride: 12.34, installer: 'IBO' })
  }
  const { totalMsrpPrice, equipmentCount } = await readPath(`spaces/${room.id}`)
  const quote = await readPath(`spaces/${room.id}/MasterQuotes`)
  expect(quote.items).toHaveLength(6)
  expect(quote.sums.msrp).toBe(totalMsrpPrice)
  const cents = (key: string) => quote.items.reduce((sum: number, row: AnyRow) => sum + Math.round(row[key] * 100), 0) / 100
  expect(quote.items.reduce((sum: number, row: AnyRow) => sum + row.quantity, 0)).toBe(equipmentCount)
  expect([cents('extendedMsrpPrice'), cents('installationCost'), cents('totalPrice')]).toEqual([
    quote.sums.msrp,
    quote.sums.installation,
    quote.sums.total,
  ])
  // Like on the card, installation applies to all lines regardless of the installer.
  expect(
    quote.items.filter(({ installer }: AnyRow) => installer === 'IBO').map(({ installationCost }: AnyRow) => installationCost),
  ).toEqual([4.63, 4.63, 4.63])
  expect((await readPath(`spaces/${room.id}`)).budget).toMatchObject({
    totalMsrpPrice,
    installation: quote.sums.installation,
    total: quote.sums.total,
  })

  const [sheet] = await readExportedWorkbook(`/api/spaces/${room.id}/MasterQuotes/Export`)
  const rows = sheet!.rows.map(({ values }) => values)
  expect(rows.at(-1)!.slice(7)).toEqual([equipmentCount, null, quote.sums.msrp, quote.sums.installation, quote.sums.total])
  const [narrowed] = await readExportedWorkbook(`/api/spaces/${room.id}/MasterQuotes/Export?installers=IBO`)
  // Three times 4.6275 is 13.8825, not three times 4.63; the sheet has a rounding row above the total.
  expect(narrowed!.rows.slice(-2).map(({ values }) => [values[0], ...values.slice(9)])).toEqual([
    ['Rounding, line by line', null, -0.01, -0.01],
    ['Total', 37.02, 13.88, 50.9],
  ])
  expect((await (await app.signInAs(['Projects.View']))('GET', `/api/spaces/${room.id}/MasterQuotes/Export`)).status).toBe(403)
})

it('allows exactly the status changes of the table', async () => {
  const { Created, InProgress, Completed, Cancelled, OnHold, Archived } = SpaceStatus
  const table = new Map<number, number[]>([
    [Created, [InProgress, OnHold, Cancelled]],
    [InProgress, [Completed, OnHold, Cancelled, Created]],
    [Completed, [InProgress, Archived]],
    [OnHold, [Created, InProgress, Cancelled]],
    [Cancelled, [Created, Archived]],
    [Archived, [Created]],
  ])
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const counted = async () => (await readPath(`projects/${project.id}`)).spaceCount
  for (const [from, allowed] of table)
    for (const to of SpaceStatus.values.map(({ value }) => value)) {
      await app.sql('update spaces set status = $2 where id = $1', [room.id, from])
      const { status, body } = await admin('PUT', `/api/spaces/${room.id}/SetStatus`, { status: to })
      if (allowed.includes(to)) {
        expect(body, `${from} to ${to}`).toMatchObject({ status: to, nextStatuses: table.get(to) })
        expect(await counted()).toBe(to === Cancelled || to === Archived ? 0 : 1)
      } else
        expect([status, body.message], `${from} to ${to}`).toEqual([
          409,
          `The status cannot be changed this way while ${SpaceStatus.label(from as never)}.`,
        ])
    }
  const viewer = await app.signInAs(['Projects.View'])
  expect((await viewer('PUT', `/api/spaces/${room.id}/SetStatus`, { status: Created })).status).toBe(403)
})

it('moves to In Progress with the first line only', async () => {
  const room = await createSpace(app, await createProject(app))
  const product = await createProduct(app)
  await createLine(app, room, product)
  expect((await readPath(`spaces/${room.id}`)).status).toBe(SpaceStatus.InProgress)
  await admin('PUT', `/api/spaces/${room.id}/SetStatus`, { status: SpaceStatus.OnHold })
  await createLine(app, room, product, { label: 'Second', provider: 'FBO' })
  expect((await readPath(`spaces/${room.id}`)).status).toBe(SpaceStatus.OnHold)
})

it('is restored with equipment and sums, unless name, number, level or project conflict', async () => {
  const project = await createProject(app)
  const level = (await admin('POST', `/api/buildings/${project.buildings[0].id}/Levels`, { name: 'Attic' })).body
  const room = await createSpace(app, project, { spaceNumber: '7', levelId: level.id })
  await createLine(app, room, await createProduct(app, { msrpPrice: 10 }), { quantity: 3 })
  const sums = async () => {
    const { spaceCount, equipmentCount, totalMsrpPrice } = await readPath(`projects/${project.id}`)
    return [spaceCount, equipmentCount, totalMsrpPrice]
  }
  const restore = (name?: string) => admin('PUT', `/api/spaces/${room.id}/restore`, { name: name ?? null })
  const conflicts = async () => (await readPath(`spaces/deleted/${room.id}`)).conflicts
  expect(await sums()).toEqual([1, 3, 30])
  await admin('DELETE', `/api/spaces/${room.id}`)
  expect(await sums()).toEqual([0, 0, 0])
  expect(await conflicts()).toEqual([])
  expect((await restore()).body).toMatchObject({ id: room.id, equipmentCount: 3, totalMsrpPrice: 30 })
  expect(await sums()).toEqual([1, 3, 30])

  await admin('DELETE', `/api/spaces/${room.id}`)
  const named = await createSpace(app, project, { name: room.name.toUpperCase() })
  expect(await conflicts()).toEqual(['name'])
  expect((await restore()).body).toMatchObject({ errorType: 'Conflict', fields: { name: ['This name is already taken.'] } })
  expect((await restore(uniqueName('Another'))).status).toBe(200)
  await admin('DELETE', `/api/spaces/${room.id}`)
  await admin('DELETE', `/api/spaces/${named.id}`)
  const numbered = await createSpace(app, project, { spaceNumber: '7', levelId: level.id })
  expect(await conflicts()).toEqual(['spaceNumber'])
  expect((await restore()).body.fields).toEqual({ spaceNumber: ['This space number is already taken.'] })
  const { body: restored } = await admin('PUT', `/api/spaces/${room.id}/restore`, { spaceNumber: 'R-2' })
  expect(restored).toMatchObject({ id: room.id, spaceNumber: 'R-2' })
  await admin('DELETE', `/api/spaces/${room.id}`)
  await admin('DELETE', `/api/spaces/${numbered.id}`)
  await admin('DELETE', `/api/buildings/${project.buildings[0].id}/Levels/${level.id}`)
  expect(await conflicts()).toEqual(['level'])
  expect((await restore()).body.message).toBe('The level Attic is deleted.')
  await admin('DELETE', `/api/projects/${project.id}`)
  expect(await conflicts()).toEqual(['level', 'project'])
  expect((await restore()).body.message).toBe('The project is deleted.')
})

it('groups by building and level with the sums of all matching rows', async () => {
  const project = await createProject(app)
  const [main] = project.buildings
  const roof = (await admin('POST', `/api/buildings/${main.id}/Levels`, { name: 'Roof' })).body
  const product = await createProduct(app, { msrpPrice: 0.1 })
  for (const levelId of [roof.id, firstLevel(project).id, firstLevel(project).id])
    await createLine(app, await createSpace(app, project, { levelId, area: 10.25 }), product, { quantity: 3 })
  const list = (query: string) => readPath(`spaces?projectId=${project.id}&${query}`)
  const byLevel = await list('groupBy=level&itemsPerPage=1')
  expect(byLevel).toMatchObject({ total: 3, items: [{ level: { name: 'Level 1' } }] })
  expect(byLevel.groups).toEqual([
    { id: firstLevel(project).id, name: 'Main Building, Level 1', lines: 2, area: 20.5, equipmentCount: 6, totalMsrpPrice: 0.6 },
    { id: roof.id, name: 'Main Building, Roof', lines: 1, area: 10.25, equipmentCount: 3, totalMsrpPrice: 0.3 },
  ])
  expect((await list('groupBy=building')).groups).toMatchObject([{ id: main.id, name: 'Main Building', lines: 3, totalMsrpPrice: 0.9 }])
  expect((await list(`groupBy=level&levelIds=${roof.id}`)).groups).toMatchObject([{ lines: 1 }])
  expect((await list('groupBy=none')).groups).toMatchObject([{ lines: 3, equipmentCount: 9 }])
  expect((await list('')).groups).toBeUndefined()
  expect((await admin('GET', '/api/spaces?groupBy=password')).status).toBe(400)
  const outsider = await app.signInAs(['Projects.View'])
  const hidden = await createProject(app)
  await createSpace(app, hidden)
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [hidden.id, admin.userId])
  expect((await outsider('GET', `/api/spaces?projectId=${hidden.id}&groupBy=level`)).body).toEqual({ items: [], total: 0, groups: [] })
})

it('keeps the saved order of its area groups', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const created = await Promise.all(
    ['Rack', 'Lectern'].map(async (name) => (await admin('POST', `/api/spaces/${room.id}/AreaGroups`, { name })).body),
  )
  const ids = [created[1]!.id, room.areaGroups[0].id, created[0]!.id]
  const answer = await admin('PUT', `/api/spaces/${room.id}/AreaGroups/Order`, { ids })
  expect(answer.body.map(({ id }: AnyRow) => id)).toEqual(ids)
  expect((await readPath(`spaces/${room.id}`)).areaGroups.map(({ id }: AnyRow) => id)).toEqual(ids)
  const other = await createSpace(app, project)
  expect((await admin('PUT', `/api/spaces/${room.id}/AreaGroups/Order`, { ids: [other.areaGroups[0].id] })).body.fields).toEqual({
    ids: ['Area group not found.'],
  })
  const viewer = await app.signInAs(['Projects.View', 'ProjectEquipment.View'])
  expect((await viewer('PUT', `/api/spaces/${room.id}/AreaGroups/Order`, { ids })).status).toBe(403)
})
