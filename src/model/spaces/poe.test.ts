import { expect, it } from 'vitest'
import { PoEType, PowerSpecAvailability, PowerSpecType } from '../catalog/enums.ts'
import { type PoEProduct, requiredPoeClass, suppliedPoeClass } from './poe.ts'

const device = (watts: number | null, poeType: PoEType | null = null): PoEProduct => ({
  poeBudgetWatts: null,
  networkPorts: [],
  powerSpecs: [{ type: PowerSpecType.PoE, availability: PowerSpecAvailability.Required, watts, poeType }],
})
const source = (...types: (PoEType | null)[]): PoEProduct => ({
  poeBudgetWatts: null,
  networkPorts: types.map((poeType) => ({ isPoESource: poeType !== null, poeType })),
  powerSpecs: [],
})
const { Type1, Type2, Type3, Type4 } = PoEType

it('has eight classes with the maximum device power and the required source power (25)', () => {
  const most = [3.84, 6.49, 12.95, 25.5, 40, 51, 62, 71.3]
  const wattages = [4, 7, 15.4, 30, 45, 60, 75, 90]
  expect(most.map((watts) => requiredPoeClass(device(watts)))).toEqual(
    most.map((deviceWatts, index) => ({ class: index + 1, sourceWatts: wattages[index], deviceWatts })),
  )
  // 0.01 W more requires the next class; there is none above the highest.
  expect(most.map((watts) => requiredPoeClass(device(watts + 0.01))?.class)).toEqual([2, 3, 4, 5, 6, 7, 8, 8])
})

it('maps types 1 to 4 to classes 3, 4, 6 and 8, for a device without watts and a source (29)', () => {
  const types = [Type1, Type2, Type3, Type4]
  expect(types.map((type) => requiredPoeClass(device(null, type))?.class)).toEqual([3, 4, 6, 8])
  expect(types.map((type) => suppliedPoeClass(source(type))?.class)).toEqual([3, 4, 6, 8])
  expect(requiredPoeClass(device(5, Type4))?.class).toBe(2)
  expect(suppliedPoeClass(source(Type1, Type3, null))?.class).toBe(6)
  expect([suppliedPoeClass(source(null)), requiredPoeClass(device(null)), requiredPoeClass(source(Type2))]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
