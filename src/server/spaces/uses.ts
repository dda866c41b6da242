import { equipmentStats, equipmentSummary } from '../../model/catalog/equipment-calls.ts'
import { clientRanking, clientStats } from '../../model/companies/clients.ts'
import { companyKinds } from '../../model/companies/company-stats.ts'
import { ClientRankingType } from '../../model/companies/enums.ts'
import { manufacturerStats } from '../../model/companies/manufacturers.ts'
import type { Call, Field, Fields } from '../../model/kit/description.ts'
import type { Page } from '../../model/kit/resource.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { extendedMsrpPrice } from '../../model/projects/money.ts'
import { uncountedStatuses } from '../../model/spaces/counted-spaces.ts'
import {
  leadsOfClient,
  projectsOfClient,
  projectsOfPartners,
  projectsWithEquipment,
  projectsWithManufacturer,
  racksWithEquipment,
  spacesOfClient,
  spacesOfEquipment,
  spacesWithManufacturer,
  templatesWithEquipment,
} from '../../model/spaces/uses.ts'
import { equipments } from '../catalog/public.ts'
import { clients, equipmentEver, manufacturerCounters, manufacturers, partners } from '../companies/public.ts'
import { Params } from '../kit/entity/rows.ts'
import type { ListOptions, ListQuery } from '../kit/entity/served.ts'
import type { Context } from '../kit/request/context.ts'
import { forbidden } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { leads, projects } from '../projects/public.ts'
import { spaceTemplates } from '../templates/public.ts'
import { spaces } from './spaces.ts'

const { Lead, Opportunity, Active, Closed, Archived } = ProjectStage

/** SQL condition that selects lines `l` by an id. */
type UseCondition = (id: string) => string
const ofEquipment: UseCondition = (id) => `l.equipment_id = ${id}`
const isOfManufacturer: UseCondition = (id) => `l.equipment_id in ${equipmentEver(id)}`

const linesSql = (conditionOf: UseCondition, id: string) => `(select * from living_lines l where ${conditionOf(id)}) l`

/**
 * Counts over visible projects and leads; leads are not in the project count. The lines lead to their projects: without `offset 0`,
 * PostgreSQL tests the access to every project first, which took a consultant 8 to 15 times as long.
 */
async function countUses(ctx: Context, conditionOf: UseCondition, id: number) {
  const p = new Params()
  const counted = await ctx.rows(
    { projectsCount: is.number, spacesCount: is.number, totalQuantity: is.number },
    `select (count(*) filter (where t.stage <> ${Lead}))::int as "projectsCount", coalesce(sum(l.spaces), 0)::int as "spacesCount",
       coalesce(sum(l.quantity), 0)::int as "totalQuantity"
     from (select l.project_id, count(distinct l.space_id) as spaces, sum(l.quantity) as quantity
         from ${linesSql(conditionOf, p.add(id))} group by l.project_id) l
       join lateral (select t.stage from living_projects t where t.id = l.project_id and visible(t) offset 0) t on true`,
    p.values,
  )
  return onlyRow(counted)
}

export const usesOfEquipment = (ctx: Context, id: number) => countUses(ctx, ofEquipment, id)

async function equipmentCounters(ctx: Context, id: number) {
  const row = await equipments.get(ctx, id)
  const uses = await countUses(ctx, ofEquipment, id)
  const found = await ctx.rows(
    { count: is.number, templates: is.number },
    `select count(distinct i.group_id)::int as count,
       (select count(distinct l.space_template_id)::int from space_template_equipment l join space_templates x on x.id = l.space_template_id and not x.is_deleted
        where l.equipment_id = $1 and not l.is_deleted) as templates
     from equipment_group_items i join equipment_groups g on g.id = i.group_id and not g.is_deleted where i.equipment_id = $1`,
    [id],
  )
  const groups = onlyRow(found)
  return {
    ...uses,
    spaceTemplatesCount: groups.templates,
    equipmentGroupsCount: groups.count,
    racksCount: (await racksWith(ctx, id)).length,
    totalMsrpPrice: extendedMsrpPrice({ quantity: uses.totalQuantity, msrpPrice: row.msrpPrice }),
    documentsCount: row.technicalDocuments.length,
  }
}

async function racksWith(ctx: Context, id: number) {
  const p = new Params()
  const at = p.add(id)
  return ctx.rows(
    { id: is.number, name: is.text, quantity: is.number },
    `select r.id, concat(x.name, ', ', r.name) as name, (count(u.id) + max((r.equipment_id = ${at})::int))::int as quantity
     from racks r join living_projects x on x.id = r.project_id and visible(x)
       left join (rack_placements m join units u on u.id = m.unit_id join space_equipment l on l.id = u.line_id and l.equipment_id = ${at}) on m.rack_id = r.id
     where not r.is_deleted and (r.equipment_id = ${at} or u.id is not null)
     group by r.id, x.name order by x.name collate ${naturalOrder}, r.name collate ${naturalOrder}, r.id`,
    p.values,
  )
}

