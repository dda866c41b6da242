import { isKnownHeader } from '../../model/catalog/equipment-columns.ts'
import { mostHeaderRows } from '../../model/catalog/sheet-options.ts'
import { parseNumberText } from '../../model/kit/number-text.ts'
import { badRequest } from '../kit/request/errors.ts'
import { type ReadCell, readCellText } from '../tools/cell-formats.ts'
import type { ReadRow, ReadSheet } from '../tools/sheet-reading.ts'

const filledCells = ({ values }: ReadRow) => values.filter((cell) => readCellText(cell) !== '')
const isNumber = (cell: ReadCell) => typeof cell !== 'string' || parseNumberText(cell).value != null

/** Index of the header row: the given one, else the one with the most known headers, else the first full row without numbers. */
function headerRowIndex({ rows }: ReadSheet, isKnown: (header: string) => boolean, chosen: number | null): number {
  if (chosen === 0) return -1
  if (chosen !== null) {
    const index = rows.findIndex(({ number }) => number === chosen)
    if (index < 0) throw badRequest({ headerRow: [`Row ${chosen} is empty.`] })
    return index
  }
  const first = rows.slice(0, mostHeaderRows)
  const known = first.map(({ values }) => new Set(values.map(readCellText).filter(isKnown)).size)
  const most = Math.max(0, ...known)
  if (most >= 2) return known.indexOf(most)
  const filled = first.map(filledCells)
  const width = Math.max(0, ...filled.map(({ length }) => length)) * 0.6
  const isFull = (cells: ReadCell[]) => cells.length >= width
  const index = filled.findIndex((cells) => isFull(cells) && !cells.some(isNumber))
  return index >= 0 ? index : Math.max(0, filled.findIndex(isFull))
}

export const equipmentHeaderRow = (sheet: ReadSheet, chosen: number | null) => headerRowIndex(sheet, isKnownHeader, chosen)

const rowText = ({ values }: ReadRow) => values.map(readCellText).filter(Boolean).join(' · ').slice(0, 200)

export const firstRows = ({ rows }: ReadSheet) => rows.slice(0, mostHeaderRows).map((row) => ({ row: row.number, text: rowText(row) }))

/** Rows above the headers with several cells: they may be data, so they are reported. A title has one cell. */
export const rowsAbove = ({ rows }: ReadSheet, headerIndex: number) =>
  rows
    .slice(0, Math.max(0, headerIndex))
    .filter((row) => filledCells(row).length > 1)
    .map((row) => ({ row: row.number, text: rowText(row) }))

/** The chosen sheet, or the first visible one with rows. */
export function findSheet(tables: readonly ReadSheet[], chosen: string | null): ReadSheet {
  const sheet = chosen === null ? tables.find(({ hidden, rows }) => !hidden && rows.length > 0) : tables.find(({ name }) => name === chosen)
  if (!sheet) throw badRequest({ table: [chosen === null ? 'The file is empty.' : 'This table is not in the file.'] })
  if (sheet.problem) throw badRequest({ table: [sheet.problem] }, 413)
  return sheet
}
