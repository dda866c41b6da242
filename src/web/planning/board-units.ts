import { round, roundedProduct } from '../../model/kit/money.ts'
import { formatNumber } from '../kit/look/format.tsx'

export type Unit = 'hours' | 'fte' | 'percent'
export const units: { value: Unit; label: string }[] = [
  { value: 'hours', label: 'Hours' },
  { value: 'fte', label: 'FTE' },
  { value: 'percent', label: '%' },
]
export const isUnit = (value: string | undefined): value is Unit => units.some((one) => one.value === value)

/**
 * Hours as people count them: as they are, as so many full-time people, or in percent of a capacity. Where no capacity is known, that
 * of one full-time person counts.
 */
export function inUnit(unit: Unit, hours: number, { fullTime, capacity }: { fullTime: number; capacity?: number }): number {
  if (unit === 'hours') return hours
  const base = unit === 'percent' ? (capacity ?? fullTime) : fullTime
  return base === 0 ? 0 : (hours / base) * (unit === 'percent' ? 100 : 1)
}

/** Hours and people to the hundredth, percent whole. */
export const shownIn = (unit: Unit, value: number) => formatNumber(round(value, unit === 'percent' ? 0 : 2), unit === 'fte' ? 2 : undefined)
/** Sums of many people in whole hours: hundredths there tell nothing. */
export const sumIn = (unit: Unit, value: number) => (unit === 'hours' ? formatNumber(value, 0) : shownIn(unit, value))

/** Dollars in thousands, which is as exact as a board is read. */
export const inThousands = (dollars: number) => formatNumber(roundedProduct(1, [dollars], 1000), 1)

const marks: Record<Unit, string> = { hours: 'h', fte: 'FTE', percent: '%' }
/** As bars say it: whole hours. */
export const withUnit = (unit: Unit, value: number) => `${sumIn(unit, value)} ${marks[unit]}`
