import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ClipboardEvent } from 'react'
import type { ConnectionFinding } from '../../model/spaces/connection-checks.ts'
import type { EndOfConnection } from '../../model/spaces/connections.ts'
import { ConnectionState } from '../../model/spaces/enums.ts'
import { readCells, type WireLook, WireMark } from '../catalog/public.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconAlertTriangle, IconBan, IconInfoCircle } from '../kit/look/icons.ts'
import { handleCellKey } from '../kit/parts/cell-keys.ts'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { useCellEditor } from '../kit/request/optimistic.ts'
import { type CableColumn, type Connection, cableColumns } from './cable-columns.ts'
import type { CableSheet } from './cable-sheet.ts'
import css from './cables.module.css'

const icons = { error: IconBan, warning: IconAlertTriangle, info: IconInfoCircle }

export function FindingLine({ finding: { grade, text } }: { finding: ConnectionFinding }) {
  const Icon = icons[grade]
  return (
    <p className={css.finding} data-grade={grade}>
      <Icon size={14} /> {text}
    </p>
  )
}

export function NumberCell({ number, findings = [] }: { number: string | null; findings?: readonly ConnectionFinding[] }) {
  const [first] = findings
  if (!first || first.grade === 'info') return <span className={css.number}>{number}</span>
  const Icon = icons[first.grade]
  const findingsText = findings.map(({ text }) => text).join(' ')
  return (
    <span className={css.number}>
      {number}
      <Tooltip label={findingsText} multiline maw={320}>
        <span role="img" aria-label={findingsText} className={css.finding} data-grade={first.grade}>
          <Icon size={14} />
        </span>
      </Tooltip>
    </span>
  )
}

export function EndCell({ end, projectId }: { end: EndOfConnection; projectId: number }) {
  return (
    <Link
      className={css.end}
      to={`/projects/${projectId}/spaces/${end.space.id}/signal-flow`}
      title={`${end.name}, ${end.space.name}, ${end.equipment.model}`}
    >
      <strong>{end.unit.label}</strong> <span data-gone={end.isPortGone || undefined}>{end.port.name}</span>
    </Link>
  )
}

export const SignalCell = ({ signal: { name, color, lineStyle } }: { signal: WireLook & { name: string } }) => (
  <span className={css.signal}>
    <WireMark color={color} lineStyle={lineStyle} />
    {name}
  </span>
)

interface CellProps {
  row: Connection
  sheet: CableSheet
  mayChange: boolean
}

function neighborCell(cell: HTMLElement, down: number, right: number): HTMLElement | null | undefined {
  const line = cell.closest<HTMLElement>('tr[data-row]')
  const inLine = [...(line?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
  if (right !== 0) return inLine[inLine.indexOf(cell) + right]
  const there = line?.parentElement?.querySelector(`tr[data-row="${Number(line.dataset.row) + down}"]`)
  return there?.querySelector<HTMLElement>(`[data-cell="${cell.dataset.cell}"]`)
}

const columnsFrom = (cell: HTMLElement): CableColumn[] => {
  const keys = [...(cell.closest('tr')?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])].map((element) => element.dataset.cell)
  return keys
    .slice(keys.indexOf(cell.dataset.cell))
    .flatMap((key) => Object.values(cableColumns).find((column) => column.key === key) ?? [])
}

/** Pastes several cells at once. A single cell is pasted into the input as text. */
function onPaste(event: ClipboardEvent<HTMLElement>, { row, sheet }: CellProps) {
  const texts = readCells(event.clipboardData.getData('text'))
  const isText = event.currentTarget instanceof HTMLInputElement
  if (isText && texts.length === 1 && texts[0]?.length === 1) return
  event.preventDefault()
  void sheet.paste(texts, row, columnsFrom(event.currentTarget))
}

interface TextCellProps extends CellProps {
  column: CableColumn
  name: string
  placeholder?: string
  title?: string
  isOver?: boolean
}

/** Saves on blur. Invalid text remains, marked, until it is corrected or Escape restores the old text. */
function TextCell({ column, name, placeholder, title, isOver, ...cell }: TextCellProps) {
  const { row, sheet } = cell
  const typing = useCellEditor(column.textOf(row), async (text) => {
    const set = column.read(text)
    return set !== undefined && sheet.type(row, column, { text, set })
  })
  const { typed: text, shown, type, write, restore } = typing
  const isWrong = text !== undefined && !column.read(text)
  return (
    // Plain input for performance, because a table contains hundreds.
    <input
      className={css.cell}
      data-cell={column.key}
      data-over={isOver || undefined}
      data-untouched={text === undefined || undefined}
      aria-label={name}
      aria-invalid={isWrong || undefined}
      title={title}
      placeholder={placeholder ?? '–'}
      inputMode={column.key === 'runFt' ? 'decimal' : undefined}
      autoComplete="off"
      value={text ?? shown}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => text !== undefined && !isWrong && void write(text.trim())}
      onClick={(event) => event.stopPropagation()}
      onPaste={(event) => onPaste(event, cell)}
      onKeyDown={(event) => {
        event.stopPropagation()
        const box = event.currentTarget
        handleCellKey(event, {
          isTyping: text !== undefined,
          restore,
          fill: type,
          above: sheet.above(row, column),
          next: (down, right) => neighborCell(box, down, right),
        })
      }}
    />
  )
}

/** Entered lengths are text; estimates appear as a pale placeholder. Clearing the input restores the estimate. */
export function LengthCell({ isOver, ...cell }: CellProps & { isOver?: boolean }) {
  const { row, mayChange } = cell
  const shown = row.runFt === null ? '–' : formatNumber(row.runFt, 1)
  const lengthText = row.runFt === null ? 'No length: no distance between these spaces' : row.lengthFt === null ? 'Estimated' : 'By hand'
  if (!mayChange) return <span title={lengthText}>{shown}</span>
  const placeholder = row.estimatedFt === null ? undefined : formatNumber(row.estimatedFt, 1)
  const name = `Length of ${row.number} in feet`
  return <TextCell {...cell} column={cableColumns.runFt} name={name} placeholder={placeholder} title={lengthText} isOver={isOver} />
}

export function BundleCell(cell: CellProps) {
  const { row, mayChange } = cell
  if (!mayChange) return row.bundle
  return <TextCell {...cell} column={cableColumns.bundle} name={`Bundle of ${row.number}`} />
}

export function StateCell(cell: CellProps) {
  const { row, sheet, mayChange } = cell
  const column = cableColumns.state
  const { shown, write } = useCellEditor(String(row.state), async (text) => {
    const set = column.read(text)
    return set !== undefined && sheet.type(row, column, { text, set })
  })
  if (!mayChange) return <ChoiceText options={ConnectionState} value={row.state} />
  const choose = (text: string) => {
    const state = column.read(text)?.state
    if (state) void write(String(state))
  }
  return (
    <select
      className={css.cell}
      data-cell={column.key}
      aria-label={`State of ${row.number}`}
      value={shown}
      onChange={(event) => choose(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
      onPaste={(event) => onPaste(event, cell)}
      onKeyDown={(event) => {
        event.stopPropagation()
        const box = event.currentTarget
        handleCellKey(event, {
          isTyping: false,
          restore: () => undefined,
          fill: choose,
          above: sheet.above(row, column),
          next: (down, right) => neighborCell(box, down, right),
        })
      }}
    >
      {ConnectionState.values.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
