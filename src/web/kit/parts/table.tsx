import { Menu } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconDots, IconEye } from '../look/icons.ts'
import css from './table.module.css'
import { useTableWindow } from './table-window.ts'

export type RowKey = number | string

export interface Column<Row = any> {
  key: string
  label: string
  /** Read out, not shown: a picture explains itself. */
  isLabelHidden?: boolean
  unit?: string
  /** In px; the column without one takes the free width. */
  width?: number
  align?: 'right'
  /** The name of the row stands out, everything that is not text 1 steps back. */
  tone?: 'name' | 'quiet'
  sortable?: boolean
  /** Cannot be hidden. */
  locked?: boolean
  /** Stays when the table scrolls sideways. */
  sticky?: boolean
  cell: (row: Row) => ReactNode
  /** What stands in the row of a group and in the total. */
  sum?: (rows: Row[], group?: RowKey) => ReactNode
}

export interface DataTableProps<Row> {
  /** Names the table for those who cannot see it. */
  label: string
  columns: Column<Row>[]
  /** Absent while they load. */
  rows: Row[] | undefined
  keyOf?: (row: Row) => RowKey
  sort?: string[]
  onSort?: (sort: string[]) => void
  selected?: ReadonlySet<RowKey>
  onSelect?: (selected: Set<RowKey>) => void
  /** Rows of one group stand together, the groups in the order of their first row. */
  groupBy?: (row: Row) => { key: RowKey; title: ReactNode }
  /** Groups that stand there also without rows, in this order. */
  groups?: { key: RowKey; title: ReactNode }[]
  /** A last row with the sums. */
  total?: boolean
  /** `Menu.Item`s of a row. */
  menu?: (row: Row) => ReactNode
  /** What to call a row where only its controls are read out. */
  nameOf?: (row: Row) => string
  /** Shows a row beside the table; a button in each row and the key p ask for it. */
  onPeek?: (row: Row) => void
  /** While a row is shown beside the table, the row that has the focus. */
  isPeeking?: boolean
  /** Widths the person gave to columns, in px; with `onWidths` they can be dragged. */
  widths?: Record<string, number>
  onWidths?: (widths: Record<string, number>) => void
  compact?: boolean
  /** Two lines in a row, as on a phone. */
  tall?: boolean
  skeletonRows?: number
}

const defaultKey = (row: any): RowKey => row.id
const freeWidth = 140
const leastColumn = 48

