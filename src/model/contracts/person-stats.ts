import { users } from '../access/users.ts'
import { call, page, row, standardCalls } from '../kit/call.ts'
import { uuid } from '../kit/field.ts'
import { projects } from '../projects/projects.ts'
import { contracts } from './contracts.ts'

const params = { id: uuid('User') }
const { view } = users.permission

export const personProjects = call({
  method: 'GET',
  path: '/users/:id/Stats/projects',
  params,
  permission: { all: [view, projects.permission.view] },
  summary: 'List the projects of a user',
  query: standardCalls(projects).list.query,
  response: page(row(projects)),
})
export const personContracts = call({
  method: 'GET',
  path: '/users/:id/Stats/contracts',
  params,
  permission: { all: [view, contracts.permission.view] },
  summary: 'List the contracts of a user',
  query: standardCalls(contracts).list.query,
  response: page(row(contracts)),
})
