import { Fragment, type KeyboardEventHandler, type ReactNode } from 'react'
import { IconChevronDown, IconChevronRight } from '../look/icons.ts'
import css from './table.module.css'
import { cellCount, groupTitleSpan, type Layout, type RowKey } from './table-columns.ts'
import type { Group } from './table-groups.ts'
import { RowMenu } from './table-line.tsx'
import { renderedRows, useTableWindow } from './table-window.ts'

export interface RowSection<Row> {
  key: RowKey
  head?: () => ReactNode
  rows: Row[]
}

interface RowsProps<Row> {
  layout: Layout<Row>
  stretches: RowSection<Row>[]
  keyOf: (row: Row) => RowKey
  line: (row: Row, index: number) => ReactNode
  tabStop: number
  usualHeight: number
  onKeyDown: KeyboardEventHandler<HTMLTableSectionElement>
}

/** Renders only rows near the viewport; spacers of equal height replace the others. */
export function TableRows<Row>({ layout, stretches, keyOf, line, tabStop, usualHeight, onKeyDown }: RowsProps<Row>) {
  const rowCount = stretches.reduce((sum, { head, rows }) => sum + rows.length + (head ? 1 : 0), 0)
  const [near, body] = useTableWindow(rowCount, usualHeight)
  const isNear = (position: number) => !near.isOn || (position >= near.from && position <= near.to)
  // Keyed by the following row, because the focused row must not be moved in the DOM.
  const gap = (rows: number, before: RowKey) =>
    rows > 0 && (
      <tr key={`before ${before}`} aria-hidden className={css.gap}>
        <td colSpan={cellCount(layout)} style={{ height: rows * near.height }} />
      </tr>
    )
  let position = 0
  let nth = 0
  return stretches.map(({ key, head, rows }, index) => {
    const start = position + (head ? 1 : 0)
    const all: ReactNode[] = []
    // Number of positions already rendered, as rows or as a spacer.
    let done = position
    if (head && isNear(position)) {
      all.push(<Fragment key="head">{head()}</Fragment>)
      done++
    }
    for (const own of renderedRows(near, start, rows.length, tabStop - nth)) {
      const row = rows[own]
      if (row === undefined) continue
      all.push(gap(start + own - done, keyOf(row)), line(row, nth + own))
      done = start + own + 1
    }
    position = start + rows.length
    nth += rows.length
    all.push(gap(position - done, 'the end'))
    return (
      <tbody key={key} ref={index === 0 ? body : undefined} onKeyDown={onKeyDown}>
        {all}
      </tbody>
    )
  })
}

interface GroupHeadProps<Row> {
  layout: Layout<Row>
  group: Group<Row>
  isClosed: boolean
  onFlip: () => void
}

export function GroupHead<Row>({ layout, group, isClosed, onFlip }: GroupHeadProps<Row>) {
  const Chevron = isClosed ? IconChevronRight : IconChevronDown
  return (
    <tr className={css.group}>
      <td className={`${css.lead} ${css.sticky}`} style={{ left: 0 }}>
        <button type="button" className={css.chevron} aria-expanded={!isClosed} aria-label="Rows of this group" onClick={onFlip}>
          <Chevron size={16} stroke={1.6} />
        </button>
      </td>
      <Sums layout={layout} rows={group.rows} title={group.title} group={group.key} />
      {layout.hasMenu && <td className={css.menu}>{group.menu && <RowMenu label={group.menu.label}>{group.menu.items}</RowMenu>}</td>}
    </tr>
  )
}

export function TotalRow<Row>({ layout, rows }: { layout: Layout<Row>; rows: Row[] }) {
  return (
    <tfoot>
      <tr className={css.group}>
        {layout.hasLead && <td />}
        <Sums layout={layout} rows={rows} title="Total" />
        {layout.hasMenu && <td />}
      </tr>
    </tfoot>
  )
}

function Sums<Row>({ layout, rows, title, group }: { layout: Layout<Row>; rows: Row[]; title: ReactNode; group?: RowKey }) {
  const { first, span } = groupTitleSpan(layout)
  return layout.columns.map((column, index) =>
    index === first ? (
      <th key={column.key} scope="row" colSpan={span}>
        {title}
      </th>
    ) : index > first && index < first + span ? null : (
      <td key={column.key} className={column.align === 'right' ? css.right : undefined}>
        {column.sum?.(rows, group)}
      </td>
    ),
  )
}
