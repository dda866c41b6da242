import { describe, expect, it } from 'vitest'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'

const app = await startApp()
const role = await createRole(app)
const password = 'Correct-Horse-7'
const person = () => createUser(app, { roleId: role.id, password })
const signIn = (email: string, secret = password) => app.call('POST', '/api/account/login', { email, password: secret })
const me = (token: string) => app.call('GET', '/api/account/me', undefined, { token })
/** The rate limit per address would otherwise block the tests. */
const releaseBrakes = () => app.sql('delete from sign_in_brakes')

describe('signing in', () => {
  it('returns a token and the current user', async () => {
    const user = await person()
    const { status, body } = await signIn(user.email)
    expect({ status, id: body.user.id, roles: body.user.roles.length }).toEqual({ status: 200, id: user.id, roles: 1 })
    expect(body.token, 'never by chance like the token of a program').toMatch(/^s[\w-]{43}$/)
    expect((await me(body.token)).body).toEqual(body.user)
    expect(JSON.stringify(await app.sql('select * from sessions where user_id = $1', [user.id]))).not.toContain(body.token)
  })

  it('returns the same error for a wrong password and an unknown address', async () => {
    const user = await person()
    const rejected = await signIn(user.email, 'Wrong-Horse-7')
    const unknown = await signIn('nobody@example.com')
    expect(rejected).toMatchObject({ status: 400, body: 'Invalid email or password!' })
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: rejected.status, body: rejected.body })
    const audit = await app.sql(`select entity_name, outcome from audit_log where action = 'SignInFailed' order by id desc limit 2`)
    expect(audit).toEqual([
      { entity_name: 'nobody@example.com', outcome: 'Refused' },
      { entity_name: user.email, outcome: 'Refused' },
    ])
  })

  it('blocks after ten failures, even with the right password, and unblocks later', async () => {
    await releaseBrakes()
    const user = await person()
    for (let i = 0; i < 10; i++) expect((await signIn(user.email, `Wrong-${i}`)).status).toBe(400)
    const stopped = await signIn(user.email)
    expect(stopped.status).toBe(429)
    expect(typeof stopped.body).toBe('string')
    const wait = Number(stopped.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    await app.sql(`update sign_in_brakes set since = since - interval '16 minutes'`)
    expect((await signIn(user.email)).status).toBe(200)
  })

  it('blocks an IP address after fifty failures, regardless of headers', async () => {
    await releaseBrakes()
    await app.sql(`insert into sign_in_brakes (subject, failures) values ('ip:127.0.0.1', 50)`)
    const user = await person()
    const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' }
    const answer = await app.call('POST', '/api/account/login', { email: user.email, password }, { headers })
    expect(answer.status).toBe(429)
    await releaseBrakes()
  })

  it('counts every concurrent failure', async () => {
    await releaseBrakes()
    const user = await person()
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(user.email, 'Wrong-Horse-7')))
    expect(answers.filter(({ status }) => status !== 400 && status !== 429)).toEqual([])
    expect((await signIn(user.email)).status).toBe(429)
    await releaseBrakes()
  })

  it('names the missing fields', async () => {
    const answer = await app.call('POST', '/api/account/login', {})
    expect(answer).toMatchObject({ status: 400, body: { fields: { email: [messages.emailRequired], password: [messages.required] } } })
  })
})

describe('session', () => {
  it('ends on sign-out', async () => {
    const { token } = (await signIn((await person()).email)).body
    expect((await app.call('POST', '/api/account/logout', undefined, { token })).status).toBe(204)
    expect(await me(token)).toMatchObject({ status: 401, body: { errorType: 'Unauthorized' } })
  })

  it('expires after half a day of inactivity or after a week', async () => {
    const user = await person()
    for (const change of [`last_seen_date = now() - interval '12 hours 1 minute'`, `expires_date = now() - interval '1 minute'`]) {
      const { token } = (await signIn(user.email)).body
      await app.sql(`update sessions set ${change} where user_id = $1`, [user.id])
      expect((await me(token)).status).toBe(401)
    }
  })

  it('is listed and can be ended from another session', async () => {
    const user = await person()
    const [here, there] = [(await signIn(user.email)).body.token, (await signIn(user.email)).body.token]
    const sessions = async () => (await app.call('GET', '/api/account/Sessions', undefined, { token: here })).body.items
    const [current, other] = await sessions()
    expect([current.isCurrent, other.isCurrent]).toEqual([true, false])
    expect(Object.keys(current)).not.toContain('tokenHash')
    expect((await app.call('DELETE', `/api/account/Sessions/${other.id}`, undefined, { token: here })).status).toBe(204)
    expect((await me(there)).status).toBe(401)
    expect(await sessions()).toHaveLength(1)
    const foreign = await app.admin('DELETE', `/api/account/Sessions/${current.id}`)
    expect(foreign.status).toBe(404)
    expect((await me(here)).status).toBe(200)
  })

  it('requires the complete token in the authorization header', async () => {
    const { token } = (await signIn((await person()).email)).body
    for (const invalidToken of [token.slice(1), `${token}x`, token.toUpperCase(), '', 'null', 'x'.repeat(5000)])
      expect((await me(invalidToken)).status).toBe(401)
    expect((await app.call('GET', '/api/account/me', undefined, { headers: { authorization: token } })).status).toBe(401)
    expect((await app.call('GET', `/api/account/me?token=${token}`)).status).toBe(401)
  })
})

