import { expect, it } from 'vitest'
import { createEquipment, createRow } from './kit/fixtures/catalog.ts'
import { addToAccessList, createLine, createProject, createSpace } from './kit/fixtures/projects.ts'
import { startApp } from './kit/start.ts'

const house = await startApp()
const read = async (path: string, who = house.admin) => (await who('GET', `/api/${path}`)).body
const fresh = (() => {
  let n = 0
  return (name: string) => `${name} ${++n}`
})()

it('equipment says where it stands, over the projects one sees', async () => {
  const device = await createEquipment(house)
  const counts = { projectsCount: 0, spacesCount: 0, templatesCount: 0, totalQuantity: 0 }
  expect(await read(`equipments/${device.id}`)).toMatchObject(counts)
  const [open, hidden] = [await createProject(house), await createProject(house)]
  for (const project of [open, hidden]) {
    const space = await createSpace(house, project)
    await createLine(house, space, device, { quantity: 3 })
  }
  const template = await createRow(house, '/api/spaceTemplates', { name: fresh('Where it stands') })
  expect((await house.admin('POST', `/api/spaceTemplates/${template.id}/Equipment`, { equipmentId: device.id, quantity: 1 })).status).toBe(
    201,
  )
  expect(await read(`equipments/${device.id}`)).toMatchObject({ projectsCount: 2, spacesCount: 2, templatesCount: 1, totalQuantity: 6 })
  const reader = await house.signInAs(['Equipments.View', 'Projects.View'], { isNew: true })
  const other = await house.signInAs(['Projects.View', 'Leads.View'], { isNew: true })
  await addToAccessList(house, hidden, other.userId)
  expect(await read(`equipments/${device.id}`, reader)).toMatchObject({ projectsCount: 1, spacesCount: 1, totalQuantity: 3 })
})

it('a client says its variables and how its projects stand', async () => {
  const client = await createRow(house, '/api/clients', { name: fresh('Client of variables'), abbreviatedName: 'COV1' })
  const none = { leadsCount: 0, opportunitiesCount: 0, activeCount: 0, closedCount: 0, archivedCount: 0 }
  expect(await read(`clients/${client.id}`)).toMatchObject({ variables: [], projectStats: none })
  const items = [{ id: null, name: 'floor', label: 'Floor', type: 1, value: 'Carpet' }]
  expect((await house.admin('PUT', `/api/clients/${client.id}/Variables`, { items })).status).toBe(200)
  await createRow(house, '/api/projects', { name: fresh('Of the client'), clientId: client.id })
  await createRow(house, '/api/leads', { name: fresh('Lead of the client'), clientId: client.id })
  const known = await read(`clients/${client.id}`)
  expect(known.variables).toEqual((await read(`clients/${client.id}/Variables`)).items)
  expect(known.variables).toMatchObject([{ name: 'floor', value: 'Carpet' }])
  expect(known.projectStats).toEqual({ ...none, leadsCount: 1, opportunitiesCount: 1 })
  const outsider = await house.signInAs(['Clients.View'], { isNew: true })
  expect((await read(`clients/${client.id}`, outsider)).projectStats).toEqual(none)
})

it('a project says who works on it', async () => {
  const project = await createProject(house)
  expect(await read(`projects/${project.id}`)).toMatchObject({ companies: [], links: [] })
  const architect = await createRow(house, '/api/architects', { name: fresh('Architect') })
  const companies = [{ companyType: 7, companyId: architect.id, role: 'Design lead' }]
  expect((await house.admin('PUT', `/api/projects/${project.id}/Companies`, { companies })).status).toBe(200)
  expect((await read(`projects/${project.id}`)).companies).toEqual([
    { companyType: 7, company: { id: architect.id, name: architect.name, logoUrl: null }, role: 'Design lead' },
  ])
})

it('a person says what is open to whoever looks, how they like the product, and their rates to those who may see them', async () => {
  const person = await house.signInAs(['PersonalSettings.View', 'PersonalSettings.Update'], { isNew: true })
  const path = `users/${person.userId}`
  expect(await read(path)).toMatchObject({
    actions: ['Suspend'],
    laborRates: [],
    personalSettings: {
      autoCreateDefaultAreaGroupInSpace: true,
      autoCollapseNavigationDrawerOnProjectOpen: false,
      maskSuspendedUsers: false,
    },
  })
  const liked = { autoCreateDefaultAreaGroupInSpace: false, autoCollapseNavigationDrawerOnProjectOpen: true, maskSuspendedUsers: false }
  expect((await person('PUT', '/api/PersonalSettings', liked)).status).toBe(200)
  const rates = [{ laborType: 2, sellRate: 150, costRate: 80 }]
  expect((await house.admin('PUT', `/api/${path}/LaborRates`, { rates })).status).toBe(200)
  expect(await read(path)).toMatchObject({ laborRates: rates, personalSettings: liked })
  const viewer = await house.signInAs(['DNAUsers.View'], { isNew: true })
  const seen = await read(path, viewer)
  expect([seen.actions, 'laborRates' in seen]).toEqual([[], false])
  expect((await read(`users/${house.admin.userId}`)).actions).toEqual([])
  await house.admin('PUT', `/api/${path}/Suspend`)
  expect((await read(path)).actions).toEqual(['Unsuspend'])
})

it('an external person says whom they work for, also in the list, which is sorted by it', async () => {
  const people = await Promise.all([1, 2].map(() => house.signInAs([], { external: true, isNew: true })))
  const [someone, stranger] = people
  const firm = await createRow(house, '/api/architects', { name: fresh('Zweig Architects') })
  const contact = { companyType: 7, companyId: firm.id, firstName: 'Ann', lastName: 'Zweig', email: someone!.email.toUpperCase() }
  await createRow(house, '/api/contacts', contact)
  const company = { id: firm.id, name: firm.name, type: 7 }
  expect(await read(`externalUsers/${someone!.userId}`)).toMatchObject({ company, actions: ['Suspend'] })
  expect(await read(`externalUsers/${stranger!.userId}`)).toMatchObject({ company: null })
  const { items } = await read('externalUsers?sortBy=company&itemsPerPage=-1')
  expect(items.filter((item: any) => item.company).map((item: any) => item.company)).toEqual([company])
})
