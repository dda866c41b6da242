import { typedKeys } from '../../model/kit/keys.ts'
import { fullName } from '../../model/kit/names.ts'
import { ReportSheetOption, ReportType } from '../../model/reports/enums.ts'
import { bomGroupings, reportOffers, reportOptions, type requestReport, roundings } from '../../model/reports/report-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, forbidden } from '../kit/request/errors.ts'
import { requireAccess } from '../kit/request/http.ts'
import type { HandlerRequest } from '../kit/request/routes.ts'
import type { Sheet, SheetPicture, Workbook } from '../tools/sheet.ts'
import { sheetsOfAreaGroupsBom } from './area-groups-bom.ts'
import { sheetsOfBom } from './bom.ts'
import { hasSheets, sheetsOfDrawingList } from './drawing-sheet-list.ts'
import { sheetsOfExtendedBom } from './extended-bom.ts'
import { type Maker, renderWorkbook } from './making.ts'
import { areaGroupSheet, spaceSheet } from './more-sheets.ts'
import { sheetsOfOpc } from './opc.ts'
import { sheetsOfPif } from './pif.ts'
import { hasRacks, sheetsOfRackElevations } from './rack-elevations.ts'
import type { ReportSheets } from './report-kit.ts'
import { loadFirmLogo } from './report-logo.ts'
import { cablesOfRevision } from './report-revision.ts'
import { loadScope, projectTitle, type ReportScopeData, reportPreamble } from './report-scope.ts'
import { sheetsOfRevitFamilies } from './revit-families.ts'
import { sheetsOfSpaceList } from './space-list.ts'

const makers: Partial<Record<ReportType, ReportSheets>> = {
  [ReportType.BOM]: sheetsOfBom,
  [ReportType.ExtendedBOM]: sheetsOfExtendedBom,
  [ReportType.PIF]: sheetsOfPif,
  [ReportType.OPC]: sheetsOfOpc,
  [ReportType.SpaceList]: sheetsOfSpaceList,
  [ReportType.AreaGroupsBOM]: sheetsOfAreaGroupsBom,
  [ReportType.RevitFamilies]: sheetsOfRevitFamilies,
  [ReportType.DrawingSheetList]: sheetsOfDrawingList,
  [ReportType.RackElevations]: sheetsOfRackElevations,
}

/** Reports a project without spaces can still have, if this other content exists. */
const moreThanSpaces: Partial<Record<ReportType, (ctx: Context, projectId: number) => Promise<boolean>>> = {
  [ReportType.DrawingSheetList]: hasSheets,
  [ReportType.RackElevations]: hasRacks,
}

type ReportBody = HandlerRequest<typeof requestReport>['body']
export type ReportRequest = Omit<ReportBody, 'options'> & { options: NonNullable<ReportBody['options']> }

/** Parameters of a stored task; tasks of older versions lack some, and the first ones are bills of materials only. */
type ReportInput = Pick<ReportBody, 'scope'> & Partial<Omit<ReportBody, 'options'>> & { options?: Partial<ReportRequest['options']> | null }

/** Fills in defaults for missing parameters of a request or stored task. */
export function normalizeReportRequest({ reportType, scope, spaceIds, levelIds, sheetOptions, options }: ReportInput): ReportRequest {
  return {
    reportType: reportType ?? ReportType.BOM,
    scope,
    spaceIds: spaceIds ?? null,
    levelIds: levelIds ?? null,
    sheetOptions: sheetOptions ?? null,
    options: {
      hidePrices: options?.hidePrices ?? false,
      includeCancelled: options?.includeCancelled ?? false,
      groupBy: options?.groupBy ?? 'category',
      includeCables: options?.includeCables ?? false,
      includePictures: options?.includePictures ?? false,
      showUnitDetail: options?.showUnitDetail ?? false,
      roundTo: options?.roundTo ?? null,
      onePagePerSpace: options?.onePagePerSpace ?? false,
      contractId: options?.contractId ?? null,
      includeOPC: options?.includeOPC ?? false,
      includeSchedule: options?.includeSchedule ?? null,
      includeRates: options?.includeRates ?? false,
      revisionId: options?.revisionId ?? null,
    },
  }
}

const optionNames = typedKeys(reportOptions).filter((key) => key !== 'groupBy')

