import { expect, it } from 'vitest'
import { start } from '../../../test/kit/start.ts'
import { mostSavedViews } from '../../model/settings/saved-views.ts'

const house = await start()
const view = { list: '/equipment', name: 'Displays', address: 'categoryIds=1&sort=model', isDefault: false }

it('keeps views for their owner alone', async () => {
  const ann = await house.as([], { isNew: true })
  const bob = await house.as([], { isNew: true })
  const made = await ann('POST', '/api/savedViews', view)
  expect(made).toMatchObject({ status: 201, body: view })

  expect((await ann('GET', '/api/savedViews')).body.items).toMatchObject([view])
  expect((await bob('GET', '/api/savedViews')).body.items).toEqual([])
  expect((await bob('PUT', `/api/savedViews/${made.body.id}`, { name: 'Mine' })).status).toBe(404)
  expect((await bob('DELETE', `/api/savedViews/${made.body.id}`)).status).toBe(404)
  // A name is taken only for its owner and its list.
  expect((await bob('POST', '/api/savedViews', view)).status).toBe(201)
  expect((await ann('POST', '/api/savedViews', { ...view, list: '/clients' })).status).toBe(201)
  expect((await ann('POST', '/api/savedViews', { ...view, name: 'displays' })).status).toBe(409)
})

it('is for people outside the firm too, and for nobody who is not signed in', async () => {
  const guest = await house.as([], { external: true })
  expect((await guest('POST', '/api/savedViews', view)).status).toBe(201)
  expect((await house.call('GET', '/api/savedViews')).status).toBe(401)
})

it('renames, changes and deletes; the list stays', async () => {
  const ann = await house.as([], { isNew: true })
  const { id } = (await ann('POST', '/api/savedViews', view)).body
  const changed = await ann('PUT', `/api/savedViews/${id}`, { name: 'Screens', address: 'q=4k', list: '/clients' })
  expect(changed).toMatchObject({ status: 200, body: { name: 'Screens', address: 'q=4k', list: '/equipment', isDefault: false } })
  expect((await ann('PUT', `/api/savedViews/${id}`, { name: '', address: null })).body.fields).toEqual({
    name: ['This field is required!'],
  })
  expect((await ann('DELETE', `/api/savedViews/${id}`)).status).toBe(204)
  expect((await ann('GET', '/api/savedViews')).body.items).toEqual([])
})

it('has one default of a list', async () => {
  const ann = await house.as([], { isNew: true })
  const save = async (more: object) => (await ann('POST', '/api/savedViews', { ...view, isDefault: true, ...more })).body.id
  const first = await save({ name: 'First' })
  const other = await save({ name: 'Other', list: '/clients' })
  const second = await save({ name: 'Second' })
  const defaults = async () =>
    (await ann('GET', '/api/savedViews')).body.items
      .filter((one: { isDefault: boolean }) => one.isDefault)
      .map((one: { id: number }) => one.id)
  expect((await defaults()).sort()).toEqual([other, second].sort())
  await ann('PUT', `/api/savedViews/${first}`, { name: 'First', address: null, isDefault: true })
  expect((await defaults()).sort()).toEqual([first, other].sort())
})

it('keeps as many as a person can look through', async () => {
  const ann = await house.as([], { isNew: true })
  await house.sql('insert into saved_views (list, name, created_by_id) select $1, $2 || n, $3 from generate_series(1, $4::int) n', [
    '/equipment',
    'View ',
    ann.userId,
    mostSavedViews,
  ])
  expect((await ann('GET', '/api/savedViews')).body.items).toHaveLength(mostSavedViews)
  expect((await ann('POST', '/api/savedViews', view)).status).toBe(409)
})

it('narrows families by manufacturers and levels by buildings, and finds rows by their ids', async () => {
  const made = async (path: string, body: object) => (await house.admin('POST', `/api/${path}`, body)).body.id as number
  const [maker, other] = [await made('Manufactures', { name: 'Narrow one' }), await made('Manufactures', { name: 'Narrow two' })]
  const family = await made(`Manufactures/${maker}/ProductFamilies`, { name: 'Narrow family' })
  await made(`Manufactures/${other}/ProductFamilies`, { name: 'Narrow family' })
  const families = async (query: Record<string, unknown>) =>
    (await house.admin('GET', '/api/productFamilies/typeHead', undefined, { query })).body
  expect((await families({ search: 'narrow' })).items).toMatchObject([{ manufactureName: 'Narrow one' }, { manufactureName: 'Narrow two' }])
  expect((await families({ search: 'narrow', manufacturerIds: [maker] })).items.map(({ id }: { id: number }) => id)).toEqual([family])
  expect((await families({ manufacturerIds: [maker] })).items[0].id).toBe(-1)
  expect((await families({ search: 'narrow', itemsPerPage: 1, page: 2 })).items).toHaveLength(1)

  const project = await made('projects', {
    name: 'Narrow project',
    clientId: await made('clients', { name: 'Narrow', abbreviatedName: 'NRW' }),
  })
  const annex = await made(`projects/${project}/Buildings`, { name: 'Annex' })
  const loft = await made(`buildings/${annex}/Levels`, { name: 'Loft' })
  const cellar = await made(`buildings/${annex}/Levels`, { name: 'Cellar' })
  const levels = async (query: Record<string, unknown>) =>
    (await house.admin('GET', `/api/projects/${project}/Levels/typeHead`, undefined, { query })).body
  // In the order of the house, not of the alphabet.
  expect((await levels({})).items.map(({ name, buildingName }: Record<string, string>) => [name, buildingName])).toEqual([
    ['Level 1', 'Main Building'],
    ['Loft', 'Annex'],
    ['Cellar', 'Annex'],
  ])
  expect((await levels({ buildingIds: [annex] })).items.map(({ id }: { id: number }) => id)).toEqual([loft, cellar])
  expect((await levels({ ids: [cellar] })).items).toMatchObject([{ id: cellar, name: 'Cellar' }])
  const stranger = await house.as(['Projects.View'])
  expect((await stranger('GET', '/api/projects/999999/Levels/typeHead')).status).toBe(404)

  const clients = await house.admin('GET', '/api/Manufactures', undefined, { query: { ids: [maker, other, 999_999] } })
  expect(clients.body.total).toBe(2)
  expect((await house.admin('GET', '/api/Manufactures?ids=x')).status).toBe(400)
})
