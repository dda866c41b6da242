import { equipments } from '../../model/catalog/equipment.ts'
import type { ImportedRow } from '../../model/catalog/equipment-import.ts'
import type { Field, ValueIn } from '../../model/kit/description.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { diffRows, formatLogValue, inBatches } from '../kit/entity/audit.ts'
import type { EquipmentRow, Written } from './equipment.ts'

export type PlannedRow = Written & Partial<Omit<EquipmentRow, keyof Written>>
type AnsweredKey = keyof Written & keyof EquipmentRow

interface Planned {
  row: number
  name: string
  before: EquipmentRow | null
  after: PlannedRow
  ports?: object[]
  leftOut?: string[]
}
type Same = Pick<Planned, 'row' | 'name' | 'leftOut'>

/** Maximum changes in the preview; the number of further rows is reported. */
const mostChanges = 20_000
/** Field defaults. A new row is compared with them, so that defaults are not listed as changes. */
const empty = Object.fromEntries(Object.entries(equipments.fields).map(([key, field]) => [key, field.default ?? null]))

/** Previews the effect on each row. Rejected rows are reported as problems. */
export async function inRows(plans: Planned[], same: Same[], failed: Set<number>): Promise<{ rows: ImportedRow[]; moreRows: number }> {
  const all = [
    ...plans.filter(({ row }) => !failed.has(row)),
    ...same.filter(({ leftOut }) => leftOut?.length).map((item) => ({ ...item, before: undefined, after: {}, ports: undefined })),
  ].sort((a, b) => a.row - b.row)
  const rows: ImportedRow[] = []
  let reportedCount = 0
  await inBatches(all, async (some) => {
    for (const { row, name, before, after, ports, leftOut = [] } of some) {
      if (reportedCount >= mostChanges) return
      const changes = before === undefined ? [] : formatChanges(before, after, ports)
      reportedCount += changes.length + 1
      rows.push({ row, name, action: before === undefined ? 'None' : before ? 'Update' : 'Create', changes, leftOut })
    }
  })
  return { rows, moreRows: all.length - rows.length }
}

function formatChanges(before: EquipmentRow | null, after: PlannedRow, ports: object[] = []): ImportedRow['changes'] {
  const { changes } = diffRows(equipments, before ?? empty, after)
  const { label } = equipments.fields.ports
  return [
    ...changes
      .filter(({ field }) => field !== 'ports')
      .map((change) => {
        const key = change.field
        const field: Field | undefined = isAnswered(key) ? equipments.fields[key] : undefined
        if (!isAnswered(key) || field?.kind !== 'list') return { ...change, from: before ? change.from : null }
        return { ...change, from: before && formatList(field, before[key]), to: formatList(field, after[key]) }
      }),
    ...(ports.length > 0 ? [{ field: 'ports', label, from: null, to: formatCount(ports.length, 'port') }] : []),
  ]
}
const isAnswered = (key: string): key is AnsweredKey => key in equipments.fields

type PartOf<K extends 'powerSpecs' | 'networkPorts'> = keyof ValueIn<(typeof equipments.fields)[K]>[number]
const quantity: PartOf<'powerSpecs'> & PartOf<'networkPorts'> = 'quantity'

/** `2 × AC, Required, 450 W; PoE, Optional` */
function formatList({ fields = {} }: Field, list: unknown): string | null {
  const rows: Record<string, unknown>[] = Array.isArray(list) ? list : []
  const rowLabels = rows.map((row) => {
    const messages = Object.entries(fields).flatMap(([key, part]) => {
      const value = row[key]
      if (key === quantity || value === false) return []
      const text = value === true ? part.label : formatLogValue(part, value)
      return text === null ? [] : part.unit ? `${text} ${part.unit}` : text
    })
    const many = Number(row[quantity]) > 1 ? `${row[quantity]} × ` : ''
    return `${many}${messages.join(', ')}`
  })
  return rowLabels.join('; ') || null
}