describe('passwords', () => {
  const weak: [string, string][] = [
    ['correct-horse-7', messages.password],
    ['CORRECT-HORSE-7', messages.password],
    ['Correct-Horse', messages.password],
    ['CorrectHorse7', messages.password],
    ['Aa1!', messages.minLength(8)],
    [`Aa1!${'x'.repeat(125)}`, messages.maxLength(128)],
    ['Password1!', 'This password is too common. Please choose another.'],
    ['P@ssw0rd123', 'This password is too common. Please choose another.'],
  ]
  it('rejects a password made of the names of its owner', async () => {
    const body = { email: 'quill@example.com', firstName: 'Harriet', lastName: 'Quill', roleId: role.id, password: 'Harriet-Quill-26' }
    const message = 'This password contains your name or the name of the firm. Please choose another.'
    expect(await app.admin('POST', '/api/users', body)).toMatchObject({ status: 400, body: { fields: { password: [message] } } })
  })
  for (const [weakPassword, message] of weak)
    it(`rejects ${weakPassword.slice(0, 20)}: ${message}`, async () => {
      const body = { email: 'weak@example.com', firstName: 'We', lastName: 'Ak', roleId: role.id, password: weakPassword }
      const created = await app.admin('POST', '/api/users', body)
      expect(created).toMatchObject({ status: 400, body: { fields: { password: [message] } } })
      const { token } = (await signIn((await person()).email)).body
      const change = { currentPassword: password, password: weakPassword, confirmPassword: weakPassword }
      const changed = await app.call('POST', '/api/account/ChangePassword', change, { token })
      expect(changed).toMatchObject({ status: 400, body: { fields: { password: [message] } } })
    })

  it('requires the old password to change it, and ends other sessions', async () => {
    const user = await person()
    const [here, there] = [(await signIn(user.email)).body.token, (await signIn(user.email)).body.token]
    const change = (more: object) =>
      app.call(
        'POST',
        '/api/account/ChangePassword',
        { currentPassword: password, password: 'New-Horse-88', confirmPassword: 'New-Horse-88', ...more },
        { token: here },
      )
    expect(await change({ currentPassword: 'Wrong-Horse-7' })).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: [expect.any(String)] } },
    })
    expect(await change({ confirmPassword: 'New-Horse-89' })).toMatchObject({
      status: 400,
      body: { fields: { confirmPassword: [messages.passwordConfirm] } },
    })
    expect((await change({})).status).toBe(204)
    expect((await me(here)).status).toBe(200)
    expect((await me(there)).status).toBe(401)
    expect((await signIn(user.email)).status).toBe(400)
    expect((await signIn(user.email, 'New-Horse-88')).status).toBe(200)
  })

  it('limits guesses of the current password on change', async () => {
    const user = await person()
    const { token } = (await signIn(user.email)).body
    const guess = (i: number) =>
      app.call(
        'POST',
        '/api/account/ChangePassword',
        { currentPassword: `Wrong-${i}`, password: 'New-Horse-88', confirmPassword: 'New-Horse-88' },
        { token },
      )
    for (let i = 0; i < 10; i++) expect((await guess(i)).status).toBe(400)
    expect((await guess(11)).status).toBe(429)
    await releaseBrakes()
  })

  it('resets a forgotten password by a link that works once, and ends every session', async () => {
    await releaseBrakes()
    const user = await person()
    const { token } = (await signIn(user.email)).body
    const known = await app.call('POST', '/api/account/ForgotPassword', { email: user.email })
    const unknown = await app.call('POST', '/api/account/ForgotPassword', { email: 'nobody@example.com' })
    expect({ status: known.status, body: known.body }).toEqual({ status: unknown.status, body: unknown.body })
    await expect.poll(() => app.mails().some(({ to }) => to === user.email)).toBe(true)
    await app.waitUntilIdle()
    expect(app.mails().some(({ to }) => to === 'nobody@example.com')).toBe(false)
    // Timing must not reveal it either: no user is queried before the response.
    const whileNobodyIsFound = await app.product.work(async (ctx) => {
      await ctx.run('lock table users in access exclusive mode')
      const requests = [user.email, 'nobody@example.com'].map((email) => app.call('POST', '/api/account/ForgotPassword', { email }))
      return Promise.all(requests)
    })
    expect(whileNobodyIsFound.map(({ status }) => status)).toEqual([200, 200])
    const mails = () => app.mails().filter(({ to }) => to === user.email)
    await expect.poll(() => mails().length).toBe(2)
    const mail = mails().at(-1)!
    const key = new URL(mail.links[0]!).searchParams.get('key')!
    const reset = (more: object = {}) =>
      app.call('POST', '/api/account/ResetPassword', { key, password: 'New-Horse-88', confirmPassword: 'New-Horse-88', ...more })
    expect((await reset({ password: 'weak', confirmPassword: 'weak' })).status, 'a refused password does not use the key up').toBe(400)
    const storedKeys = await app.sql('select * from password_keys where user_id = $1', [user.id])
    expect(storedKeys).toHaveLength(1)
    expect(JSON.stringify(storedKeys)).not.toContain(key)
    const [first, second] = await Promise.all([reset(), reset()])
    expect([first.status, second.status].sort()).toEqual([200, 400])
    const done = first.status === 200 ? first : second
    expect((await me(done.body.token)).body.id).toBe(user.id)
    expect((await me(token)).status).toBe(401)
    expect((await signIn(user.email)).status).toBe(400)
    expect(JSON.stringify(await app.sql('select * from audit_log'))).not.toMatch(new RegExp(`${key}|New-Horse-88|${password}`))
  })

  it('invalidates earlier reset links when the password changes', async () => {
    await releaseBrakes()
    const user = await person()
    const { token } = (await signIn(user.email)).body
    await app.call('POST', '/api/account/ForgotPassword', { email: user.email })
    await expect.poll(() => app.mails().some(({ to }) => to === user.email)).toBe(true)
    const key = new URL(app.mails().find(({ to }) => to === user.email)!.links[0]!).searchParams.get('key')!
    const own = { currentPassword: password, password: 'Own-Horse-88', confirmPassword: 'Own-Horse-88' }
    expect((await app.call('POST', '/api/account/ChangePassword', own, { token })).status).toBe(204)
    const resetBody = { key, password: 'New-Horse-88', confirmPassword: 'New-Horse-88' }
    expect((await app.call('POST', '/api/account/ResetPassword', resetBody)).status).toBe(400)
  })

  it('rejects an expired reset link', async () => {
    const user = await person()
    await app.call('POST', '/api/account/ForgotPassword', { email: user.email })
    await expect.poll(() => app.mails().some(({ to }) => to === user.email)).toBe(true)
    const key = new URL(app.mails().find(({ to }) => to === user.email)!.links[0]!).searchParams.get('key')!
    await app.sql(`update password_keys set expires_date = now() - interval '1 second'`)
    const answer = await app.call('POST', '/api/account/ResetPassword', {
      key,
      password: 'New-Horse-88',
      confirmPassword: 'New-Horse-88',
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: { key: [expect.any(String)] } } })
  })
})

it('saves own profile fields and ignores fields the user may not set', async () => {
  const otherCaller = await app.signInAs(['Clients.View'], { isNew: true })
  const body = {
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: null,
    jobTitle: 'Admiral',
    email: 'other@example.com',
    roleId: app.admin.roleId,
    isExternalUser: true,
  }
  const answer = await otherCaller('PUT', '/api/account/profile', body)
  expect(answer).toMatchObject({
    status: 200,
    body: { firstName: 'Grace', jobTitle: 'Admiral', email: otherCaller.email, isExternalUser: false },
  })
  expect(answer.body.roles[0].id).toBe(otherCaller.roleId)
})
