import { beforeAll, expect, it } from 'vitest'
import { startFakeGraph } from '../../../test/kit/fake-graph.ts'
import { startFakeHubspot } from '../../../test/kit/fake-hubspot.ts'
import { startFakeJira } from '../../../test/kit/fake-jira.ts'
import { startFakeMail } from '../../../test/kit/fake-mail.ts'
import { startFakeTempo } from '../../../test/kit/fake-tempo.ts'
import { startFakeWireCad } from '../../../test/kit/fake-wire-cad.ts'
import { startApp } from '../../../test/kit/start.ts'
import { endingWords } from '../../model/integrations/services.ts'
import { addDays } from '../../model/kit/dates.ts'
import { routes } from '../areas.ts'
import { createLogger } from '../tools/log.ts'

const secrets = {
  jira: 'jira-secret-1',
  msTeams: 'teams-secret-2',
  tempo: 'tempo-secret-3',
  hubspot: 'hubspot-secret-4',
  wireCad: 'wire-cad-secret-5',
  mail: 'mail-secret-6',
}
const jira = await startFakeJira('robot@example.com', secrets.jira)
const graph = await startFakeGraph({ clientSecret: secrets.msTeams })
const tempo = await startFakeTempo(secrets.tempo)
const hubspot = await startFakeHubspot(secrets.hubspot, {})
const cad = await startFakeWireCad(secrets.wireCad, { '00000000-0000-4000-8000-000000000001': { name: 'Arena', equipment: [] } })
const post = await startFakeMail(secrets.mail)
const logged: string[] = []
const app = await startApp({ log: createLogger('trace', { write: (line) => void logged.push(line) }) })
const { admin } = app
const putSetting = async (key: string, value: string | number) => {
  const answer = await admin('PUT', `/api/appSettings/${key.startsWith('mail.') ? key : `integrations.${key}`}`, { value })
  expect(answer.status, `${key} ${JSON.stringify(answer.body)}`).toBe(200)
}
const test = (service: string) => admin('POST', `/api/integrations/${service}/Test`, {})
const readStatus = async (service: string) => (await admin('GET', '/api/integrations/Status')).body[service]

beforeAll(async () => {
  // Sets the URL first: changing it clears the stored secret.
  for (const [key, value] of [
    ['jira.baseUrl', jira.url],
    ['jira.email', 'robot@example.com'],
    ['jira.leadAccountId', '712020:lead'],
    ['jira.apiToken', secrets.jira],
    ['msTeams.loginBaseUrl', graph.url],
    ['msTeams.graphBaseUrl', `${graph.url}/v1.0`],
    ['msTeams.tenantId', 'tenant'],
    ['msTeams.clientId', 'client'],
    ['msTeams.ownerUserId', 'owner'],
    ['msTeams.clientSecret', secrets.msTeams],
    ['tempo.baseUrl', tempo.url],
    ['tempo.token', secrets.tempo],
    ['hubspot.baseUrl', hubspot.url],
    ['hubspot.accessToken', secrets.hubspot],
    ['wireCad.baseUrl', cad.url],
    ['wireCad.apiKey', secrets.wireCad],
    ['mail.host', '127.0.0.1'],
    ['mail.port', post.port],
    ['mail.user', 'robot'],
    ['mail.password', secrets.mail],
  ] as const)
    await putSetting(key, value)
})

it.each([
  ['jira', 'Signed in as DNA Robot.'],
  ['msTeams', 'Signed in; groups can be read.'],
  ['tempo', 'Signed in; booked hours can be read.'],
  ['hubspot', 'Signed in; companies can be read.'],
  ['wireCad', 'Connected to the bridge; 1 project can be read.'],
  ['mail', 'Signed in; e-mails can be sent.'],
])('tests %s with the configured settings', async (service, message) => {
  expect(await readStatus(service)).toMatchObject({ configured: true, missing: [], lastOk: null, lastError: null })
  expect(await test(service)).toMatchObject({ status: 200, body: { isGood: true, message } })
  expect(await readStatus(service)).toMatchObject({ lastOk: expect.any(String), lastError: null })
})

it('reports the reason of a denied connection and keeps its time', async () => {
  jira.next.push(jira.refusing(403, { message: `Not with ${secrets.jira}` }))
  expect((await test('jira')).body).toEqual({ isGood: false, message: 'Jira denied access. (Status 403)' })
  tempo.next.push(tempo.refusing(400, { errors: [{ message: secrets.tempo }] }))
  expect((await test('tempo')).body).toMatchObject({ isGood: false })
  graph.next.push((_, response) => graph.say(response, { status: 400, body: { error: secrets.msTeams } }))
  expect((await test('msTeams')).body.message).toBe('Microsoft Teams denied access. (Status 400)')
  hubspot.next.push((_, response) => hubspot.json(response, 401, { message: secrets.hubspot }))
  expect((await test('hubspot')).body.message).toBe('HubSpot denied access. (Status 401)')
  cad.next.push((_, response) => cad.json(response, 401, { error: secrets.wireCad }))
  expect((await test('wireCad')).body.message).toBe('WireCAD denied access. (Status 401)')
  const status = await readStatus('jira')
  expect(status).toMatchObject({ lastOk: expect.any(String), lastError: 'Jira denied access. (Status 403)' })
  expect(status.lastErrorDate > status.lastOk).toBe(true)
  expect((await test('jira')).body.isGood).toBe(true)
  const after = await readStatus('jira')
  expect(after.lastOk > after.lastErrorDate).toBe(true)
})

