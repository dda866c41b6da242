import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import { addDays, formatDate } from '../../model/kit/dates.ts'
import type {
  BoardColumn,
  BoardContractRow,
  BoardEntryRow,
  BoardPerson,
  BoardPhaseRow,
  BoardProjectRow,
  BoardRow,
} from '../../model/planning/boards.ts'
import { LaborCode } from '../access/public.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { AvatarFace, userName } from '../kit/parts/avatar.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateText } from '../kit/parts/state-pill.tsx'
import css from './board.module.css'
import { assignLanes, type Bar, type BoardCell, type Line, mergeAdjacentPhases } from './board-lines.ts'
import { columnName, fullTimeIn } from './board-scale.ts'
import { convertHours, formatInUnit, formatWithUnit, type Unit } from './board-units.ts'
import { barLook } from './phase-look.ts'

export interface Drawing {
  columns: readonly BoardColumn[]
  unit: Unit
  people: readonly BoardPerson[]
  isOpen: (row: BoardRow) => boolean
  /** True if the row has children that load when it is expanded. */
  hasMore?: (row: BoardRow) => boolean
  isDetailed?: boolean
  isTyped?: (entry: BoardEntryRow) => boolean
  isMovable?: (phase: BoardPhaseRow) => boolean
  typed?: (recordId: number, column: string) => number | undefined
  aside?: (row: BoardRow) => ReactNode
}

export function createBoardLines(rows: readonly BoardRow[], drawing: Drawing): Line[] {
  const lines: Line[] = []
  let group: string | undefined
  for (const row of rows) {
    const head = row.kind === 'project' ? row.group : null
    if (head && head.key !== group) {
      const count = rows.filter((item) => item.kind === 'project' && item.group?.key === head.key).length
      lines.push({ ...projectGroupLine(head, count), key: `group-${row.key}` })
    }
    group = head?.key
    addRowLines(lines, row, 1, drawing)
  }
  return lines
}

const projectGroupLine = ({ name }: { name: string }, count: number): Omit<Line, 'key'> => ({
  kind: 'group',
  depth: 0,
  name,
  label: (
    <>
      <span>{name}</span> <span className={css.count}>{count}</span>
    </>
  ),
  bars: [],
})

function addRowLines(lines: Line[], row: BoardRow, depth: number, drawing: Drawing) {
  const hasParts = row.children.length > 0 || (drawing.hasMore?.(row) ?? false)
  const isOpen = hasParts ? drawing.isOpen(row) : undefined
  lines.push({ ...rowLine(row, drawing), key: row.key, depth, isOpen })
  if (isOpen) for (const child of row.children) addRowLines(lines, child, depth + 1, drawing)
}

type LineInput = Omit<Line, 'key' | 'depth' | 'isOpen'>

function rowLine(row: BoardRow, drawing: Drawing): LineInput {
  if (row.kind === 'project') return projectLine(row, drawing)
  if (row.kind === 'contract') return contractLine(row, drawing)
  if (row.kind === 'phase') return boardPhaseLine(row, drawing)
  return entryLine(row, drawing)
}

function projectLine(row: BoardProjectRow, drawing: Drawing): LineInput {
  const { project } = row
  const numbers = drawing.isDetailed ? { cells: rowCells(row, drawing), isStrong: true } : undefined
  return {
    kind: 'project',
    name: project.name,
    label: (
      <Link to={`/projects/${project.id}/small-board`} className={css.link} tabIndex={-1}>
        {project.name}
      </Link>
    ),
    aside: project.number,
    ...(numbers ?? phaseBars(phasesBelow(row), drawing)),
  }
}

function contractLine(row: BoardContractRow, drawing: Drawing): LineInput {
  const { contract } = row
  const status = ContractStatus.label(contract.status)
  const name = `${contract.number} ${row.name}`
  return {
    kind: 'contract',
    name: `${name}, ${status}`,
    label: <span title={name}>{row.name}</span>,
    aside: <StateText tone={stateTone(ContractStatus, contract.status) ?? 'neutral'}>{status}</StateText>,
    ...(drawing.isDetailed ? { cells: rowCells(row, drawing), isStrong: true } : phaseBars(phasesBelow(row), drawing)),
  }
}

function boardPhaseLine(row: BoardPhaseRow, drawing: Drawing): LineInput {
  const { type } = row.phase
  return {
    kind: 'phase',
    name: `${ConstructionPhaseType.label(type)} ${row.name}`,
    label: (
      <>
        <Square type={type} isTentative={row.isTentative} />
        <span>{row.name}</span>
      </>
    ),
    aside: drawing.aside?.(row) ?? (row.hours !== undefined && `${formatNumber(row.hours, 0)} h`),
    isMovable: drawing.isMovable?.(row),
    ...phaseBars([row], drawing),
  }
}

export function Square({ type, isTentative = false }: { type: ConstructionPhaseType; isTentative?: boolean }) {
  return <i className={css.square} {...barLook(type, isTentative)} aria-hidden />
}

export const entryPersonName = ({ user, genericName }: BoardEntryRow['entry']) => (user ? userName(user) : (genericName ?? 'Generic'))

