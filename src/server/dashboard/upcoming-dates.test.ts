import { expect, it } from 'vitest'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { activateProject, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Call, startApp } from '../../../test/kit/start.ts'
import { DocumentState, DocumentType } from '../../model/drawings/enums.ts'
import { addDays } from '../../model/kit/dates.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const [now] = await app.sql('select current_date::text as today')
const dayFromToday = (days: number) => addDays(now!.today, days)

const item = (project: AnyRow, title: string, date: string, more: AnyRow = {}) =>
  createRow(app, `/api/projects/${project.id}/Timeline`, { type: 1, title, date, ...more })
const sheet = (project: AnyRow, number: string, more: AnyRow) =>
  createRow(app, `/api/projects/${project.id}/DrawingDocuments`, {
    documentType: DocumentType.Detail,
    number,
    title: 'Detail',
    ...more,
  })
const dates = async (caller: Call) => (await caller('GET', '/api/dashboard/Widgets/upcomingDates')).body
const titles = async (caller: Call) => (await dates(caller)).items.map(({ title }: AnyRow) => title)

it('lists what is due in my projects within 30 days, soonest first, until done', async () => {
  const person = await app.signInAs(['Projects.View', 'DrawingDocuments.View'], { isNew: true })
  const project = await createProject(app, { projectManagerId: person.userId })
  const other = await createProject(app)
  await item(project, 'Handover', dayFromToday(30))
  await item(project, 'Too late', dayFromToday(31))
  await item(project, 'Over', dayFromToday(-1))
  await item(project, 'Site weeks', dayFromToday(-3), { endDate: dayFromToday(3) })
  await item(project, 'Done', dayFromToday(2), { isDone: true })
  await item(other, 'Of others', dayFromToday(2))
  await item(other, 'Given to me', dayFromToday(5), { assignedUserId: person.userId })
  await sheet(project, 'D-1', { dueDate: dayFromToday(0) })
  const issued = await sheet(project, 'D-2', { dueDate: dayFromToday(1) })
  await sheet(other, 'D-3', { dueDate: dayFromToday(4), assignedUserId: person.userId })
  await sheet(other, 'D-4', { dueDate: dayFromToday(4) })

  expect(await titles(person)).toEqual(['D-1 Detail', 'D-2 Detail', 'Site weeks', 'D-3 Detail', 'Given to me', 'Handover'])
  expect((await dates(person)).items[0]).toMatchObject({
    kind: 'drawing',
    date: dayFromToday(0),
    project: { id: project.id, name: project.name },
  })
  expect((await dates(person)).items[2]).toMatchObject({ kind: 'item', type: 1, date: dayFromToday(3) })
  const bulk = { ids: [issued.id], set: { state: DocumentState.InProgress } }
  await admin('PUT', `/api/projects/${project.id}/DrawingDocuments/Bulk`, bulk)
  await admin('PUT', `/api/projects/${project.id}/DrawingDocuments/Bulk`, { ...bulk, set: { state: DocumentState.Completed } })
  expect(await titles(person)).not.toContain('D-2 Detail')

  await activateProject(app, other)
  expect((await admin('PUT', `/api/projects/${other.id}/Close`, {})).status).toBe(200)
  expect(await titles(person)).toEqual(['D-1 Detail', 'Site weeks', 'Handover'])
})

it('hides drawings and projects without access, and counts rows left off the list', async () => {
  const [blind, outsider] = [await app.signInAs(['Projects.View'], { isNew: true }), await app.signInAs(['Projects.View'], { isNew: true })]
  const project = await createProject(app, { projectManagerId: blind.userId })
  await sheet(project, 'D-1', { dueDate: dayFromToday(1) })
  for (let at = 1; at <= 10; at++) await item(project, `Day ${at}`, dayFromToday(at), { assignedUserId: outsider.userId })
  const blindDates = await dates(blind)
  expect([blindDates.items.length, blindDates.total]).toEqual([8, 10])
  expect(JSON.stringify(blindDates)).not.toContain('Detail')
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [project.id, blind.userId])
  expect(await dates(outsider)).toEqual({ items: [], total: 0 })
  expect((await dates(await app.signInAs(['Leads.View']))).errorType).toBe('Forbidden')
})
