import { round2 } from '../../model/kit/money.ts'
import { parseNumberText } from '../../model/kit/number-text.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { type ConnectionChanges, connections } from '../../model/spaces/connections.ts'
import { ConnectionState } from '../../model/spaces/enums.ts'

export type Connection = RowOf<typeof connections>

const nothing: ConnectionChanges = {
  lengthFt: null,
  isEstimated: null,
  state: null,
  bundle: null,
  isUnbundled: null,
  cableEquipmentId: null,
  conduitId: null,
}

export interface CableColumn {
  key: 'runFt' | 'state' | 'bundle'
  label: string
  textOf: (row: Connection) => string
  /** Parses typed or pasted text into changes. Returns undefined if it is invalid for this column. */
  read: (text: string) => ConnectionChanges | undefined
}

const normalizeText = (text: string) => text.trim().toLowerCase()
const { lengthFt, bundle } = connections.fields

/** Parses lengths such as `39.5`, `1,200 ft` and `40'`. Empty text restores the estimate. */
function readLength(text: string): ConnectionChanges | undefined {
  const typed = normalizeText(text).replace(/(ft|')\.?$/, '')
  const { value: length } = parseNumberText(typed)
  if (length === null) return normalizeText(text) === '' ? { ...nothing, isEstimated: true } : undefined
  if (length === undefined || length < 0 || length > (lengthFt.max ?? length)) return undefined
  return { ...nothing, lengthFt: round2(length) }
}

function readState(text: string): ConnectionChanges | undefined {
  const found = ConnectionState.values.find(
    ({ value, label }) => normalizeText(label) === normalizeText(text) || String(value) === text.trim(),
  )
  return found && { ...nothing, state: found.value }
}

function readBundle(text: string): ConnectionChanges | undefined {
  const typed = text.trim()
  if (typed.length > (bundle.max ?? typed.length)) return undefined
  return typed === '' ? { ...nothing, isUnbundled: true } : { ...nothing, bundle: typed }
}

export const cableColumns: Readonly<Record<CableColumn['key'], CableColumn>> = {
  runFt: { key: 'runFt', label: 'Length', textOf: (row) => row.lengthFt?.toString() ?? '', read: readLength },
  state: { key: 'state', label: 'State', textOf: (row) => ConnectionState.label(row.state), read: readState },
  bundle: { key: 'bundle', label: 'Bundle', textOf: (row) => row.bundle ?? '', read: readBundle },
}

export interface CableEdit {
  connectionId: number
  set: ConnectionChanges
}

const withoutNulls = (set: ConnectionChanges) => Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null))

/**
 * Maps pasted cells to edits, from one cell to the right and down, one edit per cable. Unchanged cells are skipped; invalid cells are
 * counted.
 */
export function pastedInto(texts: readonly string[][], rows: readonly Connection[], columns: readonly CableColumn[]) {
  const edits: CableEdit[] = []
  let [cells, leftOut] = [0, 0]
  texts.forEach((line, down) => {
    const row = rows[down]
    let set = nothing
    line.forEach((text, right) => {
      const column = columns[right]
      const change = row && column?.read(text)
      if (!row || !column || !change) leftOut++
      else if (text.trim() !== column.textOf(row)) {
        set = { ...set, ...withoutNulls(change) }
        cells++
      }
    })
    if (row && Object.keys(withoutNulls(set)).length > 0) edits.push({ connectionId: row.id, set })
  })
  return { edits, cells, leftOut }
}
