import { expect, it } from 'vitest'
import { createRandom } from '../../../test/kit/random.ts'
import { InstallerCode, ProviderCode } from '../catalog/enums.ts'
import { centsOf, sumMoney } from '../kit/money.ts'
import {
  type CostedLine,
  computeTotalPrice,
  costOfLine,
  type Derivation,
  extendedMsrpPrice,
  howOpinion,
  howRowsAddUp,
  howTotalBecomesOpinion,
  howTotalPrice,
  installationCost,
  lineAmounts,
  opinionOfCost,
  sumLines,
  unitMsrpPrice,
} from './money.ts'

const line = { quantity: 1, msrpPrice: 100 }

it('uses the override first, then the frozen price, then the catalog price', () => {
  expect(unitMsrpPrice(line)).toBe(100)
  expect(unitMsrpPrice({ ...line, frozenUnitPrice: 90 })).toBe(90)
  expect(unitMsrpPrice({ ...line, frozenUnitPrice: 90, unitPriceOverride: 80 })).toBe(80)
  expect(unitMsrpPrice({ ...line, frozenUnitPrice: 90, unitPriceOverride: 0 })).toBe(0)
  expect(unitMsrpPrice({ ...line, frozenUnitPrice: null, unitPriceOverride: null })).toBe(100)
})

it('multiplies without losing cents', () => {
  expect(3 * 1.1).not.toBe(3.3)
  expect(extendedMsrpPrice({ quantity: 3, msrpPrice: 1.1 })).toBe(3.3)
  expect(extendedMsrpPrice({ quantity: 9999, msrpPrice: 99_999_999.99 })).toBe(999_899_999_900.01)
})

it('matches the worked example: 2 x 1,500 and 1 x 800 at a quarter', () => {
  const { equipmentCount, totalMsrpPrice } = sumLines([
    { quantity: 2, msrpPrice: 1500 },
    { quantity: 1, msrpPrice: 800 },
  ])
  expect([equipmentCount, totalMsrpPrice]).toEqual([3, 3800])
  expect([installationCost(totalMsrpPrice, 0.25), computeTotalPrice(totalMsrpPrice, 0.25)]).toEqual([950, 4750])
  expect(computeTotalPrice(totalMsrpPrice)).toBe(4750)
})

it.each([
  [0.02, 0.25, 0.03],
  [5.5, 0.03, 5.67],
  [100, 0, 100],
  [0, 0.25, 0],
])('calculates for MSRP %d at factor %d the total %d', (msrp, factor, total) => {
  expect(computeTotalPrice(msrp, factor)).toBe(total)
})

const costed = { extendedMsrpPrice: 1000, provider: 'AVV', installer: 'AVV', isExisting: false } as const
const rules = { installationFactor: 0.25 }

it('counts hardware at its price and installation at the factor', () => {
  const none = { ownerFurnished: 0, ownerInstalled: 0, labor: 0 }
  expect(costOfLine(costed, rules)).toEqual({ ...none, hardware: 1000, installation: 250 })
  expect(costOfLine({ ...costed, extendedMsrpPrice: 0.02 }, rules).installation).toBe(0.01)
  expect(costOfLine(costed, { ...rules, laborFactor: 0.1 }).labor).toBe(100)
})

it('excludes existing and owner-furnished hardware, but includes its installation', () => {
  const owners = { hardware: 0, ownerFurnished: 1000, installation: 250, ownerInstalled: 0, labor: 0 }
  expect(costOfLine({ ...costed, isExisting: true }, { ...rules, laborFactor: 0.1 })).toEqual(owners)
  expect(costOfLine({ ...costed, provider: 'FBO' }, rules)).toEqual(owners)
  expect(costOfLine({ ...costed, provider: 'FBO' }, { ...rules, excludeOwnerFurnished: false })).toMatchObject({
    hardware: 1000,
    ownerFurnished: 0,
  })
  const both = costOfLine({ ...costed, provider: 'FBO', installer: 'IBO' }, rules)
  expect(both).toEqual({ ...owners, installation: 0, ownerInstalled: 250 })
})

