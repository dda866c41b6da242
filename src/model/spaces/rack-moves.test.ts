import { describe, expect, it } from 'vitest'
import { rackDevice } from '../../../test/kit/fixtures/racks.ts'
import { RackAccessory } from '../catalog/enums.ts'
import { RackHalf, RackSide, RackType } from './enums.ts'
import type { RackDevice } from './rack-devices.ts'
import { attemptMove, oppositeFace, placedAt, removeUnit } from './rack-moves.ts'
import { errorsIn, type PlacedUnit, type RackFrame } from './rack-placing.ts'

const { Front, Rear } = RackSide
const { None, Left, Right } = RackHalf
const frame: RackFrame = { heightRU: 12, rackType: RackType.Cabinet, mountingDepthIn: 30 }
const amp = rackDevice(1, 'AMP-1', { rackUnits: 2 })
const dsp = rackDevice(2, 'DSP-1')
const small = rackDevice(3, 'RX-1', { widthIn: 8.5 })
const shelf = rackDevice(4, 'SHELF-1', { rackAccessory: RackAccessory.Shelf, isRackMountable: false, rackUnits: 2 })
const pc = rackDevice(5, 'PC-1', { isRackMountable: false })
const all = [amp, dsp, small, shelf, pc]
const devices = new Map(all.map((device) => [device.unitId, device]))
const spot = (startRU: number, half: RackHalf = None, face: RackSide = Front) => ({ startRU, half, face })
const attemptPut = (now: PlacedUnit[], device: RackDevice, ...where: Parameters<typeof spot>) =>
  attemptMove(frame, devices, { now, to: placedAt(devices, now, device, spot(...where)) })

describe('rack moves (23)', () => {
  it('places a small device in the pointed half and a wide one across the full width', () => {
    expect(attemptPut([], small, 3, Right).to).toMatchObject({ startRU: 3, half: Right })
    expect(attemptPut([], dsp, 3, Right).to).toMatchObject({ startRU: 3, half: None })
  })
  it('places a device without ears only on the pointed shelf', () => {
    const now = attemptPut([], shelf, 4).next
    expect(attemptPut(now, pc, 5).to).toMatchObject({ startRU: 4, shelfUnitId: 4, shelfOrder: 1 })
    expect(attemptPut(now, pc, 8).problem).toBe('PC-1 has no rack ears and goes on a shelf.')
  })
  it('names the conflicting device', () => {
    const now = attemptPut([], amp, 4).next
    expect(attemptPut(now, dsp, 5).problem).toBe('AMP-1 and DSP-1 need the same space.')
    expect(attemptPut(now, dsp, 6).problem).toBeUndefined()
    expect(attemptPut(now, dsp, 5, None, Rear).problem).toBeUndefined()
  })
  it('moves a shelf with its contents, within the rack and to another', () => {
    const now = attemptPut(attemptPut([], shelf, 4).next, pc, 4).next
    const moved = attemptPut(now, shelf, 9)
    expect(moved.next).toContainEqual(expect.objectContaining({ unitId: 5, startRU: 9, shelfUnitId: 4 }))
    const carried = now.filter(({ shelfUnitId }) => shelfUnitId === 4)
    const elsewhere = attemptMove(frame, devices, { now: [], to: placedAt(devices, [], shelf, spot(2)), carried })
    expect(elsewhere.next.map(({ unitId, startRU }) => [unitId, startRU])).toEqual([
      [4, 2],
      [5, 2],
    ])
  })
  it('refuses to remove a shelf with contents', () => {
    const now = attemptPut(attemptPut([], shelf, 4).next, pc, 4).next
    expect(removeUnit(devices, now, 4).problem).toBe('SHELF-1 carries PC-1. Remove that first.')
    expect(removeUnit(devices, now, 5)).toEqual({ next: [expect.objectContaining({ unitId: 4 })] })
  })
  it('turns to the other face if it exists', () => {
    expect([oppositeFace(frame, Front), oppositeFace(frame, Rear)]).toEqual([Rear, Front])
    expect(oppositeFace({ ...frame, rackType: RackType.TwoPost }, Front)).toBe(Front)
  })
  it('keeps a rack free of conflicts over 2,000 random moves', () => {
    // Deterministic generator, so that failures are reproducible.
    let seed = 7
    const below = (end: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % end
    }
    let now: PlacedUnit[] = []
    let placed = 0
    for (let move = 0; move < 2000; move++) {
      const device = all[below(all.length)] ?? amp
      if (below(5) === 0) {
        const removal = removeUnit(devices, now, device.unitId)
        if (!removal.problem) now = removal.next
      } else {
        const half = [None, Left, Right][below(3)] ?? None
        const tried = attemptPut(now, device, 1 + below(frame.heightRU), half, below(2) === 0 ? Front : Rear)
        if (!tried.problem) {
          now = tried.next
          placed++
        }
      }
      expect(errorsIn(frame, devices, now)).toEqual([])
    }
    expect(placed).toBeGreaterThan(200)
  })
})
