import { manufacturers } from '../companies/manufacturers.ts'
import { call, file, shape, standardCalls, value } from '../kit/call.ts'
import type { ValueIn, ValuesOf } from '../kit/description.ts'
import { boolean, defaulted, integer, longText, optional, reference, text } from '../kit/field.ts'
import { arrayField, literalField, type ObjectValues, object, objects, oneOfFields } from '../kit/response-fields.ts'
import { categories } from './categories.ts'
import { equipments } from './equipment.ts'
import { sheetOptions, sheetReadingShape } from './sheet-options.ts'

/** Validation error of one cell. `row` is the row number in the sheet, or the file's number among the files. */
const problemShape = {
  row: integer('Row'),
  /** Column header; empty if the error concerns the whole row. */
  column: text('Column'),
  message: text('Message'),
  value: optional(longText('Value')),
  name: text('Name'),
}
export type ImportProblem = ValuesOf<typeof problemShape>

const rowShape = {
  row: integer('Row'),
  name: text('Name'),
  action: literalField('Action', 'Create', 'Update', 'None'),
  /** Changes by field, as text; a new row lists only its own values. */
  changes: objects('Changes', {
    field: text('Field'),
    label: text('Label'),
    from: optional(longText('From')),
    to: optional(longText('To')),
  }),
  leftOut: arrayField('Left out', text('Fact')),
}
export type ImportedRow = ValuesOf<typeof rowShape>

const outcome = {
  dryRun: boolean('Trial only'),
  created: integer('Created'),
  updated: integer('Updated'),
  unchanged: integer('Unchanged'),
  failed: integer('Failed'),
  failedRows: arrayField('Rows with problems', integer('Row')),
  errors: objects('Problems', problemShape),
  rows: objects('Rows', rowShape),
  moreRows: integer('More rows'),
  changeSetId: optional(integer('Change set')),
}
const newNames = {
  newManufacturers: arrayField('New manufacturers', text('Name')),
  newFamilies: arrayField('New product families', text('Name')),
}
export type ImportOutcome = ObjectValues<typeof outcome, typeof newNames>

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

const columnShape = {
  header: text('Header'),
  samples: arrayField('Samples', text('Sample')),
  meant: optional(text('Meant')),
}
const tableShape = {
  ...sheetReadingShape,
  rows: integer('Rows'),
  columns: objects('Columns', columnShape),
}
export type ReadTable = ValuesOf<typeof tableShape>
const contents = oneOfFields(
  'Contents',
  object('Tables', { kind: literalField('Kind', 'tables'), tables: objects('Tables', tableShape) }),
  object('Devices', {
    kind: literalField('Kind', 'devices'),
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
  body: sheetOptions,
  upload: 'file',
  response: value(contents),
})

/** For a sheet: the table and its column mapping; device files need neither. Includes the corrections made in the browser. */
export const importEquipment = call({
  method: 'POST',
  path: '/equipments/Import',
  permission: importNeeds,
  summary: 'Import equipment of any manufacturer from a sheet or device files: all rows or none, or only those without problems',
  query: trial,
  body: {
    ...sheetOptions,
    /** JSON: import column key → index of the sheet's column, starting at 0. */
    mapping: optional(text('Columns', { max: 20_000 })),
    /** JSON: row number → key → text that replaces the cell; null skips the row. */
    fixes: optional(text('Corrections', { max: 100_000 })),
    /** Used if the file does not name it. */
    manufactureId: optional(reference('Manufacturer', () => manufacturers)),
    categoryId: optional(reference('Category', () => categories)),
    createManufacturers: defaulted(boolean('Create missing manufacturers'), false),
    /** Skips and reports rows with problems; without it, any problem rejects the whole import. */
    takeTheRest: defaulted(boolean('Leave out rows with problems'), false),
  },
  upload: 'file',
  response: shape({ ...outcome, ...newNames }),
  errorResponse: shape(outcome, newNames),
})

export const sampleImport = call({
  method: 'GET',
  path: '/equipments/Import/Sample',
  permission: importNeeds,
  summary: 'Download a sample workbook for the import, with all columns it understands',
  response: file,
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
export const exportEquipment = {
  ...listed.export!,
  query: { ...listed.export!.query, view: optional(text('View', { max: 20 })) },
}
