import { describe, expect, it } from 'vitest'
import { routeName } from '../../../test/kit/entity-contract/subject.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { type Caller, type Method, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { type Permission, permissionNames } from '../../model/permissions.ts'
import { routes } from '../areas.ts'
import { startProduct } from '../product.ts'

const app = await startApp()
const [administrators] = await app.sql('select id, name, permissions from roles where is_built_in')
const clerk = await createRole(app, { permissions: ['Clients.View', 'Clients.Update'] })
const guestRole = await createAt('/api/externalRoles', {
  name: uniqueName('Guests'),
  permissions: ['ExternalProjects.View', 'DownloadCenter.View'],
})
const mail = () => `${uniqueName('mail').replace(' ', '')}@example.com`

async function createAt(path: string, body: object) {
  const answer = await app.admin('POST', path, body)
  expect(answer.status).toBe(201)
  return answer.body
}
const givenClerk = (more: object = {}) => createUser(app, { roleId: clerk.id, ...more })
const givenGuest = (more: object = {}) =>
  createAt('/api/externalUsers', { email: mail(), firstName: 'A', lastName: 'Guest', roleId: guestRole.id, ...more })
const userBody = ({ email, firstName, lastName, role }: any, more: object = {}) => ({
  email,
  firstName,
  lastName,
  roleId: role.id,
  ...more,
})

interface Giving {
  needs: Permission[]
  /** Further permissions the caller must have, as named in the error. */
  granted: Permission[]
  request(): Promise<[Method, string, object?]>
}
const ofClerk: Permission[] = ['Clients.Update', 'Clients.View']
const ofGuest: Permission[] = ['DownloadCenter.View', 'Projects.View']
const oneMore = ['Clients.View', 'Clients.Update', 'Leads.View']

const givings: Record<string, Giving> = {
  'POST /users': {
    needs: ['DNAUsers.Create'],
    granted: ofClerk,
    request: async () => ['POST', '/api/users', { email: mail(), firstName: 'A', lastName: 'B', roleId: clerk.id }],
  },
  'PUT /users/:id': {
    needs: ['DNAUsers.Update'],
    granted: ofClerk,
    request: async () => {
      const user = await givenClerk()
      return ['PUT', `/api/users/${user.id}`, userBody(user, { email: mail() })]
    },
  },
  'PUT /users/:id/Role': {
    needs: ['DNAUsers.Update', 'Roles.View'],
    granted: [...ofClerk, 'Leads.View'],
    request: async () => {
      const other = await createRole(app, { permissions: ['Leads.View'] })
      return ['PUT', `/api/users/${(await givenClerk()).id}/Role`, { roleId: other.id }]
    },
  },
  'PUT /users/:id/Unsuspend': {
    needs: ['DNAUsers.Unsuspend'],
    granted: ofClerk,
    request: async () => {
      const { id } = await givenClerk()
      await app.admin('PUT', `/api/users/${id}/Suspend`)
      return ['PUT', `/api/users/${id}/Unsuspend`]
    },
  },
  'POST /externalUsers': {
    needs: ['ExternalUsers.Create'],
    granted: ofGuest,
    request: async () => ['POST', '/api/externalUsers', { email: mail(), firstName: 'A', lastName: 'B', roleId: guestRole.id }],
  },
  'PUT /externalUsers/:id': {
    needs: ['ExternalUsers.Update'],
    granted: ofGuest,
    request: async () => {
      const guest = await givenGuest()
      return ['PUT', `/api/externalUsers/${guest.id}`, userBody(guest, { email: mail() })]
    },
  },
  'PUT /externalUsers/:id/Role': {
    needs: ['ExternalUsers.Update'],
    granted: [...ofGuest, 'Equipments.View'],
    request: async () => {
      const other = await createAt('/api/externalRoles', { name: uniqueName('Makers'), permissions: ['ExternalEquipment.View'] })
      return ['PUT', `/api/externalUsers/${(await givenGuest()).id}/Role`, { roleId: other.id }]
    },
  },
  'PUT /externalUsers/:id/Unsuspend': {
    needs: ['ExternalUsers.Update'],
    granted: ofGuest,
    request: async () => {
      const { id } = await givenGuest()
      await app.admin('PUT', `/api/externalUsers/${id}/Suspend`)
      return ['PUT', `/api/externalUsers/${id}/Unsuspend`]
    },
  },
  'POST /roles': {
    needs: ['Roles.Create'],
    granted: ofClerk,
    request: async () => ['POST', '/api/roles', { name: uniqueName('Role'), permissions: ['Clients.View', { name: 'Clients.Update' }] }],
  },
  'PUT /roles/:id': {
    needs: ['Roles.Update'],
    granted: [...ofClerk, 'Leads.View'],
    request: async () => {
      const role = await createRole(app, { permissions: ['Clients.View', 'Clients.Update'] })
      return ['PUT', `/api/roles/${role.id}`, { name: role.name, permissions: oneMore }]
    },
  },
  'POST /externalRoles': {
    needs: ['ExternalRoles.Create'],
    granted: ofGuest,
    request: async () => [
      'POST',
      '/api/externalRoles',
      { name: uniqueName('Role'), permissions: ['ExternalProjects.View', 'DownloadCenter.View'] },
    ],
  },
  'PUT /externalRoles/:id': {
    needs: ['ExternalRoles.Update'],
    granted: ofGuest,
    request: async () => {
      const role = await createAt('/api/externalRoles', { name: uniqueName('Role'), permissions: ['ExternalProjects.View'] })
      return ['PUT', `/api/externalRoles/${role.id}`, { name: role.name, permissions: ['DownloadCenter.View'] }]
    },
  },
}
/** Calls that remove access or affect only the caller. */
const giveNothing = [
  'PUT /users/:id/Suspend',
  'PUT /externalUsers/:id/Suspend',
  'DELETE /externalUsers/:id',
  'DELETE /roles/:id',
  'DELETE /externalRoles/:id',
  'POST /users/Image',
  'POST /users/:id/ActivityLogs',
  'POST /roles/:id/ActivityLogs',
  'PUT /users/:id/ActivityLogs/:noteId',
  'DELETE /users/:id/ActivityLogs/:noteId',
  'PUT /roles/:id/ActivityLogs/:noteId',
  'DELETE /roles/:id/ActivityLogs/:noteId',
  'PUT /users/:id/WorkSchedules',
  'PUT /users/:id/LaborRates',
  // Read-only, and limited to projects visible to both.
  'POST /externalUsers/:id/ViewAs',
  'DELETE /externalUsers/:id/ViewAs',
  'DELETE /users/:id/Tokens/:tokenId',
  'DELETE /users/:id/SecondFactors',
  'DELETE /externalUsers/:id/SecondFactors',
]

