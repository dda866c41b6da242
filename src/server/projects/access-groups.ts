import { accessGroupProjects, externalAccessGroupProjects } from '../../model/access/access-groups.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { accessGroups, externalAccessGroups } from '../access/public.ts'
import { Params, searchPatterns } from '../kit/entity/rows.ts'
import { pageSize } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, namedShape, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { seesProject } from './scope.ts'

async function listGroupProjects(ctx: Context, table: string, id: number, query: HandlerRequest<typeof accessGroupProjects>['query']) {
  const p = new Params()
  const conditions = [
    `exists (select from ${table} e where e.project_id = t.id and e.access_group_id = ${p.add(id)})`,
    'not t.is_deleted',
    seesProject(ctx.actor, p),
    ...searchPatterns(query.search).map((pattern) => `t.search_text like dna_fold(${p.add(pattern)})`),
  ]
  const from = `from projects t where ${conditions.join(' and ')}`
  const counted = await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values)
  const limit = pageSize(query)
  const items = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      number: orNull(is.text),
      stage: is.choice(ProjectStage),
      client: orNull(namedShape),
    },
    `select t.id, t.name, t.number, t.stage, (select json_build_object('id', c.id, 'name', c.name) from clients c where c.id = t.client_id) as client
     ${from} order by t.name collate natural_order, t.id limit ${p.add(limit)} offset ${p.add((query.page - 1) * limit)}`,
    p.values,
  )
  return { items, total: onlyRow(counted).total }
}

export const accessGroupRoutes: Route[] = [
  defineRoute(accessGroupProjects, async (ctx, { params, query }) => {
    const group = await accessGroups.get(ctx, params.id)
    return listGroupProjects(ctx, 'project_access_entries', group.id, query)
  }),
  defineRoute(externalAccessGroupProjects, async (ctx, { params, query }) => {
    const group = await externalAccessGroups.get(ctx, params.id)
    return listGroupProjects(ctx, 'project_external_access_entries', group.id, query)
  }),
]
