import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { client, startIdentityProvider } from '../../../test/kit/identity-provider.ts'
import { startApp } from '../../../test/kit/start.ts'

const app = await startApp({ settings: { mayIdentityPrivate: true } })
const provider = await startIdentityProvider()
const password = 'Correct-Horse-7'
const role = await createRole(app)
const set = async (key: string, value: unknown) => {
  const answer = await app.admin('PUT', `/api/appSettings/identity.oidc.${key}`, { value })
  expect(answer.status, key).toBe(200)
}
await set('issuer', provider.issuer)
await set('clientId', client.clientId)
await set('clientSecret', client.clientSecret)
await set('defaultRole', role.id)

beforeEach(() => {
  provider.reset()
})

const locationOf = (answer: { headers: Headers }) => answer.headers.get('location') ?? ''
const begin = async (query: object = {}) => locationOf(await app.call('GET', '/api/account/oidc/start', undefined, { query: { ...query } }))
/** The browser at the provider: follows its one redirect, and returns the address of the callback. */
const atProvider = async (address: string) => (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
const comeBack = async (callback: string) => {
  const { pathname, search } = new URL(callback)
  return new URL(locationOf(await app.call('GET', `${pathname}${search}`)), 'http://app')
}
async function walk(query: object = {}) {
  return comeBack(await atProvider(await begin(query)))
}
const redeem = (code: string | null, binding?: string) => app.call('POST', '/api/account/oidc/session', { code, binding })
const person = (sub: string, more: object = {}) => {
  provider.state.person = { sub, email: `${sub}@example.com`, email_verified: true, given_name: 'Ida', family_name: 'Rhodes', ...more }
}

describe('single sign-on', () => {
  it('is offered with its name, and asks with PKCE, nonce, and state', async () => {
    const options = (await app.call('GET', '/api/account/SignInOptions')).body
    expect(options).toMatchObject({ password: true, oidc: { name: '127.0.0.1', path: '/api/account/oidc/start' } })
    const { searchParams } = new URL(await begin())
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: client.clientId,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)?.length, name).toBeGreaterThan(40)
  })

  it('creates a person with the default role, and hands the session over once', async () => {
    person('new-person')
    const page = await walk({ returnTo: '/projects/7?tab=a' })
    expect([page.pathname, page.searchParams.get('redirect')]).toEqual(['/login', '/projects/7?tab=a'])
    const answer = await redeem(page.searchParams.get('code'))
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { email: 'new-person@example.com', firstName: 'Ida', roles: [{ id: role.id }] } },
    })
    expect((await redeem(page.searchParams.get('code'))).status, 'used twice').toBe(400)
    const sessions = (await app.call('GET', '/api/account/Sessions', undefined, { token: answer.body.token })).body.items
    expect(sessions).toMatchObject([{ method: 'oidc', isCurrent: true }])
    expect(JSON.stringify(await app.sql('select * from sessions'))).not.toContain('eyJ')
  })

  it('links an account by its verified address, and then by the subject only', async () => {
    const user = await createUser(app, { roleId: role.id, password })
    person('linked', { email: user.email.toUpperCase() })
    const first = await redeem((await walk()).searchParams.get('code'))
    expect(first.body.user.id).toBe(user.id)
    // The address at the provider now belongs to another account.
    const other = await createUser(app, { roleId: role.id, password })
    person('linked', { email: other.email })
    const again = await redeem((await walk()).searchParams.get('code'))
    expect(again.body.user).toMatchObject({ id: user.id, email: user.email })
    person('somebody-else', { email: user.email })
    expect((await walk()).searchParams.get('sso'), 'another subject with the same address').toBe('linked')
  })

  it('refuses an unverified address, a foreign domain, and a suspended user', async () => {
    for (const verified of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      person('unverified', verified)
      expect((await walk()).searchParams.get('sso')).toBe('email')
    }
    await set('allowedDomains', ['firm.example'])
    person('outsider')
    expect((await walk()).searchParams.get('sso')).toBe('domain')
    person('insider', { email: 'insider@firm.example' })
    const signedIn = await redeem((await walk()).searchParams.get('code'))
    expect(signedIn.status).toBe(200)
    await set('allowedDomains', [])
    await app.admin('PUT', `/api/users/${signedIn.body.user.id}/Suspend`)
    expect((await walk()).searchParams.get('sso')).toBe('suspended')
    expect(await app.sql(`select detail from security_log where detail like 'oidc, domain%'`)).toEqual([
      { detail: 'oidc, domain, outsider@example.com' },
    ])
  })

  it('refuses people without an account where no role is set', async () => {
    await set('defaultRole', null)
    person('nobody')
    expect((await walk()).searchParams.get('sso')).toBe('account')
    await set('defaultRole', role.id)
  })

  it('gives the role of the first mapped group, and takes it back', async () => {
    const leads = await createRole(app)
    await set('groupRoles', { leads: leads.id, admins: app.admin.roleId })
    person('grouped', { groups: ['admins', 'leads'] })
    const signedIn = await redeem((await walk()).searchParams.get('code'))
    expect(signedIn.body.user.roles[0].id).toBe(leads.id)
    person('grouped', { groups: [] })
    const again = await redeem((await walk()).searchParams.get('code'))
    expect(again.body.user.roles[0].id).toBe(role.id)
    const me = await app.call('GET', '/api/account/me', undefined, { token: signedIn.body.token })
    expect(me.body.errorType, 'the earlier session ends').toBe('Relogin')
    await set('groupRoles', {})
  })

  it('never takes the role of the last administrator', async () => {
    const [admin] = await app.sql('select email from users where id = $1', [app.admin.userId])
    await app.sql(`update users set is_suspended = true where role_id = $1 and id <> $2`, [app.admin.roleId, app.admin.userId])
    await set('groupRoles', { admins: app.admin.roleId })
    person('last-one', { email: admin?.email, groups: [] })
    const page = await walk()
    expect(page.searchParams.get('code')).not.toBeNull()
    const [user] = await app.sql('select role_id from users where id = $1', [app.admin.userId])
    expect(user?.role_id).toBe(app.admin.roleId)
    await set('groupRoles', {})
  })
})

