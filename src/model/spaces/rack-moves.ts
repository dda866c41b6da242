import { RackHalf, RackSide } from './enums.ts'
import type { RackDevice } from './rack-devices.ts'
import {
  carriedBy,
  type Devices,
  errorsIn,
  hasRear,
  isHalfWide,
  isShelf,
  needsShelf,
  normalizePlacements,
  type PlacedUnit,
  type RackFrame,
  topUnit,
} from './rack-placing.ts'

const { Front, Rear } = RackSide
const { None } = RackHalf

export interface Spot {
  startRU: number
  face: RackSide
  half: RackHalf
}
export interface Attempt {
  to: PlacedUnit
  next: PlacedUnit[]
  problem?: string
}

const shelfAt = (devices: Devices, placements: readonly PlacedUnit[], { startRU, face }: Spot) =>
  placements.find(
    (placed) =>
      placed.face === face &&
      placed.shelfUnitId === null &&
      isShelf(devices.get(placed.unitId)) &&
      placed.startRU <= startRU &&
      startRU <= topUnit(placed, devices),
  )

/** Placement of a device at a spot: half-width devices in that half, devices without ears on the shelf. */
export function placedAt(devices: Devices, placements: readonly PlacedUnit[], device: RackDevice, spot: Spot): PlacedUnit {
  const shelf = needsShelf(device) ? shelfAt(devices, placements, spot) : undefined
  return {
    unitId: device.unitId,
    startRU: shelf?.startRU ?? spot.startRU,
    face: spot.face,
    half: shelf || !isHalfWide(device) ? None : spot.half,
    shelfUnitId: shelf?.unitId ?? null,
    shelfOrder: null,
  }
}

/** Places a unit and the devices on it; the first new conflict is the error. Existing conflicts do not block a move. */
export function attemptMove(
  frame: RackFrame,
  devices: Devices,
  { now, to, carried = [] }: { now: readonly PlacedUnit[]; to: PlacedUnit; carried?: readonly PlacedUnit[] },
): Attempt {
  const coming = new Set([to.unitId, ...carried.map(({ unitId }) => unitId)])
  const own = carried.length > 0 ? carried : carriedBy(now, to.unitId)
  const rest = now.filter(({ unitId }) => !coming.has(unitId) && !own.some((item) => item.unitId === unitId))
  const next = normalizePlacements(frame, devices, [...rest, to, ...own])
  const known = new Set(errorsIn(frame, devices, now).map(({ text }) => text))
  const problem = errorsIn(frame, devices, next).find(({ text }) => !known.has(text))?.text
  const there = next.find(({ unitId }) => unitId === to.unitId) ?? to
  return problem === undefined ? { to: there, next } : { to: there, next, problem }
}

export function removeUnit(devices: Devices, placements: readonly PlacedUnit[], unitId: number): { next: PlacedUnit[]; problem?: string } {
  const next = placements.filter((placed) => placed.unitId !== unitId)
  const carried = carriedBy(placements, unitId)
  if (carried.length === 0) return { next }
  const labels = carried.map((item) => devices.get(item.unitId)?.label ?? 'a device').join(', ')
  return { next, problem: `${devices.get(unitId)?.label ?? 'The shelf'} carries ${labels}. Remove that first.` }
}

/** Flips to the other side; a rack without a rear stays at the front. */
export const oppositeFace = (frame: RackFrame, face: RackSide) => (!hasRear(frame.rackType) || face === Rear ? Front : Rear)
