import { describe, expect, it } from 'vitest'
import { routeName } from '../../../test/kit/entity-contract/subject.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { type Caller, type Method, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { type Permission, permissionNames } from '../../model/permissions.ts'
import { routes } from '../areas.ts'
import { startProduct } from '../product.ts'

const house = await startApp()
const [administrators] = await house.sql('select id, name, permissions from roles where is_built_in')
const clerk = await createRole(house, { permissions: ['Clients.View', 'Clients.Update'] })
const guestRole = await given('/api/externalRoles', {
  name: uniqueName('Guests'),
  permissions: ['ExternalProjects.View', 'DownloadCenter.View'],
})
const mail = () => `${uniqueName('mail').replace(' ', '')}@example.com`

async function given(path: string, body: object) {
  const answer = await house.admin('POST', path, body)
  expect(answer.status).toBe(201)
  return answer.body
}
const givenClerk = (more: object = {}) => createUser(house, { roleId: clerk.id, ...more })
const givenGuest = (more: object = {}) =>
  given('/api/externalUsers', { email: mail(), firstName: 'A', lastName: 'Guest', roleId: guestRole.id, ...more })
const bodyOf = ({ email, firstName, lastName, role }: any, more: object = {}) => ({ email, firstName, lastName, roleId: role.id, ...more })

interface Giving {
  needs: Permission[]
  /** Further permissions the caller must have, as named in the error. */
  given: Permission[]
  request(): Promise<[Method, string, object?]>
}
const ofClerk: Permission[] = ['Clients.Update', 'Clients.View']
const ofGuest: Permission[] = ['DownloadCenter.View', 'Projects.View']
const oneMore = ['Clients.View', 'Clients.Update', 'Leads.View']

