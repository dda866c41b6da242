import { ProposalType } from '../contracts/enums.ts'
import { call, fileTaskShape, page, paging, shape } from '../kit/call.ts'
import { boolean, choice, defaulted, group, id, instant, integer, optional, references, set, text } from '../kit/field.ts'
import { objects, personField } from '../kit/response-fields.ts'
import { levels } from '../spaces/levels.ts'
import { spaces } from '../spaces/spaces.ts'
import { ReportScope, ReportSheetOption, ReportType } from './enums.ts'

export const bomGroupings = ['category', 'provider', 'manufacturer'] as const
export const roundings = [1, 10, 100, 1000] as const

export const reportOptions = {
  hidePrices: defaulted(boolean('Leave prices out'), false),
  includeCancelled: defaulted(boolean('Include canceled and archived spaces'), false),
  groupBy: defaulted(text('Group by', { max: 20 }), 'category'),
  includeCables: defaulted(boolean('Add a sheet with the cables to buy'), false),
  includePictures: defaulted(boolean('With pictures of the products'), false),
  showUnitDetail: defaulted(boolean('Add a sheet with every line'), false),
  roundTo: optional(integer('Round the total up to the next, in dollars', { min: 1, max: 1000 })),
  onePagePerSpace: defaulted(boolean('Start a new page for each space'), false),
  /** Proposal to send; required for a Client Proposal and invalid otherwise. */
  contractId: optional(id('Contract')),
  includeOPC: defaulted(boolean('With the opinion of probable cost'), false),
  /** Defaults by proposal type. */
  includeSchedule: optional(boolean('With the schedule')),
  includeRates: defaulted(boolean('With the hourly rates'), false),
  /** Reports the issued revision instead of the current project. */
  revisionId: optional(id('As of')),
}
/** Proposals include a schedule by default, except fee tables (domain 11.10). */
export const isScheduled = (proposalType: ProposalType, includeSchedule: boolean | null) =>
  includeSchedule ?? proposalType !== ProposalType.FeeTables

export type ReportOption = keyof typeof reportOptions

interface ReportOffer {
  note: string
  sheets: readonly ReportSheetOption[]
  options: readonly ReportOption[]
}
const { SpaceListSheet, AreaGroupsListSheet } = ReportSheetOption
const bothSheets = [SpaceListSheet, AreaGroupsListSheet]

/** Available reports; options not listed for a report are rejected (domain 11). */
export const reportOffers: Partial<Record<ReportType, ReportOffer>> = {
  [ReportType.BOM]: {
    note: 'Products to buy, one row per product and responsibility',
    sheets: bothSheets,
    options: ['hidePrices', 'includeCancelled', 'groupBy', 'includeCables', 'includePictures', 'revisionId'],
  },
  [ReportType.ExtendedBOM]: {
    note: 'Every line with its technical data, and a matrix of products and spaces',
    sheets: bothSheets,
    options: ['hidePrices', 'includeCancelled', 'revisionId'],
  },
  [ReportType.PIF]: {
    note: 'Responsibility for supply and installation, with power, data and cooling',
    sheets: bothSheets,
    options: ['includeCancelled', 'revisionId'],
  },
  [ReportType.OPC]: {
    note: 'Opinion of probable cost, in total, by space, by category and by provider',
    sheets: bothSheets,
    options: ['includeCancelled', 'showUnitDetail', 'roundTo', 'revisionId'],
  },
  [ReportType.SpaceList]: {
    note: 'Every space with its size, state and equipment, and the number of spaces on each level',
    sheets: [],
    options: ['hidePrices', 'includeCancelled', 'revisionId'],
  },
  [ReportType.AreaGroupsBOM]: {
    note: 'Products to buy for each part of each space',
    sheets: bothSheets,
    options: ['hidePrices', 'includeCancelled', 'onePagePerSpace', 'includePictures', 'revisionId'],
  },
  [ReportType.RevitFamilies]: {
    note: 'Which products have a Revit family, and which lack one',
    sheets: [SpaceListSheet],
    options: ['includeCancelled', 'revisionId'],
  },
  [ReportType.DrawingSheetList]: {
    note: 'Every drawing sheet with its subject, state and dates, and the number of sheets of each type',
    sheets: [],
    options: ['includeCancelled', 'revisionId'],
  },
  [ReportType.RackElevations]: {
    note: 'Front and rear of each rack to scale, with its contents, weight, power and heat',
    sheets: [],
    options: ['includeCancelled', 'revisionId'],
  },
  [ReportType.ClientProposal]: {
    note: 'A letter with scope, fee and schedule from a contract of type Proposal, as a Word document',
    sheets: [],
    options: ['includeCancelled', 'contractId', 'includeOPC', 'includeSchedule', 'includeRates', 'revisionId'],
  },
  [ReportType.BIN]: {
    note: 'Requirements of each space for the building: power, data, cooling and structure, as a Word document',
    sheets: [],
    options: ['includeCancelled', 'revisionId'],
  },
}

export const reportQuery = {
  reportType: choice('Report', ReportType),
  scope: choice('Scope', ReportScope),
  spaceIds: optional(references('Spaces', () => spaces)),
  levelIds: optional(references('Levels', () => levels)),
  sheetOptions: optional(set('More sheets', choice('Sheet', ReportSheetOption))),
}

export const requestReport = call({
  method: 'POST',
  path: '/projects/:id/Reports',
  permission: 'ProjectReports.View',
  summary: 'Request a report of a project; it is generated in the download center',
  body: { ...reportQuery, options: optional(group('Options', reportOptions)) },
  response: shape(fileTaskShape),
  status: 202,
})

/** Counts are taken from the report itself, so they match its content. */
export const previewReport = call({
  method: 'GET',
  path: '/projects/:id/Reports/Preview',
  permission: 'ProjectReports.View',
  summary: 'Preview a report: its file name, and its sheets with rows and pages or its chapters with tables',
  query: { ...reportQuery, ...reportOptions },
  response: shape({
    fileName: text('File'),
    spaces: integer('Spaces'),
    sheets: objects('Sheets', { name: text('Name'), rows: integer('Rows'), pages: integer('Pages') }),
    chapters: objects('Chapters', { name: text('Name'), tables: integer('Tables'), rows: integer('Rows') }),
  }),
})

export const reportHistory = call({
  method: 'GET',
  path: '/projects/:id/Reports/History',
  permission: 'ProjectReports.ViewHistory',
  summary: 'List the reports generated for a project, newest first',
  query: paging,
  response: page(
    shape({
      id: id(),
      fileName: text('File'),
      status: integer('Status'),
      createDate: instant('Date'),
      reportType: integer('Report'),
      scope: integer('Scope'),
      user: personField('User'),
    }),
  ),
})
