import { describe, expect, it } from 'vitest'
import { placedUnit } from '../../../test/kit/fixtures/racks.ts'
import { PowerSpecAvailability, PowerSpecType, RackAccessory } from '../catalog/enums.ts'
import { RackHalf, RackSide, RackType } from './enums.ts'
import type { EquipmentOfUnit, RackDevice } from './rack-devices.ts'
import { type RatedFrame, rackFigures } from './rack-figures.ts'
import type { PlacedUnit } from './rack-placing.ts'

const { Front, Rear } = RackSide
const frame: RatedFrame = { heightRU: 10, rackType: RackType.Cabinet, mountingDepthIn: 30, maxWeightLb: 100 }
const device = (unitId: number, more: Partial<EquipmentOfUnit>): [number, RackDevice] => [
  unitId,
  {
    unitId,
    label: `U-${unitId}`,
    equipment: {
      id: unitId,
      tag: 'U',
      model: 'M',
      manufacture: 'F',
      imageUrl: null,
      rackUnits: 1,
      isRackMountable: true,
      rackAccessory: null,
      widthIn: 19,
      heightIn: 1.75,
      depthIn: 10,
      weightLb: 10,
      watts: 100,
      ...more,
    },
  },
]
const supply = (type: PowerSpecType, watts: number) => ({ type, availability: PowerSpecAvailability.Required, watts })
const ac = (watts: number) => [supply(PowerSpecType.AC, watts)]
const devices = new Map([
  device(1, { rackUnits: 2, weightLb: 40, watts: 960, powerSpecs: ac(960) }),
  device(2, { weightLb: null, watts: null }),
  device(3, { rackAccessory: RackAccessory.Blank, rackUnits: 3, weightLb: 2, watts: null }),
  device(4, { rackAccessory: RackAccessory.Shelf, rackUnits: 2, weightLb: 6, watts: null }),
  device(5, { isRackMountable: false, weightLb: 4, watts: 60 }),
  device(6, { widthIn: 8.5 }),
  device(7, { widthIn: 8.5 }),
])
const figures = (placements: PlacedUnit[], rack = frame) => rackFigures(rack, devices, placements)
const notes = (placements: PlacedUnit[], rack = frame) => figures(placements, rack).notes.map(({ text }) => text)

describe('rack figures (23)', () => {
  it('counts used and free units per face; two halves use one unit, a shelf its own height', () => {
    const { faces } = figures([
      placedUnit(1, 1),
      placedUnit(6, 3, { half: RackHalf.Left }),
      placedUnit(7, 3, { half: RackHalf.Right }),
      placedUnit(4, 4, { face: Rear }),
      placedUnit(5, 4, { face: Rear, shelfUnitId: 4, shelfOrder: 1 }),
    ])
    expect(faces).toEqual([
      { face: Front, used: 3, free: 7 },
      { face: Rear, used: 2, free: 8 },
    ])
  })
  it('omits the rear for a rack without one', () => {
    expect(figures([], { ...frame, rackType: RackType.WallFrame }).faces).toEqual([{ face: Front, used: 0, free: 10 }])
  })
  it('sums weight and watts and counts unknown values; a blank draws no power', () => {
    expect(figures([placedUnit(1, 1), placedUnit(2, 3), placedUnit(3, 4)])).toMatchObject({
      devices: 3,
      weightLb: 42,
      withoutWeight: 1,
      watts: 960,
      withoutWatts: 1,
      amps: 8,
      circuits: 1,
      heatBtuPerHour: 3275.66,
      tons: 0.27297,
    })
  })
  it('counts amps from outlets and heat from stated values', () => {
    const { AC, DC, PoE } = PowerSpecType
    const mixed = new Map([
      device(1, { watts: 50, powerSpecs: [supply(AC, 240), supply(DC, 48)] }),
      device(2, { watts: 30, powerSpecs: [supply(PoE, 30)] }),
    ])
    expect(rackFigures(frame, mixed, [placedUnit(1, 1), placedUnit(2, 2)])).toMatchObject({
      watts: 80,
      acWatts: 240,
      amps: 2,
      circuits: 1,
      heatBtuPerHour: 272.97,
    })
  })
  it('limits a 20 A circuit to 16 A', () => {
    const drawing = (watts: number) => rackFigures(frame, new Map([device(1, { watts, powerSpecs: ac(watts) })]), [placedUnit(1, 1)])
    expect([0, 1, 1920, 1921, 3840, 3841].map((watts) => drawing(watts).circuits)).toEqual([0, 1, 1, 2, 2, 3])
  })
  it('calculates the center of weight, with shelf contents at the shelf', () => {
    expect(figures([]).centerOfWeight).toBeNull()
    expect(figures([placedUnit(2, 1)]).centerOfWeight).toBeNull()
    // 40 lb at 1 RU, 10 lb (shelf and its device) at 7 RU.
    expect(figures([placedUnit(1, 1), placedUnit(4, 7), placedUnit(5, 7, { shelfUnitId: 4, shelfOrder: 1 })]).centerOfWeight).toBe(2.2)
  })
  it('lists notes that need attention', () => {
    expect(notes([placedUnit(1, 1)])).toEqual([])
    expect(notes([placedUnit(1, 8)])).toEqual(['Top-heavy: the center of weight is at 8 of 10 RU.'])
    expect(notes([placedUnit(1, 1)], { ...frame, maxWeightLb: 39.5 })).toEqual(['0.5 lb over the load limit of the rack.'])
    expect(notes([placedUnit(1, 1)], { ...frame, maxWeightLb: null })).toEqual([])
    const full = [placedUnit(1, 1), placedUnit(3, 3), placedUnit(4, 6), placedUnit(2, 8)]
    expect(notes(full)).toEqual([])
    expect(notes([...full, placedUnit(6, 9)])).toEqual(['Less than 20% spare: 1 of 10 RU are free in front.'])
  })
})
