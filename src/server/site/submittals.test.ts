import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { servedSubmittals } from './submittals.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const at = (project: Row, tail = '') => `/api/projects/${project.id}/Submittals${tail}`
const expectOne = (project: Row, more: Row = {}) => createRow(app, at(project), { title: uniqueName('Displays'), ...more })
const step = (project: Row, row: Row, name: string, body: Row = {}) => admin('PUT', at(project, `/${row.id}/${name}`), body)
const read = async (project: Row, row: Row) => (await admin('GET', at(project, `/${row.id}`))).body
const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

let shared: Row
const createShared = async () => {
  if (shared) return shared
  const project = await createProject(app)
  const product = await createProduct(app)
  const line = await createLine(app, await createSpace(app, project), product)
  const contractor = await createRow(app, '/api/subContractors', { name: uniqueName('Installer') })
  shared = { ...project, line: Array.isArray(line) ? line[0] : line, product, contractor }
  return shared
}
entityContract(servedSubmittals, app, {
  prepare: async () => {
    const { line, product, contractor } = await createShared()
    return { lineIds: [line.id], substituteEquipmentId: product.id, companyId: contractor.id, reviewerId: admin.userId }
  },
  valid: { title: 'Displays', kind: 2, specSection: '27 41 16', companyType: 3, expectedDate: '2026-05-04' },
  invalid: [
    ['title', '', messages.required],
    ['kind', 9, messages.unknown],
    ['lineIds', [999_999_999], 'Equipment line not found.'],
    ['companyId', 999_999_999, 'Company not found.'],
    ['expectedDate', '2026-02-30', messages.date],
  ],
  parentId: async () => (await createShared()).id,
  as: (names: readonly Permission[]) => app.signInAs([...names, 'Projects.View']),
})

const sendFile = async (name: string) => {
  const form = new FormData()
  form.append('file', new Blob([name]), name)
  return (await admin('POST', '/api/files', form)).body.id as string
}

it('runs from expected through a resubmittal to closed', async () => {
  const project = await createProject(app)
  const first = await expectOne(project, { specSection: '27 41 16' })
  expect(first).toMatchObject({
    number: 'S-001',
    state: 1,
    ballInCourt: 2,
    daysInCourt: 0,
    dueDate: null,
    next: null,
    actions: ['Receive'],
  })
  expect((await step(project, first, 'Return', { outcome: 1 })).body.message).toBe('Return is not possible while Expected.')
  const [file, review] = [await sendFile('data.pdf'), await sendFile('review.pdf')]
  // 2026-03-02 is a Monday; no holiday follows in these two weeks.
  const received = await step(project, first, 'Receive', { receivedDate: '2026-03-02', fileIds: [file] })
  expect(received.body).toMatchObject({ state: 2, ballInCourt: 1, dueDate: '2026-03-16', files: [{ id: file }], actions: ['Return'] })
  expect(received.body.daysInCourt).toBe(Math.round((Date.parse(today) - Date.parse('2026-03-02')) / 86_400_000))
  expect((await step(project, first, 'Receive', { receivedDate: today })).status).toBe(409)
  const returned = await step(project, first, 'Return', { outcome: 3, comments: 'Wrong size', fileIds: [review] })
  expect(returned.body).toMatchObject({ state: 3, ballInCourt: 2, daysInCourt: 0, comments: 'Wrong size', next: { number: 'S-001.1' } })
  expect(returned.body.files.map(({ id }: Row) => id)).toEqual([file, review])
  expect((await step(project, first, 'Return', { outcome: 1 })).status).toBe(409)
  expect((await admin('DELETE', at(project, `/${first.id}`))).body.message).toContain('S-001.1')
  const second = await read(project, returned.body.next)
  expect(second).toMatchObject({ title: first.title, specSection: '27 41 16', state: 1, previous: { id: first.id, number: 'S-001' } })
  expect((await admin('DELETE', at(project, `/${second.id}`))).status).toBe(409)
  await step(project, second, 'Receive', { receivedDate: today })
  const third = (await step(project, second, 'Return', { outcome: 4 })).body.next
  expect(third.number).toBe('S-001.2')
  expect([(await read(project, first)).state, (await read(project, second)).state]).toEqual([3, 3])
  await step(project, third, 'Receive', { receivedDate: daysAgo(3) })
  expect((await read(project, third)).daysInCourt).toBe(3)
  const closed = (await step(project, third, 'Return', { outcome: 2 })).body
  expect(closed).toMatchObject({ state: 4, ballInCourt: null, daysInCourt: null, next: null })
  expect([(await read(project, first)).state, (await read(project, second)).state]).toEqual([4, 4])
  expect((await expectOne(project)).number).toBe('S-002')
  const listed = await admin('GET', at(project), undefined, { query: { states: [4] } })
  expect(listed.body.items.map(({ number }: Row) => number)).toEqual(['S-001', 'S-001.1', 'S-001.2'])
})

