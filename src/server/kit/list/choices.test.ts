import { expect, it } from 'vitest'
import { createCategory, createEquipment, createManufacturer } from '../../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../../test/kit/start.ts'
import { maxCountedRows } from '../../../model/kit/call.ts'

/** Tests ranges, negated filters, and counts per choice. */
const house = await startApp()
const maker = await createManufacturer(house, { name: 'Counted' })
const [displays, racks] = [
  await createCategory(house, { name: 'Counted displays' }),
  await createCategory(house, { name: 'Counted racks' }),
]
const made = async (model: string, more: object) =>
  createEquipment(house, { model, manufactureId: maker.id, categoryId: displays.id, ...more })
await made('Cheap', { msrpPrice: 99.99, widthIn: 10 })
await made('Middle', { msrpPrice: 100, widthIn: 19, availability: 3 })
await made('Dear', { msrpPrice: 250.5, categoryId: racks.id })
await made('Unpriced', { msrpPrice: 0, categoryId: racks.id, defaultProvider: 'AVV' })

const ask = (query: object, tail = '') =>
  house.admin('GET', `/api/equipments${tail}`, undefined, { query: { manufacturerIds: maker.id, sortBy: 'model', ...query } })
const models = async (query: object) => (await ask(query)).body.items.map(({ model }: { model: string }) => model)

it('leaves what is above, below and between, ends included; what nobody has stated is no small number', async () => {
  expect(await models({ msrpFrom: 100 })).toEqual(['Dear', 'Middle'])
  expect(await models({ msrpTo: 100 })).toEqual(['Cheap', 'Middle'])
  expect(await models({ msrpFrom: 99.99, msrpTo: 100 })).toEqual(['Cheap', 'Middle'])
  expect(await models({ msrpFrom: 250.51 })).toEqual([])
  expect(await models({ widthTo: 18.9999 })).toEqual(['Cheap'])
  expect((await ask({ msrpFrom: 'much' })).status).toBe(400)
})

it('leaves out what is not wanted, and keeps rows that have no value at all', async () => {
  expect(await models({ categoryIds: displays.id, not: 'categoryIds' })).toEqual(['Dear', 'Unpriced'])
  expect(await models({ providers: 'AVV', not: 'providers' })).toEqual(['Cheap', 'Dear', 'Middle'])
  expect(await models({ categoryIds: [displays.id, racks.id], not: 'categoryIds' })).toEqual([])
  // Negates only the named filter, also one with a custom condition.
  expect(await models({ categoryIds: displays.id, availabilities: 3, not: 'availabilities' })).toEqual(['Cheap'])
  expect(await models({ missing: 'price', not: 'missing' })).not.toContain('Unpriced')
  expect((await ask({ not: 'nonsense' })).status).toBe(400)
})

it('tells how many each choice would leave, its own filter put aside', async () => {
  const counts = async (query: object) => {
    const { status, body } = await ask(query, '/counts')
    expect(status).toBe(200)
    return body.items.map(({ filter, value, count }: { filter: string; value: string; count: number }) => `${filter} ${value}: ${count}`)
  }
  const [d, r] = [displays.id, racks.id]
  expect((await counts({ of: ['categoryIds', 'availabilities'] })).sort()).toEqual(
    [`categoryIds ${d}: 2`, `categoryIds ${r}: 2`, 'availabilities 1: 3', 'availabilities 3: 1'].sort(),
  )
  expect(await counts({ of: 'categoryIds', categoryIds: d, msrpFrom: 200 })).toEqual([`categoryIds ${r}: 1`])
  expect(await counts({ of: 'providers' })).toEqual(['providers 0: 3', 'providers AVV: 1'])
  // A filter with a custom condition has no counts.
  expect(await counts({ of: 'missing' })).toEqual([])
  expect((await ask({ of: 'nonsense' }, '/counts')).status).toBe(400)
  expect((await ask({ of: 'constructor' }, '/counts')).status).toBe(400)
  expect((await ask({}, '/counts')).body).toEqual({ items: [], isWhole: true })
  expect(maxCountedRows).toBeGreaterThan(10_000)
})

it('counts nothing for who may not see the rows', async () => {
  const nobody = await house.signInAs(['Clients.View'])
  expect((await nobody('GET', '/api/equipments/counts', undefined, { query: { of: 'categoryIds' } })).status).toBe(403)
})
