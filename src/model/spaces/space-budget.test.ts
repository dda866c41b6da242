import { expect, it } from 'vitest'
import { computeSpaceBudget } from './space-budget.ts'
import { describeOverLimit, overInShort, overLimits } from './space-limits.ts'

const line = { quantity: 1, extendedMsrpPrice: 0, provider: 'AVV', installer: 'AVV', isExisting: false, equipment: {} } as const

it('sums the power, weight, rack units and cost of a room', () => {
  const display = { powerSpecs: [{ type: 1, availability: 2, watts: 180 }] as const, weightLb: 40.5 }
  const network = { rackUnits: 1, weightLb: 10, networkPorts: [{ quantity: 24, isPoESource: true, poeType: 2 as const }, { quantity: 4 }] }
  const budget = computeSpaceBudget(
    [
      { ...line, quantity: 2, extendedMsrpPrice: 3000, equipment: display },
      { ...line, extendedMsrpPrice: 800, equipment: network },
      { ...line, extendedMsrpPrice: 1249, provider: 'FBO', installer: 'IBO' },
    ],
    { installationFactor: 0.25 },
  )
  expect(budget).toMatchObject({ watts: 360, acWatts: 360, heatBtuPerHour: 1228.37, poeSourceWatts: 720, rackUnits: 1, weightLb: 91 })
  // Price and installation of all equipment, as on the card; owner-furnished and owner-installed amounts are separate.
  expect(budget).toMatchObject({ totalMsrpPrice: 5049, installation: 1262.25, total: 6311.25, installationFactor: 0.25 })
  expect(budget).toMatchObject({ hardware: 3800, ownerFurnished: 1249, ownerInstalled: 312.25, probableCost: 4750 })
})

it('counts the heat of PoE devices at the device, and not again at the switch (25)', () => {
  const network = {
    ...{ powerSpecs: [{ type: 1, availability: 2, watts: 60 }] as const, poeBudgetWatts: 370 },
    networkPorts: [{ quantity: 24, isPoESource: true, poeType: 2 as const }],
  }
  const camera = { powerSpecs: [{ type: 3, availability: 2, watts: 12 }] as const }
  const { watts, heatBtuPerHour, poeWatts } = computeSpaceBudget(
    [
      { ...line, equipment: network },
      { ...line, quantity: 5, equipment: camera },
    ],
    { installationFactor: 0.25 },
  )
  expect([watts, poeWatts, heatBtuPerHour]).toEqual([120, 60, 409.46])
})

it('returns zeros for an empty room', () => {
  expect(computeSpaceBudget([], { installationFactor: 0.25 })).toMatchObject({ watts: 0, weightLb: 0, hardware: 0, total: 0 })
})

it('counts unknown values instead of treating them as zero', () => {
  const known = { heatLoadWatts: 0, weightLb: 0, isRackMountable: false }
  const { unknown, networkPorts } = computeSpaceBudget(
    [
      { ...line, quantity: 3, equipment: { isRackMountable: true, networkPorts: [{ quantity: 2 }] } },
      { ...line, quantity: 5, extendedMsrpPrice: 10, equipment: known },
      { ...line, isExisting: true, equipment: known },
    ],
    { installationFactor: 0.25 },
  )
  expect(unknown).toEqual({ power: 3, rackUnits: 3, weight: 3, price: 3 })
  expect(networkPorts).toBe(6)
})

it('exceeds a limit only above it', () => {
  const budget = computeSpaceBudget([{ ...line, extendedMsrpPrice: 800, equipment: { weightLb: 10 } }], { installationFactor: 0.25 })
  expect(overLimits(budget, { weightLb: 10, total: 999.99 })).toEqual([{ figure: 'total', value: 1000, limit: 999.99 }])
  expect(overLimits(budget, { weightLb: 0 })).toEqual([{ figure: 'weightLb', value: 10, limit: 0 }])
  expect(overLimits(budget, null)).toEqual([])
  const switched = { ...budget, poeWatts: 398.4, poeSourceWatts: 370 }
  const [poe] = overLimits(switched, { poeWatts: 400 })
  expect(poe).toEqual({ figure: 'poeWatts', value: 398.4, limit: 370, isOfSwitches: true })
  expect(overLimits({ ...budget, poeWatts: 370, poeSourceWatts: 370 }, null)).toEqual([])
})

it('formats the exceeded figure, the excess and its share of the limit', () => {
  const over = { value: 398.4, limit: 370 }
  expect(describeOverLimit({ figure: 'poeWatts', ...over, isOfSwitches: true })).toBe(
    'PoE is 28.4 W over the 370 W the switches here can supply.',
  )
  expect(overInShort({ figure: 'poeWatts', ...over })).toBe('PoE 108%')
  expect(describeOverLimit({ figure: 'total', value: 1000, limit: 999.99 })).toBe('Price is $0.01 over the limit of $999.99.')
  expect(describeOverLimit({ figure: 'acOutlets', value: 1200, limit: 100 })).toBe('AC outlets are 1,100 over the limit of 100.')
  expect(overInShort({ figure: 'weightLb', value: 10, limit: 0 })).toBe('Weight')
})
