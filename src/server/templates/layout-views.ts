import { layoutViews as layoutViewsModel } from '../../model/templates/layout-views.ts'
import type { Context } from '../kit/request/context.ts'
import { inUseConflict } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { layoutViewsTable } from './templates-tables.ts'

export const layoutViews = serve({
  resource: layoutViewsModel,
  table: layoutViewsTable,
  async beforeDelete(ctx, { id, name }) {
    const used = await ctx.rows(
      { templates: is.number, documents: is.number },
      `select (select count(*)::int from layout_templates where view_ids @> array[$1::bigint] and not is_deleted) as templates,
         (select count(*)::int from living_documents d where d.layout_view_ids @> array[$1::bigint]) as documents`,
      [id],
    )
    const { templates, documents } = onlyRow(used)
    if (templates > 0) throw inUseConflict(name, 'layout templates', templates)
    if (documents > 0) throw inUseConflict(name, 'drawing documents', documents)
  },
})

/** Returns the ids that do not exist and locks the others until the commit. */
export async function missingViews(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const found = await ctx.rows(
    { id: is.number },
    'select id from layout_views where id = any($1) and not is_deleted order by id for share',
    [ids],
  )
  const present = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !present.has(id))
}

export const viewNamesSql = (column: string) =>
  `(select coalesce(string_agg(v.name, ', ' order by x.place), '') from unnest(${column}) with ordinality x(id, place) join layout_views v on v.id = x.id)`

/** SQL of views as JSON, for sheets drawn with their views. */
export const viewsSql = (column: string) =>
  `(select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'abbreviation', v.abbreviation, 'scale', v.scale) order by x.place), '[]')
    from unnest(${column}) with ordinality x(id, place) join layout_views v on v.id = x.id)`
export const sheetSizeSql = (column: string) => `(select l.sheet_size from layout_templates l where l.id = ${column})`
