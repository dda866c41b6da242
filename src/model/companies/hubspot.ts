import { call, page, shape } from '../kit/call.ts'
import type { Field, Resource } from '../kit/description.ts'
import { boolean, instant, optional, pattern, set, text, url } from '../kit/field.ts'
import { lowerCaseName } from '../kit/plural.ts'
import { companyFields, optionalText } from './company.ts'
import { companyKinds } from './company-stats.ts'

const hubspotCompany = {
  id: text('Id', { max: 50 }),
  name: text('Name'),
  domain: optionalText('Domain'),
  website: optional(url('Website')),
  phone: optionalText('Phone'),
  address: companyFields.address,
  industry: optionalText('Industry'),
  description: optionalText('Description'),
  logoUrl: optionalText('Logo'),
  url: optional(url('Page in HubSpot')),
  updateDate: optional(instant('Updated')),
}

const idOfHubspot: Field<string> = pattern('HubSpot company', /^\d+$/, 'Only digits are valid', { min: 1, max: 50 })

const byId = (resource: Resource) =>
  call({
    method: 'GET',
    path: `/${resource.path}/HubspotCompaniesById/:id`,
    callsExternalService: true,
    params: { id: idOfHubspot },
    permission: resource.permission.view,
    summary: `Get a company from HubSpot for ${lowerCaseName(resource.names.many)}`,
    response: shape(hubspotCompany),
  })
const bySearch = (resource: Resource) =>
  call({
    method: 'GET',
    path: `/${resource.path}/HubspotCompanies`,
    permission: resource.permission.view,
    summary: `Search companies in HubSpot for ${lowerCaseName(resource.names.many)}`,
    query: { search: text('Search', { min: 1, max: 200 }) },
    response: page(shape(hubspotCompany)),
  })

export const hubspotCalls = companyKinds.map(([, resource]) => ({ of: resource, byId: byId(resource), bySearch: bySearch(resource) }))

export const hubspotStatus = call({
  method: 'GET',
  path: '/integrations/Hubspot/Status',
  permission: 'internal',
  summary: 'Get whether HubSpot is configured',
  response: shape({ isConfigured: boolean('Configured'), missing: set('Missing settings', text('Name')) }),
})
