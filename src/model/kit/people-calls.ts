import { call, listQuery, page, shape } from './call.ts'
import { boolean, optional, set, text, uuid } from './field.ts'

export const listPeopleNames = call({
  method: 'GET',
  path: '/users/typeHead',
  permission: 'internal',
  summary: 'Search users by name, for pickers',
  query: { ...listQuery, all: optional(boolean('All')), ids: optional(set('People', uuid('Person'))) },
  response: page(shape({ id: uuid('Id'), firstName: text('First name'), lastName: text('Last name') })),
})