/** A table with its own scroll, fixed head and first columns. Arrows move, Enter opens, Space selects. Of many rows only those near the window are made. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, keyOf = defaultKey, selected, onSelect, groupBy, menu, sort = [], onSort, onPeek, widths, onWidths } = props
  const columns = widths
    ? props.columns.map((column) => (widths[column.key] ? { ...column, width: widths[column.key] } : column))
    : props.columns
  const [closed, setClosed] = useState<ReadonlySet<RowKey>>(new Set())
  const [current, setCurrent] = useState<RowKey>()
  const [menuRow, setMenuRow] = useState<{ key: RowKey; isOpen: boolean }>()
  const lastPicked = useRef(0)
  const nameOf = props.nameOf ?? ((row: Row) => String(keyOf(row)))
  const groups = groupBy && rows ? grouped(rows, groupBy, props.groups) : undefined
  const shown = groups ? groups.flatMap((group) => (closed.has(group.key) ? [] : group.rows)) : (rows ?? [])
  const lead = onSelect || groupBy
  const lefts = stickyLefts(columns, lead ? leadWidth : 0)
  const rowInTabOrder = shown.some((row) => keyOf(row) === current) ? current : shown[0] && keyOf(shown[0])
  const box = useRef<HTMLDivElement>(null)
  const near = useTableWindow(box, shown.length + (groups?.length ?? 0), props.tall ? 48 : props.compact ? 30 : 36)
  // Scrolling makes only rows that were not there; anything else makes them all anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever a row is made from
  const made = useMemo(() => new Map<RowKey, ReactNode>(), [props, current, menuRow, closed])
  const wanted = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const row = box.current?.querySelector<HTMLElement>(`tr[data-row="${wanted.current}"]`)
    wanted.current = undefined
    row?.focus()
  })
  const chosen = shown.filter((row) => selected?.has(keyOf(row))).length

  function toggle(row: Row, range: boolean) {
    const at = shown.indexOf(row)
    const next = new Set(selected)
    const isOn = !next.has(keyOf(row))
    const [from, to] = range ? [Math.min(at, lastPicked.current), Math.max(at, lastPicked.current)] : [at, at]
    for (const one of shown.slice(from, to + 1)) isOn ? next.add(keyOf(one)) : next.delete(keyOf(one))
    lastPicked.current = at
    onSelect?.(next)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    const line = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row]')
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return
    const at = Number(line.dataset.row)
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }
    const to = steps[event.key]
    if (to !== undefined) focusRow(Math.min(Math.max(to, 0), shown.length - 1))
    else if (event.target !== line) return
    else if (event.key === 'Enter') line.querySelector<HTMLElement>('[data-name]')?.click()
    else if (event.key === ' ' && onSelect) toggle(shown[at]!, event.shiftKey)
    else if ((event.key === ' ' || event.key === 'p') && onPeek) onPeek(shown[at]!)
    else return
    event.preventDefault()
  }

  function focusRow(at: number) {
    const row = box.current?.querySelector<HTMLElement>(`tr[data-row="${at}"]`)
    if (row) return row.focus()
    // Made first because the row in tab order always is.
    wanted.current = at
    setCurrent(keyOf(shown[at]!))
  }

  const place = (at: number): CSSProperties | undefined => (lefts[at] === undefined ? undefined : { left: lefts[at] })
  const classOf = (column: Column<Row>, at: number) =>
    [
      column.align === 'right' && css.right,
      column.tone && css[column.tone],
      lefts[at] !== undefined && css.sticky,
      lefts[at] !== undefined && lefts[at + 1] === undefined && css.edge,
    ]
      .filter(Boolean)
      .join(' ')

  function line(row: Row, nth: number) {
    const key = keyOf(row)
    const known = made.get(key)
    if (!known) made.set(key, lineOf(row, key, nth))
    return known ?? made.get(key)
  }

  function lineOf(row: Row, key: RowKey, nth: number) {
    const isSelected = selected?.has(key)
    return (
      <tr
        key={key}
        data-row={nth}
        aria-rowindex={near.isOn ? nth + 2 : undefined}
        data-selected={isSelected || undefined}
        tabIndex={key === rowInTabOrder ? 0 : -1}
        onFocus={() => {
          setCurrent(key)
          if (props.isPeeking) onPeek?.(row)
        }}
      >
        {lead && (
          <td className={`${css.lead} ${css.sticky}`} style={{ left: 0 }}>
            {onSelect && (
              <input
                type="checkbox"
                className={css.check}
                tabIndex={key === rowInTabOrder ? 0 : -1}
                aria-label={`Select ${nameOf(row)}`}
                checked={Boolean(isSelected)}
                onChange={(event) => toggle(row, (event.nativeEvent as MouseEvent).shiftKey)}
              />
            )}
          </td>
        )}
        {columns.map((column, at) => {
          const content = column.cell(row)
          const title = typeof content === 'string' ? content : undefined
          return (
            <td key={column.key} className={classOf(column, at)} style={place(at)} title={title}>
              {content ?? <span className="dna-muted">–</span>}
              {onPeek && column.tone === 'name' && (
                <button
                  type="button"
                  className={css.peek}
                  tabIndex={-1}
                  aria-label={`Peek at ${nameOf(row)}`}
                  title="Peek"
                  onClick={() => onPeek(row)}
                >
                  <IconEye size={16} stroke={1.6} />
                </button>
              )}
            </td>
          )
        })}
        {menu && (
          <td className={css.menu}>
            <RowMenu
              label={`Actions for ${nameOf(row)}`}
              isWoken={menuRow?.key === key}
              isOpen={menuRow?.key === key && menuRow.isOpen}
              onChange={(isOpen) => setMenuRow({ key, isOpen })}
            >
              {() => menu(row)}
            </RowMenu>
          </td>
        )}
      </tr>
    )
  }

  function sums(rowsOf: Row[], title: ReactNode, group?: RowKey) {
    const first = columns.findIndex((column) => !column.sum)
    return columns.map((column, at) =>
      at === first ? (
        <th key={column.key} scope="row" colSpan={spanFrom(columns, first)}>
          {title}
        </th>
      ) : at > first && at < first + spanFrom(columns, first) ? null : (
        <td key={column.key} className={column.align === 'right' ? css.right : undefined}>
          {column.sum?.(rowsOf, group)}
        </td>
      ),
    )
  }

  const width = columns.length + (lead ? 1 : 0) + (menu ? 1 : 0)
  // Named by what follows: a row with the focus must not be moved for it.
  const gap = (rows: number, before: RowKey) =>
    rows > 0 && (
      <tr key={`before ${before}`} aria-hidden className={css.gap}>
        <td colSpan={width} style={{ height: rows * near.height }} />
      </tr>
    )
  /** The head and the rows that take the places from `first` on; what is far from the window is room of the same height. */
  function linesFrom(first: number, rowsOf: Row[], nth: number, head?: () => ReactNode) {
    if (!near.isOn) return [head?.(), ...rowsOf.map((row, at) => line(row, nth + at))]
    const all: ReactNode[] = []
    let skipped = 0
    const add = (at: number, key: RowKey, isKept: boolean, make: () => ReactNode) => {
      if (!isKept && (at < near.from || at > near.to)) return skipped++
      all.push(gap(skipped, key), make())
      skipped = 0
    }
    if (head) add(first, 'head', false, head)
    const start = first + (head ? 1 : 0)
    for (const [at, row] of rowsOf.entries()) add(start + at, keyOf(row), keyOf(row) === rowInTabOrder, () => line(row, nth + at))
    all.push(gap(skipped, 'the end'))
    return all
  }
  let places = 0
  let passed = 0

  return (
    <div ref={box} className={css.scroll} data-compact={props.compact} data-tall={props.tall} onScroll={markScroll}>
      <table
        className={css.table}
        aria-label={props.label}
        aria-busy={!rows}
        aria-rowcount={near.isOn ? shown.length + 1 : undefined}
        style={{ minWidth: leastWidth(columns, lead ? leadWidth : 0, menu ? menuWidth : 0) }}
      >
        <colgroup>
          {lead && <col style={{ width: leadWidth }} />}
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.width }} />
          ))}
          {/* Without a column that takes the free width the last one does. */}
          {menu && <col style={{ width: columns.some(({ width }) => !width) ? menuWidth : undefined }} />}
        </colgroup>
        <thead>
          <tr>
            {lead && (
              <td className={`${css.lead} ${css.sticky}`} style={{ left: 0 }}>
                {onSelect && (
                  <input
                    type="checkbox"
                    className={css.check}
                    aria-label="Select all rows of this page"
                    checked={chosen > 0 && chosen === shown.length}
                    ref={(box) => {
                      if (box) box.indeterminate = chosen > 0 && chosen < shown.length
                    }}
                    onChange={() => onSelect(chosen > 0 ? new Set() : new Set(shown.map(keyOf)))}
                  />
                )}
              </td>
            )}
            {columns.map((column, at) => (
              <Head key={column.key} {...{ column, sort, onSort, widths, onWidths }} className={classOf(column, at)} style={place(at)} />
            ))}
            {menu && (
              <td className={css.menu}>
                <span className="dna-hidden">Actions</span>
              </td>
            )}
          </tr>
        </thead>
        {!rows && <Skeleton {...{ columns, lead: Boolean(lead), menu: Boolean(menu) }} count={props.skeletonRows ?? 12} />}
        {rows && !groups && <tbody onKeyDown={onKeyDown}>{linesFrom(0, rows, 0)}</tbody>}
        {groups?.map((group) => {
          const isClosed = closed.has(group.key)
          const Chevron = isClosed ? IconChevronRight : IconChevronDown
          const [first, nth] = [places, passed]
          places += 1 + (isClosed ? 0 : group.rows.length)
          passed += isClosed ? 0 : group.rows.length
          const flip = () => setClosed(new Set(isClosed ? [...closed].filter((key) => key !== group.key) : [...closed, group.key]))
          return (
            <tbody key={group.key} onKeyDown={onKeyDown}>
              {linesFrom(first, isClosed ? [] : group.rows, nth, () => (
                <tr key="head" className={css.group}>
                  <td className={css.lead}>
                    <button type="button" className={css.chevron} aria-expanded={!isClosed} aria-label="Rows of this group" onClick={flip}>
                      <Chevron size={16} stroke={1.6} />
                    </button>
                  </td>
                  {sums(group.rows, group.title, group.key)}
                  {menu && <td />}
                </tr>
              ))}
            </tbody>
          )
        })}
        {props.total && rows && (
          <tfoot>
            <tr className={css.group}>
              {lead && <td />}
              {sums(rows, 'Total')}
              {menu && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const leadWidth = 48
const menuWidth = 52

interface HeadProps {
  column: Column
  sort: string[]
  onSort?: (sort: string[]) => void
  widths?: Record<string, number>
  onWidths?: (widths: Record<string, number>) => void
  className: string
  style?: CSSProperties
}

function Head({ column, sort, onSort, widths, onWidths, className, style }: HeadProps) {
  const [first = ''] = sort
  const direction = first === column.key ? 'ascending' : first === `-${column.key}` ? 'descending' : undefined
  const label = column.unit ? `${column.label}, ${column.unit}` : column.label
  if (!onSort || !column.sortable)
    return (
      <th scope="col" className={className} style={style} aria-label={onWidths && label}>
        {column.isLabelHidden ? <span className="dna-hidden">{label}</span> : label}
        {onWidths && !column.isLabelHidden && <Edge {...{ column, label, widths, onWidths }} />}
      </th>
    )
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    // Named by its words alone: each cell is read out with it, and the edge has a name of its own.
    <th scope="col" className={className} style={style} aria-sort={direction} aria-label={onWidths && label}>
      <button type="button" className={css.sort} onClick={() => onSort([direction === 'ascending' ? `-${column.key}` : column.key])}>
        {label}
        {direction && <Arrow size={12} stroke={2} aria-hidden />}
      </button>
      {onWidths && <Edge {...{ column, label, widths, onWidths }} />}
    </th>
  )
}

interface EdgeProps {
  column: Column
  label: string
  widths?: Record<string, number>
  onWidths: (widths: Record<string, number>) => void
}

/** The right edge of a head: drag it, or use the arrow keys; a double click or Delete gives the usual width back. */
function Edge({ column, label, widths = {}, onWidths }: EdgeProps) {
  const dragged = useRef<number>(undefined)
  const give = (width: number) => onWidths({ ...widths, [column.key]: Math.round(Math.min(Math.max(width, leastColumn), 900)) })
  function reset() {
    const { [column.key]: _, ...others } = widths
    onWidths(others)
  }
  const widthNow = (edge: Element) => edge.closest('th')!.getBoundingClientRect().width

  function onPointerDown(event: ReactPointerEvent<HTMLSpanElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    const edge = event.currentTarget
    const head = edge.closest('th')!
    const table = head.closest('table')!
    const col = table.querySelectorAll('col')[[...head.parentElement!.children].indexOf(head)]!
    const start = head.getBoundingClientRect().width
    const least = Number.parseFloat(table.style.minWidth) - (column.width ?? freeWidth)
    edge.setPointerCapture(event.pointerId)
    // Straight on the page: drawing a hundred rows anew for each pixel would be felt.
    edge.onpointermove = ({ clientX }) => {
      dragged.current = Math.max(leastColumn, start + clientX - event.clientX)
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
      aria-valuenow={column.width ?? freeWidth}
      aria-valuemin={leastColumn}
      aria-valuemax={900}
      onPointerDown={onPointerDown}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
    />
  )
}

/** A menu is made only for the row that asks for it: a page has a hundred rows. */
function RowMenu(props: {
  label: string
  isWoken: boolean
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  children: () => ReactNode
}) {
  const button = (
    <button
      type="button"
      className={css.dots}
      tabIndex={-1}
      aria-label={props.label}
      aria-haspopup="menu"
      onClick={props.isWoken ? undefined : () => props.onChange(true)}
    >
      <IconDots size={16} stroke={1.6} />
    </button>
  )
  if (!props.isWoken) return button
  return (
    <Menu opened={props.isOpen} onChange={props.onChange} position="bottom-end" withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{props.children()}</Menu.Dropdown>
    </Menu>
  )
}

function Skeleton({ columns, lead, menu, count }: { columns: Column[]; lead: boolean; menu: boolean; count: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
        <tr key={at}>
          {lead && <td />}
          {columns.map((column, nth) => (
            <td key={column.key} className={column.align === 'right' ? css.right : undefined}>
              <span className={css.bar} style={{ width: `${40 + ((at * 7 + nth * 13) % 5) * 9}%` }} />
            </td>
          ))}
          {menu && <td />}
        </tr>
      ))}
    </tbody>
  )
}

