import type { ReactNode } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import type { ColumnOf } from '../../../model/kit/resource.ts'
import type { Column, RowKey } from '../parts/table.tsx'
import type { ListAddress } from './list-address.ts'
import css from './list-page.module.css'

export interface Grouping<R extends Resource = Resource> {
  /** Filter parameter that holds the grouping, so it is part of the URL. */
  parameter: string
  start: string
  options: GroupOption<ColumnOf<R>>[]
  sums: { readonly [K in ColumnOf<R>]?: (group: any) => ReactNode }
  total: (groups: any[]) => any
  groupLabel?: (group: any) => string
}
interface GroupOption<K extends string = string> {
  value: string
  label: string
  keyOf?: (row: any) => RowKey
  sort: readonly K[]
  hides?: K
}

export const currentGrouping = <R extends Resource>(grouping: Grouping<R> | undefined, { filters }: ListAddress): GroupOption | undefined =>
  grouping?.options.find(({ value }) => value === (filters[grouping.parameter]?.[0] ?? grouping.start))

/** Sorts by the group's keys first, then by the list's sort. A direction the user chose for a group key is retained. */
export function sortWithGroups(first: readonly string[], then: string[]): string[] {
  const plain = (key: string) => key.replace(/^-/, '')
  const own = (key: string) => then.find((text) => plain(text) === key) ?? key
  return [...first.map(own), ...then.filter((key) => !first.includes(plain(key)))]
}

export function withGroupTotals<R extends Resource>(
  columns: Column[],
  grouping: Grouping<R> | undefined,
  groups: any[] | undefined,
): Column[] {
  if (!grouping || !groups) return columns
  const sums: Grouping['sums'] = grouping.sums
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  return columns.map((column) => {
    const figure = sums[column.key]
    if (!figure) return column
    return { ...column, sum: (_rows, key) => figure(key === undefined ? grouping.total(groups) : (groupOf.get(key) ?? {})) }
  })
}

export const GroupTitle = ({ name, lines }: { name?: ReactNode; lines?: number }) => (
  <>
    {name ?? 'None'} {lines !== undefined && <span className={css.total}>{lines.toLocaleString('en-US')}</span>}
  </>
)
