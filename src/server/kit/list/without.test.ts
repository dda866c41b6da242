import { expect, it } from 'vitest'
import { createCategory, createEquipment, createManufacturer, createProductFamily } from '../../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../../test/kit/start.ts'

const app = await startApp()

it('filters by ids, by missing ids, or both', async () => {
  const manufactureId = (await createManufacturer(app)).id
  const categoryId = (await createCategory(app)).id
  const [one, other] = [(await createProductFamily(app, manufactureId)).id, (await createProductFamily(app, manufactureId)).id]
  for (const [model, productFamilyId] of [
    ['Of one', one],
    ['Of the other', other],
    ['Of none', null],
  ])
    await createEquipment(app, { manufactureId, categoryId, model, productFamilyId })
  const found = async (...productFamilyIds: number[]) => {
    const query = { manufacturerIds: manufactureId, productFamilyIds, sortBy: 'model' }
    return (await app.admin('GET', '/api/equipments', undefined, { query })).body.items.map(({ model }: { model: string }) => model)
  }
  expect(await found(one)).toEqual(['Of one'])
  expect(await found(one, other)).toEqual(['Of one', 'Of the other'])
  expect(await found(0)).toEqual(['Of none'])
  expect(await found(0, one)).toEqual(['Of none', 'Of one'])
})
