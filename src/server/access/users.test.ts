import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRole, createUser, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { users } from './users.ts'

const app = await startApp()
const role = await createRole(app)

entityContract(users, app, {
  valid: {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Byron',
    phone: '+1 (555) 010-20',
    jobTitle: 'Consultant',
    roleId: role.id,
    defaultLaborType: 3,
    weeklyCapacityHours: 37.5,
  },
  prepare: async () => ({ avatarUrl: await uploadPicture(app, 'users') }),
  fresh: (n) => ({ jiraAccountId: `712020:x${n}y` }),
  without: { password: 'never answered; who signs in with it is below' },
  invalid: [
    ['email', '', messages.emailRequired],
    ['email', 'ada', messages.emailRequired],
    ['email', 'ada@example', messages.email],
    ['firstName', '', messages.required],
    ['lastName', 'x'.repeat(101), messages.maxLength(100)],
    ['phone', 'call me', messages.phone],
    ['roleId', 999_999_999, 'Role not found.'],
    ['roleId', null, messages.required],
    ['defaultLaborType', 9, messages.unknown],
    ['weeklyCapacityHours', 81, messages.maximum(80)],
    ['avatarUrl', 'https://example.com/a.png', messages.url],
    ['jiraAccountId', 'two words', 'Only letters, digits, : _ and - are valid'],
  ],
  as: (permissions) => app.signInAs([...permissions, 'Clients.View']),
})

