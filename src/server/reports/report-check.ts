import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { centsOf } from '../../model/kit/money.ts'
import { formatCount, plural } from '../../model/kit/plural.ts'
import { isUnpriced } from '../../model/projects/money.ts'
import { ReportType } from '../../model/reports/enums.ts'
import { checkReport, checkSeverity, type ReportCheckKind } from '../../model/reports/report-check.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { settingOf, settingsOf } from '../settings/public.ts'
import { openProposal } from './proposal.ts'
import { checkAsked, normalizeReportRequest, type ReportRequest } from './report-book.ts'
import { gatherLines, type ReportLine } from './report-lines.ts'
import { loadScope, type ReportScopeData } from './report-scope.ts'
import { formatLongDate } from './report-texts.ts'

interface Finding {
  kind: ReportCheckKind
  severity: number
  text: string
  link: string | null
  count: number | null
}
type Found = Partial<Pick<Finding, 'severity' | 'link' | 'count'>>
const finding = (kind: ReportCheckKind, text: string, { severity = checkSeverity.warning, link = null, count = null }: Found = {}) => ({
  kind,
  severity,
  text,
  link,
  count,
})

async function checkedReport(ctx: Context, projectId: number, query: HandlerRequest<typeof checkReport>['query']): Promise<Finding[]> {
  const request = normalizeReportRequest({ ...query, options: query })
  checkAsked(ctx, request)
  const scope = await loadScope(ctx, projectId, {
    ...request,
    includeCancelled: request.options.includeCancelled,
    revisionId: request.options.revisionId,
    // A project without spaces still has a firm and terms to check.
    hasMore: async () => true,
  })
  return [
    ...(await firmFindings(ctx, request)),
    ...(await validityFindings(ctx, projectId, request)),
    ...(await lineFindings(ctx, scope, request)),
    ...(await rackFindings(ctx, scope, request)),
    ...(await revisionFindings(ctx, scope)),
  ]
}

const { ClientProposal, OPC, RackElevations, DrawingSheetList, RevitFamilies } = ReportType

async function firmFindings(ctx: Context, { reportType, options }: ReportRequest): Promise<Finding[]> {
  const { held } = ctx.actor
  const link = held.has('AppSettings.View') ? '/app-settings' : null
  const settings = await settingsOf(ctx, 'general.companyName', 'general.logoFileId', 'reports.opcDisclaimer', 'proposal.terms')
  const hasOpc = reportType === OPC || (reportType === ClientProposal && options.includeOPC)
  return [
    ...(settings['general.companyName']
      ? []
      : [finding('firm', 'The name of your firm is not set, so the paper is marked Draft.', { link })]),
    ...(settings['general.logoFileId'] ? [] : [finding('logo', 'No logo is set.', { link })]),
    ...(reportType === ClientProposal && !settings['proposal.terms']
      ? [finding('terms', 'The proposal has no terms: their setting is empty.', { link })]
      : []),
    ...(hasOpc && !settings['reports.opcDisclaimer']
      ? [finding('terms', 'The opinion of probable cost has no disclaimer: its setting is empty.', { link })]
      : []),
  ]
}

async function validityFindings(ctx: Context, projectId: number, { reportType, options }: ReportRequest): Promise<Finding[]> {
  if (reportType !== ClientProposal || options.contractId === null) return []
  const { id, validUntilDate } = await openProposal(ctx, projectId, options)
  const link = ctx.actor.held.has('ProjectContracts.Manage') ? `/manage-contracts/${id}/details` : null
  if (validUntilDate === null) return [finding('validity', 'The proposal has no date until which it is valid.', { link })]
  if (validUntilDate >= todayUtc()) return []
  return [finding('validity', `The proposal was valid until ${formatLongDate(validUntilDate)}.`, { link })]
}

/** Reports without lines, or whose lines say nothing about price and availability. */
const withoutLines: readonly ReportType[] = [DrawingSheetList, RackElevations, RevitFamilies]

