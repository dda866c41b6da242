import type { ReportSheetOption } from '../../model/reports/enums.ts'
import type { Context } from '../kit/request/context.ts'
import type { Sheet } from '../tools/sheet.ts'
import type { ReportScopeData } from './report-scope.ts'

export interface ReportContext {
  scope: ReportScopeData
  sheetOptions: readonly ReportSheetOption[]
  hidePrices: boolean
  groupBy: string
  includeCables: boolean
  includePictures: boolean
  showUnitDetail: boolean
  roundTo: number | null
  onePagePerSpace: boolean
  includeCancelled: boolean
}

export type ReportSheets = (ctx: Context, reportRequest: ReportContext) => Promise<Sheet[]>
