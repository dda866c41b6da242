import { RackAccessory } from '../catalog/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { choice, id, integer, optional } from '../kit/field.ts'
import { round2 } from '../kit/money.ts'
import { RackHalf, RackSide, RackType } from './enums.ts'
import type { RackDevice } from './rack-devices.ts'

/** Position of a unit in a rack (domain 23). `startRU` counts from 1 at the bottom; left and right are as seen from the front. */
export const placementShape = {
  unitId: id('Unit'),
  startRU: integer('Unit of the rack', { min: 1, max: 60 }),
  face: choice('Face', RackSide),
  half: choice('Half', RackHalf),
  shelfUnitId: optional(id('Shelf')),
  shelfOrder: optional(integer('Place on the shelf', { min: 1, max: 99 })),
}
export type PlacedUnit = ValuesOf<typeof placementShape>
export interface RackFrame {
  heightRU: number
  rackType: RackType
  mountingDepthIn: number | null
}
export type Devices = ReadonlyMap<number, RackDevice>

/** An error prevents the placement; a warning reports unknown data or a point to check. */
interface PlacingProblem {
  grade: 'error' | 'warning'
  unitId: number
  otherId?: number
  text: string
}

const { Rear } = RackSide
const { None, Left, Right } = RackHalf

export const hasRear = (rackType: RackType) => rackType === RackType.FourPost || rackType === RackType.Cabinet
/** Rounds half units up; an unknown height is drawn as one unit. */
export const deviceHeight = (device: RackDevice | undefined) => Math.max(1, Math.ceil(device?.equipment.rackUnits ?? 1))
export const topUnit = (placed: PlacedUnit, devices: Devices) => placed.startRU + deviceHeight(devices.get(placed.unitId)) - 1
export const isShelf = (device: RackDevice | undefined) => device?.equipment.rackAccessory === RackAccessory.Shelf
export const needsShelf = ({ equipment }: RackDevice) => !equipment.isRackMountable && equipment.rackAccessory === null
/** Half-width by device width; others take the whole unit. */
export const isHalfWide = ({ equipment: { widthIn } }: RackDevice) => widthIn !== null && widthIn >= 8 && widthIn <= 10.3

const meets = (a: RackHalf, b: RackHalf) => a === None || b === None || a === b
const sharesUnits = (a: PlacedUnit, b: PlacedUnit, devices: Devices) => a.startRU <= topUnit(b, devices) && b.startRU <= topUnit(a, devices)

function pairProblem(frame: RackFrame, devices: Devices, [a, b]: readonly [PlacedUnit, PlacedUnit]): PlacingProblem | undefined {
  if (a.shelfUnitId !== null || b.shelfUnitId !== null) return undefined
  if (!sharesUnits(a, b, devices) || !meets(a.half, b.half)) return undefined
  const [one, other] = [devices.get(a.unitId), devices.get(b.unitId)]
  if (!one || !other) return undefined
  const pair = { unitId: a.unitId, otherId: b.unitId }
  if (a.face === b.face) return { ...pair, grade: 'error', text: `${one.label} and ${other.label} need the same space.` }
  const [depth, otherDepth] = [one.equipment.depthIn, other.equipment.depthIn]
  const room = frame.mountingDepthIn
  if (depth === null || otherDepth === null || room === null) {
    const unknown = room === null ? 'the mounting depth of the rack' : `the depth of ${depth === null ? one.label : other.label}`
    return { ...pair, grade: 'warning', text: `${one.label} and ${other.label} are back to back, and ${unknown} is not known.` }
  }
  const sum = round2(depth + otherDepth)
  return sum > room
    ? { ...pair, grade: 'error', text: `${one.label} and ${other.label} are ${sum} in deep together; the rack has ${room} in.` }
    : undefined
}

function unitProblems(frame: RackFrame, devices: Devices, placed: PlacedUnit, all: readonly PlacedUnit[]): PlacingProblem[] {
  const device = devices.get(placed.unitId)
  if (!device) return []
  const { unitId } = placed
  const error = (text: string): PlacingProblem => ({ grade: 'error', unitId, text })
  const warning = (text: string): PlacingProblem => ({ grade: 'warning', unitId, text })
  const { rackUnits, depthIn } = device.equipment
  const problems: PlacingProblem[] = []
  if (placed.face === Rear && !hasRear(frame.rackType))
    problems.push(error(`${device.label} cannot be mounted at the rear: this rack has no rear.`))
  if (depthIn !== null && frame.mountingDepthIn !== null && depthIn > frame.mountingDepthIn)
    problems.push(warning(`${device.label} is ${depthIn} in deep; the rack has ${frame.mountingDepthIn} in.`))
  // An accessory such as a blank or a vent has no depth that could be too large.
  if (depthIn === null && frame.mountingDepthIn !== null && device.equipment.rackAccessory === null)
    problems.push(warning(`The depth of ${device.label} is not known; the rack has ${frame.mountingDepthIn} in.`))
  if (placed.shelfUnitId !== null) return [...problems, ...onShelf(devices, placed, all).map(error)]
  if (placed.startRU < 1 || topUnit(placed, devices) > frame.heightRU)
    problems.push(error(`${device.label} does not fit into the rack there.`))
  if (needsShelf(device)) problems.push(error(`${device.label} has no rack ears and goes on a shelf.`))
  if (placed.half !== None && !isHalfWide(device)) problems.push(error(`${device.label} takes the full width.`))
  if (rackUnits === null) problems.push(warning(`The height of ${device.label} is not known; one unit is reserved for it.`))
  return problems
}

