import type { categories } from '../../model/catalog/categories.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import type { BulkKey } from '../../model/catalog/equipment-calls.ts'
import { cellTextProblem, unwrapTextFormula } from '../../model/kit/cell-text.ts'
import type { Field } from '../../model/kit/description.ts'
import { round2 } from '../../model/kit/money.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import { parseNumberText } from '../../model/kit/number-text.ts'
import type { ColumnOf, RowOf } from '../../model/kit/resource.ts'

type Whole = RowOf<typeof equipments>
/** Rows contain only the columns of the grid. */
export type Equipment = Pick<Whole, 'id' | 'rowVersion' | 'model' | 'manufacture'> & Partial<Whole>
export type Category = Pick<RowOf<typeof categories>, 'id' | 'name' | 'number'>
interface Named {
  id: number
  name: string
}

export interface GridColumn {
  /** Key in the response. */
  key: ColumnOf<typeof equipments>
  /** Key in the request; without one the column is read-only. */
  field?: BulkKey
  label: string
  width: number
  isRight?: boolean
}
const { fields } = equipments
const editable = (field: BulkKey, width: number, isRight = false): GridColumn => ({
  key: field.replace(/Id$/, '') as GridColumn['key'],
  field,
  label: [fields[field].label, fields[field].unit].filter(Boolean).join(', '),
  width,
  isRight,
})

export const gridColumns: GridColumn[] = [
  editable('tag', 110),
  editable('model', 190),
  { key: 'manufacture', label: fields.manufactureId.label, width: 160 },
  editable('productFamilyId', 160),
  editable('categoryId', 190),
  editable('availability', 132),
  editable('msrpPrice', 112, true),
  editable('defaultProvider', 92),
  editable('defaultInstaller', 92),
  editable('widthIn', 92, true),
  editable('heightIn', 92, true),
  editable('depthIn', 92, true),
  editable('weightLb', 100, true),
  editable('rackUnits', 100, true),
  editable('rackAccessory', 132),
  editable('diagonalIn', 130, true),
  editable('dispersionDegrees', 110, true),
  editable('fieldOfViewDegrees', 120, true),
  editable('poeBudgetWatts', 130, true),
  editable('stockLengthFt', 132, true),
]

function findGridColumn(key: string): GridColumn {
  const column = gridColumns.find((gridColumn) => gridColumn.key === key)
  if (!column) throw new Error(`The grid has no column ${key}`)
  return column
}

export interface Known {
  categories: Category[]
  familiesOf: (manufactureId: number) => Named[]
}

const normalizeText = (text: string) => caseFoldedKey(text.trim())

/** `1250.50`: without separators, so that it can be pasted elsewhere. */
const centsText = (dollars: number) => round2(dollars).toFixed(2)

export function cellText(row: Equipment, { key }: GridColumn): string {
  const value = row[key]
  if (value === null || value === undefined) return ''
  if (key === 'category') return nameOfCategory(value as Category)
  if (typeof value === 'object') return (value as Named).name
  const { options, kind } = (fields as Record<string, Field>)[key]!
  if (options) return options.label(value)
  return kind === 'money' ? centsText(value as number) : String(value)
}

export const nameOfCategory = ({ number, name }: Category) => (number === undefined ? name : `${number} ${name}`)

type Read = { value: unknown } | { problem: string }

export function parseCellText(text: string, column: GridColumn, row: Equipment, known: Known): Read {
  const field: Field = fields[column.field!]
  const typed = unwrapTextFormula(text).trim()
  const unstorable = cellTextProblem(typed)
  if (unstorable) return { problem: unstorable }
  let value: unknown = typed
  if (column.field === 'categoryId') {
    const found = known.categories.filter((category) =>
      [nameOfCategory(category), category.name, String(category.number)].some((name) => normalizeText(name) === normalizeText(typed)),
    )
    if (typed && found.length === 0) return { problem: 'There is no such category.' }
    if (found.length > 1) return { problem: 'Several categories have this name; enter the number.' }
    value = found[0]?.id ?? null
  } else if (column.field === 'productFamilyId') {
    if (!typed) return { value: null }
    const found = known.familiesOf(row.manufacture.id).find(({ name }) => normalizeText(name) === normalizeText(typed))
    if (!found) return { problem: `${row.manufacture.name} has no such product family.` }
    value = found.id
  } else if (field.options) {
    const found = field.options.values.find(
      (option) => normalizeText(option.label) === normalizeText(typed) || normalizeText(String(option.value)) === normalizeText(typed),
    )
    if (typed && !found) return { problem: 'This is not one of the choices.' }
    value = found?.value ?? null
  } else if (field.kind === 'money' || field.kind === 'number') {
    const number = parseNumberText(typed)
    if (number.problem !== undefined) return { problem: number.problem }
    value = number.value
  }
  let problem: string | undefined
  const clean = field.check(value, (message) => {
    problem ??= message
  })
  return problem === undefined ? { value: clean } : { problem }
}

