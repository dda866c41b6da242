import { sql } from 'drizzle-orm'
import { check, index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import {
  allManufacturers,
  liteManufacturers,
  liteManufacturersWithFamilies,
  manufacturerAccessList,
  manufacturers as manufacturersModel,
} from '../../model/companies/manufacturers.ts'
import { noProductFamily } from '../../model/companies/product-families.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { accessGroupsTable, accessListRoutes, type PlainList, readPlainList, usersTable } from '../access/public.ts'
import { type AuditEntry, recordAudit } from '../kit/entity/audit.ts'
import { Params, searchPatterns } from '../kit/entity/rows.ts'
import type { Actor, Context, StatementValues } from '../kit/request/context.ts'
import { inUseConflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { announceMany } from '../kit/resource/many-rows.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { entityTable, foreignKey, instantColumn, naturalOrder, plainTable, uniqueName, userColumn } from '../kit/sql/table.ts'
import { companyColumns, companyParts, rejectIfReferenced } from './company.ts'

export const manufacturersTable = entityTable('manufacturers', { ...companyColumns(), supportUrl: text() }, (t) => [uniqueName(t.name)])

/** External users who may see a manufacturer's equipment. Internal users always may. */
export const manufacturerAccessEntriesTable = plainTable(
  'manufacturer_access_entries',
  {
    manufacturerId: foreignKey(() => manufacturersTable.id).notNull(),
    userId: userColumn().references(() => usersTable.id),
    accessGroupId: foreignKey(() => accessGroupsTable.id),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [
    uniqueIndex('manufacturer_access_entries_user').on(t.manufacturerId, t.userId),
    uniqueIndex('manufacturer_access_entries_group').on(t.manufacturerId, t.accessGroupId),
    index('manufacturer_access_entries_by_user').on(t.userId),
    index('manufacturer_access_entries_by_group').on(t.accessGroupId),
    check('manufacturer_access_entries_one', sql`(${t.userId} is null) <> (${t.accessGroupId} is null)`),
  ],
)

const equipmentCountSql = (manufacturer: string, more = '') =>
  `(select count(*)::int from equipments e where e.manufacture_id = ${manufacturer} and not e.is_deleted${more})`

const families = `(select jsonb_build_array('${JSON.stringify(noProductFamily)}'::jsonb) || coalesce(jsonb_agg(
  jsonb_build_object('id', f.id, 'name', f.name, 'description', coalesce(f.description, '')) order by f.name collate ${naturalOrder}), '[]')
  from product_families f where f.manufacture_id = t.id and not f.is_deleted)`

/** Equipment of a manufacturer including deleted rows, which lines still reference; each half uses its own index. */
export const equipmentEver = (manufacturer: string) =>
  `(select id from equipments where manufacture_id = ${manufacturer} and not is_deleted union all select id from equipments where manufacture_id = ${manufacturer} and is_deleted)`

/** Excludes the few deleted spaces by their index instead of joining the space of every line, which would dominate the query time. */
const usedProjects = `(select count(*)::int from living_projects p where p.stage <> ${ProjectStage.Lead} and visible(p) and p.id in (
  select l.project_id from space_equipment l where not l.is_deleted and l.equipment_id in ${equipmentEver('t.id')}
    and not exists (select from spaces s where s.id = l.space_id and s.is_deleted)))`

const parts = companyParts(CompanyType.Manufacture)

export const manufacturers = serve({
  resource: manufacturersModel,
  table: manufacturersTable,
  elsewhere: {
    representativeIds: 'representatives, only in the detail',
    accessList: 'the access list, only in the detail',
  },
  ...parts,
  computed: { ...parts.computed, projectsCount: usedProjects, equipmentCount: equipmentCountSql('t.id'), productFamilies: families },

  async detail(ctx, { id }) {
    const agents = await ctx.rows(
      { id: is.number },
      'select id from representatives where manufacturer_ids @> array[$1::bigint] and not is_deleted order by id',
      [id],
    )
    return { representativeIds: agents.map((agent) => agent.id), accessList: await readPlainList(ctx, accessList, id) }
  },

  async beforeDelete(ctx, manufacturer) {
    const used = await ctx.rows(
      { equipment: is.number, representatives: is.number },
      `select ${equipmentCountSql('$1')} as equipment, (select count(*)::int from representatives where manufacturer_ids @> array[$1::bigint] and not is_deleted) as representatives`,
      [manufacturer.id],
    )
    const { equipment, representatives } = onlyRow(used)
    if (equipment > 0) throw inUseConflict(manufacturer.name, 'pieces of equipment', equipment)
    if (representatives > 0) throw inUseConflict(manufacturer.name, 'representatives', representatives)
    await rejectIfReferenced(ctx, CompanyType.Manufacture, manufacturer)
  },
})

const accessList: PlainList = {
  calls: manufacturerAccessList,
  table: 'manufacturer_access_entries',
  column: 'manufacturer_id',
  isExternal: true,
  entity: manufacturersModel.entity,
  view: manufacturersModel.permission.view,
  get: (ctx, id, lock) => manufacturers.get(ctx, id, { lock }),
}

type LiteQuery = Partial<RequestOf<typeof liteManufacturers>['query']>

/** Condition for manufacturers that match the usage filters, limited to projects and spaces visible to the caller. */
function usedThere({ categoryIds, equipmentIds, projectIds, spaceIds }: LiteQuery, p: Params): string | undefined {
  const conditions: string[] = []
  if (categoryIds?.length) conditions.push(`e.category_id = any(${p.add(categoryIds)})`)
  if (equipmentIds?.length) conditions.push(`e.id = any(${p.add(equipmentIds)})`)
  const places: string[] = []
  if (projectIds?.length) places.push(`l.project_id = any(${p.add(projectIds)})`)
  if (spaceIds?.length) places.push(`l.space_id = any(${p.add(spaceIds)})`)
  if (places.length > 0)
    return `t.id in (select e.manufacture_id from living_lines l join equipments e on e.id = l.equipment_id
      join living_projects x on x.id = l.project_id and visible(x) where ${[...conditions, ...places].join(' and ')})`
  if (conditions.length === 0) return undefined
  return `exists (select from equipments e where e.manufacture_id = t.id and not e.is_deleted and ${conditions.join(' and ')})`
}

const liteShape = { id: is.number, name: is.text, logoUrl: orNull(is.text) }
/** Lists all matching manufacturers without paging. */
function inUseBy(query: LiteQuery, p: Params) {
  const conditions = ['not t.is_deleted']
  for (const pattern of searchPatterns(query.search)) conditions.push(`t.search_text like dna_fold(${p.add(pattern)})`)
  const used = usedThere(query, p)
  if (used) conditions.push(used)
  return `where ${conditions.join(' and ')} order by t.name collate ${naturalOrder}, t.id`
}

async function listLite(ctx: Context, query: LiteQuery) {
  const p = new Params()
  const rows = await ctx.rows(liteShape, `select t.id, t.name, t.logo_url from manufacturers t ${inUseBy(query, p)}`, p.values)
  const items = rows.map((row) => ({ ...row, logoUrl: ctx.addresses.stripSignature(row.logoUrl) }))
  return { items, total: items.length }
}

/** Includes the product families in one statement, because pickers wait for it. */
async function listWithFamilies(ctx: Context, query: LiteQuery) {
  const p = new Params()
  const families = `left join (select f.manufacture_id, json_agg(json_build_object('id', f.id, 'name', f.name, 'description', coalesce(f.description, ''))
      order by f.name collate ${naturalOrder}) as rows from product_families f where not f.is_deleted group by 1) f on f.manufacture_id = t.id`
  const rows = await ctx.rows(
    { ...liteShape, families: orNull(is.listOf(is.jsonOf({ id: is.number, name: is.text, description: is.text }))) },
    `select t.id, t.name, t.logo_url, f.rows as families from manufacturers t ${families} ${inUseBy(query, p)}`,
    p.values,
  )
  const items = rows.map(({ families, logoUrl, ...row }) => ({
    ...row,
    logoUrl: ctx.addresses.stripSignature(logoUrl),
    productFamilies: [noProductFamily, ...(families ?? [])],
  }))
  return { items, total: items.length }
}

/** Counters of a manufacturer's own data; usage counters come from the spaces area. */
export async function manufacturerCounters(ctx: Context, id: number) {
  const { contactsCount } = await manufacturers.get(ctx, id)
  const counters = await ctx.rows(
    { equipmentCount: is.number, deprecatedCount: is.number, productFamiliesCount: is.number, representativesCount: is.number },
    `select ${equipmentCountSql('$1')} as "equipmentCount", ${equipmentCountSql('$1', ' and e.availability = $2')} as "deprecatedCount",
      (select count(*)::int from product_families where manufacture_id = $1 and not is_deleted) as "productFamiliesCount",
      (select count(*)::int from representatives where manufacturer_ids @> array[$1::bigint] and not is_deleted) as "representativesCount"`,
    [id, EquipmentAvailability.Deprecated],
  )
  return { ...onlyRow(counters), contactsCount }
}

/** Checks that an external caller is on the manufacturer's access list, directly or through a group (domain 4.4). */
export async function isOnAccessList(ctx: Context, manufacturerId: number): Promise<boolean> {
  const p = new Params()
  return (await ctx.run(`select where ${opensToGuest(ctx.actor, p, `${p.add(manufacturerId)}::bigint`)}`, p.values)) > 0
}

export function opensToGuest(actor: Actor, p: StatementValues, manufacturer: string): string {
  if (!actor.isExternal) return 'false'
  const id = p.add(actor.userId)
  return `${manufacturer} in (select x.manufacturer_id from manufacturer_access_entries x where x.user_id = ${id} or x.access_group_id in (
    select m.access_group_id from access_group_members m join access_groups g on g.id = m.access_group_id and not g.is_deleted where m.user_id = ${id}))`
}

/** Creates manufacturers with only a name in bulk. Returns their ids in the order of the names, and the log entries. */
export async function makeManufacturers(ctx: Context, names: string[]): Promise<{ ids: number[]; entries: AuditEntry[] }> {
  if (names.length === 0) return { ids: [], entries: [] }
  const created = await ctx.insertMany(
    manufacturersTable,
    names.map((name) => ({ name })),
    { returning: ['id'] },
  )
  const ids = created.map(({ id }) => id)
  const entries = names.map(
    (name, index): AuditEntry => ({
      action: 'Create',
      entity: manufacturersModel.entity,
      entityId: ids[index] ?? null,
      entityName: name,
      after: { name },
      activity: { title: 'Created' },
    }),
  )
  await recordAudit(ctx, entries)
  announceMany(
    ctx,
    manufacturers,
    ids.map((id) => ({ id })),
    'Created',
  )
  return { ids, entries }
}

/** Finds manufacturers by name, ignoring case, and creates those that are missing. */
export async function findOrMakeManufacturers(ctx: Context, names: string[]) {
  const byKey = new Map(names.map((name) => [caseFoldedKey(name), name]))
  const known = await ctx.rows(
    { id: is.number, key: is.text },
    'select id, dna_key(name) as key from manufacturers where dna_key(name) = any($1) and not is_deleted',
    [[...byKey.keys()]],
  )
  const ids = new Map(known.map(({ id, key }) => [key, id]))
  const missing = [...byKey].filter(([key]) => !ids.has(key))
  const created = await makeManufacturers(
    ctx,
    missing.map(([, name]) => name),
  )
  for (const [index, id] of created.ids.entries()) ids.set(missing[index]?.[0] ?? '', id)
  return {
    entries: created.entries,
    idOf(name: string): number {
      const id = ids.get(caseFoldedKey(name))
      if (id === undefined) throw new Error(`${name} is not a manufacturer`)
      return id
    },
  }
}

export const manufacturerRoutes: Route[] = [
  ...accessListRoutes(accessList),
  defineRoute(allManufacturers, (ctx) => listWithFamilies(ctx, {})),
  defineRoute(liteManufacturers, (ctx, { query }) => listLite(ctx, query)),
  defineRoute(liteManufacturersWithFamilies, (ctx, { query }) => listWithFamilies(ctx, query)),
]
