import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { externalPermissions, internalPermissions } from '../../model/permissions.ts'
import { externalRoles, roles } from './roles.ts'

const app = await startApp()

entityContract(roles, app, {
  valid: { name: 'Estimator', description: 'Reads prices', permissions: ['Equipments.View', 'Clients.View'] },
  invalid: [
    ['name', '', messages.required],
    ['name', ' Estimator', messages.whiteSpaces],
    ['name', 'x'.repeat(101), messages.maxLength(100)],
    ['permissions', 'Equipments.View', messages.unknown],
    ['permissions[0]', 'Equipments.Look', 'There is no permission "Equipments.Look".'],
    ['permissions', ['ExternalProjects.View'], 'ExternalProjects.View cannot be held by an internal role.'],
  ],
  answers: { permissions: [{ name: 'Equipments.View' }, { name: 'Clients.View' }] },
  as: (permissions) => app.signInAs([...permissions, 'Equipments.View', 'Clients.View']),
})

entityContract(externalRoles, app, {
  valid: { name: 'Partner', description: 'Sees what it draws', permissions: ['ExternalProjects.View'] },
  invalid: [
    ['permissions', ['Projects.View'], 'Projects.View cannot be held by an external role.'],
    ['permissions', ['DownloadCenter.Manage'], 'DownloadCenter.Manage cannot be held by an external role.'],
  ],
  answers: { permissions: [{ name: 'ExternalProjects.View' }] },
  as: (permissions) => app.signInAs([...permissions, 'Projects.View']),
})

describe('roles', () => {
  it('accept permissions as names and as objects, each once', async () => {
    const body = { name: uniqueName('Role'), permissions: ['Clients.View', { name: 'Clients.View' }, { name: 'Clients.Update' }] }
    const created = await app.admin('POST', '/api/roles', body)
    expect(created.body.permissions).toEqual([{ name: 'Clients.View' }, { name: 'Clients.Update' }])
  })

  it('include by default an administrator with every permission and an external role', async () => {
    const { items } = (await app.admin('GET', '/api/roles', undefined, { query: { itemsPerPage: -1 } })).body
    expect(items.map(({ name }: any) => name)).toEqual(
      expect.arrayContaining(['Administrator', 'Consultant', 'Project Manager', 'Read Only']),
    )
    const { id } = items.find(({ name }: any) => name === 'Administrator')
    const administrator = (await app.admin('GET', `/api/roles/${id}`)).body
    expect(administrator.permissions.map(({ name }: any) => name).sort()).toEqual([...internalPermissions].sort())
    const external = (await app.admin('GET', '/api/externalRoles', undefined, { query: { search: 'External Viewer' } })).body.items[0]
    const viewer = (await app.admin('GET', `/api/externalRoles/${external.id}`)).body
    expect(viewer.permissions.map(({ name }: any) => name).sort()).toEqual([...externalPermissions].sort())
  })

  it('cannot be deleted or reduced for the administrator', async () => {
    const path = `/api/roles/${app.admin.roleId}`
    const editor = await app.signInAs(['Roles.View', 'Roles.Update', 'Roles.Delete'])
    expect((await editor('DELETE', path)).status).toBe(409)
    const reduced = await editor('PUT', path, { name: 'Administrator', permissions: ['Roles.Update', 'DNAUsers.Update'] })
    expect(reduced).toMatchObject({
      status: 409,
      body: { fields: { permissions: ['The permissions of Administrator cannot be reduced.'] } },
    })
  })

  it('cannot be deleted while users have them', async () => {
    const role = await createRole(app)
    await createUser(app, { roleId: role.id })
    const answer = await app.admin('DELETE', `/api/roles/${role.id}`)
    expect(answer).toMatchObject({ status: 409, body: { message: `${role.name} is used by 1 user and cannot be deleted.` } })
  })

  it('return 404 through the routes of the other kind', async () => {
    const role = await createRole(app)
    expect((await app.admin('GET', `/api/externalRoles/${role.id}`)).status).toBe(404)
    expect((await app.admin('PUT', `/api/externalRoles/${role.id}`, { name: 'Mine', permissions: [] })).status).toBe(404)
    expect((await app.admin('DELETE', `/api/externalRoles/${role.id}`)).status).toBe(404)
  })
})

