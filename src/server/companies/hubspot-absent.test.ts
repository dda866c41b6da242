import { expect, it, vi } from 'vitest'
import { start } from '../../../test/kit/start.ts'
import { companyKinds } from '../../model/companies/company-stats.ts'

const house = await start()

it('is asked nothing as long as it is not configured', async () => {
  expect((await house.admin('GET', '/api/integrations/Hubspot/Status')).body).toEqual({
    isConfigured: false,
    missing: ['HUBSPOT_ACCESS_TOKEN'],
  })
  // The calls of the test leave through the same function; what else leaves would stand beside them.
  const leaving = vi.spyOn(globalThis, 'fetch')
  for (const [, { path }] of companyKinds)
    for (const tail of ['HubspotCompaniesById/4711', 'HubspotCompanies?search=acme'])
      expect(await house.admin('GET', `/api/${path}/${tail}`)).toMatchObject({
        status: 503,
        body: { errorType: 'NotConfigured', message: 'HubSpot is not configured.', detail: 'Missing: HUBSPOT_ACCESS_TOKEN' },
      })
  const hosts = leaving.mock.calls.map(([address]) => new URL(String(address)).origin)
  expect(new Set(hosts)).toEqual(new Set([new URL(house.url).origin]))
  expect(hosts).toHaveLength(16)
  leaving.mockRestore()
})
