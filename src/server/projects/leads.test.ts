import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { createProjectClient } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { LeadStatus } from '../../model/projects/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { leads } from './leads.ts'

const app = await startApp()
const { admin } = app
const givenLead = (more: AnyRow = {}) => createRow(app, '/api/leads', { name: uniqueName('Lead'), ...more })
const runStep = (lead: AnyRow, action: string, body: object = {}) => admin('PUT', `/api/leads/${lead.id}/${action}`, body)
const readLead = async (lead: AnyRow) => (await admin('GET', `/api/leads/${lead.id}`)).body as AnyRow

entityContract(leads, app, {
  prepare: async () => ({
    clientId: (await createProjectClient(app)).id,
    imageUrl: await uploadPicture(app, 'leads'),
    associateConsultantId: admin.userId,
    projectManagerId: (await app.signInAs(['Projects.View'], { isNew: true })).userId,
  }),
  valid: {
    name: 'Waterfront hotel',
    type: 1,
    description: '<p>Conference floor</p>',
    address: { addressLine1: '1 Main Street', addressLine2: 'Suite 4', city: 'Denver', state: 'CO', postalCode: '80014', country: 'US' },
    expectedRevenue: 140_000.5,
    probabilityPercent: 35,
    expectedCloseDate: '2027-02-28',
    leadSource: 'Referral',
  },
  invalid: [
    ['name', 'Waterfront  hotel', messages.whiteSpaces],
    ['type', 9, messages.unknown],
    ['clientId', 999_999_999, 'Client not found.'],
    ['probabilityPercent', 101, messages.maximum(100)],
    ['expectedRevenue', -1, messages.minimum(0)],
    ['leadSource', 'x'.repeat(501), messages.maxLength(500)],
  ],
  as: (permissions) =>
    app.signInAs(permissions.length < 10 ? [...new Set([...permissions, 'Leads.View', 'LeadAccessList.Update'] as const)] : permissions),
})

it('starts as a new lead without number or buildings, and is not listed as a project', async () => {
  const lead = await givenLead({ associateConsultantId: admin.userId })
  expect(lead).toMatchObject({ leadStatus: 1, isArchived: false, clientState: 4, ageDays: 0, nextStatuses: [2, 3, 4, 5, 6] })
  expect(lead.actions).toEqual(['Promote', 'Archive', 'SetStatus'])
  expect((await admin('GET', `/api/projects/${lead.id}`)).status).toBe(404)
  expect((await admin('GET', '/api/projects', undefined, { query: { search: lead.name, stages: [-1, 1, 2, 3, 4] } })).body.total).toBe(0)
  expect((await admin('GET', `/api/projects/${lead.id}/Buildings`)).body.total ?? 0).toBe(0)
  expect(await app.sql('select 1 from buildings where project_id = $1', [lead.id])).toEqual([])
})

it('is excluded from lists and search when archived, unless requested', async () => {
  const lead = await givenLead()
  const listed = async (query: object = {}) =>
    (await admin('GET', '/api/leads', undefined, { query: { search: lead.name, ...query } })).body.total
  const found = async () => (await admin('GET', `/api/spotlight?term=${encodeURIComponent(`l: ${lead.name}`)}`)).body.leads.total
  expect([await listed(), await listed({ isArchived: true }), await found()]).toEqual([1, 0, 1])
  const archived = (await runStep(lead, 'Archive', { comment: 'Later' })).body
  expect(archived).toMatchObject({ isArchived: true, actions: ['Unarchive'], nextStatuses: [] })
  expect([await listed(), await listed({ isArchived: true }), await listed({ isArchived: false }), await found()]).toEqual([0, 1, 0, 0])
  for (const path of ['typeHead', 'query'])
    expect((await admin('GET', `/api/leads/${path}`, undefined, { query: { search: lead.name } })).body.total, path).toBe(0)
  expect((await runStep(lead, 'SetStatus', { status: 2 })).body.message).toBe('SetStatus is not possible while Archived.')
  expect((await runStep(lead, 'Unarchive')).body).toMatchObject({ isArchived: false, leadStatus: 1 })
  expect(await listed()).toBe(1)
})

it('is found by its associate consultant, also after a rename', async () => {
  const person = await app.signInAs([], { isNew: true })
  const rename = (lastName: string) => app.sql('update users set last_name = $2 where id = $1', [person.userId, lastName])
  await rename('Quillfeather')
  const lead = await givenLead({ associateConsultantId: person.userId })
  const found = async (search: string) =>
    (await admin('GET', '/api/leads', undefined, { query: { search } })).body.items.map(({ id }: AnyRow) => id)
  expect(await found('quillf')).toEqual([lead.id])
  await rename('Brandywhistle')
  expect([await found('quillf'), await found('brandyw')]).toEqual([[], [lead.id]])
})

