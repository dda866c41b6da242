import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPlan } from '../../../test/kit/fixtures/plans.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { rfis } from './rfis.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const at = (project: Row, tail = '') => `/api/projects/${project.id}/Rfis${tail}`
const ask = (project: Row, more: Row = {}) => createRow(app, at(project), { subject: 'Height', question: 'How high?', ...more })
const step = (project: Row, row: Row, name: string, body: Row = {}) => admin('PUT', at(project, `/${row.id}/${name}`), body)

let shared: Row
const createShared = async () => {
  if (shared) return shared
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const line = await createLine(app, space, await createProduct(app))
  const drawing = await createRow(app, `/api/projects/${project.id}/DrawingDocuments`, { documentType: 11 })
  const architect = await createRow(app, '/api/architects', { name: uniqueName('Architect') })
  const plan = await createPlan(app, project)
  shared = { ...project, plan, space, line: Array.isArray(line) ? line[0] : line, drawing, architect }
  return shared
}
entityContract(rfis, app, {
  prepare: async () => {
    const { space, line, drawing, architect, plan } = await createShared()
    return { planId: plan.id, spaceId: space.id, lineId: line.id, documentId: drawing.id, companyId: architect.id }
  },
  valid: {
    subject: 'Height of the displays',
    question: 'How high above the floor?',
    proposedAnswer: '60 in',
    companyType: 7,
    dueDate: '2026-05-04',
    costImpact: 1,
    scheduleImpact: 2,
    x: 1.5,
    y: 2.5,
  },
  invalid: [
    ['subject', '', messages.required],
    ['question', '', messages.required],
    ['costImpact', 9, messages.unknown],
    ['spaceId', 999_999_999, 'Space not found.'],
    ['lineId', 999_999_999, 'Equipment line not found.'],
    ['documentId', 999_999_999, 'Drawing not found.'],
    ['companyId', 999_999_999, 'Company not found.'],
  ],
  parentId: async () => (await createShared()).id,
  as: (names: readonly Permission[]) => app.signInAs([...names, 'Projects.View']),
})

it('is answered, closed and reopened, and refuses other steps', async () => {
  const project = await createProject(app)
  const row = await ask(project, { dueDate: '2026-01-05' })
  expect(row).toMatchObject({ number: 'RFI-001', state: 1, isOverdue: true, costImpact: 3, scheduleImpact: 3, actions: ['Answer'] })
  expect((await step(project, row, 'Close')).body.message).toBe('Close is not possible while Open.')
  expect((await step(project, row, 'Reopen', { reason: 'Why' })).status).toBe(409)
  expect((await step(project, row, 'Answer')).body.fields).toEqual({ answer: [messages.required] })
  const answered = await step(project, row, 'Answer', { answer: '60 in', rowVersion: row.rowVersion })
  expect(answered.body).toMatchObject({ state: 2, answer: '60 in', isOverdue: false, answeredBy: { id: admin.userId } })
  expect((await step(project, row, 'Answer', { answer: '62 in' })).status).toBe(409)
  expect((await step(project, row, 'Close')).body.state).toBe(3)
  expect((await step(project, row, 'Close')).status).toBe(409)
  expect((await step(project, row, 'Reopen')).body.fields).toEqual({ reason: [messages.required] })
  expect((await step(project, row, 'Reopen', { reason: 'The wall moved' })).body).toMatchObject({
    state: 1,
    answer: '60 in',
    isOverdue: true,
  })
  const overdue = await admin('GET', at(project), undefined, { query: { isOverdue: true } })
  expect(overdue.body.total).toBe(1)
  await ask(project, { dueDate: '2126-01-05' })
  await ask(project)
  expect((await admin('GET', at(project), undefined, { query: { isOverdue: false } })).body.total).toBe(2)
})

it('takes one of several answers at once', async () => {
  const project = await createProject(app)
  const row = await ask(project)
  const answers = await Promise.all(['a', 'b', 'c'].map((answer) => step(project, row, 'Answer', { answer })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})
