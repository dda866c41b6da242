import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { layoutTemplates } from './layout-templates.ts'
import { layoutViews } from './layout-views.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const givenView = (more: Row = {}) => createRow(app, '/api/layoutViews', { name: uniqueName('View'), ...more })

entityContract(layoutViews, app, {
  prepare: async () => ({ imageUrl: await uploadPicture(app, 'layoutViews') }),
  valid: { name: 'Furniture plan', abbreviation: 'FURN', description: 'With seats', documentTypes: [1, 9], scale: `1/8" = 1'-0"` },
  invalid: [
    ['name', '', messages.required],
    ['abbreviation', 'x'.repeat(51), messages.maxLength(50)],
    ['documentTypes[0]', 99, messages.unknown],
  ],
})

entityContract(layoutTemplates, app, {
  prepare: async () => ({
    titleBlockImageUrl: await uploadPicture(app, 'layoutTemplates'),
    viewIds: [(await givenView()).id, (await givenView()).id],
  }),
  valid: { name: 'Two on A1', description: 'For Europe', layout: 3, sheetSize: 'A1', documentTypes: [2] },
  invalid: [
    ['name', '', messages.required],
    ['layout', 9, messages.unknown],
    ['sheetSize', 'B7', messages.unknown],
    ['documentTypes[0]', 99, messages.unknown],
    ['viewIds[0]', 0, messages.minimum(1)],
  ],
})

it('starts with six views and with sheets of one, four and six', async () => {
  const views = (await admin('GET', '/api/layoutViews', undefined, { query: { search: 'Plan', itemsPerPage: -1 } })).body.items
  expect(views.map(({ name }: Row) => name)).toEqual(expect.arrayContaining(['Enlarged Plan', 'Floor Plan', 'Reflected Ceiling Plan']))
  const templates = (await admin('GET', '/api/layoutTemplates', undefined, { query: { search: 'view', itemsPerPage: -1 } })).body.items
  expect(templates.map(({ name, layout, sheetSize, viewNames }: Row) => [name, layout, sheetSize, viewNames])).toEqual([
    ['Four views D', 3, 'ARCH D', 'Floor Plan, Reflected Ceiling Plan, Elevation, Section'],
    ['One view D', 2, 'ARCH D', 'Floor Plan'],
    ['Six views D', 4, 'ARCH D', 'Floor Plan, Reflected Ceiling Plan, Elevation, Section, Enlarged Plan, Signal Flow'],
  ])
})

it('keeps the given order of views, limited by the layout', async () => {
  const views: Row[] = []
  for (let at = 0; at < 5; at++) views.push(await givenView())
  const ids = views.map(({ id }) => id).reverse()
  const template = await createRow(app, '/api/layoutTemplates', { name: uniqueName('Sheet'), layout: 3, viewIds: ids.slice(0, 4) })
  expect(template.viewIds).toEqual(ids.slice(0, 4))
  expect((await admin('GET', `/api/layoutTemplates/${template.id}`)).body.viewNames).toBe(
    views
      .toReversed()
      .slice(0, 4)
      .map(({ name }) => name)
      .join(', '),
  )
  const refused = await admin('PUT', `/api/layoutTemplates/${template.id}`, { ...template, viewIds: ids })
  expect(refused.body.fields).toEqual({ viewIds: ['A sheet of this layout has room for 4 views.'] })
  const narrower = await admin('PUT', `/api/layoutTemplates/${template.id}`, { ...template, layout: 2 })
  expect(narrower.body.fields).toEqual({ viewIds: ['A sheet of this layout has room for 1 view.'] })
  expect((await admin('PUT', `/api/layoutTemplates/${template.id}`, { ...template, layout: 1, viewIds: ids })).status).toBe(200)
})

it('accepts only existing views, which cannot be deleted while in use', async () => {
  const [view, other] = [await givenView(), await givenView()]
  const template = await createRow(app, '/api/layoutTemplates', { name: uniqueName('Sheet'), layout: 2, viewIds: [view.id] })
  const remove = (id: number) => admin('DELETE', `/api/layoutViews/${id}`)
  expect((await remove(view.id)).body.message).toBe(`${view.name} is used by 1 layout template and cannot be deleted.`)
  expect((await remove(other.id)).status).toBe(204)
  const refused = await admin('PUT', `/api/layoutTemplates/${template.id}`, { ...template, viewIds: [other.id] })
  expect(refused.body.fields).toEqual({ viewIds: ['Layout views not found.'] })
  expect((await admin('DELETE', `/api/layoutTemplates/${template.id}`)).status).toBe(204)
  expect((await remove(view.id)).status).toBe(204)
})