it('counts holidays and the working days of the settings', async () => {
  const project = await createProject(app)
  const due = async (receivedDate: string) => (await step(project, await expectOne(project), 'Receive', { receivedDate })).body.dueDate
  const calendars = (await admin('GET', '/api/holidayCalendars')).body.items
  const calendar = calendars.find(({ isDefault }: Row) => isDefault) ?? calendars[0]
  await admin('PUT', `/api/holidayCalendars/${calendar.id}`, {
    isDefault: true,
    days: [
      { date: '2027-07-05', name: 'Whole', share: 1 },
      { date: '2027-07-06', name: 'Half', share: 0.5 },
    ],
  })
  expect(await due('2027-07-02')).toBe('2027-07-19')
  await admin('PUT', '/api/appSettings/site.reviewWorkingDays', { value: 2 })
  expect(await due('2027-07-02')).toBe('2027-07-07')
  expect(await due('2027-07-03')).toBe('2027-07-07')
  await admin('DELETE', '/api/appSettings/site.reviewWorkingDays')
})

it('refuses unknown files, stale versions and people without the permission', async () => {
  const project = await createProject(app)
  const row = await expectOne(project)
  const missing = '00000000-0000-4000-8000-000000000000'
  expect((await step(project, row, 'Receive', { receivedDate: today, fileIds: [missing] })).body.fields).toEqual({
    fileIds: ['File not found.'],
  })
  expect((await step(project, row, 'Receive', {})).status).toBe(400)
  expect((await step(project, row, 'Receive', { receivedDate: today, rowVersion: 7 })).body.detail).toBe('stale')
  const reader = await app.signInAs(['Projects.View', 'ProjectNotes.View'])
  expect((await reader('PUT', at(project, `/${row.id}/Receive`), { receivedDate: today })).status).toBe(403)
  const other = await createProject(app)
  expect((await admin('PUT', at(other, `/${row.id}/Receive`), { receivedDate: today })).status).toBe(404)
  const [one, two] = await Promise.all([1, 2].map(() => step(project, row, 'Receive', { receivedDate: today })))
  expect([one!.status, two!.status].sort()).toEqual([200, 409])
})

it('generates one for each manufacturer and category of a revision, once', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const generate = (body: Row = {}) => admin('POST', at(project, '/Generate'), body)
  expect((await generate()).status).toBe(409)
  const [one, other] = [await createProduct(app), await createProduct(app)]
  const sameMaker = await createProduct(app, { manufactureId: one.manufacture.id })
  for (const product of [one, other, sameMaker]) await createLine(app, space, product)
  await createLine(app, space, await createProduct(app), { isExisting: true })
  const issue = (code: string) => createRow(app, `/api/projects/${project.id}/Revisions`, { code, title: code, issueDate: '2026-06-12' })
  const revision = await issue('R1')
  expect((await generate()).body).toEqual({ created: 2 })
  expect((await generate({ revisionId: revision.id })).body).toEqual({ created: 0 })
  const { items } = (await admin('GET', at(project))).body
  expect(items.map(({ state, lineIds }: Row) => [state, lineIds.length]).sort()).toEqual([
    [1, 1],
    [1, 2],
  ])
  await createLine(app, space, await createProduct(app))
  expect((await generate()).body).toEqual({ created: 0 })
  await issue('R2')
  const both = await Promise.all([generate(), generate()])
  expect(both.map(({ body }) => body.created).sort()).toEqual([0, 1])
  expect((await generate({ revisionId: 999_999_999 })).status).toBe(400)
})
