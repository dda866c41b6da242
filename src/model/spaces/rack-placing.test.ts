import { describe, expect, it } from 'vitest'
import { placedUnit, rackDevice } from '../../../test/kit/fixtures/racks.ts'
import { RackAccessory } from '../catalog/enums.ts'
import { RackHalf, RackSide, RackType } from './enums.ts'
import {
  deviceHeight,
  errorsIn,
  isHalfWide,
  movedPlacements,
  nextFree,
  normalizePlacements,
  openRows,
  type PlacedUnit,
  problemsIn,
  type RackFrame,
} from './rack-placing.ts'

const { Front, Rear } = RackSide
const { None, Left, Right } = RackHalf
const frame: RackFrame = { heightRU: 12, rackType: RackType.Cabinet, mountingDepthIn: 30 }

const devices = new Map(
  [
    rackDevice(1, 'AMP-1', { rackUnits: 2 }),
    rackDevice(2, 'DSP-1'),
    rackDevice(3, 'RX-1', { widthIn: 8.5 }),
    rackDevice(4, 'RX-2', { widthIn: 8.5 }),
    rackDevice(5, 'SHELF-1', { rackAccessory: RackAccessory.Shelf, isRackMountable: false }),
    rackDevice(6, 'PC-1', { isRackMountable: false }),
    rackDevice(7, 'UPS-1', { depthIn: 22 }),
    rackDevice(8, 'PDU-1', { depthIn: null }),
    rackDevice(9, 'DEEP-1', { depthIn: 31 }),
    rackDevice(10, 'HALF-RU', { rackUnits: 0.5 }),
    rackDevice(11, 'TALL-1', { rackUnits: null }),
    rackDevice(12, 'SHELF-2', { rackAccessory: RackAccessory.Shelf, isRackMountable: false }),
  ].map((device) => [device.unitId, device]),
)
const errors = (placements: PlacedUnit[], rack = frame) => errorsIn(rack, devices, placements).map(({ text }) => text)
const warnings = (placements: PlacedUnit[], rack = frame) =>
  problemsIn(rack, devices, placements)
    .filter(({ grade }) => grade === 'warning')
    .map(({ text }) => text)

