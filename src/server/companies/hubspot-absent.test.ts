import { expect, it, vi } from 'vitest'
import { startApp } from '../../../test/kit/start.ts'
import { companyKinds } from '../../model/companies/company-stats.ts'

const house = await startApp()

it('is asked nothing as long as it is not configured', async () => {
  expect((await house.admin('GET', '/api/integrations/Hubspot/Status')).body).toEqual({
    isConfigured: false,
    missing: ['integrations.hubspot.accessToken'],
  })
  // The app calls external services with `fetch`; the test's own requests use another client.
  const leaving = vi.spyOn(globalThis, 'fetch')
  for (const [, { path }] of companyKinds)
    for (const tail of ['HubspotCompaniesById/4711', 'HubspotCompanies?search=acme'])
      expect(await house.admin('GET', `/api/${path}/${tail}`)).toMatchObject({
        status: 503,
        body: { errorType: 'NotConfigured', message: 'HubSpot is not configured.', detail: 'Missing: integrations.hubspot.accessToken' },
      })
  expect(leaving.mock.calls).toEqual([])
  leaving.mockRestore()
})
