import { expect, it } from 'vitest'
import { createCategory, createEquipment, createManufacturer } from '../../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../../test/kit/start.ts'
import { maxCountedRows } from '../../../model/kit/call.ts'

const app = await startApp()
const maker = await createManufacturer(app, { name: 'Counted' })
const [displays, racks] = [await createCategory(app, { name: 'Counted displays' }), await createCategory(app, { name: 'Counted racks' })]
const createDevice = async (model: string, more: object) =>
  createEquipment(app, { model, manufactureId: maker.id, categoryId: displays.id, ...more })
await createDevice('Cheap', { msrpPrice: 99.99, widthIn: 10 })
await createDevice('Middle', { msrpPrice: 100, widthIn: 19, availability: 3 })
await createDevice('Dear', { msrpPrice: 250.5, categoryId: racks.id })
await createDevice('Unpriced', { msrpPrice: 0, categoryId: racks.id, defaultProvider: 'AVV' })

const fetchChoices = (query: object, tail = '') =>
  app.admin('GET', `/api/equipments${tail}`, undefined, { query: { manufacturerIds: maker.id, sortBy: 'model', ...query } })
const models = async (query: object) => (await fetchChoices(query)).body.items.map(({ model }: { model: string }) => model)

it('filters by inclusive ranges and does not treat missing values as small numbers', async () => {
  expect(await models({ msrpFrom: 100 })).toEqual(['Dear', 'Middle'])
  expect(await models({ msrpTo: 100 })).toEqual(['Cheap', 'Middle'])
  expect(await models({ msrpFrom: 99.99, msrpTo: 100 })).toEqual(['Cheap', 'Middle'])
  expect(await models({ msrpFrom: 250.51 })).toEqual([])
  expect(await models({ widthTo: 18.9999 })).toEqual(['Cheap'])
  expect((await fetchChoices({ msrpFrom: 'much' })).status).toBe(400)
})

it('excludes values of a negated filter, and keeps rows without a value', async () => {
  expect(await models({ categoryIds: displays.id, not: 'categoryIds' })).toEqual(['Dear', 'Unpriced'])
  expect(await models({ providers: 'AVV', not: 'providers' })).toEqual(['Cheap', 'Dear', 'Middle'])
  expect(await models({ categoryIds: [displays.id, racks.id], not: 'categoryIds' })).toEqual([])
  expect(await models({ categoryIds: displays.id, availabilities: 3, not: 'availabilities' })).toEqual(['Cheap'])
  expect(await models({ missing: 'price', not: 'missing' })).not.toContain('Unpriced')
  expect((await fetchChoices({ not: 'nonsense' })).status).toBe(400)
})

it('counts the rows for each choice, without its own filter', async () => {
  const counts = async (query: object) => {
    const { status, body } = await fetchChoices(query, '/counts')
    expect(status).toBe(200)
    return body.items.map(({ filter, value, count }: { filter: string; value: string; count: number }) => `${filter} ${value}: ${count}`)
  }
  const [d, r] = [displays.id, racks.id]
  expect((await counts({ of: ['categoryIds', 'availabilities'] })).sort()).toEqual(
    [`categoryIds ${d}: 2`, `categoryIds ${r}: 2`, 'availabilities 1: 3', 'availabilities 3: 1'].sort(),
  )
  expect(await counts({ of: 'categoryIds', categoryIds: d, msrpFrom: 200 })).toEqual([`categoryIds ${r}: 1`])
  expect(await counts({ of: 'providers' })).toEqual(['providers 0: 3', 'providers AVV: 1'])
  expect(await counts({ of: 'missing' })).toEqual([])
  expect((await fetchChoices({ of: 'nonsense' }, '/counts')).status).toBe(400)
  expect((await fetchChoices({ of: 'constructor' }, '/counts')).status).toBe(400)
  expect((await fetchChoices({}, '/counts')).body).toEqual({ items: [], isWhole: true })
  expect(maxCountedRows).toBeGreaterThan(10_000)
})

it('rejects counts for users who may not see the rows', async () => {
  const nobody = await app.signInAs(['Clients.View'])
  expect((await nobody('GET', '/api/equipments/counts', undefined, { query: { of: 'categoryIds' } })).status).toBe(403)
})
