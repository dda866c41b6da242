import { expect, it, vi } from 'vitest'
import { startApp } from '../../../test/kit/start.ts'
import { companyKinds } from '../../model/companies/company-stats.ts'

const app = await startApp()

it('sends no request to HubSpot while it is not configured', async () => {
  expect((await app.admin('GET', '/api/integrations/Hubspot/Status')).body).toEqual({
    isConfigured: false,
    missing: ['integrations.hubspot.accessToken'],
  })
  // The app calls external services with `fetch`; the test's own requests use another client.
  const leaving = vi.spyOn(globalThis, 'fetch')
  for (const [, { path }] of companyKinds)
    for (const tail of ['HubspotCompaniesById/4711', 'HubspotCompanies?search=acme'])
      expect(await app.admin('GET', `/api/${path}/${tail}`)).toMatchObject({
        status: 503,
        body: { errorType: 'NotConfigured', message: 'HubSpot is not configured.', detail: 'Missing: integrations.hubspot.accessToken' },
      })
  expect(leaving.mock.calls).toEqual([])
  leaving.mockRestore()
})
