import { expect, it } from 'vitest'
import { createProduct } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'

const app = await startApp()
const { admin } = app
const names = async (search: string, caller = admin) =>
  (await caller('GET', `/api/equipments/typeHead?search=${encodeURIComponent(search)}`)).body.items

const near = {
  tag: await createProduct(app, { tag: 'ZQ-20', model: 'Z last by its name' }),
  model: await createProduct(app, { tag: 'AAA-1', model: 'zq-20' }),
  begins: await createProduct(app, { tag: 'ZQ-2010', model: 'A first by its name' }),
  holds: await createProduct(app, { tag: 'AAA-2', model: 'A wall plate for ZQ-20' }),
  said: await createProduct(app, { tag: 'AAA-3', model: 'A bracket', description: 'Fits the ZQ-20' }),
}
const inOrder = [near.tag, near.model, near.begins, near.holds, near.said].map(({ id }) => id)

it('ranks picker results by tag, model, prefix, substring and description', async () => {
  expect((await names('ZQ-20')).map(({ id }: { id: number }) => id)).toEqual(inOrder)
  expect((await names(' zq-20 ')).map(({ id }: { id: number }) => id)).toEqual(inOrder)
  const sorted = await admin('GET', '/api/equipments/typeHead?search=ZQ-20&sortBy=model')
  expect(sorted.body.items[0].model).toBe('A bracket')
  const second = await admin('GET', '/api/equipments/typeHead?search=ZQ-20&page=2&itemsPerPage=2')
  expect(second.body.items.map(({ id }: { id: number }) => id)).toEqual(inOrder.slice(2, 4))
})

it('shows prices in pickers only to users who may see equipment', async () => {
  expect((await names('ZQ-20'))[0]).toMatchObject({ tag: 'ZQ-20', msrpPrice: 100, manufacture: { name: expect.any(String) } })
  const other = await app.signInAs(['Clients.View'])
  const [first] = await names('ZQ-20', other)
  expect(first).toMatchObject({ tag: 'ZQ-20' })
  expect(first).not.toHaveProperty('msrpPrice')
})

it('matches a list in its order: exact, several, similar or no match', async () => {
  const [one, other] = [await createProduct(app, { tag: 'TWIN-1' }), await createProduct(app, { tag: 'TWIN-1' })]
  const part = await createProduct(app, { partNumber: uniqueName('PN') })
  const texts = ['twin-1', 'ZQ-20', part.partNumber, 'wall plate zq', 'No such thing at all']
  const { status, body } = await admin('POST', '/api/equipments/Find', { texts })
  expect(status).toBe(200)
  const ids = body.map(({ text, isExact, items }: { text: string; isExact: boolean; items: { id: number }[] }) => [
    text,
    isExact,
    items.map(({ id }) => id),
  ])
  expect(ids).toEqual([
    ['twin-1', true, [one.id, other.id]],
    ['ZQ-20', true, [near.tag.id]],
    [part.partNumber, true, [part.id]],
    ['wall plate zq', false, [near.holds.id]],
    ['No such thing at all', false, []],
  ])
  expect(body[1].items[0]).toMatchObject({ tag: 'ZQ-20', model: 'Z last by its name', msrpPrice: 100 })
})
