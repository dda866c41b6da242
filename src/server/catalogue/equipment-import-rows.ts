import { equipments as of } from '../../model/catalogue/equipment.ts'
import type { ImportedRow } from '../../model/catalogue/equipment-import.ts'
import type { Field } from '../../model/kit/description.ts'
import { counted } from '../../model/kit/plural.ts'
import { difference, inBatches, inWords } from '../kit/entity/audit.ts'
import type { Row } from '../kit/request/context.ts'

/** A row that is to be written. */
interface Planned {
  row: number
  name: string
  before: Row | null
  after: Row
  ports?: Row[]
  leftOut?: string[]
}
type Same = Pick<Planned, 'row' | 'name' | 'leftOut'>

/** More changes than a person looks through; how many rows follow is said. */
const mostChanges = 20_000
/** What is computed and nobody wrote says nothing new. */
const empty = Object.fromEntries(Object.entries(of.fields).map(([key, field]) => [key, field.default ?? null]))

/** What becomes of each row, before it is written. Rows that are refused are told as problems. */
export async function inRows(plans: Planned[], same: Same[], failed: Set<number>): Promise<{ rows: ImportedRow[]; moreRows: number }> {
  const all = [
    ...plans.filter(({ row }) => !failed.has(row)),
    ...same.filter(({ leftOut }) => leftOut?.length).map((one) => ({ ...one, before: undefined, after: {}, ports: undefined })),
  ].sort((a, b) => a.row - b.row)
  const rows: ImportedRow[] = []
  let told = 0
  await inBatches(all, async (some) => {
    for (const { row, name, before, after, ports, leftOut = [] } of some) {
      if (told >= mostChanges) return
      const changes = before === undefined ? [] : changesOf(before, after, ports)
      told += changes.length + 1
      rows.push({ row, name, action: before === undefined ? 'None' : before ? 'Update' : 'Create', changes, leftOut })
    }
  })
  return { rows, moreRows: all.length - rows.length }
}

function changesOf(before: Row | null, after: Row, ports: Row[] | undefined): ImportedRow['changes'] {
  const { changes } = difference(of, before ?? empty, after)
  return [
    ...changes
      .filter(({ field }) => field !== 'ports')
      .map((change) => {
        const field = fields[change.field]
        if (field?.kind !== 'list') return { ...change, from: before ? change.from : null }
        return { ...change, from: before && listInWords(field, before[change.field]), to: listInWords(field, after[change.field]) }
      }),
    ...(ports?.length ? [{ field: 'ports', label: of.fields.ports.label, from: null, to: counted(ports.length, 'port') }] : []),
  ]
}
const fields: Record<string, Field> = of.fields

/** `2 × AC, Required, 450 W; PoE, Optional` */
function listInWords({ fields: parts = {} }: Field, rows: Row[] | null | undefined): string | null {
  const words = (rows ?? []).map((row) => {
    const said = Object.entries(parts).flatMap(([key, part]) => {
      const value = row[key]
      if (key === 'quantity' || value === false) return []
      const text = value === true ? part.label : inWords(part, value)
      return text === null ? [] : part.unit ? `${text} ${part.unit}` : text
    })
    return `${row.quantity > 1 ? `${row.quantity} × ` : ''}${said.join(', ')}`
  })
  return words.join('; ') || null
}
