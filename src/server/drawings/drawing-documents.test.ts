import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import {
  activateProject,
  addToAccessList,
  createProject,
  createProjectClient,
  createSpace,
  firstLevel,
} from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { servedDocuments } from './drawing-documents.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const at = (project: Row, tail = '') => `/api/projects/${project.id}/DrawingDocuments${tail}`
const givenDocument = (project: Row, more: Row = {}) => createRow(app, at(project), { documentType: 11, ...more })
const readNumbers = async (project: Row) =>
  (await admin('GET', at(project), undefined, { query: { itemsPerPage: -1 } })).body.items.map(({ number }: Row) => number)
const textSegment = (value: string) => ({ type: 'Text', value, padding: null })
const plainSegment = (type: string) => ({ type, value: null, padding: null })

const seeing = (names: readonly Permission[]) => app.signInAs([...names, 'Projects.View'])

let shared: Row
entityContract(servedDocuments, app, {
  prepare: async () => {
    const view = await createRow(app, '/api/layoutViews', { name: uniqueName('View') })
    const template = await createRow(app, '/api/layoutTemplates', { name: uniqueName('Sheet'), layout: 3 })
    const naming = await createRow(app, '/api/namingTemplates', { name: uniqueName('Naming'), segments: [plainSegment('DocumentType')] })
    const [category] = await app.sql('select id from categories order by number limit 1')
    return {
      layoutViewIds: [view.id],
      layoutTemplateId: template.id,
      namingTemplateId: naming.id,
      associateId: category!.id,
      assignedUserId: admin.userId,
    }
  },
  valid: {
    documentType: 8,
    associateType: 4,
    number: 'SPEC-40',
    title: 'Displays',
    layout: 3,
    dueDate: '2026-05-04',
    issueDate: '2026-05-06',
    revision: 'B',
    notes: 'With the schedule',
  },
  without: { fileId: 'a file belongs to whoever uploaded it: below' },
  invalid: [
    ['documentType', 99, messages.unknown],
    ['associateType', 9, messages.unknown],
    ['number', 'x'.repeat(51), messages.maxLength(50)],
    ['associateId', 999_999_999, 'Category not found.'],
    ['layoutViewIds', [999_999_999], 'Layout views not found.'],
    ['dueDate', '2026-02-30', messages.date],
  ],
  parentId: async () => {
    shared ??= await createProject(app)
    return shared.id
  },
  as: seeing,
})

it('numbers by type and sequence after the highest, and keeps manual numbers', async () => {
  const project = await createProject(app)
  const [first, second] = [await givenDocument(project), await givenDocument(project)]
  expect([first.number, second.number, first.sequence, second.sequence]).toEqual(['DTL-001', 'DTL-002', 1, 2])
  expect(first).toMatchObject({ title: 'Detail', isNumberManual: false, state: 1, associate: null, layout: 1 })
  const byHand = await givenDocument(project, { number: 'D-7' })
  expect(byHand).toMatchObject({ number: 'D-7', isNumberManual: true, sequence: 3 })
  expect((await admin('DELETE', at(project, `/${second.id}`))).status).toBe(204)
  const next = await givenDocument(project)
  expect([next.number, next.sequence]).toEqual(['DTL-004', 4])
  expect((await givenDocument(project, { number: 'DTL-002' })).number).toBe('DTL-002')
  const duplicate = await admin('POST', at(project), { documentType: 11, number: 'dtl-004' })
  expect(duplicate.status).toBe(409)
})

it('uses the naming template of the project variable, and adds a suffix to a taken number', async () => {
  const client = await createProjectClient(app, { abbreviatedName: 'ACME' })
  const project = await createProject(app, { clientId: client.id })
  const naming = await createRow(app, '/api/namingTemplates', {
    name: uniqueName('Rooms'),
    segments: [plainSegment('DocumentType'), textSegment('-'), plainSegment('SpaceNumber')],
  })
  const variables = { items: [{ name: 'DocumentNumber', label: null, type: 5, value: naming.id }] }
  expect((await admin('PUT', `/api/projects/${project.id}/Variables`, variables)).status).toBe(200)
  const space = await createSpace(app, project, { name: 'Boardroom', spaceNumber: '204' })
  const about = { documentType: 1, associateType: 1, associateId: space.id }
  const first = await givenDocument(project, about)
  expect(first).toMatchObject({ number: 'IAV-204', title: 'Boardroom IAV', associate: { id: space.id, name: 'Boardroom' } })
  expect((await givenDocument(project, about)).number).toBe('IAV-204-2')
  const next = async (query: Row) => (await admin('GET', at(project, '/Next'), undefined, { query })).body
  expect(await next({ documentType: 2, associateType: 1, associateId: space.id })).toEqual({ number: 'SCD-204', title: 'Boardroom SCD' })
  expect(await next({ documentType: 1, associateType: 1 })).toEqual({ number: null, title: null })
  expect(await next({ ...about, docId: first.id })).toEqual({ number: 'IAV-204', title: 'Boardroom IAV' })
  expect((await givenDocument(project, { documentType: 3 })).number).toBe('CVR')
  const own = await createRow(app, '/api/namingTemplates', {
    name: uniqueName('Own'),
    segments: [textSegment('S'), plainSegment('Sequence')],
  })
  expect((await givenDocument(project, { ...about, documentType: 2, namingTemplateId: own.id })).number).toBe('S01')
  const used = await admin('DELETE', `/api/namingTemplates/${own.id}`)
  expect(used.body.message).toBe(`${own.name} is used by 1 drawing document and cannot be deleted.`)
})

