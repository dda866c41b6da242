import { accessGroups } from '../access/access-groups.ts'
import { namedRefs } from '../kit/answered.ts'
import { call, items, nothing, row } from '../kit/call.ts'
import { boolean, defaulted, name, optional, references, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/**
 * A list as somebody likes to see it (search, filters, order, columns), kept under a name. Members of the access groups it is
 * shared with use it too; only its owner changes it. It shows each of them what they may see of the list.
 */
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
    isDefault: defaulted(boolean('Default'), false),
    /** Answered to the owner alone, like the default. */
    accessGroupIds: defaulted(
      references('Shared with', () => accessGroups),
      [],
    ),
  },
  computed: { accessGroups: namedRefs('Access groups') },
  list: { columns: ['name', 'list', 'isDefault'], search: ['name'], sort: ['name'] },
})

/** Kept for each person; more would be a list of its own. */
export const mostSavedViews = 200

const { accessGroupIds, ...kept } = savedViews.fields
const { list: _, ...changeable } = kept
// Whoever sees a list may save how: no permission of an area is asked for.
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
  body: kept,
  response: row(savedViews),
  status: 201,
})
export const changeSavedView = call({
  method: 'PUT',
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
/** Access groups name staff only, and every colleague may pick them by name. */
export const shareSavedView = call({
  method: 'PUT',
  path: '/savedViews/:id/Share',
  permission: 'internal',
  summary: 'Set the access groups a saved view is shared with',
  body: { accessGroupIds },
  response: row(savedViews),
})
