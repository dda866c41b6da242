import { SpaceStatus } from '../../model/spaces/enums.ts'
import {
  firstAndLastLog,
  spaceFilter,
  spaceLogs,
  spaceNameExists,
  spaceNumberExists,
  spacesWithEquipment,
} from '../../model/spaces/space-calls.ts'
import { equipments } from '../catalogue/public.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { activities, readActivities } from '../kit/resource/activities.ts'
import { natural } from '../kit/sql/table.ts'
import { getProject } from '../projects/public.ts'
import { spaces } from './spaces.ts'

const person = (column: string) =>
  `select u.id, concat_ws(' ', u.first_name, u.last_name) as name, u.first_name as "firstName", u.last_name as "lastName", u.avatar_url as "avatarUrl"
   from people u where u.id in (select s.${column} from spaces s where s.project_id = $1 and not s.is_deleted) order by u.last_name collate ${natural}, u.id`
const inLines = (column: string) =>
  `(select e.${column} from living_lines l join equipments e on e.id = l.equipment_id where l.project_id = $1)`
const places = (table: string, column: string) =>
  `select x.id, x.name, x.short_name as "shortName" from ${table} x
   where x.id in (select s.${column} from spaces s where s.project_id = $1 and not s.is_deleted) order by x."order", x.id`

/** Values that occur in the spaces of a project, by the name of the filter. */
const filters: Record<string, string> = {
  createdby: person('created_by_id'),
  updatedby: person('updated_by_id'),
  buildings: places('buildings', 'building_id'),
  levels: places('levels', 'level_id'),
  statuses: 'select distinct status as id from spaces where project_id = $1 and not is_deleted order by 1',
  spacetemplates: `select x.id, x.name from space_templates x
    where x.id in (select s.space_template_id from spaces s where s.project_id = $1 and not s.is_deleted) order by x.name collate ${natural}, x.id`,
  categories: `select c.id, c.name, c.icon from categories c where c.id in ${inLines('category_id')} order by c.number, c.id`,
  manufacturers: `select m.id, m.name, m.logo_url as "logoUrl" from manufacturers m where m.id in ${inLines('manufacture_id')} order by m.name collate ${natural}, m.id`,
}

async function filterOptions(ctx: Context, projectId: number, filterName: string) {
  const statement = Object.hasOwn(filters, filterName.toLowerCase()) ? filters[filterName.toLowerCase()] : undefined
  if (!statement) throw notFound('Filter')
  const project = await getProject(ctx, projectId)
  const rows = await ctx.rows(statement, [project.id])
  const items = rows.map((row) => ({ ...row, name: row.name ?? SpaceStatus.label(row.id), ...signedPictures(ctx, row) }))
  return { items, total: items.length }
}

const signedPictures = ({ services }: Context, row: Row) =>
  Object.fromEntries(['avatarUrl', 'logoUrl'].filter((key) => row[key]).map((key) => [key, services.addresses.shown(row[key])]))

async function spacesWith(ctx: Context, equipmentId: number, query: Row) {
  const equipment = await equipments.get(ctx, equipmentId)
  const found = await spaces.list(ctx, query, {
    extra: (_, p) =>
      `exists (select from space_equipment l where l.space_id = t.id and l.equipment_id = ${p.add(equipment.id)} and not l.is_deleted)`,
  })
  const counted = await ctx.rows(
    'select space_id, sum(quantity)::int as quantity from space_equipment where equipment_id = $1 and space_id = any($2) and not is_deleted group by space_id',
    [equipment.id, found.items.map(({ id }) => id)],
  )
  const bySpace = new Map(counted.map((row) => [row.space_id, row.quantity]))
  return { ...found, items: found.items.map((item) => ({ ...item, quantity: bySpace.get(item.id) ?? 0 })) }
}

async function firstAndLast(ctx: Context, spaceId: number, { userIds, ...query }: Row) {
  const space = await spaces.get(ctx, spaceId)
  const page = (number: number) =>
    activities(
      ctx,
      { ...query, itemsPerPage: 1, page: number },
      (p) => {
        const ofSpace = `a.entity = 'spaces' and a.entity_id = ${p.add(String(space.id))}`
        return userIds?.length ? `${ofSpace} and a.created_by_id = any(${p.add(userIds)}::uuid[])` : ofSpace
      },
      'a.create_date desc, a.id desc',
    )
  const newest = await page(1)
  const oldest = newest.total > 1 ? await page(newest.total) : newest
  return { first: oldest.items[0] ?? null, last: newest.items[0] ?? null }
}

/** Entries of a space's log need the permission of that tab. */
export const logsRoute: Route = answer(spaceLogs, async (ctx, { params, query }) => {
  const space = await spaces.get(ctx, params.id)
  return readActivities(ctx, 'spaces', space.id, query)
})

/** Nobody is told what is wrong with a question about a project they do not see: what is asked is read after the project. */
async function isTaken(ctx: Context, projectId: number, condition: string, asked: () => unknown[]): Promise<boolean> {
  const project = await getProject(ctx, projectId)
  const [found] = await ctx.rows(
    `select exists (select from spaces where project_id = $1 and not is_deleted and id is distinct from $2 and ${condition}) as taken`,
    [project.id, ...asked()],
  )
  return found!.taken
}

export const questionRoutes: Route[] = [
  answer(firstAndLastLog, (ctx, { params, query }) => firstAndLast(ctx, params.id, query)),
  answer(spaceNameExists, (ctx, { params, query }) =>
    isTaken(ctx, params.projectId, 'dna_key(name) = dna_key($3)', () => [query.excludeId, query.spaceName]),
  ),
  answer(spaceNumberExists, (ctx, { params, query }) =>
    isTaken(ctx, params.projectId, 'dna_key(space_number) = dna_key($3) and level_id = $4', () => [
      query.excludeId,
      query.spaceNumber,
      query.levelId,
    ]),
  ),
  answer(spaceFilter, (ctx, { params }) => filterOptions(ctx, params.projectId, params.filterName)),
  answer(spacesWithEquipment, (ctx, { params, query }) => spacesWith(ctx, params.equipmentId, query)),
]
