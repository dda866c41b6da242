import { users } from '../access/users.ts'
import { call, page, row, shape, standardCalls } from '../kit/call.ts'
import { integer, uuid } from '../kit/field.ts'
import { projects } from '../projects/projects.ts'
import { contracts } from './contracts.ts'

const params = { id: uuid('User') }
const { view } = users.permission

/** What somebody works on, as far as the reader sees it. */
export const personStats = call({
  method: 'GET',
  path: '/users/:id/Stats',
  params,
  permission: view,
  summary: 'Counters of one of users',
  answer: shape({ projectsCount: integer('Projects'), contractsCount: integer('Contracts') }),
})
export const personProjects = call({
  method: 'GET',
  path: '/users/:id/Stats/projects',
  params,
  permission: { all: [view, projects.permission.view] },
  summary: 'Projects of one of users',
  query: standardCalls(projects).list.query,
  answer: page(row(projects)),
})
export const personContracts = call({
  method: 'GET',
  path: '/users/:id/Stats/contracts',
  params,
  permission: { all: [view, contracts.permission.view] },
  summary: 'Contracts of one of users',
  query: standardCalls(contracts).list.query,
  answer: page(row(contracts)),
})