it('advances automatically when its associate consultant is assigned', async () => {
  const lead = await givenLead()
  await runStep(lead, 'SetStatus', { status: 2 })
  expect((await runStep(lead, 'SetStatus', { status: 3 })).body.message).toBe('An associate consultant must be assigned first.')
  const { name, type } = lead
  const saved = await admin('PUT', `/api/leads/${lead.id}`, { name, type, associateConsultantId: admin.userId })
  expect(saved.body).toMatchObject({ leadStatus: 3, associateConsultant: { id: admin.userId } })
})

describe('status table', () => {
  /** Domain 7.2 restated: allowed moves by status, with an associate consultant assigned. */
  const moves: Record<number, number[]> = {
    1: [2, 3, 4, 5, 6],
    2: [1, 3, 4, 5, 6],
    3: [2, 4, 5, 6],
    4: [1],
    5: [1, 6, 4],
    6: [1, 5, 4],
  }
  it.each(LeadStatus.values.map(({ value, label }) => [label, value] as const))('allows the moves from %s', async (_, from) => {
    for (const { value: to } of LeadStatus.values) {
      const lead = await givenLead({ associateConsultantId: admin.userId })
      // Pauses start from status 1, so that is where they return to.
      await app.sql('update projects set lead_status = $2, status_before_pause = $3 where id = $1', [lead.id, from, from > 4 ? 1 : null])
      const answer = await runStep(lead, 'SetStatus', { status: to, comment: 'Because' })
      const isOpen = moves[from]!.includes(to)
      expect({ from, to, status: answer.status }).toEqual({ from, to, status: isOpen ? 200 : 409 })
      expect((await readLead(lead)).leadStatus).toBe(isOpen ? to : from)
      if (!isOpen) expect(answer.body.message).toBe(`SetStatus is not possible while ${LeadStatus.label(from)}.`)
    }
    const lead = await givenLead()
    await app.sql('update projects set lead_status = $2 where id = $1', [lead.id, from])
    for (const status of [0, 7, 100, 200, 300, 400, -1])
      expect(await runStep(lead, 'SetStatus', { status, comment: 'Because' })).toMatchObject({
        status: 400,
        body: { fields: { status: [messages.unknown] } },
      })
  })

  it.each(LeadStatus.values.flatMap(({ value, label }) => [false, true].map((isArchived) => [label, value, isArchived] as const)))(
    '%s (%i, archived: %s) allows exactly the steps of the table',
    async (_, status, isArchived) => {
      for (const [step, isOpen] of [
        ['Archive', !isArchived],
        ['Unarchive', isArchived],
        ['Promote', !isArchived && status < 4],
      ] as const) {
        const clientId = (await createProjectClient(app)).id
        const lead = await givenLead({ clientId, associateConsultantId: admin.userId })
        await app.sql('update projects set lead_status = $2, is_archived = $3 where id = $1', [lead.id, status, isArchived])
        const before = await app.sql('select stage, lead_status, is_archived, row_version from projects where id = $1', [lead.id])
        const answer = await runStep(lead, step)
        expect({ step, status: answer.status }).toEqual({ step, status: isOpen ? 200 : 409 })
        if (isOpen) continue
        expect(answer.body.message).toBe(`${step} is not possible while ${isArchived ? 'Archived' : LeadStatus.label(status)}.`)
        expect(await app.sql('select stage, lead_status, is_archived, row_version from projects where id = $1', [lead.id])).toEqual(before)
      }
    },
  )
})

it('requires a reason when lost or paused, and returns to the previous status', async () => {
  const lead = await givenLead({ associateConsultantId: admin.userId })
  await runStep(lead, 'SetStatus', { status: 3 })
  for (const status of [4, 5, 6])
    expect(await runStep(lead, 'SetStatus', { status })).toMatchObject({ status: 400, body: { fields: { comment: [messages.required] } } })
  const paused = (await runStep(lead, 'SetStatus', { status: 5, comment: 'No budget' })).body
  expect(paused).toMatchObject({ leadStatus: 5, statusBeforePause: 3, pauseReason: 'No budget', nextStatuses: [3, 6, 4] })
  expect((await runStep(lead, 'SetStatus', { status: 6, comment: 'No people' })).body).toMatchObject({
    leadStatus: 6,
    statusBeforePause: 3,
  })
  expect((await runStep(lead, 'SetStatus', { status: 3 })).body).toMatchObject({ leadStatus: 3, statusBeforePause: null })
  expect((await runStep(lead, 'SetStatus', { status: 4, comment: 'Went elsewhere' })).body).toMatchObject({ lostReason: 'Went elsewhere' })
  const log = (await admin('GET', `/api/leads/${lead.id}/ActivityLogs`)).body.items
  expect(log[0]).toMatchObject({
    title: 'Lead Lost',
    notes: 'Went elsewhere',
    changes: [{ field: 'leadStatus', from: 'Researching Lead', to: 'Lead Lost' }],
  })
})

