import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { externalPermissions, internalPermissions } from '../../model/permissions.ts'
import { externalRoles, roles } from './roles.ts'

const house = await startApp()

entityContract(roles, house, {
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
  as: (permissions) => house.signInAs([...permissions, 'Equipments.View', 'Clients.View']),
})

entityContract(externalRoles, house, {
  valid: { name: 'Partner', description: 'Sees what it draws', permissions: ['ExternalProjects.View'] },
  invalid: [
    ['permissions', ['Projects.View'], 'Projects.View cannot be held by an external role.'],
    ['permissions', ['DownloadCenter.Manage'], 'DownloadCenter.Manage cannot be held by an external role.'],
  ],
  answers: { permissions: [{ name: 'ExternalProjects.View' }] },
  as: (permissions) => house.signInAs([...permissions, 'Projects.View']),
})

describe('roles', () => {
  it('take permissions as names and as objects, each once', async () => {
    const body = { name: uniqueName('Role'), permissions: ['Clients.View', { name: 'Clients.View' }, { name: 'Clients.Update' }] }
    const made = await house.admin('POST', '/api/roles', body)
    expect(made.body.permissions).toEqual([{ name: 'Clients.View' }, { name: 'Clients.Update' }])
  })

  it('come with the house: an administrator who may everything, and an external role', async () => {
    const { items } = (await house.admin('GET', '/api/roles', undefined, { query: { itemsPerPage: -1 } })).body
    expect(items.map(({ name }: any) => name)).toEqual(
      expect.arrayContaining(['Administrator', 'Consultant', 'Project Manager', 'Read Only']),
    )
    const { id } = items.find(({ name }: any) => name === 'Administrator')
    const administrator = (await house.admin('GET', `/api/roles/${id}`)).body
    expect(administrator.permissions.map(({ name }: any) => name).sort()).toEqual([...internalPermissions].sort())
    const external = (await house.admin('GET', '/api/externalRoles', undefined, { query: { search: 'External Viewer' } })).body.items[0]
    const viewer = (await house.admin('GET', `/api/externalRoles/${external.id}`)).body
    expect(viewer.permissions.map(({ name }: any) => name).sort()).toEqual([...externalPermissions].sort())
  })

  it('of the administrator can neither be deleted nor reduced', async () => {
    const path = `/api/roles/${house.admin.roleId}`
    const editor = await house.signInAs(['Roles.View', 'Roles.Update', 'Roles.Delete'])
    expect((await editor('DELETE', path)).status).toBe(409)
    const reduced = await editor('PUT', path, { name: 'Administrator', permissions: ['Roles.Update', 'DNAUsers.Update'] })
    expect(reduced).toMatchObject({
      status: 409,
      body: { fields: { permissions: ['The permissions of Administrator cannot be reduced.'] } },
    })
  })

  it('that somebody has are kept', async () => {
    const role = await createRole(house)
    await createUser(house, { roleId: role.id })
    const answer = await house.admin('DELETE', `/api/roles/${role.id}`)
    expect(answer).toMatchObject({ status: 409, body: { message: `${role.name} is used by 1 user and cannot be deleted.` } })
  })

  it('are internal or external, and neither is reached as the other', async () => {
    const role = await createRole(house)
    expect((await house.admin('GET', `/api/externalRoles/${role.id}`)).status).toBe(404)
    expect((await house.admin('PUT', `/api/externalRoles/${role.id}`, { name: 'Mine', permissions: [] })).status).toBe(404)
    expect((await house.admin('DELETE', `/api/externalRoles/${role.id}`)).status).toBe(404)
  })
})