it('distinguishes levels of several buildings by building, in titles and associates', async () => {
  const project = await createProject(app)
  const level = firstLevel(project)
  const plan = { documentType: 9, associateType: 2 }
  const alone = await givenDocument(project, { ...plan, associateId: level.id })
  expect(alone).toMatchObject({ title: `${level.name} Plan`, associate: { name: level.name } })
  const annex = await createRow(app, `/api/projects/${project.id}/Buildings`, { name: 'Annex' })
  const [upper] = annex.levels?.length ? annex.levels : [await createRow(app, `/api/buildings/${annex.id}/Levels`, { name: level.name })]
  const generated = await admin('POST', at(project, '/Generate'), { documentTypes: [6], associateType: 2, ids: [level.id, upper.id] })
  expect(generated.body).toMatchObject({ created: 2 })
  const { items } = (await admin('GET', at(project), undefined, { query: { itemsPerPage: -1 } })).body
  const [first] = project.buildings
  expect(items.map(({ title, associate }: Row) => [title, associate.name])).toEqual(
    expect.arrayContaining([
      [`${level.name} Plan`, `${first.name}, ${level.name}`],
      [expect.stringContaining(`${first.name}, ${level.name} `), `${first.name}, ${level.name}`],
      [expect.stringContaining(`Annex, ${upper.name} `), `Annex, ${upper.name}`],
    ]),
  )
})

it('generates one document per type and space, skips existing ones, and is undone as a whole', async () => {
  const project = await createProject(app)
  const [one, two] = [await createSpace(app, project, { name: 'One' }), await createSpace(app, project, { name: 'Two' })]
  const input = { documentTypes: [2, 1], associateType: 1, ids: [one.id, two.id] }
  const generated = await admin('POST', at(project, '/Generate'), input)
  expect(generated.body).toMatchObject({ created: 4, skipped: 0 })
  const titles = async () =>
    (await admin('GET', at(project), undefined, { query: { itemsPerPage: -1 } })).body.items.map(({ title }: Row) => title)
  expect(await titles()).toEqual(['One IAV', 'Two IAV', 'One SCD', 'Two SCD'])
  expect((await admin('POST', at(project, '/Generate'), { ...input, documentTypes: [1, 6] })).body).toMatchObject({
    created: 2,
    skipped: 2,
  })
  expect((await admin('POST', `/api/changeSets/${generated.body.changeSetId}/Undo`, {})).status).toBeLessThan(300)
  expect(await titles()).toEqual(['One Typical IAV', 'Two Typical IAV'])
  const other = await createSpace(app, await createProject(app))
  const refused = await admin('POST', at(project, '/Generate'), { ...input, ids: [one.id, other.id] })
  expect(refused.body.fields).toEqual({ ids: ['Space not found.'] })
  expect((await admin('POST', at(project, '/Generate'), { ...input, ids: [] })).body.fields).toEqual({ ids: [messages.selectOne] })
  expect((await admin('POST', at(project, '/Generate'), { documentTypes: [3], associateType: 0 })).body.created).toBe(1)
})

it('distributes excess views over further sheets', async () => {
  const project = await createProject(app)
  const views: number[] = []
  for (let n = 0; n < 5; n++) views.push((await createRow(app, '/api/layoutViews', { name: uniqueName('View') })).id)
  const input = { documentTypes: [9], associateType: 2, ids: [firstLevel(project).id], layout: 3, viewIds: views }
  const refused = await admin('POST', at(project, '/Generate'), input)
  expect(refused.body.fields).toEqual({ viewIds: ['A sheet of this layout has room for 4 views.'] })
  expect((await admin('POST', at(project, '/Generate'), { ...input, splitViews: true })).body.created).toBe(2)
  const { items } = (await admin('GET', at(project))).body
  expect(items.map(({ number, views: shown }: Row) => [number, shown.map(({ id }: Row) => id)])).toEqual([
    ['PLN-001', views.slice(0, 4)],
    ['PLN-002', views.slice(4)],
  ])
  expect((await admin('DELETE', `/api/layoutViews/${views[0]}`)).body.message).toContain('is used by 1 drawing document')
})