async function lineFindings(ctx: Context, scope: ReportScopeData, { reportType, options }: ReportRequest): Promise<Finding[]> {
  if (withoutLines.includes(reportType) || (reportType === ClientProposal && !options.includeOPC)) return []
  const lines = await gatherLines(ctx, scope)
  const link = ctx.actor.held.has('ProjectEquipment.View') ? `/projects/${scope.project.id}/equipment` : null
  const { Discontinued, Deprecated } = EquipmentAvailability
  const gone = productsOf(lines.filter(({ product }) => product.availability === Discontinued || product.availability === Deprecated))
  const showsPrices = ReportType.get(reportType).hasPrices && !options.hidePrices
  const unpriced = showsPrices ? lines.filter(({ unit, isAgreed }) => isUnpriced(unit, isAgreed)).length : 0
  const days = await settingOf(ctx, 'reports.priceDays')
  const old = showsPrices && days !== null ? await countOldPrices(ctx, lines, days) : 0
  const found: Finding[] = []
  if (old > 0)
    found.push(
      finding(
        'expiredPrices',
        `${formatCount(old, 'product')} ${plural(old, 'has', 'have')} a price older than ${formatCount(days ?? 0, 'day')}.`,
        {
          link,
          count: old,
        },
      ),
    )
  if (unpriced > 0)
    found.push(
      finding(
        'unpriced',
        `${formatCount(unpriced, 'line')} ${plural(unpriced, 'has', 'have')} no price and ${plural(unpriced, 'counts', 'count')} as zero.`,
        {
          link,
          count: unpriced,
        },
      ),
    )
  if (gone.length > 0)
    found.push(
      finding('discontinued', `${formatCount(gone.length, 'product')} ${plural(gone.length, 'is', 'are')} discontinued.`, {
        link,
        count: gone.length,
      }),
    )
  return found
}

const productsOf = (lines: readonly ReportLine[]) => [...new Set(lines.map(({ equipmentId }) => equipmentId))]

/** Catalog prices older than the setting, of lines that use them. An agreed price has no date. */
async function countOldPrices(ctx: Context, lines: readonly ReportLine[], days: number): Promise<number> {
  const ids = productsOf(lines.filter(({ isAgreed, unit }) => !isAgreed && unit !== 0))
  const rows = await ctx.rows({ id: is.number }, 'select id from products where id = any($1) and price_date < current_date - $2::int', [
    ids,
    days,
  ])
  return rows.length
}

async function rackFindings(
  ctx: Context,
  { project, spaceIds, revision }: ReportScopeData,
  { reportType }: ReportRequest,
): Promise<Finding[]> {
  if (reportType !== RackElevations || revision) return []
  const rows = await ctx.rows(
    { unitId: is.number },
    `select u.id as "unitId" from living_units u join products e on e.id = u.equipment_id
     where u.space_id = any($1) and e.is_rack_mountable and not exists (select from placed_units p where p.unit_id = u.id)`,
    [spaceIds],
  )
  if (rows.length === 0) return []
  const text = `${formatCount(rows.length, 'rack device')} ${plural(rows.length, 'is', 'are')} in no rack.`
  return [
    finding('unplaced', text, {
      link: ctx.actor.held.has('ProjectEquipment.View') ? `/projects/${project.id}/racks` : null,
      count: rows.length,
    }),
  ]
}

async function revisionFindings(ctx: Context, { project, revision }: ReportScopeData): Promise<Finding[]> {
  if (revision) return []
  const severity = checkSeverity.note
  const link = `/projects/${project.id}/revisions`
  const [last] = await ctx.rows(
    { code: is.text, isSame: is.boolean },
    `select code, space_count = $2 and equipment_count = $3 and total_msrp_price = $4 as "isSame"
     from revisions where project_id = $1 and not is_deleted order by id desc limit 1`,
    [project.id, project.spaceCount, project.equipmentCount, centsOf(project.totalMsrpPrice)],
  )
  if (!last) return [finding('revision', 'No revision has been issued; the paper shows the design of today.', { severity, link })]
  return last.isSame ? [] : [finding('revision', `The design has changed since ${last.code} was issued.`, { severity, link })]
}

export const reportCheckRoutes: Route[] = [defineRoute(checkReport, (ctx, { params, query }) => checkedReport(ctx, params.id, query))]
