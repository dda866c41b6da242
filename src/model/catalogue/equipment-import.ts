import { manufacturers } from '../companies/manufacturers.ts'
import { arrayOf, literal, type ObjectValues, object, objects, oneOfFields } from '../kit/answered.ts'
import { call, file, shape, standardCalls, value } from '../kit/call.ts'
import type { ValueIn, ValuesOf } from '../kit/description.ts'
import { boolean, defaulted, integer, longText, optional, reference, text } from '../kit/field.ts'
import { categories } from './categories.ts'
import { equipments } from './equipment.ts'

/** What is wrong with one cell. `row` is the number beside it in the sheet, or of the file among the files. */
const problemShape = {
  row: integer('Row'),
  /** The header of the column; empty where the whole row is meant. */
  column: text('Column'),
  message: text('Message'),
  /** What stands in the cell, for who mends it in the browser. */
  value: optional(longText('Value')),
  /** What the row is about. */
  name: text('Name'),
}
export type ImportProblem = ValuesOf<typeof problemShape>

/** What becomes of one row. */
const rowShape = {
  row: integer('Row'),
  name: text('Name'),
  action: literal('Action', 'Create', 'Update', 'None'),
  /** Field by field, in words; a new row has only what it says. */
  changes: objects('Changes', {
    field: text('Field'),
    label: text('Label'),
    from: optional(longText('From')),
    to: optional(longText('To')),
  }),
  /** What the file says of it and the catalogue has no place for. */
  leftOut: arrayOf('Left out', text('Fact')),
}
export type ImportedRow = ValuesOf<typeof rowShape>

const outcome = {
  dryRun: boolean('Trial only'),
  created: integer('Created'),
  updated: integer('Updated'),
  unchanged: integer('Unchanged'),
  failed: integer('Failed'),
  failedRows: arrayOf('Rows with problems', integer('Row')),
  errors: objects('Problems', problemShape),
  /** The first of the rows that come, change or are taken in part. */
  rows: objects('Rows', rowShape),
  /** So many more of them. */
  moreRows: integer('More rows'),
  /** What was changed, to be taken back as a whole. */
  changeSetId: optional(integer('Change set')),
}
/** Names that did not exist and come with the import. */
const newNames = {
  newManufacturers: arrayOf('New manufacturers', text('Name')),
  newFamilies: arrayOf('New product families', text('Name')),
}
export type ImportOutcome = ObjectValues<typeof outcome, typeof newNames>

/** More rows than these are not taken at once. */
export const mostImportedRows = 5000
export const mostImportedBytes = 10 * 1024 * 1024

const trial = { dryRun: defaulted(boolean('Trial only'), false) }

export const exportManufacturerWorkbook = call({
  method: 'GET',
  path: '/equipments/:id/ExportFilledManufactureEquipments',
  permission: { any: ['Equipments.View', 'ExternalEquipment.View'] },
  summary: "Export a manufacturer's equipment as a workbook to fill in and import",
  response: file,
})

export const importManufacturerWorkbook = call({
  method: 'POST',
  path: '/equipments/ImportManufacturerEquipments',
  permission: { any: ['Equipments.Create', 'ExternalEquipment.View'] },
  summary: "Import a manufacturer's workbook, all rows or none",
  query: trial,
  upload: 'file',
  response: shape(outcome),
  errorResponse: shape(outcome),
})

/** A column of a foreign sheet, and what it probably is. */
const columnShape = {
  header: text('Header'),
  samples: arrayOf('Samples', text('Sample')),
  /** Key of an import column. */
  meant: optional(text('Meant')),
}
const tableShape = {
  name: text('Name'),
  /** The number of the row with the headers. */
  headerRow: integer('Header row'),
  rows: integer('Rows'),
  columns: objects('Columns', columnShape),
}
export type ReadTable = ValuesOf<typeof tableShape>
const contents = oneOfFields(
  'Contents',
  object('Tables', { kind: literal('Kind', 'tables'), tables: objects('Tables', tableShape) }),
  object('Devices', {
    kind: literal('Kind', 'devices'),
    devices: objects('Devices', { name: text('File'), manufacturer: text('Manufacturer'), model: text('Model') }),
    total: integer('Devices'),
  }),
)
export type ReadAnswer = ValueIn<typeof contents>

const importNeeds = { all: ['Equipments.Create', 'Equipments.Update'] } as const

export const readImport = call({
  method: 'POST',
  path: '/equipments/Import/Read',
  permission: importNeeds,
  summary: 'Preview an equipment file before importing it',
  upload: 'file',
  response: value(contents),
})

/** Of a sheet: which table, which column means what. Of device files nothing. And what was mended in the browser. */
export const importEquipment = call({
  method: 'POST',
  path: '/equipments/Import',
  permission: importNeeds,
  summary: 'Import equipment of any manufacturer from a sheet or device files: all rows or none, or only those without problems',
  query: trial,
  body: {
    table: optional(text('Table', { max: 200 })),
    /** JSON: key of an import column → number of the sheet's column, from 0. */
    mapping: optional(text('Columns', { max: 20_000 })),
    /** JSON: row number → key → the text instead of the cell; null leaves the row out. */
    fixes: optional(text('Corrections', { max: 100_000 })),
    /** Where the file does not say. */
    manufactureId: optional(reference('Manufacturer', () => manufacturers)),
    categoryId: optional(reference('Category', () => categories)),
    createManufacturers: defaulted(boolean('Create missing manufacturers'), false),
    /** Rows with problems are left out and told; without it none is taken then. */
    takeTheRest: defaulted(boolean('Leave out rows with problems'), false),
  },
  upload: 'file',
  response: shape({ ...outcome, ...newNames }),
  errorResponse: shape(outcome, newNames),
})

const listed = standardCalls(equipments)
export const downloadEquipment = call({
  method: 'GET',
  path: '/equipments/download',
  permission: 'Equipments.View',
  summary: 'Download the filtered equipment list as a workbook',
  query: listed.export!.query,
  response: file,
})
/** The list in the download center; `view=inventory` is the table of the inventory. */
export const exportEquipment = {
  ...listed.export!,
  query: { ...listed.export!.query, view: optional(text('View', { max: 20 })) },
}