it('uses layout and views of the selected template, unless views are given', async () => {
  const project = await createProject(app)
  const view = await createRow(app, '/api/layoutViews', { name: uniqueName('View'), abbreviation: 'V', scale: 'NTS' })
  const other = await createRow(app, '/api/layoutViews', { name: uniqueName('View') })
  const template = await createRow(app, '/api/layoutTemplates', {
    name: uniqueName('A1'),
    layout: 3,
    sheetSize: 'A1',
    viewIds: [view.id],
  })
  const plain = await givenDocument(project, { layoutTemplateId: template.id })
  expect(plain).toMatchObject({ layout: 3, sheetSize: 'A1', views: [{ id: view.id, name: view.name, abbreviation: 'V', scale: 'NTS' }] })
  expect((await givenDocument(project, { layoutTemplateId: template.id, layoutViewIds: [other.id] })).layoutViewIds).toEqual([other.id])
  const used = await admin('DELETE', `/api/layoutTemplates/${template.id}`)
  expect(used.body.message).toBe(`${template.name} is used by 2 drawing documents and cannot be deleted.`)
})

it('continues without a gap after the last drawing was deleted', async () => {
  const project = await createProject(app)
  const rows = [await givenDocument(project), await givenDocument(project), await givenDocument(project)]
  await admin('DELETE', at(project, `/${rows[0]!.id}`))
  await admin('PUT', at(project, '/Renumber'), {})
  expect(await readNumbers(project)).toEqual(['DTL-001', 'DTL-002'])
  expect((await givenDocument(project)).number).toBe('DTL-003')
  await admin('DELETE', at(project, `/${rows[2]!.id}`))
  expect((await givenDocument(project)).number).toBe('DTL-004')
  await admin('PUT', at(project, '/Renumber'), {})
  expect((await givenDocument(project)).number).toBe('DTL-004')
})

it('renumbers on request without gaps, keeps manual numbers, and can be undone', async () => {
  const project = await createProject(app)
  const rows: Row[] = []
  for (const more of [{}, {}, { number: 'BY-HAND' }, {}]) rows.push(await givenDocument(project, more))
  await admin('DELETE', at(project, `/${rows[0]!.id}`))
  expect(await readNumbers(project)).toEqual(['BY-HAND', 'DTL-002', 'DTL-004'])
  const { changed, changeSetId } = (await admin('PUT', at(project, '/Renumber'), {})).body
  expect(changed).toBe(2)
  expect(await readNumbers(project)).toEqual(['BY-HAND', 'DTL-001', 'DTL-002'])
  expect((await admin('PUT', at(project, '/Renumber'), {})).body).toEqual({ changed: 0, changeSetId: null })
  expect((await admin('POST', `/api/changeSets/${changeSetId}/Undo`, {})).status).toBeLessThan(300)
  expect(await readNumbers(project)).toEqual(['BY-HAND', 'DTL-002', 'DTL-004'])
  expect((await admin('PUT', at(project, '/Renumber'), { ids: [rows[0]!.id] })).body.fields).toEqual({
    ids: ['Drawing document not found.'],
  })
})

it('follows the states of domain 7.7 and sets the issue date on completion', async () => {
  const project = await createProject(app)
  const sheet = await givenDocument(project)
  const move = (state: number, more: Row = {}) => admin('PUT', at(project, `/${sheet.id}/SetState`), { state, ...more })
  expect((await move(3)).body.message).toBe('The state cannot be changed this way while Created.')
  expect((await move(2, { comment: 'Begun' })).body.state).toBe(2)
  expect((await move(3, { rowVersion: sheet.rowVersion })).body.detail).toBe('stale')
  const completed = (await move(3)).body
  expect(completed).toMatchObject({ state: 3, actions: ['SetState'] })
  expect(completed.issueDate).toMatch(/^\d{4}-\d\d-\d\d$/)
  const log = (await admin('GET', at(project, `/${sheet.id}/ActivityLogs`))).body.items
  expect(log.map(({ title, notes }: Row) => [title, notes])).toEqual([
    ['Completed', null],
    ['In Progress', 'Begun'],
    ['Created', null],
  ])
  const reader = await app.signInAs(['Projects.View', 'DrawingDocuments.View'])
  expect((await reader('PUT', at(project, `/${sheet.id}/SetState`), { state: 2 })).status).toBe(403)
  expect((await reader('GET', at(project, `/${sheet.id}`))).body.actions).toEqual([])
})

