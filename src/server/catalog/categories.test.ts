import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createCategory, createEquipment, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { categories } from './categories.ts'

const house = await startApp()
type Row = Record<string, any>

entityContract(categories, house, {
  valid: {
    number: 300,
    name: 'Robots',
    icon: 'robot',
    color: '#0055aa',
    industryType: 3,
    masterFormatSection: '27 41 16.63',
    defaultProvider: 'AVV',
    defaultInstaller: 'IBO',
    complexityWeight: 2.5,
    isCable: true,
    isRack: true,
    order: 7,
  },
  prepare: async () => ({ parentId: (await createCategory(house)).id }),
  fresh: (n) => ({ number: 300 + n }),
  invalid: [
    ['number', 0, messages.minimum(1)],
    ['number', 10_000, messages.maximum(9999)],
    ['name', '', messages.required],
    ['color', 'red', messages.color],
    ['defaultProvider', 'IBO', messages.unknown],
    ['complexityWeight', 10.5, messages.maximum(10)],
    ['masterFormatSection', 'AV', 'Only digits, dots and spaces are valid'],
    ['parentId', 999_999, 'Parent not found.'],
  ],
})

it('starts with the categories of the initial data, in the order of their numbers', async () => {
  const { body } = await house.admin('GET', '/api/categories/query')
  const initial = body.items.filter(({ createdBy }: Row) => createdBy === null)
  expect(initial).toHaveLength(29)
  expect(initial.map(({ number }: Row) => number)).toEqual(initial.map(({ number }: Row) => number).sort((a: number, b: number) => a - b))
  expect(initial.find(({ number }: Row) => number === 70)).toMatchObject({ name: 'Cables', masterFormatSection: '27 15 00' })
})

it('has parents on one level only', async () => {
  const parent = await createCategory(house)
  const child = await createCategory(house, { parentId: parent.id })
  expect(child.parent).toMatchObject({ id: parent.id, name: parent.name, number: parent.number })
  const refuse = async (id: number, body: Row, message: string) => {
    const answer = await house.admin('PUT', `/api/categories/${id}`, body)
    expect(answer.body.fields).toEqual({ parentId: [message] })
  }
  const other = await createCategory(house)
  await refuse(other.id, { ...other, parentId: child.id }, 'A parent cannot have a parent itself.')
  await refuse(parent.id, { ...parent, parentId: other.id }, 'A category with categories below it cannot have a parent.')
  await refuse(other.id, { ...other, parentId: other.id }, 'A category cannot be its own parent.')
  expect((await house.admin('DELETE', `/api/categories/${parent.id}`)).body.message).toBe(
    `${parent.name} is used by 1 category and cannot be deleted.`,
  )
})

it('is kept while equipment belongs to it, and counts it', async () => {
  const category = await createCategory(house)
  const device = await createEquipment(house, { categoryId: category.id })
  expect((await house.admin('GET', `/api/categories/${category.id}`)).body.equipmentCount).toBe(1)
  expect(await house.admin('DELETE', `/api/categories/${category.id}`)).toMatchObject({
    status: 409,
    body: { message: `${category.name} is used by 1 piece of equipment and cannot be deleted.` },
  })
  const used = await house.admin('GET', '/api/categories/query', undefined, { query: { manufacturerIds: device.manufacture.id } })
  expect(used.body.items.map(({ id }: Row) => id)).toEqual([category.id])
})

it('takes an order, and leaves the others behind it as they were', async () => {
  const [first, second] = [await createCategory(house), await createCategory(house)]
  const before = (await house.admin('GET', '/api/categories/query', undefined, { query: { sortBy: 'order' } })).body.items.map(
    ({ id }: Row) => id,
  )
  const answer = await house.admin('PUT', '/api/categories/Order', { ids: [second.id, first.id] })
  expect(answer.status).toBe(200)
  const rest = before.filter((id: number) => id !== first.id && id !== second.id)
  expect(answer.body.map(({ id }: Row) => id)).toEqual([second.id, first.id, ...rest])
  expect(answer.body.slice(0, 3).map(({ order }: Row) => order)).toEqual([1, 2, 3])
  const [entry] = await house.sql(
    `select before, after from audit_log where entity = 'categories' and entity_id = $1 and action = 'Update'`,
    [String(second.id)],
  )
  expect(entry!.after).toEqual({ order: 1 })
  const reader = await house.signInAs(['EquipmentCategories.View'])
  expect((await reader('PUT', '/api/categories/Order', { ids: [first.id] })).status).toBe(403)
})

it('is kept while a budget line or a drawing document is about it, told as far as whoever asks sees them', async () => {
  const category = await createCategory(house)
  const project = await createProject(house)
  const budget = (lines: Row[]) => house.admin('PUT', `/api/projects/${project.id}/Budget`, { lines })
  await budget([{ categoryId: category.id, amount: 100 }])
  const at = `/api/projects/${project.id}/DrawingDocuments`
  const document = await createRow(house, at, { documentType: 8, associateType: 4, associateId: category.id })
  const remove = async (who = house.admin) => (await who('DELETE', `/api/categories/${category.id}`)).body?.message
  expect(await remove()).toBe(`${category.name} is used by 1 budget line and cannot be deleted.`)
  await addToAccessList(house, project, house.admin.userId)
  const stranger = await house.signInAs(['EquipmentCategories.View', 'EquipmentCategories.Delete'])
  expect(await remove(stranger)).toBe(`${category.name} is used by budget lines and cannot be deleted.`)
  await budget([])
  expect(await remove()).toBe(`${category.name} is used by 1 drawing document and cannot be deleted.`)
  await house.admin('DELETE', `${at}/${document.id}`)
  expect((await stranger('DELETE', `/api/categories/${category.id}`)).status).toBe(204)
})
