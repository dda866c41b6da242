import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createClient, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { externalPermissions, internalPermissions, neededToGive } from '../../model/permissions.ts'
import { invitations } from './invitations.ts'

const house = await startApp()
const roleId = (await house.admin('GET', '/api/externalRoles')).body.items[0].id as number
const internalRoleId = (await house.admin('GET', '/api/roles')).body.items[0].id as number
const needed = [
  ...internalPermissions.filter((name) => externalPermissions.map(neededToGive).includes(name)),
  'ProjectExternalAccessList.Create' as const,
  'ExternalAccessGroups.Update' as const,
]
const givenGroup = () => createRow(house, '/api/externalAccessGroups', { name: uniqueName('Guests') })
const givenContact = async (more: Record<string, unknown> = {}) =>
  createRow(house, '/api/contacts', {
    companyType: 0,
    companyId: (await createClient(house)).id,
    firstName: 'Ada',
    lastName: uniqueName('C'),
    ...more,
  })

entityContract(invitations, house, {
  prepare: async () => ({
    externalAccessGroupIds: [(await givenGroup()).id],
    projectIds: [(await createProject(house)).id],
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
  as: (permissions) => house.signInAs([...permissions, ...needed]),
})

const password = 'Correct-Horse-7'
const person = { firstName: 'Gus', lastName: 'Guest', password, confirmPassword: password }
const mailTo = async (email: string, at = 0) => {
  const sent = () => house.mails().filter(({ to }) => to === email)
  await expect.poll(() => sent().length).toBeGreaterThan(at)
  return sent()[at]!
}
const keyIn = (link: string) => link.split('/').at(-1)!
const invite = (more: Record<string, unknown> = {}) =>
  createRow(house, '/api/invitations', {
    email: `${uniqueName('guest').replace(' ', '-')}@client.example`,
    externalRoleId: roleId,
    ...more,
  })
const read = (key: string) => house.call('GET', `/api/invitations/accept/${key}`)
const accept = (key: string, more = {}) => house.call('POST', `/api/invitations/accept/${key}`, { ...person, ...more })

describe('an invitation', () => {
  it('is sent by mail, says who invites, and brings a person in with everything it promised', async () => {
    const [group, project, contact] = [await givenGroup(), await createProject(house), await givenContact({ email: 'ada@three.example' })]
    const elsewhere = await givenContact({ email: 'Ada@three.example' })
    const made = await invite({
      email: 'ada@three.example',
      externalAccessGroupIds: [group.id],
      projectIds: [project.id],
      companyContactId: contact.id,
      message: 'Have a look at the rooms.',
    })
    const mail = await mailTo('ada@three.example')
    // Without outgoing mail, the inviting user sees the link once.
    expect(mail.links).toEqual([made.link])
    expect(mail.text).toContain('Have a look at the rooms.')
    expect(mail.text).toContain('within 14 days')
    expect((await house.admin('GET', `/api/invitations/${made.id}`)).body).not.toHaveProperty('link')
    const stateOf = async (id: number) => (await house.admin('GET', `/api/contacts/${id}`)).body.invitationState
    expect([await stateOf(contact.id), await stateOf(elsewhere.id)]).toEqual([1, 1])

    const key = keyIn(made.link)
    expect((await read(key)).body).toMatchObject({ state: 1, email: 'ada@three.example', company: contact.company.name })
    const answer = await accept(key)
    expect(answer).toMatchObject({ status: 200, body: { user: { email: 'ada@three.example', isExternalUser: true, firstName: 'Gus' } } })
    const { user, token } = answer.body
    expect((await house.call('GET', '/api/account/me', undefined, { token })).body.id).toBe(user.id)
    expect((await house.admin('GET', `/api/externalAccessGroups/${group.id}`)).body.userIds).toEqual([user.id])
    expect((await house.admin('GET', `/api/projects/${project.id}/ExternalAccessList`)).body.entries).toMatchObject([
      { user: { id: user.id }, showPrices: false, showEquipment: true },
    ])
    // A contact of several firms is one user.
    for (const { id } of [contact, elsewhere])
      expect((await house.admin('GET', `/api/contacts/${id}`)).body).toMatchObject({ externalUserId: user.id, invitationState: 2 })
    expect((await house.admin('GET', `/api/invitations/${made.id}`)).body).toMatchObject({ state: 2, acceptedUserId: user.id, actions: [] })

    expect((await accept(key)).status).toBe(409)
    expect((await read(key)).body).toEqual({ state: 2, email: null, firstName: null, lastName: null, inviter: null, company: null })
    const log = await house.sql(`select before, after from audit_log where entity in ('invitations', 'externalUsers') or entity_id = $1`, [
      user.id,
    ])
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${key}|${password}|argon2`))
  })

  it('is sent again with a new key; the old one is like one that never was', async () => {
    const made = await invite()
    // Waits for the first mail, because two pending mails may be sent in any order.
    await mailTo(made.email)
    const again = await house.admin('PUT', `/api/invitations/${made.id}/Resend`)
    expect(again).toMatchObject({ status: 200, body: { state: 1, sendCount: 2 } })
    expect((await mailTo(made.email, 1)).links).toEqual([again.body.link])
    const unknown = await read('00000000-0000-4000-8000-000000000000')
    expect(await read(keyIn(made.link))).toMatchObject({ status: 404, body: unknown.body })
    expect((await accept(keyIn(made.link))).status).toBe(404)
    expect((await house.admin('GET', `/api/invitations/${made.id}/Link`)).body).toEqual({ link: again.body.link })
    expect((await accept(keyIn(again.body.link))).status).toBe(200)
  })

  it('loses its key with its address', async () => {
    const made = await invite()
    const { body } = await house.admin('PUT', `/api/invitations/${made.id}`, {
      email: `new-${made.email}`,
      externalRoleId: roleId,
      externalAccessGroupIds: [],
      projectIds: [],
    })
    expect(body).toMatchObject({ email: `new-${made.email}`, sentDate: null, state: 1 })
    expect((await read(keyIn(made.link))).status).toBe(404)
  })

  it('is taken back, and then tells no more than that', async () => {
    const made = await invite()
    expect((await house.admin('DELETE', `/api/invitations/${made.id}`)).status).toBe(204)
    expect((await house.admin('GET', `/api/invitations/${made.id}`)).body).toMatchObject({ state: 4, actions: [] })
    expect((await read(keyIn(made.link))).body).toMatchObject({ state: 4, email: null })
    expect((await accept(keyIn(made.link))).status).toBe(409)
    for (const [method, tail] of [
      ['DELETE', ''],
      ['PUT', '/Resend'],
    ] as const)
      expect((await house.admin(method, `/api/invitations/${made.id}${tail}`)).status, tail).toBe(409)
    expect((await house.admin('GET', `/api/invitations/${made.id}/Link`)).status).toBe(404)
    await invite({ email: made.email })
  })

  it('expires, is found by that state, and can be sent again or made anew', async () => {
    const [made, other] = [await invite(), await invite()]
    await house.sql(`update invitations set expires_date = now() - interval '1 hour' where id = any($1)`, [[made.id, other.id]])
    expect((await read(keyIn(made.link))).body).toMatchObject({ state: 3, email: null })
    expect((await accept(keyIn(made.link))).status).toBe(409)
    const expired = (await house.admin('GET', '/api/invitations', undefined, { query: { states: 3 } })).body
    expect(expired.items.map(({ id }: { id: number }) => id).sort()).toEqual([made.id, other.id].sort())
    expect((await house.admin('PUT', `/api/invitations/${made.id}/Resend`)).body.state).toBe(1)
    await invite({ email: other.email })
    expect((await house.admin('PUT', `/api/invitations/${other.id}/Resend`)).status).toBe(409)
  })

  it('is accepted once, by however many at once', async () => {
    const made = await invite()
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(keyIn(made.link))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await house.sql('select id from users where email = $1', [made.email])).toHaveLength(1)
  })

  it('is not for somebody who has an account, nor twice for one address', async () => {
    const known = await house.admin('POST', '/api/invitations', { email: house.admin.email.toUpperCase(), externalRoleId: roleId })
    expect(known).toMatchObject({ status: 409, body: { fields: { email: [expect.stringContaining('account')] } } })
    const made = await invite()
    expect((await house.admin('POST', '/api/invitations', { email: made.email, externalRoleId: roleId })).status).toBe(409)
  })

  it('asks for a good password twice', async () => {
    const made = await invite()
    const wrong = async (more: object) => (await accept(keyIn(made.link), more)).body.fields
    expect(await wrong({ confirmPassword: 'Another-Horse-7' })).toEqual({ confirmPassword: [messages.passwordConfirm] })
    expect(await wrong({ password: 'short', confirmPassword: 'short' })).toHaveProperty('password')
    expect(await wrong({ firstName: '' })).toEqual({ firstName: [messages.required] })
    expect((await read(keyIn(made.link))).body.state).toBe(1)
  })

  it('promises nothing its sender could not give, and its link is not a way to it', async () => {
    const [mine, hidden] = [await createProject(house), await createProject(house)]
    await house.admin('PUT', `/api/projects/${hidden.id}/AccessList`, { userIds: [house.admin.userId], accessGroupIds: [] })
    const sender = await house.signInAs(['Invitations.View', 'Invitations.Create', 'Invitations.Update', ...needed])
    const send = (who: typeof sender, more: object) =>
      who('POST', '/api/invitations', { email: `${uniqueName('p').replace(' ', '')}@x.example`, externalRoleId: roleId, ...more })
    expect((await send(sender, { projectIds: [mine.id] })).status).toBe(201)
    expect((await send(sender, { projectIds: [mine.id, hidden.id] })).body.fields).toEqual({ projectIds: ['Project not found.'] })
    const withoutLists = await house.signInAs([
      'Invitations.Create',
      ...needed.filter((name) => !/^ProjectExternal|^ExternalAccessG/.test(name)),
    ])
    expect((await send(withoutLists, { projectIds: [mine.id] })).body.detail).toBe('ProjectExternalAccessList.Create')
    expect((await send(withoutLists, { externalAccessGroupIds: [(await givenGroup()).id] })).body.detail).toBe(
      'ExternalAccessGroups.Update',
    )
    expect((await send(await house.signInAs(['Invitations.Create']), {})).status).toBe(403)

    const made = await invite({ projectIds: [mine.id, hidden.id] })
    const seen = await sender('GET', `/api/invitations/${made.id}`)
    expect(seen.body).toMatchObject({ projectIds: [mine.id], projects: [{ id: mine.id }] })
    expect(JSON.stringify(seen.body)).not.toContain(hidden.name)
    expect((await sender('GET', `/api/invitations/${made.id}/Link`)).status).toBe(400)
    expect((await sender('PUT', `/api/invitations/${made.id}/Resend`)).status).toBe(400)
    const readdressed = { email: 'sender@x.example', externalRoleId: roleId, projectIds: [mine.id] }
    expect((await sender('PUT', `/api/invitations/${made.id}`, readdressed)).status).toBe(400)
  })

  it('keeps its role, and does not open what was deleted meanwhile', async () => {
    const role = await createRow(house, '/api/externalRoles', { name: uniqueName('Outside'), permissions: ['ExternalProjects.View'] })
    const [group, project] = [await givenGroup(), await createProject(house)]
    const made = await invite({ externalRoleId: role.id, externalAccessGroupIds: [group.id], projectIds: [project.id] })
    expect((await house.admin('DELETE', `/api/externalRoles/${role.id}`)).body.message).toContain('is used by 1 invitation')
    await house.admin('DELETE', `/api/externalAccessGroups/${group.id}`)
    await house.admin('DELETE', `/api/projects/${project.id}`)
    const { user } = (await accept(keyIn(made.link))).body
    expect(user.roles).toMatchObject([{ id: role.id }])
    for (const table of ['access_group_members', 'project_external_access_entries'])
      expect(await house.sql(`select from ${table} where user_id = $1`, [user.id]), table).toEqual([])
  })
})

describe('a contact', () => {
  const body = { externalRoleId: roleId, message: null }

  it('is invited with name and address, by whoever may invite contacts and nothing else of invitations', async () => {
    const contact = await givenContact({ email: 'grace@client.example' })
    const inviter = await house.signInAs(['CompanyContacts.View', 'CompanyContacts.Invite', 'Clients.View', ...needed])
    const made = await inviter('POST', `/api/contacts/${contact.id}/Invite`, body)
    expect(made).toMatchObject({ status: 201, body: { email: 'grace@client.example', firstName: 'Ada', company: contact.company } })
    expect((await inviter('GET', `/api/invitations/${made.body.id}`)).status).toBe(403)
    const listed = await inviter('GET', '/api/contacts', undefined, { query: { ids: contact.id } })
    expect(listed.body.items).toMatchObject([{ invitationState: 1, invitationId: made.body.id }])
  })

  it('needs an address, and can be invited again when the account is gone', async () => {
    const contact = await givenContact()
    expect((await house.admin('POST', `/api/contacts/${contact.id}/Invite`, body)).body.message).toBe('The contact has no e-mail address.')
    await house.admin('PUT', `/api/contacts/${contact.id}`, { ...contact, email: 'back@client.example' })
    const made = (await house.admin('POST', `/api/contacts/${contact.id}/Invite`, body)).body
    const { user } = (await accept(keyIn(made.link))).body
    expect((await house.admin('POST', `/api/contacts/${contact.id}/Invite`, body)).status).toBe(409)
    await house.admin('DELETE', `/api/externalUsers/${user.id}`)
    const gone = (await house.admin('GET', `/api/contacts/${contact.id}`)).body
    expect(gone).toMatchObject({ externalUserId: null, invitationState: null })
    expect((await house.admin('POST', `/api/contacts/${contact.id}/Invite`, body)).status).toBe(201)
  })
})

it('keys are not guessed: whoever names many wrong ones waits', async () => {
  const made = await invite()
  await house.sql('delete from sign_in_brakes')
  for (let n = 0; n < 50; n++) expect((await read(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)).status).toBe(404)
  expect((await read(keyIn(made.link))).status).toBe(429)
  expect((await accept(keyIn(made.link))).status).toBe(429)
  await house.sql('delete from sign_in_brakes')
  expect((await read(keyIn(made.link))).status).toBe(200)
})
