import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createEquipment, createManufacturer, createProductFamily } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { noProductFamily } from '../../model/companies/product-families.ts'
import { messages } from '../../model/kit/rules.ts'
import { productFamilies } from './product-families.ts'

const house = await startApp()
type Row = Record<string, any>
const maker = await createManufacturer(house)

entityContract(productFamilies, house, {
  valid: { name: 'DigitalMedia', description: 'Matrix switchers' },
  parentId: async () => maker.id,
  invalid: [
    ['name', '', messages.required],
    ['description', 'x'.repeat(4001), messages.maxLength(4000)],
  ],
})

it('stands behind the one that means none, page by page', async () => {
  const { id } = await createManufacturer(house)
  const made = [await createProductFamily(house, id, { name: 'A' }), await createProductFamily(house, id, { name: 'B' })]
  const page = async (query: Row, tail = '') =>
    (await house.admin('GET', `/api/Manufactures/${id}/ProductFamilies${tail}`, undefined, { query })).body
  const ids = ({ items }: Row) => items.map((item: Row) => item.id)
  const first = await page({ itemsPerPage: 2 })
  expect(first).toMatchObject({ total: 3, items: [noProductFamily, { id: made[0].id }] })
  expect(ids(await page({ itemsPerPage: 2, page: 2 }))).toEqual([made[1].id])
  expect(ids(await page({}, '/typeHead'))).toEqual([-1, made[0].id, made[1].id])
  expect(ids(await page({}, '/query'))).toEqual([-1, made[0].id, made[1].id])
  expect(ids(await page({ search: 'applicable' }))).toEqual([-1])
  expect(ids(await page({ search: 'b' }))).toEqual([-1, made[1].id])
})

it('of none can be read, but not changed or deleted', async () => {
  const { id } = await createManufacturer(house)
  const path = `/api/Manufactures/${id}/ProductFamilies/-1`
  expect((await house.admin('GET', path)).body).toEqual(noProductFamily)
  const message = 'Product Family not applicable cannot be changed.'
  expect(await house.admin('PUT', path, { name: 'Something' })).toMatchObject({ status: 409, body: { message } })
  expect(await house.admin('DELETE', path)).toMatchObject({ status: 409, body: { message } })
})

it('belongs to one manufacturer, whose others may use its name', async () => {
  const [one, two] = [await createManufacturer(house), await createManufacturer(house)]
  const family = await createProductFamily(house, one.id, { name: 'Shared' })
  await createProductFamily(house, two.id, { name: 'Shared' })
  expect((await house.admin('GET', `/api/Manufactures/${two.id}/ProductFamilies/${family.id}`)).status).toBe(404)
  expect((await house.admin('POST', `/api/Manufactures/${one.id}/ProductFamilies`, { name: 'SHARED' })).status).toBe(409)
  expect((await house.admin('GET', '/api/Manufactures/999999/ProductFamilies')).status).toBe(404)
})

it('is kept while equipment belongs to it', async () => {
  const { id } = await createManufacturer(house)
  const family = await createProductFamily(house, id)
  await createEquipment(house, { manufactureId: id, productFamilyId: family.id })
  const answer = await house.admin('DELETE', `/api/Manufactures/${id}/ProductFamilies/${family.id}`)
  expect(answer.body.message).toBe(`${family.name} is used by 1 piece of equipment and cannot be deleted.`)
})
