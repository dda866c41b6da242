import type { KeyboardEvent } from 'react'
import { type Alignment, alignSpots, centerOf, gridSpots } from '../../model/plans/plan-geometry.ts'
import type { Point } from '../../model/plans/plan-scale.ts'
import { type PlanDevice, type PlanOutline, writeOutlines } from '../../model/plans/plans.ts'
import type { Change } from '../kit/edits/edit-history.ts'
import { request } from '../kit/request/client.ts'
import { type EditorState, round4, spotAt, toInch } from './editor-state.ts'
import { refreshPlans } from './refresh-plans.ts'
import type { Spot } from './use-plan-edits.ts'

/** Nudges within this time are saved as one edit. */
const nudgeMs = 500
const none: Point = { x: 0, y: 0 }
type Drawn = Pick<PlanOutline, 'spaceId' | 'points'>

function saveOutlines(params: EditorState['params'], next: readonly Drawn[], before: readonly Drawn[]): Change {
  return async () => {
    await request(writeOutlines, { params, body: { outlines: next.map(({ spaceId, points }) => ({ spaceId, points: [...points] })) } })
    await refreshPlans()
    return saveOutlines(params, before, next)
  }
}

/** Everything that changes devices and outlines. */
export function createMoves(state: EditorState) {
  const { edits, chosen, nudge, outline, outlines, params, scale, spaceId, stage, area, setOffset, setSelected, setHeld } = state
  function flush() {
    const { current } = nudge
    if (!current) return
    clearTimeout(current.timer)
    nudge.current = null
    setOffset(none)
    if (chosen.length > 0)
      edits.move(
        new Map(chosen.map((device) => [device.unitId, spotAt(device, { x: device.x + current.x, y: device.y + current.y })])),
        'Moved',
      )
  }
  function nudgeBy(dx: number, dy: number, later: () => void) {
    const { x, y } = nudge.current ?? none
    clearTimeout(nudge.current?.timer)
    nudge.current = { x: x + dx, y: y + dy, timer: setTimeout(later, nudgeMs) }
    setOffset({ x: x + dx, y: y + dy })
  }
  function change(to: (device: (typeof chosen)[number]) => Partial<Spot>, verb: string) {
    flush()
    if (chosen.length > 0) edits.move(new Map(chosen.map((device) => [device.unitId, spotAt(device, to(device))])), verb)
  }
  function remove() {
    edits.move(new Map(chosen.map(({ unitId }) => [unitId, null])), 'Took off')
    setSelected(new Set())
  }
  function put(device: PlanDevice, at: Point) {
    setHeld(undefined)
    setSelected(new Set([device.unitId]))
    edits.move(new Map([[device.unitId, { x: toInch(at.x), y: toInch(at.y), rotation: 0, mountingHeightIn: null }]]), 'Placed')
  }
  /** Places a device by keyboard in the middle of its outline, or of what is visible, and moves the focus to the plan. */
  function putByKey(device: PlanDevice) {
    put(device, outline ? centerOf(outline.points) : state.feetOf(stage.current?.middle() ?? none))
    area.current?.focus()
  }
  function spread(devices: readonly PlanDevice[]) {
    const spots = outline ? gridSpots(devices.length, outline.points) : []
    const next = devices.flatMap((device, index) => {
      const spot = spots[index]
      return spot ? [[device.unitId, { ...spot, rotation: 0, mountingHeightIn: null }] as const] : []
    })
    setSelected(new Set(next.map(([unitId]) => unitId)))
    if (next.length > 0) edits.move(new Map(next), 'Placed')
  }
  function align(alignment: Alignment) {
    edits.move(new Map(alignSpots(chosen, alignment).map((spot) => [spot.unitId, spotAt(spot, {})])), 'Aligned')
  }
  function closeOutline(points: readonly Point[]) {
    state.setDrawn([])
    state.setTool('select')
    if (points.length < 3 || spaceId === undefined) return
    const corners = points.map((point) => ({ x: round4(toInch(point.x / scale)), y: round4(toInch(point.y / scale)) }))
    const next = [...outlines.filter((item) => item.spaceId !== spaceId), { spaceId, points: corners }]
    void edits.history.run('Outline drawn', saveOutlines(params, next, outlines))
  }
  function reset() {
    clearTimeout(nudge.current?.timer)
    nudge.current = null
    setOffset(none)
    state.setDrawn([])
    setHeld(undefined)
    state.setTool('select')
    setSelected(new Set())
  }
  return { flush, nudgeBy, change, remove, put, putByKey, spread, align, closeOutline, reset }
}
export type EditorMoves = ReturnType<typeof createMoves>

/** Shift moves by a foot, otherwise arrow keys move by an inch. */
const [inch, foot] = [1 / 12, 1]
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Keys of the plan while it has the focus. `later` saves what the arrow keys have moved. */
export function createKeys(state: EditorState, moves: EditorMoves, later: () => void) {
  const { area, stage, canPlace, chosen, edits, tool, held, drawn } = state
  const simple: Readonly<Record<string, (isShift: boolean) => void>> = {
    Escape: moves.reset,
    Enter() {
      if (tool === 'outline') moves.closeOutline(drawn)
      else if (held) moves.putByKey(held)
    },
    r: (isShift) => canPlace && moves.change(({ rotation }) => ({ rotation: (rotation + (isShift ? 315 : 45)) % 360 }), 'Rotated'),
    Delete: () => canPlace && chosen.length > 0 && moves.remove(),
    Backspace: () => canPlace && chosen.length > 0 && moves.remove(),
    '+': () => stage.current?.zoomBy(1.25),
    '=': () => stage.current?.zoomBy(1.25),
    '-': () => stage.current?.zoomBy(0.8),
    '0': () => stage.current?.fit(),
  }
  return (event: KeyboardEvent) => {
    if (event.target !== area.current || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a') return
      event.preventDefault()
      return state.setSelected(new Set(edits.devices.map(({ unitId }) => unitId)))
    }
    const step = steps[event.key]
    if (step && canPlace && chosen.length > 0) {
      event.preventDefault()
      const by = event.shiftKey ? foot : inch
      moves.nudgeBy(step[0] * by, step[1] * by, later)
    } else simple[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.(event.shiftKey)
  }
}
