import { hubspotCalls, hubspotStatus } from '../../model/companies/hubspot.ts'
import { countries, isMainCountry, regions } from '../../model/companies/places.ts'
import { asked, type Connection } from '../integrations/public.ts'
import { type ExternalService, requestExternal } from '../kit/external/external-service.ts'
import type { Context } from '../kit/request/context.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { notConfigured, notFound, upstream } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { settingsOf } from '../settings/public.ts'

const properties = [
  'name',
  'domain',
  'website',
  'phone',
  'address',
  'address2',
  'city',
  'state',
  'zip',
  'country',
  'industry',
  'description',
  'hs_logo_url',
  'hs_lastmodifieddate',
]
const shownOfSearch = 20
const missing = ['integrations.hubspot.accessToken']

const loadHubspotSettings = (ctx: Context) =>
  settingsOf(ctx, 'integrations.hubspot.baseUrl', 'integrations.hubspot.companiesPath', 'integrations.hubspot.accessToken')
async function loadHubspotService(ctx: Context): Promise<ExternalService & { token: string }> {
  const access = await loadHubspotSettings(ctx)
  const token = access['integrations.hubspot.accessToken']
  if (!token) throw notConfigured('HubSpot', missing)
  const endpoint = [access['integrations.hubspot.baseUrl'], access['integrations.hubspot.companiesPath']]
  return { name: 'HubSpot', baseUrl: endpoint.join(''), headers: { authorization: `Bearer ${token}` }, token }
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const webAddress = (value: unknown) => {
  const valueText = textOrNull(value)
  if (!valueText) return null
  const full = /^https?:\/\//i.test(valueText) ? valueText : `https://${valueText}`
  return URL.canParse(full) ? full : null
}
const alike = (a: string, b: string) => a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0
/** Maps country and region names from HubSpot, which are free text, to our codes if known. */
const codeIn = (places: readonly { value: string; label: string }[], name: string) =>
  places.find(({ value, label }) => alike(label, name) || alike(value, name))?.value
const otherNames = new Map([
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
])

function parseAddress(properties: Record<string, unknown>) {
  const said = textOrNull(properties.country)
  const country = said ? (otherNames.get(said.toLowerCase()) ?? codeIn(countries, said) ?? null) : null
  const region = textOrNull(properties.state)
  const address = {
    addressLine1: textOrNull(properties.address),
    addressLine2: textOrNull(properties.address2),
    city: textOrNull(properties.city),
    state: region && country && isMainCountry(country) ? (codeIn(regions[country], region) ?? null) : region,
    postalCode: textOrNull(properties.zip),
    country,
  }
  return Object.values(address).some((item) => item !== null) ? address : null
}

function parseCompany(item: Record<string, unknown>) {
  const properties: Record<string, unknown> = { ...(item?.properties ?? {}) }
  if (typeof item?.id !== 'string' && typeof item?.id !== 'number') throw upstream('HubSpot sent a response we do not understand.', 'No id')
  return {
    id: String(item.id),
    name: textOrNull(properties.name) ?? textOrNull(properties.domain) ?? String(item.id),
    domain: textOrNull(properties.domain),
    website: webAddress(properties.website ?? properties.domain),
    phone: textOrNull(properties.phone),
    address: parseAddress(properties),
    industry: textOrNull(properties.industry),
    description: textOrNull(properties.description),
    logoUrl: webAddress(properties.hs_logo_url),
    url: webAddress(item.url),
    updateDate: textOrNull(item.updatedAt) ?? textOrNull(properties.hs_lastmodifieddate),
  }
}

async function companyById(remote: ExternalService, id: string) {
  const { status, body } = await requestExternal(remote, `/${encodeURIComponent(id)}`, {
    query: { properties: properties.join(',') },
  })
  if (status === 404) throw notFound('HubSpot company')
  if (status !== 200) throw upstream('HubSpot did not accept the request.', `Status ${status}`)
  return parseCompany(body)
}

async function companiesFound(remote: ExternalService, search: string) {
  const { status, body } = await requestExternal(remote, '/search', {
    method: 'POST',
    body: { query: search, limit: shownOfSearch, properties },
  })
  if (status !== 200 || !Array.isArray(body?.results)) throw upstream('HubSpot did not accept the request.', `Status ${status}`)
  return { items: body.results.map(parseCompany), total: Number(body.total) || body.results.length }
}

/** Calls the external service after the transaction, so that no database connection waits for it. */
const afterwards = (asking: () => Promise<unknown>) =>
  new CustomResponse(async (reply) => {
    const response = await asking()
    return reply.type('application/json; charset=utf-8').send(response)
  })

export const hubspotRoutes: Route[] = [
  defineRoute(hubspotStatus, async (ctx) => {
    const isConfigured = Boolean((await loadHubspotSettings(ctx))['integrations.hubspot.accessToken'])
    return { isConfigured, missing: isConfigured ? [] : missing }
  }),
  ...hubspotCalls.flatMap(({ byId, bySearch }) => [
    defineRoute(byId, async (ctx, { params }) => {
      const remote = await loadHubspotService(ctx)
      return afterwards(() => asked(ctx.services, 'hubspot', [remote.token], () => companyById(remote, params.id)))
    }),
    defineRoute(bySearch, async (ctx, { query }) => {
      const remote = await loadHubspotService(ctx)
      return afterwards(() => asked(ctx.services, 'hubspot', [remote.token], () => companiesFound(remote, query.search)))
    }),
  ]),
]

export const hubspotConnection: Connection = {
  service: 'hubspot',
  async open(ctx) {
    const remote = await loadHubspotService(ctx)
    return {
      secrets: [remote.token],
      async test() {
        const { status } = await requestExternal(remote, '', { query: { limit: '1' } })
        if (status !== 200) throw upstream('HubSpot did not accept the request.', `Status ${status}`)
        return 'Signed in; companies can be read.'
      },
    }
  },
}
