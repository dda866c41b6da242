import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createLine, createProduct, createProject, createSpace, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { createSpaceTemplate } from '../../../test/kit/fixtures/templates.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { servedSpaces } from './space-calls.ts'

const app = await startApp()
const { admin } = app
const shared = await createProject(app)
await addToAccessList(app, shared, admin.userId)

entityContract(servedSpaces, app, {
  valid: {
    projectId: shared.id,
    levelId: firstLevel(shared).id,
    name: 'Lecture hall',
    spaceNumber: '201',
    complexity: 4,
    area: 3180.5,
    capacity: 240,
    farthestViewerFt: 36.5,
    elementHeightPercent: 5,
    description: '<p>Large</p>',
    notes: 'Ask about the balcony',
    limits: {
      watts: 1000,
      heatBtuPerHour: 3412.5,
      tons: 0.28,
      acOutlets: 8,
      poeWatts: 90,
      networkPorts: 24,
      rackUnits: 42.5,
      weightLb: 300,
      total: 95_000.5,
    },
  },
  prepare: async () => ({ imageUrl: await uploadPicture(app, 'spaces'), spaceTemplateId: (await createSpaceTemplate(app)).id }),
  without: { equipment: 'only at creation, and answered in area groups: fit-out.test.ts' },
  invalid: [
    ['name', 'Lecture  hall', messages.whiteSpaces],
    ['spaceNumber', 'x'.repeat(51), messages.maxLength(50)],
    ['levelId', 999_999_999, 'Level not found.'],
    ['complexity', 6, messages.maximum(5)],
    ['capacity', 1.5, messages.integer],
  ],
  as: (permissions) =>
    app.signInAs(
      permissions.length < 10
        ? [...new Set([...permissions, 'Projects.View', 'ProjectActivityLogs.View', 'ProjectAccessList.Update'] as const)]
        : permissions,
    ),
  outsider: () => app.signInAs(['Projects.View', 'Projects.Update', 'ProjectActivityLogs.View', 'SpaceTemplates.Restore']),
})

it('starts with an area group, unless its creator disabled that', async () => {
  const project = await createProject(app)
  const caller = await app.signInAs(['Projects.View', 'Projects.Update', 'ProjectEquipment.View'], { isNew: true })
  const make = async () =>
    (await caller('POST', '/api/spaces', { projectId: project.id, levelId: firstLevel(project).id, name: uniqueName('Room') })).body
  expect((await make()).areaGroups).toMatchObject([{ name: 'General', equipment: [] }])
  await app.sql(`update users set personal_settings = '{"autoCreateDefaultAreaGroupInSpace": false}' where id = $1`, [caller.userId])
  expect((await make()).areaGroups).toEqual([])
})

it('shows its equipment only to users who may see equipment', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project, { equipment: [{ equipmentId: (await createProduct(app)).id, quantity: 3 }] })
  expect(room).toMatchObject({ status: 2, equipmentCount: 3, areaGroups: [{ name: 'General', equipmentCount: 3 }] })
  const without = (await (await app.signInAs(['Projects.View']))('GET', `/api/spaces/${room.id}`)).body
  expect(without).toMatchObject({ equipmentCount: 3, project: { number: project.number }, building: { name: 'Main Building' } })
  expect(Object.keys(without)).not.toContain('areaGroups')
  expect(Object.keys(without)).not.toContain('budget')
  expect(without.actions).toEqual([])
})

