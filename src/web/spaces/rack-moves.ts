import { useMemo, useRef, useState } from 'react'
import { RackHalf, RackSide } from '../../model/spaces/enums.ts'
import type { RackDevice } from '../../model/spaces/rack-devices.ts'
import { displayedUnitNumber, seenHalf } from '../../model/spaces/rack-drawing.ts'
import { type Attempt, attemptMove, oppositeFace, placedAt, removeUnit, type Spot } from '../../model/spaces/rack-moves.ts'
import { carriedBy, type Devices, deviceHeight, isShelf, nextFree, type PlacedUnit } from '../../model/spaces/rack-placing.ts'
import { toast } from '../kit/look/toasts.tsx'
import type { Rack, RackEdits } from './rack-edits.ts'

export interface Held {
  unitId: number
  rackId: number
  spot: Spot
  attempt: Attempt
}

export interface Hands {
  choose: (unitId: number) => void
  press: (key: string, unitId: number, rackId?: number) => boolean
}

export const findRackByUnit = (racks: readonly Rack[], unitId: number) =>
  racks.find(({ placements }) => placements.some((placed) => placed.unitId === unitId))
export const findPlacement = (rack: Rack | undefined, unitId: number) => rack?.placements.find((placed) => placed.unitId === unitId)

export function describePosition(rack: Rack, device: RackDevice, placed: PlacedUnit): string {
  const [low, high] = [displayedUnitNumber(rack, placed.startRU), displayedUnitNumber(rack, placed.startRU + deviceHeight(device) - 1)]
  const half = placed.half === RackHalf.None ? '' : `, ${RackHalf.label(placed.half).toLowerCase()}`
  return `${low === high ? low : `${low} to ${high}`}, ${RackSide.label(placed.face).toLowerCase()}${half}`
}

export function useRackMoves(edits: RackEdits, devices: Devices) {
  const { racks } = edits
  const [held, setHeld] = useState<Held>()
  const [chosen, choose] = useState<number>()

  function heldAt(unitId: number, rackId: number, spot: Spot): Held | undefined {
    const [rack, device] = [racks.find(({ id }) => id === rackId), devices.get(unitId)]
    if (!rack || !device) return
    const from = findRackByUnit(racks, unitId)
    const carried = from && from.id !== rackId ? carriedBy(from.placements, unitId) : []
    const to = placedAt(devices, rack.placements, device, spot)
    return { unitId, rackId, spot, attempt: attemptMove(rack, devices, { now: rack.placements, to, carried }) }
  }
  const point = (unitId: number, rackId: number, spot: Spot) => setHeld((before) => heldAt(unitId, rackId, spot) ?? before)

  function drop({ unitId, rackId, attempt: { to, next, problem } }: Held): boolean {
    if (problem !== undefined) {
      toast.warning(problem)
      return false
    }
    setHeld(undefined)
    choose(unitId)
    const [rack, device] = [racks.find(({ id }) => id === rackId), devices.get(unitId)]
    if (!rack || !device) return false
    const from = findRackByUnit(racks, unitId)
    const before = findPlacement(from, unitId)
    const isSame =
      from?.id === rackId &&
      before?.startRU === to.startRU &&
      before.face === to.face &&
      before.half === to.half &&
      before.shelfUnitId === to.shelfUnitId
    if (isSame) return true
    const writes = new Map<number, PlacedUnit[]>([[rackId, next]])
    const coming = new Set(next.map((placed) => placed.unitId))
    if (from && from.id !== rackId)
      writes.set(
        from.id,
        from.placements.filter((placed) => !coming.has(placed.unitId)),
      )
    void edits.write(writes, `${device.label} is at ${describePosition(rack, device, to)}, in ${rack.name}.`)
    return true
  }

  function takeOut(unitId: number) {
    const [rack, device] = [findRackByUnit(racks, unitId), devices.get(unitId)]
    if (!rack || !device) return
    const { next, problem } = removeUnit(devices, rack.placements, unitId)
    if (problem !== undefined) return toast.warning(problem)
    const message = `${device.label} was removed from ${rack.name}.`
    void edits.write(new Map([[rack.id, next]]), message).then(edits.history.offerUndo)
  }

  /** By keyboard, a placed unit starts at its position and any other at the first free one. */
  function pickUp(unitId: number, rackId?: number) {
    const device = devices.get(unitId)
    const from = findRackByUnit(racks, unitId)
    const rack = from ?? racks.find(({ id }) => id === rackId) ?? racks[0]
    if (!device || !rack) return
    const placed = findPlacement(from, unitId)
    if (placed) return point(unitId, rack.id, placed)
    const target = placedAt(devices, rack.placements, device, { startRU: 1, face: RackSide.Front, half: RackHalf.None })
    const shelf = rack.placements.find((placement) => isShelf(devices.get(placement.unitId)))
    point(unitId, rack.id, nextFree(rack, devices, [rack.placements, target]) ?? shelf ?? target)
  }

  function press(key: string, unitId: number, rackId?: number): boolean {
    if (held?.unitId !== unitId) {
      if (key === 'Enter') pickUp(unitId, rackId)
      else if (key === 'Delete' && findRackByUnit(racks, unitId)) takeOut(unitId)
      else return false
      return true
    }
    const at = racks.findIndex(({ id }) => id === held.rackId)
    const rack = racks[at]
    const device = devices.get(unitId)
    if (!rack || !device) return false
    const { spot } = held
    const within = (startRU: number, { heightRU }: Rack) => Math.max(1, Math.min(heightRU - deviceHeight(device) + 1, startRU))
    const to = (other: Rack | undefined, more: Partial<Spot>) => {
      const next = other ?? rack
      const target = { ...spot, ...more }
      point(unitId, next.id, { ...target, startRU: within(target.startRU, next) })
    }
    const { Left, Right } = RackHalf
    const keyActions: Record<string, () => unknown> = {
      Enter: () => drop(held),
      Escape: () => setHeld(undefined),
      ArrowUp: () => to(rack, { startRU: spot.startRU + 1 }),
      ArrowDown: () => to(rack, { startRU: spot.startRU - 1 }),
      ArrowLeft: () => to(racks[at - 1], {}),
      ArrowRight: () => to(racks[at + 1], {}),
      r: () => to(rack, { face: oppositeFace(rack, spot.face) }),
      h: () => to(rack, { half: spot.half === Left ? Right : Left }),
    }
    const keyAction = keyActions[key.length === 1 ? key.toLowerCase() : key]
    keyAction?.()
    return keyAction !== undefined
  }
  /** Uses the final pointer position, which can be beyond the last preview. */
  function dropAt(unitId: number, rackId: number, spot: Spot) {
    const at = heldAt(unitId, rackId, spot)
    if (at) drop(at)
  }

  // Stable callbacks, so only moved devices rerender during a drag.
  const latest = useRef(press)
  latest.current = press
  const hands = useMemo((): Hands => ({ choose, press: (key, unitId, rackId) => latest.current(key, unitId, rackId) }), [])
  return { held, chosen, choose, point, dropAt, takeOut, hands, letGo: () => setHeld(undefined) }
}
export type RackMoves = ReturnType<typeof useRackMoves>

/** Returns the half of a rack unit at a point, as seen from the front. */
export const halfAt = (isLeft: boolean, face: RackSide) => seenHalf(isLeft ? RackHalf.Left : RackHalf.Right, face)