describe('a changed role', () => {
  const held = ['Clients.View', 'Clients.Update'] as const

  it('sends its holders to sign in again, at once', async () => {
    const holder = await house.signInAs(held, { isNew: true })
    expect((await holder('GET', '/api/account/me')).status).toBe(200)
    const changed = await house.admin('PUT', `/api/roles/${holder.roleId}`, { name: uniqueName('Role'), permissions: ['Clients.View'] })
    expect(changed).toMatchObject({ status: 200 })
    expect(changed.body).not.toHaveProperty('token')
    const next = await holder('GET', '/api/account/me')
    expect(next).toMatchObject({ status: 401, body: { errorType: 'Relogin' } })
  })

  it('gives the editor who holds it a fresh session and ends the old one', async () => {
    const editor = await house.signInAs(['Roles.View', 'Roles.Update', 'Clients.View'], { isNew: true })
    const body = { name: uniqueName('Role'), permissions: ['Roles.View', 'Roles.Update'] }
    const changed = await editor('PUT', `/api/roles/${editor.roleId}`, body)
    expect(changed.body.user.roles[0].permissions).toEqual([{ name: 'Roles.View' }, { name: 'Roles.Update' }])
    const me = await house.call('GET', '/api/account/me', undefined, { token: changed.body.token })
    expect(me).toMatchObject({ status: 200, body: { id: editor.userId } })
    expect((await editor('GET', '/api/account/me')).status).toBe(401)
  })

  it('leaves people alone whose names stay the same', async () => {
    const holder = await house.signInAs(held, { isNew: true })
    await house.admin('PUT', `/api/roles/${holder.roleId}`, { name: uniqueName('Role'), permissions: [...held].reverse() })
    expect((await holder('GET', '/api/account/me')).status).toBe(200)
  })

  it('is told in the audit log, with the names before and after', async () => {
    const role = await createRole(house, { permissions: ['Clients.View'] })
    await house.admin('PUT', `/api/roles/${role.id}`, { name: role.name, permissions: ['Clients.View', 'Clients.Update'] })
    const [entry] = await house.sql(`select before, after from audit_log where action = 'PermissionChange' and entity_id = $1`, [
      String(role.id),
    ])
    expect(entry).toEqual({ before: { permissions: ['Clients.View'] }, after: { permissions: ['Clients.View', 'Clients.Update'] } })
  })
})

describe('a user with another role', () => {
  it('signs in again', async () => {
    const person = await house.signInAs(['Clients.View'], { isNew: true })
    const role = await createRole(house)
    const answer = await house.admin('PUT', `/api/users/${person.userId}/Role`, { roleId: role.id })
    expect(answer).toMatchObject({ status: 200, body: { role: { id: role.id } } })
    expect(await person('GET', '/api/account/me')).toMatchObject({ status: 401, body: { errorType: 'Relogin' } })
  })

  it('has the names of the first role only', async () => {
    const person = await house.signInAs(['Clients.View'], { isNew: true })
    const me = (await person('GET', '/api/account/me')).body
    expect(me.roles).toHaveLength(1)
    expect(me.roles[0].permissions).toEqual([{ name: 'Clients.View' }])
  })
})

describe('the last administrator', () => {
  /** Suspends all administrators but one. */
  async function theLast() {
    const last = await house.signInAs(['Roles.View', 'Roles.Update', 'DNAUsers.View', 'DNAUsers.Update', 'DNAUsers.Suspend'], {
      isNew: true,
    })
    await house.sql('update users set is_suspended = true where id <> $1', [last.userId])
    return last
  }
  const everybodyBack = () => house.sql('update users set is_suspended = false')

  it('cannot lose the role, its names or the account', async () => {
    const last = await theLast()
    try {
      const path = `/api/roles/${last.roleId}`
      const { name } = (await last('GET', path)).body
      for (const kept of ['Roles.Update', 'DNAUsers.Update'])
        expect((await last('PUT', path, { name, permissions: ['Roles.View', kept] })).status).toBe(409)
      const role = await house.sql(`insert into roles (name, permissions) values ('Small', '{Clients.View}') returning id`)
      expect((await last('PUT', `/api/users/${last.userId}/Role`, { roleId: role[0]!.id })).status).toBe(409)
      expect((await last('PUT', `/api/users/${last.userId}/Suspend`)).status).toBe(409)
      expect((await last('GET', '/api/account/me')).status).toBe(200)
    } finally {
      await everybodyBack()
    }
  })

  it('is one person left even when two take each other’s rights at once', async () => {
    const names = ['Roles.View', 'Roles.Update', 'DNAUsers.View', 'DNAUsers.Update', 'DNAUsers.Suspend'] as const
    const [one, other] = [await house.signInAs(names, { isNew: true }), await house.signInAs(names, { isNew: true })]
    await house.sql('update users set is_suspended = true where id <> all($1)', [[one.userId, other.userId]])
    try {
      const answers = await Promise.all([
        one('PUT', `/api/users/${other.userId}/Suspend`),
        other('PUT', `/api/users/${one.userId}/Suspend`),
      ])
      const [{ left }] = (await house.sql(
        `select count(*)::int as left from users u join roles r on r.id = u.role_id where not is_suspended and r.permissions @> '{Roles.Update,DNAUsers.Update}'`,
      )) as [{ left: number }]
      expect({ left, statuses: answers.map(({ status }) => status).sort()[0] }).toEqual({ left: 1, statuses: 200 })
    } finally {
      await everybodyBack()
    }
  })
})

it('tells nobody outside which permissions there are', async () => {
  const outside = await house.signInAs(['ExternalProjects.View'], { external: true })
  expect((await outside('GET', '/api/roles/Permissions')).status).toBe(403)
})