it('requires unique numbers per level and unique names per project', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project, { spaceNumber: '201A' })
  const name = (query: object) => admin('GET', `/api/spaces/Project/${project.id}/Space/Name/Exist`, undefined, { query: { ...query } })
  const number = (query: object) => admin('GET', `/api/spaces/Project/${project.id}/Space/Number/Exist`, undefined, { query: { ...query } })
  expect((await name({ spaceName: room.name.toUpperCase() })).body).toBe(true)
  expect((await name({ spaceName: room.name, excludeId: room.id })).body).toBe(false)
  expect((await number({ spaceNumber: '201a', levelId: room.level.id })).body).toBe(true)
  const roof = (await admin('POST', `/api/buildings/${room.building.id}/Levels`, { name: 'Roof' })).body
  expect((await number({ spaceNumber: '201A', levelId: roof.id })).body).toBe(false)
  expect((await createSpace(app, project, { spaceNumber: '201A', levelId: roof.id })).level.name).toBe('Roof')
  expect((await admin('PUT', `/api/spaces/${room.id}`, { projectId: shared.id, levelId: room.level.id, name: 'X' })).body.fields).toEqual({
    projectId: ['A space cannot be moved to another project.'],
  })
})

it('changes through its statuses', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const move = (status: number, more: object = {}) => admin('PUT', `/api/spaces/${room.id}/SetStatus`, { status, ...more })
  expect(room).toMatchObject({ status: 1, nextStatuses: [2, 5, 4], actions: ['SetStatus'] })
  expect((await move(3)).body.message).toBe('The status cannot be changed this way while Created.')
  expect((await move(7)).status).toBe(400)
  expect((await move(4, { comment: 'Not built' })).body).toMatchObject({ status: 4, nextStatuses: [1, 6], rowVersion: 2 })
  expect((await admin('GET', `/api/projects/${project.id}`)).body.spaceCount).toBe(0)
  expect((await move(6, { rowVersion: 1 })).body).toMatchObject({ detail: 'stale', current: { status: 4 } })
  const [entry] = (await admin('GET', `/api/spaces/${room.id}/ActivityLogs`)).body.items
  expect(entry).toMatchObject({ title: 'Cancelled', notes: 'Not built', changes: [{ from: 'Created', to: 'Cancelled' }] })
  const range = (await admin('GET', `/api/spaces/${room.id}/GetFirstAndLastActivityLogInRange`)).body
  expect(range).toMatchObject({ first: { title: 'Created' }, last: { title: 'Cancelled' } })
  expect(
    (await admin('GET', `/api/spaces/${room.id}/GetFirstAndLastActivityLogInRange`, undefined, { query: { from: '2199-01-01' } })).body,
  ).toEqual({ first: null, last: null })
})

it('deletes several spaces of its project, all or none', async () => {
  const [project, other] = [await createProject(app), await createProject(app)]
  const rooms = [await createSpace(app, project), await createSpace(app, project), await createSpace(app, other)]
  const ids = rooms.map(({ id }) => id)
  expect((await admin('POST', '/api/spaces/BulkDelete', { ids })).status).toBe(400)
  expect((await admin('POST', '/api/spaces/BulkDelete', { ids: [ids[0], 999_999_999] })).body.fields).toEqual({ ids: ['Space not found.'] })
  expect((await admin('POST', '/api/spaces/BulkDelete', { ids: [] })).status).toBe(400)
  expect((await admin('POST', '/api/spaces/BulkDelete', { ids: ids.slice(0, 2) })).body).toEqual({ deleted: 2 })
  expect((await admin('GET', `/api/projects/${project.id}`)).body.spaceCount).toBe(0)
  const audit = await app.sql(
    `select count(*)::int as n from audit_log where entity = 'spaces' and action = 'Delete' and entity_id = any($1)`,
    [ids.map(String)],
  )
  expect(audit[0]!.n).toBe(2)
})

it('reports the conflicts that prevent a restore', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project, { spaceNumber: '7' })
  await admin('DELETE', `/api/spaces/${room.id}`)
  await createSpace(app, project, { name: room.name, spaceNumber: '7' })
  const page = (await admin('GET', `/api/spaces/deleted/${room.id}`)).body
  expect(page).toMatchObject({ space: { id: room.id }, conflicts: ['name', 'spaceNumber'] })
  expect((await admin('PUT', `/api/spaces/${room.id}/restore`, { name: 'Another' })).body.fields).toEqual({
    spaceNumber: ['This space number is already taken.'],
  })
  await admin('DELETE', `/api/projects/${project.id}`)
  expect((await admin('GET', `/api/spaces/deleted/${room.id}`)).body.conflicts).toContain('project')
  expect((await admin('PUT', `/api/spaces/${room.id}/restore`, {})).body.message).toBe('The project is deleted.')
})

