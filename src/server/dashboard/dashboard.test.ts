import { beforeAll, expect, it } from 'vitest'
import { createCategory, createClient, createEquipment, createManufacturer, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, givenContract } from '../../../test/kit/fixtures/contracts.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { externalWidgets, widgets } from '../../model/dashboard/widgets.ts'
import type { Permission } from '../../model/permissions.ts'
import { ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'

const house = await startApp()
const read = async (key: string, who: Caller = house.admin, query = {}) =>
  (await who('GET', `/api/dashboard/Widgets/${key}`, undefined, { query })).body
const layoutOf = async (who: Caller) => (await who('GET', '/api/dashboard')).body
const save = (who: Caller, body: object) => who('PUT', '/api/dashboard/Layout', body)
const all = Object.keys(widgets)

let client: Record<string, any>
let mine: Record<string, any>

beforeAll(async () => {
  client = await createClient(house, { name: 'Westbrook' })
  mine = await createRow(house, '/api/projects', { name: 'Lecture hall', clientId: client.id })
  const [building] = (await house.admin('GET', `/api/projects/${mine.id}/Buildings`)).body.items
  const [level] = (await house.admin('GET', `/api/buildings/${building.id}/Levels`)).body.items
  const space = await createRow(house, '/api/spaces', { projectId: mine.id, levelId: level.id, name: 'Hall A' })
  const device = await createEquipment(house, { msrpPrice: 1250.5 })
  await createRow(house, `/api/spaces/${space.id}/Equipment`, { equipmentId: device.id, quantity: 2 })
})

it('offers each person the widgets of their permissions', async () => {
  expect(await layoutOf(house.admin)).toEqual({ widgets: all, hidden: [] })
  const keys = async (held: Permission[]) => (await layoutOf(await house.signInAs(held))).widgets
  expect(await keys([])).toEqual([])
  expect(await keys(['Projects.View'])).toEqual(['myProjects', 'upcomingDates'])
  expect(await keys(['Dashboard.ViewAllWidgets'])).toEqual([])
  expect(await keys(['Projects.View', 'Dashboard.ViewAllWidgets'])).toEqual([
    'myProjects',
    'upcomingDates',
    'projectsByStage',
    'recentActivity',
  ])
  expect(await keys(['Equipments.View', 'Manufacturers.View', 'DownloadCenter.View'])).toEqual([
    'recentEquipment',
    'recentManufacturers',
    'myDownloads',
  ])
})

it('keeps the order and what was put away per person, and what they may not see now', async () => {
  const person = await house.signInAs(['Projects.View', 'Equipments.View', 'DownloadCenter.View'], { isNew: true })
  const order = ['myDownloads', 'catalogueHealth', 'myProjects', 'recentEquipment']
  const saved = await save(person, { order, hidden: ['recentEquipment'] })
  expect(saved.status).toBe(200)
  expect(saved.body).toEqual({ widgets: ['myDownloads', 'myProjects', 'upcomingDates'], hidden: ['recentEquipment'] })
  expect(await layoutOf(person)).toEqual(saved.body)
  expect((await layoutOf(house.admin)).widgets).toEqual(all)
  // Widgets missing from the stored order, because they were added later, come last.
  await save(person, { order: ['recentEquipment'] })
  expect(await layoutOf(person)).toEqual({ widgets: ['recentEquipment', 'myProjects', 'upcomingDates', 'myDownloads'], hidden: [] })
  const [entry] = await house.sql(`select action, before, after from audit_log where entity = 'dashboard' order by id desc limit 1`)
  expect(entry).toMatchObject({ action: 'SettingChange', before: saved.body, after: { hidden: [] } })
})

it('refuses widgets that do not exist and shapes that are none', async () => {
  for (const body of [{ order: ['weather'] }, { order: 'myProjects' }, {}, { order: [], hidden: ['__proto__'] }]) {
    const answer = await save(house.admin, body)
    expect(answer.status, JSON.stringify(body)).toBe(400)
    expect(answer.body.errorType).toBe('Validation')
  }
  expect((await house.admin('GET', '/api/dashboard/Widgets/weather')).status).toBe(404)
})

it('shows my projects: made by me or with me, open ones only', async () => {
  const { items, total } = await read('myProjects')
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({ id: mine.id, name: 'Lecture hall', client: { name: 'Westbrook' }, totalMsrpPrice: 2501 })

  const person = await house.signInAs(['Projects.View'], { isNew: true })
  expect(await read('myProjects', person)).toEqual({ items: [], total: 0 })
  const theirs = await createRow(house, '/api/projects', { name: 'Theirs', clientId: client.id, projectManagerId: person.userId })
  await createRow(house, '/api/projects', { name: 'Closed', clientId: client.id, associateConsultantId: person.userId })
  await house.sql(`update projects set stage = ${ProjectStage.Closed}, project_status = ${ProjectStatus.Closed} where name = 'Closed'`)
  const shown = async () => (await read('myProjects', person)).items.map(({ id }: { id: number }) => id)
  expect(await shown()).toEqual([theirs.id])

  const assigned = await createRow(house, '/api/projects', { name: 'Assigned', clientId: client.id })
  const contract = await givenContract(house, assigned)
  await createPhaseRecord(house, contract, await createPhase(house, contract), { userId: person.userId })
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await createRow(house, `/api/projects/${assigned.id}/Timeline`, { type: 1, title: 'Kick-off', date: soon })
  const dates = async () => (await read('upcomingDates', person)).items.map(({ title }: { title: string }) => title)
  expect([(await shown()).sort(), await dates()], 'who has hours in a contract').toEqual([[theirs.id, assigned.id].sort(), ['Kick-off']])
  await house.admin('PUT', `/api/contracts/${contract.id}/Archive`, {})
  expect([await shown(), await dates()], 'not in one that is archived').toEqual([[theirs.id], []])
  await house.admin('DELETE', `/api/projects/${assigned.id}`)
})

it('adds up the projects a person sees, by stage and status', async () => {
  const rows = async (who: Caller) => (await read('projectsByStage', who)).items
  const held: Permission[] = ['Projects.View', 'Dashboard.ViewAllWidgets']
  const person = await house.signInAs(held, { isNew: true })
  const [expected] = await house.sql(
    'select count(*)::int as count, sum(total_msrp_price)::int / 100.0 as total from projects where stage <> -1 and not is_deleted',
  )
  const sum = (figures: { count: number; totalMsrpPrice: number }[]) => ({
    count: figures.reduce((all, { count }) => all + count, 0),
    total: figures.reduce((all, { totalMsrpPrice }) => all + totalMsrpPrice, 0),
  })
  expect(sum(await rows(person))).toEqual({ count: expected!.count, total: Number(expected!.total) })
  expect(await rows(person)).toContainEqual({
    stage: ProjectStage.Opportunity,
    projectStatus: ProjectStatus.ProposalRequested,
    count: 2,
    totalMsrpPrice: 2501,
  })
  const other = await house.signInAs(['Clients.View'], { isNew: true })
  await house.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [mine.id, other.userId])
  expect(sum(await rows(person))).toEqual({ count: expected!.count - 1, total: 0 })
  const entries = (await read('recentActivity', person)).items
  expect(entries.filter(({ project }: { project: { id: number } }) => project.id === mine.id)).toEqual([])
  expect(entries.length).toBeGreaterThan(0)
  await house.sql('delete from project_access_entries')
})

