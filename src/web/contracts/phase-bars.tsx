import type { KeyboardEvent, PointerEvent } from 'react'
import type { ConstructionPhase } from '../../model/contracts/construction-phases.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { addDays, addMonths, daysBetween, firstDayOf, formatDate, monthOf, monthsFrom } from '../../model/kit/dates.ts'
import { currentDay } from '../kit/look/clock.ts'
import { type Moving, phaseColor, usePhaseMoving, wordsOfMove } from '../planning/public.tsx'
import css from './contract.module.css'
import type { PhaseEdits } from './phase-edits.ts'

export function createTimeScale(phases: readonly ConstructionPhase[]) {
  const first = phases.map(({ startDate }) => startDate).sort()[0] ?? ''
  const last =
    phases
      .map(({ endDate }) => endDate)
      .sort()
      .at(-1) ?? ''
  const start = firstDayOf(monthOf(first))
  const end = firstDayOf(addMonths(monthOf(last), 1))
  const days = Math.max(1, daysBetween(start, end))
  const at = (day: string) => (100 * daysBetween(start, day)) / days
  const months = monthsFrom(monthOf(first), monthOf(last))
  const every = Math.max(1, Math.ceil(months.length / 3))
  const marks = months.filter((_, index) => index % every === 0).map((month) => ({ month, left: at(firstDayOf(month)) }))
  /** Returns the day at a fraction of the width. Fractions outside 0 to 1 extrapolate at the same day width. */
  const dayAt = (share: number) => addDays(start, Math.floor(share * days))
  return { at, dayAt, marks }
}
export type Scale = ReturnType<typeof createTimeScale>

export function Today({ scale }: { scale: Scale }) {
  const now = scale.at(currentDay())
  return now >= 0 && now <= 100 && <span className={css.today} style={{ left: `${now}%` }} aria-hidden />
}

interface Held {
  key: number
  phase: ConstructionPhase
}
export interface BarMoves {
  moving: Moving<Held> | undefined
  onPointerDown: (event: PointerEvent<HTMLElement>, phase: ConstructionPhase, scale: Scale) => void
  onKeyDown: (event: KeyboardEvent, phase: ConstructionPhase) => void
  onBlur: () => void
}

/** Moves phase bars by pointer and keyboard. Returns undefined if the user may not move phases. */
export function useBarMoves(phases: readonly ConstructionPhase[], onMove: PhaseEdits['move'] | undefined): BarMoves | undefined {
  const { moving, ...moves } = usePhaseMoving<Held>(({ phase }, range, isWhole) => {
    const hasChildren = phases.some(({ parentPhaseId }) => parentPhaseId === phase.id)
    void onMove?.(phase, hasChildren, range, isWhole)
  })
  if (!onMove) return undefined
  return {
    moving,
    onPointerDown(event, phase, scale) {
      const box = event.currentTarget.parentElement?.getBoundingClientRect()
      if (!box) return
      const dayAt = (clientX: number) => scale.dayAt((clientX - box.left) / box.width)
      moves.onPointerDown(event, event.currentTarget, { key: phase.id, phase }, dayAt)
    },
    onKeyDown(event, phase) {
      if (event.ctrlKey || event.metaKey || !moves.onKey(event, { key: phase.id, phase })) return
      event.preventDefault()
      event.stopPropagation()
    },
    onBlur: moves.drop,
  }
}

interface BarProps {
  phase: ConstructionPhase
  scale: Scale
  isTentative: boolean
  moves: BarMoves | undefined
}

/** Positions a bar from the start of its first day to the end of its last day, clamped to the scale. */
function barPosition(scale: Scale, { startDate, endDate }: Pick<ConstructionPhase, 'startDate' | 'endDate'>) {
  const inside = (at: number) => Math.min(100, Math.max(0, at))
  const left = inside(scale.at(startDate))
  return { left, width: Math.max(0.5, inside(scale.at(addDays(endDate, 1))) - left) }
}

export function PhaseBar({ phase, scale, isTentative, moves }: BarProps) {
  const { left, width } = barPosition(scale, phase)
  const isEmpty = phase.type === ConstructionPhaseType.NIC
  const moving = moves?.moving?.held.key === phase.id ? moves.moving : undefined
  const label = ConstructionPhaseType.label(phase.type)
  const barStyle = { left: `${left}%`, width: `${width}%` }
  const barProps = {
    className: css.bar,
    'aria-label': `${label} ${phase.name}: ${formatDate(phase.startDate)} to ${formatDate(phase.endDate)}`,
    'data-empty': isEmpty || undefined,
    'data-tentative': isTentative || undefined,
    'data-gone': moving !== undefined || undefined,
    'data-drawn': true,
    style: isEmpty ? barStyle : { ...barStyle, background: phaseColor(phase.type) },
  }
  if (!moves) return <span role="img" {...barProps} />
  return (
    <>
      <button
        type="button"
        {...barProps}
        aria-pressed={moving?.isByKeys ?? false}
        title={`${formatDate(phase.startDate)} to ${formatDate(phase.endDate)}`}
        onPointerDown={(event) => moves.onPointerDown(event, phase, scale)}
        onKeyDown={(event) => moves.onKeyDown(event, phase)}
        onBlur={moves.onBlur}
      />
      {moving && <Ghost scale={scale} moving={moving} />}
    </>
  )
}

function Ghost({ scale, moving }: { scale: Scale; moving: Moving<Held> }) {
  const { phase } = moving.held
  const { left, width } = barPosition(scale, moving)
  const isEmpty = phase.type === ConstructionPhaseType.NIC
  const barStyle = { left: `${left}%`, width: `${width}%` }
  return (
    <>
      <span
        className={css.bar}
        data-ghost
        data-empty={isEmpty || undefined}
        aria-hidden
        style={isEmpty ? barStyle : { ...barStyle, background: phaseColor(phase.type) }}
      />
      <span
        role="status"
        className={css.plate}
        style={left + width > 50 ? { right: `calc(${100 - left}% + 8px)` } : { left: `calc(${left + width}% + 8px)` }}
      >
        {wordsOfMove(moving, phase)}
      </span>
    </>
  )
}
