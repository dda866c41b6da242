import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { builtInSettings } from '../../model/settings/app-settings.ts'
import { readSettings } from '../settings.ts'
import { appSettings } from './app-settings.ts'

const app = await startApp()
const readSetting = async (key: string) =>
  (await app.admin('GET', '/api/appSettings', undefined, { query: { search: key, itemsPerPage: -1 } })).body.items.find(
    (setting: { key: string }) => setting.key === key,
  )
const putSetting = (key: string, body: object) => app.admin('PUT', `/api/appSettings/${key}`, body)
const environment = async () => (await app.call('GET', '/api/environment')).body

entityContract(appSettings, app, {
  valid: { key: 'custom.note', valueType: 'number', value: 7.5, description: 'For the bridge' },
  fresh: (n) => ({ key: `custom.x${n}y` }),
  change: { description: 'Changed' },
  invalid: [
    ['key', '', messages.required],
    ['key', 'nosection', 'Only a section and a name are valid, as in reports.footer'],
    ['valueType', 'date', messages.unknown],
    ['value', '7.5', 'Only numbers are valid'],
    ['description', 'x'.repeat(501), messages.maxLength(500)],
  ],
})

it('contains every built-in setting from the first start', async () => {
  const { items } = (await app.admin('GET', '/api/appSettings', undefined, { query: { itemsPerPage: -1 } })).body
  const builtIn = items.filter(({ isBuiltIn }: { isBuiltIn: boolean }) => isBuiltIn)
  expect(Object.fromEntries(builtIn.map(({ key, value }: { key: string; value: unknown }) => [key, value]))).toEqual(
    Object.fromEntries(Object.entries(builtInSettings).map(([key, { start }]) => [key, start])),
  )
  const keys = items.map(({ key }: { key: string }) => key)
  expect(keys).toEqual(keys.toSorted(new Intl.Collator('en', { numeric: true }).compare))
})

describe('setting value', () => {
  it.each([
    ['number', 5, '5', 'Only numbers are valid'],
    ['bool', true, 'true', 'Only yes or no is valid'],
    ['text', 'a', 1, 'Only text is valid'],
    ['secret', 'a', {}, 'Only text is valid'],
  ])('rejects a value of another type for %s', async (valueType, good, bad, message) => {
    const key = `kinds.${valueType}`
    const setting = { key, valueType }
    const refused = await app.admin('POST', '/api/appSettings', { ...setting, value: bad })
    expect(refused).toMatchObject({ status: 400, body: { fields: { value: [message] } } })
    const created = await createRow(app, '/api/appSettings', { ...setting, value: good })
    expect(created).toMatchObject({ hasValue: true, value: valueType === 'secret' ? null : good, section: 'kinds' })
    expect((await putSetting(key, { value: bad })).status).toBe(400)
    expect((await putSetting(key, { value: good, valueType: valueType === 'text' ? 'secret' : 'text' })).body.fields).toHaveProperty(
      'valueType',
    )
  })

  it.each([0, 0.05, 2.125, 100_001])('rejects a cable length of %d m', async (value) => {
    const fields = { value: ['Only numbers from 0.1 to 100,000 with at most 2 decimals are valid'] }
    expect(await putSetting('cables.usb3M', { value })).toMatchObject({ status: 400, body: { fields } })
  })

  it('accepts any JSON that the database can store', async () => {
    await createRow(app, '/api/appSettings', { key: 'kinds.json', valueType: 'json', value: { a: [1, null, 'é'] } })
    expect((await readSetting('kinds.json')).value).toEqual({ a: [1, null, 'é'] })
    for (const value of ['\0', { a: '\0' }, '\ud800']) expect((await putSetting('kinds.json', { value })).status).toBe(400)
  })
})

it('never returns a secret, keeps it if omitted, and clears it for an empty text', async () => {
  const secret = 'token-93-never-told'
  const created = await createRow(app, '/api/appSettings', { key: 'bridge.token', valueType: 'secret', value: secret })
  expect(created).toMatchObject({ value: null, hasValue: true })
  expect((await putSetting('bridge.token', { description: 'The bridge' })).body).toMatchObject({
    hasValue: true,
    description: 'The bridge',
  })
  const [stored] = await app.sql(`select value from app_settings where key = 'bridge.token'`)
  expect(stored!.value).toMatch(/^sealed:/)
  expect(stored!.value).not.toContain(secret)
  const answers = [
    await app.admin('GET', '/api/appSettings', undefined, { query: { itemsPerPage: -1 } }),
    await app.admin('GET', `/api/appSettings/${created.id}`),
    await app.admin('GET', '/api/appSettings/query'),
    await app.admin('GET', '/api/appSettings', undefined, { query: { search: secret } }),
  ]
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret)
  expect(answers[3]!.body.total).toBe(0)
  const [logged] = await app.sql(`select count(*) filter (where a::text like '%${secret}%')::int as secrets,
    count(*) filter (where a::text like '%bridge.token%')::int as entries from audit_log a`)
  expect(logged!.secrets).toBe(0)
  expect(logged!.entries).toBeGreaterThan(1)
  expect((await putSetting('bridge.token', { value: '' })).body.hasValue).toBe(false)
})