/** Checks the permission for the report type and rejects unsupported options. */
export function checkAsked(ctx: Context, { reportType, sheetOptions, options }: ReportRequest) {
  const kind = ReportType.get(reportType)
  if (!ctx.actor.held.has(kind.permission)) throw forbidden(kind.permission)
  const offer = reportOffers[reportType]
  if (!offer) throw badRequest({ reportType: ['This report is not available yet.'] })
  const problems: Record<string, string[]> = {}
  const refuse = (field: string) => {
    problems[field] = ['This value is not valid!']
  }
  if (sheetOptions?.some((sheet) => !offer.sheets.includes(sheet))) refuse('sheetOptions')
  for (const name of optionNames) if (options[name] && !offer.options.includes(name)) refuse(`options.${name}`)
  const isGrouped = options.groupBy !== 'category'
  if (isGrouped && !(offer.options.includes('groupBy') && bomGroupings.some((bomGrouping) => bomGrouping === options.groupBy)))
    refuse('options.groupBy')
  if (options.roundTo !== null && !roundings.some((rounding) => rounding === options.roundTo)) refuse('options.roundTo')
  if (Object.keys(problems).length > 0) throw badRequest(problems)
  return kind
}

export async function loadReportScope(ctx: Context, projectId: number, { options, ...scopeRequest }: ReportRequest) {
  const scope = await loadScope(ctx, projectId, {
    ...scopeRequest,
    includeCancelled: options.includeCancelled,
    revisionId: options.revisionId,
    hasMore: async () => (await moreThanSpaces[scopeRequest.reportType]?.(ctx, projectId)) ?? false,
  })
  // Throws at the request instead of during generation.
  if (options.includeCables && scope.revision) cablesOfRevision(scope.revision)
  return scope
}

async function sheetsOfReport(
  ctx: Context,
  scope: ReportScopeData,
  { reportType, sheetOptions, options }: ReportRequest,
): Promise<Sheet[]> {
  const make = makers[reportType]
  if (!make) throw new Error('This kind of report is not a workbook.')
  const added = sheetOptions ?? []
  const { hasPrices } = ReportType.get(reportType)
  const hidesPrices = options.hidePrices || !hasPrices
  const sheets = await make(ctx, { ...options, scope, sheetOptions: added, hidePrices: hidesPrices })
  if (added.includes(ReportSheetOption.SpaceListSheet)) sheets.push(await spaceSheet(scope, hidesPrices))
  if (added.includes(ReportSheetOption.AreaGroupsListSheet)) sheets.push(await areaGroupSheet(ctx, scope, hidesPrices))
  return sheets
}

/** Footer next to the sheet name; a long project name is truncated to fit. */
function sheetFooter({ project }: ReportScopeData, title: string, { name: sheet }: Sheet): string {
  const name = projectTitle(project)
  const short = name.length > 45 ? `${name.slice(0, 44).trimEnd()}…` : name
  return sheet === title ? short : `${short}, ${title}`
}

/** Every sheet shows project, subject, and date, because it may be printed alone. */
function framed(ctx: Context, sheets: Sheet[], scope: ReportScopeData, title: string, logo?: SheetPicture): Sheet[] {
  return sheets.map((sheet) => ({
    ...sheet,
    logo,
    preamble: reportPreamble(ctx, scope, sheet.name === title ? title : `${title}, ${sheet.name}`),
    foot: sheetFooter(scope, title, sheet),
  }))
}

export async function bookOfScope(ctx: Context, scope: ReportScopeData, reportRequest: ReportRequest): Promise<Workbook> {
  const { label } = ReportType.get(reportRequest.reportType)
  const sheets = await sheetsOfReport(ctx, scope, reportRequest)
  return {
    author: fullName(ctx.actor),
    sheets: framed(ctx, sheets, scope, label, await loadFirmLogo(ctx)),
  }
}

/** Workbook of a task: reads one snapshot with the owner's current permissions. */
export async function bookOfReport(ctx: Context, projectId: number, parameters: ReportInput): Promise<Workbook> {
  requireAccess(ctx.actor, 'ProjectReports.View')
  const reportRequest = normalizeReportRequest(parameters)
  checkAsked(ctx, reportRequest)
  return bookOfScope(ctx, await loadReportScope(ctx, projectId, reportRequest), reportRequest)
}

export const makeReport: Maker<'report' | 'bom'> = async (making) => {
  const { projectId } = making.task
  if (projectId === null) throw new Error('This file does not belong to a project.')
  const book = await making.read((ctx) => bookOfReport(ctx, projectId, making.parameters))
  making.progress(50)
  return renderWorkbook(making, book)
}

declare module '../kit/request/context.ts' {
  interface FileParameters {
    report: ReportRequest
    /** Legacy name in tasks created when only bills of materials existed. */
    bom: ReportInput
  }
}
