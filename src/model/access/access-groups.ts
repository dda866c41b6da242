import { call, page, paging, shape } from '../kit/call.ts'
import type { Resource } from '../kit/description.ts'
import { defaulted, id, integer, name, optional, set, text, uuid } from '../kit/field.ts'
import { withArticle } from '../kit/plural.ts'
import { resource } from '../kit/resource.ts'
import { namedRef, peopleField } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'

const fields = {
  name: name('Name'),
  description: optional(text('Description')),
  userIds: defaulted(set('Members', uuid('User'), { max: 5000 }), []),
}
const computed = {
  members: peopleField('Members'),
  /** Suspended members are not counted. */
  usersCount: integer('Users'),
  /** Leads and projects whose access list includes the group, limited to those visible to the caller. */
  projectsCount: integer('Projects'),
}
const list = {
  columns: ['name', 'description', 'usersCount', 'projectsCount', 'updateDate'],
  optionalColumns: ['createDate', 'createdBy', 'updatedBy'],
  search: ['name', 'description'],
  sort: ['name'],
} as const

export const accessGroups = resource({
  path: 'accessGroups',
  route: '/access-groups',
  names: { one: 'Access group', many: 'Access groups' },
  permission: 'AccessGroups',
  isPickableByStaff: true,
  fields,
  computed,
  list,
})

export const externalAccessGroups = resource({
  path: 'externalAccessGroups',
  route: '/external-access-groups',
  names: { one: 'External access group', many: 'External access groups' },
  permission: 'ExternalAccessGroups',
  isPickableByStaff: true,
  fields,
  computed: { ...computed, manufacturersCount: integer('Manufacturers') },
  list: { ...list, columns: ['name', 'description', 'usersCount', 'projectsCount', 'manufacturersCount', 'updateDate'] },
})

const placeFields = {
  id: id('Project'),
  name: text('Name'),
  number: optional(text('Number')),
  stage: integer('Stage'),
  client: optional(namedRef('Client')),
}
const placesCall = (resource: Resource, permission: Permission) =>
  call({
    method: 'GET',
    path: `/${resource.path}/:id/Projects`,
    permission,
    summary: `List the leads and projects that name ${withArticle(resource.names)}`,
    query: {
      search: optional(text('Search', { max: 200 })),
      ...paging,
    },
    response: page(shape(placeFields)),
  })
export const accessGroupProjects = placesCall(accessGroups, 'AccessGroups.View')
export const externalAccessGroupProjects = placesCall(externalAccessGroups, 'ExternalAccessGroups.View')
