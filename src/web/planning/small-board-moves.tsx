import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { addDays, daysBetween } from '../../model/kit/dates.ts'
import type { BoardPhaseRow } from '../../model/planning/boards.ts'
import css from './board.module.css'
import { barLook } from './board-line.tsx'
import type { BoardActs, Line } from './board-lines.ts'
import { dayAt, type Scale, stretchOf } from './board-scale.ts'
import { moved, type Part, type Range, stepped, wordsOfMove } from './phase-moves.ts'

interface Moving extends Range {
  line: string
  row: BoardPhaseRow
  part: Part
  isByKeys: boolean
}

/** So near its end a bar is taken by it. */
const edge = 6

interface MovesOptions {
  phaseOf: (line: Line) => BoardPhaseRow | undefined
  save: (row: BoardPhaseRow, range: Range, isWhole: boolean) => void
}

/** Phases are dragged by the pointer or moved with the arrow keys; Escape drops them where they were. */
export function usePhaseMoves({ phaseOf, save }: MovesOptions) {
  const [moving, setMoving] = useState<Moving>()
  const finish = (now: Moving | undefined) => {
    setMoving(undefined)
    if (!now) return
    const { row, startDate, endDate, part } = now
    if (startDate !== row.phase.startDate || endDate !== row.phase.endDate) save(row, { startDate, endDate }, part === 'whole')
  }
  const isByPointer = moving !== undefined && !moving.isByKeys
  useEffect(() => {
    if (!isByPointer) return
    const drop = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && setMoving(undefined)
    window.addEventListener('keydown', drop)
    return () => window.removeEventListener('keydown', drop)
  }, [isByPointer])

  function onPointerDown(event: PointerEvent, line: Line, scale: Scale) {
    const row = phaseOf(line)
    const bar = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-phase]') : null
    if (!row || !bar || event.button !== 0) return
    const box = bar.getBoundingClientRect()
    const part: Part = event.clientX - box.left <= edge ? 'start' : box.right - event.clientX <= edge ? 'end' : 'whole'
    const from = box.left - (stretchOf(scale, row.phase)?.left ?? 0)
    const first = dayAt(scale, event.clientX - from)
    let now: Moving = { line: line.key, row, part, isByKeys: false, startDate: row.phase.startDate, endDate: row.phase.endDate }
    let isOver = false
    const onMove = (next: globalThis.PointerEvent) => {
      if (Math.abs(next.clientX - event.clientX) < 3 && now.startDate === row.phase.startDate && now.endDate === row.phase.endDate) return
      now = { ...now, ...moved(row.phase, part, daysBetween(first, dayAt(scale, next.clientX - from))) }
      setMoving(now)
    }
    const end = (isKept: boolean) => {
      if (isOver) return
      isOver = true
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onCancel)
      window.removeEventListener('keydown', onKey)
      finish(isKept ? now : undefined)
    }
    const onUp = () => end(true)
    const onCancel = () => end(false)
    const onKey = (key: globalThis.KeyboardEvent) => key.key === 'Escape' && end(false)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onCancel)
    window.addEventListener('keydown', onKey)
  }

  /** Enter takes a phase and puts it down; between, arrows move it, with Shift its end, with Alt its start. */
  function onKey(event: KeyboardEvent, line: Line): boolean {
    const row = phaseOf(line)
    const now = moving?.isByKeys && moving.line === line.key ? moving : undefined
    if (!row) return false
    if (!now) {
      if (event.key !== 'Enter') return false
      setMoving({ line: line.key, row, part: 'whole', isByKeys: true, startDate: row.phase.startDate, endDate: row.phase.endDate })
      return true
    }
    if (event.key === 'Enter') finish(now)
    else if (event.key === 'Escape') setMoving(undefined)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const part: Part = event.shiftKey ? 'end' : event.altKey ? 'start' : 'whole'
      setMoving({
        ...now,
        // Hours go with a phase that was moved as a whole, and only then.
        part: part === 'whole' ? now.part : part,
        ...stepped({ ...row.phase, startDate: now.startDate, endDate: now.endDate }, part, event.key === 'ArrowLeft' ? -1 : 1),
      })
    } else return event.key.startsWith('Arrow')
    return true
  }
  return { moving, onPointerDown, onKey, ghost: moving && ghostOf(moving) }
}

function ghostOf(moving: Moving): BoardActs['ghost'] {
  const { line, row, startDate, endDate } = moving
  return {
    line,
    marks: [
      { place: startDate, day: startDate },
      { place: addDays(endDate, 1), day: endDate },
    ],
    draw: (scale) => <Ghost scale={scale} row={row} startDate={startDate} endDate={endDate} />,
  }
}

function Ghost({ scale, row, startDate, endDate }: Range & { scale: Scale; row: BoardPhaseRow }) {
  const stretch = stretchOf(scale, { startDate, endDate })
  const { style, ...look } = barLook(row.phase.type, row.isTentative)
  const words = wordsOfMove({ startDate, endDate }, row.phase)
  const hasRoom = stretch !== undefined && stretch.left > 260
  return (
    <>
      {stretch && (
        <span
          className={css.bar}
          {...look}
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
        {words}
      </span>
    </>
  )
}