describe('rack placement (23)', () => {
  it('allows one device per unit and face', () => {
    expect(errors([placedUnit(1, 3), placedUnit(2, 4)])).toEqual(['AMP-1 and DSP-1 need the same space.'])
    expect(errors([placedUnit(1, 3), placedUnit(2, 5)])).toEqual([])
    expect(errors([placedUnit(1, 3), placedUnit(2, 2)])).toEqual([])
    expect(deviceHeight(devices.get(10))).toBe(1)
  })

  it('rejects devices beyond the top and the bottom', () => {
    expect(errors([placedUnit(1, 12)])).toEqual(['AMP-1 does not fit into the rack there.'])
    expect(errors([placedUnit(1, 0)])).toEqual(['AMP-1 does not fit into the rack there.'])
    expect(errors([placedUnit(1, 11)])).toEqual([])
  })

  it('rejects the rear of two-post and wall racks', () => {
    for (const rackType of [RackType.TwoPost, RackType.WallFrame, RackType.WallCabinet])
      expect(errors([placedUnit(2, 1, { face: Rear })], { ...frame, rackType })).toEqual([
        'DSP-1 cannot be mounted at the rear: this rack has no rear.',
      ])
    expect(errors([placedUnit(2, 1, { face: Rear })])).toEqual([])
  })

  it('allows two halves side by side, and no wide device in a half', () => {
    expect(errors([placedUnit(3, 1, { half: Left }), placedUnit(4, 1, { half: Right })])).toEqual([])
    expect(errors([placedUnit(3, 1, { half: Left }), placedUnit(4, 1, { half: Left })])).toEqual(['RX-1 and RX-2 need the same space.'])
    expect(errors([placedUnit(2, 1, { half: Left })])).toEqual(['DSP-1 takes the full width.'])
    const both = normalizePlacements(frame, devices, [placedUnit(3, 1), placedUnit(4, 1)])
    expect(both.map(({ half }) => half)).toEqual([Left, Right])
    const left = normalizePlacements(frame, devices, [placedUnit(3, 1), placedUnit(4, 1, { half: Left })])
    expect(left.map(({ half }) => half)).toEqual([Right, Left])
  })

  it('treats a width of 8 to 10.3 in as half and any other as full', () => {
    const wide = [null, 7.99, 8, 10.3, 10.31].map((widthIn, index) => rackDevice(20 + index, `W-${index}`, { widthIn }))
    expect(wide.map(isHalfWide)).toEqual([false, false, true, true, false])
    const known = new Map(wide.map((device) => [device.unitId, device]))
    expect(wide.map(({ unitId }) => normalizePlacements(frame, known, [placedUnit(unitId, 1)])[0]?.half)).toEqual([
      None,
      None,
      Left,
      Left,
      None,
    ])
  })

  it('limits the combined depth of front and rear where halves overlap', () => {
    expect(errors([placedUnit(7, 1), placedUnit(2, 1, { face: Rear })])).toEqual([
      'UPS-1 and DSP-1 are 32 in deep together; the rack has 30 in.',
    ])
    expect(errors([placedUnit(7, 1), placedUnit(2, 2, { face: Rear })])).toEqual([])
    expect(
      errors([placedUnit(3, 1, { half: Left }), placedUnit(4, 1, { half: Left, face: Rear })], { ...frame, mountingDepthIn: 15 }),
    ).toHaveLength(1)
    expect(
      errors([placedUnit(3, 1, { half: Left }), placedUnit(4, 1, { half: Right, face: Rear })], { ...frame, mountingDepthIn: 15 }),
    ).toEqual([])
    expect(warnings([placedUnit(9, 1)])).toEqual(['DEEP-1 is 31 in deep; the rack has 30 in.'])
  })

  it('warns when depths are unknown', () => {
    const behind = [placedUnit(7, 1), placedUnit(8, 1, { face: Rear })]
    expect(errors(behind)).toEqual([])
    expect(warnings(behind)).toEqual([
      'The depth of PDU-1 is not known; the rack has 30 in.',
      'UPS-1 and PDU-1 are back to back, and the depth of PDU-1 is not known.',
    ])
    expect(warnings(behind, { ...frame, mountingDepthIn: null })).toEqual([
      'UPS-1 and PDU-1 are back to back, and the mounting depth of the rack is not known.',
    ])
    expect(warnings([placedUnit(11, 1)])).toEqual(['The height of TALL-1 is not known; one unit is reserved for it.'])
  })

  it('places devices without ears on a shelf of the same rack, and moves them with it', () => {
    expect(errors([placedUnit(6, 1)])).toEqual(['PC-1 has no rack ears and goes on a shelf.'])
    const onShelf = placedUnit(6, 9, { shelfUnitId: 5 })
    expect(errors([placedUnit(5, 1), onShelf])).toEqual([])
    expect(normalizePlacements(frame, devices, [placedUnit(5, 4, { face: Rear }), onShelf])[1]).toEqual({
      ...onShelf,
      startRU: 4,
      face: Rear,
      shelfOrder: 1,
    })
    expect(errors([onShelf])).toEqual(['PC-1 is on a shelf that is not in this rack.'])
    expect(errors([placedUnit(2, 1), placedUnit(6, 1, { shelfUnitId: 2 })])).toEqual(['PC-1 is on a shelf that is not in this rack.'])
    expect(errors([placedUnit(5, 1), placedUnit(12, 1, { shelfUnitId: 5 })])).toEqual(['SHELF-2 is a shelf and cannot go on one.'])
  })

  it('fills free full-height front rows with blanks, from the bottom up', () => {
    const now = [placedUnit(1, 3), placedUnit(3, 8, { half: Left }), placedUnit(7, 12, { face: Rear })]
    expect(openRows(frame, devices, now, 1)).toEqual([1, 2, 5, 6, 7, 9, 10, 11, 12])
    expect(openRows(frame, devices, now, 2)).toEqual([1, 5, 9, 11])
  })

  it('returns the nearest free place, upward first', () => {
    expect(nextFree(frame, devices, [[placedUnit(1, 3)], placedUnit(2, 3)])?.startRU).toBe(5)
    const full = Array.from({ length: 12 }, (_, row) => placedUnit(100 + row, row + 1))
    const many = new Map([...devices, ...full.map(({ unitId }) => [unitId, rackDevice(unitId, `X-${unitId}`)] as const)])
    expect(nextFree(frame, many, [full, placedUnit(2, 3)])).toBeUndefined()
    expect(nextFree(frame, many, [full.slice(1), placedUnit(2, 3)])?.startRU).toBe(1)
  })
})

it('never places two devices in one spot over 2,000 random moves', () => {
  let seed = 20_261_123
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((seed / 0x80000000) * below)
  }
  const halves = [None, None, Left, Right]
  let placements: PlacedUnit[] = []
  let done = 0
  for (let round = 0; round < 2000; round++) {
    const unitId = 1 + random(12)
    const shelfUnitId = random(4) === 0 ? 5 : null
    const to = placedUnit(unitId, random(15), { face: random(3) === 0 ? Rear : Front, half: halves[random(4)], shelfUnitId })
    const next = movedPlacements(frame, devices, [placements, to])
    if (!next) continue
    done++
    placements = next
    const seen = new Map<string, number>()
    for (const placement of placements) {
      if (placement.shelfUnitId !== null) {
        const shelf = placements.find((other) => other.unitId === placement.shelfUnitId)
        expect(shelf).toMatchObject({ startRU: placement.startRU, face: placement.face })
        continue
      }
      // Counts by unit and half, independent of the rule under test.
      for (let row = placement.startRU; row < placement.startRU + deviceHeight(devices.get(placement.unitId)); row++)
        for (const half of placement.half === None ? [Left, Right] : [placement.half]) {
          const positionKey = `${row} ${placement.face} ${half}`
          expect(seen.get(positionKey), positionKey).toBeUndefined()
          expect(row).toBeLessThanOrEqual(frame.heightRU)
          seen.set(positionKey, placement.unitId)
        }
    }
  }
  expect(done).toBeGreaterThan(200)
})
