import { expect, it, vi } from 'vitest'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'

const app = await startApp()
const { admin } = app

it('names the missing settings; sends no request and queues no job', async () => {
  const project = await createProject(app)
  const at = `/api/projects/${project.id}`
  const jira = 'integrations.jira.baseUrl, integrations.jira.email, integrations.jira.apiToken, integrations.jira.leadAccountId'
  const teams =
    'integrations.msTeams.tenantId, integrations.msTeams.clientId, integrations.msTeams.clientSecret, integrations.msTeams.ownerUserId'
  // The app calls external services with `fetch`; this test sends its own requests differently.
  const leaving = vi.spyOn(globalThis, 'fetch')
  for (const [method, path, body, name, missing] of [
    ['POST', `${at}/Jira`, {}, 'Jira', jira],
    ['PUT', `${at}/Jira/Link`, { key: 'HALL' }, 'Jira', jira],
    ['GET', '/api/integrations/Jira/Remote?search=hall', undefined, 'Jira', jira],
    ['POST', '/api/integrations/jira/Test', {}, 'Jira', jira],
    ['POST', `${at}/MsTeam`, { visibility: 0 }, 'Microsoft Teams', teams],
    ['PUT', `${at}/MsTeam/Link`, { teamId: admin.userId }, 'Microsoft Teams', teams],
    ['GET', '/api/integrations/MsTeams/Remote?search=hall', undefined, 'Microsoft Teams', teams],
    ['POST', '/api/integrations/msTeams/Test', {}, 'Microsoft Teams', teams],
  ] as const)
    expect(await admin(method, path, body), `${method} ${path}`).toMatchObject({
      status: 503,
      body: { errorType: 'NotConfigured', message: `${name} is not configured.`, detail: `Missing: ${missing}` },
    })
  expect(leaving.mock.calls).toEqual([])
  leaving.mockRestore()
  expect(await app.sql(`select from jobs where name like 'link%'`)).toEqual([])
  expect((await admin('GET', at)).body.links).toEqual([])
  const { body } = await admin('GET', '/api/integrations/Status', undefined)
  expect(body.jira).toEqual({
    configured: false,
    missing: jira.split(', '),
    lastOk: null,
    lastError: null,
    lastErrorDate: null,
    expires: null,
    expiresInDays: null,
  })
  expect(Object.keys(body)).toEqual(['jira', 'msTeams', 'tempo', 'hubspot', 'wireCad', 'mail'])
})
