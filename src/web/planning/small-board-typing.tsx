import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BoardColumn, BoardEntryRow, BoardPerson } from '../../model/planning/boards.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import css from './board.module.css'
import type { CellPosition, Line } from './board-lines.ts'
import { findBoardPerson, remainingHours } from './board-rows.tsx'
import { columnName } from './board-scale.ts'
import { parseHours, readHours } from './hours-text.ts'
import type { BoardEdits } from './small-board-edits.ts'

type EditDirection = 'stay' | 'right' | 'left' | 'down' | 'fill'

interface EditorProps {
  label: string
  start: string
  /** Selects all text, so the next digit replaces it. */
  isWhole: boolean
  /** Remaining hours of the user across all projects for an input value. Undefined if no user is assigned. */
  leftWith: ((hours: number) => number) | undefined
  onType: (hours: number | undefined) => void
  onDone: (hours: number | undefined, direction: EditDirection) => void
  onCancel: () => void
}

function HoursEditor({ label, start, isWhole, leftWith, onType, onDone, onCancel }: EditorProps) {
  const [text, setText] = useState(start)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => {
    input.current?.focus()
    if (isWhole) input.current?.select()
  }, [isWhole])
  const { hours, problem } = readHours(text)
  const left = hours === undefined ? undefined : leftWith?.(hours)
  const finish = (direction: EditDirection) => {
    if (isOver.current) return
    isOver.current = true
    if (problem) toast.error(`${label}: ${problem}`)
    onDone(hours, direction)
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const directions: Record<string, EditDirection> = {
      Enter: event.shiftKey ? 'fill' : 'down',
      Tab: event.shiftKey ? 'left' : 'right',
    }
    const direction = directions[event.key]
    if (event.key === 'Escape') {
      isOver.current = true
      onCancel()
    } else if (direction) finish(direction)
    else return
    event.preventDefault()
  }
  return (
    <>
      {left !== undefined && (
        <span className={css.left} data-over={left <= 0 || undefined} role="status">
          {left < 0 ? `+${formatNumber(-left, 0)}` : `${formatNumber(Math.floor(left))} left`}
        </span>
      )}
      <input
        ref={input}
        className={css.editor}
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        title={problem}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          onType(parseHours(value))
        }}
        onKeyDown={onKeyDown}
        onBlur={() => finish('stay')}
      />
    </>
  )
}

type TypedEdits = Pick<BoardEdits, 'typedAt' | 'show' | 'setHours' | 'fill'>

interface TypingOptions {
  columns: readonly BoardColumn[]
  people: readonly BoardPerson[]
  lines: readonly Line[]
  entryOf: (line: Line) => BoardEntryRow | undefined
  edits: TypedEdits
  go: (place: CellPosition) => void
  focus: () => void
}

export function useTyping({ columns, people, lines, entryOf, edits, go, focus }: TypingOptions) {
  const [open, setOpen] = useState<Open>()
  /** Removes the preview of the typed hours, which totals include. */
  const preview = useRef(() => {})
  const type = (recordId: number, month: string, hours?: number) => {
    preview.current()
    preview.current = hours === undefined ? () => {} : edits.show(recordId, month, hours)
  }
  function begin(line: Line, column: number, start?: string): boolean {
    const row = entryOf(line)
    const key = columns[column]?.key
    if (!row || key === undefined || !line.isTyped) return false
    const now = edits.typedAt(row.entry.recordId, key) ?? row.cells[key]?.hours ?? 0
    // Renders synchronously, so the input has focus before the next keystroke arrives.
    flushSync(() => {
      go({ line: line.key, column })
      setOpen({ row, line, column, seen: now, start: start ?? (now === 0 ? '' : String(now)), isWhole: start === undefined })
    })
    return true
  }
  function close(line: Line, column: number) {
    setOpen(undefined)
    go({ line: line.key, column })
    focus()
  }
  function done(hours: number | undefined, direction: EditDirection) {
    if (!open) return
    const { row, line, column, seen } = open
    const key = columns[column]?.key ?? ''
    const next = direction === 'right' ? 1 : direction === 'left' ? -1 : 0
    const below = direction === 'down' ? lines[lines.findIndex((item) => item.key === line.key) + 1] : undefined
    close(below?.isTyped ? below : line, Math.min(Math.max(column + next, 0), columns.length - 1))
    preview.current()
    if (hours === undefined) return
    if (direction === 'fill') void edits.fill(row, key, hours)
    else if (hours !== seen) void edits.setHours(row, key, hours, seen)
  }
  function cancel() {
    if (!open) return
    preview.current()
    close(open.line, open.column)
  }
  function onKey(event: KeyboardEvent, line: Line, column: number): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || column < 0 || !line.isTyped) return false
    if (event.key === 'Enter' || event.key === 'F2') return begin(line, column)
    if (event.key === 'Delete' || event.key === 'Backspace') return begin(line, column, '')
    return /^[\d.]$/.test(event.key) && begin(line, column, event.key)
  }
  return { onKey, begin, editor: open && createCellEditor(open, { columns, people, type, done, cancel }) }
}

interface Open {
  row: BoardEntryRow
  line: Line
  column: number
  seen: number
  start: string
  isWhole: boolean
}
interface EditorActions extends Pick<TypingOptions, 'columns' | 'people'> {
  type: (recordId: number, month: string, hours: number | undefined) => void
  done: EditorProps['onDone']
  cancel: () => void
}

function createCellEditor({ row, line, column, start, isWhole }: Open, { columns, people, type, done, cancel }: EditorActions) {
  const month = columns[column]
  const person = findBoardPerson(people, row.entry.user?.id)
  if (!month) return undefined
  const storedHours = row.cells[month.key]?.hours ?? 0
  return {
    line: line.key,
    column,
    control: (
      <HoursEditor
        key={`${line.key} ${month.key}`}
        label={`Hours of ${line.name}, ${columnName(month)}`}
        {...{ start, isWhole }}
        leftWith={person && ((hours) => remainingHours(person, month.key) + storedHours - hours)}
        onType={(hours) => type(row.entry.recordId, month.key, hours)}
        onDone={done}
        onCancel={cancel}
      />
    ),
  }
}