const givings: Record<string, Giving> = {
  'POST /users': {
    needs: ['DNAUsers.Create'],
    given: ofClerk,
    request: async () => ['POST', '/api/users', { email: mail(), firstName: 'A', lastName: 'B', roleId: clerk.id }],
  },
  'PUT /users/:id': {
    needs: ['DNAUsers.Update'],
    given: ofClerk,
    request: async () => {
      const user = await givenClerk()
      return ['PUT', `/api/users/${user.id}`, bodyOf(user, { email: mail() })]
    },
  },
  'PUT /users/:id/Role': {
    needs: ['DNAUsers.Update', 'Roles.View'],
    given: [...ofClerk, 'Leads.View'],
    request: async () => {
      const other = await createRole(house, { permissions: ['Leads.View'] })
      return ['PUT', `/api/users/${(await givenClerk()).id}/Role`, { roleId: other.id }]
    },
  },
  'PUT /users/:id/Unsuspend': {
    needs: ['DNAUsers.Unsuspend'],
    given: ofClerk,
    request: async () => {
      const { id } = await givenClerk()
      await house.admin('PUT', `/api/users/${id}/Suspend`)
      return ['PUT', `/api/users/${id}/Unsuspend`]
    },
  },
  'POST /externalUsers': {
    needs: ['ExternalUsers.Create'],
    given: ofGuest,
    request: async () => ['POST', '/api/externalUsers', { email: mail(), firstName: 'A', lastName: 'B', roleId: guestRole.id }],
  },
  'PUT /externalUsers/:id': {
    needs: ['ExternalUsers.Update'],
    given: ofGuest,
    request: async () => {
      const guest = await givenGuest()
      return ['PUT', `/api/externalUsers/${guest.id}`, bodyOf(guest, { email: mail() })]
    },
  },
  'PUT /externalUsers/:id/Role': {
    needs: ['ExternalUsers.Update'],
    given: [...ofGuest, 'Equipments.View'],
    request: async () => {
      const other = await given('/api/externalRoles', { name: uniqueName('Makers'), permissions: ['ExternalEquipment.View'] })
      return ['PUT', `/api/externalUsers/${(await givenGuest()).id}/Role`, { roleId: other.id }]
    },
  },
  'PUT /externalUsers/:id/Unsuspend': {
    needs: ['ExternalUsers.Update'],
    given: ofGuest,
    request: async () => {
      const { id } = await givenGuest()
      await house.admin('PUT', `/api/externalUsers/${id}/Suspend`)
      return ['PUT', `/api/externalUsers/${id}/Unsuspend`]
    },
  },
  'POST /roles': {
    needs: ['Roles.Create'],
    given: ofClerk,
    request: async () => ['POST', '/api/roles', { name: uniqueName('Role'), permissions: ['Clients.View', { name: 'Clients.Update' }] }],
  },
  'PUT /roles/:id': {
    needs: ['Roles.Update'],
    given: [...ofClerk, 'Leads.View'],
    request: async () => {
      const role = await createRole(house, { permissions: ['Clients.View', 'Clients.Update'] })
      return ['PUT', `/api/roles/${role.id}`, { name: role.name, permissions: oneMore }]
    },
  },
  'POST /externalRoles': {
    needs: ['ExternalRoles.Create'],
    given: ofGuest,
    request: async () => [
      'POST',
      '/api/externalRoles',
      { name: uniqueName('Role'), permissions: ['ExternalProjects.View', 'DownloadCenter.View'] },
    ],
  },
  'PUT /externalRoles/:id': {
    needs: ['ExternalRoles.Update'],
    given: ofGuest,
    request: async () => {
      const role = await given('/api/externalRoles', { name: uniqueName('Role'), permissions: ['ExternalProjects.View'] })
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
]

const everything = () =>
  house.sql(
    `select md5(string_agg(t::text, '' order by t::text)) from (select u::text from users u union all select r::text from roles r) t`,
  )

it('is asked of every call that writes people or roles', () => {
  const writing = routes
    .map(({ call }) => call)
    .filter(({ method, path }) => method !== 'GET' && /^\/(users|externalUsers|roles|externalRoles)\b/.test(path))
  const known = [...Object.keys(givings), ...giveNothing]
  expect(writing.map(routeName).filter((name) => !known.includes(name))).toEqual([])
})

describe.each(Object.entries(givings))('%s', (_, { needs, given, request }) => {
  const asked = async (who: Caller) => {
    const [method, path, body] = await request()
    const before = await everything()
    const answer = await who(method, path, body)
    return { answer, isChanged: JSON.stringify(before) !== JSON.stringify(await everything()) }
  }

  it('is refused to whoever does not hold what is given, naming it, and changes nothing', async () => {
    const { answer, isChanged } = await asked(await house.signInAs(needs))
    expect(answer).toMatchObject({ status: 403, body: { errorType: 'Forbidden', detail: [...given].sort().join(', ') } })
    expect(isChanged).toBe(false)
  })

  it.each(given)('is refused to whoever lacks %s alone', async (name) => {
    const all = permissionNames.filter((permissionName) => permissionName !== name || needs.includes(permissionName))
    const { answer, isChanged } = await asked(await house.signInAs(all))
    expect(answer).toMatchObject({ status: 403, body: { detail: name } })
    expect(isChanged).toBe(false)
  })

  it('is done for whoever holds it', async () => {
    const { answer, isChanged } = await asked(await house.signInAs([...needs, ...given]))
    expect([200, 201]).toContain(answer.status)
    expect(isChanged).toBe(true)
  })
})

describe('the administrator', () => {
  const path = `/api/users/${house.admin.userId}`

  it('is nobody’s by way of the mail, the name or the role', async () => {
    const clerks = await house.signInAs([
      'DNAUsers.Create',
      'DNAUsers.View',
      'DNAUsers.Update',
      'Roles.View',
      'Roles.Create',
      'Roles.Update',
    ])
    const admin = (await house.admin('GET', path)).body
    expect((await clerks('PUT', path, bodyOf(admin, { email: mail() }))).status).toBe(403)
    expect((await clerks('PUT', path, bodyOf(admin, { roleId: clerk.id }))).status).toBe(403)
    expect((await clerks('PUT', `${path}/Role`, { roleId: clerk.id })).status).toBe(403)
    expect((await clerks('POST', '/api/users', { email: mail(), firstName: 'A', lastName: 'B', roleId: administrators!.id })).status).toBe(
      403,
    )
    expect((await clerks('PUT', `/api/users/${clerks.userId}/Role`, { roleId: administrators!.id })).status).toBe(409)
    const own = await house.sql('select name, permissions from roles where id = $1', [clerks.roleId])
    const raised = { name: own[0]!.name, permissions: [...own[0]!.permissions, 'AppSettings.Update'] }
    expect(await clerks('PUT', `/api/roles/${clerks.roleId}`, raised)).toMatchObject({
      status: 403,
      body: { detail: 'AppSettings.Update' },
    })
  })

  it('may give everything, to people outside too', async () => {
    const { permissions } = administrators!
    const role = await given('/api/roles', { name: uniqueName('All'), permissions })
    await createUser(house, { roleId: role.id })
    const outside = await house.sql('select id from roles where is_external order by id limit 1')
    await givenGuest({ roleId: outside[0]!.id })
  })

  it('holds a name from the first start of the version that has it, and signs in again for it', async () => {
    const lacking = ['Projects.View', 'AuditLog.View']
    await house.sql('update roles set permissions = (select array_agg(p) from unnest(permissions) p where p <> all($2)) where id = $1', [
      administrators!.id,
      lacking,
    ])
    const { settings } = house.product.services
    const next = await startProduct({ ...settings, port: 0 })
    await next.stop()
    const [role] = await house.sql('select permissions from roles where id = $1', [administrators!.id])
    expect([...role!.permissions].sort()).toEqual([...administrators!.permissions].sort())
    expect(await house.admin('GET', '/api/account/me')).toMatchObject({ status: 401, body: { errorType: 'Relogin' } })
    const told = await house.sql(`select entity_name, user_id from audit_log where action = 'PermissionChange' and entity_id = $1`, [
      String(administrators!.id),
    ])
    expect(told).toEqual([{ entity_name: 'Administrator', user_id: null }])
  })
})