it('rejects a stale row version', async () => {
  const lead = await givenLead()
  await runStep(lead, 'SetStatus', { status: 2, rowVersion: 1 })
  for (const [action, body] of [
    ['SetStatus', { status: 1 }],
    ['Archive', {}],
    ['Promote', {}],
  ] as const)
    expect(await runStep(lead, action, { ...body, rowVersion: 1 })).toMatchObject({
      status: 409,
      body: { detail: 'stale', current: { rowVersion: 2 } },
    })
})

it('becomes a project with the same id, list and log, plus a number, building and level', async () => {
  const clientId = (await createProjectClient(app)).id
  const lead = await givenLead({ clientId, type: 1, associateConsultantId: admin.userId, expectedRevenue: 1000 })
  const person = await app.signInAs(['Leads.View'], { isNew: true })
  await admin('PUT', `/api/leads/${lead.id}/AccessList`, { userIds: [person.userId] })
  await admin('POST', `/api/leads/${lead.id}/ActivityLogs`, { notes: 'Called twice', type: 2 })
  await runStep(lead, 'SetStatus', { status: 2 })
  const promoted = await runStep(lead, 'Promote', { comment: 'They want it' })
  expect(promoted).toMatchObject({
    status: 200,
    body: { id: lead.id, stage: 1, projectStatus: 100, leadStatus: 2, expectedRevenue: 1000, actions: ['SetStatus'] },
  })
  expect(promoted.body.number).toMatch(/^\d{6}-B$/)
  expect(promoted.body.buildings).toMatchObject([{ name: 'Main Building', levels: [{ name: 'Level 1' }] }])
  expect((await admin('GET', `/api/leads/${lead.id}`)).status).toBe(404)
  expect((await admin('GET', `/api/projects/${lead.id}/AccessList`)).body.users).toMatchObject([{ id: person.userId }])
  const log = (await admin('GET', `/api/projects/${lead.id}/ActivityLogs`)).body.items
  expect(log.map(({ title }: AnyRow) => title)).toEqual(expect.arrayContaining(['Created', 'Note', 'Promoted']))
  expect(log.find(({ title }: AnyRow) => title === 'Promoted')).toMatchObject({ notes: 'They want it' })
  const found = await admin('GET', '/api/projects', undefined, { query: { search: lead.name } })
  expect(found.body.items).toMatchObject([{ id: lead.id, number: promoted.body.number }])
  expect((await runStep(lead, 'Promote')).status).toBe(404)
})

it('requires a client, unless internal, and an associate consultant for promotion', async () => {
  const lead = await givenLead()
  expect((await runStep(lead, 'Promote')).body.message).toBe('A lead needs a client before it can be promoted.')
  const internal = await givenLead({ type: 3 })
  expect((await runStep(internal, 'Promote')).body.message).toBe('A lead needs an associate consultant before it can be promoted.')
  await admin('PUT', `/api/leads/${internal.id}`, { name: internal.name, type: 3, associateConsultantId: admin.userId })
  expect((await runStep(internal, 'Promote')).body).toMatchObject({ stage: 2, projectStatus: 200 })
})

it('can be promoted by a user who cannot view projects', async () => {
  const lead = await givenLead({ clientId: (await createProjectClient(app)).id, associateConsultantId: admin.userId })
  const maker = await app.signInAs(['Leads.View', 'Leads.Update', 'Projects.Create'], { isNew: true })
  const answer = await maker('PUT', `/api/leads/${lead.id}/Promote`, {})
  expect(answer).toMatchObject({ status: 200, body: { id: lead.id, stage: 1 } })
  expect((await admin('GET', `/api/projects/${lead.id}`)).status).toBe(200)
})

it('appears among deleted projects and is restored as a lead', async () => {
  const lead = await givenLead()
  expect((await admin('DELETE', `/api/leads/${lead.id}`)).status).toBe(204)
  const query = { search: lead.name }
  expect((await admin('GET', '/api/projects/deleted', undefined, { query })).body.items).toMatchObject([{ id: lead.id, stage: -1 }])
  expect((await admin('PUT', `/api/projects/${lead.id}/restore`, {})).status).toBe(200)
  expect((await readLead(lead)).name).toBe(lead.name)
  expect((await admin('GET', `/api/projects/${lead.id}`)).status).toBe(404)
})

it('requires a name unique among the projects of its client', async () => {
  const clientId = (await createProjectClient(app)).id
  const lead = await givenLead({ clientId })
  expect((await admin('POST', '/api/projects', { name: lead.name, clientId })).status).toBe(409)
})