function grouped<Row>(
  rows: Row[],
  groupBy: (row: Row) => { key: RowKey; title: ReactNode },
  known: { key: RowKey; title: ReactNode }[] = [],
) {
  const groups = new Map<RowKey, { key: RowKey; title: ReactNode; rows: Row[] }>(known.map((group) => [group.key, { ...group, rows: [] }]))
  for (const row of rows) {
    const { key, title } = groupBy(row)
    const known = groups.get(key)
    if (known) known.rows.push(row)
    else groups.set(key, { key, title, rows: [row] })
  }
  return [...groups.values()]
}

function stickyLefts(columns: Column[], start: number): (number | undefined)[] {
  let left = start
  return columns.map((column) => {
    if (!column.sticky) return undefined
    left += column.width ?? freeWidth
    return left - (column.width ?? freeWidth)
  })
}

const leastWidth = (columns: Column[], lead: number, menu: number) =>
  columns.reduce((sum, column) => sum + (column.width ?? freeWidth), lead + menu)

/** How many columns the title of a group may take: up to the next one with a sum. */
function spanFrom(columns: Column[], first: number) {
  const next = columns.findIndex((column, at) => at > first && column.sum)
  return (next < 0 ? columns.length : next) - first
}

function markScroll(event: { currentTarget: HTMLElement }) {
  event.currentTarget.toggleAttribute('data-scrolled', event.currentTarget.scrollLeft > 0)
}
