import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import {
  activateProject,
  addToAccessList,
  createLine,
  createProduct,
  createProject,
  createProjectClient,
  createSpace,
} from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { servedProjectNotes } from './notes.ts'
import { servedTimeline } from './timeline.ts'

const app = await startApp()
const { admin } = app
const at = (project: AnyRow, tail: string) => `/api/projects/${project.id}/${tail}`
const close = async (project: AnyRow) => {
  await activateProject(app, project)
  expect((await admin('PUT', at(project, 'Close'), {})).status).toBe(200)
}
const readActivityLog = async (project: AnyRow): Promise<AnyRow[]> => (await admin('GET', at(project, 'ActivityLogs'))).body.items
const givenLead = (more: AnyRow = {}) => createRow(app, '/api/leads', { name: `Lead ${Math.random()}`, ...more })
const closed = { status: 409, body: { message: 'The project is closed.' } }

const seeing = (permissions: readonly Permission[]) => app.signInAs(['Projects.View', ...permissions])

describe('project notes', () => {
  let project: AnyRow
  entityContract(servedProjectNotes, app, {
    valid: { title: 'Kick-off', body: '<p>Who does what</p>', isPinned: true },
    invalid: [
      ['title', '', messages.required],
      ['body', '', messages.required],
    ],
    parentId: async () => {
      project ??= await createProject(app)
      return project.id
    },
    as: seeing,
  })

  it('sort pinned notes first, and are searchable by content', async () => {
    const mine = await createProject(app)
    await createRow(app, at(mine, 'Notes'), { title: 'Old', body: '<p>Ceiling <strong>height</strong></p>' })
    await createRow(app, at(mine, 'Notes'), { title: 'Pinned', body: '<p>Keys at the desk</p>', isPinned: true })
    await createRow(app, at(mine, 'Notes'), { title: 'New', body: '<p>x</p>' })
    const list = async (search = '') =>
      (await admin('GET', at(mine, 'Notes'), undefined, { query: { search } })).body.items.map(({ title }: AnyRow) => title)
    expect(await list()).toEqual(['Pinned', 'New', 'Old'])
    expect(await list('ceiling height')).toEqual(['Old'])
    expect(await list('strong')).toEqual([])
    expect((await admin('GET', at(mine, 'Stats'))).body.notesCount).toBe(3)
    expect((await readActivityLog(mine)).map(({ notes }) => notes)).toContain('Note: Pinned')
  })

  it('are sanitized, and can be added when the project is closed', async () => {
    const mine = await createProject(app)
    await close(mine)
    const note = await createRow(app, at(mine, 'Notes'), { title: 'After', body: '<p onclick="x">Snag <script>1</script>list</p>' })
    expect(note.body).toBe('<p>Snag list</p>')
  })

  it('stay when a lead is promoted', async () => {
    const lead = await givenLead({ clientId: (await createProjectClient(app)).id, associateConsultantId: admin.userId })
    const note = await createRow(app, `/api/leads/${lead.id}/Notes`, { title: 'First call', body: '<p>Interested</p>' })
    expect((await admin('GET', at(lead, 'Notes'))).status).toBe(404)
    expect((await admin('PUT', `/api/leads/${lead.id}/Promote`, {})).status).toBe(200)
    expect((await admin('GET', at(lead, 'Notes'))).body).toMatchObject({ total: 1, items: [{ id: note.id, title: 'First call' }] })
    expect((await admin('GET', `/api/leads/${lead.id}/Notes`)).status).toBe(404)
  })
})

