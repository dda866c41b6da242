import type { ReportSheetOption } from '../../model/reports/enums.ts'
import type { Context } from '../kit/request/context.ts'
import type { Sheet } from '../tools/sheet.ts'
import type { ReportScopeData } from './report-scope.ts'

/** What a report is made from: its spaces, and what was chosen. */
export interface ReportWanted {
  scope: ReportScopeData
  sheetOptions: readonly ReportSheetOption[]
  hidePrices: boolean
  groupBy: string
  includeCables: boolean
  showUnitDetail: boolean
  roundTo: number | null
  onePagePerSpace: boolean
  includeCancelled: boolean
}

/** The sheets that are a report's own; head, logo and foot are every report's and come later. */
export type ReportSheets = (ctx: Context, wanted: ReportWanted) => Promise<Sheet[]>
