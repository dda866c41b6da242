import { expect, it } from 'vitest'
import { createEquipment, createRow } from './kit/fixtures/catalog.ts'
import { addToAccessList, createLine, createProject, createSpace } from './kit/fixtures/projects.ts'
import { startApp } from './kit/start.ts'

const app = await startApp()
const readPath = async (path: string, caller = app.admin) => (await caller('GET', `/api/${path}`)).body
const fresh = (() => {
  let n = 0
  return (name: string) => `${name} ${++n}`
})()

it('counts the usages of equipment over visible projects', async () => {
  const device = await createEquipment(app)
  const counts = { projectsCount: 0, spacesCount: 0, templatesCount: 0, totalQuantity: 0 }
  expect(await readPath(`equipments/${device.id}`)).toMatchObject(counts)
  const [open, hidden] = [await createProject(app), await createProject(app)]
  for (const project of [open, hidden]) {
    const space = await createSpace(app, project)
    await createLine(app, space, device, { quantity: 3 })
  }
  const template = await createRow(app, '/api/spaceTemplates', { name: fresh('Where it stands') })
  expect((await app.admin('POST', `/api/spaceTemplates/${template.id}/Equipment`, { equipmentId: device.id, quantity: 1 })).status).toBe(
    201,
  )
  expect(await readPath(`equipments/${device.id}`)).toMatchObject({ projectsCount: 2, spacesCount: 2, templatesCount: 1, totalQuantity: 6 })
  const reader = await app.signInAs(['Equipments.View', 'Projects.View'], { isNew: true })
  const other = await app.signInAs(['Projects.View', 'Leads.View'], { isNew: true })
  await addToAccessList(app, hidden, other.userId)
  expect(await readPath(`equipments/${device.id}`, reader)).toMatchObject({ projectsCount: 1, spacesCount: 1, totalQuantity: 3 })
})

it('returns the variables of a client and its project counts', async () => {
  const client = await createRow(app, '/api/clients', { name: fresh('Client of variables'), abbreviatedName: 'COV1' })
  const none = { leadsCount: 0, opportunitiesCount: 0, activeCount: 0, closedCount: 0, archivedCount: 0 }
  expect(await readPath(`clients/${client.id}`)).toMatchObject({ variables: [], projectStats: none })
  const items = [{ id: null, name: 'floor', label: 'Floor', type: 1, value: 'Carpet' }]
  expect((await app.admin('PUT', `/api/clients/${client.id}/Variables`, { items })).status).toBe(200)
  await createRow(app, '/api/projects', { name: fresh('Of the client'), clientId: client.id })
  await createRow(app, '/api/leads', { name: fresh('Lead of the client'), clientId: client.id })
  const known = await readPath(`clients/${client.id}`)
  expect(known.variables).toEqual((await readPath(`clients/${client.id}/Variables`)).items)
  expect(known.variables).toMatchObject([{ name: 'floor', value: 'Carpet' }])
  expect(known.projectStats).toEqual({ ...none, leadsCount: 1, opportunitiesCount: 1 })
  const outsider = await app.signInAs(['Clients.View'], { isNew: true })
  expect((await readPath(`clients/${client.id}`, outsider)).projectStats).toEqual(none)
})

it('returns the companies and links of a project', async () => {
  const project = await createProject(app)
  expect(await readPath(`projects/${project.id}`)).toMatchObject({ companies: [], links: [] })
  const architect = await createRow(app, '/api/architects', { name: fresh('Architect') })
  const companies = [{ companyType: 7, companyId: architect.id, role: 'Design lead' }]
  expect((await app.admin('PUT', `/api/projects/${project.id}/Companies`, { companies })).status).toBe(200)
  expect((await readPath(`projects/${project.id}`)).companies).toEqual([
    { companyType: 7, company: { id: architect.id, name: architect.name, logoUrl: null }, role: 'Design lead' },
  ])
})

it('returns actions and preferences of a user, and rates only with permission', async () => {
  const person = await app.signInAs(['PersonalSettings.View', 'PersonalSettings.Update'], { isNew: true })
  const path = `users/${person.userId}`
  expect(await readPath(path)).toMatchObject({
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
  expect((await app.admin('PUT', `/api/${path}/LaborRates`, { rates })).status).toBe(200)
  expect(await readPath(path)).toMatchObject({ laborRates: rates, personalSettings: liked })
  const viewer = await app.signInAs(['DNAUsers.View'], { isNew: true })
  const seen = await readPath(path, viewer)
  expect([seen.actions, 'laborRates' in seen]).toEqual([[], false])
  expect((await readPath(`users/${app.admin.userId}`)).actions).toEqual([])
  await app.admin('PUT', `/api/${path}/Suspend`)
  expect((await readPath(path)).actions).toEqual(['Unsuspend'])
})

it('returns and sorts by the company of an external user', async () => {
  const people = await Promise.all([1, 2].map(() => app.signInAs([], { external: true, isNew: true })))
  const [insider, stranger] = people
  const firm = await createRow(app, '/api/architects', { name: fresh('Zweig Architects') })
  const contact = { companyType: 7, companyId: firm.id, firstName: 'Ann', lastName: 'Zweig', email: insider!.email.toUpperCase() }
  await createRow(app, '/api/contacts', contact)
  const company = { id: firm.id, name: firm.name, type: 7 }
  expect(await readPath(`externalUsers/${insider!.userId}`)).toMatchObject({ company, actions: ['Suspend'] })
  expect(await readPath(`externalUsers/${stranger!.userId}`)).toMatchObject({ company: null })
  const { items } = await readPath('externalUsers?sortBy=company&itemsPerPage=-1')
  expect(items.filter((item: any) => item.company).map((item: any) => item.company)).toEqual([company])
})