describe('project timeline', () => {
  let project: AnyRow
  entityContract(servedTimeline, app, {
    valid: {
      title: 'Site survey',
      type: 4,
      date: '2026-05-04',
      endDate: '2026-05-06',
      assignedUserId: admin.userId,
      isDone: true,
      notes: 'Bring the ladder',
    },
    invalid: [
      ['title', '', messages.required],
      ['type', 9, messages.unknown],
      ['date', '2026-02-30', 'This is not a date'],
      ['endDate', '2026-05-03', 'The end is before the start.'],
    ],
    parentId: async () => {
      project ??= await createProject(app)
      return project.id
    },
    as: seeing,
  })

  it('returns entries that overlap the requested range', async () => {
    const mine = await createProject(app)
    for (const [title, date, endDate] of [
      ['Before', '2026-01-10', null],
      ['Across', '2026-01-20', '2026-02-03'],
      ['Within', '2026-02-10', null],
      ['After', '2026-03-01', null],
    ])
      await createRow(app, at(mine, 'Timeline'), { title, type: 1, date, endDate })
    const titles = async (query: AnyRow) =>
      (await admin('GET', at(mine, 'Timeline'), undefined, { query })).body.items.map(({ title }: AnyRow) => title)
    expect(await titles({})).toEqual(['Before', 'Across', 'Within', 'After'])
    expect(await titles({ from: '2026-02-01', to: '2026-02-28' })).toEqual(['Across', 'Within'])
    expect(await titles({ to: '2026-01-19' })).toEqual(['Before'])
    expect((await admin('GET', at(mine, 'Timeline'))).body.phases).toEqual([])
    expect((await admin('GET', at(mine, 'Timeline'), undefined, { query: { from: 'soon' } })).status).toBe(400)
    await close(mine)
    expect(await admin('POST', at(mine, 'Timeline'), { title: 'Late', type: 1, date: '2026-02-01' })).toMatchObject(closed)
  })
})

describe('project contacts', () => {
  it('are added from companies only with contact access; existing ones remain', async () => {
    const project = await createProject(app)
    const client = await createProjectClient(app)
    const body = { companyType: 0, companyId: client.id, firstName: 'Hidden', lastName: 'Number', phone: '+1 555 0199' }
    const known = await createRow(app, '/api/contacts', body)
    const other = await createRow(app, '/api/contacts', { ...body, firstName: 'Other' })
    await admin('PUT', at(project, 'Contacts'), { contacts: [{ contactId: known.id }] })
    const person = await seeing(['ProjectContacts.View', 'ProjectContacts.Update'])
    const put = (contacts: AnyRow[]) => person('PUT', at(project, 'Contacts'), { contacts })
    expect(await put([{ contactId: known.id }, { contactId: other.id }])).toMatchObject({
      status: 403,
      body: { detail: 'CompanyContacts.View' },
    })
    expect((await put([{ name: 'Porter' }, { contactId: known.id, role: 'Decides' }])).body.total).toBe(2)
  })

  it('are saved as a whole, in order, from companies or free', async () => {
    const project = await createProject(app)
    const client = await createProjectClient(app)
    const jane = await createRow(app, '/api/contacts', {
      companyType: 0,
      companyId: client.id,
      firstName: 'Jane',
      lastName: 'Doe',
      email: 'jane@example.com',
    })
    const put = (contacts: AnyRow[], more: AnyRow = {}) => admin('PUT', at(project, 'Contacts'), { contacts, ...more })
    expect((await admin('GET', at(project, 'Contacts'))).body).toEqual({ items: [], total: 0, rowVersion: 1 })
    const saved = await put([
      { name: 'Porter', phone: '+1 555 0100', companyName: 'Gate', role: 'Keys', email: null },
      { contactId: jane.id, name: 'ignored', role: 'Decides', isSharedExternally: true },
    ])
    expect(saved).toMatchObject({
      status: 200,
      body: {
        total: 2,
        rowVersion: 2,
        items: [
          {
            contact: null,
            name: 'Porter',
            phone: '+1 555 0100',
            companyName: 'Gate',
            companyType: null,
            role: 'Keys',
            isSharedExternally: false,
          },
          {
            contact: { id: jane.id, isDeleted: false },
            name: 'Jane Doe',
            email: 'jane@example.com',
            companyName: client.name,
            companyType: 0,
            role: 'Decides',
            isSharedExternally: true,
          },
        ],
      },
    })
    expect((await readActivityLog(project))[0]).toMatchObject({
      title: 'Contacts changed',
      changes: [{ from: null, to: 'Porter (Keys), Jane Doe (Decides)' }],
    })

    expect(await put([], { rowVersion: 1 })).toMatchObject({ status: 409, body: { detail: 'stale', current: { total: 2, rowVersion: 2 } } })
    await admin('DELETE', `/api/contacts/${jane.id}`)
    expect((await put([{ contactId: jane.id }], { rowVersion: 2 })).body).toMatchObject({
      items: [{ name: 'Jane Doe', contact: { isDeleted: true } }],
      rowVersion: 3,
    })
    await put([])
    expect((await put([{ contactId: jane.id }])).body.fields).toEqual({ 'contacts[0].contactId': ['Contact not found.'] })
  })

  it('reject missing names, duplicates and invalid values', async () => {
    const project = await createProject(app)
    const put = async (contacts: AnyRow[]) => (await admin('PUT', at(project, 'Contacts'), { contacts })).body.fields
    expect(await put([{ role: 'Nobody' }])).toEqual({ 'contacts[0].name': [messages.required] })
    expect(await put([{ contactId: 1 }, { contactId: 1 }])).toEqual({ 'contacts[1].contactId': ['This contact is already listed.'] })
    expect(Object.keys(await put([{ name: 'A', email: 'nonsense', phone: 'call me' }]))).toEqual(['contacts[0].email', 'contacts[0].phone'])
  })

  it('exist for leads, too, and stay on promotion', async () => {
    const lead = await givenLead({ clientId: (await createProjectClient(app)).id, associateConsultantId: admin.userId })
    await admin('PUT', `/api/leads/${lead.id}/Contacts`, { contacts: [{ name: 'Ann' }] })
    await admin('PUT', `/api/leads/${lead.id}/Promote`, {})
    expect((await admin('GET', at(lead, 'Contacts'))).body.items).toMatchObject([{ name: 'Ann' }])
  })
})

