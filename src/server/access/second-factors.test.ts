import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { createUser } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { stepOfCode } from './second-factor-checks.ts'

const app = await startApp()
const password = 'Correct-Horse-7'
const period = 30_000
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * period })
const signIn = (email: string) => app.call('POST', '/api/account/login', { email, password })
const complete = (challenge: string, more: object) => app.call('POST', '/api/account/login/SecondFactor', { challenge, ...more })
const as = (token: string) => (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  app.call(method, `/api/${path}`, body, { token })

/** A user whose authenticator app has shown the code of the previous step, so that the current one is unused. */
async function createUserWithTotp(roleId = app.admin.roleId) {
  const user = await createUser(app, { roleId, password })
  const own = as((await signIn(user.email)).body.token)
  const { secret } = (await own('POST', 'account/SecondFactors/Totp')).body
  expect((await own('PUT', 'account/SecondFactors/Totp/Confirm', { code: codeOf(secret, -1) })).status).toBe(200)
  return { ...user, own, secret }
}

describe('authenticator app', () => {
  it('is set up with a secret and a QR code, and counts only after it is confirmed', async () => {
    const user = await createUser(app, { roleId: app.admin.roleId, password })
    const own = as((await signIn(user.email)).body.token)
    const started = await own('POST', 'account/SecondFactors/Totp')
    const { secret, uri, qrSvg } = started.body
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(qrSvg).toMatch(/^<svg/)
    expect((await signIn(user.email)).status, 'not yet confirmed').toBe(200)
    expect((await own('PUT', 'account/SecondFactors/Totp/Confirm', { code: '000000' })).status).toBe(400)
    const confirmed = await own('PUT', 'account/SecondFactors/Totp/Confirm', { code: codeOf(secret) })
    expect(confirmed).toMatchObject({ status: 200, body: { hasTotp: true, recoveryCodeCount: 0, stepUpUntil: null } })
    expect((await signIn(user.email)).status).toBe(401)
    expect(JSON.stringify(await app.sql('select secret from totp_secrets'))).not.toContain(secret)
    await expect.poll(() => app.mails().some(({ to, subject }) => to === user.email && subject === 'Your sign-in has changed')).toBe(true)
  })

  it('is asked for after the right password, and only then', async () => {
    const { email, secret } = await createUserWithTotp()
    const wrong = await app.call('POST', '/api/account/login', { email, password: 'Wrong-Horse-7' })
    expect(wrong).toMatchObject({ status: 400, body: 'Invalid email or password!' })
    const answer = await signIn(email)
    expect(answer).toMatchObject({ status: 401, body: { errorType: 'SecondFactorRequired', methods: ['totp'] } })
    const { challenge } = answer.body
    expect((await complete(challenge, { code: '123456' })).status).toBe(400)
    const done = await complete(challenge, { code: codeOf(secret) })
    expect(done).toMatchObject({ status: 200, body: { user: { email } } })
    expect((await as(done.body.token)('GET', 'account/me')).status).toBe(200)
    expect((await complete(challenge, { code: codeOf(secret, 1) })).status, 'the challenge is used up').toBe(400)
  })

  it('accepts each code once, also of two sign-ins at the same time', async () => {
    const { email, secret } = await createUserWithTotp()
    const challenges = await Promise.all([signIn(email), signIn(email)])
    const code = codeOf(secret)
    const statuses = (await Promise.all(challenges.map(({ body }) => complete(body.challenge, { code })))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
    const { challenge } = (await signIn(email)).body
    expect((await complete(challenge, { code: codeOf(secret, -1) })).status, 'a code before the last one').toBe(400)
    expect((await complete(challenge, { code: codeOf(secret, 1) })).status).toBe(200)
  })

  it('accepts codes from one step before to one step after', () => {
    const secret = new Secret({ size: 20 }).base32
    // Exactly at an edge of 30 seconds, and one millisecond before it.
    for (const now of [1_800_000_000_000, 1_799_999_999_999]) {
      const code = (steps: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * period })
      const at = Math.floor(now / period)
      expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(secret, code(steps), now))).toEqual([undefined, at - 1, at, at + 1, undefined])
    }
  })

  it('tries at most ten of forty codes at once', async () => {
    const { email } = await createUserWithTotp()
    const { challenge } = (await signIn(email)).body
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => complete(challenge, { code: String(100_000 + at) })))
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((status) => status === 400).length, statuses.filter((status) => status === 429).length]).toEqual([10, 30])
    await app.sql('delete from sign_in_brakes')
  })

  it('refuses an expired challenge, and that of a suspended user', async () => {
    const { id, email, secret } = await createUserWithTotp()
    const { challenge } = (await signIn(email)).body
    await app.sql(`update identity_flows set expires_date = now() - interval '1 second' where user_id = $1`, [id])
    expect((await complete(challenge, { code: codeOf(secret) })).status).toBe(400)
    const { challenge: other } = (await signIn(email)).body
    await app.admin('PUT', `/api/users/${id}/Suspend`)
    expect((await complete(other, { code: codeOf(secret) })).status).toBe(400)
  })

  it('is asked for after a reset of the password, too', async () => {
    const { id, email, secret } = await createUserWithTotp()
    const key = '00000000-0000-4000-8000-00000000000a'
    const { hashSecret } = await import('./sessions.ts')
    await app.sql(`insert into password_keys (key_hash, user_id, expires_date) values ($1, $2, now() + interval '1 hour')`, [
      hashSecret(key),
      id,
    ])
    const body = { key, password: 'New-Horse-88', confirmPassword: 'New-Horse-88' }
    const answer = await app.call('POST', '/api/account/ResetPassword', body)
    expect(answer).toMatchObject({ status: 401, body: { errorType: 'SecondFactorRequired', methods: ['totp'] } })
    expect((await complete(answer.body.challenge, { code: codeOf(secret) })).status).toBe(200)
    expect((await app.call('POST', '/api/account/login', { email, password: 'New-Horse-88' })).status, 'the new password holds').toBe(401)
  })
})

