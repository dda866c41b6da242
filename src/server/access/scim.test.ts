import { describe, expect, it } from 'vitest'
import { createRole } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'

const app = await startApp()
const expiresDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const manageUsers = ['DNAUsers.View', 'DNAUsers.Create', 'DNAUsers.Update', 'DNAUsers.Suspend']
const createToken = async (permissions: string[]) =>
  (await app.admin('POST', '/api/account/Tokens', { name: 'Directory', permissions, expiresDate })).body.token
const token = await createToken(manageUsers)

async function scim(method: string, path: string, body?: object, more: Record<string, string> = {}, as = token) {
  const response = await fetch(`${app.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body && { 'content-type': 'application/scim+json' }), ...more },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}
let count = 0
const newUser = (more: object = {}) => {
  count++
  const userName = `person-${count}@example.com`
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    externalId: `x-${count}`,
    name: { givenName: 'Ada', familyName: `Lovelace ${count}` },
    ...more,
  }
}
const create = async (more: object = {}) => (await scim('POST', '/Users', newUser(more))).body
const patch = (operations: object[], path: string, more = {}) =>
  scim('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations }, more)
const find = async (filter: string) => (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body

describe('users of a directory', () => {
  it('are created, read, and found', async () => {
    const created = await scim('POST', '/Users', newUser({ title: 'Designer' }))
    expect(created.status).toBe(201)
    const { id, meta } = created.body
    expect(created.headers.get('content-type')).toContain('application/scim+json')
    expect(created.headers.get('location')).toBe(`${app.url}/scim/v2/Users/${id}`)
    expect(created.headers.get('etag')).toBe(meta.version)
    expect(created.body).toMatchObject({ title: 'Designer', active: true, emails: [{ primary: true }], groups: [] })
    const read = await scim('GET', `/Users/${id}`)
    expect(read.body).toEqual(created.body)
    expect((await scim('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version })).status).toBe(304)
    for (const filter of [
      `userName eq "${created.body.userName.toUpperCase()}"`,
      `externalId eq "${created.body.externalId}"`,
      `emails[type eq "work"].value eq "${created.body.userName}"`,
      `(name.familyName sw "love" and active eq True) and not (userName ne "${created.body.userName}")`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${created.body.userName}"`,
    ])
      expect(
        (await find(filter)).Resources.map((user: { id: string }) => user.id),
        filter,
      ).toEqual([id])
    expect((await find('userName eq "nobody@example.com"')).totalResults).toBe(0)
    expect(
      app.mails().filter(({ to }) => to === created.body.userName),
      'people of a directory get no password link',
    ).toEqual([])
  })

  it('have a unique userName, and clear errors', async () => {
    const { userName, id } = await create()
    expect(await scim('POST', '/Users', newUser({ userName }))).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness', status: '409' },
    })
    expect((await scim('PUT', `/Users/${id}`, newUser({ userName: app.admin.email }))).status).toBe(409)
    expect((await scim('POST', '/Users', newUser({ userName: 'no address' }))).body.scimType).toBe('invalidValue')
    for (const filter of ['userName eq', 'userName xx "a"', '(userName eq "a"', 'password eq "a"', 'constructor eq "a"', `active gt true`])
      expect((await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body, filter).toMatchObject({
        status: '400',
        scimType: 'invalidFilter',
      })
    expect((await scim('GET', '/Users/nobody')).status).toBe(404)
    expect((await scim('GET', '/Elsewhere')).status).toBe(404)
  })

  it('are changed by PATCH as Entra and Okta send it, and by PUT', async () => {
    const { id } = await create()
    const entra = await patch(
      [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'changed@example.com' },
        { op: 'Add', path: 'name.givenName', value: 'Augusta' },
        { op: 'Replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Design' },
        { op: 'Replace', path: 'title', value: 'Lead' },
      ],
      `/Users/${id}`,
    )
    expect(entra).toMatchObject({ status: 200, body: { userName: 'changed@example.com', title: 'Lead', name: { givenName: 'Augusta' } } })
    const okta = await patch([{ op: 'replace', value: { active: false, 'name.familyName': 'King' } }], `/Users/${id}`)
    expect(okta.body).toMatchObject({ active: false, name: { familyName: 'King' } })
    expect((await patch([{ op: 'remove', path: 'title' }], `/Users/${id}`)).body.title).toBeUndefined()
    expect((await patch([{ op: 'remove', path: 'userName' }], `/Users/${id}`)).body.scimType).toBe('mutability')
    expect((await scim('PUT', `/Users/${id}`, newUser({ userName: 'again@example.com' }))).body, 'an absent state stays').toMatchObject({
      userName: 'again@example.com',
      active: false,
    })
  })

  it('are changed only in the version that was read', async () => {
    const { id, meta } = await create()
    const operations = [{ op: 'replace', path: 'title', value: 'First' }]
    const both = await Promise.all([1, 2].map(() => patch(operations, `/Users/${id}`, { 'if-match': meta.version })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    expect((await scim('DELETE', `/Users/${id}`, undefined, { 'if-match': meta.version })).status).toBe(412)
  })

  it('lose their sessions at once when they are deactivated or deleted', async () => {
    for (const end of [
      (id: string) => patch([{ op: 'Replace', path: 'active', value: 'False' }], `/Users/${id}`),
      (id: string) => scim('DELETE', `/Users/${id}`),
    ]) {
      const caller = await app.signInAs(['Clients.View'], { isNew: true })
      expect((await caller('GET', '/api/account/me')).status).toBe(200)
      expect((await end(caller.userId)).status).toBeLessThan(300)
      await expect.poll(async () => (await caller('GET', '/api/account/me')).status).toBe(401)
    }
  })

  it('are hidden after their deletion, and come back with what they own', async () => {
    const { id, userName } = await create()
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404)
    expect(await scim('POST', '/Users', newUser({ userName }))).toMatchObject({ status: 201, body: { id, active: true } })
  })

  it('are paged from one', async () => {
    for (let at = 0; at < 5; at++) await create({ title: 'Paged' })
    const page = (start: number, size: number) =>
      scim('GET', `/Users?filter=${encodeURIComponent('title eq "Paged"')}&startIndex=${start}&count=${size}&attributes=userName`)
    const [first, last] = [await page(1, 3), await page(4, 3)]
    expect(first.body).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 3 })
    expect(last.body).toMatchObject({ totalResults: 5, startIndex: 4, itemsPerPage: 2 })
    expect(Object.keys(first.body.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName'])
    expect((await page(1, 0)).body).toMatchObject({ totalResults: 5, Resources: [] })
  })

  it('never include the last administrator, or external users', async () => {
    const outside = await app.signInAs(['ExternalEquipment.View'], { external: true })
    expect((await scim('GET', `/Users/${outside.userId}`)).status).toBe(404)
    const suspended = await patch([{ op: 'replace', path: 'active', value: false }], `/Users/${app.admin.userId}`)
    expect(suspended.status).toBe(409)
  })
})

