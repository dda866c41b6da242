import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createClient, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { externalPermissions, internalPermissions, neededToGive } from '../../model/permissions.ts'
import { invitations } from './invitations.ts'

const app = await startApp()
const roleId = (await app.admin('GET', '/api/externalRoles')).body.items[0].id as number
const internalRoleId = (await app.admin('GET', '/api/roles')).body.items[0].id as number
const needed = [
  ...internalPermissions.filter((name) => externalPermissions.map(neededToGive).includes(name)),
  'ProjectExternalAccessList.Create' as const,
  'ExternalAccessGroups.Update' as const,
]
const givenGroup = () => createRow(app, '/api/externalAccessGroups', { name: uniqueName('Guests') })
const givenContact = async (more: Record<string, unknown> = {}) =>
  createRow(app, '/api/contacts', {
    companyType: 0,
    companyId: (await createClient(app)).id,
    firstName: 'Ada',
    lastName: uniqueName('C'),
    ...more,
  })

entityContract(invitations, app, {
  prepare: async () => ({
    externalAccessGroupIds: [(await givenGroup()).id],
    projectIds: [(await createProject(app)).id],
    companyContactId: (await givenContact()).id,
  }),
  valid: { email: 'guest@example.com', firstName: 'Gus', lastName: 'Guest', externalRoleId: roleId, message: 'We start on Monday.' },
  change: { message: 'We start on Tuesday.' },
  invalid: [
    ['email', 'guest', messages.emailRequired],
    ['externalRoleId', null, messages.required],
    ['externalRoleId', internalRoleId, 'Role not found.'],
    ['projectIds', [999_999_999], 'Project not found.'],
    ['externalAccessGroupIds', [999_999_999], 'Access group not found.'],
    ['companyContactId', 999_999_999, 'Contact not found.'],
  ],
  as: (permissions) => app.signInAs([...permissions, ...needed]),
})

const password = 'Correct-Horse-7'
const person = { firstName: 'Gus', lastName: 'Guest', password, confirmPassword: password }
const mailTo = async (email: string, at = 0) => {
  const sent = () => app.mails().filter(({ to }) => to === email)
  await expect.poll(() => sent().length).toBeGreaterThan(at)
  return sent()[at]!
}
const keyIn = (link: string) => link.split('/').at(-1)!
const invite = (more: Record<string, unknown> = {}) =>
  createRow(app, '/api/invitations', {
    email: `${uniqueName('guest').replace(' ', '-')}@client.example`,
    externalRoleId: roleId,
    ...more,
  })
const readInvitation = (key: string) => app.call('GET', `/api/invitations/accept/${key}`)
const accept = (key: string, more = {}) => app.call('POST', `/api/invitations/accept/${key}`, { ...person, ...more })

