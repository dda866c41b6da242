import { describe, expect, it } from 'vitest'
import { placedUnit } from '../../../test/kit/fixtures/racks.ts'
import { RackAccessory } from '../catalog/enums.ts'
import { RackHalf, RackSide, RackType } from './enums.ts'
import type { EquipmentOfUnit, RackDevice } from './rack-devices.ts'
import { type DrawnFrame, drawRack, startUnitAt, unitTopIn } from './rack-drawing.ts'
import type { PlacedUnit } from './rack-placing.ts'
import { racksSvg } from './rack-svg.ts'

const { Front, Rear } = RackSide
const { Left, Right } = RackHalf
const frame: DrawnFrame = { heightRU: 10, rackType: RackType.FourPost, mountingDepthIn: 30, startingUnit: 1, isDescending: false }
const device = (unitId: number, more: Partial<EquipmentOfUnit> = {}): [number, RackDevice] => [
  unitId,
  {
    unitId,
    label: `U-${unitId}`,
    equipment: {
      id: unitId,
      tag: `T${unitId}`,
      model: 'A <big> & "long" model',
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
const devices = new Map([
  device(1, { rackUnits: 2 }),
  device(2, { widthIn: 8.5 }),
  device(3, { rackAccessory: RackAccessory.Shelf, rackUnits: 2 }),
  device(4, { isRackMountable: false }),
  device(5, { isRackMountable: false }),
])
const boxes = (placements: PlacedUnit[], face: RackSide) =>
  drawRack(frame, devices, placements)
    .faces.find((item) => item.face === face)
    ?.units.map(({ placed, leftIn, topIn, widthIn, heightIn }) => [placed.unitId, leftIn, topIn, widthIn, heightIn])

describe('rack drawing (23)', () => {
  it('draws to scale: a rack unit is 1.75 in high, counted from the bottom', () => {
    const drawing = drawRack(frame, devices, [placedUnit(1, 1)])
    expect([drawing.widthIn, drawing.heightIn]).toEqual([19, 17.5])
    expect(boxes([placedUnit(1, 1)], Front)).toEqual([[1, 0, 14, 19, 3.5]])
    expect(boxes([placedUnit(1, 9)], Front)).toEqual([[1, 0, 0, 19, 3.5]])
  })
  it('mirrors halves on the rear face', () => {
    expect(boxes([placedUnit(2, 10, { half: Left })], Front)).toEqual([[2, 0, 0, 9.5, 1.75]])
    expect(boxes([placedUnit(2, 10, { half: Left, face: Rear })], Rear)).toEqual([[2, 9.5, 0, 9.5, 1.75]])
    expect(boxes([placedUnit(2, 10, { half: Right, face: Rear })], Rear)).toEqual([[2, 0, 0, 9.5, 1.75]])
  })
  it('shows devices of the opposite face as silhouettes', () => {
    const [front, rear] = drawRack(frame, devices, [placedUnit(2, 10, { half: Left })]).faces
    expect(front?.behind).toEqual([])
    expect(rear?.behind).toEqual([{ leftIn: 9.5, topIn: 0, widthIn: 9.5, heightIn: 1.75 }])
  })
  it('divides a shelf among its devices, in order', () => {
    const shelf = [
      placedUnit(3, 1),
      placedUnit(5, 1, { shelfUnitId: 3, shelfOrder: 2 }),
      placedUnit(4, 1, { shelfUnitId: 3, shelfOrder: 1 }),
    ]
    expect(boxes(shelf, Front)).toEqual([
      [3, 0, 14, 19, 3.5],
      [4, 0, 14, 9.5, 3.15],
      [5, 9.5, 14, 9.5, 3.15],
    ])
  })
  it('numbers units from the top down, following the rack labels', () => {
    const numbers = (more: Partial<DrawnFrame>) => drawRack({ ...frame, ...more }, devices, []).numbers.map(({ number }) => number)
    expect(numbers({}).slice(0, 2)).toEqual([10, 9])
    expect(numbers({ startingUnit: 0 }).at(-1)).toBe(0)
    expect(numbers({ isDescending: true }).slice(0, 2)).toEqual([1, 2])
  })
  it('has only a front face for racks without a rear', () => {
    expect(drawRack({ ...frame, rackType: RackType.TwoPost }, devices, []).faces.map(({ face }) => face)).toEqual([Front])
  })
  it('returns the unit under a point, clamped to the rack', () => {
    for (const units of [1, 2, 5])
      for (let start = 1; start <= frame.heightRU - units + 1; start++)
        expect(startUnitAt(frame, unitTopIn(frame, start, units) + 0.6, units)).toBe(start)
    expect([startUnitAt(frame, -40, 2), startUnitAt(frame, 400, 2)]).toEqual([9, 1])
  })
})

describe('SVG of racks (23)', () => {
  const svg = racksSvg(
    [{ name: 'R & D <1>', note: 'Closet', drawing: drawRack(frame, devices, [placedUnit(1, 1), placedUnit(2, 5, { half: Right })]) }],
    {
      faces: [Front, Rear],
      labelMode: 'labels',
    },
  )
  it('renders one picture in inches with all content and escapes text', () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="[\d.]+in" height="[\d.]+in" viewBox="/)
    expect(svg).toContain('R &amp; D &lt;1&gt;')
    expect(svg).toContain('>U-1<')
    expect(svg).toContain('A &lt;big&gt; &amp;')
    expect(svg).not.toMatch(/<big>|NaN|undefined/)
    expect(svg.match(/>Front</g)).toHaveLength(1)
    expect(svg.match(/>Rear</g)).toHaveLength(1)
  })
  it('shows tags instead of labels on request', () => {
    const tags = racksSvg([{ name: 'R', note: '', drawing: drawRack(frame, devices, [placedUnit(1, 1)]) }], {
      faces: [Front],
      labelMode: 'tags',
    })
    expect(tags).toContain('>T1<')
    expect(tags).not.toContain('>U-1<')
    expect(tags).not.toContain('>Rear<')
  })
})