const everything = () =>
  app.sql(`select md5(string_agg(t::text, '' order by t::text)) from (select u::text from users u union all select r::text from roles r) t`)

it('applies to every route that writes users or roles', () => {
  const writing = routes
    .map(({ call }) => call)
    .filter(({ method, path }) => method !== 'GET' && /^\/(users|externalUsers|roles|externalRoles)\b/.test(path))
  const known = [...Object.keys(givings), ...giveNothing]
  expect(writing.map(routeName).filter((name) => !known.includes(name))).toEqual([])
})

describe.each(Object.entries(givings))('%s', (_, { needs, granted, request }) => {
  const attemptAs = async (caller: Caller) => {
    const [method, path, body] = await request()
    const before = await everything()
    const answer = await caller(method, path, body)
    return { answer, isChanged: JSON.stringify(before) !== JSON.stringify(await everything()) }
  }

  it('returns 403 naming the missing permissions and changes nothing', async () => {
    const { answer, isChanged } = await attemptAs(await app.signInAs(needs))
    expect(answer).toMatchObject({ status: 403, body: { errorType: 'Forbidden', detail: [...granted].sort().join(', ') } })
    expect(isChanged).toBe(false)
  })

  it.each(granted)('returns 403 for a caller who lacks only %s', async (name) => {
    const all = permissionNames.filter((permissionName) => permissionName !== name || needs.includes(permissionName))
    const { answer, isChanged } = await attemptAs(await app.signInAs(all))
    expect(answer).toMatchObject({ status: 403, body: { detail: name } })
    expect(isChanged).toBe(false)
  })

  it('succeeds for a caller with the permissions', async () => {
    const { answer, isChanged } = await attemptAs(await app.signInAs([...needs, ...granted]))
    expect([200, 201]).toContain(answer.status)
    expect(isChanged).toBe(true)
  })
})

describe('administrator', () => {
  const path = `/api/users/${app.admin.userId}`

  it('cannot be taken over through mail, name or role', async () => {
    const clerks = await app.signInAs(['DNAUsers.Create', 'DNAUsers.View', 'DNAUsers.Update', 'Roles.View', 'Roles.Create', 'Roles.Update'])
    const admin = (await app.admin('GET', path)).body
    expect((await clerks('PUT', path, userBody(admin, { email: mail() }))).status).toBe(403)
    expect((await clerks('PUT', path, userBody(admin, { roleId: clerk.id }))).status).toBe(403)
    expect((await clerks('PUT', `${path}/Role`, { roleId: clerk.id })).status).toBe(403)
    expect((await clerks('POST', '/api/users', { email: mail(), firstName: 'A', lastName: 'B', roleId: administrators!.id })).status).toBe(
      403,
    )
    expect((await clerks('PUT', `/api/users/${clerks.userId}/Role`, { roleId: administrators!.id })).status).toBe(409)
    const own = await app.sql('select name, permissions from roles where id = $1', [clerks.roleId])
    const raised = { name: own[0]!.name, permissions: [...own[0]!.permissions, 'AppSettings.Update'] }
    expect(await clerks('PUT', `/api/roles/${clerks.roleId}`, raised)).toMatchObject({
      status: 403,
      body: { detail: 'AppSettings.Update' },
    })
  })

  it('may grant everything, also to external users', async () => {
    const { permissions } = administrators!
    const role = await createAt('/api/roles', { name: uniqueName('All'), permissions })
    await createUser(app, { roleId: role.id })
    const outside = await app.sql('select id from roles where is_external order by id limit 1')
    await givenGuest({ roleId: outside[0]!.id })
  })

  it('receives new permissions at the first start of a version, and must sign in again', async () => {
    const missingPermissions = ['Projects.View', 'AuditLog.View']
    await app.sql('update roles set permissions = (select array_agg(p) from unnest(permissions) p where p <> all($2)) where id = $1', [
      administrators!.id,
      missingPermissions,
    ])
    const { settings } = app.product.services
    const next = await startProduct({ ...settings, port: 0 })
    await next.stop()
    const [role] = await app.sql('select permissions from roles where id = $1', [administrators!.id])
    expect([...role!.permissions].sort()).toEqual([...administrators!.permissions].sort())
    expect(await app.admin('GET', '/api/account/me')).toMatchObject({ status: 401, body: { errorType: 'Relogin' } })
    const logEntries = await app.sql(`select entity_name, user_id from audit_log where action = 'PermissionChange' and entity_id = $1`, [
      String(administrators!.id),
    ])
    expect(logEntries).toEqual([{ entity_name: 'Administrator', user_id: null }])
  })
})
