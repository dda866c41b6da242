import { round, roundedProduct } from '../../model/kit/money.ts'
import { formatNumber } from '../kit/look/format.tsx'

export type Unit = 'hours' | 'fte' | 'percent'
export const units: { value: Unit; label: string }[] = [
  { value: 'hours', label: 'Hours' },
  { value: 'fte', label: 'FTE' },
  { value: 'percent', label: '%' },
]
export const isUnit = (value: string | undefined): value is Unit => units.some((unit) => unit.value === value)

/**
 * Converts hours to a unit: hours, full-time equivalents, or percent of capacity. Without a capacity, percent refers to one full-time
 * person.
 */
export function convertHours(unit: Unit, hours: number, { fullTime, capacity }: { fullTime: number; capacity?: number }): number {
  if (unit === 'hours') return hours
  const base = unit === 'percent' ? (capacity ?? fullTime) : fullTime
  return base === 0 ? 0 : (hours / base) * (unit === 'percent' ? 100 : 1)
}

/** Hours and full-time equivalents have two decimals, percent has none. */
export const formatInUnit = (unit: Unit, value: number) =>
  formatNumber(round(value, unit === 'percent' ? 0 : 2), unit === 'fte' ? 2 : undefined)
/** Rounds sums over many users to whole hours, because their decimals carry no information. */
export const sumIn = (unit: Unit, value: number) => (unit === 'hours' ? formatNumber(value, 0) : formatInUnit(unit, value))

export const inThousands = (dollars: number) => formatNumber(roundedProduct(1, [dollars], 1000), 1)

const marks: Record<Unit, string> = { hours: 'h', fte: 'FTE', percent: '%' }
export const formatWithUnit = (unit: Unit, value: number) => `${sumIn(unit, value)} ${marks[unit]}`