describe('project variables', () => {
  const variables = [
    { name: 'screen_height', label: 'Screen height', type: 3, value: 1.2 },
    { name: 'Greeting', label: null, type: 2, value: '<p>Dear <strong>all</strong></p>' },
  ]
  async function givenClientWith(items: AnyRow[]) {
    const client = await createProjectClient(app)
    expect((await admin('PUT', `/api/clients/${client.id}/Variables`, { items })).status).toBe(200)
    return client
  }
  const read = async (project: AnyRow) => (await admin('GET', at(project, 'Variables'))).body

  it('V1: are copied from the client on creation, and kept when the client changes', async () => {
    const client = await givenClientWith(variables)
    const project = await createProject(app, { clientId: client.id })
    const own = await read(project)
    expect(own.items).toMatchObject(variables.map((variable) => ({ ...variable, isFromClient: true })))
    expect(own.clientVariables).toMatchObject(variables)
    await admin('PUT', `/api/clients/${client.id}/Variables`, {
      items: [
        { name: 'screen_height', type: 3, value: 9 },
        { name: 'added', type: 1, value: 'x' },
      ],
    })
    const after = await read(project)
    expect(after.items).toMatchObject([
      { name: 'screen_height', value: 1.2 },
      { name: 'Greeting', isFromClient: false },
    ])

    const copied = (await admin('POST', at(project, 'Variables/CopyFromClient'), {})).body
    expect(copied.items.map(({ name, value }: AnyRow) => [name, value])).toEqual([
      ['screen_height', 1.2],
      ['Greeting', variables[1]!.value],
      ['added', 'x'],
    ])
    const again = (await admin('POST', at(project, 'Variables/CopyFromClient'), { overwrite: true })).body
    expect(again.items[0]).toMatchObject({ id: own.items[0].id, value: 9 })
    expect((await readActivityLog(project))[0]).toMatchObject({
      title: 'Variables copied from the client',
      changes: [{ label: 'Screen height', from: '1.2', to: '9' }],
    })
  })

  it('S4: are copied to a promoted lead, too', async () => {
    const client = await givenClientWith(variables)
    const lead = await givenLead({ clientId: client.id, associateConsultantId: admin.userId })
    await admin('PUT', `/api/leads/${lead.id}/Promote`, {})
    expect((await read(lead)).items).toMatchObject(variables)
  })

  it('show the example of a naming template, which cannot be deleted while in use', async () => {
    const project = await createProject(app)
    const segments = [{ type: 'ClientAbbreviatedName' }, { type: 'Text', value: '-' }, { type: 'Sequence', padding: 4 }]
    const { body } = await admin('POST', '/api/namingTemplates', { name: uniqueName('Sheets'), segments })
    const items = [{ name: 'sheets', label: 'Sheet names', type: 5, value: body.id }]
    const saved = await admin('PUT', at(project, 'Variables'), { items })
    expect(saved).toMatchObject({ status: 200, body: { items: [{ type: 5, value: body.id, printed: 'ACME-0007' }] } })
    expect((await readActivityLog(project))[0]).toMatchObject({ changes: [{ label: 'Sheet names', from: null, to: 'ACME-0007' }] })
    const remove = () => admin('DELETE', `/api/namingTemplates/${body.id}`)
    expect(await remove()).toMatchObject({
      status: 409,
      body: { message: `${body.name} is used by 1 project and cannot be deleted.` },
    })
    await admin('PUT', at(project, 'Variables'), { items: [] })
    expect((await remove()).status).toBe(204)
    const updated = await admin('PUT', at(project, 'Variables'), { items })
    expect(updated.body.fields).toEqual({ 'items[0].value': ['Naming template not found.'] })
  })

  it('can be empty for every type, and are saved with an empty one from the client', async () => {
    const client = await createProjectClient(app)
    const empty = { name: 'seats', type: 3, value: null }
    expect((await admin('PUT', `/api/clients/${client.id}/Variables`, { items: [empty] })).status).toBe(200)
    const project = await createProject(app, { clientId: client.id })
    const { items } = (await admin('GET', at(project, 'Variables'))).body
    expect(items).toMatchObject([empty])
    const more = [1, 2, 3, 4, 5].map((type) => ({ name: `v${type}`, type, value: '' }))
    const saved = await admin('PUT', at(project, 'Variables'), { items: [...items, ...more] })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(saved.body.items.map(({ value }: AnyRow) => value)).toEqual(Array(6).fill(null))
  })

  it('follow the rules of their types and require unique names', async () => {
    const project = await createProject(app)
    const put = (items: AnyRow[], more: AnyRow = {}) => admin('PUT', at(project, 'Variables'), { items, ...more })
    const refused = async (item: AnyRow) => (await put([{ name: 'a', ...item }])).body.fields
    expect(await refused({ type: 3, value: 'x' })).toEqual({ 'items[0].value': [messages.number] })
    expect(await refused({ type: 6, value: 'yes' })).toEqual({ 'items[0].value': [messages.unknown] })
    expect(await refused({ type: 4, value: -1 })).toEqual({ 'items[0].value': [messages.minimum(0)] })
    expect(await refused({ type: 1, value: 'x'.repeat(1001) })).toEqual({ 'items[0].value': [messages.maxLength(1000)] })
    expect(await refused({ type: 5, value: 7 })).toEqual({ 'items[0].value': ['Naming template not found.'] })
    expect(await refused({ type: 1, name: '9a' })).toEqual({ 'items[0].name': [expect.any(String)] })
    expect(
      (
        await put([
          { name: 'a', type: 1 },
          { name: 'A', type: 1 },
        ])
      ).body.fields,
    ).toEqual({ 'items[1].name': ['This name is already taken.'] })
    const saved = (
      await put(
        [
          { name: 'dim', type: 3, value: true },
          { name: 'n', type: 4, value: 3 },
        ],
        { rowVersion: 1 },
      )
    ).body
    // The legacy API uses one number for both.
    expect(saved).toMatchObject({
      rowVersion: 2,
      items: [
        { type: 6, value: true },
        { type: 4, value: 3 },
      ],
    })
    const [dim, n] = saved.items
    expect(
      (
        await put([
          { ...n, name: 'dim' },
          { ...dim, name: 'n' },
        ])
      ).body.items,
    ).toMatchObject([
      { id: n.id, name: 'dim' },
      { id: dim.id, name: 'n' },
    ])
    expect(await put([], { rowVersion: 2 })).toMatchObject({ status: 409, body: { detail: 'stale', current: { rowVersion: 3 } } })
    await close(project)
    expect(await put([])).toMatchObject(closed)
  })
})

