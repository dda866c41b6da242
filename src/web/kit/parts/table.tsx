import { type ReactNode, useMemo, useRef, useState } from 'react'
import css from './table.module.css'
import { type Column, createLayout, layoutKey, layoutWidth, type RowKey, withWidths } from './table-columns.ts'
import { dropSpareColumns, growColumns, shrinkColumns, useAvailableWidth, useFittedColumns } from './table-fit.ts'
import { type GroupName, groupRows } from './table-groups.ts'
import { TableHead, TableWidths } from './table-head.tsx'
import { useRowNavigation, useRowSelection } from './table-keys.ts'
import { Skeleton, TableLine } from './table-line.tsx'
import { GroupHead, type RowSection, TableRows, TotalRow } from './table-rows.tsx'
import { maxUnvirtualizedRows } from './table-window.ts'

export type { Column, RowKey } from './table-columns.ts'

interface DataTableProps<Row> {
  label: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  keyOf?: (row: Row) => RowKey
  sort?: string[]
  onSort?: (sort: string[]) => void
  selected?: ReadonlySet<RowKey>
  onSelect?: (selected: Set<RowKey>) => void
  /** Groups rows in the order of each group's first row. */
  groupBy?: (row: Row) => GroupName
  /** Groups that are shown even without rows, in this order. */
  groups?: GroupName[]
  total?: boolean
  menu?: (row: Row) => ReactNode
  nameOf?: (row: Row) => string
  /** Shows a row beside the table, by button or by the key p. */
  onPeek?: (row: Row) => void
  isPeeking?: boolean
  /** Column widths the user chose, in pixels. With `onWidths` they can be resized. */
  widths?: Record<string, number>
  onWidths?: (widths: Record<string, number>) => void
  compact?: boolean
  tall?: boolean
  skeletonRows?: number
}

const defaultKey = (row: any): RowKey => row.id

/** Virtualized table with its own scroll container, sticky header and sticky first columns. Arrows move, Enter opens, Space selects. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, keyOf = defaultKey, selected, onSelect, onPeek, menu } = props
  const box = useRef<HTMLDivElement>(null)
  const room = useAvailableWidth(box)
  const sides = [Boolean(onSelect || props.groupBy), menu !== undefined] as const
  const excessOf = (columns: Column<Row>[]) => layoutWidth(createLayout(columns, ...sides)) - room
  const fittedColumns = withWidths(useFittedColumns(props), props.widths)
  const columns = dropSpareColumns(fittedColumns, excessOf(fittedColumns))
  const excess = excessOf(columns)
  const layout = createLayout(props.tall ? fittedColumns : growColumns(shrinkColumns(columns, excess), -excess), ...sides)
  const { stretches, shown, closed } = useStretches(props, layout)
  const onToggle = useRowSelection(shown, keyOf, selected, onSelect)
  const { tabStop, setCurrent, onKeyDown } = useRowNavigation({ box, shown, keyOf, onToggle, onPeek })
  const isLong = shown.length + (props.groupBy ? stretches.length : 0) > maxUnvirtualizedRows
  const lines = {
    layout,
    nameOf: props.nameOf ?? ((row: Row) => String(keyOf(row))),
    menu,
    onToggle,
    onPeek,
    onFocus(row: Row) {
      setCurrent(keyOf(row))
      if (props.isPeeking) onPeek?.(row)
    },
  }
  // Caches rendered rows. Scrolling and moving render only new or changed rows; any other change renders all of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every input of a row
  const builtLines = useMemo(
    () => new Map<RowKey, { index: number; isTabStop: boolean; line: ReactNode }>(),
    [props, closed, layoutKey(layout)],
  )
  function line(row: Row, index: number) {
    const key = keyOf(row)
    const isTabStop = index === tabStop
    const known = builtLines.get(key)
    if (known?.index === index && known.isTabStop === isTabStop) return known.line
    const state = { index, isTabStop, isSelected: selected?.has(key) ?? false, isNumbered: isLong }
    const line = <TableLine key={key} lines={lines} row={row} {...state} />
    builtLines.set(key, { index, isTabStop, line })
    return line
  }
  const chosen = shown.filter((row) => selected?.has(keyOf(row))).length
  const all = onSelect && {
    isSome: chosen > 0,
    isAll: chosen > 0 && chosen === shown.length,
    flip: () => onSelect(chosen > 0 ? new Set() : new Set(shown.map(keyOf))),
  }
  return (
    <div ref={box} className={css.scroll} data-compact={props.compact} data-tall={props.tall} onScroll={markScroll}>
      <table
        className={css.table}
        aria-label={props.label}
        aria-busy={!rows}
        aria-rowcount={isLong ? shown.length + 1 : undefined}
        style={{ minWidth: layoutWidth(layout) }}
      >
        <TableWidths {...layout} />
        <TableHead layout={layout} all={all} sort={props.sort} onSort={props.onSort} widths={props.widths} onWidths={props.onWidths} />
        {rows ? (
          <TableRows {...{ layout, stretches, keyOf, line, tabStop, onKeyDown }} usualHeight={props.tall ? 48 : props.compact ? 30 : 36} />
        ) : (
          <Skeleton layout={layout} count={props.skeletonRows ?? 12} />
        )}
        {props.total && rows && <TotalRow layout={layout} rows={rows} />}
      </table>
    </div>
  )
}

function useStretches<Row>({ rows = [], groupBy, groups: known }: DataTableProps<Row>, layout: ReturnType<typeof createLayout<Row>>) {
  const [closed, setClosed] = useState<ReadonlySet<RowKey>>(new Set())
  if (!groupBy) return { stretches: [{ key: 'all', rows }], shown: rows, closed }
  const stretches = groupRows(rows, groupBy, known).map((group): RowSection<Row> => {
    const isClosed = closed.has(group.key)
    const flip = () => setClosed(new Set(isClosed ? [...closed].filter((key) => key !== group.key) : [...closed, group.key]))
    return {
      key: group.key,
      head: () => <GroupHead layout={layout} group={group} isClosed={isClosed} onFlip={flip} />,
      rows: isClosed ? [] : group.rows,
    }
  })
  return { stretches, shown: stretches.flatMap((stretch) => stretch.rows), closed }
}

function markScroll(event: { currentTarget: HTMLElement }) {
  event.currentTarget.toggleAttribute('data-scrolled', event.currentTarget.scrollLeft > 0)
}