describe('groups of a directory', () => {
  it('give their roles, and take them back', async () => {
    const role = await createRole(app)
    const member = await create()
    const roleOf = async () => (await app.sql('select role_id from users where id = $1', [member.id]))[0]?.role_id
    const before = await roleOf()
    await app.admin('PUT', '/api/appSettings/identity.oidc.groupRoles', { value: { Leads: role.id } })
    await app.admin('PUT', '/api/appSettings/identity.oidc.defaultRole', { value: before })
    const group = await scim('POST', '/Groups', { displayName: 'Leads', members: [{ value: member.id }] })
    expect(group).toMatchObject({ status: 201, body: { displayName: 'Leads', members: [{ value: member.id }] } })
    expect(await roleOf()).toBe(role.id)
    expect((await scim('GET', `/Users/${member.id}`)).body.groups).toEqual([{ value: group.body.id, display: 'Leads' }])
    const removed = await patch([{ op: 'Remove', path: `members[value eq "${member.id}"]` }], `/Groups/${group.body.id}`)
    expect(removed.body.members).toEqual([])
    expect(await roleOf()).toBe(before)
    await patch([{ op: 'Add', path: 'members', value: [{ value: member.id }] }], `/Groups/${group.body.id}`)
    expect(await roleOf()).toBe(role.id)
    expect((await scim('DELETE', `/Groups/${group.body.id}`)).status).toBe(204)
    expect(await roleOf()).toBe(before)
  })

  it('map to the role of their name, are found without members, and have unique names', async () => {
    const role = await createRole(app)
    const member = await create()
    const created = await scim('POST', '/Groups', { displayName: role.name, externalId: 'g-1' })
    expect(
      (await patch([{ op: 'replace', value: { displayName: role.name, members: [{ value: member.id }] } }], `/Groups/${created.body.id}`))
        .status,
    ).toBe(200)
    expect((await app.sql('select role_id from users where id = $1', [member.id]))[0]?.role_id).toBe(role.id)
    const found = await scim('GET', `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`displayName eq "${role.name}"`)}`)
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: created.body.id, externalId: 'g-1' }] })
    expect(found.body.Resources[0].members).toBeUndefined()
    expect((await scim('POST', '/Groups', { displayName: role.name.toUpperCase() })).status).toBe(409)
    expect((await patch([{ op: 'add', path: 'members', value: [{ value: 'nobody' }] }], `/Groups/${created.body.id}`)).status).toBe(400)
  })

  it('give nothing that the owner of the token does not hold', async () => {
    const helper = await app.signInAs([...manageUsers, 'Clients.View'] as never, { isNew: true })
    const own = await helper('POST', '/api/account/Tokens', { name: 'Own', permissions: manageUsers, expiresDate })
    const member = await create()
    const group = { displayName: 'Administrator', members: [{ value: member.id }] }
    expect((await scim('POST', '/Groups', group, {}, own.body.token)).status).toBe(403)
    expect((await scim('GET', `/Groups?filter=${encodeURIComponent('displayName eq "Administrator"')}`)).body.totalResults).toBe(0)
  })
})

