import { call, items, nothing, row } from '../kit/call.ts'
import { boolean, defaulted, name, optional, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** A list as somebody likes to see it (search, filters, order, columns), kept under a name. It is theirs alone. */
export const savedViews = resource({
  path: 'savedViews',
  names: { one: 'Saved view', many: 'Saved views' },
  permission: { view: 'PersonalSettings.View' },
  fields: {
    /** The address of the list's page, with `:id` for ids, so that the lists of all projects share their views. */
    list: text('List', { max: 200 }),
    name: name('Name', { max: 60 }),
    /** What follows the question mark. */
    address: optional(text('Address', { max: 4000 })),
    /** Shown when the list is opened without saying how. */
    isDefault: defaulted(boolean('Default'), false as never),
  },
  list: { columns: ['name', 'list', 'isDefault'], search: ['name'], sort: ['name'] },
})

/** Kept for each person; more would be a list of its own. */
export const mostSavedViews = 200

const { list: _, ...changeable } = savedViews.fields
// Whoever sees a list may save how: no permission of an area is asked for.
const permission = 'signed in'
export const readSavedViews = call({
  method: 'GET',
  path: '/savedViews',
  permission,
  summary: 'My saved views of all lists',
  answer: items(row(savedViews)),
})
export const createSavedView = call({
  method: 'POST',
  path: '/savedViews',
  permission,
  summary: 'Save a view of a list',
  body: savedViews.fields,
  answer: row(savedViews),
  status: 201,
})
export const changeSavedView = call({
  method: 'PUT',
  path: '/savedViews/:id',
  permission,
  summary: 'Rename a saved view, change what it shows, make it the default',
  body: changeable,
  answer: row(savedViews),
})
export const removeSavedView = call({
  method: 'DELETE',
  path: '/savedViews/:id',
  permission,
  summary: 'Delete a saved view',
  answer: nothing,
})
