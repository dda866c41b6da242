import { manufacturers } from '../companies/manufacturers.ts'
import { call, file, shape, standardCalls, value } from '../kit/call.ts'
import { boolean, defaulted, integer, json, optional, reference, text } from '../kit/field.ts'
import { categories } from './categories.ts'
import { equipments } from './equipment.ts'

/** What is wrong with one cell. `row` is the number beside it in the sheet, or of the file among the files. */
export interface ImportProblem {
  row: number
  /** The header of the column; empty where the whole row is meant. */
  column: string
  message: string
  /** What stands in the cell, for who mends it in the browser. */
  value: string | null
  /** What the row is about. */
  name: string
}

/** What becomes of one row. */
export interface ImportedRow {
  row: number
  name: string
  action: 'Create' | 'Update' | 'None'
  /** Field by field, in words; a new row has only what it says. */
  changes: { field: string; label: string; from: string | null; to: string | null }[]
  /** What the file says of it and the catalogue has no place for. */
  leftOut: string[]
}

const outcome = {
  dryRun: boolean('Trial only'),
  created: integer('Created'),
  updated: integer('Updated'),
  unchanged: integer('Unchanged'),
  failed: integer('Failed'),
  failedRows: json<number[]>('Rows with problems'),
  errors: json<ImportProblem[]>('Problems'),
  /** The first of the rows that come, change or are taken in part. */
  rows: json<ImportedRow[]>('Rows'),
  /** So many more of them. */
  moreRows: integer('More rows'),
  /** What was changed, to be taken back as a whole. */
  changeSetId: optional(integer('Change set')),
}
export type ImportOutcome = {
  dryRun: boolean
  created: number
  updated: number
  unchanged: number
  failed: number
  failedRows: number[]
  errors: ImportProblem[]
  rows: ImportedRow[]
  moreRows: number
  changeSetId: number | null
  /** Names that did not exist and come with the import. */
  newManufacturers?: string[]
  newFamilies?: string[]
}

/** More rows than these are not taken at once. */
export const mostImportedRows = 5000
export const mostImportedBytes = 10 * 1024 * 1024

const trial = { dryRun: defaulted(boolean('Trial only'), false) }

export const exportManufacturerWorkbook = call({
  method: 'GET',
  path: '/equipments/:id/ExportFilledManufactureEquipments',
  permission: { any: ['Equipments.View', 'ExternalEquipment.View'] },
  summary: "Export a manufacturer's equipment as a workbook to fill in and import",
  answer: file,
})

export const importManufacturerWorkbook = call({
  method: 'POST',
  path: '/equipments/ImportManufacturerEquipments',
  permission: { any: ['Equipments.Create', 'ExternalEquipment.View'] },
  summary: "Import a manufacturer's workbook, all rows or none",
  query: trial,
  upload: 'file',
  answer: shape(outcome),
  refusal: shape(outcome),
})

/** A column of a foreign sheet, and what it probably is. */
interface ReadColumn {
  header: string
  samples: string[]
  /** Key of an import column. */
  meant: string | null
}
export interface ReadTable {
  name: string
  /** The number of the row with the headers. */
  headerRow: number
  rows: number
  columns: ReadColumn[]
}
export type ReadAnswer =
  | { kind: 'tables'; tables: ReadTable[] }
  | { kind: 'devices'; devices: { name: string; manufacturer: string; model: string }[]; total: number }

const importNeeds = { all: ['Equipments.Create', 'Equipments.Update'] } as const

export const readImport = call({
  method: 'POST',
  path: '/equipments/Import/Read',
  permission: importNeeds,
  summary: 'Preview an equipment file before importing it',
  upload: 'file',
  answer: value(json<ReadAnswer>('What it holds')),
})

const withNewNames = {
  ...outcome,
  newManufacturers: json<string[]>('New manufacturers'),
  newFamilies: json<string[]>('New product families'),
}

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
  answer: shape(withNewNames),
  refusal: shape(withNewNames),
})

const listed = standardCalls(equipments)
export const downloadEquipment = call({
  method: 'GET',
  path: '/equipments/download',
  permission: 'Equipments.View',
  summary: 'Download the filtered equipment list as a workbook',
  query: listed.export!.query,
  answer: file,
})
/** The list in the download center; `view=inventory` is the table of the inventory. */
export const exportEquipment = {
  ...listed.export!,
  query: { ...listed.export!.query, view: optional(text('View', { max: 20 })) },
}
