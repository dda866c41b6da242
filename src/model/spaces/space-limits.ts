import type { Field, Fields, ValuesOf } from '../kit/description.ts'
import { boolean, decimal, id, integer, money, optional } from '../kit/field.ts'
import { withMinus } from '../kit/minus-sign.ts'
import { formatUsd, round, roundedProduct } from '../kit/money.ts'
import { arrayField, literalField, type ObjectValues } from '../kit/response-fields.ts'
import type { SpaceBudget } from './space-budget.ts'

const limitField = (label: string, unit: string) => optional(decimal(label, { unit, min: 0, max: 99_999_999 }, 2))

/** Limits of a room's utilities and cost. Keys match those of the budget. */
export const limitFields = {
  watts: limitField('Power', 'W'),
  heatBtuPerHour: limitField('Heat', 'BTU/hr'),
  tons: limitField('Cooling', 'tons'),
  acOutlets: optional(integer('AC outlets', { min: 0, max: 99_999 })),
  poeWatts: limitField('PoE', 'W'),
  networkPorts: optional(integer('Network ports', { min: 0, max: 99_999 })),
  rackUnits: limitField('Rack space', 'RU'),
  weightLb: limitField('Weight', 'lb'),
  total: optional(money('Price', { unit: 'USD' })),
} satisfies Fields

export type SpaceLimits = ValuesOf<typeof limitFields>
export type LimitedFigure = keyof typeof limitFields

const isLimited = (key: string): key is LimitedFigure => key in limitFields
const limitedFigures = Object.keys(limitFields).filter(isLimited)

export const overLimit = { figure: literalField('Figure', ...limitedFigures), value: decimal('Value'), limit: decimal('Limit') }
/** True if the limit is the supply of the room's switches instead of an entered value. */
export const limitOfSwitches = { isOfSwitches: boolean('Limit of the switches') }
export type OverLimit = ObjectValues<typeof overLimit, typeof limitOfSwitches>

const lines = arrayField('Lines', id('Line'))
export const linesByFigure = {
  watts: lines,
  heatBtuPerHour: lines,
  tons: lines,
  acOutlets: lines,
  poeWatts: lines,
  networkPorts: lines,
  rackUnits: lines,
  weightLb: lines,
  total: lines,
} satisfies Record<LimitedFigure, Field>

type LimitedBudget = Pick<SpaceBudget, LimitedFigure> & { poeSourceWatts?: number }

/** Returns figures that exceed their limit, in field order. Without a limit only PoE can exceed, because the switches limit it. */
export function overLimits(budget: LimitedBudget, limits: Partial<SpaceLimits> | null): OverLimit[] {
  return limitedFigures.flatMap((figure): OverLimit[] => {
    const value = budget[figure]
    const limit = limits?.[figure] ?? null
    if (limit !== null && value > limit) return [{ figure, value, limit }]
    const sourceWatts = figure === 'poeWatts' ? (budget.poeSourceWatts ?? 0) : 0
    return sourceWatts > 0 && value > sourceWatts ? [{ figure, value, limit: sourceWatts, isOfSwitches: true }] : []
  })
}

export const formatFigure = (value: number) => withMinus(value.toLocaleString('en-US', { maximumFractionDigits: 2 }))
const formatWithUnit = (figure: LimitedFigure, value: number) => {
  const { unit } = limitFields[figure]
  return unit === 'USD' ? formatUsd(value) : unit ? `${formatFigure(value)} ${unit}` : formatFigure(value)
}

/** `108%`, or with decimals, `100.1%`, if barely exceeded. Null for a limit of zero, which has no percentage. */
export function percentOfLimit({ value, limit }: OverLimit): string | null {
  if (limit <= 0) return null
  const percents = [0, 1, 2].map((decimals) => roundedProduct(decimals, [value, 100], limit))
  const percent = percents.find((percent) => percent > 100)
  return percent === undefined ? 'just over 100%' : `${formatFigure(percent)}%`
}

/** `PoE 108%` */
export const overInShort = (overLimit: OverLimit) =>
  [limitFields[overLimit.figure].label, percentOfLimit(overLimit)].filter(Boolean).join(' ')

/** `Power is 96.3 W over the limit of 4,200 W.` */
export function describeOverLimit({ figure, value, limit, isOfSwitches }: OverLimit): string {
  const excess = formatWithUnit(figure, round(value - limit, 2))
  const limitLabel = isOfSwitches
    ? `the ${formatWithUnit(figure, limit)} the switches here can supply`
    : `the limit of ${formatWithUnit(figure, limit)}`
  const { label } = limitFields[figure]
  return `${label} ${label.endsWith('s') ? 'are' : 'is'} ${excess} over ${limitLabel}.`
}
