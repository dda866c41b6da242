import { personContracts, personProjects } from '../../model/contracts/person-stats.ts'
import { users } from '../access/public.ts'
import type { ListQuery } from '../kit/entity/served.ts'
import type { Actor, Context, StatementValues } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { projects } from '../projects/public.ts'
import { contracts } from './contracts.ts'

/** Users work on a project if they lead it or have hours in one of its contracts. */
const worksOn = (userId: string) => (_: Actor, p: StatementValues) => {
  const id = `${p.add(userId)}::uuid`
  return `(${id} in (t.associate_consultant_id, t.project_manager_id) or t.id in (select a.project_id from people_on_contracts a where a.user_id = ${id}))`
}
const hasHoursIn = (userId: string) => (_: Actor, p: StatementValues) =>
  `t.id in (select r.contract_id from phase_records r where r.user_id = ${p.add(userId)}::uuid)`

async function listUserProjects(ctx: Context, userId: string, query: ListQuery<typeof projects.resource>) {
  await users.get(ctx, userId)
  return projects.list(ctx, query, { extra: worksOn(userId) })
}
async function listUserContracts(ctx: Context, userId: string, query: ListQuery<typeof contracts.resource>) {
  await users.get(ctx, userId)
  return contracts.list(ctx, query, { extra: hasHoursIn(userId) })
}

export async function countUserWork(ctx: Context, userId: string) {
  const item = { page: 1, itemsPerPage: 1 }
  const mayList = ctx.actor.held.has(contracts.resource.permission.view)
  return {
    projectsCount: (await listUserProjects(ctx, userId, item)).total,
    contractsCount: mayList ? (await listUserContracts(ctx, userId, item)).total : 0,
  }
}

export const personStatsRoutes: Route[] = [
  defineRoute(personProjects, (ctx, { params, query }) => listUserProjects(ctx, params.id, query)),
  defineRoute(personContracts, (ctx, { params, query }) => listUserContracts(ctx, params.id, query)),
]
