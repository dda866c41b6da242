import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { categories as categoriesModel, orderCategories } from '../../model/catalog/categories.ts'
import { AssociateType } from '../../model/drawings/enums.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, inUseConflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { decimalColumn, entityTable, foreignKey, uniqueName } from '../kit/sql/table.ts'
import { rejectIfReferenced } from './named-elsewhere.ts'

export const categoriesTable = entityTable(
  'categories',
  {
    number: integer().notNull(),
    name: text().notNull(),
    icon: text(),
    color: text(),
    parentId: foreignKey((): AnyPgColumn => categoriesTable.id),
    industryType: smallint(),
    masterFormatSection: text(),
    defaultProvider: text(),
    defaultInstaller: text(),
    complexityWeight: decimalColumn({ decimals: 4 }).notNull(),
    isCable: boolean().notNull(),
    isRack: boolean().notNull(),
    order: integer().notNull(),
  },
  (t) => [
    uniqueIndex('unique_categories_number').on(t.number).where(sql`not is_deleted`),
    uniqueName(t.name),
    index('categories_parent').on(t.parentId),
  ],
)

const equipmentIn = (category: string) => `(select count(*)::int from equipments e where e.category_id = ${category} and not e.is_deleted)`

const usedIn = (column: string, ids: number[], p: Params) =>
  `t.id in (select e.category_id from living_lines l join equipments e on e.id = l.equipment_id
    join living_projects x on x.id = l.project_id and visible(x) where l.${column} = any(${p.add(ids)}))`

export const numberedCategories = 'select c.id, c.name, c.number, c.is_deleted from categories c'

export const categories = serve({
  resource: categoriesModel,
  table: categoriesTable,
  computed: { equipmentCount: equipmentIn('t.id') },
  filters: {
    projectIds: (ids, p) => usedIn('project_id', ids, p),
    spaceIds: (ids, p) => usedIn('space_id', ids, p),
    manufacturerIds: (ids, p) =>
      `t.id in (select e.category_id from equipments e where e.manufacture_id = any(${p.add(ids)}) and not e.is_deleted)`,
  },

  async beforeWrite(ctx, values, before) {
    const { parentId, order } = values
    if (parentId) {
      if (parentId === before?.id) throw badRequest({ parentId: ['A category cannot be its own parent.'] })
      const family = await ctx.rows(
        { grandparent: orNull(is.number), hasChildren: is.boolean },
        `select (select parent_id from categories where id = $1) as grandparent,
          exists (select from categories where parent_id = $2 and not is_deleted) as has_children`,
        [parentId, before?.id ?? null],
      )
      const { grandparent, hasChildren } = onlyRow(family)
      if (grandparent !== null) throw badRequest({ parentId: ['A parent cannot have a parent itself.'] })
      if (hasChildren) throw badRequest({ parentId: ['A category with categories below it cannot have a parent.'] })
    }
    return order === null || order === undefined ? { order: before?.order ?? values.number } : undefined
  },

  async beforeDelete(ctx, category) {
    const used = await ctx.rows(
      { equipment: is.number, children: is.number },
      `select ${equipmentIn('$1')} as equipment, (select count(*)::int from categories where parent_id = $1 and not is_deleted) as children`,
      [category.id],
    )
    const { equipment, children } = onlyRow(used)
    if (equipment > 0) throw inUseConflict(category.name, 'pieces of equipment', equipment)
    if (children > 0) throw inUseConflict(category.name, 'categories', children)
    await rejectIfReferenced(ctx, category, { noun: 'budget lines', view: 'budget_categories', names: 'x.category_id = $1' })
    await rejectIfReferenced(ctx, category, {
      noun: 'drawing documents',
      view: 'living_documents',
      names: `x.associate_type = ${AssociateType.Category} and x.associate_id = $1`,
    })
  },
})

/** Numbers the listed categories from 1; the others follow in their previous order. */
async function reorderCategories(ctx: Context, ids: number[]) {
  const moved = await ctx.rows(
    { id: is.number, name: is.text, former: is.number, place: is.number },
    `with wanted as (
       select c.id, c."order" as former, row_number() over (order by coalesce(array_position($1::bigint[], c.id), 100000), c."order", c.number) as place
       from categories c where not c.is_deleted)
     update categories c set "order" = w.place, row_version = row_version + 1, update_date = now(), updated_by_id = $2
     from wanted w where c.id = w.id and w.former <> w.place returning c.id, c.name, w.former, w.place::int`,
    [ids, ctx.actor.userId || null],
  )
  await recordAudit(
    ctx,
    moved.map(({ id, name, former, place }) => ({
      action: 'Update',
      entity: categoriesModel.entity,
      entityId: id,
      entityName: name,
      before: { order: former },
      after: { order: place },
    })),
  )
  ctx.after(() => {
    for (const { id } of moved)
      ctx.services.changed({ entity: categoriesModel.entity, id, action: 'Updated' }, categoriesModel.permission.view)
  })
  const { items } = await categories.list(ctx, { sortBy: ['order'] }, { isWhole: true })
  return items
}

export const categoryRoutes: Route[] = [defineRoute(orderCategories, (ctx, { body }) => reorderCategories(ctx, body.ids))]