async function loadEquipmentSummary(ctx: Context, id: number) {
  const row = await equipments.get(ctx, id)
  const { totalQuantity, projectsCount } = await countUses(ctx, ofEquipment, id)
  const { tag, model, description, imageUrl, category, manufacture, productFamily, availability, msrpPrice, heatLoadWatts, rackUnits } = row
  const about = { id: row.id, tag, model, description, imageUrl, category, manufacture, productFamily, availability }
  return { ...about, msrpPrice, heatLoadWatts, watts: row.watts, rackUnits, totalQuantity, projectsCount }
}

async function clientCounters(ctx: Context, id: number) {
  const { contactsCount } = await clients.get(ctx, id)
  const p = new Params()
  const from = `living_projects t where t.client_id = ${p.add(id)} and visible(t)`
  const counted = await ctx.rows(
    { projectsCount: is.number, leadsCount: is.number, spacesCount: is.number, contractsCount: is.number },
    `select count(*) filter (where t.stage <> ${Lead})::int as "projectsCount", count(*) filter (where t.stage = ${Lead} and not t.is_archived)::int as "leadsCount",
       coalesce(sum((select count(*) from spaces s where s.project_id = t.id and not s.is_deleted)), 0)::int as "spacesCount",
       ${ctx.actor.held.has('ProjectContracts.View') ? 'coalesce(sum((select count(*) from living_contracts c where c.project_id = t.id)), 0)::int' : '0'} as "contractsCount"
     from ${from}`,
    p.values,
  )
  return { ...onlyRow(counted), contactsCount }
}

type RankingQuery = HandlerRequest<typeof clientRanking>['query']
type Ranking = Pick<RankingQuery, 'type' | 'count'> & Partial<RankingQuery>
const rankedStages = [Opportunity, Active, Closed]

/** Ranks clients by their visible projects. `from` and `to` filter by the project's creation date, or the contract's approval date. */
export async function rankedClients(ctx: Context, { type, count, from, to }: Ranking) {
  const isRevenue = type === ClientRankingType.Revenue
  if (isRevenue && !ctx.actor.held.has('ProjectContracts.ViewRevenueSums')) throw forbidden('ProjectContracts.ViewRevenueSums')
  const p = new Params()
  // Contracts and spaces also count in archived projects.
  const stages = type === ClientRankingType.ProjectsCount ? rankedStages : [...rankedStages, Archived]
  const conditions = [`t.stage in (${stages.join(', ')})`, 'visible(t)']
  const day = isRevenue ? 'r.approved_date' : 't.create_date'
  if (from) conditions.push(`${day} >= ${p.add(from)}::date`)
  if (to) conditions.push(`${day} < ${p.add(to)}::date + 1`)
  const rows = isRevenue ? 'approved_revenue r join living_projects t on t.id = r.project_id' : 'living_projects t'
  const value = isRevenue
    ? 'sum(r.revenue) / 100.0'
    : type === ClientRankingType.Complexity
      ? `sum((select coalesce(sum(s.complexity), 0) from spaces s where s.project_id = t.id and not s.is_deleted and s.status not in (${uncountedStatuses.join(', ')})))`
      : 'count(*)'
  const ranked = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      abbreviatedName: is.text,
      logoUrl: orNull(is.text),
      value: is.number,
      rank: is.number,
      total: is.number,
    },
    `with valued as (select t.client_id as id, ${value}::float8 as value from ${rows} where ${conditions.join(' and ')} group by 1)
     select c.id, c.name, c.abbreviated_name, c.logo_url, v.value,
       rank() over (order by v.value desc)::int as rank, count(*) over ()::int as total
     from valued v join clients c on c.id = v.id and not c.is_deleted where v.value > 0
     order by v.value desc, c.name collate ${naturalOrder} limit ${p.add(count)}`,
    p.values,
  )
  return {
    items: ranked.map(({ total: _, logoUrl, ...row }) => ({ ...row, logoUrl: ctx.addresses.stripSignature(logoUrl) })),
    total: ranked[0]?.total ?? 0,
  }
}

interface Listed<T> {
  list(ctx: Context, query: ListQuery, options?: ListOptions): Promise<Page<T>>
}

async function rowsWith<T extends { id: number }>(
  ctx: Context,
  rows: Listed<T>,
  column: string,
  conditionOf: UseCondition,
  id: number,
  query: ListQuery,
) {
  const found = await rows.list(ctx, query, {
    // `any(array(…))` evaluates the subquery once; with `in` PostgreSQL would run it per project.
    extra: (_, p) => `t.id = any(array(select distinct l.${column} from ${linesSql(conditionOf, p.add(id))}))`,
  })
  const counted = await ctx.rows(
    { id: is.number, quantity: is.number },
    `select l.${column} as id, sum(l.quantity)::int as quantity from ${linesSql(conditionOf, '$1')} where l.${column} = any($2) group by 1`,
    [id, found.items.map((item) => item.id)],
  )
  const quantities = new Map(counted.map((row) => [row.id, row.quantity]))
  return { ...found, items: found.items.map((item) => ({ ...item, quantity: quantities.get(item.id) ?? 0 })) }
}

