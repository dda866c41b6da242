import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { IconArrowDown, IconArrowUp } from '../kit/look/icons.ts'
import { readCells, writeCells } from './clipboard-cells.ts'
import css from './inventory.module.css'
import { CellEditor } from './inventory-cell-editor.tsx'
import { type Edits, type Equipment, type GridColumn, gridColumns, type RowEdit, shownText } from './inventory-edits.ts'

export const rowHeight = 32
const headHeight = 32
const numberWidth = 60
const spare = 8
const lineStep = 4
const stepped = (at: number) => at - (at % lineStep)
const lefts = gridColumns.map((_, at) => numberWidth + gridColumns.slice(0, at).reduce((sum, { width }) => sum + width, 0))
const fullWidth = lefts.at(-1)! + gridColumns.at(-1)!.width

/** From the anchor, which is the active cell, to the other corner. */
export interface Selection {
  at: number
  column: number
  toAt: number
  toColumn: number
  /** What was pasted is selected where one stands; the view does not leap to its end. */
  isStill?: boolean
}
export const rangeOf = ({ at, column, toAt, toColumn }: Selection) => ({
  top: Math.min(at, toAt),
  bottom: Math.max(at, toAt),
  left: Math.min(column, toColumn),
  right: Math.max(column, toColumn),
})

interface GridProps {
  total: number
  rowAt: (at: number) => Equipment | undefined
  edits: Edits
  selection: Selection
  select: (next: Selection) => void
  /** The first and last row in the window. */
  onWindow: (first: number, last: number) => void
  /** Texts of a rectangle whose first cell is there. */
  onTexts: (at: number, column: number, texts: string[][]) => void
  onFillDown: () => void
  onClear: () => void
  onUndo: () => void
  onRedo: () => void
  /** Rows of the selection that are not read yet. */
  onMissing: (top: number, bottom: number) => void
  choicesOf: (column: GridColumn, row: Equipment) => string[] | undefined
  sort: string[]
  onSort: (sort: string[]) => void
  gridRef: RefObject<HTMLDivElement | null>
}

interface Editing {
  start: string
  isWhole: boolean
}

