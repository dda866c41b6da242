import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import type { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import type { Scale } from './board-scale.ts'

/** A phase drawn over its days. */
export interface Bar {
  key: string
  type: ConstructionPhaseType
  startDate: string
  endDate: string
  isTentative: boolean
  /** "CD 1,240 h", or what a pause is called. */
  text: string
  /** With its days, for who hears or points at it. */
  title: string
  /** Absent where several phases are drawn as one. */
  phaseId?: number
  /** Bars that overlap lie below each other. */
  lane: number
}

export interface BoardCell {
  text: string
  /** More than there is. */
  isOver?: boolean
  /** "+18": how much more. */
  excess?: string
  title?: string
  /** Behind the number, smaller: what it is measured against. */
  small?: string
  heat?: Heat
}

/** How full somebody is: what is said for certain and what is not, in percent of the larger of load and capacity. */
export interface Heat {
  tone: 'good' | 'attention' | 'bad'
  firm: number
  tentative: number
}

type LineKind = 'group' | 'project' | 'contract' | 'phase' | 'entry' | 'person' | 'sum'

/** One line of a board: bars over the months, or a number in each of them. */
export interface Line {
  key: string
  kind: LineKind
  depth: number
  /** What the line is about, in words. */
  name: string
  label: ReactNode
  aside?: ReactNode
  bars?: readonly Bar[]
  lanes?: number
  cells?: readonly (BoardCell | undefined)[]
  /** Days somebody is away. */
  away?: readonly { startDate: string; endDate: string }[]
  /** Absent where there is nothing below. */
  isOpen?: boolean
  /** Its numbers may be typed. */
  isTyped?: boolean
  /** Its bar may be moved. */
  isMovable?: boolean
  /** Who else is on which of its columns. */
  others?: ReadonlyMap<number, string>
  isStrong?: boolean
  /** Shown only when all sums are wanted. */
  isMinor?: boolean
}

/** Where one stands: a line, and a column of it. */
export interface Place {
  line: string
  column: number
}
/** A day that is pointed out in the head: where its line stands, and which day is said. */
export interface Mark {
  place: string
  day: string
}
/** What a board lets people change. */
export interface BoardActs {
  /** A key on the place one stands; true when it was meant for what is edited. */
  onKey: (event: KeyboardEvent, line: Line, column: number) => boolean
  onCell: (line: Line, column: number) => void
  /** What can be done with a cell is asked for; true where there is anything. */
  onMenu?: (line: Line, column: number, at: { x: number; y: number }) => boolean
  onPointerDown: (event: PointerEvent, line: Line, scale: Scale) => void
  /** Stands in the cell that is typed in. */
  editor?: { line: string; column: number; control: ReactNode }
  /** Drawn over a line and its head while a phase is moved. */
  ghost?: { line: string; draw: (scale: Scale) => ReactNode; marks: readonly Mark[] }
}

export const cellId = (line: string, column: number) => `board-${line.replace(/[^\w-]/g, '-')}-${column}`

const heights: Record<LineKind, number> = { group: 28, project: 36, contract: 30, phase: 30, entry: 24, person: 36, sum: 26 }
/** Who leads a team stands below what it is called. */
export const heightOf = ({ kind, cells, aside }: Pick<Line, 'kind' | 'cells' | 'aside'>) =>
  kind === 'contract' && cells ? 36 : kind === 'group' && aside !== undefined ? 40 : heights[kind]

const mostLanes = 3

/** Bars in as few lanes as their days allow; more than three would be too thin to see and lie on each other. */
export function inLanes<B extends Omit<Bar, 'lane'>>(bars: readonly B[]): { bars: (B & { lane: number })[]; lanes: number } {
  const ends: string[] = []
  const placed = [...bars]
    .sort((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0))
    .map((bar) => {
      const free = ends.findIndex((end) => end < bar.startDate)
      const lane = free >= 0 ? free : Math.min(ends.length, mostLanes - 1)
      ends[lane] = bar.endDate
      return { ...bar, lane }
    })
  return { bars: placed, lanes: Math.max(1, ends.length) }
}

/** Phases of one kind that follow each other without a day between are one bar of the line above. */
export function joined<B extends { type: number; isTentative: boolean; startDate: string; endDate: string; hours?: number }>(
  phases: readonly B[],
  nextDay: (day: string) => string,
): B[] {
  const made: B[] = []
  const sorted = [...phases].sort((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0))
  for (const phase of sorted) {
    const at = made.findLastIndex(
      (one) => one.type === phase.type && one.isTentative === phase.isTentative && phase.startDate <= nextDay(one.endDate),
    )
    const known = made[at]
    if (!known) made.push({ ...phase })
    else
      made[at] = {
        ...known,
        endDate: known.endDate > phase.endDate ? known.endDate : phase.endDate,
        hours: known.hours === undefined && phase.hours === undefined ? undefined : (known.hours ?? 0) + (phase.hours ?? 0),
      }
  }
  return made
}