it('rounds half a cent of installation away from zero', () => {
  const lineOf = (quantity: number, msrpPrice: number, factor: number) =>
    lineAmounts({ quantity, msrpPrice, provider: 'FBO', installer: 'IBO', isExisting: false }, factor)
  // 3.30 × 0.35 is 1.155, exactly a half, although the floating-point product is below it.
  expect(Math.round(330 * 0.35)).toBe(115)
  const halves = [lineOf(1, 3.3, 0.35), lineOf(5, 0.1, 0.29), lineOf(2, 0.01, 0.25)]
  expect(halves.map(({ installation }) => installation)).toEqual([1.16, 0.15, 0.01])
  expect(lineOf(67, 0.03, 0.5)).toEqual({
    unitPrice: 0.03,
    amount: 2.01,
    installation: 1.01,
    isOwnerFurnished: true,
    isOwnerInstalled: true,
  })
})

const cents = ({ parts }: Derivation) => parts.reduce((sum, { amount }) => sum + centsOf(amount), 0)
const labels = ({ parts }: Derivation) => parts.map(({ label }) => label)

it('explains a total to the cent, for random lines', () => {
  const below = createRandom(11)
  const oneOf = <T>(values: readonly { value: T }[]) => values[below(values.length)]!.value
  for (let n = 0; n < 500; n++) {
    const all = {
      installationFactor: below(10_001) / 10_000,
      laborFactor: below(3) ? 0 : below(5000) / 10_000,
      shippingPercent: below(1000) / 100,
      taxPercent: below(1000) / 100,
      contingencyPercent: below(1500) / 100,
      excludeOwnerFurnished: below(4) > 0,
      totalArea: below(5000),
    }
    const lines = Array.from({ length: below(30) }, (): CostedLine => {
      const codes = { provider: oneOf(ProviderCode.values), installer: oneOf(InstallerCode.values) }
      return { ...codes, extendedMsrpPrice: below(100_000) / 100, isExisting: below(5) === 0 }
    })
    const opinion = opinionOfCost(
      lines.map((line) => costOfLine(line, all)),
      all,
    )
    const msrp = sumMoney(lines.map((line) => line.extendedMsrpPrice))
    expect(opinion.totalMsrpPrice).toBe(msrp)
    expect(opinion.totalPrice).toBe(computeTotalPrice(msrp, all.installationFactor))
    const rows = lines.map((line) => ({ ...line, installationCost: installationCost(line.extendedMsrpPrice, all.installationFactor) }))
    const total = howTotalPrice({ ...all, totalMsrpPrice: msrp })
    const quote = howRowsAddUp(rows, all.installationFactor)
    const estimate = howOpinion(opinion, all)
    const bridge = howTotalBecomesOpinion(opinion)
    for (const how of [total, quote, estimate, bridge]) expect(cents(how)).toBe(centsOf(how.total))
    expect([total.total, quote.total, estimate.total, bridge.total]).toEqual([
      opinion.totalPrice,
      opinion.totalPrice,
      opinion.total,
      opinion.total,
    ])
    // The rounding part is limited to half a cent per line plus one for the total.
    for (const how of [quote, bridge]) {
      const rounding = how.parts.find(({ label }) => label.startsWith('Rounding'))?.amount ?? 0
      expect(Math.abs(centsOf(rounding))).toBeLessThanOrEqual((lines.length + 1) / 2)
    }
  }
})

it('lists only existing parts, the card total first', () => {
  const opinion = opinionOfCost([costOfLine(costed, rules), costOfLine({ ...costed, provider: 'FBO', installer: 'IBO' }, rules)], rules)
  expect(howTotalPrice({ ...opinion, ...rules })).toEqual({
    label: 'Total',
    total: 2500,
    parts: [
      { label: 'Equipment, MSRP', amount: 2000 },
      { label: 'Installation', amount: 500, how: '$2,000.00 × 0.25' },
    ],
  })
  expect(howTotalBecomesOpinion(opinion)).toMatchObject({
    total: 1250,
    parts: [{ amount: 2500 }, { label: 'Owner-furnished or existing', amount: -1000 }, { label: 'Installed by the owner', amount: -250 }],
  })
  expect(labels(howOpinion(opinion, rules))).toEqual(['Hardware', 'Installation'])
  const two = { extendedMsrpPrice: 0.02, installationCost: 0.01 }
  // Two halves of a cent, each rounded up, are one cent of the total.
  expect(howRowsAddUp([two, two], 0.25)).toMatchObject({ total: 0.05, parts: [{ amount: 0.04 }, { amount: 0.02 }, { amount: -0.01 }] })
})