async function templatesWith(ctx: Context, id: number, query: ListQuery<typeof spaceTemplates.resource>) {
  await equipments.get(ctx, id)
  const found = await spaceTemplates.list(ctx, query, {
    extra: (_, p) =>
      `t.id in (select l.space_template_id from space_template_equipment l where l.equipment_id = ${p.add(id)} and not l.is_deleted)`,
  })
  const counted = await ctx.rows(
    { id: is.number, quantity: is.number },
    `select space_template_id as id, sum(quantity)::int as quantity from space_template_equipment
     where equipment_id = $1 and not is_deleted and space_template_id = any($2) group by 1`,
    [id, found.items.map((item) => item.id)],
  )
  const quantities = new Map(counted.map((row) => [row.id, row.quantity]))
  return { ...found, items: found.items.map(({ id, name }) => ({ id, name, quantity: quantities.get(id) ?? 0 })) }
}

type PageCall<T> = Call<Fields, Fields, Page<T>, { id: Field<number> }>

const rowsRoute = <T extends { id: number }>(
  call: PageCall<T & { quantity?: number | null }>,
  entity: { get(ctx: Context, id: number): Promise<unknown> },
  rows: Listed<T>,
  column: string,
  conditionOf: UseCondition,
): Route =>
  defineRoute(call, async (ctx, { params, query }) => {
    await entity.get(ctx, params.id)
    return rowsWith(ctx, rows, column, conditionOf, params.id, query)
  })

const clientRoute = <T>(call: PageCall<T>, rows: Listed<T>, condition: (id: string) => string): Route =>
  defineRoute(call, async (ctx, { params, query }) => {
    await clients.get(ctx, params.id)
    return rows.list(ctx, query, { extra: (_, p) => condition(p.add(params.id)) })
  })

/** Usage of equipment, manufacturers, and clients. Defined here because lines and spaces depend on them, not the reverse. */
export const useRoutes: Route[] = [
  defineRoute(equipmentSummary, (ctx, { params }) => loadEquipmentSummary(ctx, params.id)),
  defineRoute(equipmentStats, (ctx, { params }) => equipmentCounters(ctx, params.id)),
  defineRoute(manufacturerStats, async (ctx, { params }) => {
    const { projectsCount, spacesCount } = await countUses(ctx, isOfManufacturer, params.id)
    return { ...(await manufacturerCounters(ctx, params.id)), projectsCount, spacesCount }
  }),
  defineRoute(clientStats, (ctx, { params }) => clientCounters(ctx, params.id)),
  rowsRoute(projectsWithEquipment, equipments, projects, 'project_id', ofEquipment),
  rowsRoute(spacesOfEquipment, equipments, spaces, 'space_id', ofEquipment),
  rowsRoute(projectsWithManufacturer, manufacturers, projects, 'project_id', isOfManufacturer),
  rowsRoute(spacesWithManufacturer, manufacturers, spaces, 'space_id', isOfManufacturer),
  defineRoute(clientRanking, (ctx, { query }) => rankedClients(ctx, query)),
  clientRoute(projectsOfClient, projects, (id) => `t.client_id = ${id} and t.stage <> ${Lead}`),
  clientRoute(leadsOfClient, leads, (id) => `t.client_id = ${id}`),
  clientRoute(spacesOfClient, spaces, (id) => `t.project_id in (select x.id from living_projects x where x.client_id = ${id})`),
  defineRoute(templatesWithEquipment, (ctx, { params, query }) => templatesWith(ctx, params.id, query)),
  defineRoute(racksWithEquipment, async (ctx, { params, query }) => {
    await equipments.get(ctx, params.id)
    const found = await racksWith(ctx, params.id)
    const size = query.itemsPerPage < 1 ? 5000 : query.itemsPerPage
    return { items: found.slice((query.page - 1) * size, query.page * size), total: found.length }
  }),
  ...projectsOfPartners.map(({ of: resource, call }) =>
    defineRoute(call, async (ctx, { params, query }) => {
      await partners.find((partner) => partner.resource === resource)!.get(ctx, params.id)
      const type = companyKinds.find(([, kind]) => kind === resource)![0]
      return projects.list(ctx, query, {
        extra: (_, p) =>
          `t.stage <> ${Lead} and t.id in (select k.project_id from project_companies k where k.company_type = ${type} and k.company_id = ${p.add(params.id)})`,
      })
    }),
  ),
]
