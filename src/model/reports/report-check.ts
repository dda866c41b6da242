import { array, call, shape } from '../kit/call.ts'
import { choice, defaulted, integer, needing, optional, text } from '../kit/field.ts'
import { ReportScope, ReportType } from './enums.ts'
import { reportOptions, reportQuery } from './report-calls.ts'

export const checkSeverity = { note: 1, warning: 2 } as const

/** Kinds of findings, in the order of the list. */
export type ReportCheckKind =
  | 'firm'
  | 'logo'
  | 'terms'
  | 'validity'
  | 'expiredPrices'
  | 'unpriced'
  | 'discontinued'
  | 'unplaced'
  | 'revision'

export const checkReport = call({
  method: 'GET',
  path: '/projects/:id/Reports/Check',
  permission: 'ProjectReports.View',
  summary: 'List what to look at before a report is sent: missing texts, old prices, discontinued products',
  query: {
    ...reportQuery,
    reportType: needing(reportQuery.reportType, ...ReportType.values.map(({ permission }) => permission)),
    scope: defaulted(choice('Scope', ReportScope), ReportScope.AllSpaces),
    ...reportOptions,
  },
  response: array(
    shape({
      kind: text('Kind'),
      /** 1 note, 2 warning. */
      severity: integer('Severity'),
      text: text('Text'),
      /** Path of the page where it can be mended; null without the permission for that page. */
      link: optional(text('Link')),
      count: optional(integer('Count')),
    }),
  ),
})
