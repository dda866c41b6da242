import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createClient, createRow, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { externalPermissions, internalPermissions, neededToGive } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { externalUsers } from './external-users.ts'

const app = await startApp()
const roleId = (await app.admin('GET', '/api/externalRoles')).body.items[0].id as number
const needed = internalPermissions.filter((name) => externalPermissions.map(neededToGive).includes(name))
const internalRoleId = (await app.admin('GET', '/api/roles')).body.items[0].id as number

entityContract(externalUsers, app, {
  valid: { email: 'guest@example.com', firstName: 'Gus', lastName: 'Guest', phone: '+1 555 0100', jobTitle: 'Facility manager', roleId },
  prepare: async () => ({ avatarUrl: await uploadPicture(app, 'users') }),
  without: { password: 'never answered; who signs in with it is below' },
  invalid: [
    ['email', 'guest', messages.emailRequired],
    ['firstName', '', messages.required],
    ['roleId', internalRoleId, 'Role not found.'],
    ['roleId', null, messages.required],
  ],
  as: (permissions) => app.signInAs([...permissions, ...needed]),
})

it('lets an external user sign in until suspended or removed', async () => {
  const password = 'Guest-pass-931'
  const created = await app.admin('POST', '/api/externalUsers', {
    email: 'visitor@example.com',
    firstName: 'Vera',
    lastName: 'Visitor',
    roleId,
    password,
  })
  expect(created.status).toBe(201)
  const signIn = () => app.call('POST', '/api/account/login', { email: 'visitor@example.com', password })
  const { token } = (await signIn()).body
  const asGuest = (path: string) => app.call('GET', path, undefined, { token })
  expect((await asGuest('/api/account/me')).body.isExternalUser).toBe(true)
  expect((await asGuest('/api/projects')).status).toBe(403)
  expect((await asGuest('/api/users/typeHead')).status).toBe(403)

  expect((await app.admin('PUT', `/api/externalUsers/${created.body.id}/Suspend`)).status).toBe(200)
  expect((await asGuest('/api/account/me')).status).toBe(401)
  expect((await signIn()).body).toBe('Invalid email or password!')
  expect((await app.admin('PUT', `/api/externalUsers/${created.body.id}/Unsuspend`)).status).toBe(200)
  expect((await signIn()).status).toBe(200)
  expect((await app.admin('DELETE', `/api/externalUsers/${created.body.id}`)).status).toBe(204)
  expect((await signIn()).status).toBe(400)
})

it("lists a user's company, groups and projects, as far as the caller may see them", async () => {
  const client = await createClient(app)
  const email = 'belonging@example.com'
  await createRow(app, '/api/contacts', { companyType: 0, companyId: client.id, firstName: 'Bea', lastName: 'Longing', email })
  const user = await createRow(app, '/api/externalUsers', { email, firstName: 'Bea', lastName: 'Longing', roleId })
  const group = await createRow(app, '/api/externalAccessGroups', { name: uniqueName('Guests'), userIds: [user.id] })
  const [named, throughGroup, other] = [await createProject(app), await createProject(app), await createProject(app)]
  const open = async (id: number, entry: object) =>
    expect((await app.admin('PUT', `/api/projects/${id}/ExternalAccessList`, { entries: [entry] })).status).toBe(200)
  await open(named.id, { subjectType: 1, userId: user.id })
  await open(throughGroup.id, { subjectType: 2, accessGroupId: group.id })
  const read = async (caller = app.admin) => (await caller('GET', `/api/externalUsers/${user.id}`)).body
  const userDetail = await read()
  expect(userDetail).toMatchObject({
    company: { id: client.id, name: client.name },
    externalAccessGroups: [{ id: group.id, name: group.name }],
  })
  expect(userDetail.projects.map(({ id }: { id: number }) => id).sort()).toEqual([named.id, throughGroup.id].sort())
  expect(userDetail.projects).not.toContainEqual(expect.objectContaining({ id: other.id }))

  const few = await read(await app.signInAs(['ExternalUsers.View']))
  expect([few.externalAccessGroups, few.projects]).toEqual([undefined, undefined])
  await app.admin('PUT', `/api/projects/${named.id}/AccessList`, { userIds: [app.admin.userId], accessGroupIds: [] })
  const some = await read(await app.signInAs(['ExternalUsers.View', 'ProjectExternalAccessList.View', 'Projects.View']))
  expect(some.projects).toMatchObject([{ id: throughGroup.id, name: throughGroup.name }])
})

it('finds users and invitations by company, regardless of creation order or later renames', async () => {
  const client = await createClient(app, { name: uniqueName('Northwind') })
  const contact = (email: string) =>
    createRow(app, '/api/contacts', { companyType: 0, companyId: client.id, firstName: 'Bea', lastName: 'Longing', email })
  const guest = await app.signInAs([], { external: true, isNew: true })
  const { email } = (await app.admin('GET', `/api/externalUsers/${guest.userId}`)).body
  const [role] = (await app.admin('GET', '/api/externalRoles')).body.items
  const invited = `${uniqueName('invited').replace(' ', '')}@northwind.example`
  const invitation = await createRow(app, '/api/invitations', { email: invited, externalRoleId: role.id })
  const found = async (search: string) => {
    const ids = async (path: string) =>
      (await app.admin('GET', `/api/${path}`, undefined, { query: { search } })).body.items.map(({ id }: AnyRow) => id)
    return [await ids('externalUsers'), await ids('invitations')]
  }
  await contact(email)
  await contact(invited)
  expect(await found(client.name)).toEqual([[guest.userId], [invitation.id]])
  const renamed = uniqueName('Southwind')
  await app.admin('PUT', `/api/clients/${client.id}`, { name: renamed, abbreviatedName: client.abbreviatedName })
  expect([await found(renamed), await found(client.name)]).toEqual([
    [[guest.userId], [invitation.id]],
    [[], []],
  ])
})