describe('project budget', () => {
  it('is compared with the estimate of the current design', async () => {
    const project = await createProject(app, { totalArea: 100, installationFactor: 0.25 })
    const room = await createSpace(app, project)
    const product = await createProduct(app, { msrpPrice: 1000 })
    await createLine(app, room, product, { quantity: 2 })
    await createLine(app, room, product, { provider: 'FBO' })
    const cancelled = await createSpace(app, project)
    await createLine(app, cancelled, product, { quantity: 5 })
    await admin('PUT', `/api/spaces/${cancelled.id}/SetStatus`, { status: 4 })
    const plain = (await admin('GET', at(project, 'Budget'))).body
    expect(plain).toMatchObject({ clientBudget: null, usedPercent: null, lines: [], rowVersion: 1, installationFactor: 0.25 })
    // 2 × 1,000; three are installed at a quarter, including the owner-furnished one.
    expect(plain.estimate).toMatchObject({ hardware: 2000, ownerFurnished: 1000, installation: 750, total: 2750, totalPerArea: 27.5 })

    const saved = await admin('PUT', at(project, 'Budget'), {
      clientBudget: 3000,
      laborFactor: 0.1,
      shippingPercent: 5,
      taxPercent: 10,
      contingencyPercent: 10,
      lines: [
        { categoryId: product.category.id, amount: 3000 },
        { provider: 'FBO', amount: 200 },
        { name: 'Training', amount: 150.5 },
      ],
      rowVersion: 1,
    })
    expect(saved).toMatchObject({ status: 200, body: { rowVersion: 2, totalAmount: 3350.5 } })
    // 2,000 + 750 + labor 200 + shipping 100 + tax 200 + a tenth of 3,050.
    expect(saved.body.estimate).toMatchObject({ labor: 200, shipping: 100, tax: 200, contingency: 305, total: 3555 })
    expect(saved.body.usedPercent).toBe(118.5)
    expect(saved.body.lines).toMatchObject([
      { category: { id: product.category.id }, amount: 3000, estimate: 2750, variance: 250 },
      { provider: 'FBO', amount: 200, estimate: 250, variance: -50 },
      { name: 'Training', amount: 150.5, estimate: null, variance: null },
    ])
    expect((await readActivityLog(project))[0]).toMatchObject({ title: 'Budget changed' })
    const [audit] = await app.sql(
      `select before, after from audit_log where entity = 'projects' and entity_id = $1 order by id desc limit 1`,
      [String(project.id)],
    )
    expect(audit).toMatchObject({ before: { clientBudget: null }, after: { clientBudget: 3000 } })
  })

  it('changes the installation factor of the project', async () => {
    const project = await createProject(app)
    expect((await admin('PUT', at(project, 'Budget'), { installationFactor: 0.4 })).body.installationFactor).toBe(0.4)
    expect((await admin('GET', `/api/projects/${project.id}`)).body.installationFactor).toBe(0.4)
  })

  it('rejects lines without a subject, with two subjects and duplicates', async () => {
    const project = await createProject(app)
    const put = async (lines: AnyRow[]) => (await admin('PUT', at(project, 'Budget'), { lines })).body.fields
    expect(await put([{ amount: 1 }])).toEqual({ 'lines[0].name': [messages.required] })
    expect(await put([{ provider: 'GC', name: 'x', amount: 1 }])).toEqual({ 'lines[0].name': [expect.any(String)] })
    expect(
      await put([
        { provider: 'GC', amount: 1 },
        { provider: 'GC', amount: 2 },
      ]),
    ).toEqual({ 'lines[1].provider': ['There is already a line for this.'] })
    expect(await put([{ categoryId: 999_999, amount: 1 }])).toEqual({ 'lines[0].categoryId': ['Category not found.'] })
    expect((await admin('PUT', at(project, 'Budget'), { rowVersion: 7 })).body.detail).toBe('stale')
    await close(project)
    expect(await admin('PUT', at(project, 'Budget'), {})).toMatchObject(closed)
  })
})

