import { expect, it } from 'vitest'
import { PoEType, PowerSpecAvailability, PowerSpecType } from '../catalog/enums.ts'
import { equipmentPower, heatAndAmps, type PowerSpec, sumPower, wattsOfSpec } from './power.ts'

const { AC, DC, PoE } = PowerSpecType
const { Required, Optional } = PowerSpecAvailability
const spec = (type: PowerSpecType, more: Partial<PowerSpec> = {}): PowerSpec => ({
  type,
  availability: Required,
  quantity: 1,
  ...more,
})

it.each<[PowerSpec, number]>([
  [spec(AC, { watts: 90, voltage: 120, currentAmps: 5 }), 90],
  [spec(AC, { watts: 0, voltage: 120, currentAmps: 5 }), 0],
  [spec(AC, { watts: null, voltage: 120, currentAmps: 1.5 }), 180],
  [spec(DC, { voltage: 12 }), 0],
  [spec(PoE, { poeType: PoEType.Type1 }), 12.95],
  [spec(PoE, { poeType: PoEType.Type4 }), 71.3],
  [spec(PoE, { poeType: PoEType.Type4, watts: 40 }), 40],
  [spec(AC, { poeType: PoEType.Type4 }), 0],
])('returns the watts of %j as %d', (powerSpec, watts) => {
  expect(wattsOfSpec(powerSpec)).toBe(watts)
})

it('sums all required supplies and excludes optional ones', () => {
  const powerSpecs = [
    spec(AC, { watts: 100, quantity: 2 }),
    spec(PoE, { poeType: PoEType.Type1, quantity: 3 }),
    spec(DC, { availability: Optional, watts: 999 }),
  ]
  expect(equipmentPower({ powerSpecs })).toEqual({
    watts: 238.85,
    acWatts: 200,
    dcWatts: 0,
    poeWatts: 38.85,
    acOutlets: 2,
  })
})

it('uses the largest optional supply when none is required', () => {
  const powerSpecs = [
    spec(AC, { availability: Optional, watts: 60 }),
    spec(DC, { availability: Optional, watts: 40, quantity: 2 }),
    spec(PoE, { availability: Optional, poeType: PoEType.Type2 }),
  ]
  expect(equipmentPower({ powerSpecs })).toEqual({ watts: 80, acWatts: 0, dcWatts: 80, poeWatts: 0, acOutlets: 0 })
})

it('uses a stated heat load, including zero', () => {
  const powerSpecs = [spec(AC, { watts: 100 })]
  expect(equipmentPower({ heatLoadWatts: 30, powerSpecs })).toMatchObject({ watts: 30, acWatts: 100, acOutlets: 1 })
  expect(equipmentPower({ heatLoadWatts: 0, powerSpecs }).watts).toBe(0)
  expect(equipmentPower({ heatLoadWatts: null, powerSpecs }).watts).toBe(100)
  expect(equipmentPower({}).watts).toBe(0)
})

it('sums lines and returns heat, cooling and amperes', () => {
  const display = equipmentPower({ powerSpecs: [spec(AC, { watts: 180 })] })
  const camera = equipmentPower({ powerSpecs: [spec(PoE, { poeType: PoEType.Type1 })] })
  const room = sumPower([
    { quantity: 2, power: display },
    { quantity: 3, power: camera },
  ])
  expect(room).toEqual({ watts: 398.85, acWatts: 360, dcWatts: 0, poeWatts: 38.85, acOutlets: 2 })
  expect(heatAndAmps(room)).toEqual({ heatBtuPerHour: 1360.93, tons: 0.11341, ampsAt120Volts: 3 })
  expect(heatAndAmps(sumPower([]))).toEqual({ heatBtuPerHour: 0, tons: 0, ampsAt120Volts: 0 })
})