describe('a false answer of the provider', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const lies: [name: string, lie: () => void][] = [
    ['nonce', () => (provider.state.claims = { nonce: 'another' })],
    ['no nonce', () => (provider.state.claims = { nonce: undefined })],
    ['audience', () => (provider.state.claims = { aud: 'another-client' })],
    ['issuer', () => (provider.state.claims = { iss: 'https://elsewhere.example' })],
    ['expired token', () => (provider.state.claims = { iat: now() - 900, exp: now() - 600 })],
    ['unsigned token', () => (provider.state.isUnsigned = true)],
    ['signature of an unknown key', () => (provider.state.signingKey = provider.newKey().privateKey)],
    ['issuer of the way back, as in a mix-up of two providers', () => (provider.state.back = { iss: 'https://elsewhere.example' })],
  ]
  it.each(lies)('is refused: %s', async (_name, lie) => {
    person('victim')
    lie()
    expect((await walk()).searchParams.get('sso')).toBe('invalid')
  })

  it('is refused with a state that was not given out, was used, or has expired', async () => {
    person('victim')
    provider.state.back = { state: 'made-up' }
    expect((await walk()).searchParams.get('sso')).toBe('expired')
    provider.reset()
    const callback = await atProvider(await begin())
    expect((await comeBack(callback)).searchParams.get('code')).not.toBeNull()
    expect((await comeBack(callback)).searchParams.get('sso'), 'the same way back again').toBe('expired')
    const late = await atProvider(await begin())
    await app.sql(`update identity_flows set expires_date = now() - interval '1 second'`)
    expect((await comeBack(late)).searchParams.get('sso')).toBe('expired')
  })

  it('is refused with a used code, and with an error', async () => {
    const callback = new URL(await atProvider(await begin()))
    await comeBack(callback.href)
    const next = new URL(await atProvider(await begin()))
    next.searchParams.set('code', callback.searchParams.get('code') ?? '')
    expect((await comeBack(next.href)).searchParams.get('sso')).toBe('invalid')
    const denied = new URL(await atProvider(await begin()))
    denied.searchParams.delete('code')
    denied.searchParams.set('error', 'access_denied')
    expect((await comeBack(denied.href)).searchParams.get('sso')).toBe('refused')
  })

  it('does not matter if only the clock differs by seconds, or the key was rotated', async () => {
    person('clock')
    provider.state.claims = { iat: now() + 20, exp: now() - 20 }
    expect((await walk()).searchParams.get('code')).not.toBeNull()
    provider.reset()
    const callback = await atProvider(await begin())
    provider.rotateKey()
    expect((await comeBack(callback)).searchParams.get('code')).not.toBeNull()
  })

  it('does not block the password: a provider that is down, at the start and at the end', async () => {
    const user = await createUser(app, { roleId: role.id, password })
    const callback = await atProvider(await begin())
    provider.state.isDown = true
    expect((await comeBack(callback)).searchParams.get('sso')).toBe('unreachable')
    expect(await begin({ returnTo: '/clients' })).toBe('/login?sso=unreachable&redirect=%2Fclients')
    expect((await app.call('POST', '/api/account/login', { email: user.email, password })).status).toBe(200)
  })
})

