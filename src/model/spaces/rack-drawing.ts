import { RackHalf, RackSide } from './enums.ts'
import type { RackDevice } from './rack-devices.ts'
import { type Devices, deviceHeight, hasRear, isShelf, type PlacedUnit, type RackFrame } from './rack-placing.ts'

const { Front, Rear } = RackSide
const { None, Left, Right } = RackHalf

/** Height of a rack unit and width between the ears, in inches. */
export const unitIn = 1.75
export const panelIn = 19
const shelfIn = 0.35

export interface DrawnFrame extends RackFrame {
  startingUnit: number
  isDescending: boolean
}
/** A box in inches from the upper left of the visible face. */
export interface Box {
  leftIn: number
  topIn: number
  widthIn: number
  heightIn: number
}
export interface DrawnUnit extends Box {
  placed: PlacedUnit
  device: RackDevice
  units: number
}
export interface DrawnFace {
  face: RackSide
  units: DrawnUnit[]
  behind: Box[]
}
export interface RackDrawing {
  heightIn: number
  widthIn: number
  /** Unit numbers from the top down, as the rack is labeled. */
  numbers: { number: number; unit: number; topIn: number }[]
  faces: DrawnFace[]
}

export const unitTopIn = (frame: RackFrame, startRU: number, units: number) => (frame.heightRU - startRU - units + 1) * unitIn
export const startUnitAt = (frame: RackFrame, topIn: number, units: number) =>
  Math.max(1, Math.min(frame.heightRU - units + 1, frame.heightRU - units + 1 - Math.round(topIn / unitIn)))
/** Displayed unit number; placements count from 1 at the bottom. */
export const displayedUnitNumber = ({ heightRU, startingUnit, isDescending }: DrawnFrame, unit: number) =>
  startingUnit + (isDescending ? heightRU - unit : unit - 1)

/** Halves are as seen from the front, so the rear view mirrors them. */
export const seenHalf = (half: RackHalf, face: RackSide): RackHalf =>
  face === Front || half === None ? half : half === Left ? Right : Left

export function unitBox(frame: RackFrame, devices: Devices, placed: PlacedUnit): Box & { units: number } {
  const units = deviceHeight(devices.get(placed.unitId))
  const half = seenHalf(placed.half, placed.face)
  return {
    units,
    leftIn: half === Right ? panelIn / 2 : 0,
    topIn: unitTopIn(frame, placed.startRU, units),
    widthIn: half === None ? panelIn : panelIn / 2,
    heightIn: units * unitIn,
  }
}

/** Devices on a shelf share its width from the left, in order. */
function carriedBox(shelf: Box, at: number, count: number): Box {
  const widthIn = shelf.widthIn / count
  return { leftIn: shelf.leftIn + at * widthIn, topIn: shelf.topIn, widthIn, heightIn: shelf.heightIn - shelfIn }
}

function drawFace(frame: RackFrame, devices: Devices, placements: readonly PlacedUnit[], face: RackSide): DrawnFace {
  const own = placements.filter((placed) => placed.face === face)
  const standing = own.filter(({ shelfUnitId }) => shelfUnitId === null)
  const units = standing.flatMap((placed): DrawnUnit[] => {
    const device = devices.get(placed.unitId)
    if (!device) return []
    const box = unitBox(frame, devices, placed)
    if (!isShelf(device)) return [{ ...box, placed, device }]
    const carried = own.filter(({ shelfUnitId }) => shelfUnitId === placed.unitId).sort((a, b) => (a.shelfOrder ?? 0) - (b.shelfOrder ?? 0))
    const onIt = carried.flatMap((item, index): DrawnUnit[] => {
      const device = devices.get(item.unitId)
      return device ? [{ ...carriedBox(box, index, carried.length), units: box.units, placed: item, device }] : []
    })
    return [{ ...box, placed, device }, ...onIt]
  })
  const behind = placements
    .filter((placed) => placed.face !== face && placed.shelfUnitId === null)
    .map((placed) => {
      // Mirrors halves for the side being viewed.
      const { leftIn, topIn, widthIn, heightIn } = unitBox(frame, devices, { ...placed, face })
      return { leftIn, topIn, widthIn, heightIn }
    })
  return { face, units: units.sort((a, b) => a.topIn - b.topIn || a.leftIn - b.leftIn || b.widthIn - a.widthIn), behind }
}

export function drawRack(frame: DrawnFrame, devices: Devices, placements: readonly PlacedUnit[]): RackDrawing {
  const faces = hasRear(frame.rackType) ? [Front, Rear] : [Front]
  return {
    heightIn: frame.heightRU * unitIn,
    widthIn: panelIn,
    numbers: Array.from({ length: frame.heightRU }, (_, index) => {
      const unit = frame.heightRU - index
      return { number: displayedUnitNumber(frame, unit), unit, topIn: index * unitIn }
    }),
    faces: faces.map((face) => drawFace(frame, devices, placements, face)),
  }
}