describe('users', () => {
  it('cannot have an external role', async () => {
    const external = (await app.admin('GET', '/api/externalRoles', undefined, { query: { search: 'External Viewer' } })).body.items[0]
    const body = { email: 'out@example.com', firstName: 'O', lastName: 'Ut', roleId: external.id }
    expect(await app.admin('POST', '/api/users', body)).toMatchObject({ status: 400, body: { fields: { roleId: ['Role not found.'] } } })
  })

  it('receive a mail to set a password, with a link that works once', async () => {
    const user = await createUser(app, { roleId: role.id })
    await expect.poll(() => app.mails().map(({ to }) => to)).toContain(user.email)
    const mail = app.mails().find(({ to }) => to === user.email)!
    expect(mail.links).toEqual([user.setPasswordLink])
    const key = new URL(mail.links[0]!).searchParams.get('key')
    const body = { key, password: 'Correct-Horse-7', confirmPassword: 'Correct-Horse-7' }
    expect(await app.call('POST', '/api/account/ResetPassword', body)).toMatchObject({ status: 200, body: { user: { id: user.id } } })
    expect((await app.call('POST', '/api/account/ResetPassword', body)).status).toBe(400)
    const again = await app.admin('GET', `/api/users/${user.id}`)
    expect(again.body).not.toHaveProperty('setPasswordLink')
  })

  it('return the link once and do not store it', async () => {
    const body = { email: 'told-once@example.com', firstName: 'Told', lastName: 'Once', roleId: role.id }
    const make = () => app.admin('POST', '/api/users', body, { headers: { 'idempotency-key': 'link-once' } })
    const { id, setPasswordLink } = (await make()).body
    const again = (await make()).body
    expect(again.id).toBe(id)
    expect(again).not.toHaveProperty('setPasswordLink')
    await expect.poll(() => app.mails().map(({ to }) => to)).toContain(body.email)
    const key = new URL(setPasswordLink).searchParams.get('key')
    for (const table of ['users', 'password_keys', 'idempotency', 'audit_log'])
      expect(await app.sql(`select 1 from ${table} t where t::text like $1`, [`%${key}%`]), table).toEqual([])
  })

  it('lose the link when the address changes; users without a password receive a new one', async () => {
    const user = await createUser(app, { roleId: role.id })
    const { id, firstName, lastName } = user
    const move = async (email: string) => {
      const { status, body } = await app.admin('PUT', `/api/users/${id}`, { email, firstName, lastName, roleId: role.id })
      expect(status).toBe(200)
      return body
    }
    const set = (link: string) => {
      const key = new URL(link).searchParams.get('key')
      return app.call('POST', '/api/account/ResetPassword', { key, password: 'Correct-Horse-7', confirmPassword: 'Correct-Horse-7' })
    }
    const moved = await move('right-one@example.com')
    expect((await set(user.setPasswordLink)).status).toBe(400)
    await expect.poll(() => app.mails().find(({ to }) => to === 'right-one@example.com')?.links).toEqual([moved.setPasswordLink])
    expect(await move('right-one@example.com')).not.toHaveProperty('setPasswordLink')
    expect((await set(moved.setPasswordLink)).status).toBe(200)
    await app.call('POST', '/api/account/ForgotPassword', { email: 'right-one@example.com' })
    const mails = () => app.mails().filter(({ to }) => to === 'right-one@example.com')
    await expect.poll(() => mails().length).toBe(2)
    expect(await move('another@example.com')).not.toHaveProperty('setPasswordLink')
    expect((await set(mails().at(-1)!.links[0]!)).status).toBe(400)
  })

  it('use the invitation period and company name from the settings', async () => {
    const set = async (key: string, value: unknown) =>
      expect((await app.admin('PUT', `/api/appSettings/${key}`, { value })).status).toBe(200)
    await set('security.invitationDays', 3)
    await set('general.companyName', 'Halden Consult')
    await set('general.supportEmail', 'help@halden.example')
    const user = await createUser(app, { roleId: role.id })
    await expect.poll(() => app.mails().map(({ to }) => to)).toContain(user.email)
    const { text } = app.mails().find(({ to }) => to === user.email)!
    expect(text).toContain('within 3 days:')
    expect(text).toMatch(/\n\nHalden Consult\nQuestions: help@halden\.example$/)
    const [key] = await app.sql(
      `select round(extract(epoch from expires_date - now()) / 3600)::int as hours from password_keys where user_id = $1`,
      [user.id],
    )
    expect(key!.hours).toBe(72)
    for (const name of ['security.invitationDays', 'general.companyName', 'general.supportEmail'])
      await app.admin('DELETE', `/api/appSettings/${name}`)
  })

  it('created with a password receive no mail', async () => {
    const user = await createUser(app, { roleId: role.id, password: 'Correct-Horse-7' })
    expect(user).not.toHaveProperty('setPasswordLink')
    expect(user).not.toHaveProperty('password')
    const login = await app.call('POST', '/api/account/login', { email: user.email.toUpperCase(), password: 'Correct-Horse-7' })
    expect(login).toMatchObject({ status: 200, body: { user: { id: user.id } } })
    const written = await app.sql('select before, after from audit_log where entity_id = $1', [user.id])
    expect(written.length).toBeGreaterThan(0)
    expect(JSON.stringify(written)).not.toMatch(/Correct-Horse|argon2|password/i)
  })

  it('cannot have their password set by an editor', async () => {
    const user = await createUser(app, { roleId: role.id })
    const { email, firstName, lastName } = user
    const answer = await app.admin('PUT', `/api/users/${user.id}`, {
      email,
      firstName,
      lastName,
      roleId: role.id,
      password: 'Other-Horse-77',
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: { password: [expect.any(String)] } } })
  })

  it('never include a password hash', async () => {
    for (const path of ['/api/users', '/api/users/typeHead', `/api/users/${app.admin.userId}`, '/api/account/me'])
      expect(JSON.stringify((await app.admin('GET', path)).body)).not.toMatch(/argon2|passwordHash|password_hash/)
  })

  it('cannot change their own role', async () => {
    const person = await app.signInAs(['DNAUsers.View', 'DNAUsers.Update', 'Roles.View'], { isNew: true })
    expect((await person('PUT', `/api/users/${person.userId}/Role`, { roleId: role.id })).status).toBe(409)
  })

  it('exclude external users', async () => {
    const outside = await app.signInAs(['ExternalProjects.View'], { external: true })
    expect((await app.admin('GET', `/api/users/${outside.userId}`)).status).toBe(404)
    expect((await app.admin('PUT', `/api/users/${outside.userId}/Suspend`)).status).toBe(404)
    const { items } = (await app.admin('GET', '/api/users/query')).body
    expect(items.map(({ id }: any) => id)).not.toContain(outside.userId)
  })
})

