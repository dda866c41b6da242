import sharp from 'sharp'
import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPlan } from '../../../test/kit/fixtures/plans.ts'
import { createLine, createProduct, createProject, createSpace, readUnits } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { observations } from './observations.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const at = (project: Row, tail = '') => `/api/projects/${project.id}/Observations${tail}`
const observe = (project: Row, more: Row = {}) => createRow(app, at(project), { title: uniqueName('Item'), ...more })
const step = (project: Row, row: Row, name: string, body: Row = {}) => admin('PUT', at(project, `/${row.id}/${name}`), body)
const seeing = (names: readonly Permission[]) => app.signInAs([...names, 'Projects.View'])
const jpeg = (color: string, width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

let shared: Row
const createShared = async () => {
  if (shared) return shared
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await createLine(app, space, await createProduct(app))
  const [unit] = await readUnits(app, project)
  const visit = await createRow(app, `/api/projects/${project.id}/SiteVisits`, { date: '2026-05-04' })
  const contractor = await createRow(app, '/api/generalContractors', { name: uniqueName('Builder') })
  const plan = await createPlan(app, project)
  shared = { ...project, space, unit, visit, contractor, plan }
  return shared
}

entityContract(observations, app, {
  prepare: async () => {
    const { space, unit, visit, contractor, plan } = await createShared()
    return { planId: plan.id, spaceId: space.id, unitId: unit.id, visitId: visit.id, companyId: contractor.id }
  },
  valid: {
    title: 'Loose cable',
    x: 12.5,
    y: -3,
    companyType: 2,
    severity: 3,
    dueDate: '2026-05-04',
    note: 'Above the ceiling',
  },
  invalid: [
    ['title', '', messages.required],
    ['severity', 9, messages.unknown],
    ['spaceId', 999_999_999, 'Space not found.'],
    ['unitId', 999_999_999, 'Device not found.'],
    ['planId', 999_999_999, 'Plan not found.'],
    ['visitId', 999_999_999, 'Site visit not found.'],
    ['companyId', 999_999_999, 'Company not found.'],
    ['dueDate', '2026-02-30', messages.date],
  ],
  parentId: async () => (await createShared()).id,
  as: seeing,
})

it('numbers in sequence and never uses a number twice', async () => {
  const project = await createProject(app)
  const [first, second] = [await observe(project), await observe(project)]
  expect([first.number, second.number, first.severity, first.state]).toEqual(['P-001', 'P-002', 2, 1])
  expect((await admin('DELETE', at(project, `/${second.id}`))).status).toBe(204)
  const made = await Promise.all([1, 2, 3, 4].map(() => observe(project)))
  expect(made.map(({ number }) => number).sort()).toEqual(['P-003', 'P-004', 'P-005', 'P-006'])
})

it('moves by steps, refuses the others, and keeps who, when and the comment', async () => {
  const project = await createProject(app)
  const row = await observe(project)
  expect(row.actions).toEqual(['Ready', 'Close'])
  expect((await step(project, row, 'Return', { comment: 'Why' })).status).toBe(409)
  const ready = await step(project, row, 'Ready', { comment: 'Done', rowVersion: row.rowVersion })
  expect(ready).toMatchObject({ status: 200, body: { state: 2, actions: ['Close', 'Return'] } })
  expect((await step(project, row, 'Ready')).body.message).toBe('Ready is not possible while Ready for review.')
  expect((await step(project, row, 'Return')).body.fields).toEqual({ comment: [messages.required] })
  expect((await step(project, row, 'Return', { comment: 'Still loose' })).body.state).toBe(1)
  expect((await step(project, row, 'Close', { rowVersion: row.rowVersion })).status).toBe(409)
  const closed = (await step(project, row, 'Close')).body
  expect(closed.history.map(({ state, comment }: Row) => [state, comment])).toEqual([
    [1, null],
    [2, 'Done'],
    [1, 'Still loose'],
    [3, null],
  ])
  expect(closed.history.every(({ by, date }: Row) => by.id === admin.userId && Date.parse(date) > 0)).toBe(true)
  expect((await step(project, row, 'Close')).status).toBe(409)
  expect((await step(project, row, 'Return', { comment: 'It came back' })).body.state).toBe(1)
})

it('takes one of two steps at once', async () => {
  const project = await createProject(app)
  const row = await observe(project)
  const answers = await Promise.all([1, 2, 3].map(() => step(project, row, 'Ready')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { body } = await admin('GET', at(project, `/${row.id}`))
  expect(body.history).toHaveLength(2)
})

it('refuses steps in a closed project and to readers', async () => {
  const project = await createProject(app)
  const row = await observe(project)
  const reader = await app.signInAs(['Projects.View', 'ProjectNotes.View'])
  expect((await reader('PUT', at(project, `/${row.id}/Close`), {})).status).toBe(403)
  await app.sql('update projects set stage = 3, project_status = 300 where id = $1', [project.id])
  expect((await step(project, row, 'Close')).body.message).toBe('The project is closed.')
  expect((await admin('POST', at(project), { title: 'Late' })).status).toBe(409)
})

const photoForm = (...photos: [data: Buffer, name: string][]) => {
  const form = new FormData()
  for (const [data, name] of photos) form.append('files', new Blob([new Uint8Array(data)]), name)
  return form
}

it('keeps photos without their position, and refuses other files', async () => {
  const project = await createProject(app)
  const row = await observe(project)
  const located = await sharp(await jpeg('#c00'))
    .withExif({ IFD3: { GPSLatitude: '40/1 0/1 0/1' }, IFD0: { Copyright: 'A person' } })
    .toBuffer()
  expect((await sharp(located).metadata()).exif).toBeDefined()
  const form = photoForm(
    [located, 'a.jpg'],
    [
      await sharp(await jpeg('#0c0'))
        .png()
        .toBuffer(),
      'b.png',
    ],
  )
  form.append('comment', 'Both ends')
  const added = await admin('POST', at(project, `/${row.id}/Photos`), form)
  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({ photoCount: 2, photos: [{ name: 'a.jpg', contentType: 'image/jpeg' }, { name: 'b.png' }] })
  expect(added.body.history.at(-1)).toMatchObject({ state: 1, comment: 'Both ends', photoIds: added.body.photos.map(({ id }: Row) => id) })
  const { body: shown } = await app.call('GET', added.body.photos[0].url)
  expect((await sharp(shown).metadata()).exif).toBeUndefined()
  for (const [data, name, status] of [
    [Buffer.from('hello'), 'c.jpg', 415],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="4"/></svg>'), 'd.svg', 415],
    [located.subarray(0, 300), 'e.jpg', 400],
  ] as const)
    expect([name, (await admin('POST', at(project, `/${row.id}/Photos`), photoForm([data, name]))).status]).toEqual([name, status])
  expect((await admin('POST', at(project, `/${row.id}/Photos`), {})).body.fields).toEqual({ files: ['Choose a photo.'] })
  expect((await admin('GET', at(project, `/${row.id}`))).body.photoCount).toBe(2)
})

it('opens a photo only to those who see its observation', async () => {
  const project = await createProject(app)
  const row = await observe(project)
  const { body } = await admin('POST', at(project, `/${row.id}/Photos`), photoForm([await jpeg('#00c'), 'a.jpg']))
  const address = body.photos[0].url.split('?')[0]
  const reader = await app.signInAs(['Projects.View', 'ProjectNotes.View'])
  expect((await reader('GET', address)).status).toBe(200)
  const other = await app.signInAs(['Projects.View'])
  expect((await other('GET', address)).status).toBe(404)
})

it('sends one of two equal requests with one Idempotency-Key', async () => {
  const project = await createProject(app)
  const headers = { 'Idempotency-Key': uniqueName('key') }
  const send = () => admin('POST', at(project), { title: 'From the ceiling' }, { headers })
  const [one, two] = await Promise.all([send(), send()])
  expect([one.status, two.status, one.body.id]).toEqual([201, 201, two.body.id])
  expect((await admin('GET', at(project))).body.total).toBe(1)
})

it('reads a page of ten thousand along an index', async () => {
  const project = await createProject(app)
  await app.sql(
    `insert into observations (project_id, sequence, number, title, severity, state) select $1, n, 'P-' || lpad(n::text, greatest(3, length(n::text)), '0'), 'Item ' || n, 1 + n % 4, 1 + n % 3 from generate_series(1, 10000) n`,
    [project.id],
  )
  await app.sql('analyze observations')
  const { body } = await admin('GET', at(project), undefined, { query: { page: 300, itemsPerPage: 20 } })
  expect([body.total, body.items[0].number, body.items.length]).toEqual([10_000, 'P-5981', 20])
  const plan = await app.sql<Row>(
    `explain select t.id from observations t where not t.is_deleted and t.project_id = ${project.id} order by t.number collate natural_order, t.id limit 20 offset 100`,
  )
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('observations_order')
})