it('protects key, type and range of a built-in setting; deleting resets its value', async () => {
  const key = 'security.sessionHours'
  for (const [body, field] of [
    [{ value: 0 }, 'value'],
    [{ value: 1.5 }, 'value'],
    [{ value: 169 }, 'value'],
    [{ value: null }, 'value'],
    [{ value: 6, key: 'security.other' }, 'key'],
    [{ value: 6, valueType: 'text' }, 'valueType'],
  ] as const)
    expect((await putSetting(key, body)).body.fields, JSON.stringify(body)).toHaveProperty(field)
  const saved = await putSetting(key, { value: 6, description: 'Mine' })
  expect(saved.body).toMatchObject({ value: 6, description: builtInSettings[key].description, rowVersion: 2 })
  const [entry] = await app.sql(`select action, before, after from audit_log where entity = 'appSettings' order by id desc limit 1`)
  expect(entry).toEqual({ action: 'SettingChange', before: { value: 12 }, after: { value: 6 } })
  expect((await putSetting(key, { value: 7, rowVersion: 1 })).status).toBe(409)
  expect((await app.admin('DELETE', `/api/appSettings/${key}`)).status).toBe(204)
  expect((await readSetting(key)).value).toBe(12)
  expect((await app.admin('POST', '/api/appSettings', { key: 'general.productName', value: 'x' })).status).toBe(400)
  expect((await putSetting('no.such', { value: 1 })).status).toBe(404)
})

it('returns the app name, and notices on sites that are not live', async () => {
  expect(await environment()).toMatchObject({ productName: 'DNA', supportEmail: null, logoUrl: null })
  expect((await environment()).notices).toHaveLength(1)
  await putSetting('general.productName', { value: 'Firm' })
  await putSetting('general.testingNotice', { value: '' })
  expect((await putSetting('general.supportEmail', { value: 'nobody' })).status).toBe(400)
  await putSetting('general.supportEmail', { value: 'help@example.com' })
  expect(await environment()).toMatchObject({ productName: 'Firm', notices: [], supportEmail: 'help@example.com' })
})

it('ends sessions after the configured hours and days', async () => {
  const person = await app.signInAs([], { isNew: true })
  await app.sql(`update sessions set last_seen_date = now() - interval '2 hours' where user_id = $1`, [person.userId])
  await putSetting('security.sessionHours', { value: 1 })
  expect((await person('GET', '/api/account/me')).status).toBe(401)
  await putSetting('security.sessionHours', { value: 12 })
  expect((await person('GET', '/api/account/me')).status).toBe(200)

  await putSetting('security.sessionMaxDays', { value: 2 })
  const role = await createRow(app, '/api/roles', { name: 'Short', permissions: [] })
  const user = await createRow(app, '/api/users', { email: 'short@example.com', firstName: 'A', lastName: 'B', roleId: role.id })
  await app.sql('update users set password_hash = (select password_hash from users where id = $1) where id = $2', [
    app.admin.userId,
    user.id,
  ])
  const { administrator } = await import('../../../test/kit/settings.ts')
  const login = await app.call('POST', '/api/account/login', { email: 'short@example.com', password: administrator.password })
  expect(login.status).toBe(200)
  const [session] = await app.sql(
    `select extract(epoch from expires_date - create_date) / 86400 as days from sessions where user_id = $1 order by id desc limit 1`,
    [user.id],
  )
  expect(Number(session!.days)).toBeCloseTo(2, 2)
})

it('limits Tempo links to the configured domain', async () => {
  const client = await createRow(app, '/api/clients', { name: 'Westbrook', abbreviatedName: 'WEST' })
  const project = { name: 'Hall', clientId: client.id, tempoUrl: 'https://hours.example.com/7' }
  const refused = await app.admin('POST', '/api/projects', project)
  expect(refused).toMatchObject({ status: 400, body: { fields: { tempoUrl: [messages.tempoUrl] } } })
  await putSetting('links.tempoDomain', { value: 'example.com' })
  expect((await app.admin('POST', '/api/projects', project)).status).toBe(201)
})

