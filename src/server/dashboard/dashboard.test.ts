import { beforeAll, expect, it } from 'vitest'
import { createCategory, createClient, createEquipment, createManufacturer, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, givenContract } from '../../../test/kit/fixtures/contracts.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { externalWidgets, widgets } from '../../model/dashboard/widgets.ts'
import type { Permission } from '../../model/permissions.ts'
import { ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'

const app = await startApp()
const readWidget = async (key: string, caller: Caller = app.admin, query = {}) =>
  (await caller('GET', `/api/dashboard/Widgets/${key}`, undefined, { query })).body
const readLayout = async (caller: Caller) => (await caller('GET', '/api/dashboard')).body
const saveLayout = (caller: Caller, body: object) => caller('PUT', '/api/dashboard/Layout', body)
const all = Object.keys(widgets)

let client: Record<string, any>
let mine: Record<string, any>

beforeAll(async () => {
  client = await createClient(app, { name: 'Westbrook' })
  mine = await createRow(app, '/api/projects', { name: 'Lecture hall', clientId: client.id })
  const [building] = (await app.admin('GET', `/api/projects/${mine.id}/Buildings`)).body.items
  const [level] = (await app.admin('GET', `/api/buildings/${building.id}/Levels`)).body.items
  const space = await createRow(app, '/api/spaces', { projectId: mine.id, levelId: level.id, name: 'Hall A' })
  const device = await createEquipment(app, { msrpPrice: 1250.5 })
  await createRow(app, `/api/spaces/${space.id}/Equipment`, { equipmentId: device.id, quantity: 2 })
})

it('offers each user the widgets of their permissions', async () => {
  expect(await readLayout(app.admin)).toEqual({ widgets: all, hidden: [] })
  const keys = async (held: Permission[]) => (await readLayout(await app.signInAs(held))).widgets
  expect(await keys([])).toEqual([])
  expect(await keys(['Projects.View'])).toEqual(['myProjects', 'upcomingDates'])
  expect(await keys(['Dashboard.ViewAllWidgets'])).toEqual([])
  expect(await keys(['Projects.View', 'Dashboard.ViewAllWidgets'])).toEqual([
    'projectsByStage',
    'myProjects',
    'upcomingDates',
    'recentActivity',
  ])
  expect(await keys(['Equipments.View', 'Manufacturers.View', 'DownloadCenter.View'])).toEqual([
    'recentEquipment',
    'recentManufacturers',
    'myDownloads',
  ])
})

it('stores order and hidden widgets per user, including ones not currently permitted', async () => {
  const person = await app.signInAs(['Projects.View', 'Equipments.View', 'DownloadCenter.View'], { isNew: true })
  const order = ['myDownloads', 'catalogueHealth', 'myProjects', 'recentEquipment']
  const saved = await saveLayout(person, { order, hidden: ['recentEquipment'] })
  expect(saved.status).toBe(200)
  expect(saved.body).toEqual({ widgets: ['myDownloads', 'myProjects', 'upcomingDates'], hidden: ['recentEquipment'] })
  expect(await readLayout(person)).toEqual(saved.body)
  expect((await readLayout(app.admin)).widgets).toEqual(all)
  // Widgets missing from the stored order, because they were added later, come last.
  await saveLayout(person, { order: ['recentEquipment'], hidden: [] })
  expect(await readLayout(person)).toEqual({ widgets: ['recentEquipment', 'myProjects', 'upcomingDates', 'myDownloads'], hidden: [] })
  const [entry] = await app.sql(`select action, before, after from audit_log where entity = 'dashboard' order by id desc limit 1`)
  expect(entry).toMatchObject({ action: 'SettingChange', before: saved.body, after: { hidden: [] } })
})

it('rejects unknown widgets and malformed layouts', async () => {
  for (const body of [{ order: ['weather'] }, { order: 'myProjects' }, { order: [], hidden: ['__proto__'] }]) {
    const answer = await saveLayout(app.admin, body)
    expect(answer.status, JSON.stringify(body)).toBe(400)
    expect(answer.body.errorType).toBe('Validation')
  }
  expect((await app.admin('GET', '/api/dashboard/Widgets/weather')).status).toBe(404)
})

it('shows my open projects: created by me or with me on the team', async () => {
  const { items, total } = await readWidget('myProjects')
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({ id: mine.id, name: 'Lecture hall', client: { name: 'Westbrook' }, totalMsrpPrice: 2501 })

  const person = await app.signInAs(['Projects.View'], { isNew: true })
  expect(await readWidget('myProjects', person)).toEqual({ items: [], total: 0 })
  const theirProject = await createRow(app, '/api/projects', { name: 'Theirs', clientId: client.id, projectManagerId: person.userId })
  await createRow(app, '/api/projects', { name: 'Closed', clientId: client.id, associateConsultantId: person.userId })
  await app.sql(`update projects set stage = ${ProjectStage.Closed}, project_status = ${ProjectStatus.Closed} where name = 'Closed'`)
  const shown = async () => (await readWidget('myProjects', person)).items.map(({ id }: { id: number }) => id)
  expect(await shown()).toEqual([theirProject.id])

  const assigned = await createRow(app, '/api/projects', { name: 'Assigned', clientId: client.id })
  const contract = await givenContract(app, assigned)
  await createPhaseRecord(app, contract, await createPhase(app, contract), { userId: person.userId })
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await createRow(app, `/api/projects/${assigned.id}/Timeline`, { type: 1, title: 'Kick-off', date: soon })
  const dates = async () => (await readWidget('upcomingDates', person)).items.map(({ title }: { title: string }) => title)
  expect([(await shown()).sort(), await dates()], 'who has hours in a contract').toEqual([
    [theirProject.id, assigned.id].sort(),
    ['Kick-off'],
  ])
  await app.admin('PUT', `/api/contracts/${contract.id}/Archive`, {})
  expect([await shown(), await dates()], 'not in one that is archived').toEqual([[theirProject.id], []])
  await app.admin('DELETE', `/api/projects/${assigned.id}`)
})

it('sums the visible projects by stage and status', async () => {
  const rows = async (caller: Caller) => (await readWidget('projectsByStage', caller)).items
  const held: Permission[] = ['Projects.View', 'Dashboard.ViewAllWidgets']
  const person = await app.signInAs(held, { isNew: true })
  const [expected] = await app.sql(
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
  const other = await app.signInAs(['Clients.View'], { isNew: true })
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [mine.id, other.userId])
  expect(sum(await rows(person))).toEqual({ count: expected!.count - 1, total: 0 })
  const entries = (await readWidget('recentActivity', person)).items
  expect(entries.filter(({ project }: { project: { id: number } }) => project.id === mine.id)).toEqual([])
  expect(entries.length).toBeGreaterThan(0)
  await app.sql('delete from project_access_entries')
})

it('shows recent activity in visible projects, newest first', async () => {
  const { items } = await readWidget('recentActivity')
  const ids = items.map(({ id }: { id: number }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(items.find(({ entity }: { entity: string }) => entity === 'spaces')).toMatchObject({
    entityName: 'Hall A',
    createdBy: { id: app.admin.userId },
    project: { id: mine.id, name: 'Lecture hall' },
  })
})

it('shows my leads and the weighted revenue of visible leads', async () => {
  const person = await app.signInAs(['Leads.View', 'Dashboard.ViewAllWidgets'], { isNew: true })
  const lead = (more: object) =>
    createRow(app, '/api/leads', { clientId: client.id, expectedRevenue: 1000, probabilityPercent: 25, ...more })
  const own = await lead({ name: 'Atrium', associateConsultantId: person.userId })
  const other = await lead({ name: 'Chapel', expectedRevenue: 500.5, probabilityPercent: 50 })
  expect((await readWidget('myLeads', person)).items.map(({ id }: { id: number }) => id)).toEqual([own.id])
  const all = { leadStatus: own.leadStatus, count: 2, expectedRevenue: 1500.5, weighedRevenue: 500.25 }
  expect((await readWidget('leadFunnel', person)).items).toEqual([all])
  const stranger = await app.signInAs(['Clients.View'], { isNew: true })
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [other.id, stranger.userId])
  expect((await readWidget('leadFunnel', person)).items).toEqual([{ ...all, count: 1, expectedRevenue: 1000, weighedRevenue: 250 }])
  await app.sql('delete from project_access_entries')
})

it('ranks clients, by revenue only with the permission', async () => {
  const { items } = await readWidget('clientRanking', app.admin, { type: 2, count: 1 })
  expect(items).toMatchObject([{ name: 'Westbrook', rank: 1 }])
  const person = await app.signInAs(['Clients.View', 'Projects.View', 'Dashboard.ViewAllWidgets'])
  const fetchRanking = (type: number) => person('GET', '/api/dashboard/Widgets/clientRanking', undefined, { query: { type } })
  expect((await fetchRanking(0)).status).toBe(403)
  expect((await fetchRanking(2)).status).toBe(200)
})

it('counts catalog items that need attention', async () => {
  const before = await readWidget('catalogueHealth')
  const manufactureId = (await createManufacturer(app)).id
  const categoryId = (await createCategory(app)).id
  const more = { manufactureId, categoryId }
  await createEquipment(app, { ...more, tag: 'A', availability: 4, msrpPrice: 1, partNumber: 'PN-1' })
  await createEquipment(app, { ...more, tag: 'B', availability: 5, msrpPrice: 0, partNumber: 'pn-1' })
  await createEquipment(app, { ...more, tag: 'B', msrpPrice: 3 })
  const deletedEquipment = await createEquipment(app, { ...more, tag: 'B', msrpPrice: 0 })
  await app.admin('DELETE', `/api/equipments/${deletedEquipment.id}`)
  const after = await readWidget('catalogueHealth')
  const growth = Object.fromEntries(Object.entries(after).map(([key, value]) => [key, (value as number) - before[key]]))
  expect(growth).toEqual({ total: 3, requireReview: 1, deprecated: 1, withoutPrice: 1, duplicates: 2 })
  const groups = (await app.admin('GET', '/api/equipments/Duplicates')).body
  expect(groups.total).toBe(after.duplicates)
})

it('shows equipment and manufacturers recently created, changed or opened', async () => {
  const person = await app.signInAs(['Equipments.View', 'Manufacturers.View'], { isNew: true })
  const first = await createEquipment(app, { model: 'Seen' })
  const second = await createEquipment(app, { model: 'Made' })
  const names = async (key: string, mode: number) =>
    (await readWidget(key, person, { mode, count: 2 })).items.map(({ model, name }: { model?: string; name?: string }) => model ?? name)
  expect(await names('recentEquipment', 3)).toEqual([])
  await person('GET', `/api/equipments/${first.id}`)
  expect(await names('recentEquipment', 3)).toEqual(['Seen'])
  expect(await names('recentEquipment', 1)).toEqual(['Made', 'Seen'])
  await app.admin('PUT', `/api/equipments/${first.id}`, {
    ...first,
    manufactureId: first.manufacture.id,
    categoryId: first.category.id,
    notes: 'x',
  })
  expect(await names('recentEquipment', 2)).toEqual(['Seen', 'Made'])
  expect(await names('recentManufacturers', 1)).toEqual([second.manufacture.name, first.manufacture.name])
})

it('shows only my own recent downloads, also to a download manager', async () => {
  await app.admin('GET', '/api/clients/Export')
  const person = await app.signInAs(['DownloadCenter.View', 'DownloadCenter.Manage'], { isNew: true })
  expect(await readWidget('myDownloads', person)).toEqual({ items: [], total: 0 })
  expect((await readWidget('myDownloads')).items[0].fileName).toMatch(/^Clients /)
})

it('shows external users a simpler dashboard', async () => {
  const outside = await app.signInAs(
    ['ExternalDashboard.ViewAllWidgets', 'DownloadCenter.View', 'ExternalProjects.View', 'ExternalEquipment.View'],
    { external: true },
  )
  const external = async (caller: Caller) => (await caller('GET', '/api/externalDashboard')).body
  expect(await external(outside)).toEqual({ widgets: Object.keys(externalWidgets), hidden: [] })
  expect((await outside('GET', '/api/externalDashboard/Widgets/myDownloads')).body).toEqual({ items: [], total: 0 })
  expect((await outside('GET', '/api/externalDashboard/Widgets/myProjects')).body).toEqual({ items: [], total: 0 })
  expect((await outside('GET', '/api/externalDashboard/Widgets/sharedReports')).body).toEqual({ items: [], total: 0 })
  expect((await outside('GET', '/api/externalDashboard/Widgets/myEquipment')).body).toEqual({ items: [] })
  const away = await outside('PUT', '/api/externalDashboard/Layout', { order: [], hidden: ['myDownloads'] })
  expect(away.body).toEqual({ widgets: ['myProjects', 'sharedReports', 'myEquipment'], hidden: ['myDownloads'] })
  expect(await external(await app.signInAs(['DownloadCenter.View'], { external: true }))).toEqual({ widgets: [], hidden: [] })
  expect((await outside('GET', '/api/dashboard')).status).toBe(403)
  expect((await app.admin('GET', '/api/externalDashboard')).status).toBe(403)
  expect((await app.admin('PUT', '/api/externalDashboard/Layout', { order: [] })).status).toBe(403)
})
