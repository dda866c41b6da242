import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRole, createUser, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { users } from './users.ts'

const house = await startApp()
const role = await createRole(house)

entityContract(users, house, {
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
  prepare: async () => ({ avatarUrl: await uploadPicture(house, 'users') }),
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
  as: (permissions) => house.signInAs([...permissions, 'Clients.View']),
})

describe('users', () => {
  it('cannot have a role meant for people outside', async () => {
    const external = (await house.admin('GET', '/api/externalRoles', undefined, { query: { search: 'External Viewer' } })).body.items[0]
    const body = { email: 'out@example.com', firstName: 'O', lastName: 'Ut', roleId: external.id }
    expect(await house.admin('POST', '/api/users', body)).toMatchObject({ status: 400, body: { fields: { roleId: ['Role not found.'] } } })
  })

  it('are told by mail to set a password, with a link that works once', async () => {
    const user = await createUser(house, { roleId: role.id })
    await expect.poll(() => house.mails().map(({ to }) => to)).toContain(user.email)
    const mail = house.mails().find(({ to }) => to === user.email)!
    expect(mail.links).toEqual([user.setPasswordLink])
    const key = new URL(mail.links[0]!).searchParams.get('key')
    const body = { key, password: 'Correct-Horse-7', confirmPassword: 'Correct-Horse-7' }
    expect(await house.call('POST', '/api/account/ResetPassword', body)).toMatchObject({ status: 200, body: { user: { id: user.id } } })
    expect((await house.call('POST', '/api/account/ResetPassword', body)).status).toBe(400)
    const again = await house.admin('GET', `/api/users/${user.id}`)
    expect(again.body).not.toHaveProperty('setPasswordLink')
  })

  it('have their link told once: nothing keeps it but the mail', async () => {
    const body = { email: 'told-once@example.com', firstName: 'Told', lastName: 'Once', roleId: role.id }
    const make = () => house.admin('POST', '/api/users', body, { headers: { 'idempotency-key': 'link-once' } })
    const { id, setPasswordLink } = (await make()).body
    const again = (await make()).body
    expect(again.id).toBe(id)
    expect(again).not.toHaveProperty('setPasswordLink')
    await expect.poll(() => house.mails().map(({ to }) => to)).toContain(body.email)
    const key = new URL(setPasswordLink).searchParams.get('key')
    for (const table of ['users', 'password_keys', 'idempotency', 'audit_log'])
      expect(await house.sql(`select 1 from ${table} t where t::text like $1`, [`%${key}%`]), table).toEqual([])
  })

  it('lose the link with the address it went to; who has no password yet gets another at the new one', async () => {
    const user = await createUser(house, { roleId: role.id })
    const { id, firstName, lastName } = user
    const move = async (email: string) => {
      const { status, body } = await house.admin('PUT', `/api/users/${id}`, { email, firstName, lastName, roleId: role.id })
      expect(status).toBe(200)
      return body
    }
    const set = (link: string) => {
      const key = new URL(link).searchParams.get('key')
      return house.call('POST', '/api/account/ResetPassword', { key, password: 'Correct-Horse-7', confirmPassword: 'Correct-Horse-7' })
    }
    const moved = await move('right-one@example.com')
    expect((await set(user.setPasswordLink)).status).toBe(400)
    await expect.poll(() => house.mails().find(({ to }) => to === 'right-one@example.com')?.links).toEqual([moved.setPasswordLink])
    expect(await move('right-one@example.com')).not.toHaveProperty('setPasswordLink')
    expect((await set(moved.setPasswordLink)).status).toBe(200)
    await house.call('POST', '/api/account/ForgotPassword', { email: 'right-one@example.com' })
    const mails = () => house.mails().filter(({ to }) => to === 'right-one@example.com')
    await expect.poll(() => mails().length).toBe(2)
    expect(await move('another@example.com')).not.toHaveProperty('setPasswordLink')
    expect((await set(mails().at(-1)!.links[0]!)).status).toBe(400)
  })

  it('have as long for it as the settings say, from a firm with a name', async () => {
    const set = async (key: string, value: unknown) =>
      expect((await house.admin('PUT', `/api/appSettings/${key}`, { value })).status).toBe(200)
    await set('security.invitationDays', 3)
    await set('general.companyName', 'Halden Consult')
    await set('general.supportEmail', 'help@halden.example')
    const user = await createUser(house, { roleId: role.id })
    await expect.poll(() => house.mails().map(({ to }) => to)).toContain(user.email)
    const { text } = house.mails().find(({ to }) => to === user.email)!
    expect(text).toContain('within 3 days:')
    expect(text).toMatch(/\n\nHalden Consult\nQuestions: help@halden\.example$/)
    const [key] = await house.sql(
      `select round(extract(epoch from expires_date - now()) / 3600)::int as hours from password_keys where user_id = $1`,
      [user.id],
    )
    expect(key!.hours).toBe(72)
    for (const name of ['security.invitationDays', 'general.companyName', 'general.supportEmail'])
      await house.admin('DELETE', `/api/appSettings/${name}`)
  })

  it('made with a password need no mail', async () => {
    const user = await createUser(house, { roleId: role.id, password: 'Correct-Horse-7' })
    expect(user).not.toHaveProperty('setPasswordLink')
    expect(user).not.toHaveProperty('password')
    const login = await house.call('POST', '/api/account/login', { email: user.email.toUpperCase(), password: 'Correct-Horse-7' })
    expect(login).toMatchObject({ status: 200, body: { user: { id: user.id } } })
    const written = await house.sql('select before, after from audit_log where entity_id = $1', [user.id])
    expect(written.length).toBeGreaterThan(0)
    expect(JSON.stringify(written)).not.toMatch(/Correct-Horse|argon2|password/i)
  })

  it('choose their passwords themselves', async () => {
    const user = await createUser(house, { roleId: role.id })
    const { email, firstName, lastName } = user
    const answer = await house.admin('PUT', `/api/users/${user.id}`, {
      email,
      firstName,
      lastName,
      roleId: role.id,
      password: 'Other-Horse-77',
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: { password: [expect.any(String)] } } })
  })

  it('never show the hash of a password', async () => {
    for (const path of ['/api/users', '/api/users/typeHead', `/api/users/${house.admin.userId}`, '/api/account/me'])
      expect(JSON.stringify((await house.admin('GET', path)).body)).not.toMatch(/argon2|passwordHash|password_hash/)
  })

  it('do not change their own role', async () => {
    const person = await house.signInAs(['DNAUsers.View', 'DNAUsers.Update', 'Roles.View'], { isNew: true })
    expect((await person('PUT', `/api/users/${person.userId}/Role`, { roleId: role.id })).status).toBe(409)
  })

  it('outside the firm are not among them', async () => {
    const outside = await house.signInAs(['ExternalProjects.View'], { external: true })
    expect((await house.admin('GET', `/api/users/${outside.userId}`)).status).toBe(404)
    expect((await house.admin('PUT', `/api/users/${outside.userId}/Suspend`)).status).toBe(404)
    const { items } = (await house.admin('GET', '/api/users/query')).body
    expect(items.map(({ id }: any) => id)).not.toContain(outside.userId)
  })
})

