import { call, page, paging, requestedFile, shape } from '../kit/call.ts'
import { boolean, choice, defaulted, group, id, instant, integer, json, optional, references, set, text } from '../kit/field.ts'
import { levels } from '../spaces/levels.ts'
import { spaces } from '../spaces/spaces.ts'
import { ReportScope, ReportSheetOption, ReportType } from './enums.ts'

/** Which products of a bill of materials stand together. */
export const bomGroupings = ['category', 'provider', 'manufacturer'] as const

const options = {
  hidePrices: defaulted(boolean('Leave prices out'), false),
  includeCancelled: defaulted(boolean('Include cancelled and archived spaces'), false),
  groupBy: defaulted(text('Group by', { max: 20 }), 'category'),
}

/** What somebody asks for when they ask for a report (domain 11.1). The right to the kind of report is checked by its type. */
export const requestReport = call({
  method: 'POST',
  path: '/projects/:id/Reports',
  permission: 'ProjectReports.View',
  summary: 'Ask for a report of a project; it is made in the download center',
  body: {
    reportType: choice('Report', ReportType),
    scope: choice('Scope', ReportScope),
    spaceIds: optional(references('Spaces', () => spaces)),
    levelIds: optional(references('Levels', () => levels)),
    sheetOptions: optional(set('More sheets', choice('Sheet', ReportSheetOption))),
    options: optional(group('Options', options)),
  },
  answer: shape(requestedFile),
  status: 202,
})

export const reportHistory = call({
  method: 'GET',
  path: '/projects/:id/Reports/History',
  permission: 'ProjectReports.ViewHistory',
  summary: 'The reports made of a project, newest first',
  query: paging,
  answer: page(
    shape({
      id: id(),
      fileName: text('File'),
      status: integer('Status'),
      createDate: instant('Date'),
      reportType: integer('Report'),
      scope: integer('Scope'),
      user: json<{ id: string; firstName: string; lastName: string } | null>('User'),
    }),
  ),
})
