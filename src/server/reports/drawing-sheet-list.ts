import { typeOrder } from '../../model/drawings/document-texts.ts'
import { AssociateType, DocumentState, DocumentType } from '../../model/drawings/enums.ts'
import { fullName } from '../../model/kit/names.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { uncountedStatuses } from '../../model/spaces/counted-spaces.ts'
import { DocumentLayout } from '../../model/templates/enums.ts'
import type { Context } from '../kit/request/context.ts'
import type { ReportContext, ReportSheets } from './report-kit.ts'
import type { ReportScopeData } from './report-scope.ts'
import { type ReportSheet, sheetColumns, sheetShape } from './report-shapes.ts'
import { type ReportTable, sheetOfTable } from './report-table.ts'

const documentTypeLabel = ({ documentType }: ReportSheet) => DocumentType.label(documentType)

const sheets: ReportTable<ReportSheet> = {
  name: 'Sheets',
  columns: [
    { header: 'Sheet No.', width: 14, value: ({ number }) => number },
    { header: 'Title', width: 30, value: ({ title }) => title, wrap: true, isLabel: true },
    { header: 'Type', width: 12, value: documentTypeLabel, tally: (rows) => formatCount(rows.length, 'sheet') },
    { header: 'About', width: 26, value: ({ about }) => about, wrap: true },
    { header: 'Layout', width: 18, value: ({ layout }) => DocumentLayout.label(layout), wrap: true },
    { header: 'Views', width: 20, value: ({ views }) => views.map(({ name }) => name).join(', ') || null, wrap: true },
    { header: 'State', width: 12, value: ({ state }) => DocumentState.label(state) },
    { header: 'Revision', width: 9, value: ({ revision }) => revision },
    { header: 'Issue Date', width: 11, kind: 'date', align: 'left', value: ({ issueDate }) => issueDate },
    { header: 'Due Date', width: 11, kind: 'date', align: 'left', value: ({ dueDate }) => dueDate },
    { header: 'Assigned To', width: 17, value: ({ assignedUser }) => assignedUser && fullName(assignedUser) },
  ],
  groupOf: documentTypeLabel,
  total: 'Total',
}

interface TypeCount {
  type: DocumentType
  sheets: ReportSheet[]
}
const counts: ReportTable<TypeCount> = {
  name: 'By Type and State',
  columns: [
    { header: 'Type', width: 24, value: ({ type }) => DocumentType.label(type) },
    ...DocumentState.values.map(({ value, label }) => ({
      header: label,
      width: 14,
      kind: 'integer' as const,
      value: ({ sheets }: TypeCount) => sheets.filter(({ state }) => state === value).length,
      sum: true as const,
    })),
    { header: 'Sheets', width: 12, kind: 'integer', value: (row) => row.sheets.length, sum: true },
  ],
  total: 'Total',
}

/**
 * Includes sheets of the scope's spaces and levels; a scope of all spaces includes every sheet. A sheet of an excluded space is excluded
 * with it.
 */
function isInScope(sheet: ReportSheet, { isAll, spaceIds, levelIds }: ReportScopeData, includeCancelled: boolean): boolean {
  const { associateType: type, associateId: id } = sheet
  const isOf = (ids: readonly number[]) => id !== null && ids.includes(id)
  if (!includeCancelled && uncountedStatuses.includes(sheet.state)) return false
  if (type === AssociateType.Space) return isOf(spaceIds) || (isAll && includeCancelled)
  return isAll || (type === AssociateType.Level && levelIds !== null && isOf(levelIds))
}

async function gatherSheets(ctx: Context, { project, revision }: ReportScopeData): Promise<ReportSheet[]> {
  if (revision) return revision.contents.documents
  const columns = Object.entries(sheetColumns).map(([key, column]) => `${column} as "${key}"`)
  return ctx.rows(sheetShape, `select ${columns.join(', ')} from living_documents d where d.project_id = $1 order by d.sequence, d.id`, [
    project.id,
  ])
}

export const hasSheets = async (ctx: Context, projectId: number) =>
  (await ctx.run('select 1 from living_documents where project_id = $1 limit 1', [projectId])) > 0

/** Lists the sheets in drawing set order (domain 11.8). */
export const sheetsOfDrawingList: ReportSheets = async (ctx, { scope, includeCancelled }: ReportContext) => {
  const inOrder = new Intl.Collator('en', { numeric: true }).compare
  const all = (await gatherSheets(ctx, scope)).filter((sheet) => isInScope(sheet, scope, includeCancelled))
  const rows = typeOrder.flatMap((type) =>
    all.filter(({ documentType }) => documentType === type).toSorted((a, b) => inOrder(a.number ?? '~', b.number ?? '~')),
  )
  const byType = typeOrder.map((type) => ({ type, sheets: rows.filter(({ documentType }) => documentType === type) }))
  return [
    await sheetOfTable(sheets, rows),
    await sheetOfTable(
      counts,
      byType.filter((row) => row.sheets.length > 0),
    ),
  ]
}