function entryLine(row: BoardEntryRow, drawing: Drawing): LineInput {
  const { entry } = row
  const personName = entryPersonName(entry)
  const person = findBoardPerson(drawing.people, entry.user?.id)
  return {
    kind: 'entry',
    name: `${personName}, ${LaborType.label(entry.laborType)}`,
    label: (
      <span className={css.person}>
        {entry.user ? <AvatarFace user={entry.user} size={18} /> : <i className={css.generic} aria-hidden />}
        <span title={`${personName}: ${formatNumber(entry.totalHours)} h from the first to the last month`}>{personName}</span>
      </span>
    ),
    aside: <LaborCode value={entry.laborType} />,
    cells: rowCells(row, drawing, person),
    away: person && awayRanges(person),
    isTyped: drawing.isTyped?.(row),
  }
}

export const findBoardPerson = (people: readonly BoardPerson[], id: string | undefined) =>
  id === undefined ? undefined : people.find(({ user }) => user.id === id)

export const awayRanges = ({ absences, holidays }: Pick<BoardPerson, 'absences' | 'holidays'>) => [
  ...absences.map(({ fromDate, toDate }) => ({ startDate: fromDate, endDate: toDate })),
  ...holidays.map(({ date }) => ({ startDate: date, endDate: date })),
]

const plannedHours = ({ firm, tentative }: BoardPerson, key: string) => (firm[key] ?? 0) + (tentative[key] ?? 0)
export const remainingHours = (person: BoardPerson, key: string) => (person.capacity[key] ?? 0) - plannedHours(person, key)

function rowCells(row: BoardRow, { columns, unit, typed }: Drawing, person?: BoardPerson): (BoardCell | undefined)[] {
  return columns.map((column) => {
    const { key, fullTimeHours } = column
    const storedHours = row.cells[key]?.hours
    const more = typed ? onTheWay(row, key, typed) : 0
    const hours = storedHours === undefined && more === 0 ? undefined : (storedHours ?? 0) + more
    if (!hours) return row.kind === 'entry' ? undefined : noHours
    const left = person ? remainingHours(person, key) + (storedHours ?? 0) - hours : 0
    const capacity = person?.capacity[key]
    const isOver = person !== undefined && left < 0
    return {
      text: formatInUnit(unit, convertHours(unit, hours, { fullTime: fullTimeHours, capacity })),
      isOver,
      excess: isOver ? `+${formatNumber(-left, 0)}` : undefined,
      title: person && `${columnName(column)}: ${overloadWords(person, key, left)}`,
    }
  })
}

function onTheWay(row: BoardRow, key: string, typed: NonNullable<Drawing['typed']>): number {
  if (row.kind !== 'entry') return row.children.reduce((sum, child) => sum + onTheWay(child, key, typed), 0)
  const hours = typed(row.entry.recordId, key)
  return hours === undefined ? 0 : hours - (row.cells[key]?.hours ?? 0)
}
const noHours: BoardCell = { text: '–' }

function overloadWords(person: BoardPerson, key: string, left: number): string {
  const leftText = left < 0 ? `${formatNumber(-left)} h too many` : `${formatNumber(left)} h left`
  return `${leftText} of ${formatNumber(person.capacity[key] ?? 0)} h in all projects`
}

/** Phases of all contracts below a row. Child phases are omitted, because they have their own bars. */
function phasesBelow(row: BoardRow): BoardPhaseRow[] {
  return row.children.flatMap((child) => (child.kind === 'phase' ? [child] : phasesBelow(child)))
}

function phaseBars(rows: readonly BoardPhaseRow[], drawing: Drawing): Pick<Line, 'bars' | 'lanes'> {
  const single = rows.length === 1
  const parts = rows.map(({ phase, isTentative, hours, name }) => ({
    key: `phase-${phase.id}`,
    type: phase.type,
    startDate: phase.startDate,
    endDate: phase.endDate,
    isTentative,
    hours,
    name,
    phaseId: phase.id,
  }))
  const bars = (single ? parts : mergeAdjacentPhases(parts, (day) => addDays(day, 1))).map((part) => createBar(part, drawing, single))
  return assignLanes(bars)
}

interface Part {
  key: string
  type: ConstructionPhaseType
  startDate: string
  endDate: string
  isTentative: boolean
  hours?: number
  name: string
  phaseId: number
}

function createBar(
  { key, type, startDate, endDate, isTentative, hours, name, phaseId }: Part,
  drawing: Drawing,
  isSingle: boolean,
): Omit<Bar, 'lane'> {
  const label = ConstructionPhaseType.label(type)
  const isPause = type === ConstructionPhaseType.Pause
  const fullTime = fullTimeIn(drawing.columns, { startDate, endDate })
  const amount =
    hours === undefined || isPause || hours === 0 ? '' : ` ${formatWithUnit(drawing.unit, convertHours(drawing.unit, hours, { fullTime }))}`
  const barText = isPause && isSingle ? name : `${label}${amount}`
  return {
    key,
    type,
    startDate,
    endDate,
    isTentative,
    phaseId: isSingle ? phaseId : undefined,
    text: barText,
    title: `${isSingle && !isPause ? `${name}: ` : ''}${barText}, ${formatDate(startDate)} to ${formatDate(endDate)}${isTentative ? ', tentative' : ''}`,
  }
}
