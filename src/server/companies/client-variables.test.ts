import { expect, it } from 'vitest'
import { createClient } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'

const app = await startApp()
type Row = Record<string, any>
const putVariables = (id: number, items: Row[]) => app.admin('PUT', `/api/clients/${id}/Variables`, { items })
const variablesOf = async (id: number) => (await app.admin('GET', `/api/clients/${id}/Variables`)).body

const standard = { name: 'StandardVersion', label: 'Design standard', type: 1, value: '4.2' }
const vlan = { name: 'Vlan', label: null, type: 3, value: 214.5 }
const counter = { name: 'SheetCounter', label: 'Next sheet', type: 4, value: 7 }

it('keeps the order and accepts the values of each type', async () => {
  const client = await createClient(app)
  expect(await variablesOf(client.id)).toEqual({ items: [], total: 0 })
  const text = { name: 'Notice', label: null, type: 2, value: '<p>Keep <strong>quiet</strong><script>alert(1)</script></p>' }
  const { status, body } = await putVariables(client.id, [standard, vlan, counter, text])
  expect(status).toBe(200)
  expect(body.items.map(({ id: _, ...rest }: Row) => rest)).toEqual([
    standard,
    vlan,
    counter,
    { ...text, value: '<p>Keep <strong>quiet</strong></p>' },
  ])
  expect(await variablesOf(client.id)).toEqual(body)
})

it('sanitizes plain text that becomes formatted text', async () => {
  const client = await createClient(app)
  const value = '<p>Quiet</p><script>alert(1)</script><img src="x" onerror="alert(2)"><a href="javascript:alert(3)">here</a>'
  const [plain] = (await putVariables(client.id, [{ ...standard, value }])).body.items
  expect(plain.value).toBe(value)
  const formatted = (await putVariables(client.id, [{ ...plain, type: 2 }])).body.items
  expect(formatted).toEqual([{ ...plain, type: 2, value: '<p>Quiet</p><a>here</a>' }])
  expect((await variablesOf(client.id)).items).toEqual(formatted)
})

it('keeps ids when variables change, move or swap names', async () => {
  const client = await createClient(app)
  const [a, b] = (await putVariables(client.id, [standard, vlan])).body.items
  const { body } = await putVariables(client.id, [
    { ...b, name: 'StandardVersion' },
    { ...a, name: 'Vlan', value: '5' },
  ])
  expect(body.items.map(({ id, name }: Row) => [id, name])).toEqual([
    [b.id, 'StandardVersion'],
    [a.id, 'Vlan'],
  ])
  expect((await putVariables(client.id, [])).body.total).toBe(0)
  const other = await createClient(app)
  expect((await putVariables(other.id, [{ ...standard, id: 999_999 }])).body.fields).toEqual({ 'items[0].id': ['Variable not found.'] })
})

it.each([
  [{ ...standard, name: '4th' }, 'items[0].name', 'Only letters, digits and _ are valid, a letter first'],
  [{ ...standard, name: '' }, 'items[0].name', messages.required],
  [{ ...vlan, value: 'many' }, 'items[0].value', messages.number],
  [{ ...counter, value: -1 }, 'items[0].value', messages.minimum(0)],
  [{ ...counter, value: 1.5 }, 'items[0].value', messages.integer],
  [{ ...standard, value: 'x'.repeat(1001) }, 'items[0].value', messages.maxLength(1000)],
  [{ ...standard, type: 6 }, 'items[0].type', messages.unknown],
])('rejects %o', async (variable, field, message) => {
  const client = await createClient(app)
  const { status, body } = await putVariables(client.id, [variable])
  expect(status).toBe(400)
  expect(body.fields[field]).toEqual([message])
  expect((await variablesOf(client.id)).total).toBe(0)
})

it('requires unique names', async () => {
  const client = await createClient(app)
  const { body } = await putVariables(client.id, [standard, { ...vlan, name: 'standardversion' }])
  expect(body.fields['items[1].name']).toEqual(['This name is already taken.'])
})

it('requires client permissions and writes to the log', async () => {
  const client = await createClient(app)
  await putVariables(client.id, [counter])
  const reader = await app.signInAs(['Clients.View'])
  expect((await reader('GET', `/api/clients/${client.id}/Variables`)).body.total).toBe(1)
  expect((await reader('PUT', `/api/clients/${client.id}/Variables`, { items: [] })).status).toBe(403)
  expect((await putVariables(999_999, [])).status).toBe(404)
  const { body } = await app.admin('GET', `/api/clients/${client.id}/ActivityLogs`)
  expect(body.items[0]).toMatchObject({ title: 'Variables changed', changes: [{ label: 'Next sheet', from: null, to: '7' }] })
})