describe('changed role', () => {
  const held = ['Clients.View', 'Clients.Update'] as const

  it('forces its users to sign in again at once', async () => {
    const holder = await app.signInAs(held, { isNew: true })
    expect((await holder('GET', '/api/account/me')).status).toBe(200)
    const changed = await app.admin('PUT', `/api/roles/${holder.roleId}`, { name: uniqueName('Role'), permissions: ['Clients.View'] })
    expect(changed).toMatchObject({ status: 200 })
    expect(changed.body).not.toHaveProperty('token')
    const next = await holder('GET', '/api/account/me')
    expect(next).toMatchObject({ status: 401, body: { errorType: 'Relogin' } })
  })

  it('gives the editing user a new session and ends the old one', async () => {
    const editor = await app.signInAs(['Roles.View', 'Roles.Update', 'Clients.View'], { isNew: true })
    const body = { name: uniqueName('Role'), permissions: ['Roles.View', 'Roles.Update'] }
    const changed = await editor('PUT', `/api/roles/${editor.roleId}`, body)
    expect(changed.body.user.roles[0].permissions).toEqual([{ name: 'Roles.View' }, { name: 'Roles.Update' }])
    const me = await app.call('GET', '/api/account/me', undefined, { token: changed.body.token })
    expect(me).toMatchObject({ status: 200, body: { id: editor.userId } })
    expect((await editor('GET', '/api/account/me')).status).toBe(401)
  })

  it('keeps sessions when the permissions stay the same', async () => {
    const holder = await app.signInAs(held, { isNew: true })
    await app.admin('PUT', `/api/roles/${holder.roleId}`, { name: uniqueName('Role'), permissions: [...held].reverse() })
    expect((await holder('GET', '/api/account/me')).status).toBe(200)
  })

  it('is recorded in the audit log with permissions before and after', async () => {
    const role = await createRole(app, { permissions: ['Clients.View'] })
    await app.admin('PUT', `/api/roles/${role.id}`, { name: role.name, permissions: ['Clients.View', 'Clients.Update'] })
    const [entry] = await app.sql(`select before, after from audit_log where action = 'PermissionChange' and entity_id = $1`, [
      String(role.id),
    ])
    expect(entry).toEqual({ before: { permissions: ['Clients.View'] }, after: { permissions: ['Clients.View', 'Clients.Update'] } })
  })
})

describe('user with another role', () => {
  it('must sign in again', async () => {
    const person = await app.signInAs(['Clients.View'], { isNew: true })
    const role = await createRole(app)
    const answer = await app.admin('PUT', `/api/users/${person.userId}/Role`, { roleId: role.id })
    expect(answer).toMatchObject({ status: 200, body: { role: { id: role.id } } })
    expect(await person('GET', '/api/account/me')).toMatchObject({ status: 401, body: { errorType: 'Relogin' } })
  })

  it('has the permissions of the first role only', async () => {
    const person = await app.signInAs(['Clients.View'], { isNew: true })
    const me = (await person('GET', '/api/account/me')).body
    expect(me.roles).toHaveLength(1)
    expect(me.roles[0].permissions).toEqual([{ name: 'Clients.View' }])
  })
})

describe('last administrator', () => {
  /** Suspends all administrators but one. */
  async function theLast() {
    const last = await app.signInAs(['Roles.View', 'Roles.Update', 'DNAUsers.View', 'DNAUsers.Update', 'DNAUsers.Suspend'], {
      isNew: true,
    })
    await app.sql('update users set is_suspended = true where id <> $1', [last.userId])
    return last
  }
  const everybodyBack = () => app.sql('update users set is_suspended = false')

  it('cannot lose the role, its permissions or the account', async () => {
    const last = await theLast()
    try {
      const path = `/api/roles/${last.roleId}`
      const { name } = (await last('GET', path)).body
      for (const requiredPermission of ['Roles.Update', 'DNAUsers.Update'])
        expect((await last('PUT', path, { name, permissions: ['Roles.View', requiredPermission] })).status).toBe(409)
      const role = await app.sql(`insert into roles (name, permissions) values ('Small', '{Clients.View}') returning id`)
      expect((await last('PUT', `/api/users/${last.userId}/Role`, { roleId: role[0]!.id })).status).toBe(409)
      expect((await last('PUT', `/api/users/${last.userId}/Suspend`)).status).toBe(409)
      expect((await last('GET', '/api/account/me')).status).toBe(200)
    } finally {
      await everybodyBack()
    }
  })

  it('remains when two administrators remove each other at once', async () => {
    const names = ['Roles.View', 'Roles.Update', 'DNAUsers.View', 'DNAUsers.Update', 'DNAUsers.Suspend'] as const
    const [one, other] = [await app.signInAs(names, { isNew: true }), await app.signInAs(names, { isNew: true })]
    await app.sql('update users set is_suspended = true where id <> all($1)', [[one.userId, other.userId]])
    try {
      const answers = await Promise.all([
        one('PUT', `/api/users/${other.userId}/Suspend`),
        other('PUT', `/api/users/${one.userId}/Suspend`),
      ])
      const [{ left }] = (await app.sql(
        `select count(*)::int as left from users u join roles r on r.id = u.role_id where not is_suspended and r.permissions @> '{Roles.Update,DNAUsers.Update}'`,
      )) as [{ left: number }]
      expect({ left, statuses: answers.map(({ status }) => status).sort()[0] }).toEqual({ left: 1, statuses: 200 })
    } finally {
      await everybodyBack()
    }
  })
})

it('hides the permission list from external users', async () => {
  const outside = await app.signInAs(['ExternalProjects.View'], { external: true })
  expect((await outside('GET', '/api/roles/Permissions')).status).toBe(403)
})