describe('a suspended user', () => {
  it('is out at once, everywhere, and cannot come back in', async () => {
    const user = await createUser(house, { roleId: role.id, password: 'Correct-Horse-7' })
    const signIn = () => house.call('POST', '/api/account/login', { email: user.email, password: 'Correct-Horse-7' })
    const { token } = (await signIn()).body
    expect((await house.call('GET', '/api/account/me', undefined, { token })).status).toBe(200)

    expect(await house.admin('PUT', `/api/users/${user.id}/Suspend`)).toMatchObject({ status: 200, body: { isSuspended: true } })
    expect(await house.call('GET', '/api/account/me', undefined, { token })).toMatchObject({
      status: 401,
      body: { errorType: 'Unauthorized' },
    })
    expect(await signIn()).toMatchObject({ status: 400, body: 'Invalid email or password!' })
    expect((await house.admin('PUT', `/api/users/${user.id}/Suspend`)).status).toBe(409)

    expect(await house.admin('PUT', `/api/users/${user.id}/Unsuspend`)).toMatchObject({ status: 200, body: { isSuspended: false } })
    expect((await house.admin('PUT', `/api/users/${user.id}/Unsuspend`)).status).toBe(409)
    expect((await house.call('GET', '/api/account/me', undefined, { token })).status).toBe(401)
    expect((await signIn()).status).toBe(200)
    const log = (await house.admin('GET', `/api/users/${user.id}/ActivityLogs`)).body
    expect(log.items.map(({ title }: any) => title)).toEqual(['Suspension lifted', 'Suspended', 'Created'])
  })

  it('does not come in by a link to a new password from before', async () => {
    const user = await createUser(house, { roleId: role.id })
    for (const step of ['Suspend', 'Unsuspend']) expect((await house.admin('PUT', `/api/users/${user.id}/${step}`)).status).toBe(200)
    const key = new URL(user.setPasswordLink).searchParams.get('key')
    const body = { key, password: 'Correct-Horse-7', confirmPassword: 'Correct-Horse-7' }
    expect((await house.call('POST', '/api/account/ResetPassword', body)).status).toBe(400)
  })

  it('gains nothing by a session that was written while the suspension was', async () => {
    const user = await createUser(house, { roleId: role.id, password: 'Correct-Horse-7' })
    const { token } = (await house.call('POST', '/api/account/login', { email: user.email, password: 'Correct-Horse-7' })).body
    await house.sql('create table kept_sessions as select * from sessions where user_id = $1', [user.id])
    expect((await house.admin('PUT', `/api/users/${user.id}/Suspend`)).status).toBe(200)
    await house.sql('insert into sessions overriding system value select * from kept_sessions on conflict do nothing')
    expect((await house.sql('select from sessions where user_id = $1', [user.id])).length).toBe(1)
    expect((await house.call('GET', '/api/account/me', undefined, { token })).status).toBe(401)
    await house.sql('drop table kept_sessions')
  })

  it('cannot be oneself', async () => {
    expect((await house.admin('PUT', `/api/users/${house.admin.userId}/Suspend`)).status).toBe(409)
  })
})

it('makes one account of two posts with the same address in other letters', async () => {
  const email = `${uniqueName('same').replace(' ', '')}@example.com`
  const body = { firstName: 'A', lastName: 'B', roleId: role.id }
  expect((await house.admin('POST', '/api/users', { ...body, email })).status).toBe(201)
  const second = await house.admin('POST', '/api/users', { ...body, email: email.toUpperCase() })
  expect(second).toMatchObject({ status: 409, body: { fields: { email: ['This e-mail is already taken.'] } } })
})
