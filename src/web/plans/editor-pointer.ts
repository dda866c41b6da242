import type { PointerEvent } from 'react'
import type { Point } from '../../model/plans/plan-scale.ts'
import type { PlanDevice } from '../../model/plans/plans.ts'
import type { EditorMoves } from './editor-moves.ts'
import { type EditorState, spotAt, toInch } from './editor-state.ts'

/** Pointer travel in pixels that is still a click. */
const clickPx = 4
const none: Point = { x: 0, y: 0 }

/** Keeps a side of an outline horizontal or vertical. */
function squared(from: Point | undefined, to: Point): Point {
  if (!from) return to
  return Math.abs(to.x - from.x) > Math.abs(to.y - from.y) ? { x: to.x, y: from.y } : { x: from.x, y: to.y }
}

interface Following {
  report: (page: Point, isDone: boolean, isClick: boolean) => void
  cancel: () => void
}
/** Reports where the pointer goes until it is released. Esc cancels. */
function follow(stage: EditorState['stage'], from: { clientX: number; clientY: number }, { report, cancel }: Following) {
  const tell = (now: MouseEvent, isDone: boolean) => {
    const page = stage.current?.toPage(now.clientX, now.clientY)
    if (page) report(page, isDone, Math.hypot(now.clientX - from.clientX, now.clientY - from.clientY) < clickPx)
  }
  const move = (now: globalThis.PointerEvent) => tell(now, false)
  const end = (now: globalThis.PointerEvent) => {
    stop()
    tell(now, true)
  }
  const onKey = (now: KeyboardEvent) => {
    if (now.key !== 'Escape') return
    stop()
    cancel()
  }
  const stop = () => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('keydown', onKey)
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', end)
  window.addEventListener('keydown', onKey)
}

/** Handlers of the pointer on the plan and in the list of devices. */
export function createPointer(state: EditorState, moves: EditorMoves) {
  const { plan, stage, area, edits, scale, selected, canPlace, feetOf, setOffset, setMarquee, setSelected, setDrawn, setHeld } = state
  const cancel = () => {
    setOffset(none)
    setMarquee(undefined)
  }
  function grab(event: PointerEvent, page: Point, unitId: number) {
    const next = new Set(event.shiftKey || selected.has(unitId) ? selected : [])
    if (event.shiftKey && next.has(unitId)) next.delete(unitId)
    else next.add(unitId)
    setSelected(next)
    const device = edits.devices.find((item) => item.unitId === unitId)
    if (device) state.setSpaceId(device.space.id)
    if (!canPlace) return
    const devices = edits.devices.filter((item) => next.has(item.unitId))
    const report = (to: Point, isDone: boolean, isClick: boolean) => {
      const [dx, dy] = isClick ? [0, 0] : [toInch((to.x - page.x) / scale), toInch((to.y - page.y) / scale)]
      setOffset(isDone ? none : { x: dx, y: dy })
      if (isDone && (dx !== 0 || dy !== 0))
        edits.move(new Map(devices.map((item) => [item.unitId, spotAt(item, { x: item.x + dx, y: item.y + dy })])), 'Moved')
    }
    follow(stage, event, { report, cancel })
  }
  function drawMarquee(event: PointerEvent, page: Point) {
    const before = event.shiftKey ? selected : new Set<number>()
    const report = (to: Point, isDone: boolean) => {
      setMarquee(isDone ? undefined : [page, to])
      if (!isDone) return
      const from = feetOf({ x: Math.min(page.x, to.x), y: Math.min(page.y, to.y) })
      const until = feetOf({ x: Math.max(page.x, to.x), y: Math.max(page.y, to.y) })
      const inside = edits.devices.filter(({ x, y }) => x >= from.x && x <= until.x && y >= from.y && y <= until.y)
      setSelected(new Set([...before, ...inside.map(({ unitId }) => unitId)]))
    }
    follow(stage, event, { report, cancel })
  }
  function press(event: PointerEvent, page: Point) {
    area.current?.focus()
    const [first] = state.drawn
    if (state.tool === 'calibrate') {
      if (!first) return setDrawn([page])
      setDrawn([])
      state.setTool('select')
      return state.setLine([first, page])
    }
    if (state.tool === 'outline') return setDrawn((now) => [...now, event.shiftKey ? squared(now.at(-1), page) : page])
    if (state.held) return moves.put(state.held, feetOf(page))
    moves.flush()
    const unit = event.target instanceof Element ? event.target.closest('[data-unit]')?.getAttribute('data-unit') : null
    if (unit) grab(event, page, Number(unit))
    else drawMarquee(event, page)
  }
  /** Takes a device from the list: a drag to the plan places it, a click holds it for the next click. */
  function hold(device: PlanDevice, event?: PointerEvent) {
    state.setTool('select')
    setHeld((now) => (now?.unitId === device.unitId ? undefined : device))
    if (!event) return
    const report = (page: Point, isDone: boolean, isClick: boolean) => {
      if (!isDone || isClick) return
      const isOnPlan = page.x >= 0 && page.y >= 0 && page.x <= plan.widthPt && page.y <= plan.heightPt
      if (isOnPlan) moves.put(device, feetOf(page))
      else setHeld(undefined)
    }
    follow(stage, event, { report, cancel: () => setHeld(undefined) })
  }
  return { press, hold }
}