export function InventoryGrid(props: GridProps) {
  const { total, rowAt, edits, selection, select, onWindow, gridRef } = props
  const scroll = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ first: 0, last: 40 })
  const [editing, setEditing] = useState<Editing>()
  const { top, bottom, left, right } = rangeOf(selection)

  const look = useCallback(() => {
    const box = scroll.current
    if (!box) return
    // In steps of some lines, so that not every frame draws.
    const first = Math.max(0, stepped(Math.floor(box.scrollTop / rowHeight)) - spare)
    const last = Math.min(total - 1, stepped(Math.ceil((box.scrollTop + box.clientHeight) / rowHeight)) + lineStep + spare)
    setView((now) => (now.first === first && now.last === last ? now : { first, last }))
  }, [total])
  useLayoutEffect(() => {
    look()
    const watcher = new ResizeObserver(look)
    watcher.observe(scroll.current!)
    return () => watcher.disconnect()
  }, [look])
  useEffect(() => onWindow(view.first, view.last), [view, onWindow])

  /** Brings a cell into the window: below the head, beside the columns that stay. */
  const reveal = useCallback((at: number, column: number) => {
    const box = scroll.current
    if (!box) return
    const y = at * rowHeight
    const inside = box.clientHeight - headHeight
    if (y < box.scrollTop) box.scrollTop = y
    else if (y + rowHeight > box.scrollTop + inside) box.scrollTop = y + rowHeight - inside
    const fixed = numberWidth + gridColumns[0]!.width + (box.clientWidth > 700 ? gridColumns[1]!.width : 0)
    const x = lefts[column]!
    const isFixed = column === 0 || (column === 1 && box.clientWidth > 700)
    if (isFixed) return
    if (x - fixed < box.scrollLeft) box.scrollLeft = x - fixed
    else if (x + gridColumns[column]!.width > box.scrollLeft + box.clientWidth)
      box.scrollLeft = x + gridColumns[column]!.width - box.clientWidth
  }, [])
  useEffect(() => {
    if (!selection.isStill) reveal(selection.toAt, selection.toColumn)
  }, [reveal, selection])

  const active = rowAt(selection.at)
  const activeColumn = gridColumns[selection.column]!

  function moveTo(at: number, column: number, isExtending = false) {
    const toAt = Math.min(Math.max(at, 0), total - 1)
    const toColumn = Math.min(Math.max(column, 0), gridColumns.length - 1)
    select(isExtending ? { ...selection, toAt, toColumn, isStill: false } : { at: toAt, column: toColumn, toAt, toColumn })
  }

  function edit(start: string, isWhole: boolean) {
    if (!active || !activeColumn.field) return
    // The next letter may be on its way: the box is there and has the focus before this one is done.
    flushSync(() => setEditing({ start, isWhole }))
  }
  const editAsIs = () => active && edit(shownText(active, activeColumn, edits.get(active.id)), true)

  function stopEditing(text?: string, move: 'down' | 'up' | 'right' | 'left' | 'stay' = 'stay') {
    setEditing(undefined)
    if (text !== undefined) props.onTexts(selection.at, selection.column, [[text]])
    const { at, column } = selection
    if (move === 'down' || move === 'up') moveTo(at + (move === 'down' ? 1 : -1), column)
    if (move === 'right' || move === 'left') stepSideways(move === 'right' ? 1 : -1)
    gridRef.current?.focus({ preventScroll: true })
  }

  /** To the next cell, over the end of the row into the next. Answers whether there was one. */
  function stepSideways(step: 1 | -1): boolean {
    const next = selection.at * gridColumns.length + selection.column + step
    if (next < 0 || next >= total * gridColumns.length) return false
    moveTo(Math.floor(next / gridColumns.length), next % gridColumns.length)
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return
    const { key, shiftKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroll.current!.clientHeight - headHeight) / rowHeight) - 1)
    const { toAt, toColumn } = selection
    const steps: Record<string, [number, number]> = {
      ArrowDown: [isCommand ? total - 1 : toAt + 1, toColumn],
      ArrowUp: [isCommand ? 0 : toAt - 1, toColumn],
      ArrowRight: [toAt, isCommand ? gridColumns.length - 1 : toColumn + 1],
      ArrowLeft: [toAt, isCommand ? 0 : toColumn - 1],
      PageDown: [toAt + page, toColumn],
      PageUp: [toAt - page, toColumn],
      Home: [isCommand ? 0 : toAt, 0],
      End: [isCommand ? total - 1 : toAt, gridColumns.length - 1],
    }
    const commands: Record<string, () => void> = {
      d: props.onFillDown,
      z: shiftKey ? props.onRedo : props.onUndo,
      y: props.onRedo,
    }
    if (steps[key]) moveTo(...steps[key], shiftKey)
    else if (isCommand) {
      const command = commands[key.toLowerCase()]
      if (!command) return
      command()
    } else if (key === 'Tab') {
      if (!stepSideways(shiftKey ? -1 : 1)) return
    } else if (key === 'Enter') moveTo(selection.at + (shiftKey ? -1 : 1), selection.column)
    else if (key === 'F2') editAsIs()
    else if (key === 'Delete' || key === 'Backspace') props.onClear()
    else if (key === 'Escape') moveTo(selection.at, selection.column)
    else if (key.length === 1 && !event.altKey) edit(key, false)
    else return
    event.preventDefault()
  }

  function cellUnder(event: { target: EventTarget }) {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')
    const at = cell?.parentElement?.dataset.at
    return cell && at !== undefined ? { at: Number(at), column: Number(cell.dataset.cell) } : undefined
  }

  const dragging = useRef(false)
  function onPointerDown(event: PointerEvent) {
    const cell = cellUnder(event)
    if (!cell || event.button !== 0 || (event.target as HTMLElement).closest('input, [role="listbox"]')) return
    const isActive = cell.at === selection.at && cell.column === selection.column
    // A second tap edits, as there is no double click on a phone.
    if (isActive && event.pointerType === 'touch' && document.activeElement === gridRef.current) editAsIs()
    else {
      moveTo(cell.at, cell.column, event.shiftKey)
      dragging.current = event.pointerType === 'mouse'
    }
    requestAnimationFrame(() => !gridRef.current?.querySelector('input') && gridRef.current?.focus({ preventScroll: true }))
  }
  function onPointerMove(event: PointerEvent) {
    if (!dragging.current || event.buttons !== 1) {
      dragging.current = false
      return
    }
    const cell = cellUnder({ target: document.elementFromPoint(event.clientX, event.clientY) ?? event.target })
    if (cell && (cell.at !== selection.toAt || cell.column !== selection.toColumn)) moveTo(cell.at, cell.column, true)
  }

  function onCopy(event: ClipboardEvent) {
    event.preventDefault()
    const texts: string[][] = []
    for (let at = top; at <= bottom; at++) {
      const row = rowAt(at)
      if (!row) return props.onMissing(top, bottom)
      texts.push(gridColumns.slice(left, right + 1).map((column) => shownText(row, column, edits.get(row.id))))
    }
    event.clipboardData.setData('text/plain', writeCells(texts))
    if (event.type === 'cut') props.onClear()
  }
  function onPaste(event: ClipboardEvent) {
    event.preventDefault()
    const texts = readCells(event.clipboardData.getData('text/plain'))
    props.onTexts(top, left, spread(texts, bottom - top + 1, right - left + 1))
  }

  const lines: ReactNode[] = []
  for (let at = view.first; at <= Math.min(view.last, total - 1); at++) {
    const row = rowAt(at)
    const isActive = at === selection.at
    const isChosen = at >= top && at <= bottom
    lines.push(
      <Line
        key={at}
        at={at}
        row={row}
        edit={row && edits.get(row.id)}
        active={isActive ? selection.column : -1}
        from={isChosen ? left : -1}
        to={isChosen ? right : -1}
        editor={
          isActive && editing && active ? (
            <CellEditor
              label={activeColumn.label}
              {...editing}
              isRight={activeColumn.isRight}
              choices={props.choicesOf(activeColumn, active)}
              isUp={at * rowHeight - (scroll.current?.scrollTop ?? 0) > (scroll.current?.clientHeight ?? 0) - 260}
              onDone={stopEditing}
              onCancel={() => stopEditing()}
            />
          ) : undefined
        }
      />,
    )
  }

  return (
    <div className={css.scroll} ref={scroll} onScroll={look}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot hold rows at their place among a hundred thousand */}
      <div
        ref={gridRef}
        className={css.grid}
        role="grid"
        aria-label="Equipment as a table"
        aria-rowcount={total + 1}
        aria-colcount={gridColumns.length + 1}
        aria-multiselectable
        aria-activedescendant={
          active && selection.at >= view.first && selection.at <= view.last ? cellId(selection.at, selection.column) : undefined
        }
        tabIndex={0}
        style={{ width: fullWidth, height: headHeight + total * rowHeight }}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onDoubleClick={(event) => cellUnder(event) && editAsIs()}
        onCopy={onCopy}
        onCut={onCopy}
        onPaste={onPaste}
      >
        <Head sort={props.sort} onSort={props.onSort} />
        {lines}
      </div>
    </div>
  )
}

