import { coolingTons, heatBtuPerHour } from '../calculators/btu.ts'
import { round } from '../kit/money.ts'
import { RackSide } from './enums.ts'
import { equipmentPower } from './power.ts'
import type { RackDevice } from './rack-devices.ts'
import { type Devices, deviceHeight, hasRear, type PlacedUnit, type RackFrame, topUnit } from './rack-placing.ts'

const { Front, Rear } = RackSide
const volts = 120
/** Share of a circuit's rating available for continuous load. */
export const continuousShare = 0.8
const circuitAmps = 20
/** Below this share of free units, the rack has no room for additions. */
const spareShare = 0.2

export interface FaceFigures {
  face: RackSide
  used: number
  free: number
}
export interface RackNote {
  about: 'weight' | 'center' | 'spare'
  grade: 'error' | 'info'
  text: string
}
/** Space, weight, and power of a rack. Every total reports the number of devices with unknown values. */
export interface RackFigures {
  faces: FaceFigures[]
  devices: number
  weightLb: number
  withoutWeight: number
  watts: number
  withoutWatts: number
  /** Devices of unknown depth; accessories do not count. */
  withoutDepth: number
  acWatts: number
  /** Load in amperes at 120 V, without PoE. */
  amps: number
  /** Required 20 A circuits at 80% of their rating. */
  circuits: number
  heatBtuPerHour: number
  tons: number
  /** Height in rack units from the bottom; null if no weight is known. */
  centerOfWeight: number | null
  notes: RackNote[]
}
export interface RatedFrame extends RackFrame {
  maxWeightLb: number | null
}

/** Accessories such as shelves, vents, blanks, drawers, and cable managers draw no power, so their value is known. */
const deviceWatts = ({ equipment }: RackDevice) => equipment.watts ?? (equipment.rackAccessory === null ? null : 0)

function faceFigures(frame: RackFrame, devices: Devices, placements: readonly PlacedUnit[]): FaceFigures[] {
  const faces = hasRear(frame.rackType) ? [Front, Rear] : [Front]
  return faces.map((face) => {
    const taken = new Set<number>()
    for (const placed of placements)
      if (placed.face === face && placed.shelfUnitId === null)
        for (let unit = placed.startRU; unit <= Math.min(topUnit(placed, devices), frame.heightRU); unit++) taken.add(unit)
    return { face, used: taken.size, free: frame.heightRU - taken.size }
  })
}

/** Weighted mean height; devices on a shelf count at the shelf's height. */
function centerHeight(devices: Devices, placements: readonly PlacedUnit[]): number | null {
  let [sum, weight] = [0, 0]
  for (const placed of placements) {
    const device = devices.get(placed.unitId)
    const carrier = placed.shelfUnitId === null ? device : devices.get(placed.shelfUnitId)
    const pounds = device?.equipment.weightLb ?? 0
    sum += pounds * (placed.startRU - 1 + deviceHeight(carrier) / 2)
    weight += pounds
  }
  return weight > 0 ? round(sum / weight, 1) : null
}

export function rackFigures(frame: RatedFrame, devices: Devices, placements: readonly PlacedUnit[]): RackFigures {
  const held = placements.map(({ unitId }) => devices.get(unitId)).filter((device) => device !== undefined)
  const sum = (figureOf: (device: RackDevice) => number | null) =>
    round(
      held.reduce((total, device) => total + (figureOf(device) ?? 0), 0),
      2,
    )
  const missing = (figureOf: (device: RackDevice) => number | null) => held.filter((device) => figureOf(device) === null).length
  const weightOf = ({ equipment }: RackDevice) => equipment.weightLb
  const [weightLb, watts] = [sum(weightOf), sum(deviceWatts)]
  const acWatts = sum(({ equipment: { powerSpecs } }) => equipmentPower({ powerSpecs }).acWatts)
  const amps = round(acWatts / volts, 2)
  const faces = faceFigures(frame, devices, placements)
  const centerOfWeight = centerHeight(devices, placements)
  const notes: RackNote[] = []
  if (frame.maxWeightLb !== null && weightLb > frame.maxWeightLb)
    notes.push({ about: 'weight', grade: 'error', text: `${round(weightLb - frame.maxWeightLb, 2)} lb over the load limit of the rack.` })
  if (centerOfWeight !== null && centerOfWeight > frame.heightRU / 2)
    notes.push({ about: 'center', grade: 'info', text: `Top-heavy: the center of weight is at ${centerOfWeight} of ${frame.heightRU} RU.` })
  const free = faces[0]?.free ?? 0
  if (free < frame.heightRU * spareShare)
    notes.push({ about: 'spare', grade: 'info', text: `Less than 20% spare: ${free} of ${frame.heightRU} RU are free in front.` })
  return {
    faces,
    devices: held.length,
    weightLb,
    withoutWeight: missing(weightOf),
    watts,
    withoutWatts: missing(deviceWatts),
    withoutDepth: missing(({ equipment }) => equipment.depthIn ?? (equipment.rackAccessory === null ? null : 0)),
    acWatts,
    amps,
    circuits: Math.ceil(round(amps / (circuitAmps * continuousShare), 6)),
    heatBtuPerHour: heatBtuPerHour(watts),
    tons: coolingTons(watts),
    centerOfWeight,
    notes,
  }
}
