import { people } from '../kit/answered.ts'
import { color, defaulted, integer, name, optional, set, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** People who usually work together: a filter of workload, plans and boards. Somebody may be in several. */
export const teams = resource({
  path: 'teams',
  route: '/teams',
  names: { one: 'Team', many: 'Teams' },
  // Teams have no area of their own.
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
    members: people('Members'),
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