describe('invitation', () => {
  it('is sent by mail with the sender, and grants all its access when accepted', async () => {
    const [group, project, contact] = [await givenGroup(), await createProject(app), await givenContact({ email: 'ada@three.example' })]
    const elsewhere = await givenContact({ email: 'Ada@three.example' })
    const invitation = await invite({
      email: 'ada@three.example',
      externalAccessGroupIds: [group.id],
      projectIds: [project.id],
      companyContactId: contact.id,
      message: 'Have a look at the rooms.',
    })
    const mail = await mailTo('ada@three.example')
    expect(mail.links).toEqual([invitation.link])
    expect(mail.text).toContain('Have a look at the rooms.')
    expect(mail.text).toContain('within 14 days')
    expect((await app.admin('GET', `/api/invitations/${invitation.id}`)).body).not.toHaveProperty('link')
    const stateOf = async (id: number) => (await app.admin('GET', `/api/contacts/${id}`)).body.invitationState
    expect([await stateOf(contact.id), await stateOf(elsewhere.id)]).toEqual([1, 1])

    const key = keyIn(invitation.link)
    expect((await readInvitation(key)).body).toMatchObject({ state: 1, email: 'ada@three.example', company: contact.company.name })
    const answer = await accept(key)
    expect(answer).toMatchObject({ status: 200, body: { user: { email: 'ada@three.example', isExternalUser: true, firstName: 'Gus' } } })
    const { user, token } = answer.body
    expect((await app.call('GET', '/api/account/me', undefined, { token })).body.id).toBe(user.id)
    expect((await app.admin('GET', `/api/externalAccessGroups/${group.id}`)).body.userIds).toEqual([user.id])
    expect((await app.admin('GET', `/api/projects/${project.id}/ExternalAccessList`)).body.entries).toMatchObject([
      { user: { id: user.id }, showPrices: false, showEquipment: true },
    ])
    // A contact of several firms is one user.
    for (const { id } of [contact, elsewhere])
      expect((await app.admin('GET', `/api/contacts/${id}`)).body).toMatchObject({ externalUserId: user.id, invitationState: 2 })
    expect((await app.admin('GET', `/api/invitations/${invitation.id}`)).body).toMatchObject({
      state: 2,
      acceptedUserId: user.id,
      actions: [],
    })

    expect((await accept(key)).status).toBe(409)
    expect((await readInvitation(key)).body).toEqual({
      state: 2,
      email: null,
      firstName: null,
      lastName: null,
      inviter: null,
      company: null,
    })
    const log = await app.sql(`select before, after from audit_log where entity in ('invitations', 'externalUsers') or entity_id = $1`, [
      user.id,
    ])
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${key}|${password}|argon2`))
  })

  it('is resent with a new key; the old key becomes unknown', async () => {
    const invitation = await invite()
    // Waits for the first mail, because two pending mails may be sent in any order.
    await mailTo(invitation.email)
    const again = await app.admin('PUT', `/api/invitations/${invitation.id}/Resend`)
    expect(again).toMatchObject({ status: 200, body: { state: 1, sendCount: 2 } })
    expect((await mailTo(invitation.email, 1)).links).toEqual([again.body.link])
    const unknown = await readInvitation('00000000-0000-4000-8000-000000000000')
    expect(await readInvitation(keyIn(invitation.link))).toMatchObject({ status: 404, body: unknown.body })
    expect((await accept(keyIn(invitation.link))).status).toBe(404)
    expect((await app.admin('GET', `/api/invitations/${invitation.id}/Link`)).body).toEqual({ link: again.body.link })
    expect((await accept(keyIn(again.body.link))).status).toBe(200)
  })

  it('invalidates its key when the address changes', async () => {
    const invitation = await invite()
    const { body } = await app.admin('PUT', `/api/invitations/${invitation.id}`, {
      email: `new-${invitation.email}`,
      externalRoleId: roleId,
      externalAccessGroupIds: [],
      projectIds: [],
    })
    expect(body).toMatchObject({ email: `new-${invitation.email}`, sentDate: null, state: 1 })
    expect((await readInvitation(keyIn(invitation.link))).status).toBe(404)
  })

  it('can be revoked, and then shows only its state', async () => {
    const invitation = await invite()
    expect((await app.admin('DELETE', `/api/invitations/${invitation.id}`)).status).toBe(204)
    expect((await app.admin('GET', `/api/invitations/${invitation.id}`)).body).toMatchObject({ state: 4, actions: [] })
    expect((await readInvitation(keyIn(invitation.link))).body).toMatchObject({ state: 4, email: null })
    expect((await accept(keyIn(invitation.link))).status).toBe(409)
    for (const [method, tail] of [
      ['DELETE', ''],
      ['PUT', '/Resend'],
    ] as const)
      expect((await app.admin(method, `/api/invitations/${invitation.id}${tail}`)).status, tail).toBe(409)
    expect((await app.admin('GET', `/api/invitations/${invitation.id}/Link`)).status).toBe(404)
    await invite({ email: invitation.email })
  })

  it('expires, can be filtered by state, and can be resent or recreated', async () => {
    const [invitation, other] = [await invite(), await invite()]
    await app.sql(`update invitations set expires_date = now() - interval '1 hour' where id = any($1)`, [[invitation.id, other.id]])
    expect((await readInvitation(keyIn(invitation.link))).body).toMatchObject({ state: 3, email: null })
    expect((await accept(keyIn(invitation.link))).status).toBe(409)
    const expired = (await app.admin('GET', '/api/invitations', undefined, { query: { states: 3 } })).body
    expect(expired.items.map(({ id }: { id: number }) => id).sort()).toEqual([invitation.id, other.id].sort())
    expect((await app.admin('PUT', `/api/invitations/${invitation.id}/Resend`)).body.state).toBe(1)
    await invite({ email: other.email })
    expect((await app.admin('PUT', `/api/invitations/${other.id}/Resend`)).status).toBe(409)
  })

  it('is accepted once under concurrent requests', async () => {
    const invitation = await invite()
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(keyIn(invitation.link))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await app.sql('select id from users where email = $1', [invitation.email])).toHaveLength(1)
  })

  it('rejects an address with an account or with a pending invitation', async () => {
    const known = await app.admin('POST', '/api/invitations', { email: app.admin.email.toUpperCase(), externalRoleId: roleId })
    expect(known).toMatchObject({ status: 409, body: { fields: { email: [expect.stringContaining('account')] } } })
    const invitation = await invite()
    expect((await app.admin('POST', '/api/invitations', { email: invitation.email, externalRoleId: roleId })).status).toBe(409)
  })

  it('requires a strong password, confirmed', async () => {
    const invitation = await invite()
    const fieldErrors = async (more: object) => (await accept(keyIn(invitation.link), more)).body.fields
    expect(await fieldErrors({ confirmPassword: 'Another-Horse-7' })).toEqual({ confirmPassword: [messages.passwordConfirm] })
    expect(await fieldErrors({ password: 'short', confirmPassword: 'short' })).toHaveProperty('password')
    expect(await fieldErrors({ firstName: '' })).toEqual({ firstName: [messages.required] })
    expect((await readInvitation(keyIn(invitation.link))).body.state).toBe(1)
  })

  it('grants only access its sender may give, and its link does not bypass that', async () => {
    const [mine, hidden] = [await createProject(app), await createProject(app)]
    await app.admin('PUT', `/api/projects/${hidden.id}/AccessList`, { userIds: [app.admin.userId], accessGroupIds: [] })
    const sender = await app.signInAs(['Invitations.View', 'Invitations.Create', 'Invitations.Update', ...needed])
    const send = (caller: typeof sender, more: object) =>
      caller('POST', '/api/invitations', { email: `${uniqueName('p').replace(' ', '')}@x.example`, externalRoleId: roleId, ...more })
    expect((await send(sender, { projectIds: [mine.id] })).status).toBe(201)
    expect((await send(sender, { projectIds: [mine.id, hidden.id] })).body.fields).toEqual({ projectIds: ['Project not found.'] })
    const withoutLists = await app.signInAs([
      'Invitations.Create',
      ...needed.filter((name) => !/^ProjectExternal|^ExternalAccessG/.test(name)),
    ])
    expect((await send(withoutLists, { projectIds: [mine.id] })).body.detail).toBe('ProjectExternalAccessList.Create')
    expect((await send(withoutLists, { externalAccessGroupIds: [(await givenGroup()).id] })).body.detail).toBe(
      'ExternalAccessGroups.Update',
    )
    expect((await send(await app.signInAs(['Invitations.Create']), {})).status).toBe(403)

    const invitation = await invite({ projectIds: [mine.id, hidden.id] })
    const seen = await sender('GET', `/api/invitations/${invitation.id}`)
    expect(seen.body).toMatchObject({ projectIds: [mine.id], projects: [{ id: mine.id }] })
    expect(JSON.stringify(seen.body)).not.toContain(hidden.name)
    expect((await sender('GET', `/api/invitations/${invitation.id}/Link`)).status).toBe(400)
    expect((await sender('PUT', `/api/invitations/${invitation.id}/Resend`)).status).toBe(400)
    const readdressed = { email: 'sender@x.example', externalRoleId: roleId, projectIds: [mine.id] }
    expect((await sender('PUT', `/api/invitations/${invitation.id}`, readdressed)).status).toBe(400)
  })

  it('protects its role from deletion, and skips access to rows deleted since', async () => {
    const role = await createRow(app, '/api/externalRoles', { name: uniqueName('Outside'), permissions: ['ExternalProjects.View'] })
    const [group, project] = [await givenGroup(), await createProject(app)]
    const invitation = await invite({ externalRoleId: role.id, externalAccessGroupIds: [group.id], projectIds: [project.id] })
    expect((await app.admin('DELETE', `/api/externalRoles/${role.id}`)).body.message).toContain('is used by 1 invitation')
    await app.admin('DELETE', `/api/externalAccessGroups/${group.id}`)
    await app.admin('DELETE', `/api/projects/${project.id}`)
    const { user } = (await accept(keyIn(invitation.link))).body
    expect(user.roles).toMatchObject([{ id: role.id }])
    for (const table of ['access_group_members', 'project_external_access_entries'])
      expect(await app.sql(`select from ${table} where user_id = $1`, [user.id]), table).toEqual([])
  })
})

describe('contact', () => {
  const body = { externalRoleId: roleId, message: null }

  it('is invited with name and address by a caller with only the contact invite permission', async () => {
    const contact = await givenContact({ email: 'grace@client.example' })
    const inviter = await app.signInAs(['CompanyContacts.View', 'CompanyContacts.Invite', 'Clients.View', ...needed])
    const invitation = await inviter('POST', `/api/contacts/${contact.id}/Invite`, body)
    expect(invitation).toMatchObject({ status: 201, body: { email: 'grace@client.example', firstName: 'Ada', company: contact.company } })
    expect((await inviter('GET', `/api/invitations/${invitation.body.id}`)).status).toBe(403)
    const listed = await inviter('GET', '/api/contacts', undefined, { query: { ids: contact.id } })
    expect(listed.body.items).toMatchObject([{ invitationState: 1, invitationId: invitation.body.id }])
  })

  it('needs an address, and can be invited again after the account is deleted', async () => {
    const contact = await givenContact()
    expect((await app.admin('POST', `/api/contacts/${contact.id}/Invite`, body)).body.message).toBe('The contact has no e-mail address.')
    await app.admin('PUT', `/api/contacts/${contact.id}`, { ...contact, email: 'back@client.example' })
    const invitation = (await app.admin('POST', `/api/contacts/${contact.id}/Invite`, body)).body
    const { user } = (await accept(keyIn(invitation.link))).body
    expect((await app.admin('POST', `/api/contacts/${contact.id}/Invite`, body)).status).toBe(409)
    await app.admin('DELETE', `/api/externalUsers/${user.id}`)
    const contactAfter = (await app.admin('GET', `/api/contacts/${contact.id}`)).body
    expect(contactAfter).toMatchObject({ externalUserId: null, invitationState: null })
    expect((await app.admin('POST', `/api/contacts/${contact.id}/Invite`, body)).status).toBe(201)
  })
})

it('rate-limits guesses of invitation keys', async () => {
  const invitation = await invite()
  await app.sql('delete from sign_in_brakes')
  for (let n = 0; n < 50; n++) expect((await readInvitation(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)).status).toBe(404)
  expect((await readInvitation(keyIn(invitation.link))).status).toBe(429)
  expect((await accept(keyIn(invitation.link))).status).toBe(429)
  await app.sql('delete from sign_in_brakes')
  expect((await readInvitation(keyIn(invitation.link))).status).toBe(200)
})
