import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createClient, createManufacturer, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { companyKinds } from '../../model/companies/company-stats.ts'
import { contacts as contactsModel } from '../../model/companies/contacts.ts'
import { messages } from '../../model/kit/rules.ts'
import { contacts } from './contacts.ts'

const app = await startApp()
type Row = Record<string, any>
const rows = async (query: Row) => (await app.admin('GET', '/api/contacts', undefined, { query })).body
const client = async () => (await createClient(app)) as Row
const givenContact = (row: Row, more: Row = {}) =>
  createRow(app, '/api/contacts', { companyType: 0, companyId: row.id, firstName: 'Ada', lastName: uniqueName('Contact'), ...more })

entityContract(contacts, app, {
  prepare: async () => ({ companyType: 0, companyId: (await client()).id }),
  valid: {
    firstName: 'Evelyn',
    lastName: 'Marsh',
    email: 'evelyn.marsh@client.example',
    phone: '+1 555 0100',
    mobile: '555-0101',
    jobTitle: 'Director',
    isPrimary: true,
    notes: 'Prefers mail',
  },
  change: { jobTitle: 'Provost' },
  as: (permissions) => app.signInAs([...permissions, 'Clients.View']),
  invalid: [
    ['firstName', '', messages.required],
    ['lastName', ' Marsh', messages.whiteSpaces],
    ['email', 'evelyn', messages.email],
    ['phone', 'call me', messages.phone],
    ['companyType', 99, messages.unknown],
    ['companyId', null, messages.required],
  ],
})

it.each(companyKinds.map(([type, resource]) => [resource.names.one, type, resource] as const))(
  'belong to a %s, which counts and lists them',
  async (_, type, resource) => {
    const name = uniqueName('Company')
    const company = await createRow(app, `/api/${resource.path}`, {
      name,
      ...(type === 0 && { abbreviatedName: `K${name.split(' ')[1]}` }),
    })
    expect(company.contactsCount).toBe(0)
    const contact = await createRow(app, '/api/contacts', {
      companyType: type,
      companyId: company.id,
      firstName: 'Ada',
      lastName: 'Byron',
    })
    expect(contact.company).toEqual({ id: company.id, name, type })
    const read = async (tail: string) => (await app.admin('GET', `/api/${resource.path}/${company.id}${tail}`)).body
    expect((await read('')).contactsCount).toBe(1)
    expect((await read('/Stats')).contactsCount).toBe(1)
    expect((await read('/Stats/contacts')).items).toMatchObject([{ id: contact.id, lastName: 'Byron' }])
    expect(await rows({ companyType: type, companyId: company.id })).toMatchObject({ total: 1, items: [{ id: contact.id }] })

    const withoutContacts = await app.signInAs([resource.permission.view])
    expect((await withoutContacts('GET', `/api/${resource.path}/${company.id}/Stats/contacts`)).status).toBe(403)

    await app.admin('DELETE', `/api/contacts/${contact.id}`)
    expect((await read('')).contactsCount).toBe(0)
  },
)

it('require a unique e-mail per company, ignoring case', async () => {
  const [one, other] = [await client(), await client()]
  await givenContact(one, { email: 'ada@one.example' })
  const again = { companyType: 0, companyId: one.id, firstName: 'A', lastName: 'B', email: 'ADA@one.example' }
  expect(await app.admin('POST', '/api/contacts', again)).toMatchObject({
    status: 409,
    body: { fields: { email: ['This e-mail is already taken.'] } },
  })
  await givenContact(other, { email: 'ada@one.example' })
  await givenContact(one)
  await givenContact(one)
  expect((await rows({ companyType: 0, companyId: one.id })).total).toBe(3)
})

it('allow one primary contact per company', async () => {
  const parentRow = await client()
  const first = await givenContact(parentRow, { isPrimary: true })
  const second = await givenContact(parentRow, { isPrimary: true })
  const primaries = async () =>
    (await rows({ companyType: 0, companyId: parentRow.id })).items.filter((row: Row) => row.isPrimary).map((row: Row) => row.id)
  expect(await primaries()).toEqual([second.id])
  const { body } = await app.admin('GET', `/api/contacts/${first.id}`)
  await app.admin('PUT', `/api/contacts/${first.id}`, { ...body, isPrimary: true })
  expect(await primaries()).toEqual([first.id])
})

it('allow one primary contact under concurrent requests', async () => {
  const row = await client()
  const people = [await givenContact(row), await givenContact(row), await givenContact(row), await givenContact(row)]
  const answers = await Promise.all(
    people.map((person) => app.admin('PUT', `/api/contacts/${person.id}`, { ...person, isPrimary: true, company: undefined })),
  )
  expect(answers.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([])
  expect((await rows({ companyType: 0, companyId: row.id })).items.filter(({ isPrimary }: Row) => isPrimary)).toHaveLength(1)
})

it('follow a rename of their company in search', async () => {
  const maker = await createManufacturer(app)
  const contact = await createRow(app, '/api/contacts', { companyType: 4, companyId: maker.id, firstName: 'Ada', lastName: 'Byron' })
  await app.admin('PUT', `/api/Manufactures/${maker.id}`, { ...maker, name: 'Zyxwvu Works' })
  expect((await rows({ search: 'zyxwvu' })).items).toMatchObject([{ id: contact.id, company: { name: 'Zyxwvu Works' } }])
})

it('cannot move to another company', async () => {
  const [one, other] = [await client(), await client()]
  const contact = await givenContact(one)
  const answer = await app.admin('PUT', `/api/contacts/${contact.id}`, { ...contact, companyId: other.id })
  expect(answer).toMatchObject({ status: 400, body: { fields: { companyId: ['A contact cannot be moved to another company.'] } } })
})

it('need an existing company of a kind the caller may see', async () => {
  const person = { firstName: 'A', lastName: 'B' }
  const post = (caller: typeof app.admin, more: Row) => caller('POST', '/api/contacts', { ...person, ...more })
  expect(await post(app.admin, { companyType: 0, companyId: 999_999 })).toMatchObject({
    status: 400,
    body: { fields: { companyId: ['Company not found.'] } },
  })
  expect((await post(app.admin, { companyType: 8, companyId: 1 })).status).toBe(400)
  const row = await client()
  const adder = await app.signInAs(['CompanyContacts.Create', 'Manufacturers.View'])
  expect(await post(adder, { companyType: 0, companyId: row.id })).toMatchObject({ status: 403, body: { detail: 'Clients.View' } })
})

it('are deleted and restored with their company', async () => {
  const row = await client()
  const contact = await givenContact(row)
  await app.admin('DELETE', `/api/clients/${row.id}`)
  expect((await app.admin('GET', `/api/contacts/${contact.id}`)).status).toBe(404)
  expect((await rows({ search: contact.lastName })).total).toBe(0)
  await app.admin('PUT', `/api/clients/${row.id}/restore`, {})
  expect((await app.admin('GET', `/api/contacts/${contact.id}`)).status).toBe(200)
})

it('appear in pickers without their addresses', async () => {
  const contact = await givenContact(await client(), { email: 'secret@client.example', phone: '555' })
  const picker = await app.signInAs([])
  const { body } = await picker('GET', '/api/contacts/typeHead', undefined, { query: { search: contact.lastName } })
  expect(body.items).toHaveLength(1)
  expect(JSON.stringify(body)).not.toContain('secret@')
  expect(contactsModel.ref).not.toContain('email')
})
