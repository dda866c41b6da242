import { DocumentType } from '../../model/drawings/enums.ts'
import { DocumentLayout } from '../../model/templates/enums.ts'
import { layoutTemplates as layoutTemplatesModel, SheetSize } from '../../model/templates/layout-templates.ts'
import { tooManyViews } from '../../model/templates/layouts.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, inUseConflict } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { missingViews, viewNamesSql } from './layout-views.ts'
import { layoutTemplatesTable, layoutViewsTable } from './templates-tables.ts'

export const layoutTemplates = serve({
  resource: layoutTemplatesModel,
  table: layoutTemplatesTable,
  computed: { viewNames: viewNamesSql('t.view_ids') },

  async beforeWrite(ctx, values, before) {
    const viewIds = values.viewIds ?? before?.viewIds ?? []
    const layout = values.layout ?? before?.layout ?? DocumentLayout.BIMTeamDecided
    const problem = tooManyViews(layout, viewIds.length)
    if (problem) throw badRequest({ viewIds: [problem] })
    if (values.viewIds && (await missingViews(ctx, values.viewIds)).length > 0) throw badRequest({ viewIds: ['Layout views not found.'] })
    return undefined
  },
  async beforeDelete(ctx, { id, name }) {
    const used = await ctx.rows(
      { documents: is.number },
      'select count(*)::int as documents from living_documents d where d.layout_template_id = $1',
      [id],
    )
    const { documents } = onlyRow(used)
    if (documents > 0) throw inUseConflict(name, 'drawing documents', documents)
  },
})

const { IAV, SCD, SitePlan, Plan, Overview, ScopeView, TypicalIAV, TypicalSCD, Detail } = DocumentType
const quarter = `1/4" = 1'-0"`
type ViewRow = [name: string, abbreviation: string, scale: string, types: DocumentType[]]
const firstViews: ViewRow[] = [
  ['Floor Plan', 'FP', quarter, [IAV, TypicalIAV, Plan, Overview, ScopeView, SitePlan]],
  ['Reflected Ceiling Plan', 'RCP', quarter, [IAV, TypicalIAV, Plan]],
  ['Elevation', 'EL', `1/2" = 1'-0"`, [IAV, TypicalIAV, Detail]],
  ['Section', 'SEC', `1/2" = 1'-0"`, [IAV, TypicalIAV, Detail]],
  ['Enlarged Plan', 'ENL', `1/2" = 1'-0"`, [IAV, TypicalIAV, Plan, Detail]],
  ['Signal Flow', 'SF', 'NTS', [SCD, TypicalSCD]],
]
const { OneViewPerPage, FourViewsPerPage, SixViewsPerPage } = DocumentLayout
const firstTemplates: [name: string, layout: DocumentLayout, views: number][] = [
  ['One view D', OneViewPerPage, 1],
  ['Four views D', FourViewsPerPage, 4],
  ['Six views D', SixViewsPerPage, 6],
]

/** Built-in layouts (domain 6.18); each set is inserted only while its table is empty. */
export async function makeLayouts(ctx: Context) {
  if ((await ctx.run('select from layout_views limit 1')) === 0)
    await ctx.insertMany(
      layoutViewsTable,
      firstViews.map(([name, abbreviation, scale, documentTypes]) => ({ name, abbreviation, scale, documentTypes })),
    )
  if ((await ctx.run('select from layout_templates limit 1')) > 0) return
  const views = firstViews.map(([name]) => name)
  await ctx.run(
    `insert into layout_templates (name, layout, sheet_size, view_ids)
     select x.name, x.layout, $2, coalesce((select array_agg(v.id order by n.place) from unnest(x.views) with ordinality n(name, place)
       join layout_views v on v.name = n.name and not v.is_deleted), '{}')
     from jsonb_to_recordset($1) as x(name text, layout smallint, views text[])`,
    [JSON.stringify(firstTemplates.map(([name, layout, count]) => ({ name, layout, views: views.slice(0, count) }))), SheetSize.ArchD],
  )
}
