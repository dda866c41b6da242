import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { mostSavedViews } from '../../model/settings/saved-views.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const view = { list: '/equipment', name: 'Displays', address: 'categoryIds=1&sort=model', isDefault: false }

it('shows views only to their owner', async () => {
  const ann = await app.signInAs([], { isNew: true })
  const bob = await app.signInAs([], { isNew: true })
  const created = await ann('POST', '/api/savedViews', view)
  expect(created).toMatchObject({ status: 201, body: view })

  expect((await ann('GET', '/api/savedViews')).body.items).toMatchObject([view])
  expect((await bob('GET', '/api/savedViews')).body.items).toEqual([])
  expect((await bob('PUT', `/api/savedViews/${created.body.id}`, { name: 'Mine' })).status).toBe(404)
  expect((await bob('DELETE', `/api/savedViews/${created.body.id}`)).status).toBe(404)
  expect((await bob('POST', '/api/savedViews', view)).status).toBe(201)
  expect((await ann('POST', '/api/savedViews', { ...view, list: '/clients' })).status).toBe(201)
  expect((await ann('POST', '/api/savedViews', { ...view, name: 'displays' })).status).toBe(409)
})

it('is available to external users, but not without a session', async () => {
  const guest = await app.signInAs([], { external: true })
  expect((await guest('POST', '/api/savedViews', view)).status).toBe(201)
  expect((await app.call('GET', '/api/savedViews')).status).toBe(401)
})

it('renames, updates and deletes views; the list field is immutable', async () => {
  const ann = await app.signInAs([], { isNew: true })
  const { id } = (await ann('POST', '/api/savedViews', view)).body
  const changed = await ann('PUT', `/api/savedViews/${id}`, { name: 'Screens', address: 'q=4k', list: '/clients' })
  expect(changed).toMatchObject({ status: 200, body: { name: 'Screens', address: 'q=4k', list: '/equipment', isDefault: false } })
  expect((await ann('PUT', `/api/savedViews/${id}`, { name: '', address: null })).body.fields).toEqual({
    name: ['This field is required!'],
  })
  expect((await ann('DELETE', `/api/savedViews/${id}`)).status).toBe(204)
  expect((await ann('GET', '/api/savedViews')).body.items).toEqual([])
})

it('has one default per list', async () => {
  const ann = await app.signInAs([], { isNew: true })
  const save = async (more: object) => (await ann('POST', '/api/savedViews', { ...view, isDefault: true, ...more })).body.id
  const first = await save({ name: 'First' })
  const other = await save({ name: 'Other', list: '/clients' })
  const second = await save({ name: 'Second' })
  const defaults = async () =>
    (await ann('GET', '/api/savedViews')).body.items
      .filter((item: { isDefault: boolean }) => item.isDefault)
      .map((item: { id: number }) => item.id)
  expect((await defaults()).sort()).toEqual([other, second].sort())
  await ann('PUT', `/api/savedViews/${first}`, { name: 'First', address: null, isDefault: true })
  expect((await defaults()).sort()).toEqual([first, other].sort())
})

