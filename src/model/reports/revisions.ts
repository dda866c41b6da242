import { call, fileTaskShape, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { date, id, integer, longText, money, name, optional, pattern, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { object, objects, personField } from '../kit/response-fields.ts'
import { categoryShape, changePrices, changeShape, comparedSums } from './revision-changes.ts'

/** Totals and prices of revisions require permission for the bill of materials. */
export const revisionPrices = 'ProjectReports.BOM'
const maskedSum = (label: string) => money(label, { max: Number.MAX_SAFE_INTEGER, mask: revisionPrices })

/** Immutable snapshot of a project on its issue date (domain 24). */
export const revisions = resource({
  path: 'projects/:id/Revisions',
  entity: 'revisions',
  names: { one: 'Revision', many: 'Revisions' },
  permission: { view: 'ProjectReports.View', create: 'Projects.Update' },
  owner: 'project',
  parent: 'projectId',
  fields: {
    code: text('Code', { min: 1, max: 20 }),
    title: name('Title', { min: 1 }),
    issueDate: date('Issued'),
    phase: optional(text('Phase', { max: 60 })),
    note: optional(longText('Note')),
  },
  computed: {
    projectId: id('Project'),
    issuedBy: optional(personField('Issued by')),
    spaceCount: integer('Spaces'),
    equipmentCount: integer('Equipment'),
    totalMsrpPrice: maskedSum('Total MSRP'),
  },
  list: {
    columns: ['code', 'title', 'issueDate', 'phase', 'spaceCount', 'equipmentCount', 'totalMsrpPrice', 'issuedBy'],
    optionalColumns: ['note', 'projectId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['code', 'title', 'phase'],
    sort: ['-issueDate', '-createDate'],
  },
  title: 'code',
  ref: ['code', 'title'],
})

const stateShape = {
  id: optional(id()),
  code: optional(text('Code')),
  title: revisions.fields.title,
  issueDate: revisions.fields.issueDate,
  issuedBy: revisions.computed.issuedBy,
  /** Requested day, if any; its state is the last revision issued by that day. */
  day: optional(date('Day')),
}
export type ComparedState = ValuesOf<typeof stateShape>

/** A revision id or a past day; empty or today means the current project. */
const side = (label: string) =>
  optional(pattern(label, /^(\d{1,15}|\d{4}-\d\d-\d\d)$/, 'Enter the id of a revision or a day such as 2026-06-12!', { max: 15 }))
const sides = { from: side('From'), to: side('To') }

export const compareRevisions = call({
  method: 'GET',
  path: '/projects/:id/Revisions/Compare',
  permission: 'ProjectReports.View',
  summary: 'Compare two revisions line by line; each side is a revision or a date, or the project today',
  query: sides,
  response: shape(
    {
      from: object('From', stateShape),
      to: object('To', stateShape),
      changes: objects('Differences', changeShape, changePrices),
      spaces: integer('Spaces'),
      changedSpaces: integer('Spaces with differences'),
    },
    {
      categories: objects('By category', categoryShape),
      sums: object('In all', comparedSums),
      clientBudget: optional(money('Client budget')),
    },
  ),
})

export const findDifference = call({
  method: 'GET',
  path: '/projects/:id/Revisions/Compare/Sides',
  permission: 'ProjectReports.View',
  summary: 'Get the two revisions to compare first: one, by default the latest, and the last one before it that differs',
  /** The revision whose changes are of interest. */
  query: { issue: optional(id('Revision')) },
  /** Null means the current project. */
  response: shape({ from: optional(id('From')), to: optional(id('To')) }),
})

export const exportComparison = call({
  method: 'GET',
  path: '/projects/:id/Revisions/Compare/Export',
  permission: 'ProjectReports.View',
  summary: 'Export the comparison of two revisions as a workbook with colored cells to the download center',
  query: sides,
  response: shape(fileTaskShape),
  status: 202,
})
