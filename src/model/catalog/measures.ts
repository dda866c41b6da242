import { roundedProduct } from '../kit/money.ts'
import { type DecimalNotation, parseNumberText } from '../kit/number-text.ts'

const factors = (units: Record<string, number>) => {
  const known = new Map(Object.entries(units))
  return (unit: string): number | undefined => known.get(unit.trim().toLowerCase().replace(/\.$/, ''))
}
const poundsPerKilogram = 2.2046226218
const poundsPerGram = poundsPerKilogram / 1000
export const poundsPer = factors({
  ...{ kg: poundsPerKilogram, kgs: poundsPerKilogram, kilogram: poundsPerKilogram, kilograms: poundsPerKilogram },
  ...{ g: poundsPerGram, gram: poundsPerGram, grams: poundsPerGram },
  ...{ lb: 1, lbs: 1, pound: 1, pounds: 1 },
  ...{ oz: 0.0625, ounce: 0.0625, ounces: 0.0625 },
})
const millimetersPerInch = 25.4
const inchesPer = factors({
  ...{ mm: 1 / millimetersPerInch, cm: 10 / millimetersPerInch, m: 1000 / millimetersPerInch },
  ...{ in: 1, inch: 1, inches: 1, '"': 1, '″': 1, '”': 1 },
  ...{ ft: 12, foot: 12, feet: 12, "'": 12, '′': 12, '’': 12 },
})
const feetPer = (unit: string) => {
  const inches = inchesPer(unit)
  return inches === undefined ? undefined : inches / 12
}

/** Units of measured columns: how many of the column's unit one of another unit is. */
export const measuredColumns = new Map<string, (unit: string) => number | undefined>([
  ['weightLb', poundsPer],
  ...['widthIn', 'heightIn', 'depthIn', 'diagonalIn'].map((key) => [key, inchesPer] as const),
  ['stockLengthFt', feetPer],
])

/**
 * Converts a measure to the unit of its column. The unit in the cell itself counts first, then the one of its row or header. Returns
 * undefined if there is nothing to convert, and a text with the unit if the unit is not known, so that the column rejects it.
 */
export function convertMeasure(
  text: string,
  unitBeside: string | undefined,
  per: (unit: string) => number | undefined,
  decimals: DecimalNotation = 'point',
): number | string | undefined {
  const [, written = '', own] = /^(.*?\d\.?)\s*(\p{L}[\p{L}.]*|["'″′”’])?$/u.exec(text.trim()) ?? []
  const unit = own ?? unitBeside
  const { value } = parseNumberText(written, decimals)
  if (!unit || value == null) return undefined
  const factor = per(unit)
  if (factor === undefined) return `${written} ${unit}`
  return factor === 1 ? value : roundedProduct(2, [value, factor])
}
