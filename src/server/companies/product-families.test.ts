import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createEquipment, createManufacturer, createProductFamily } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { noProductFamily } from '../../model/companies/product-families.ts'
import { messages } from '../../model/kit/rules.ts'
import { productFamilies } from './product-families.ts'

const app = await startApp()
type Row = Record<string, any>
const maker = await createManufacturer(app)

entityContract(productFamilies, app, {
  valid: { name: 'DigitalMedia', description: 'Matrix switchers' },
  parentId: async () => maker.id,
  invalid: [
    ['name', '', messages.required],
    ['description', 'x'.repeat(4001), messages.maxLength(4000)],
  ],
})

it('is listed after "not applicable", page by page', async () => {
  const { id } = await createManufacturer(app)
  const families = [await createProductFamily(app, id, { name: 'A' }), await createProductFamily(app, id, { name: 'B' })]
  const page = async (query: Row, tail = '') =>
    (await app.admin('GET', `/api/Manufactures/${id}/ProductFamilies${tail}`, undefined, { query })).body
  const ids = ({ items }: Row) => items.map((item: Row) => item.id)
  const first = await page({ itemsPerPage: 2 })
  expect(first).toMatchObject({ total: 3, items: [noProductFamily, { id: families[0].id }] })
  expect(ids(await page({ itemsPerPage: 2, page: 2 }))).toEqual([families[1].id])
  expect(ids(await page({}, '/typeHead'))).toEqual([-1, families[0].id, families[1].id])
  expect(ids(await page({}, '/query'))).toEqual([-1, families[0].id, families[1].id])
  expect(ids(await page({ search: 'applicable' }))).toEqual([-1])
  expect(ids(await page({ search: 'b' }))).toEqual([-1, families[1].id])
})

it('can be read but not changed or deleted for "not applicable"', async () => {
  const { id } = await createManufacturer(app)
  const path = `/api/Manufactures/${id}/ProductFamilies/-1`
  expect((await app.admin('GET', path)).body).toEqual(noProductFamily)
  const message = 'Product Family not applicable cannot be changed.'
  expect(await app.admin('PUT', path, { name: 'Something' })).toMatchObject({ status: 409, body: { message } })
  expect(await app.admin('DELETE', path)).toMatchObject({ status: 409, body: { message } })
})

it('belongs to one manufacturer; others may use the same name', async () => {
  const [one, two] = [await createManufacturer(app), await createManufacturer(app)]
  const family = await createProductFamily(app, one.id, { name: 'Shared' })
  await createProductFamily(app, two.id, { name: 'Shared' })
  expect((await app.admin('GET', `/api/Manufactures/${two.id}/ProductFamilies/${family.id}`)).status).toBe(404)
  expect((await app.admin('POST', `/api/Manufactures/${one.id}/ProductFamilies`, { name: 'SHARED' })).status).toBe(409)
  expect((await app.admin('GET', '/api/Manufactures/999999/ProductFamilies')).status).toBe(404)
})

it('cannot be deleted while equipment belongs to it', async () => {
  const { id } = await createManufacturer(app)
  const family = await createProductFamily(app, id)
  await createEquipment(app, { manufactureId: id, productFamilyId: family.id })
  const answer = await app.admin('DELETE', `/api/Manufactures/${id}/ProductFamilies/${family.id}`)
  expect(answer.body.message).toBe(`${family.name} is used by 1 piece of equipment and cannot be deleted.`)
})