interface CellEdit {
  text: string
  value?: unknown
  problem?: string
}
export interface RowEdit {
  /** The row before editing, or as last saved. */
  base: Equipment
  /** Index at that time, to find the row again. */
  at: number
  cells: Record<string, CellEdit>
  /** Current row, if another user changed it meanwhile. */
  newer?: Equipment
}
export type Edits = ReadonlyMap<number, RowEdit>

interface CellChange {
  row: Equipment
  at: number
  column: GridColumn
  text: string
}
interface Done {
  id: number
  row: Equipment
  at: number
  column: GridColumn
  from: string
  to: string
}
export interface Sheet {
  edits: Edits
  done: Done[][]
  undone: Done[][]
}
export const emptySheet: Sheet = { edits: new Map(), done: [], undone: [] }
const mostSteps = 200

export const shownText = (row: Equipment, column: GridColumn, edit: RowEdit | undefined) =>
  edit?.cells[column.key]?.text ?? cellText(edit?.base ?? row, column)

/** The row with its edits, for texts whose meaning depends on another cell. */
function applyChange(edits: Map<number, RowEdit>, { row, at, column, text }: CellChange, known: Known) {
  const edit = edits.get(row.id) ?? { base: row, at, cells: {} }
  const { [column.key]: _, ...others } = edit.cells
  const isAsBefore = text.trim() === cellText(edit.base, column)
  const read = isAsBefore ? undefined : parseCellText(text, column, edit.base, known)
  // Another spelling of the same value is not a change.
  const isSame = read && 'value' in read && sameValue(read.value, edit.base, column)
  const cells = isAsBefore || isSame ? others : { ...others, [column.key]: { text: normalizeCellText(text, column, read!), ...read! } }
  if (Object.keys(cells).length > 0 || edit.newer) edits.set(row.id, { ...edit, cells })
  else edits.delete(row.id)
}

function sameValue(value: unknown, row: Equipment, { key }: GridColumn) {
  const there = row[key]
  return value === (typeof there === 'object' && there !== null ? (there as Named).id : (there ?? null))
}

function normalizeCellText(text: string, { field }: GridColumn, read: Read): string {
  if ('problem' in read || read.value === null) return text.trim()
  const { options, kind } = fields[field!]
  if (options) return options.label(read.value)
  if (kind === 'money') return centsText(read.value as number)
  return kind === 'number' ? String(read.value) : text.trim()
}

export function writeTexts(sheet: Sheet, changes: CellChange[], known: Known): Sheet {
  const edits = new Map(sheet.edits)
  const step: Done[] = []
  for (const change of changes) {
    const { row, at, column } = change
    if (!column.field) continue
    const from = shownText(row, column, edits.get(row.id))
    applyChange(edits, change, known)
    const to = shownText(row, column, edits.get(row.id))
    if (from !== to) step.push({ id: row.id, row, at, column, from, to })
  }
  if (step.length === 0) return sheet
  return { edits, done: [...sheet.done, step].slice(-mostSteps), undone: [] }
}

function replayStep(sheet: Sheet, step: Done[], side: 'from' | 'to', known: Known): Edits {
  const edits = new Map(sheet.edits)
  const steps = side === 'from' ? step.toReversed() : step
  for (const { row, at, column, [side]: text } of steps) applyChange(edits, { row, at, column, text }, known)
  return edits
}

export function undoEdit(sheet: Sheet, known: Known): Sheet {
  const step = sheet.done.at(-1)
  if (!step) return sheet
  return { edits: replayStep(sheet, step, 'from', known), done: sheet.done.slice(0, -1), undone: [...sheet.undone, step] }
}
export function redo(sheet: Sheet, known: Known): Sheet {
  const step = sheet.undone.at(-1)
  if (!step) return sheet
  return { edits: replayStep(sheet, step, 'to', known), done: [...sheet.done, step], undone: sheet.undone.slice(0, -1) }
}

