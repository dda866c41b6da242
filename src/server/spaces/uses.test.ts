import { expect, it } from 'vitest'
import { createClient, createEquipment, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const house = await startApp()
const get = async (path: string, as = house.admin) => (await as('GET', `/api/${path}`)).body
const ids = ({ items }: AnyRow) => items.map(({ id }: AnyRow) => id)

it('counts where equipment and its manufacturer are used, and shows the rows', async () => {
  const device = await createProduct(house, { msrpPrice: 10.01 })
  const project = await createProject(house)
  const [room, other] = [await createSpace(house, project), await createSpace(house, project)]
  await createLine(house, room, device, { quantity: 2 })
  await createLine(house, other, device, { quantity: 3 })
  const uses = { projectsCount: 1, spacesCount: 2, totalQuantity: 5, totalMsrpPrice: 50.05 }
  expect(await get(`equipments/${device.id}/Stats`)).toMatchObject(uses)
  expect(await get(`equipments/${device.id}/Summary`)).toMatchObject({ totalQuantity: 5, projectsCount: 1 })
  expect(await get(`equipments/${device.id}/Stats/projects`)).toMatchObject({ total: 1, items: [{ id: project.id, quantity: 5 }] })
  expect((await get(`equipments/${device.id}/Stats/spaces?sortBy=id`)).items).toMatchObject([
    { id: room.id, quantity: 2 },
    { id: other.id, quantity: 3 },
  ])
  const maker = `Manufactures/${device.manufacture.id}`
  expect(await get(`${maker}/Stats`)).toMatchObject({ equipmentCount: 1, projectsCount: 1, spacesCount: 2 })
  expect((await get(maker)).projectsCount).toBe(1)
  expect(ids(await get(`${maker}/Stats/projects`))).toEqual([project.id])
  expect((await get(`${maker}/Stats/spaces`)).total).toBe(2)

  await house.admin('DELETE', `/api/spaces/${other.id}`)
  expect(await get(`equipments/${device.id}/Stats`)).toMatchObject({ spacesCount: 1, totalQuantity: 2 })
})

it('counts for nobody what they do not see', async () => {
  const device = await createProduct(house)
  const project = await createProject(house)
  await createLine(house, await createSpace(house, project), device)
  const reader = await house.signInAs(['Equipments.View', 'Manufacturers.View'])
  const nothing = { projectsCount: 0, spacesCount: 0 }
  expect(await get(`equipments/${device.id}/Stats`, reader)).toMatchObject({ ...nothing, totalQuantity: 0 })
  expect(await get(`Manufactures/${device.manufacture.id}/Stats`, reader)).toMatchObject(nothing)
  for (const kind of ['projects', 'spaces']) {
    expect((await get(`equipments/${device.id}/Stats/${kind}`, reader)).total).toBe(0)
    expect((await get(`Manufactures/${device.manufacture.id}/Stats/${kind}`, reader)).total).toBe(0)
  }
})

it('counts the projects and spaces of a client', async () => {
  const client = await createClient(house)
  const project = await createProject(house, { clientId: client.id })
  const room = await createSpace(house, project)
  expect(await get(`clients/${client.id}/Stats`)).toEqual({
    projectsCount: 1,
    leadsCount: 0,
    spacesCount: 1,
    contactsCount: 0,
    contractsCount: 0,
  })
  expect((await get(`clients/${client.id}`)).projectsCount).toBe(1)
  expect(ids(await get(`clients/${client.id}/Stats/projects`))).toEqual([project.id])
  expect(ids(await get(`clients/${client.id}/Stats/spaces`))).toEqual([room.id])
  const lead = await createRow(house, '/api/leads', { name: uniqueName('Lead'), clientId: client.id })
  expect(await get(`clients/${client.id}/Stats`)).toMatchObject({ projectsCount: 1, leadsCount: 1 })
  expect(ids(await get(`clients/${client.id}/Stats/leads`))).toEqual([lead.id])
  await house.sql('update projects set is_archived = true where id = $1', [lead.id])
  expect(await get(`clients/${client.id}/Stats`)).toMatchObject({ leadsCount: 0 })
  expect(ids(await get(`clients/${client.id}/Stats/leads`))).toEqual([])
  const reader = await house.signInAs(['Clients.View'])
  expect(await get(`clients/${client.id}/Stats`, reader)).toMatchObject({ projectsCount: 0, spacesCount: 0 })
  expect((await reader('GET', '/api/clients/999999/Stats')).status).toBe(404)
})

it('shows the rows behind a counter only to who may list them', async () => {
  const device = await createEquipment(house, { msrpPrice: 123 })
  const rows: [path: string, own: Permission, theirs: Permission][] = [
    [`Manufactures/${device.manufacture.id}/Stats/equipments`, 'Manufacturers.View', 'Equipments.View'],
    [`Manufactures/${device.manufacture.id}/Stats/representatives`, 'Manufacturers.View', 'Representatives.View'],
    [`Manufactures/${device.manufacture.id}/Stats/contacts`, 'Manufacturers.View', 'CompanyContacts.View'],
    [`equipments/${device.id}/Stats/spaceTemplates`, 'Equipments.View', 'SpaceTemplates.View'],
  ]
  for (const [path, own, theirs] of rows) {
    for (const held of [own, theirs]) expect((await (await house.signInAs([held]))('GET', `/api/${path}`)).status, path).toBe(403)
    expect((await (await house.signInAs([own, theirs]))('GET', `/api/${path}`)).status, path).toBe(200)
  }
})
