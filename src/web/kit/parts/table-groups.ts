import type { ReactNode } from 'react'
import type { RowKey } from './table-columns.ts'

export interface GroupName {
  key: RowKey
  title: ReactNode
  /** Row menu of the group, as items of a menu. */
  menu?: { label: string; items: () => ReactNode }
}
export interface Group<Row> extends GroupName {
  rows: Row[]
}

export function groupRows<Row>(rows: Row[], groupBy: (row: Row) => GroupName, known: GroupName[] = []): Group<Row>[] {
  const groups = new Map(known.map((group): [RowKey, Group<Row>] => [group.key, { ...group, rows: [] }]))
  for (const row of rows) {
    const { key, title } = groupBy(row)
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { key, title, rows: [row] })
  }
  return [...groups.values()]
}