it('shows what happened last in the projects a person sees, newest first', async () => {
  const { items } = await read('recentActivity')
  const ids = items.map(({ id }: { id: number }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(items.find(({ entity }: { entity: string }) => entity === 'spaces')).toMatchObject({
    entityName: 'Hall A',
    createdBy: { id: house.admin.userId },
    project: { id: mine.id, name: 'Lecture hall' },
  })
})

it('shows my leads and weighs what may come of those a person sees', async () => {
  const person = await house.signInAs(['Leads.View', 'Dashboard.ViewAllWidgets'], { isNew: true })
  const lead = (more: object) =>
    createRow(house, '/api/leads', { clientId: client.id, expectedRevenue: 1000, probabilityPercent: 25, ...more })
  const own = await lead({ name: 'Atrium', associateConsultantId: person.userId })
  const other = await lead({ name: 'Chapel', expectedRevenue: 500.5, probabilityPercent: 50 })
  expect((await read('myLeads', person)).items.map(({ id }: { id: number }) => id)).toEqual([own.id])
  const all = { leadStatus: own.leadStatus, count: 2, expectedRevenue: 1500.5, weighedRevenue: 500.25 }
  expect((await read('leadFunnel', person)).items).toEqual([all])
  const stranger = await house.signInAs(['Clients.View'], { isNew: true })
  await house.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [other.id, stranger.userId])
  expect((await read('leadFunnel', person)).items).toEqual([{ ...all, count: 1, expectedRevenue: 1000, weighedRevenue: 250 }])
  await house.sql('delete from project_access_entries')
})

it('ranks the clients, by revenue only for who may see it', async () => {
  const { items } = await read('clientRanking', house.admin, { type: 2, count: 1 })
  expect(items).toMatchObject([{ name: 'Westbrook', rank: 1 }])
  const person = await house.signInAs(['Clients.View', 'Projects.View', 'Dashboard.ViewAllWidgets'])
  const asked = (type: number) => person('GET', '/api/dashboard/Widgets/clientRanking', undefined, { query: { type } })
  expect((await asked(0)).status).toBe(403)
  expect((await asked(2)).status).toBe(200)
})

it('counts what the catalog wants looked at', async () => {
  const before = await read('catalogueHealth')
  const manufactureId = (await createManufacturer(house)).id
  const categoryId = (await createCategory(house)).id
  const more = { manufactureId, categoryId }
  await createEquipment(house, { ...more, tag: 'A', availability: 4, msrpPrice: 1, partNumber: 'PN-1' })
  await createEquipment(house, { ...more, tag: 'B', availability: 5, msrpPrice: 0, partNumber: 'pn-1' })
  await createEquipment(house, { ...more, tag: 'B', msrpPrice: 3 })
  const gone = await createEquipment(house, { ...more, tag: 'B', msrpPrice: 0 })
  await house.admin('DELETE', `/api/equipments/${gone.id}`)
  const after = await read('catalogueHealth')
  const grown = Object.fromEntries(Object.entries(after).map(([key, value]) => [key, (value as number) - before[key]]))
  expect(grown).toEqual({ total: 3, requireReview: 1, deprecated: 1, withoutPrice: 1, duplicates: 2 })
  const groups = (await house.admin('GET', '/api/equipments/Duplicates')).body
  expect(groups.total).toBe(after.duplicates)
})

it('shows equipment and manufacturers that were made, changed or opened lately', async () => {
  const person = await house.signInAs(['Equipments.View', 'Manufacturers.View'], { isNew: true })
  const first = await createEquipment(house, { model: 'Seen' })
  const second = await createEquipment(house, { model: 'Made' })
  const names = async (key: string, mode: number) =>
    (await read(key, person, { mode, count: 2 })).items.map(({ model, name }: { model?: string; name?: string }) => model ?? name)
  expect(await names('recentEquipment', 3)).toEqual([])
  await person('GET', `/api/equipments/${first.id}`)
  expect(await names('recentEquipment', 3)).toEqual(['Seen'])
  expect(await names('recentEquipment', 1)).toEqual(['Made', 'Seen'])
  await house.admin('PUT', `/api/equipments/${first.id}`, {
    ...first,
    manufactureId: first.manufacture.id,
    categoryId: first.category.id,
    notes: 'x',
  })
  expect(await names('recentEquipment', 2)).toEqual(['Seen', 'Made'])
  expect(await names('recentManufacturers', 1)).toEqual([second.manufacture.name, first.manufacture.name])
})

it('shows my own last downloads, also to who looks after everybody’s', async () => {
  await house.admin('GET', '/api/clients/Export')
  const person = await house.signInAs(['DownloadCenter.View', 'DownloadCenter.Manage'], { isNew: true })
  expect(await read('myDownloads', person)).toEqual({ items: [], total: 0 })
  expect((await read('myDownloads')).items[0].fileName).toMatch(/^Clients /)
})

it('is a simpler one from outside', async () => {
  const outside = await house.signInAs(
    ['ExternalDashboard.ViewAllWidgets', 'DownloadCenter.View', 'ExternalProjects.View', 'ExternalEquipment.View'],
    { external: true },
  )
  const external = async (who: Caller) => (await who('GET', '/api/externalDashboard')).body
  expect(await external(outside)).toEqual({ widgets: Object.keys(externalWidgets), hidden: [] })
  expect((await outside('GET', '/api/externalDashboard/Widgets/myDownloads')).body).toEqual({ items: [], total: 0 })
  expect((await outside('GET', '/api/externalDashboard/Widgets/myProjects')).body).toEqual({ items: [], total: 0 })
  expect((await outside('GET', '/api/externalDashboard/Widgets/sharedReports')).body).toEqual({ items: [], total: 0 })
  expect((await outside('GET', '/api/externalDashboard/Widgets/myEquipment')).body).toEqual({ items: [] })
  const away = await outside('PUT', '/api/externalDashboard/Layout', { order: [], hidden: ['myDownloads'] })
  expect(away.body).toEqual({ widgets: ['myProjects', 'sharedReports', 'myEquipment'], hidden: ['myDownloads'] })
  expect(await external(await house.signInAs(['DownloadCenter.View'], { external: true }))).toEqual({ widgets: [], hidden: [] })
  expect((await outside('GET', '/api/dashboard')).status).toBe(403)
  expect((await house.admin('GET', '/api/externalDashboard')).status).toBe(403)
  expect((await house.admin('PUT', '/api/externalDashboard/Layout', { order: [] })).status).toBe(403)
})
