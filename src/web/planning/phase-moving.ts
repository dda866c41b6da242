import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import type { PhaseDateRangeType } from '../../model/contracts/enums.ts'
import { daysBetween } from '../../model/kit/dates.ts'
import { movedPhaseRange, type Part, type Range, steppedPhaseRange } from './phase-moves.ts'

interface Movable {
  key: string | number
  phase: Range & { dateRangeType: PhaseDateRangeType }
}
export interface Moving<M extends Movable> extends Range {
  held: M
  part: Part
  isByKeys: boolean
}

/** Width of a bar's resize edges in pixels. A short bar still has a middle part that moves it as a whole. */
const resizeEdgeWidth = (width: number) => Math.min(6, width / 4)

export function usePhaseMoving<M extends Movable>(save: (held: M, range: Range, isWhole: boolean) => void) {
  const [moving, setMoving] = useState<Moving<M>>()
  const finish = (now: Moving<M> | undefined) => {
    setMoving(undefined)
    if (!now) return
    const { held, startDate, endDate, part } = now
    if (startDate !== held.phase.startDate || endDate !== held.phase.endDate) save(held, { startDate, endDate }, part === 'whole')
  }
  const isByPointer = moving !== undefined && !moving.isByKeys
  useEffect(() => {
    if (!isByPointer) return
    const drop = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && setMoving(undefined)
    window.addEventListener('keydown', drop)
    return () => window.removeEventListener('keydown', drop)
  }, [isByPointer])

  /** `dayAt` returns the day at a horizontal window position. */
  function onPointerDown(event: PointerEvent, bar: Element, held: M, dayAt: (clientX: number) => string) {
    if (event.button !== 0) return
    const { phase } = held
    const box = bar.getBoundingClientRect()
    const edge = resizeEdgeWidth(box.width)
    const part: Part = event.clientX - box.left <= edge ? 'start' : box.right - event.clientX <= edge ? 'end' : 'whole'
    const first = dayAt(event.clientX)
    let now: Moving<M> = { held, part, isByKeys: false, startDate: phase.startDate, endDate: phase.endDate }
    let isOver = false
    const onMove = (next: globalThis.PointerEvent) => {
      if (Math.abs(next.clientX - event.clientX) < 3 && now.startDate === phase.startDate && now.endDate === phase.endDate) return
      now = { ...now, ...movedPhaseRange(phase, part, daysBetween(first, dayAt(next.clientX))) }
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

  /** Enter picks up and drops a phase. In between, arrow keys move it; with Shift they move its end, with Alt its start. */
  function onKey(event: KeyboardEvent, held: M): boolean {
    const { phase } = held
    const now = moving?.isByKeys && moving.held.key === held.key ? moving : undefined
    if (!now) {
      if (event.key !== 'Enter') return false
      setMoving({ held, part: 'whole', isByKeys: true, startDate: phase.startDate, endDate: phase.endDate })
      return true
    }
    if (event.key === 'Enter') finish(now)
    else if (event.key === 'Escape') setMoving(undefined)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const part: Part = event.shiftKey ? 'end' : event.altKey ? 'start' : 'whole'
      setMoving({
        ...now,
        // Stays `whole` only if every step moved the whole phase, because only then its hours move with it.
        part: part === 'whole' ? now.part : part,
        ...steppedPhaseRange({ ...phase, startDate: now.startDate, endDate: now.endDate }, part, event.key === 'ArrowLeft' ? -1 : 1),
      })
    } else return event.key.startsWith('Arrow')
    return true
  }
  /** Cancels a keyboard move when the bar loses focus. */
  const drop = () => setMoving((now) => (now?.isByKeys ? undefined : now))
  return { moving, onPointerDown, onKey, drop }
}
