import { color, defaulted, integer, name, optional, set, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { peopleField } from '../kit/response-fields.ts'

/** Users who usually work together, used as a filter of workload, plans, and boards. A user may be in several teams. */
export const teams = resource({
  path: 'teams',
  route: '/teams',
  names: { one: 'Team', many: 'Teams' },
  // Teams have no permission area; they use the one of users.
  permission: { view: 'DNAUsers.View', create: 'DNAUsers.Update', update: 'DNAUsers.Update', delete: 'DNAUsers.Update' },
  isPickableByStaff: true,
  fields: {
    name: name('Name'),
    description: optional(text('Description')),
    color: optional(color('Color')),
    leadUserId: optional(user('Lead')),
    memberIds: defaulted(set('Members', uuid('User'), { max: 5000 }), []),
  },
  computed: {
    leadId: optional(user('Lead')),
    members: peopleField('Members'),
    usersCount: integer('Users'),
  },
  list: {
    columns: ['name', 'color', 'description', 'lead', 'members', 'usersCount'],
    optionalColumns: ['createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name', 'description'],
    sort: ['name'],
  },
  ref: ['name', 'color'],
})
