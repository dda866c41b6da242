import { round2 } from '../../model/kit/money.ts'
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

/** A column of the schedule that is typed into. */
export interface CableColumn {
  key: 'runFt' | 'state' | 'bundle'
  label: string
  /** As it stands in the cell. */
  textOf: (row: Connection) => string
  /** What a typed or pasted text changes; nothing where it means nothing here. */
  read: (text: string) => ConnectionChanges | undefined
}

const plain = (text: string) => text.trim().toLowerCase()
const { lengthFt, bundle } = connections.fields

/** `39.5`, `1,200 ft` and `40'` are lengths; none is the estimate. */
function readLength(text: string): ConnectionChanges | undefined {
  const typed = plain(text).replace(/(ft|')\.?$/, '')
  const number = typed.replace(/[,\s]/g, '')
  if (number === '') return plain(text) === '' ? { ...nothing, isEstimated: true } : undefined
  const value = round2(Number(number))
  return /^(\d+(\.\d*)?|\.\d+)$/.test(number) && value <= (lengthFt.max ?? value) ? { ...nothing, lengthFt: value } : undefined
}

function readState(text: string): ConnectionChanges | undefined {
  const found = ConnectionState.values.find(({ value, label }) => plain(label) === plain(text) || String(value) === text.trim())
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

/** What is written of one cable. */
export interface CableEdit {
  connectionId: number
  set: ConnectionChanges
}

const said = (set: ConnectionChanges) => Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null))

/**
 * What pasted cells change, from one cell on to the right and down: one edit a cable. Cells that say what is there already change nothing,
 * those that mean nothing in their column are counted.
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
        set = { ...set, ...said(change) }
        cells++
      }
    })
    if (row && Object.keys(said(set)).length > 0) edits.push({ connectionId: row.id, set })
  })
  return { edits, cells, leftOut }
}
