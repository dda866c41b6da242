import { expect, it } from 'vitest'
import { createClient, createEquipment, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const readPath = async (path: string, as = app.admin) => (await as('GET', `/api/${path}`)).body
const ids = ({ items }: AnyRow) => items.map(({ id }: AnyRow) => id)

it('counts usages of equipment and its manufacturer, and lists the rows', async () => {
  const device = await createProduct(app, { msrpPrice: 10.01 })
  const project = await createProject(app)
  const [room, other] = [await createSpace(app, project), await createSpace(app, project)]
  await createLine(app, room, device, { quantity: 2 })
  await createLine(app, other, device, { quantity: 3 })
  const uses = { projectsCount: 1, spacesCount: 2, totalQuantity: 5, totalMsrpPrice: 50.05 }
  expect(await readPath(`equipments/${device.id}/Stats`)).toMatchObject(uses)
  expect(await readPath(`equipments/${device.id}/Summary`)).toMatchObject({ totalQuantity: 5, projectsCount: 1 })
  expect(await readPath(`equipments/${device.id}/Stats/projects`)).toMatchObject({ total: 1, items: [{ id: project.id, quantity: 5 }] })
  expect((await readPath(`equipments/${device.id}/Stats/spaces?sortBy=id`)).items).toMatchObject([
    { id: room.id, quantity: 2 },
    { id: other.id, quantity: 3 },
  ])
  const maker = `Manufactures/${device.manufacture.id}`
  expect(await readPath(`${maker}/Stats`)).toMatchObject({ equipmentCount: 1, projectsCount: 1, spacesCount: 2 })
  expect((await readPath(maker)).projectsCount).toBe(1)
  expect(ids(await readPath(`${maker}/Stats/projects`))).toEqual([project.id])
  expect((await readPath(`${maker}/Stats/spaces`)).total).toBe(2)

  await app.admin('DELETE', `/api/spaces/${other.id}`)
  expect(await readPath(`equipments/${device.id}/Stats`)).toMatchObject({ spacesCount: 1, totalQuantity: 2 })
})

it('excludes hidden rows from counts', async () => {
  const device = await createProduct(app)
  const project = await createProject(app)
  await createLine(app, await createSpace(app, project), device)
  const reader = await app.signInAs(['Equipments.View', 'Manufacturers.View'])
  const nothing = { projectsCount: 0, spacesCount: 0 }
  expect(await readPath(`equipments/${device.id}/Stats`, reader)).toMatchObject({ ...nothing, totalQuantity: 0 })
  expect(await readPath(`Manufactures/${device.manufacture.id}/Stats`, reader)).toMatchObject(nothing)
  for (const kind of ['projects', 'spaces']) {
    expect((await readPath(`equipments/${device.id}/Stats/${kind}`, reader)).total).toBe(0)
    expect((await readPath(`Manufactures/${device.manufacture.id}/Stats/${kind}`, reader)).total).toBe(0)
  }
})

it('counts the projects and spaces of a client', async () => {
  const client = await createClient(app)
  const project = await createProject(app, { clientId: client.id })
  const room = await createSpace(app, project)
  expect(await readPath(`clients/${client.id}/Stats`)).toEqual({
    projectsCount: 1,
    leadsCount: 0,
    spacesCount: 1,
    contactsCount: 0,
    contractsCount: 0,
  })
  expect((await readPath(`clients/${client.id}`)).projectsCount).toBe(1)
  expect(ids(await readPath(`clients/${client.id}/Stats/projects`))).toEqual([project.id])
  expect(ids(await readPath(`clients/${client.id}/Stats/spaces`))).toEqual([room.id])
  const lead = await createRow(app, '/api/leads', { name: uniqueName('Lead'), clientId: client.id })
  expect(await readPath(`clients/${client.id}/Stats`)).toMatchObject({ projectsCount: 1, leadsCount: 1 })
  expect(ids(await readPath(`clients/${client.id}/Stats/leads`))).toEqual([lead.id])
  await app.sql('update projects set is_archived = true where id = $1', [lead.id])
  expect(await readPath(`clients/${client.id}/Stats`)).toMatchObject({ leadsCount: 0 })
  expect(ids(await readPath(`clients/${client.id}/Stats/leads`))).toEqual([])
  const reader = await app.signInAs(['Clients.View'])
  expect(await readPath(`clients/${client.id}/Stats`, reader)).toMatchObject({ projectsCount: 0, spacesCount: 0 })
  expect((await reader('GET', '/api/clients/999999/Stats')).status).toBe(404)
})

it('shows the rows of a counter only to users who may list them', async () => {
  const device = await createEquipment(app, { msrpPrice: 123 })
  const rows: [path: string, own: Permission, theirs: Permission][] = [
    [`Manufactures/${device.manufacture.id}/Stats/equipments`, 'Manufacturers.View', 'Equipments.View'],
    [`Manufactures/${device.manufacture.id}/Stats/representatives`, 'Manufacturers.View', 'Representatives.View'],
    [`Manufactures/${device.manufacture.id}/Stats/contacts`, 'Manufacturers.View', 'CompanyContacts.View'],
    [`equipments/${device.id}/Stats/spaceTemplates`, 'Equipments.View', 'SpaceTemplates.View'],
  ]
  for (const [path, own, theirPermission] of rows) {
    for (const held of [own, theirPermission]) expect((await (await app.signInAs([held]))('GET', `/api/${path}`)).status, path).toBe(403)
    expect((await (await app.signInAs([own, theirPermission]))('GET', `/api/${path}`)).status, path).toBe(200)
  }
})
