import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createManufacturer, createRow, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { givenContract } from '../../../test/kit/fixtures/contracts.ts'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { partners, representatives } from './partner.ts'

const app = await startApp()
const company = {
  name: 'Partner',
  website: 'https://partner.example',
  address: { city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
}

entityContract(representatives, app, {
  valid: {
    ...company,
    phone: '+1 555 0100',
    email: 'office@partner.example',
    address: { addressLine1: '1 Main Street', addressLine2: 'Suite 4', ...company.address },
    industryTypes: [1, 2],
    notes: 'Knows everybody',
    hubspotCompanyId: '4713',
    territory: 'South',
  },
  prepare: async () => ({
    logoUrl: await uploadPicture(app, 'representatives'),
    manufacturerIds: [(await createManufacturer(app)).id],
  }),
  invalid: [
    ['name', '', messages.required],
    ['manufacturerIds', [999_999], 'Manufacturers not found.'],
    ['address.postalCode', '7870', messages.postalCode.US],
  ],
})

const own: Record<string, Record<string, unknown>> = {
  representatives: { territory: 'North' },
  systemsIntegrators: { regions: 'Texas', certifications: 'CTS-I' },
  generalContractors: { licenseNumber: 'GC-1' },
  subContractors: { trades: [1, 12], defaultProvider: 'LVC' },
  architects: { licenseNumber: 'A-1' },
  engineeringFirms: { disciplines: 'MEP' },
}

it.each(partners.map(({ resource }) => resource.path))('stores %s with the fields of their kind', async (path) => {
  const { resource } = partners.find((partner) => partner.resource.path === path)!
  const writer = await app.signInAs(Object.values(resource.permission).filter(Boolean))
  const created = await writer('POST', `/api/${path}`, { ...company, ...own[path] })
  expect(created).toMatchObject({ status: 201, body: { ...company, ...own[path], city: 'Austin', contactsCount: 0, projectsCount: 0 } })
  expect((await writer('GET', `/api/${path}/${created.body.id}/Stats`)).body).toEqual({ projectsCount: 0, contactsCount: 0 })
  expect((await writer('POST', `/api/${path}`, { name: company.name.toUpperCase() })).status).toBe(409)
  expect((await writer('GET', `/api/${path}/${created.body.id}/ActivityLogs`)).body.items[0]).toMatchObject({ title: 'Created' })
  const stranger = await app.signInAs(['Clients.View'])
  expect((await stranger('GET', `/api/${path}`)).status).toBe(403)
})

it('cannot be deleted while they take part in projects, which are counted and listed', async () => {
  const architect = await createRow(app, '/api/architects', { name: uniqueName('Architect') })
  const [project, hidden] = [await createProject(app), await createProject(app)]
  for (const { id } of [project, hidden]) {
    const companies = [{ companyType: 7, companyId: architect.id, role: 'Design architect' }]
    expect((await app.admin('PUT', `/api/projects/${id}/Companies`, { companies })).status).toBe(200)
  }
  const limitedCaller = await app.signInAs(['Projects.View', 'Architects.View'])
  await addToAccessList(app, hidden, app.admin.userId)
  const seen = async (caller: typeof app.admin) => {
    const { body } = await caller('GET', `/api/architects/${architect.id}/Stats/projects`)
    const { projectsCount } = (await caller('GET', `/api/architects/${architect.id}/Stats`)).body
    return [projectsCount, body.total, body.items.length]
  }
  expect(await seen(app.admin)).toEqual([2, 2, 2])
  expect(await seen(limitedCaller)).toEqual([1, 1, 1])
  expect(await app.admin('DELETE', `/api/architects/${architect.id}`)).toMatchObject({
    status: 409,
    body: { message: `${architect.name} is used by 2 projects and cannot be deleted.` },
  })
})

it('cannot be deleted while expenses use a subcontractor, counted as far as visible', async () => {
  const firm = await createRow(app, '/api/subContractors', { name: uniqueName('Wiring') })
  const [project, hidden] = [await createProject(app), await createProject(app)]
  const expenses: { at: string; id: number }[] = []
  for (const item of [project, hidden]) {
    const at = `/api/contracts/${(await givenContract(app, item)).id}/DirectExpenses`
    const expense = { category: 1, description: 'Pulling cables', date: '2026-03-02', subContractorId: firm.id }
    expenses.push({ at, id: (await createRow(app, at, expense)).id })
  }
  await addToAccessList(app, hidden, app.admin.userId)
  const limitedCaller = await app.signInAs(['Projects.View', 'SubContractors.View', 'SubContractors.Delete'])
  const remove = async (caller: typeof app.admin) => (await caller('DELETE', `/api/subContractors/${firm.id}`)).body?.message
  expect(await remove(app.admin)).toBe(`${firm.name} is used by 2 direct expenses and cannot be deleted.`)
  expect(await remove(limitedCaller)).toBe(`${firm.name} is used by 1 direct expense and cannot be deleted.`)
  const [own, theirExpense] = expenses
  await app.admin('DELETE', `${own!.at}/${own!.id}`)
  expect(await remove(limitedCaller)).toBe(`${firm.name} is used by direct expenses and cannot be deleted.`)
  await app.admin('DELETE', `${theirExpense!.at}/${theirExpense!.id}`)
  expect((await limitedCaller('DELETE', `/api/subContractors/${firm.id}`)).status).toBe(204)
})