function onShelf(devices: Devices, placed: PlacedUnit, all: readonly PlacedUnit[]): string[] {
  const label = devices.get(placed.unitId)?.label
  const shelf = all.find(({ unitId }) => unitId === placed.shelfUnitId)
  if (!shelf || !isShelf(devices.get(shelf.unitId))) return [`${label} is on a shelf that is not in this rack.`]
  if (shelf.shelfUnitId !== null || placed.unitId === shelf.unitId) return [`${label} cannot go there: a shelf cannot hold a shelf.`]
  return isShelf(devices.get(placed.unitId)) ? [`${label} is a shelf and cannot go on one.`] : []
}

export function problemsIn(frame: RackFrame, devices: Devices, placements: readonly PlacedUnit[]): PlacingProblem[] {
  const problems = placements.flatMap((placed) => unitProblems(frame, devices, placed, placements))
  for (const [at, a] of placements.entries())
    for (const b of placements.slice(at + 1)) {
      const problem = pairProblem(frame, devices, [a, b])
      if (problem) problems.push(problem)
    }
  return problems
}

export const errorsIn = (frame: RackFrame, devices: Devices, placements: readonly PlacedUnit[]) =>
  problemsIn(frame, devices, placements).filter(({ grade }) => grade === 'error')

/** Moves devices on a shelf to the shelf's position, in the order they were added. */
function withShelf(placed: PlacedUnit, all: readonly PlacedUnit[]): PlacedUnit {
  const shelf = placed.shelfUnitId === null ? undefined : all.find(({ unitId }) => unitId === placed.shelfUnitId)
  if (!shelf) return placed.shelfUnitId === null ? { ...placed, shelfOrder: null } : placed
  const before = all.filter(({ shelfUnitId, shelfOrder }) => shelfUnitId === shelf.unitId && shelfOrder !== null).length
  return { ...placed, startRU: shelf.startRU, face: shelf.face, half: None, shelfOrder: placed.shelfOrder ?? before + 1 }
}

/** Normalizes placements for storage: assigns missing halves, left first, and moves devices along with their shelf. */
export function normalizePlacements(frame: RackFrame, devices: Devices, placements: readonly PlacedUnit[]): PlacedUnit[] {
  const done: PlacedUnit[] = []
  for (const [at, placed] of placements.entries()) {
    const device = devices.get(placed.unitId)
    const isOpen = placed.shelfUnitId === null && placed.half === None && device !== undefined && isHalfWide(device)
    if (!isOpen) {
      done.push(placed)
      continue
    }
    // Explicit halves take precedence, regardless of list order.
    const others = [...done, ...placements.slice(at + 1).filter(({ half, unitId }) => half !== None || !isOpenHalf(devices, unitId))]
    const isFree = (half: RackHalf) => !others.some((other) => pairProblem(frame, devices, [{ ...placed, half }, other])?.grade === 'error')
    done.push({ ...placed, half: isFree(Left) ? Left : isFree(Right) ? Right : Left })
  }
  return done.map((placed) => withShelf(placed, done))
}
const isOpenHalf = (devices: Devices, unitId: number) => {
  const device = devices.get(unitId)
  return device !== undefined && isHalfWide(device)
}

export function movedPlacements(frame: RackFrame, devices: Devices, [placements, to]: readonly [readonly PlacedUnit[], PlacedUnit]) {
  const rest = placements.filter(({ unitId }) => unitId !== to.unitId)
  const next = normalizePlacements(frame, devices, [...rest, to])
  return errorsIn(frame, devices, next).length === 0 ? next : undefined
}

export const carriedBy = (placements: readonly PlacedUnit[], shelfUnitId: number) =>
  placements.filter((placed) => placed.shelfUnitId === shelfUnitId)

/** Lowest free position from here up, then down; undefined if the device does not fit. */
export function nextFree(frame: RackFrame, devices: Devices, [placements, preferred]: readonly [readonly PlacedUnit[], PlacedUnit]) {
  const rows = Array.from({ length: frame.heightRU }, (_, index) => index + 1)
  const inOrder = [...rows.filter((row) => row >= preferred.startRU), ...rows.filter((row) => row < preferred.startRU).reverse()]
  const found = inOrder.find((startRU) => movedPlacements(frame, devices, [placements, { ...preferred, startRU }]))
  return found === undefined ? undefined : { ...preferred, startRU: found }
}

/** Positions for blanks of this height at the front, from the bottom up; rows with one half taken stay open. */
export function openRows(frame: RackFrame, devices: Devices, placements: readonly PlacedUnit[], height: number): number[] {
  const occupied = new Set(
    placements
      .filter(({ face, shelfUnitId }) => face === RackSide.Front && shelfUnitId === null)
      .flatMap((placed) => Array.from({ length: deviceHeight(devices.get(placed.unitId)) }, (_, index) => placed.startRU + index)),
  )
  const rows: number[] = []
  for (let row = 1; row + height - 1 <= frame.heightRU; row++) {
    const own = Array.from({ length: height }, (_, index) => row + index)
    if (own.some((value) => occupied.has(value))) continue
    rows.push(row)
    row += height - 1
  }
  return rows
}