/** Replaces rows in undo steps with their saved versions. */
function withRows(steps: Done[][], saved: Map<number, Equipment>): Done[][] {
  return steps.map((step) => step.map((done) => ({ ...done, row: saved.get(done.id) ?? done.row })))
}

/** Removes saved cells from the edits; cells edited meanwhile stay. */
export function dropSavedCells(sheet: Sheet, saved: Equipment[], sent: Map<number, string[]>, known: Known): Sheet {
  const edits = new Map(sheet.edits)
  const byId = new Map(saved.map((row) => [row.id, row]))
  for (const row of saved) {
    const edit = edits.get(row.id)
    if (!edit) continue
    edits.delete(row.id)
    for (const [key, cell] of Object.entries(edit.cells)) {
      const column = findGridColumn(key)
      const [wasSent] = (sent.get(row.id) ?? []).filter((text) => text === `${key}\n${cell.text}`)
      if (wasSent === undefined) applyChange(edits, { row, at: edit.at, column, text: cell.text }, known)
    }
  }
  return { edits, done: withRows(sheet.done, byId), undone: withRows(sheet.undone, byId) }
}

export function markProblems(sheet: Sheet, reasons: { id: number; key: string; problem: string }[]): Sheet {
  const edits = new Map(sheet.edits)
  for (const { id, key, problem } of reasons) {
    const edit = edits.get(id)
    if (!edit) continue
    const columnKey = key.replace(/Id$/, '')
    const cell = edit.cells[columnKey]
    // An error for an unchanged cell is shown on the changed ones.
    const keys = cell ? [columnKey] : Object.keys(edit.cells)
    const cells = { ...edit.cells }
    for (const item of keys) cells[item] = { ...cells[item]!, problem }
    edits.set(id, { ...edit, cells })
  }
  return { ...sheet, edits }
}

export function outdate(sheet: Sheet, current: Equipment[]): Sheet {
  const edits = new Map(sheet.edits)
  for (const newer of current) {
    const edit = edits.get(newer.id)
    if (edit) edits.set(newer.id, { ...edit, newer })
  }
  return { ...sheet, edits }
}

/** Applies edits to the newer row, or discards them. */
export function resolveStaleEdits(sheet: Sheet, ids: number[], keep: 'mine' | 'theirs', known: Known): Sheet {
  const edits = new Map(sheet.edits)
  const rows = new Map<number, Equipment>()
  for (const id of ids) {
    const edit = edits.get(id)
    if (!edit?.newer) continue
    rows.set(id, edit.newer)
    edits.delete(id)
    if (keep === 'theirs') continue
    for (const [key, { text }] of Object.entries(edit.cells))
      applyChange(edits, { row: edit.newer, at: edit.at, column: findGridColumn(key), text }, known)
  }
  return { edits, done: withRows(sheet.done, rows), undone: withRows(sheet.undone, rows) }
}

export interface Piece {
  rows: ({ id: number; rowVersion: number } & Record<string, unknown>)[]
  /** Cells sent per row, as `key\ntext`. */
  sent: Map<number, string[]>
}

/** All valid cells of rows that no other user has changed. */
export function savable(edits: Edits): Piece {
  const rows: Piece['rows'] = []
  const sent: Piece['sent'] = new Map()
  for (const [id, { base, cells, newer }] of edits) {
    const good = Object.entries(cells).filter(([, { problem }]) => problem === undefined)
    if (newer || good.length === 0) continue
    const values = good.map(([key, { value }]) => [findGridColumn(key).field!, value])
    rows.push({ id, rowVersion: base.rowVersion, ...Object.fromEntries(values) })
    sent.set(
      id,
      good.map(([key, { text }]) => `${key}\n${text}`),
    )
  }
  return { rows, sent }
}

export function countEdits(edits: Edits) {
  let problems = 0
  let stale = 0
  for (const { cells, newer } of edits.values()) {
    problems += Object.values(cells).filter(({ problem }) => problem !== undefined).length
    if (newer) stale++
  }
  return { rows: edits.size, problems, stale }
}
