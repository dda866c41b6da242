import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readCells, writeCells } from './clipboard-cells.ts'
import css from './inventory.module.css'
import { CellEditor } from './inventory-cell-editor.tsx'
import { type Edits, type Equipment, type GridColumn, gridColumns, shownText } from './inventory-edits.ts'
import { GridHead, GridLine, gridCellId } from './inventory-lines.tsx'
import { fullWidth, headHeight, rowHeight, useGridPlaces } from './inventory-places.ts'
import { cellAt, type Selection, selectedRange } from './inventory-selection.ts'
import type { Writing } from './inventory-writing.ts'

interface GridProps {
  total: number
  rowAt: (at: number) => Equipment | undefined
  edits: Edits
  selection: Selection
  select: (next: Selection) => void
  writing: Writing
  onWindow: (first: number, last: number) => void
  choicesOf: (column: GridColumn, row: Equipment) => string[] | undefined
  sort: string[]
  onSort: (sort: string[]) => void
  gridRef: RefObject<HTMLDivElement | null>
}

export function InventoryGrid(props: GridProps) {
  const { total, rowAt, edits, selection, gridRef } = props
  const { scroll, places: visibleRows, linesAPage, isLow } = useGridPlaces(total, selection, props.onWindow)
  const active = rowAt(selection.at)
  const activeColumn = gridColumns[selection.column]
  const moves = createMoves(props)
  const editing = useEditing(props, moves)
  const pointer = usePointer(props, moves, editing.editAsIs)
  const { top, bottom, left, right } = selectedRange(selection)

  const editor = editing.state && activeColumn && (
    <CellEditor
      label={activeColumn.label}
      {...editing.state}
      isRight={activeColumn.isRight}
      choices={active && props.choicesOf(activeColumn, active)}
      isUp={isLow(selection.at)}
      onDone={editing.stop}
      onCancel={() => editing.stop()}
    />
  )
  return (
    <div className={css.scroll} ref={scroll}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot hold rows at their place among a hundred thousand */}
      <div
        ref={gridRef}
        className={css.grid}
        role="grid"
        aria-label="Equipment as a table"
        aria-rowcount={total + 1}
        aria-colcount={gridColumns.length + 1}
        aria-multiselectable
        aria-activedescendant={active ? gridCellId(selection.at, selection.column) : undefined}
        tabIndex={0}
        style={{ width: fullWidth, height: headHeight + total * rowHeight }}
        onKeyDown={(event) => handleGridKey(event, props, { moves, editing, linesAPage })}
        onDoubleClick={(event) => cellUnder(event.target) && editing.editAsIs()}
        {...pointer}
        {...clipboardHandlers(props)}
      >
        <GridHead sort={props.sort} onSort={props.onSort} />
        {visibleRows.map((at) => {
          const row = rowAt(at)
          const isActive = at === selection.at
          const isChosen = at >= top && at <= bottom
          return (
            <GridLine
              key={at}
              at={at}
              row={row}
              edit={row && edits.get(row.id)}
              active={isActive ? selection.column : -1}
              from={isChosen ? left : -1}
              to={isChosen ? right : -1}
              editor={isActive ? editor : undefined}
            />
          )
        })}
      </div>
    </div>
  )
}

type Moves = ReturnType<typeof createMoves>

function createMoves({ total, selection, select }: GridProps) {
  function moveTo(at: number, column: number, isExtending = false) {
    const toAt = Math.min(Math.max(at, 0), total - 1)
    const toColumn = Math.min(Math.max(column, 0), gridColumns.length - 1)
    select(isExtending ? { ...selection, toAt, toColumn, isStill: false } : cellAt(toAt, toColumn))
  }
  /** Moves to the next cell, across row ends. Returns false at the end of the grid. */
  function stepSideways(step: 1 | -1): boolean {
    const next = selection.at * gridColumns.length + selection.column + step
    if (next < 0 || next >= total * gridColumns.length) return false
    moveTo(Math.floor(next / gridColumns.length), next % gridColumns.length)
    return true
  }
  return { moveTo, stepSideways }
}

function useEditing({ rowAt, edits, selection, writing, gridRef }: GridProps, { moveTo, stepSideways }: Moves) {
  const [state, setState] = useState<{ start: string; isWhole: boolean }>()
  const active = rowAt(selection.at)
  const column = gridColumns[selection.column]
  function edit(start: string, isWhole: boolean) {
    if (!column?.field) return
    // Renders synchronously, so that the editor has focus before the next keystroke, even if the row is not loaded yet.
    flushSync(() => setState({ start, isWhole }))
  }
  function stop(text?: string, move: 'down' | 'up' | 'right' | 'left' | 'stay' = 'stay') {
    setState(undefined)
    if (text !== undefined) void writing.write(selection.at, selection.column, [[text]])
    if (move === 'down' || move === 'up') moveTo(selection.at + (move === 'down' ? 1 : -1), selection.column)
    if (move === 'right' || move === 'left') stepSideways(move === 'right' ? 1 : -1)
    gridRef.current?.focus({ preventScroll: true })
  }
  return { state, edit, editAsIs: () => active && column && edit(shownText(active, column, edits.get(active.id)), true), stop }
}