it('reports mail server responses without secrets: sent, rejected and not authenticated', async () => {
  const send = () => app.call('POST', '/api/account/ForgotPassword', { email: admin.email })
  post.refuse(1)
  expect((await send()).status).toBe(200)
  await expect
    .poll(async () => (await readStatus('mail')).lastError)
    .toBe('The mail server did not accept this. (451 try again later, ***)')
  await expect.poll(() => post.received.length).toBe(1)
  await expect.poll(async () => (await readStatus('mail')).lastOk > (await readStatus('mail')).lastErrorDate).toBe(true)

  await putSetting('mail.password', 'another-secret-7')
  expect((await test('mail')).body).toEqual({ isGood: false, message: 'The mail server denied access. (Status 535)' })
  await putSetting('mail.password', secrets.mail)
  expect((await test('mail')).body.isGood).toBe(true)
})

it('requires permission to update settings, and an existing service', async () => {
  expect((await (await app.signInAs(['AppSettings.View']))('POST', '/api/integrations/jira/Test', {})).status).toBe(403)
  for (const nonsense of ['constructor', 'post', 'nothing']) expect((await test(nonsense)).status).toBe(404)
  expect((await (await app.signInAs(['Clients.View']))('GET', '/api/integrations/Status')).status).toBe(403)
  for (const name of ['JiraIntegration.View', 'MSTeamsIntegration.View', 'AppSettings.View'] as const)
    expect((await (await app.signInAs([name]))('GET', '/api/integrations/Status')).status).toBe(200)
})

it('warns about a secret that expires within 30 days', async () => {
  const today = new Date().toISOString().slice(0, 10)
  await putSetting('jira.apiTokenExpires', addDays(today, 30))
  expect(await readStatus('jira')).toMatchObject({ expires: addDays(today, 30), expiresInDays: 30 })
  const refused = await admin('PUT', '/api/appSettings/integrations.jira.apiTokenExpires', { value: '2026-02-30' })
  expect(refused).toMatchObject({ status: 400, body: { fields: { value: ['This is not a date'] } } })
  const endingText = (expiresInDays: number | null) => endingWords('Jira', { expires: '2026-03-31', expiresInDays })
  expect([endingText(null), endingText(31)]).toEqual([undefined, undefined])
  expect(endingText(30)).toBe('The secret of Jira expires on 2026/03/31, in 30 days. Enter a new one before then.')
  expect(endingText(1)).toBe('The secret of Jira expires on 2026/03/31, in 1 day. Enter a new one before then.')
  expect(endingText(-1)).toBe('The secret of Jira expired on 2026/03/31. Enter a new one.')
})

it('exposes no secret in any response, audit entry, log line or other table', async () => {
  const messages: string[] = []
  const token = (
    await admin('POST', '/api/account/Tokens', {
      name: 'A program',
      permissions: ['Clients.View'],
      expiresDate: addDays(new Date().toISOString().slice(0, 10), 3),
    })
  ).body.token
  const hook = (
    await admin('POST', '/api/webhooks', { address: 'https://hooks.example.com/x', events: ['client.created'], isActive: false })
  ).body.secret
  const calendar = (await admin('POST', '/api/account/Calendar')).body.url
  const ourSecrets = [token, hook, /(\w{64})\.ics$/.exec(calendar)?.[1]]
  for (const our of ourSecrets) expect(our).toMatch(/.{40}/)
  expect((await app.call('GET', '/api/clients', undefined, { token })).status).toBe(200)
  expect((await app.call('GET', new URL(calendar).pathname)).status).toBe(200)
  const checkForSecrets = (where: string, text: string) => {
    for (const secret of [
      ...Object.values(secrets),
      ...ourSecrets,
      'another-secret-7',
      ...graph.tokens,
      Buffer.from(`robot@example.com:${secrets.jira}`).toString('base64'),
    ])
      if (text.includes(secret)) messages.push(where)
  }
  const reads = routes
    .map(({ call }) => call)
    .filter(({ method, path, status }) => method === 'GET' && !path.includes(':') && status === 200)
  expect(reads.length).toBeGreaterThan(50)
  checkForSecrets('itself', `so it would be found: ${secrets.jira}`)
  expect(messages.splice(0)).toEqual(['itself'])
  for (const { path } of reads) {
    const { body } = await admin('GET', `/api${path}`)
    checkForSecrets(path, Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body ?? null))
  }
  for (const { id } of (await admin('GET', '/api/auditLogs?itemsPerPage=200')).body.items)
    checkForSecrets('an entry of the audit log', JSON.stringify((await admin('GET', `/api/auditLogs/${id}`)).body))
  const tables = await app.sql(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(60)
  for (const { name } of tables) {
    const rows = await app.sql(`select to_jsonb(t) as row from ${name} t`)
    for (const { row } of rows) {
      if (name === 'app_settings' && row.value_type === 'secret') row.value = null
      if (name === 'webhooks') row.signing_key = null
      checkForSecrets(name, JSON.stringify(row))
    }
  }
  expect(logged.length).toBeGreaterThan(100)
  for (const line of logged) checkForSecrets(`the log: ${line.slice(0, 200)}`, line)
  expect([...new Set(messages)]).toEqual([])
})
