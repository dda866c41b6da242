import { expect, it } from 'vitest'
import { createCategory, createEquipment, createManufacturer, createProductFamily } from '../../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../../test/kit/start.ts'

const house = await startApp()

it('a filter of ids finds these, those without any, or both', async () => {
  const manufactureId = (await createManufacturer(house)).id
  const categoryId = (await createCategory(house)).id
  const [one, other] = [(await createProductFamily(house, manufactureId)).id, (await createProductFamily(house, manufactureId)).id]
  for (const [model, productFamilyId] of [
    ['Of one', one],
    ['Of the other', other],
    ['Of none', null],
  ])
    await createEquipment(house, { manufactureId, categoryId, model, productFamilyId })
  const found = async (...productFamilyIds: number[]) => {
    const query = { manufacturerIds: manufactureId, productFamilyIds, sortBy: 'model' }
    return (await house.admin('GET', '/api/equipments', undefined, { query })).body.items.map(({ model }: { model: string }) => model)
  }
  expect(await found(one)).toEqual(['Of one'])
  expect(await found(one, other)).toEqual(['Of one', 'Of the other'])
  expect(await found(0)).toEqual(['Of none'])
  expect(await found(0, one)).toEqual(['Of none', 'Of one'])
})