describe('the way back', () => {
  it('leads only into the app', async () => {
    for (const returnTo of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      'evil',
    ]) {
      const page = await walk({ returnTo })
      expect(page.searchParams.get('redirect'), returnTo).toBeNull()
      expect(page.origin).toBe('http://app')
    }
  })

  it('is finished only in the page that began it', async () => {
    person('bound')
    const binding = createHash('sha256').update('secret of the page').digest('hex')
    const code = async () => (await walk({ binding })).searchParams.get('code')
    expect((await redeem(await code())).status, 'without the secret').toBe(400)
    expect((await redeem(await code(), 'another secret')).status).toBe(400)
    expect((await redeem(await code(), 'secret of the page')).status).toBe(200)
    const unbound = (await walk()).searchParams.get('code')
    expect((await redeem(unbound, 'secret of the page')).status, 'a sign-in that another page began').toBe(400)
  })
})

describe('single sign-on that is required for staff', () => {
  it('refuses their passwords, except of administrators, whose sign-in is audited', async () => {
    const staff = await createUser(app, { roleId: role.id, password })
    await app.sql(`update users set is_suspended = false where role_id = $1`, [app.admin.roleId])
    const admin = await createUser(app, { roleId: app.admin.roleId, password })
    await set('isRequiredForStaff', true)
    const refused = await app.call('POST', '/api/account/login', { email: staff.email, password })
    expect(refused).toMatchObject({ status: 400, body: 'Please sign in with 127.0.0.1. Your firm requires it.' })
    expect((await app.call('POST', '/api/account/login', { email: staff.email, password: 'Wrong-Horse-7' })).body).toBe(
      'Invalid email or password!',
    )
    expect((await app.call('POST', '/api/account/login', { email: admin.email, password })).status).toBe(200)
    const entries = await app.sql(`select after from audit_log where user_id = $1 and after ? 'breakGlass'`, [admin.id])
    expect(entries).toHaveLength(1)
    await set('isRequiredForStaff', false)
  })
})