describe('recovery codes', () => {
  it('are ten, shown once, and each signs in once, however it is typed', async () => {
    const { email, own } = await createUserWithTotp()
    const created = await own('POST', 'account/SecondFactors/RecoveryCodes')
    const codes: string[] = created.body.codes
    expect(new Set(codes).size).toBe(10)
    const stored = JSON.stringify(await app.sql('select * from recovery_codes'))
    expect(codes.filter((code) => stored.includes(code))).toEqual([])
    const answer = await signIn(email)
    expect(answer.body.methods).toEqual(['totp', 'recoveryCode'])
    const typed = ` ${codes[3]?.toUpperCase().replaceAll('-', ' ')}`.trim()
    expect((await complete(answer.body.challenge, { recoveryCode: typed })).status).toBe(200)
    const { challenge } = (await signIn(email)).body
    expect((await complete(challenge, { recoveryCode: codes[3] })).status).toBe(400)
    expect((await own('GET', 'account/SecondFactors')).body.recoveryCodeCount).toBe(9)
  })

  it('are replaced only after the identity is confirmed', async () => {
    const { own, email } = await createUserWithTotp()
    const [first] = (await own('POST', 'account/SecondFactors/RecoveryCodes')).body.codes
    expect((await own('POST', 'account/SecondFactors/RecoveryCodes')).body.errorType).toBe('StepUpRequired')
    expect((await own('GET', 'account/SecondFactors')).body.recoveryCodeCount, 'the refusal deleted none').toBe(10)
    expect((await own('POST', 'account/StepUp', { password })).status).toBe(200)
    expect((await own('POST', 'account/SecondFactors/RecoveryCodes')).status).toBe(200)
    const { challenge } = (await signIn(email)).body
    expect((await complete(challenge, { recoveryCode: first })).status).toBe(400)
  })

  it('need a second factor', async () => {
    const user = await createUser(app, { roleId: app.admin.roleId, password })
    const own = as((await signIn(user.email)).body.token)
    expect((await own('POST', 'account/SecondFactors/RecoveryCodes')).status).toBe(409)
  })
})

describe('step-up', () => {
  const token = {
    name: 'Program',
    permissions: ['Clients.View'],
    expiresDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  }
  const role = { name: 'Stepped up', permissions: ['Clients.View'] }
  const guarded = [
    ['POST', 'account/Tokens', token],
    ['POST', 'roles', role],
    ['POST', 'webhooks', { address: 'https://example.com/', events: ['client.created'] }],
    ['PUT', 'appSettings/mail.from', { value: 'dna@example.com' }],
    ['PUT', 'appSettings/identity.secondFactor.requiredFor', { value: 'none' }],
    ['DELETE', 'account/SecondFactors/Totp', undefined],
  ] as const

  it('is needed for sensitive changes, lasts ten minutes, and only for this session', async () => {
    const { id, own, secret, email } = await createUserWithTotp()
    for (const [method, path, body] of guarded)
      expect(await own(method, path, body), path).toMatchObject({ status: 403, body: { errorType: 'StepUpRequired' } })
    expect((await own('POST', 'account/StepUp', { password: 'Wrong-Horse-7' })).status).toBe(400)
    expect((await own('POST', 'account/StepUp', {})).status).toBe(400)
    const confirmed = await own('POST', 'account/StepUp', { code: codeOf(secret) })
    expect(confirmed.status).toBe(200)
    const minutes = (Date.parse(confirmed.body.stepUpUntil) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10.1)
    for (const [method, path, body] of guarded.slice(0, 5)) expect((await own(method, path, body)).status, path).toBeLessThan(300)

    const { challenge } = (await signIn(email)).body
    const other = as((await complete(challenge, { code: codeOf(secret, 1) })).body.token)
    expect((await other('POST', 'account/Tokens', token)).body.errorType, 'a sign-in is no step-up').toBe('StepUpRequired')

    await app.sql(`update sessions set step_up_date = step_up_date - interval '11 minutes' where user_id = $1`, [id])
    expect((await own('POST', 'account/Tokens', token)).body.errorType).toBe('StepUpRequired')
    expect((await own('POST', 'account/StepUp', { password })).status).toBe(200)
    expect((await own('DELETE', 'account/SecondFactors/Totp')).status).toBe(204)
    expect((await own('POST', 'roles', { ...role, name: 'Without a factor' })).status, 'without a second factor').toBe(201)
  })

  it('is needed to give a role, and not for other changes of a user', async () => {
    const { own } = await createUserWithTotp()
    const target = await createUser(app, { roleId: app.admin.roleId, password })
    expect((await own('PUT', `users/${target.id}`, { jobTitle: 'Designer' })).status).toBe(200)
    const [consultant] = await app.sql(`select id from roles where name = 'Consultant'`)
    for (const [path, body] of [
      [`users/${target.id}/Role`, { roleId: consultant?.id }],
      [`users/${target.id}`, { roleId: consultant?.id }],
    ] as const)
      expect(await own('PUT', path, body), path).toMatchObject({ status: 403, body: { errorType: 'StepUpRequired' } })
  })
})

