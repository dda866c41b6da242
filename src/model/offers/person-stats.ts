import { users } from '../access/users.ts'
import { call, page, row, shape, standardCalls } from '../kit/call.ts'
import { integer, uuid } from '../kit/field.ts'
import { resourceOffers } from './resource-offers.ts'
import { shiftRequests } from './shift-requests.ts'

const params = { id: uuid('User') }
const { view } = users.permission

export const personStats = call({
  method: 'GET',
  path: '/users/:id/Stats',
  params,
  permission: view,
  summary: 'Get the counts of offers and shift requests of a user',
  response: shape({
    projectsCount: integer('Projects'),
    contractsCount: integer('Contracts'),
    offersCount: integer('Offers'),
    shiftRequestsCount: integer('Shift requests'),
  }),
})
export const personOffers = call({
  method: 'GET',
  path: '/users/:id/Stats/offers',
  params,
  permission: { all: [view, resourceOffers.permission.view] },
  summary: 'List the offers a user makes or receives',
  query: standardCalls(resourceOffers).list.query,
  response: page(row(resourceOffers)),
})
export const personShiftRequests = call({
  method: 'GET',
  path: '/users/:id/Stats/shiftRequests',
  params,
  permission: { all: [view, shiftRequests.permission.view] },
  summary: 'List the shift requests of a user',
  query: standardCalls(shiftRequests).list.query,
  response: page(row(shiftRequests)),
})