it('has one default under concurrent requests', async () => {
  const ann = await app.signInAs([], { isNew: true })
  const names = ['A', 'B', 'C', 'D']
  const createdViews = await Promise.all(names.map((name) => ann('POST', '/api/savedViews', { ...view, name, isDefault: true })))
  expect(createdViews.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const { items } = (await ann('GET', '/api/savedViews')).body
  expect(items.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1)
})

it('limits the number of views per user', async () => {
  const ann = await app.signInAs([], { isNew: true })
  await app.sql('insert into saved_views (list, name, created_by_id) select $1, $2 || n, $3 from generate_series(1, $4::int) n', [
    '/equipment',
    'View ',
    ann.userId,
    mostSavedViews,
  ])
  expect((await ann('GET', '/api/savedViews')).body.items).toHaveLength(mostSavedViews)
  expect((await ann('POST', '/api/savedViews', view)).status).toBe(409)
})

describe('view shared with access groups', async () => {
  const group = async (...people: { userId: string }[]) =>
    (await app.admin('POST', '/api/accessGroups', { name: randomUUID(), userIds: people.map(({ userId }) => userId) })).body.id as number
  const listed = async (caller: Caller) => (await caller('GET', '/api/savedViews')).body.items
  const person = () => app.signInAs([], { isNew: true })

  it("is readable by members only, without the owner's default", async () => {
    const [ann, bob, cid] = [await person(), await person(), await person()]
    const [shared, other] = [await group(bob), await group()]
    const { id } = (await ann('POST', '/api/savedViews', { ...view, isDefault: true })).body
    const answer = await ann('PUT', `/api/savedViews/${id}/Share`, { accessGroupIds: [shared, other] })
    expect(answer).toMatchObject({ status: 200, body: { ...view, isDefault: true } })
    expect(answer.body.accessGroupIds.sort()).toEqual([shared, other].sort())
    expect((await listed(ann))[0].accessGroups).toHaveLength(2)

    const seen = { ...view, id, isDefault: false, accessGroupIds: [], accessGroups: [], createdBy: { id: ann.userId } }
    expect(await listed(bob)).toMatchObject([seen])
    expect(await listed(cid)).toEqual([])
    expect((await bob('POST', '/api/savedViews', { ...view, isDefault: true })).status).toBe(201)
    await ann('PUT', `/api/savedViews/${id}`, { name: 'Displays', address: 'q=4k', isDefault: true })
    expect((await listed(bob)).map(({ isDefault, address }: AnyRow) => [isDefault, address]).sort()).toEqual([
      [false, 'q=4k'],
      [true, view.address],
    ])
    expect((await listed(ann)).map((item: AnyRow) => item.id)).toEqual([id])
    const [entry] = await app.sql(
      "select after from audit_log where entity = 'savedViews' and action = 'Update' and entity_id = $1 and after ? 'accessGroupIds'",
      [String(id)],
    )
    expect(entry!.after.accessGroupIds.sort()).toEqual([shared, other].sort())
  })

  it('is changed, shared and deleted by its owner only', async () => {
    const [ann, bob] = [await person(), await person()]
    const shared = await group(ann, bob)
    const { id } = (await ann('POST', '/api/savedViews', view)).body
    await ann('PUT', `/api/savedViews/${id}/Share`, { accessGroupIds: [shared] })
    expect((await bob('PUT', `/api/savedViews/${id}`, { name: 'Mine', address: null })).status).toBe(403)
    expect((await bob('PUT', `/api/savedViews/${id}/Share`, { accessGroupIds: [] })).status).toBe(403)
    expect((await bob('DELETE', `/api/savedViews/${id}`)).status).toBe(403)
    expect((await app.admin('DELETE', `/api/savedViews/${id}`)).status).toBe(404)
    expect(await listed(bob)).toMatchObject([view])
    expect(await listed(ann)).toMatchObject([{ ...view, accessGroupIds: [shared] }])
    await ann('PUT', `/api/savedViews/${id}`, { name: 'Screens', address: null })
    expect(await listed(bob)).toMatchObject([{ id, name: 'Screens' }])
  })

  it('ends for a removed member, a deleted group, and when unshared', async () => {
    const [ann, bob] = [await person(), await person()]
    const [first, second] = [await group(bob), await group(bob)]
    const { id } = (await ann('POST', '/api/savedViews', view)).body
    const share = (...ids: number[]) => ann('PUT', `/api/savedViews/${id}/Share`, { accessGroupIds: ids })
    await share(first, second)
    expect(await listed(bob)).toHaveLength(1)
    const { name } = (await app.admin('GET', `/api/accessGroups/${first}`)).body
    await app.admin('PUT', `/api/accessGroups/${first}`, { name, userIds: [] })
    expect(await listed(bob)).toHaveLength(1)
    expect((await app.admin('DELETE', `/api/accessGroups/${second}`)).status).toBe(204)
    expect(await listed(bob)).toEqual([])
    expect((await bob('PUT', `/api/savedViews/${id}`, { name: 'Mine', address: null })).status).toBe(404)
    expect((await listed(ann))[0].accessGroupIds).toEqual([first])

    await share(await group(bob))
    expect(await listed(bob)).toHaveLength(1)
    await share()
    expect(await listed(bob)).toEqual([])
  })

  it('is hidden from suspended members and external users', async () => {
    const [ann, bob] = [await person(), await person()]
    const guest = await app.signInAs([], { external: true, isNew: true })
    const shared = await group(bob)
    const { id } = (await ann('POST', '/api/savedViews', view)).body
    await ann('PUT', `/api/savedViews/${id}/Share`, { accessGroupIds: [shared] })
    await app.sql('update users set is_suspended = true where id = $1', [bob.userId])
    expect((await bob('GET', '/api/savedViews')).status).toBe(401)
    const own = (await guest('POST', '/api/savedViews', view)).body.id
    expect((await guest('PUT', `/api/savedViews/${own}/Share`, { accessGroupIds: [shared] })).status).toBe(403)
    expect(await listed(guest)).toMatchObject([{ id: own }])

    const outside = (await app.admin('POST', '/api/externalAccessGroups', { name: 'Outside', userIds: [guest.userId] })).body.id
    for (const invalidId of [outside, 999_999])
      expect((await ann('PUT', `/api/savedViews/${id}/Share`, { accessGroupIds: [shared, invalidId] })).body.fields).toEqual({
        accessGroupIds: ['Access group not found.'],
      })
    expect((await ann('PUT', `/api/savedViews/${id}/Share`, { accessGroupIds: ['x'] })).status).toBe(400)
    expect((await listed(ann))[0].accessGroupIds).toEqual([shared])
  })
})

it('filters families by manufacturers and levels by buildings, and rows by ids', async () => {
  const createAt = async (path: string, body: object) => (await app.admin('POST', `/api/${path}`, body)).body.id as number
  const [maker, other] = [await createAt('Manufactures', { name: 'Narrow one' }), await createAt('Manufactures', { name: 'Narrow two' })]
  const family = await createAt(`Manufactures/${maker}/ProductFamilies`, { name: 'Narrow family' })
  await createAt(`Manufactures/${other}/ProductFamilies`, { name: 'Narrow family' })
  const families = async (query: Record<string, unknown>) =>
    (await app.admin('GET', '/api/productFamilies/typeHead', undefined, { query })).body
  expect((await families({ search: 'narrow' })).items).toMatchObject([{ manufactureName: 'Narrow one' }, { manufactureName: 'Narrow two' }])
  expect((await families({ search: 'narrow', manufacturerIds: [maker] })).items.map(({ id }: { id: number }) => id)).toEqual([family])
  expect((await families({ manufacturerIds: [maker] })).items[0].id).toBe(-1)
  expect((await families({ search: 'narrow', itemsPerPage: 1, page: 2 })).items).toHaveLength(1)

  const project = await createAt('projects', {
    name: 'Narrow project',
    clientId: await createAt('clients', { name: 'Narrow', abbreviatedName: 'NRW' }),
  })
  const annex = await createAt(`projects/${project}/Buildings`, { name: 'Annex' })
  const loft = await createAt(`buildings/${annex}/Levels`, { name: 'Loft' })
  const cellar = await createAt(`buildings/${annex}/Levels`, { name: 'Cellar' })
  const levels = async (query: Record<string, unknown>) =>
    (await app.admin('GET', `/api/projects/${project}/Levels/typeHead`, undefined, { query })).body
  expect((await levels({})).items.map(({ name, buildingName }: Record<string, string>) => [name, buildingName])).toEqual([
    ['Level 1', 'Main Building'],
    ['Loft', 'Annex'],
    ['Cellar', 'Annex'],
  ])
  expect((await levels({ buildingIds: [annex] })).items.map(({ id }: { id: number }) => id)).toEqual([loft, cellar])
  expect((await levels({ ids: [cellar] })).items).toMatchObject([{ id: cellar, name: 'Cellar' }])
  const stranger = await app.signInAs(['Projects.View'])
  expect((await stranger('GET', '/api/projects/999999/Levels/typeHead')).status).toBe(404)

  const clients = await app.admin('GET', '/api/Manufactures', undefined, { query: { ids: [maker, other, 999_999] } })
  expect(clients.body.total).toBe(2)
  expect((await app.admin('GET', '/api/Manufactures?ids=x')).status).toBe(400)
})
