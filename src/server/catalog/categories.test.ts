import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createCategory, createEquipment, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { categories } from './categories.ts'

const app = await startApp()
type Row = Record<string, any>

entityContract(categories, app, {
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
  prepare: async () => ({ parentId: (await createCategory(app)).id }),
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

it('lists the initial categories in the order of their numbers', async () => {
  const { body } = await app.admin('GET', '/api/categories/query')
  const initial = body.items.filter(({ createdBy }: Row) => createdBy === null)
  expect(initial).toHaveLength(29)
  expect(initial.map(({ number }: Row) => number)).toEqual(initial.map(({ number }: Row) => number).sort((a: number, b: number) => a - b))
  expect(initial.find(({ number }: Row) => number === 70)).toMatchObject({ name: 'Cables', masterFormatSection: '27 15 00' })
})

it('allows parents on one level only', async () => {
  const parent = await createCategory(app)
  const child = await createCategory(app, { parentId: parent.id })
  expect(child.parent).toMatchObject({ id: parent.id, name: parent.name, number: parent.number })
  const refuse = async (id: number, body: Row, message: string) => {
    const answer = await app.admin('PUT', `/api/categories/${id}`, body)
    expect(answer.body.fields).toEqual({ parentId: [message] })
  }
  const other = await createCategory(app)
  await refuse(other.id, { ...other, parentId: child.id }, 'A parent cannot have a parent itself.')
  await refuse(parent.id, { ...parent, parentId: other.id }, 'A category with categories below it cannot have a parent.')
  await refuse(other.id, { ...other, parentId: other.id }, 'A category cannot be its own parent.')
  expect((await app.admin('DELETE', `/api/categories/${parent.id}`)).body.message).toBe(
    `${parent.name} is used by 1 category and cannot be deleted.`,
  )
})

it('counts its equipment and cannot be deleted while it has any', async () => {
  const category = await createCategory(app)
  const device = await createEquipment(app, { categoryId: category.id })
  expect((await app.admin('GET', `/api/categories/${category.id}`)).body.equipmentCount).toBe(1)
  expect(await app.admin('DELETE', `/api/categories/${category.id}`)).toMatchObject({
    status: 409,
    body: { message: `${category.name} is used by 1 piece of equipment and cannot be deleted.` },
  })
  const used = await app.admin('GET', '/api/categories/query', undefined, { query: { manufacturerIds: device.manufacture.id } })
  expect(used.body.items.map(({ id }: Row) => id)).toEqual([category.id])
})

it('saves a new order and keeps the others after it unchanged', async () => {
  const [first, second] = [await createCategory(app), await createCategory(app)]
  const before = (await app.admin('GET', '/api/categories/query', undefined, { query: { sortBy: 'order' } })).body.items.map(
    ({ id }: Row) => id,
  )
  const answer = await app.admin('PUT', '/api/categories/Order', { ids: [second.id, first.id] })
  expect(answer.status).toBe(200)
  const rest = before.filter((id: number) => id !== first.id && id !== second.id)
  expect(answer.body.map(({ id }: Row) => id)).toEqual([second.id, first.id, ...rest])
  expect(answer.body.slice(0, 3).map(({ order }: Row) => order)).toEqual([1, 2, 3])
  const [entry] = await app.sql(
    `select before, after from audit_log where entity = 'categories' and entity_id = $1 and action = 'Update'`,
    [String(second.id)],
  )
  expect(entry!.after).toEqual({ order: 1 })
  const reader = await app.signInAs(['EquipmentCategories.View'])
  expect((await reader('PUT', '/api/categories/Order', { ids: [first.id] })).status).toBe(403)
})

it('rejects deletion while a budget line or document uses it, naming only visible ones', async () => {
  const category = await createCategory(app)
  const project = await createProject(app)
  const budget = (lines: Row[]) => app.admin('PUT', `/api/projects/${project.id}/Budget`, { lines })
  await budget([{ categoryId: category.id, amount: 100 }])
  const at = `/api/projects/${project.id}/DrawingDocuments`
  const document = await createRow(app, at, { documentType: 8, associateType: 4, associateId: category.id })
  const remove = async (caller = app.admin) => (await caller('DELETE', `/api/categories/${category.id}`)).body?.message
  expect(await remove()).toBe(`${category.name} is used by 1 budget line and cannot be deleted.`)
  await addToAccessList(app, project, app.admin.userId)
  const stranger = await app.signInAs(['EquipmentCategories.View', 'EquipmentCategories.Delete'])
  expect(await remove(stranger)).toBe(`${category.name} is used by budget lines and cannot be deleted.`)
  await budget([])
  expect(await remove()).toBe(`${category.name} is used by 1 drawing document and cannot be deleted.`)
  await app.admin('DELETE', `${at}/${document.id}`)
  expect((await stranger('DELETE', `/api/categories/${category.id}`)).status).toBe(204)
})
