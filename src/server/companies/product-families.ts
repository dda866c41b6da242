import { text } from 'drizzle-orm/pg-core'
import { manufacturerFamilies } from '../../model/companies/manufacturers.ts'
import { noProductFamily, productFamilies as productFamiliesModel, productFamilyNames } from '../../model/companies/product-families.ts'
import type { ColumnOf, RowOf } from '../../model/kit/resource.ts'
import { type AuditEntry, recordAudit } from '../kit/entity/audit.ts'
import { searchPatterns } from '../kit/entity/rows.ts'
import type { ListQuery } from '../kit/entity/served.ts'
import { pageSize } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict, inUseConflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { announceMany } from '../kit/resource/many-rows.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { entityTable, foreignKey, uniqueName } from '../kit/sql/table.ts'
import { manufacturers, manufacturersTable } from './manufacturers.ts'

export const productFamiliesTable = entityTable(
  'product_families',
  {
    manufactureId: foreignKey(() => manufacturersTable.id).notNull(),
    name: text().notNull(),
    description: text(),
  },
  (t) => [uniqueName(t.name, t.manufactureId)],
)

const equipmentCountSql = (family: string) =>
  `(select count(*)::int from equipments e where e.product_family_id = ${family} and not e.is_deleted)`

const served = serve({
  resource: productFamiliesModel,
  table: productFamiliesTable,
  parent: () => manufacturers,
  computed: {
    manufactureName: '(select m.name from manufacturers m where m.id = t.manufacture_id)',
    equipmentCount: equipmentCountSql('t.id'),
  },

  async beforeDelete(ctx, family) {
    const used = await ctx.rows({ equipment: is.number }, `select ${equipmentCountSql('$1')} as equipment`, [family.id])
    const { equipment } = onlyRow(used)
    if (equipment > 0) throw inUseConflict(family.name, 'pieces of equipment', equipment)
  },
})

type Family = RowOf<typeof productFamiliesModel>
const none = noProductFamily as Family

/** Adds the family "none" as the first row of every list, unless the search excludes it, and counts it. */
const withNone =
  (isWhole: boolean) =>
  async <G extends { query: ListQuery }>(
    ctx: Context,
    request: G,
    standard: (ctx: Context, request: G) => Promise<{ items: Family[] }>,
  ) => {
    const { query } = request
    const { items } = await standard(ctx, { ...request, query: { ...query, page: 1, itemsPerPage: -1 } })
    const name = noProductFamily.name.toLowerCase()
    const isMeant = searchPatterns(query.search).every((pattern) => name.includes(pattern.slice(1, -1).toLowerCase()))
    const rows = isMeant ? [none, ...items] : items
    const size = query.all ? rows.length : pageSize(query, isWhole)
    const start = (Math.max(1, query.page ?? 1) - 1) * size
    return { items: rows.slice(start, start + size), total: rows.length }
  }

async function unlessNone<G extends { params: HandlerRequest<typeof served.calls.read>['params'] }, A>(
  ctx: Context,
  request: G,
  standard: (ctx: Context, request: G) => Promise<A>,
) {
  if (request.params.itemId !== none.id) return standard(ctx, request)
  await manufacturers.get(ctx, request.params.id)
  throw conflict(`${none.name} cannot be changed.`)
}

export const productFamilies = withOverrides(served, {
  list: { instead: withNone(false) },
  typeHead: { instead: withNone(false) },
  query: { instead: withNone(true) },
  read: {
    async instead(ctx, request, standard) {
      if (request.params.itemId !== none.id) return standard(ctx, request)
      await manufacturers.get(ctx, request.params.id)
      return none
    },
  },
  update: { instead: unlessNone },
  remove: { instead: unlessNone },
})

async function listFamilies(ctx: Context, manufactureId: number, query: HandlerRequest<typeof manufacturerFamilies>['query']) {
  await manufacturers.get(ctx, manufactureId)
  return served.list(ctx, query, { parentId: manufactureId })
}

async function listNames(ctx: Context, { query: { manufacturerIds, all: _, ...query } }: HandlerRequest<typeof productFamilyNames>) {
  const makers = (manufacturerIds ?? []).filter((id) => id > 0)
  return served.list(
    ctx,
    { ...query, sortBy: ['name'] },
    {
      isAcross: true,
      isWhole: true,
      keys: new Set<ColumnOf<typeof served.resource>>(['id', 'name', 'manufactureName']),
      extra: (_actor, p) => (makers.length > 0 ? `t.manufacture_id = any(${p.add(makers)})` : undefined),
    },
  )
}

export const productFamilyRoutes: Route[] = [
  defineRoute(manufacturerFamilies, (ctx, { params, query }) => listFamilies(ctx, params.id, query)),
  defineRoute(productFamilyNames, (ctx, request) => withNone(false)(ctx, request, listNames)),
]

/** Creates product families in bulk for imports. Returns their ids in the order of the names, and the log entries. */
export async function makeFamilies(
  ctx: Context,
  families: { manufactureId: number; name: string }[],
): Promise<{ ids: number[]; entries: AuditEntry[] }> {
  if (families.length === 0) return { ids: [], entries: [] }
  const rows = families.map(({ manufactureId, name }) => ({ manufactureId, name }))
  const created = await ctx.insertMany(productFamiliesTable, rows, { returning: ['id'] })
  const ids = created.map(({ id }) => id)
  const entries = families.map(
    ({ manufactureId, name }, index): AuditEntry => ({
      action: 'Create',
      entity: productFamiliesModel.entity,
      entityId: ids[index] ?? null,
      entityName: name,
      after: { manufactureId, name },
    }),
  )
  await recordAudit(ctx, entries)
  announceMany(
    ctx,
    served,
    ids.map((id) => ({ id })),
    'Created',
  )
  return { ids, entries }
}
