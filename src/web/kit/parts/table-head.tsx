import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { IconArrowDown, IconArrowUp } from '../look/icons.ts'
import css from './table.module.css'
import {
  type Column,
  cellProps,
  columnMinWidth,
  type Layout,
  leadColumnWidth,
  maxColumnWidth,
  menuColumnWidth,
  minColumnWidth,
} from './table-columns.ts'

export function TableWidths({ columns, hasLead, hasMenu }: Layout<never>) {
  return (
    <colgroup>
      {hasLead && <col style={{ width: leadColumnWidth }} />}
      {columns.map((column) => (
        <col key={column.key} style={{ width: column.width }} />
      ))}
      {/* If no column takes the remaining width, the menu column does. */}
      {hasMenu && <col style={{ width: columns.some(({ width }) => !width) ? menuColumnWidth : undefined }} />}
    </colgroup>
  )
}

interface HeadProps {
  sort?: string[]
  onSort?: (sort: string[]) => void
  widths?: Record<string, number>
  onWidths?: (widths: Record<string, number>) => void
}

interface TableHeadProps extends HeadProps {
  layout: Layout<never>
  all?: { isSome: boolean; isAll: boolean; flip: () => void }
}

export function TableHead({ layout, all, ...head }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {layout.hasLead && (
          <td className={`${css.lead} ${css.sticky}`} style={{ left: 0 }}>
            {all && (
              <input
                type="checkbox"
                className={css.check}
                aria-label="Select all rows of this page"
                checked={all.isAll}
                ref={(box) => {
                  if (box) box.indeterminate = all.isSome && !all.isAll
                }}
                onChange={all.flip}
              />
            )}
          </td>
        )}
        {layout.columns.map((column, index) => (
          <Head key={column.key} column={column} attributes={cellProps(layout, index)} {...head} />
        ))}
        {layout.hasMenu && (
          <td className={css.menu}>
            <span className="dna-hidden">Actions</span>
          </td>
        )}
      </tr>
    </thead>
  )
}

function Head({
  column,
  attributes,
  sort = [],
  onSort,
  widths,
  onWidths,
}: HeadProps & { column: Column<never>; attributes: ReturnType<typeof cellProps> }) {
  const [first = ''] = sort
  const direction = first === column.key ? 'ascending' : first === `-${column.key}` ? 'descending' : undefined
  const label = column.unit ? `${column.label}, ${column.unit}` : column.label
  if (!onSort || !column.sortable)
    return (
      <th scope="col" {...attributes} aria-label={onWidths && label}>
        {column.isLabelHidden ? <span className="dna-hidden">{label}</span> : label}
        {onWidths && !column.isLabelHidden && <Edge {...{ column, label, widths, onWidths }} />}
      </th>
    )
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    // Labeled by its text alone, because screen readers repeat the header for each cell. The resize handle has its own label.
    <th scope="col" {...attributes} aria-sort={direction} aria-label={onWidths && label}>
      <button type="button" className={css.sort} onClick={() => onSort([direction === 'ascending' ? `-${column.key}` : column.key])}>
        {label}
        {direction && <Arrow size={12} stroke={2} aria-hidden />}
      </button>
      {onWidths && <Edge {...{ column, label, widths, onWidths }} />}
    </th>
  )
}

interface EdgeProps {
  column: Column<never>
  label: string
  widths?: Record<string, number>
  onWidths: (widths: Record<string, number>) => void
}

/** Column resize handle: drag, arrow keys, and double-click or Delete to restore the default width. */
function Edge({ column, label, widths = {}, onWidths }: EdgeProps) {
  const dragged = useRef<number>(undefined)
  const give = (width: number) =>
    onWidths({ ...widths, [column.key]: Math.round(Math.min(Math.max(width, minColumnWidth), maxColumnWidth)) })
  function reset() {
    const { [column.key]: _, ...others } = widths
    onWidths(others)
  }
  const widthNow = (edge: Element) => edge.closest('th')!.getBoundingClientRect().width

  function onPointerDown(event: PointerEvent<HTMLSpanElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    const edge = event.currentTarget
    const head = edge.closest('th')!
    const table = head.closest('table')!
    const col = table.querySelectorAll('col')[[...head.parentElement!.children].indexOf(head)]!
    const start = head.getBoundingClientRect().width
    const least = Number.parseFloat(table.style.minWidth) - columnMinWidth(column)
    edge.setPointerCapture(event.pointerId)
    // Writes widths directly to the DOM while dragging, because rerendering a hundred rows per pixel is too slow.
    edge.onpointermove = ({ clientX }) => {
      dragged.current = Math.max(minColumnWidth, start + clientX - event.clientX)
      col.style.width = `${dragged.current}px`
      table.style.minWidth = `${least + dragged.current}px`
    }
    edge.onpointerup = () => {
      edge.onpointermove = null
      edge.onpointerup = null
      if (dragged.current !== undefined) give(dragged.current)
      dragged.current = undefined
    }
  }
  function onKeyDown(event: KeyboardEvent<HTMLSpanElement>) {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (step) give(widthNow(event.currentTarget) + step)
    else if (event.key === 'Delete' || event.key === 'Escape') reset()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule divides; this one moves
    <span
      role="separator"
      tabIndex={0}
      className={css.columnEdge}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={columnMinWidth(column)}
      aria-valuemin={minColumnWidth}
      aria-valuemax={maxColumnWidth}
      onPointerDown={onPointerDown}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
    />
  )
}
