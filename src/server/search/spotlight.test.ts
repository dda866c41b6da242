import { beforeAll, expect, it } from 'vitest'
import { createCategory, createClient, createEquipment, createManufacturer, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { mostShown, sectionNames } from '../../model/search/spotlight.ts'

const app = await startApp()
const everything = ['Projects.View', 'Leads.View', 'Equipments.View'] as const
const searchSpotlight = async (term: string, caller: Caller = app.admin) =>
  (await caller('GET', '/api/spotlight', undefined, { query: { term } })).body
const names = (section: { items: { name?: string; model?: string }[] }) => section.items.map(({ name, model }) => name ?? model)
const totals = (found: Record<string, { total: number }>) =>
  Object.fromEntries(Object.entries(found).flatMap(([name, { total }]) => (total > 0 ? [[name, total]] : [])))

let project: Record<string, any>

beforeAll(async () => {
  const client = await createClient(app, { name: 'Westbrook College' })
  project = await createRow(app, '/api/projects', { name: 'Lecture theatre renewal', clientId: client.id })
  await createRow(app, '/api/projects', { name: 'Collections and lecture room', clientId: client.id })
  const building = await createRow(app, `/api/projects/${project.id}/Buildings`, { name: 'Main' })
  const level = await createRow(app, `/api/buildings/${building.id}/Levels`, { name: 'Ground' })
  for (let at = 1; at <= 9; at++)
    await createRow(app, '/api/spaces', {
      projectId: project.id,
      levelId: level.id,
      name: `Lecture hall ${at * 10}`,
      spaceNumber: `L${at}`,
    })
  await createRow(app, '/api/spaces', { projectId: project.id, levelId: level.id, name: 'Quiet room' })
  await app.sql(
    `insert into projects (name, number, type, stage, lead_status, client_id) select 'Lecture hall idea', null, 2, ${ProjectStage.Lead}, 1, id from clients where name = 'Westbrook College'`,
  )
  const manufactureId = (await createManufacturer(app, { name: 'Élan' })).id
  const categoryId = (await createCategory(app, { name: 'Furnishings' })).id
  for (const [tag, model] of [
    ['DIS-75', 'QM75C'],
    ['DIS-7', 'QM98T-B'],
    ['LEC-1', 'LEX42 lectern'],
  ])
    await createEquipment(app, { tag, model, manufactureId, categoryId })
})

it('returns eight sections, empty for an empty term', async () => {
  for (const term of ['', '   ', 'eq:']) {
    const found = await searchSpotlight(term)
    expect(Object.keys(found)).toEqual(sectionNames)
    for (const name of sectionNames) expect(found[name]).toEqual({ total: 0, items: [] })
  }
  expect((await app.admin('GET', '/api/spotlight')).status).toBe(200)
})

it('finds rows of each kind with their displayed fields', async () => {
  const found = await searchSpotlight('lect')
  expect(totals(found)).toEqual({ projects: 2, leads: 1, spaces: 10, equipments: 1 })
  expect(found.projects.items[0]).toMatchObject({ id: project.id, name: 'Lecture theatre renewal', client: { name: 'Westbrook College' } })
  expect(found.leads.items[0]).toMatchObject({ name: 'Lecture hall idea', client: { name: 'Westbrook College' } })
  expect(found.spaces.items[0]).toMatchObject({ projectId: project.id, project: { name: 'Lecture theatre renewal' }, equipmentCount: 0 })
  expect(found.equipments.items[0]).toMatchObject({
    tag: 'LEC-1',
    model: 'LEX42 lectern',
    category: { name: 'Furnishings', icon: null },
    manufacture: { name: 'Élan' },
    productFamily: null,
  })
  expect(found.spaces.items).toHaveLength(mostShown)
})

it('ranks exact names first, then prefixes, in natural order', async () => {
  expect(names((await searchSpotlight('lecture')).projects)).toEqual(['Lecture theatre renewal', 'Collections and lecture room'])
  expect(names((await searchSpotlight('lecture hall')).spaces)).toEqual([1, 2, 3, 4, 5].map((at) => `Lecture hall ${at * 10}`))
  expect(names((await searchSpotlight('l3')).spaces)[0]).toBe('Lecture hall 30')
  expect(names((await searchSpotlight('lecture quiet')).spaces)).toEqual(['Quiet room'])
  expect((await searchSpotlight('dis-7')).equipments.items.map(({ tag }: { tag: string }) => tag)).toEqual(['DIS-7', 'DIS-75'])
})

it('requires every word, ignores case and accents, and escapes wildcards', async () => {
  expect(names((await searchSpotlight('ELAN 98')).equipments)).toEqual(['QM98T-B'])
  expect(totals(await searchSpotlight('elan nothing'))).toEqual({})
  expect(totals(await searchSpotlight('%'))).toEqual({})
  expect(totals(await searchSpotlight('le_t'))).toEqual({})
})

it('tolerates punctuation and one typo in models when there is no other match', async () => {
  expect(names((await searchSpotlight('QM98TB')).equipments)).toEqual(['QM98T-B'])
  expect(names((await searchSpotlight('QM-98T')).equipments)).toEqual(['QM98T-B'])
  for (const slip of ['lectren', 'lectrn', 'lecteern', 'lekxtern', 'lecturn', 'LXE42'])
    expect(names((await searchSpotlight(slip)).equipments), slip).toEqual(slip === 'lekxtern' ? [] : ['LEX42 lectern'])
  expect(totals(await searchSpotlight('zebra'))).toEqual({})
})

it('searches one section for a prefix', async () => {
  expect(totals(await searchSpotlight('eq: lect'))).toEqual({ equipments: 1 })
  expect(totals(await searchSpotlight('P:lect'))).toEqual({ projects: 2 })
  expect(totals(await searchSpotlight('l:lect'))).toEqual({ leads: 1 })
})

it('hides rows without permission', async () => {
  expect(totals(await searchSpotlight('lect', await app.signInAs(['Leads.View'])))).toEqual({ leads: 1 })
  expect(totals(await searchSpotlight('lect', await app.signInAs(['Projects.View'])))).toEqual({ projects: 2, spaces: 10 })
  expect(totals(await searchSpotlight('lect', await app.signInAs(['Equipments.View'])))).toEqual({ equipments: 1 })
  const person = await app.signInAs([])
  expect(totals(await searchSpotlight('lect', person))).toEqual({})
  expect((await app.call('GET', '/api/spotlight')).status).toBe(401)
  const outside = await app.signInAs(['Projects.View'], { external: true })
  expect((await outside('GET', '/api/spotlight', undefined, { query: { term: 'lect' } })).status).toBe(403)
})

it('counts only rows visible to the user', async () => {
  const person = await app.signInAs([...everything], { isNew: true })
  expect(totals(await searchSpotlight('lect', person))).toEqual({ projects: 2, leads: 1, spaces: 10, equipments: 1 })
  const other = await app.signInAs(['Clients.View'], { isNew: true })
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [project.id, other.userId])
  expect(totals(await searchSpotlight('lect', person))).toEqual({ projects: 1, leads: 1, equipments: 1 })
  await app.sql('delete from project_access_entries')
})

it('excludes deleted rows', async () => {
  const extra = await createRow(app, '/api/projects', { name: 'Zeppelin hangar', clientId: project.client.id })
  expect(totals(await searchSpotlight('zeppelin'))).toEqual({ projects: 1 })
  await app.admin('DELETE', `/api/projects/${extra.id}`)
  expect(totals(await searchSpotlight('zeppelin'))).toEqual({})
})
