import type { KeyboardEvent, PointerEvent } from 'react'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { addDays } from '../../model/kit/dates.ts'
import type { BoardPhaseRow } from '../../model/planning/boards.ts'
import css from './board.module.css'
import type { BoardActions, Line } from './board-lines.ts'
import { dayAt, rangeSpan, type Scale } from './board-scale.ts'
import { barLook } from './phase-look.ts'
import { type Range, wordsOfMove } from './phase-moves.ts'
import { type Moving, usePhaseMoving } from './phase-moving.ts'

interface MovesOptions {
  phaseOf: (line: Line) => BoardPhaseRow | undefined
  save: (row: BoardPhaseRow, range: Range, isWhole: boolean) => void
}

interface OnLine {
  key: string
  row: BoardPhaseRow
  phase: BoardPhaseRow['phase']
}

export function usePhaseMoves({ phaseOf, save }: MovesOptions) {
  const { moving, ...moves } = usePhaseMoving<OnLine>(({ row }, range, isWhole) => save(row, range, isWhole))
  const onLine = (line: Line): OnLine | undefined => {
    const row = phaseOf(line)
    return row && { key: line.key, row, phase: row.phase }
  }
  function onPointerDown(event: PointerEvent, line: Line, scale: Scale) {
    const bar = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-phase]') : null
    const held = onLine(line)
    if (!held || !bar) return
    const from = bar.getBoundingClientRect().left - (rangeSpan(scale, held.phase)?.left ?? 0)
    moves.onPointerDown(event, bar, held, (clientX) => dayAt(scale, clientX - from))
  }
  function onKey(event: KeyboardEvent, line: Line): boolean {
    const held = onLine(line)
    return held !== undefined && moves.onKey(event, held)
  }
  return { onPointerDown, onKey, ghost: moving && moveGhost(moving) }
}

function moveGhost({ held: { key, row }, startDate, endDate }: Moving<OnLine>): BoardActions['ghost'] {
  return {
    line: key,
    marks: [
      { place: startDate, day: startDate },
      { place: addDays(endDate, 1), day: endDate },
    ],
    draw: (scale) => <Ghost scale={scale} row={row} startDate={startDate} endDate={endDate} />,
  }
}

function Ghost({ scale, row, startDate, endDate }: Range & { scale: Scale; row: BoardPhaseRow }) {
  const stretch = rangeSpan(scale, { startDate, endDate })
  const { style, ...attributes } = barLook(row.phase.type, row.isTentative)
  const moveText = wordsOfMove({ startDate, endDate }, row.phase)
  const hasRoom = stretch !== undefined && stretch.left > 260
  return (
    <>
      {stretch && (
        <span
          className={css.bar}
          {...attributes}
          data-ghost
          aria-hidden
          style={{ ...style, left: stretch.left, width: Math.max(4, stretch.width - 1), top: 7, height: 16 }}
        >
          <span>{ConstructionPhaseType.label(row.phase.type)}</span>
        </span>
      )}
      <span
        role="status"
        className={css.plate}
        style={
          hasRoom
            ? { left: stretch.left - 8, top: 4, transform: 'translateX(-100%)' }
            : { left: (stretch?.left ?? 0) + (stretch?.width ?? 0) + 8, top: 4 }
        }
      >
        {moveText}
      </span>
    </>
  )
}
