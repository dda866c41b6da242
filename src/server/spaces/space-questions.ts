import { SpaceStatus } from '../../model/spaces/enums.ts'
import {
  type FilterChoice,
  firstAndLastLog,
  spaceFilter,
  spaceLogs,
  spaceNameExists,
  spaceNumberExists,
  spacesWithEquipment,
} from '../../model/spaces/space-calls.ts'
import { equipments } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { activities, readActivities } from '../kit/resource/activities.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { getProject } from '../projects/public.ts'
import { spaces } from './spaces.ts'

type Choices = (ctx: Context, projectId: number) => Promise<FilterChoice[]>

const userChoices =
  (column: string): Choices =>
  async (ctx, projectId) => {
    const rows = await ctx.rows(
      { id: is.uuid, name: is.text, firstName: is.text, lastName: is.text, avatarUrl: orNull(is.text) },
      `select u.id, concat_ws(' ', u.first_name, u.last_name) as name, u.first_name, u.last_name, u.avatar_url
       from people u where u.id in (select s.${column} from spaces s where s.project_id = $1 and not s.is_deleted) order by u.last_name collate ${naturalOrder}, u.id`,
      [projectId],
    )
    return rows.map((row) => ({ ...row, avatarUrl: ctx.addresses.stripSignature(row.avatarUrl) }))
  }
const placeChoices =
  (table: string, column: string): Choices =>
  (ctx, projectId) =>
    ctx.rows(
      { id: is.number, name: is.text, shortName: orNull(is.text) },
      `select x.id, x.name, x.short_name from ${table} x
       where x.id in (select s.${column} from spaces s where s.project_id = $1 and not s.is_deleted) order by x."order", x.id`,
      [projectId],
    )
const inLines = (column: string) =>
  `(select e.${column} from living_lines l join equipments e on e.id = l.equipment_id where l.project_id = $1)`

const filters: ReadonlyMap<string, Choices> = new Map<string, Choices>([
  ['createdby', userChoices('created_by_id')],
  ['updatedby', userChoices('updated_by_id')],
  ['buildings', placeChoices('buildings', 'building_id')],
  ['levels', placeChoices('levels', 'level_id')],
  [
    'statuses',
    async (ctx, projectId) => {
      const rows = await ctx.rows(
        { id: is.choice(SpaceStatus) },
        'select distinct status as id from spaces where project_id = $1 and not is_deleted order by 1',
        [projectId],
      )
      return rows.map(({ id }) => ({ id, name: SpaceStatus.label(id) }))
    },
  ],
  [
    'spacetemplates',
    (ctx, projectId) =>
      ctx.rows(
        { id: is.number, name: is.text },
        `select x.id, x.name from space_templates x
         where x.id in (select s.space_template_id from spaces s where s.project_id = $1 and not s.is_deleted) order by x.name collate ${naturalOrder}, x.id`,
        [projectId],
      ),
  ],
  [
    'categories',
    (ctx, projectId) =>
      ctx.rows(
        { id: is.number, name: is.text, icon: orNull(is.text) },
        `select c.id, c.name, c.icon from categories c where c.id in ${inLines('category_id')} order by c.number, c.id`,
        [projectId],
      ),
  ],
  [
    'manufacturers',
    async (ctx, projectId) => {
      const rows = await ctx.rows(
        { id: is.number, name: is.text, logoUrl: orNull(is.text) },
        `select m.id, m.name, m.logo_url from manufacturers m where m.id in ${inLines('manufacture_id')} order by m.name collate ${naturalOrder}, m.id`,
        [projectId],
      )
      return rows.map((row) => ({ ...row, logoUrl: ctx.addresses.stripSignature(row.logoUrl) }))
    },
  ],
])

async function filterOptions(ctx: Context, projectId: number, filterName: string) {
  const choices = filters.get(filterName.toLowerCase())
  if (!choices) throw notFound('Filter')
  const project = await getProject(ctx, projectId)
  const items = await choices(ctx, project.id)
  return { items, total: items.length }
}

async function spacesWith(ctx: Context, equipmentId: number, query: HandlerRequest<typeof spacesWithEquipment>['query']) {
  const equipment = await equipments.get(ctx, equipmentId)
  const found = await spaces.list(ctx, query, {
    extra: (_, p) =>
      `exists (select from space_equipment l where l.space_id = t.id and l.equipment_id = ${p.add(equipment.id)} and not l.is_deleted)`,
  })
  const counted = await ctx.rows(
    { spaceId: is.number, quantity: is.number },
    'select space_id, sum(quantity)::int as quantity from space_equipment where equipment_id = $1 and space_id = any($2) and not is_deleted group by space_id',
    [equipment.id, found.items.map(({ id }) => id)],
  )
  const bySpace = new Map(counted.map((row) => [row.spaceId, row.quantity]))
  return { ...found, items: found.items.map((item) => ({ ...item, quantity: bySpace.get(item.id) ?? 0 })) }
}

async function firstAndLast(ctx: Context, spaceId: number, { userIds, ...query }: HandlerRequest<typeof firstAndLastLog>['query']) {
  const space = await spaces.get(ctx, spaceId)
  const page = (number: number) =>
    activities(
      ctx,
      { ...query, itemsPerPage: 1, page: number },
      (p) => {
        const ofSpace = `a.entity = 'spaces' and a.entity_id = ${p.add(String(space.id))}`
        return userIds?.length ? `${ofSpace} and a.created_by_id = any(${p.add(userIds)}::uuid[])` : ofSpace
      },
      { order: 'a.create_date desc, a.id desc' },
    )
  const newest = await page(1)
  const oldest = newest.total > 1 ? await page(newest.total) : newest
  return { first: oldest.items[0] ?? null, last: newest.items[0] ?? null }
}

/** Some entries of a space's log need the permission of their tab. */
export const logsRoute: Route = defineRoute(spaceLogs, async (ctx, { params, query }) => {
  const space = await spaces.get(ctx, params.id)
  return readActivities(ctx, 'spaces', space.id, query)
})

/** Checks access to the project before parsing the request, so that validation errors do not reveal hidden projects. */
async function isTaken(ctx: Context, projectId: number, condition: string, parameters: () => unknown[]): Promise<boolean> {
  const project = await getProject(ctx, projectId)
  const found = await ctx.rows(
    { taken: is.boolean },
    `select exists (select from spaces where project_id = $1 and not is_deleted and id is distinct from $2 and ${condition}) as taken`,
    [project.id, ...parameters()],
  )
  return onlyRow(found).taken
}

export const questionRoutes: Route[] = [
  defineRoute(firstAndLastLog, (ctx, { params, query }) => firstAndLast(ctx, params.id, query)),
  defineRoute(spaceNameExists, (ctx, { params, query }) =>
    isTaken(ctx, params.projectId, 'dna_key(name) = dna_key($3)', () => [query.excludeId, query.spaceName]),
  ),
  defineRoute(spaceNumberExists, (ctx, { params, query }) =>
    isTaken(ctx, params.projectId, 'dna_key(space_number) = dna_key($3) and level_id = $4', () => [
      query.excludeId,
      query.spaceNumber,
      query.levelId,
    ]),
  ),
  defineRoute(spaceFilter, (ctx, { params }) => filterOptions(ctx, params.projectId, params.filterName)),
  defineRoute(spacesWithEquipment, (ctx, { params, query }) => spacesWith(ctx, params.equipmentId, query)),
]