describe('access', () => {
  it('needs a token with the rights to manage users', async () => {
    expect((await fetch(`${app.url}/scim/v2/Users`)).status).toBe(401)
    expect((await scim('GET', '/Users', undefined, {}, 'dna_wrong')).status).toBe(401)
    const reader = await createToken(['DNAUsers.View'])
    expect((await scim('GET', '/Users', undefined, {}, reader)).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/Users'],
      ['PUT', `/Users/${app.admin.userId}`],
      ['PATCH', `/Users/${app.admin.userId}`],
      ['DELETE', `/Users/${app.admin.userId}`],
      ['POST', '/Groups'],
    ] as const)
      expect((await scim(method, path, method === 'DELETE' ? undefined : newUser(), {}, reader)).status, `${method} ${path}`).toBe(403)
  })

  it('describes itself', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      etag: { supported: true },
      filter: { supported: true },
    })
    expect((await scim('GET', '/ResourceTypes')).body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      '/Users',
      '/Groups',
    ])
    const user = 'urn:ietf:params:scim:schemas:core:2.0:User'
    expect((await scim('GET', `/Schemas/${user}`)).body).toMatchObject({
      id: user,
      attributes: expect.arrayContaining([expect.objectContaining({ name: 'userName', uniqueness: 'server' })]),
    })
    expect((await scim('GET', '/Schemas/nothing')).status).toBe(404)
    expect((await scim('POST', '/Schemas', {})).status).toBe(404)
  })

  it('rejects bodies that are no JSON, and texts that cannot be stored', async () => {
    const response = await fetch(`${app.url}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: '{',
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/scim+json; charset=utf-8'])
    for (const title of ['a\u0000b', '\ud800', 7, ['a']])
      expect((await scim('POST', '/Users', newUser({ title }))).status, String(title)).toBe(400)
  })
})