it('returns the live overview', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  await createSpace(app, project)
  await createLine(app, room, await createProduct(app, { msrpPrice: 100 }), { quantity: 3 })
  const { body } = await admin('GET', at(project, 'LiveOverview'))
  expect(body).toMatchObject({
    spacesByStatus: [
      { status: 1, count: 1 },
      { status: 2, count: 1 },
    ],
    documentsByState: [],
    equipmentCount: 3,
    totalMsrpPrice: 300,
    totalPrice: 375,
    viewers: [],
  })
  expect(body.lastActivities.length).toBeGreaterThan(3)
  expect(body.lastActivities.length).toBeLessThanOrEqual(20)
  expect(body.lastActivities[0]).toMatchObject({ entity: 'spaces', entityName: room.name, createdBy: { id: admin.userId } })
  expect((await admin('GET', at(project, 'Stats'))).body).toEqual({
    spacesCount: 2,
    equipmentCount: 3,
    documentsCount: 0,
    contractsCount: 0,
    notesCount: 0,
    buildingsCount: 1,
  })
})

const reads: [Permission, string][] = [
  ['ProjectContacts.View', 'Contacts'],
  ['ProjectVariables.View', 'Variables'],
  ['ProjectBudget.View', 'Budget'],
  ['ProjectTimeline.View', 'Timeline'],
  ['ProjectNotes.View', 'Notes'],
  ['ProjectLiveOverview.View', 'LiveOverview'],
]
it.each(reads)('requires %s to read %s, and access to the project', async (permission, tail) => {
  const project = await createProject(app)
  expect((await (await app.signInAs(['Projects.View']))('GET', at(project, tail))).status).toBe(403)
  const reader = await app.signInAs(['Projects.View', permission])
  expect((await reader('GET', at(project, tail))).status).toBe(200)
  await addToAccessList(app, project, admin.userId)
  expect((await reader('GET', at(project, tail))).status).toBe(404)
  expect((await reader('GET', at({ id: 999_999_999 }, tail))).status).toBe(404)
})
const writes: [Permission, 'PUT' | 'POST', string, AnyRow][] = [
  ['ProjectContacts.Update', 'PUT', 'Contacts', { contacts: [] }],
  ['ProjectVariables.Update', 'PUT', 'Variables', { items: [] }],
  ['ProjectVariables.Update', 'POST', 'Variables/CopyFromClient', {}],
  ['ProjectBudget.Update', 'PUT', 'Budget', {}],
]
it.each(writes)('requires %s to %s %s, and access to the project', async (permission, method, tail, body) => {
  const project = await createProject(app)
  const view = permission.replace('Update', 'View') as Permission
  expect((await (await app.signInAs(['Projects.View', view]))(method, at(project, tail), body)).status).toBe(403)
  const writer = await app.signInAs(['Projects.View', permission])
  expect((await writer(method, at(project, tail), body)).status).toBe(200)
  await addToAccessList(app, project, admin.userId)
  expect((await writer(method, at(project, tail), body)).status).toBe(404)
})
