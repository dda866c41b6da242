import { expect, it } from 'vitest'
import { givenManufacturer } from '../../../test/kit/given.ts'
import { promisesOf } from '../../../test/kit/promises.ts'
import { start } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { partners, representatives } from './partner.ts'

const house = await start()
const company = {
  name: 'Partner',
  website: 'https://partner.example',
  address: { city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
}

promisesOf(representatives, house, {
  valid: { ...company, territory: 'South' },
  prepare: async () => ({ manufacturerIds: [(await givenManufacturer(house)).id] }),
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

it.each(partners.map(({ of }) => of.path))('keeps %s with the fields of their kind', async (path) => {
  const { of } = partners.find((one) => one.of.path === path)!
  const writer = await house.as(Object.values(of.permission).filter(Boolean))
  const made = await writer('POST', `/api/${path}`, { ...company, ...own[path] })
  expect(made).toMatchObject({ status: 201, body: { ...company, ...own[path], city: 'Austin', contactsCount: 0, projectsCount: 0 } })
  expect((await writer('GET', `/api/${path}/${made.body.id}/Stats`)).body).toEqual({ projectsCount: 0, contactsCount: 0 })
  expect((await writer('POST', `/api/${path}`, { name: company.name.toUpperCase() })).status).toBe(409)
  expect((await writer('GET', `/api/${path}/${made.body.id}/ActivityLogs`)).body.items[0]).toMatchObject({ title: 'Created' })
  const stranger = await house.as(['Clients.View'])
  expect((await stranger('GET', `/api/${path}`)).status).toBe(403)
})