/** One cell fills the whole selection; a rectangle repeats where the selection is a multiple of it. */
function spread(texts: string[][], rows: number, columns: number): string[][] {
  const width = texts[0]!.length
  const down = rows % texts.length === 0 ? Math.max(rows, texts.length) : texts.length
  const across = columns % width === 0 ? Math.max(columns, width) : width
  return Array.from({ length: down }, (_, at) => Array.from({ length: across }, (_, to) => texts[at % texts.length]![to % width] ?? ''))
}

/** The first two columns stay while the others scroll; on a phone only the first. */
const placed = (width: number, at: number) => ({ width, ...(at < 2 && { '--left': `${lefts[at]}px` }) }) as CSSProperties

const cellId = (at: number, column: number) => `inventory-${at}-${column}`

function Head({ sort, onSort }: { sort: string[]; onSort: (sort: string[]) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus
    <div className={css.head} role="row" aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus */}
      <span role="columnheader" aria-colindex={1} className={css.number} style={{ width: numberWidth }}>
        Row
      </span>
      {gridColumns.map(({ key, label, width, isRight }, at) => {
        const isDown = sort[0] === `-${key}`
        const isUp = sort[0] === key
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the button in it takes the focus
          <span
            key={key}
            role="columnheader"
            aria-colindex={at + 2}
            aria-sort={isDown ? 'descending' : isUp ? 'ascending' : undefined}
            data-right={isRight || undefined}
            data-fixed={at < 2 ? at : undefined}
            style={placed(width, at)}
          >
            <button type="button" tabIndex={-1} onClick={() => onSort([isUp ? `-${key}` : key])}>
              {label}
              {isUp && <IconArrowUp size={12} />}
              {isDown && <IconArrowDown size={12} />}
            </button>
          </span>
        )
      })}
    </div>
  )
}

interface LineProps {
  at: number
  row: Equipment | undefined
  edit: RowEdit | undefined
  active: number
  from: number
  to: number
  editor: ReactNode
}

/** Only lines whose own state changes are drawn again while somebody scrolls or moves. */
const Line = memo(function Line({ at, row, edit, active, from, to, editor }: LineProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus
    <div
      className={css.line}
      role="row"
      aria-rowindex={at + 2}
      data-at={at}
      data-editing={editor ? true : undefined}
      data-stale={edit?.newer ? true : undefined}
      style={{ top: headHeight + at * rowHeight }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus */}
      <span role="rowheader" aria-colindex={1} className={css.number} style={{ width: numberWidth }}>
        {(at + 1).toLocaleString('en-US')}
      </span>
      {gridColumns.map((column, place) => {
        const cell = edit?.cells[column.key]
        const text = row && shownText(row, column, edit)
        const theirs = edit?.newer && shownText(edit.newer, column, undefined)
        const isNewer = theirs !== undefined && theirs !== shownText(edit!.base, column, undefined)
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus
          <span
            key={column.key}
            id={cellId(at, place)}
            role="gridcell"
            aria-colindex={place + 2}
            aria-selected={place >= from && place <= to}
            aria-readonly={column.field ? undefined : true}
            aria-invalid={cell?.problem ? true : undefined}
            data-cell={place}
            data-active={place === active || undefined}
            data-changed={cell ? true : undefined}
            data-right={column.isRight || undefined}
            data-fixed={place < 2 ? place : undefined}
            title={cell?.problem ?? (isNewer ? `Somebody else changed this to “${theirs}”` : text)}
            style={placed(column.width, place)}
          >
            {place === active && editor ? editor : row ? text : place === 1 ? <i /> : null}
            {cell?.problem && <span className="dna-hidden">, {cell.problem}</span>}
          </span>
        )
      })}
    </div>
  )
})