describe('suspended user', () => {
  it('loses every session at once and cannot sign in', async () => {
    const user = await createUser(app, { roleId: role.id, password: 'Correct-Horse-7' })
    const signIn = () => app.call('POST', '/api/account/login', { email: user.email, password: 'Correct-Horse-7' })
    const { token } = (await signIn()).body
    expect((await app.call('GET', '/api/account/me', undefined, { token })).status).toBe(200)

    expect(await app.admin('PUT', `/api/users/${user.id}/Suspend`)).toMatchObject({ status: 200, body: { isSuspended: true } })
    expect(await app.call('GET', '/api/account/me', undefined, { token })).toMatchObject({
      status: 401,
      body: { errorType: 'Unauthorized' },
    })
    expect(await signIn()).toMatchObject({ status: 400, body: 'Invalid email or password!' })
    expect((await app.admin('PUT', `/api/users/${user.id}/Suspend`)).status).toBe(409)

    expect(await app.admin('PUT', `/api/users/${user.id}/Unsuspend`)).toMatchObject({ status: 200, body: { isSuspended: false } })
    expect((await app.admin('PUT', `/api/users/${user.id}/Unsuspend`)).status).toBe(409)
    expect((await app.call('GET', '/api/account/me', undefined, { token })).status).toBe(401)
    expect((await signIn()).status).toBe(200)
    const log = (await app.admin('GET', `/api/users/${user.id}/ActivityLogs`)).body
    expect(log.items.map(({ title }: any) => title)).toEqual(['Suspension lifted', 'Suspended', 'Created'])
  })

  it('cannot use an earlier password link', async () => {
    const user = await createUser(app, { roleId: role.id })
    for (const step of ['Suspend', 'Unsuspend']) expect((await app.admin('PUT', `/api/users/${user.id}/${step}`)).status).toBe(200)
    const key = new URL(user.setPasswordLink).searchParams.get('key')
    const body = { key, password: 'Correct-Horse-7', confirmPassword: 'Correct-Horse-7' }
    expect((await app.call('POST', '/api/account/ResetPassword', body)).status).toBe(400)
  })

  it('gains no access by a session written during the suspension', async () => {
    const user = await createUser(app, { roleId: role.id, password: 'Correct-Horse-7' })
    const { token } = (await app.call('POST', '/api/account/login', { email: user.email, password: 'Correct-Horse-7' })).body
    await app.sql('create table kept_sessions as select * from sessions where user_id = $1', [user.id])
    expect((await app.admin('PUT', `/api/users/${user.id}/Suspend`)).status).toBe(200)
    await app.sql('insert into sessions overriding system value select * from kept_sessions on conflict do nothing')
    expect((await app.sql('select from sessions where user_id = $1', [user.id])).length).toBe(1)
    expect((await app.call('GET', '/api/account/me', undefined, { token })).status).toBe(401)
    await app.sql('drop table kept_sessions')
  })

  it('cannot be the caller', async () => {
    expect((await app.admin('PUT', `/api/users/${app.admin.userId}/Suspend`)).status).toBe(409)
  })
})

it('creates one account for the same address in different case', async () => {
  const email = `${uniqueName('same').replace(' ', '')}@example.com`
  const body = { firstName: 'A', lastName: 'B', roleId: role.id }
  expect((await app.admin('POST', '/api/users', { ...body, email })).status).toBe(201)
  const second = await app.admin('POST', '/api/users', { ...body, email: email.toUpperCase() })
  expect(second).toMatchObject({ status: 409, body: { fields: { email: ['This e-mail is already taken.'] } } })
})
