import { expect, it } from 'vitest'
import { createCategory, createEquipment, createManufacturer } from '../../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../../test/kit/start.ts'

const app = await startApp()

it('sorts rows without a value last in both directions', async () => {
  const manufactureId = (await createManufacturer(app)).id
  const categoryId = (await createCategory(app)).id
  for (const [model, widthIn, partNumber] of [
    ['One', 10, 'P-1'],
    ['None', null, null],
    ['Two', 20, 'P-2'],
    ['Neither', null, null],
  ])
    await createEquipment(app, { manufactureId, categoryId, model, widthIn, partNumber })
  const sorted = async (sortBy: string, sortDesc: boolean, page = 1) => {
    const query = { manufacturerIds: manufactureId, sortBy, sortDesc, itemsPerPage: 2, page }
    return (await app.admin('GET', '/api/equipments', undefined, { query })).body.items.map(({ model }: { model: string }) => model)
  }
  for (const column of ['widthIn', 'partNumber']) {
    expect(await sorted(column, false), column).toEqual(['One', 'Two'])
    expect(await sorted(column, true), column).toEqual(['Two', 'One'])
    for (const isDown of [false, true]) expect((await sorted(column, isDown, 2)).sort(), column).toEqual(['Neither', 'None'])
  }
})
