import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFakeHubspot } from '../../../test/kit/fake-hubspot.ts'
import { startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { companyKinds } from '../../model/companies/company-stats.ts'
import { requestExternal } from '../kit/external/external-service.ts'

const token = 'pat-na1-secret'
const fake = await startFakeHubspot(token, {
  '4711': {
    name: 'Acme Sound',
    domain: 'acme.example',
    website: 'www.acme.example',
    phone: '+1 555 0100',
    address: '1 Main Street',
    city: 'Springfield',
    state: 'Illinois',
    zip: '62701',
    country: 'United States',
    industry: 'MEDIA_PRODUCTION',
    description: 'Makes noise',
  },
  '4712': { name: 'Acme Vision', country: 'Atlantis' },
  '9': { name: 'Quiet Rooms' },
})
async function closedAddress() {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${port}`
}

const app = await startApp({
  settings: { fromEnvironment: { 'integrations.hubspot.baseUrl': fake.url, 'integrations.hubspot.accessToken': token } },
})
const getPath = (path: string, caller = app.admin) => caller('GET', `/api/${path}`)

beforeEach(() => {
  fake.asked.length = 0
  fake.next.length = 0
})

it.each(companyKinds.map(([, resource]) => resource.path))('looks up %s by id and by search text', async (path) => {
  const { status, body } = await getPath(`${path}/HubspotCompaniesById/4711`)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: '4711',
    name: 'Acme Sound',
    domain: 'acme.example',
    website: 'https://www.acme.example',
    phone: '+1 555 0100',
    address: { addressLine1: '1 Main Street', addressLine2: null, city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' },
    industry: 'MEDIA_PRODUCTION',
    description: 'Makes noise',
    logoUrl: null,
    url: 'https://app.hubspot.com/contacts/1/record/0-2/4711',
    updateDate: '2026-05-06T07:08:09.000Z',
  })
  const found = await getPath(`${path}/HubspotCompanies?search=acme`)
  expect(found.body).toMatchObject({ total: 2, items: [{ id: '4711' }, { id: '4712', name: 'Acme Vision', address: null, website: null }] })
  expect(fake.asked.map(({ method, path: requestPath }) => `${method} ${requestPath}`)).toEqual([
    'GET /crm/objects/2026-09/companies/4711',
    'POST /crm/objects/2026-09/companies/search',
  ])
  expect(fake.asked[0]!.headers.authorization).toBe(`Bearer ${token}`)
  expect((await getPath(`${path}/HubspotCompaniesById/4711`, await app.signInAs([]))).status).toBe(403)
})

it('returns 404 for an unknown company', async () => {
  expect(await getPath('Manufactures/HubspotCompaniesById/8')).toMatchObject({
    status: 404,
    body: { message: 'HubSpot company not found.' },
  })
  expect((await getPath('Manufactures/HubspotCompaniesById/..%2Fdeals')).status).toBe(404)
  expect(await getPath('Manufactures/HubspotCompanies')).toMatchObject({
    status: 400,
    body: { fields: { search: ['This field is required!'] } },
  })
  expect(fake.asked).toHaveLength(1)
})

it('reports denied access without the secret', async () => {
  fake.next.push((_, response) => fake.json(response, 401, { message: `Bad token ${token}` }))
  const answer = await getPath('clients/HubspotCompaniesById/4711')
  expect(answer).toMatchObject({ status: 502, body: { errorType: 'Upstream', message: 'HubSpot denied access.' } })
  expect(JSON.stringify(answer.body)).not.toContain(token)
})

it('retries temporary errors and honors retry-after', async () => {
  fake.next.push((_, response) => fake.json(response, 429, {}, { 'retry-after': '1' }))
  fake.next.push((_, response) => fake.json(response, 503, {}))
  fake.next.push((_, response) => response.destroy())
  const since = performance.now()
  expect((await getPath('clients/HubspotCompaniesById/4711')).status).toBe(200)
  expect(fake.asked).toHaveLength(4)
  expect(performance.now() - since).toBeGreaterThan(1000)
})

it('fails at once when retry-after is too long', async () => {
  fake.next.push((_, response) => fake.json(response, 429, {}, { 'retry-after': '120' }))
  expect(await getPath('clients/HubspotCompaniesById/4711')).toMatchObject({ status: 502, body: { detail: 'Status 429' } })
  expect(fake.asked).toHaveLength(1)
})

it('rejects a malformed response', async () => {
  fake.next.push((_, response) => response.writeHead(200).end('<html>Maintenance</html>'))
  expect((await getPath('clients/HubspotCompaniesById/4711')).body.message).toBe('HubSpot sent a response we do not understand.')
  fake.next.push((_, response) => fake.json(response, 200, { surprise: true }))
  expect((await getPath('clients/HubspotCompaniesById/4711')).status).toBe(502)
})

it('does not follow redirects', async () => {
  fake.next.push((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end())
  expect(await getPath('clients/HubspotCompaniesById/4711')).toMatchObject({
    status: 502,
    body: { message: 'HubSpot redirected to another address.' },
  })
  fake.next.push((request, response) => response.writeHead(301, { location: `${request.path.replace('4711', '9')}?properties=name` }).end())
  expect((await getPath('clients/HubspotCompaniesById/4711')).body.name).toBe('Quiet Rooms')
})

describe('external requests', () => {
  const remote = {
    name: 'HubSpot',
    baseUrl: fake.url,
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: timeoutMs(5000),
    pauseMs: 1,
  }
  const path = '/crm/objects/2026-09/companies/9'

  it('time out', async () => {
    const hasty = { ...remote, timeoutMs: 200 }
    fake.next.push(() => {})
    await expect(requestExternal(hasty, path)).rejects.toMatchObject({ status: 502, body: { message: 'HubSpot did not answer in time.' } })
    // A response that starts but never ends counts as a timeout.
    fake.next.push((_, response) => response.writeHead(200).write('{'))
    await expect(requestExternal(hasty, path)).rejects.toMatchObject({ body: { detail: 'Timeout' } })
  })

  it('fail after three retries', async () => {
    for (let n = 0; n < 9; n++) fake.next.push((_, response) => fake.json(response, 503, {}))
    await expect(requestExternal(remote, path)).rejects.toMatchObject({ status: 502, body: { detail: 'Status 503' } })
    expect(fake.asked).toHaveLength(4)
    await expect(requestExternal({ ...remote, baseUrl: await closedAddress() }, path)).rejects.toMatchObject({
      body: { message: 'HubSpot cannot be reached.', detail: 'ECONNREFUSED' },
    })
  })

  it('reject an oversized response', async () => {
    fake.next.push((_, response) => {
      response.writeHead(200)
      response.end(Buffer.alloc(6 * 1024 * 1024, 32))
    })
    await expect(requestExternal(remote, path)).rejects.toMatchObject({ body: { detail: 'Size' } })
  })
})

it('shows its status to every internal user', async () => {
  expect((await getPath('integrations/Hubspot/Status', await app.signInAs([]))).body).toEqual({ isConfigured: true, missing: [] })
})