describe('a requirement of the firm', () => {
  it('opens only the account until a factor is set up', async () => {
    const user = await createUser(app, { roleId: app.admin.roleId, password })
    const outside = await app.signInAs(['ExternalEquipment.View'], { external: true, isNew: true })
    await app.admin('PUT', '/api/appSettings/identity.secondFactor.requiredFor', { value: 'staff' })
    const own = as((await signIn(user.email)).body.token)
    expect(await own('GET', 'clients')).toMatchObject({ status: 403, body: { errorType: 'SecondFactorSetupRequired' } })
    expect(await own('GET', 'enumerations')).toMatchObject({ status: 403, body: { errorType: 'SecondFactorSetupRequired' } })
    expect((await own('GET', 'account/SecondFactors')).body).toMatchObject({ isRequired: true, hasTotp: false })
    expect((await outside('GET', '/api/enumerations')).status).toBe(200)
    const { secret } = (await own('POST', 'account/SecondFactors/Totp')).body
    expect((await own('PUT', 'account/SecondFactors/Totp/Confirm', { code: codeOf(secret) })).status).toBe(200)
    await expect.poll(async () => (await own('GET', 'clients')).status).toBe(200)
    await app.sql(`update app_settings set value = '"none"' where key = 'identity.secondFactor.requiredFor'`)
    const refused = await app.admin('PUT', '/api/appSettings/identity.secondFactor.requiredFor', { value: 'some' })
    expect(refused.status).not.toBe(200)
  })
})

describe('a reset by an administrator', () => {
  it('removes all factors, ends the sessions, and mails the person', async () => {
    const { id, email, own } = await createUserWithTotp()
    await own('POST', 'account/SecondFactors/RecoveryCodes')
    expect((await app.admin('DELETE', `/api/users/${id}/SecondFactors`)).status).toBe(204)
    await expect.poll(async () => (await own('GET', 'account/me')).status).toBe(401)
    expect((await signIn(email)).status).toBe(200)
    await expect.poll(() => app.mails().filter(({ to, text }) => to === email && text.includes('were removed')).length).toBe(1)
    const [entry] = await app.sql(`select after from audit_log where entity = 'users' and entity_id = $1 order by id desc limit 1`, [id])
    expect(JSON.stringify(entry)).toContain('were removed')
  })

  it('needs the rights of the user', async () => {
    const { id } = await createUserWithTotp()
    const helper = await app.signInAs(['DNAUsers.View', 'DNAUsers.Update'])
    expect((await helper('DELETE', `/api/users/${id}/SecondFactors`)).status).toBe(403)
    expect((await app.admin('DELETE', '/api/users/00000000-0000-4000-8000-000000000000/SecondFactors')).status).toBe(404)
  })
})

it('mails at most five links in an hour, not in a quarter of it', async () => {
  const ask = () => app.call('POST', '/api/account/ForgotPassword', { email: 'hourly@example.com' }, from('10.9.0.1'))
  for (let at = 0; at < 5; at++) expect((await ask()).status).toBe(200)
  await app.sql(`update sign_in_brakes set since = since - interval '59 minutes' where subject = 'reset:hourly@example.com'`)
  expect((await ask()).status).toBe(429)
  await app.sql(`update sign_in_brakes set since = since - interval '2 minutes' where subject = 'reset:hourly@example.com'`)
  expect((await ask()).status).toBe(200)
})
