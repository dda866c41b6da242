import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import type { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import type { Scale } from './board-scale.ts'

export interface Bar {
  key: string
  type: ConstructionPhaseType
  startDate: string
  endDate: string
  isTentative: boolean
  /** Label of the bar, for example "CD 1,240 h", or the name of a pause. */
  text: string
  title: string
  /** Undefined if several phases are merged into one bar. */
  phaseId?: number
  /** Overlapping bars are drawn in separate lanes. */
  lane: number
}

export interface BoardCell {
  text: string
  isOver?: boolean
  /** Hours over capacity, for example "+18". */
  excess?: string
  title?: string
  small?: string
  heat?: Heat
}

/** Utilization in percent of the larger of load and capacity. */
export interface Heat {
  tone: 'good' | 'attention' | 'bad'
  firm: number
  tentative: number
}

type LineKind = 'group' | 'project' | 'contract' | 'phase' | 'entry' | 'person' | 'sum'

export interface Line {
  key: string
  kind: LineKind
  depth: number
  name: string
  label: ReactNode
  aside?: ReactNode
  bars?: readonly Bar[]
  lanes?: number
  cells?: readonly (BoardCell | undefined)[]
  away?: readonly { startDate: string; endDate: string }[]
  isOpen?: boolean
  isTyped?: boolean
  isMovable?: boolean
  others?: ReadonlyMap<number, string>
  isStrong?: boolean
  isMinor?: boolean
}

export interface CellPosition {
  line: string
  column: number
}
export interface Mark {
  place: string
  day: string
}
export interface BoardActions {
  /** Handles a key on the active cell. Returns true if the key was consumed. */
  onKey: (event: KeyboardEvent, line: Line, column: number) => boolean
  onCell: (line: Line, column: number) => void
  /** Opens the context menu of a cell. Returns true if it has items. */
  onMenu?: (line: Line, column: number, at: { x: number; y: number }) => boolean
  onPointerDown: (event: PointerEvent, line: Line, scale: Scale) => void
  editor?: { line: string; column: number; control: ReactNode }
  ghost?: { line: string; draw: (scale: Scale) => ReactNode; marks: readonly Mark[] }
}

export const boardCellId = (line: string, column: number) => `board-${line.replace(/[^\w-]/g, '-')}-${column}`

const heights: Record<LineKind, number> = { group: 28, project: 36, contract: 30, phase: 30, entry: 24, person: 36, sum: 26 }
/** The team lead is shown on a second line below the team's name. */
export const lineHeight = ({ kind, cells, aside }: Pick<Line, 'kind' | 'cells' | 'aside'>) =>
  kind === 'contract' && cells ? 36 : kind === 'group' && aside !== undefined ? 40 : heights[kind]

const mostLanes = 3

/** Distributes overlapping bars over the fewest lanes. At most three, because thinner bars are unreadable; further bars overlap. */
export function assignLanes<B extends Omit<Bar, 'lane'>>(bars: readonly B[]): { bars: (B & { lane: number })[]; lanes: number } {
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

/** Merges consecutive phases of the same type without a gap into one bar of the parent line. */
export function mergeAdjacentPhases<B extends { type: number; isTentative: boolean; startDate: string; endDate: string; hours?: number }>(
  phases: readonly B[],
  nextDay: (day: string) => string,
): B[] {
  const joinedBars: B[] = []
  const sorted = [...phases].sort((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0))
  for (const phase of sorted) {
    const at = joinedBars.findLastIndex(
      (item) => item.type === phase.type && item.isTentative === phase.isTentative && phase.startDate <= nextDay(item.endDate),
    )
    const known = joinedBars[at]
    if (!known) joinedBars.push({ ...phase })
    else
      joinedBars[at] = {
        ...known,
        endDate: known.endDate > phase.endDate ? known.endDate : phase.endDate,
        hours: known.hours === undefined && phase.hours === undefined ? undefined : (known.hours ?? 0) + (phase.hours ?? 0),
      }
  }
  return joinedBars
}