it('copies its equipment, at the prices of the new project', async () => {
  const [project, target] = [await createProject(app), await createProject(app)]
  const product = await createProduct(app, { msrpPrice: 50 })
  const room = await createSpace(app, project, { complexity: 3, description: '<p>D</p>' })
  const rack = (await admin('POST', `/api/spaces/${room.id}/AreaGroups`, { name: 'Rack' })).body
  await createLine(app, room, product, { areaGroupId: rack.id, quantity: 2, installerName: 'Northern AV', label: 'A1' })
  await createLine(app, room, product)
  const body = { name: 'Copy', spaceNumber: '9', projectId: project.id, levelId: firstLevel(project).id }
  const copy = (await admin('POST', `/api/spaces/${room.id}/Clone`, body)).body
  expect(copy).toMatchObject({ name: 'Copy', status: 1, complexity: 3, description: '<p>D</p>', equipmentCount: 3, totalMsrpPrice: 150 })
  expect(copy.areaGroups.map(({ name, equipmentCount }: AnyRow) => [name, equipmentCount])).toEqual([
    ['General', 0],
    ['Rack', 2],
    ['No Area Group', 1],
  ])
  expect(copy.areaGroups[1].equipment[0]).toMatchObject({ installerName: 'Northern AV', label: 'A1' })
  expect(
    (await admin('POST', `/api/spaces/${room.id}/Clone`, { ...body, name: 'Else', projectId: target.id, levelId: firstLevel(target).id }))
      .status,
  ).toBe(400)
  const elsewhere = (
    await admin('POST', `/api/spaces/${room.id}/CloneToProject`, { ...body, projectId: target.id, levelId: firstLevel(target).id })
  ).body
  expect(elsewhere).toMatchObject({ project: { id: target.id }, equipmentCount: 3 })
  expect(elsewhere.areaGroups[1].equipment[0]).toMatchObject({ installerName: null, areaGroup: { name: 'Rack' } })
  expect((await admin('GET', `/api/projects/${target.id}`)).body).toMatchObject({ spaceCount: 1, totalMsrpPrice: 150 })
})

it('returns filter options that occur in the project', async () => {
  const project = await createProject(app)
  const product = await createProduct(app)
  const room = await createSpace(app, project)
  await createLine(app, room, product, { quantity: 4 })
  const filter = async (name: string) => admin('GET', `/api/spaces/Projects/${project.id}/Spaces/filter/${name}`)
  expect((await filter('CreatedBy')).body).toMatchObject({ total: 1, items: [{ id: admin.userId, lastName: 'Administrator' }] })
  const colleague = await app.signInAs(['Projects.View', 'Projects.Update'], { isNew: true })
  const { name, levelId, rowVersion } = (await admin('GET', `/api/spaces/${room.id}`)).body
  expect((await colleague('PUT', `/api/spaces/${room.id}`, { ...room, name, levelId: levelId ?? room.level.id, rowVersion })).status).toBe(
    200,
  )
  expect((await filter('UpdatedBy')).body).toMatchObject({ total: 1, items: [{ id: colleague.userId }] })
  expect((await filter('Statuses')).body).toEqual({ total: 1, items: [{ id: 2, name: 'In Progress' }] })
  expect((await filter('manufacturers')).body.items).toMatchObject([{ id: product.manufacture.id, name: product.manufacture.name }])
  expect((await filter('Levels')).body.items).toMatchObject([{ name: 'Level 1' }])
  for (const name of ['Nonsense', 'constructor']) expect((await filter(name)).status).toBe(404)
  const found = (await admin('GET', `/api/spaces/Equipment/${product.id}`)).body
  expect(found).toMatchObject({ total: 1, items: [{ id: room.id, quantity: 4 }] })
})
