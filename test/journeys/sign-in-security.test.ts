import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { createUser } from '../kit/fixtures/catalog.ts'
import { client, startIdentityProvider } from '../kit/identity-provider.ts'
import { type Caller, startApp } from '../kit/start.ts'
import { browse, findings } from './browser.ts'

const app = await startApp({ settings: { mayIdentityPrivate: true } })
const visit = browse(app)
const password = 'Correct-Horse-7'
// New browsers would show it over the page.
await app.sql(`update app_settings set value = null where key = 'general.testingNotice'`)

async function createPerson(): Promise<Caller> {
  const { id, email } = await createUser(app, { roleId: app.admin.roleId, password })
  const { token } = (await app.call('POST', '/api/account/login', { email, password })).body
  const call: typeof app.call = (method, path, body, more) => app.call(method, path, body, { token, ...more })
  return Object.assign(call, { userId: id, roleId: app.admin.roleId, email, token })
}
/** A browser without a session. The pages of `visit` begin with one, also after they have signed out. */
async function openBrowser(page: Page, baseURL = app.url) {
  const context = await page.context().browser()?.newContext({ baseURL })
  if (!context) throw new Error('There is no browser.')
  onTestFinished(() => context.close())
  return context.newPage()
}
async function signIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.locator('[name="password"]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

it('sets up an authenticator app, asks for its code, and repeats a refused change after a confirmation', async () => {
  const person = await createPerson()
  const page = await visit(person, { path: '/account/security', width: 390, dark: true })
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  expect(await findings(page)).toEqual([])
  const secret = (await page.getByLabel('Or enter this key').inputValue()).replaceAll(' ', '')
  await page.locator('[name="code"]').fill(codeOf(secret, -1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  await page.getByText('Save these codes now').waitFor()
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Replace recovery codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.locator('[name="code"]').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('This code is not valid').waitFor()
  const before = await app.sql('select code_hash from recovery_codes where user_id = $1 order by id', [person.userId])
  await dialog.locator('[name="code"]').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(() => app.sql('select code_hash from recovery_codes where user_id = $1 order by id', [person.userId]))
    .not.toEqual(before)

  const other = await openBrowser(page)
  await other.goto('/login')
  await signIn(other, person.email)
  await other.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
  await other.locator('[name="code"]').fill(codeOf(secret, 1))
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

it('adds a passkey, and signs in with it', async () => {
  const person = await createPerson()
  // Passkeys need a host name.
  const page = await openBrowser(await visit(person), app.url.replace('127.0.0.1', 'localhost'))
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  })
  await page.goto('/login?redirect=/account/security')
  await signIn(page, person.email)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey 1, added').waitFor()
  await page.goto('/logout')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

  await page.goto('/logout')
  await signIn(page, person.email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const methods = await app.sql(`select detail from security_log where user_id = $1 and event = 'SignIn' order by id`, [person.userId])
  expect(methods.map(({ detail }) => detail)).toEqual(['password', 'password', 'passkey', 'password, passkey'])
})

it('tests the provider on the settings page, and signs in with it, back to the page that was requested', async () => {
  const provider = await startIdentityProvider()
  const person = await createPerson()
  provider.state.person = { sub: 'journey', email: person.email, email_verified: true }
  const settings = await visit(app.admin, { path: '/identity-settings' })
  for (const [name, value] of [
    ['Provider address', provider.issuer],
    ['Client id', client.clientId],
    ['Client secret', client.clientSecret],
  ] as const) {
    await settings.getByRole('button', { name, exact: true }).click()
    const dialog = settings.getByRole('dialog', { name })
    await dialog.getByLabel('Value').fill(value)
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await settings.getByRole('button', { name: 'Test connection' }).click()
  await settings.getByText('Works', { exact: true }).waitFor()
  expect(await findings(settings)).toEqual([])

  const page = await openBrowser(settings)
  await page.goto('/login?redirect=/clients')
  await page.getByRole('button', { name: 'Sign in with 127.0.0.1' }).click()
  await page.getByRole('heading', { name: 'Clients' }).waitFor()
  expect(new URL(page.url()).search).not.toContain('code')
  await page.goto('/logout')
  // The session at the provider ends, too.
  await page.waitForURL(/\/end\?id_token_hint=/)
  // The code of a sign-in that another page began.
  const start = await app.call('GET', '/api/account/oidc/start')
  const back = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' })
  await page.goto(back.headers.get('location') ?? '')
  await page.getByText('The sign-in took too long').waitFor()
})

it('leads people who must have a second factor to its setup', async () => {
  const person = await createPerson()
  await app.sql(`update app_settings set value = '"everybody"' where key = 'identity.secondFactor.requiredFor'`)
  const page = await visit(person, { path: '/account/second-factor' })
  await page.goto('/clients')
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  expect(await findings(page)).toEqual([])
  await app.sql(`update app_settings set value = '"none"' where key = 'identity.secondFactor.requiredFor'`)
})

it('removes the second factors of a user who lost the phone', async () => {
  const person = await createPerson()
  const { secret } = (await person('POST', '/api/account/SecondFactors/Totp')).body
  expect((await person('PUT', '/api/account/SecondFactors/Totp/Confirm', { code: codeOf(secret) })).status).toBeLessThan(300)
  const page = await visit(app.admin, { path: `/users/${person.userId}` })
  await page.getByRole('button', { name: 'Active' }).click()
  await page.getByRole('menuitem', { name: 'Remove second factors' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('can set up new second factors after the next sign-in').waitFor()
  expect((await person('GET', '/api/account/me')).status).toBe(401)
  expect(await app.sql('select from totp_secrets where user_id = $1', [person.userId])).toEqual([])
})