it('rejects deeply nested values', async () => {
  const nested = (depth: number) => `{"key":"notes.deep","valueType":"json","value":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const post = (depth: number) => app.admin('POST', '/api/appSettings', undefined, { raw: nested(depth) })
  expect(await post(200_000)).toMatchObject({ status: 400, body: { fields: { value: [messages.unknown] } } })
  expect(await post(60)).toMatchObject({ status: 400 })
  expect((await post(40)).status).toBe(201)
})

describe('integration service', () => {
  const token = 'token-of-hubspot-never-told'
  const status = async () => (await app.admin('GET', '/api/integrations/Hubspot/Status')).body.isConfigured

  it('is connected by its settings, and sends its secret only to its own address', async () => {
    expect(await status()).toBe(false)
    expect((await putSetting('integrations.hubspot.accessToken', { value: 'two words' })).status).toBe(400)
    expect((await putSetting('integrations.hubspot.accessToken', { value: token })).body).toMatchObject({ value: null, hasValue: true })
    expect(await status()).toBe(true)
    expect((await putSetting('integrations.hubspot.baseUrl', { value: 'hubapi' })).status).toBe(400)
    expect((await putSetting('integrations.hubspot.companiesPath', { value: '/crm/v3/objects/companies' })).status).toBe(200)
    expect(await status()).toBe(true)
    const [logged] = await app.sql(`select count(*)::int as n from audit_log a where a::text like '%${token}%'`)
    expect(logged!.n).toBe(0)
    expect((await putSetting('integrations.hubspot.baseUrl', { value: 'https://elsewhere.example' })).status).toBe(200)
    expect(await status()).toBe(false)
    await putSetting('integrations.hubspot.accessToken', { value: token })
    expect((await app.admin('DELETE', '/api/appSettings/integrations.hubspot.baseUrl')).status).toBe(204)
    expect(await status()).toBe(false)
  })

  it('is read-only when set by the environment, and shown without secrets', async () => {
    const parsedSettings = readSettings({
      HUBSPOT_ACCESS_TOKEN: token,
      INTEGRATIONS_JIRA_BASE_URL: 'https://firm.example/jira/',
      MAIL_PORT: '2525',
    })
    expect(parsedSettings.fromEnvironment).toEqual({
      'integrations.hubspot.accessToken': token,
      'integrations.hubspot.baseUrl': 'https://api.hubapi.com',
      'integrations.jira.baseUrl': 'https://firm.example/jira',
      'mail.port': 2525,
    })
    const firm = await startApp({ settings: { fromEnvironment: parsedSettings.fromEnvironment } })
    const key = 'integrations.hubspot.accessToken'
    const all = (await firm.admin('GET', '/api/appSettings', undefined, { query: { itemsPerPage: -1 } })).body
    const item = (await firm.admin('GET', `/api/appSettings/${all.items.find((row: { key: string }) => row.key === key).id}`)).body
    for (const row of [item, all.items.find((row: { key: string }) => row.key === key)])
      expect(row).toMatchObject({ isFromEnvironment: true, hasValue: true, value: null })
    expect(JSON.stringify([all, item])).not.toContain(token)
    expect(all.items.find((row: { key: string }) => row.key === 'mail.port')).toMatchObject({ isFromEnvironment: true, value: 2525 })
    expect(all.items.find((row: { key: string }) => row.key === 'mail.host')).toMatchObject({ isFromEnvironment: false, value: null })
    for (const locked of [key, 'integrations.hubspot.baseUrl', 'mail.port']) {
      expect((await firm.admin('PUT', `/api/appSettings/${locked}`, { value: null })).status).toBe(409)
      expect((await firm.admin('DELETE', `/api/appSettings/${locked}`)).status).toBe(409)
    }
    expect((await firm.admin('GET', '/api/integrations/Hubspot/Status')).body.isConfigured).toBe(true)
  })

  it('allows a mail server only for users with every permission: it receives reset links', async () => {
    const most = await app.signInAs(internalPermissions.filter((name) => name !== 'Roles.Delete'))
    for (const [key, value] of [
      ['mail.host', 'mine.example'],
      ['mail.port', 2526],
    ]) {
      const refused = await most('PUT', `/api/appSettings/${key}`, { value })
      expect([refused.status, refused.body.detail]).toEqual([403, 'Roles.Delete'])
      expect((await readSetting(String(key))).value).not.toBe(value)
    }
    // Turning mail off is less critical than sending it elsewhere.
    expect((await most('PUT', '/api/appSettings/mail.host', { value: null })).status).toBe(200)
    expect((await most('PUT', '/api/appSettings/mail.from', { value: 'firm@firm.example' })).status).toBe(200)
    expect((await app.admin('PUT', '/api/appSettings/mail.host', { value: 'post.example' })).status).toBe(200)
    expect((await app.admin('PUT', '/api/appSettings/mail.host', { value: null })).status).toBe(200)
  })

  it('aborts the start with the name of an invalid variable, without its secret', () => {
    expect(() => readSettings({ INTEGRATIONS_TEMPO_BASE_URL: 'tempo' })).toThrow(/^INTEGRATIONS_TEMPO_BASE_URL is wrong/)
    expect(() => readSettings({ INTEGRATIONS_WIRE_CAD_API_KEY: 'a b' })).toThrow(/^INTEGRATIONS_WIRE_CAD_API_KEY is wrong: [^"]+"\*\*\*"/)
    expect(() => readSettings({ MAIL_PORT: 'mail' })).toThrow(/^MAIL_PORT is wrong/)
    expect(readSettings({ SMTP_URL: 'smtps://box:word@post.example' }).fromEnvironment).toEqual({
      'mail.host': 'post.example',
      'mail.port': 465,
      'mail.user': 'box',
      'mail.password': null,
    })
  })
})