it('updates several documents, all or none', async () => {
  const project = await createProject(app)
  const [one, two] = [await givenDocument(project), await givenDocument(project)]
  const bulk = (set: Row, ids = [one.id, two.id]) => admin('PUT', at(project, '/Bulk'), { ids, set })
  const done = await bulk({ state: 2, dueDate: '2026-07-01', assignedUserId: admin.userId, revision: 'A' })
  expect(done.body.updated).toBe(2)
  const { items } = (await admin('GET', at(project))).body
  expect(items).toHaveLength(2)
  for (const row of items) expect(row).toMatchObject({ state: 2, dueDate: '2026-07-01', revision: 'A', assignedUser: { id: admin.userId } })
  expect((await bulk({})).body.fields).toEqual({ set: ['Nothing to change.'] })
  expect((await bulk({ state: 6 })).status).toBe(409)
  const elsewhere = await givenDocument(await createProject(app))
  expect((await bulk({ revision: 'B' }, [one.id, elsewhere.id])).body.fields).toEqual({ ids: ['Drawing document not found.'] })
  expect((await admin('GET', at(project, `/${one.id}`))).body.revision).toBe('A')
})

it('counts in the project, appears on the timeline at its due date, and is searchable', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project, { name: 'Auditorium' })
  const sheet = await givenDocument(project, {
    documentType: 1,
    associateType: 1,
    associateId: space.id,
    title: 'Sheet',
    dueDate: '2026-06-01',
  })
  await givenDocument(project)
  expect((await admin('GET', `/api/projects/${project.id}/Stats`)).body.documentsCount).toBe(2)
  expect((await admin('GET', `/api/projects/${project.id}/LiveOverview`)).body.documentsByState).toEqual([{ state: 1, count: 2 }])
  const due = async (query: Row = {}) => (await admin('GET', `/api/projects/${project.id}/Timeline`, undefined, { query })).body.documents
  expect(await due()).toEqual([{ id: sheet.id, number: 'IAV-001', title: 'Sheet', dueDate: '2026-06-01', state: 1 }])
  expect(await due({ from: '2026-06-02' })).toEqual([])
  const found = await admin('GET', at(project), undefined, { query: { search: 'auditor' } })
  expect(found.body.items.map(({ id }: Row) => id)).toEqual([sheet.id])
  const plain = await app.signInAs(['Projects.View', 'ProjectTimeline.View', 'ProjectLiveOverview.View'])
  expect((await plain('GET', `/api/projects/${project.id}/Timeline`)).body.documents).toEqual([])
  expect((await plain('GET', `/api/projects/${project.id}/Stats`)).body.documentsCount ?? 0).toBe(0)
})

it('is read-only in a closed project, and hidden without project access', async () => {
  const project = await createProject(app)
  const sheet = await givenDocument(project)
  const set = (await admin('POST', at(project, '/Generate'), { documentTypes: [3], associateType: 0 })).body.changeSetId
  await activateProject(app, project)
  await admin('PUT', `/api/projects/${project.id}/Close`, {})
  for (const answer of [
    await admin('POST', at(project), { documentType: 11 }),
    await admin('PUT', at(project, `/${sheet.id}`), sheet),
    await admin('DELETE', at(project, `/${sheet.id}`)),
    await admin('PUT', at(project, '/Renumber'), {}),
    await admin('POST', at(project, '/Generate'), { documentTypes: [3], associateType: 0 }),
    await admin('PUT', at(project, '/Bulk'), { ids: [sheet.id], set: { revision: 'C' } }),
    await admin('PUT', at(project, `/${sheet.id}/SetState`), { state: 2 }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { message: 'The project is closed.' } })
  await admin('POST', `/api/changeSets/${set}/Undo`, {})
  expect((await admin('GET', at(project))).body.total).toBe(2)
  const hidden = await createProject(app)
  await addToAccessList(app, hidden, admin.userId)
  const stranger = await app.signInAs(['Projects.View', 'DrawingDocuments.View', 'DrawingDocuments.Create', 'DrawingDocuments.Update'])
  expect((await stranger('GET', at(hidden))).status).toBe(404)
  expect((await stranger('POST', at(hidden, '/Generate'), { documentTypes: [3], associateType: 0 })).status).toBe(404)
})

it('stores the issued file and serves it by its name', async () => {
  const project = await createProject(app)
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.7']), 'sheet.pdf')
  const fileId = (await admin('POST', '/api/files', form)).body.id
  const sheet = await givenDocument(project, { fileId })
  expect(sheet).toMatchObject({ fileId, fileName: 'sheet.pdf' })
  const [row] = (await admin('GET', at(project))).body.items
  expect(row.fileName).toBe('sheet.pdf')
  expect((await fetch(new URL(row.url, app.url))).status).toBe(200)
})