interface KeyContext {
  moves: Moves
  editing: ReturnType<typeof useEditing>
  linesAPage: () => number
}

function handleGridKey(event: KeyboardEvent, { total, selection, writing }: GridProps, { moves, editing, linesAPage }: KeyContext) {
  if (event.target !== event.currentTarget) return
  const { key, shiftKey } = event
  const isCommand = event.ctrlKey || event.metaKey
  const { toAt, toColumn } = selection
  const lastColumn = gridColumns.length - 1
  const steps: Record<string, [number, number]> = {
    ArrowDown: [isCommand ? total - 1 : toAt + 1, toColumn],
    ArrowUp: [isCommand ? 0 : toAt - 1, toColumn],
    ArrowRight: [toAt, isCommand ? lastColumn : toColumn + 1],
    ArrowLeft: [toAt, isCommand ? 0 : toColumn - 1],
    PageDown: [toAt + linesAPage(), toColumn],
    PageUp: [toAt - linesAPage(), toColumn],
    Home: [isCommand ? 0 : toAt, 0],
    End: [isCommand ? total - 1 : toAt, lastColumn],
  }
  const commands: Record<string, () => unknown> = {
    d: writing.fillDown,
    z: () => writing.step(shiftKey ? 'redo' : 'undo'),
    y: () => writing.step('redo'),
  }
  if (steps[key]) moves.moveTo(...steps[key], shiftKey)
  else if (isCommand) {
    const command = commands[key.toLowerCase()]
    if (!command) return
    command()
  } else if (key === 'Tab') {
    if (!moves.stepSideways(shiftKey ? -1 : 1)) return
  } else if (key === 'Enter') moves.moveTo(selection.at + (shiftKey ? -1 : 1), selection.column)
  else if (key === 'F2') editing.editAsIs()
  else if (key === 'Delete' || key === 'Backspace') void writing.clear()
  else if (key === 'Escape') moves.moveTo(selection.at, selection.column)
  else if (key.length === 1 && !event.altKey) editing.edit(key, false)
  else return
  event.preventDefault()
}

function cellUnder(target: EventTarget | null) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const at = cell?.parentElement?.dataset.at
  return cell && at !== undefined ? { at: Number(at), column: Number(cell.dataset.cell) } : undefined
}

function usePointer({ selection, gridRef }: GridProps, { moveTo }: Moves, editAsIs: () => void) {
  const dragging = useRef(false)
  return {
    onPointerDown(event: PointerEvent) {
      const cell = cellUnder(event.target)
      const isInside = event.target instanceof Element && event.target.closest('input, [role="listbox"]') !== null
      if (!cell || event.button !== 0 || isInside) return
      const isActive = cell.at === selection.at && cell.column === selection.column
      // A second tap edits, because phones have no double-click.
      if (isActive && event.pointerType === 'touch' && document.activeElement === gridRef.current) editAsIs()
      else {
        moveTo(cell.at, cell.column, event.shiftKey)
        dragging.current = event.pointerType === 'mouse'
      }
      requestAnimationFrame(() => !gridRef.current?.querySelector('input') && gridRef.current?.focus({ preventScroll: true }))
    },
    onPointerMove(event: PointerEvent) {
      if (!dragging.current || event.buttons !== 1) {
        dragging.current = false
        return
      }
      const cell = cellUnder(document.elementFromPoint(event.clientX, event.clientY) ?? event.target)
      if (cell && (cell.at !== selection.toAt || cell.column !== selection.toColumn)) moveTo(cell.at, cell.column, true)
    },
  }
}

function clipboardHandlers({ rowAt, edits, selection, writing }: GridProps) {
  const { top, bottom, left, right } = selectedRange(selection)
  function onCopy(event: ClipboardEvent) {
    event.preventDefault()
    const texts: string[][] = []
    for (let at = top; at <= bottom; at++) {
      const row = rowAt(at)
      if (!row) return writing.readMissing(top, bottom)
      texts.push(gridColumns.slice(left, right + 1).map((column) => shownText(row, column, edits.get(row.id))))
    }
    event.clipboardData.setData('text/plain', writeCells(texts))
    if (event.type === 'cut') void writing.clear()
  }
  function onPaste(event: ClipboardEvent) {
    event.preventDefault()
    const texts = readCells(event.clipboardData.getData('text/plain'))
    void writing.write(top, left, repeatTexts(texts, bottom - top + 1, right - left + 1))
  }
  return { onCopy, onCut: onCopy, onPaste }
}

/** One cell fills the whole selection; a rectangle repeats if the selection is a multiple of its size. */
function repeatTexts(texts: string[][], rows: number, columns: number): string[][] {
  const width = texts[0]?.length ?? 0
  const down = rows % texts.length === 0 ? Math.max(rows, texts.length) : texts.length
  const across = columns % width === 0 ? Math.max(columns, width) : width
  return Array.from({ length: down }, (_, index) =>
    Array.from({ length: across }, (_, to) => texts[index % texts.length]?.[to % width] ?? ''),
  )
}