it('names the address that ends the session at the provider, only after a sign-in there', async () => {
  person('leaving')
  const { token } = (await redeem((await walk()).searchParams.get('code'))).body
  const address = async (as: string) => (await app.call('GET', '/api/account/oidc/SignOut', undefined, { token: as })).body.address
  const { origin, pathname, searchParams } = new URL(await address(token))
  expect([origin + pathname, searchParams.get('post_logout_redirect_uri')]).toEqual([`${provider.issuer}/end`, `${app.url}/login`])
  expect(searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
  expect(await address(app.admin.token)).toBeNull()
  provider.state.isDown = true
  expect(await address(token), 'a provider that is down').toBeNull()
})

describe('the test of a provider', () => {
  const test = async (more: object = {}) =>
    (await app.admin('POST', '/api/settings/identity/Test', { issuer: provider.issuer, ...client, ...more })).body

  it('names its addresses, or what is wrong', async () => {
    expect(await test()).toEqual({
      ok: true,
      problems: [],
      endpoints: {
        authorization: `${provider.issuer}/auth`,
        token: `${provider.issuer}/token`,
        keys: `${provider.issuer}/jwks`,
        endSession: `${provider.issuer}/end`,
      },
    })
    expect((await test({ clientSecret: 'wrong' })).problems).toEqual(['The provider does not accept the client id or the secret.'])
    expect(await test({ issuer: `${provider.issuer}/elsewhere` })).toMatchObject({ ok: false })
    provider.state.isDown = true
    expect((await test()).problems).toEqual(['The provider cannot be reached at this address.'])
  })

  it('uses the stored secret for the stored provider only, and never shows it', async () => {
    expect((await test({ clientSecret: undefined })).ok).toBe(true)
    const { items } = (await app.admin('GET', '/api/appSettings', undefined, { query: { search: 'clientSecret', itemsPerPage: -1 } })).body
    const stored = items.find(({ key }: { key: string }) => key === 'identity.oidc.clientSecret')
    expect(stored).toMatchObject({ value: null, hasValue: true })
    expect(JSON.stringify(await app.sql(`select value from app_settings`))).not.toContain(client.clientSecret)
  })
})

it('asks no provider in a private network, unless that is allowed', async () => {
  const guarded = await startApp()
  const answer = await guarded.admin('POST', '/api/settings/identity/Test', { issuer: provider.issuer, ...client })
  expect(answer.body).toMatchObject({ ok: false, problems: ['Only public HTTPS addresses are allowed.'] })
})

describe('sign-out at the provider', () => {
  const logOut = (token: string) =>
    fetch(`${app.url}/api/account/oidc/logout`, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })
  const signIn = async (sub: string, sid: string) => {
    person(sub)
    provider.state.claims = { sid }
    const { body } = await redeem((await walk()).searchParams.get('code'))
    return async () => (await app.call('GET', '/api/account/Sessions', undefined, { token: body.token })).status
  }

  it('ends the session that the token names, or all of the person', async () => {
    const [first, second, third] = [await signIn('leaving', 'a'), await signIn('leaving', 'b'), await signIn('leaving', 'c')]
    const other = await signIn('staying', 'd')
    const answer = await logOut(provider.logoutToken({ sub: 'leaving', sid: 'a' }))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')])
    expect([await first(), await second()]).toEqual([401, 200])
    expect((await logOut(provider.logoutToken({ sid: 'b' }))).status).toBe(200)
    expect([await second(), await third()]).toEqual([401, 200])
    expect((await logOut(provider.logoutToken({ sub: 'leaving' }))).status).toBe(200)
    expect([await third(), await other()]).toEqual([401, 200])
    const { items } = (await app.admin('GET', '/api/securityLog?itemsPerPage=10')).body
    expect(items).toContainEqual(expect.objectContaining({ event: 'SessionsEnded', detail: 'by the provider' }))
  })

  it('accepts a token once', async () => {
    const token = provider.logoutToken({ sub: 'nobody-here' })
    expect([(await logOut(token)).status, (await logOut(token)).status]).toEqual([200, 400])
  })

  it.each<[string, Record<string, unknown>, object?]>([
    ['another issuer', { iss: 'http://127.0.0.1:1' }],
    ['another audience', { aud: 'other' }],
    ['an age of an hour', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['an expiry in the past', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['no id', { jti: undefined }],
    ['no event', { events: undefined }],
    ['another event', { events: { 'http://example.com/event': {} } }],
    ['a nonce, as an ID token', { nonce: 'x' }],
    ['neither person nor session', {}],
    ['a foreign key', { sub: 'kept' }, { key: provider.newKey() }],
    ['no signature', { sub: 'kept' }, { header: { alg: 'none' } }],
    ['a shared secret as the key', { sub: 'kept' }, { header: { alg: 'HS256' } }],
  ])('rejects a token with %s', async (_, claims, how) => {
    const session = await signIn('kept', 'k')
    const isNamed = 'sub' in claims || Object.keys(claims).length === 0
    const answer = await logOut(provider.logoutToken(isNamed ? claims : { sub: 'kept', ...claims }, how))
    expect([answer.status, await session()]).toEqual([400, 200])
  })

  it('rejects JSON that is not a form, and tokens while the provider is away', async () => {
    expect((await app.call('POST', '/api/account/oidc/logout', undefined)).status).toBe(400)
    const session = await signIn('waiting', 'w')
    const token = provider.logoutToken({ sub: 'waiting' })
    provider.state.isDown = true
    expect([(await logOut(token)).status, await session()]).toEqual([400, 200])
    provider.state.isDown = false
    expect([(await logOut(token)).status, await session()]).toEqual([200, 401])
  })
})
