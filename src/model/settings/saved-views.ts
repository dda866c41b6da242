import { accessGroups } from '../access/access-groups.ts'
import { call, items, mergePatch, nothing, row } from '../kit/call.ts'
import { boolean, defaulted, name, optional, references, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { namedRefs } from '../kit/response-fields.ts'

/**
 * A named list view (search, filters, order, columns). Members of the access groups it is shared with can use it; only its owner can edit
 * it. Each user sees only the rows they may see.
 */
export const savedViews = resource({
  path: 'savedViews',
  names: { one: 'Saved view', many: 'Saved views' },
  permission: { view: 'PersonalSettings.View' },
  fields: {
    /** Path of the list page with `:id` for ids, so that the lists of all projects share their views. */
    list: text('List', { max: 200 }),
    name: name('Name', { max: 60 }),
    address: optional(text('Address', { max: 4000 })),
    /** Applied if the list is opened without a query. */
    isDefault: defaulted(boolean('Default'), false),
    /** Visible only to the owner, like the default. */
    accessGroupIds: defaulted(
      references('Shared with', () => accessGroups),
      [],
    ),
  },
  computed: { accessGroups: namedRefs('Access groups') },
  list: { columns: ['name', 'list', 'isDefault'], search: ['name'], sort: ['name'] },
})

export const mostSavedViews = 200

const { accessGroupIds, ...viewFields } = savedViews.fields
const { list: _, ...changeable } = viewFields
// Any user who sees a list may save a view, so no area permission is required.
const permission = 'signed in'
export const readSavedViews = call({
  method: 'GET',
  path: '/savedViews',
  permission,
  summary: 'List my saved views and those shared with me',
  response: items(row(savedViews)),
})
export const createSavedView = call({
  method: 'POST',
  path: '/savedViews',
  permission,
  summary: 'Create a saved view of a list',
  body: viewFields,
  response: row(savedViews),
  status: 201,
})
export const changeSavedView = mergePatch({
  path: '/savedViews/:id',
  permission,
  summary: 'Update a saved view: its name, what it shows, whether it is the default',
  body: changeable,
  response: row(savedViews),
})
export const removeSavedView = call({
  method: 'DELETE',
  path: '/savedViews/:id',
  permission,
  summary: 'Delete a saved view',
  response: nothing,
})
/** Access groups contain only internal users, and every internal user may pick them by name. */
export const shareSavedView = call({
  method: 'PUT',
  path: '/savedViews/:id/Share',
  permission: 'internal',
  summary: 'Set the access groups a saved view is shared with',
  body: { accessGroupIds },
  response: row(savedViews),
})
