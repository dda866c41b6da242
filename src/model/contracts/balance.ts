import { type DateRange, type SpreadRecord, spreadOverMonths } from '../planning/spread.ts'

/** Hours in a phase; below zero where an amendment takes them from another record. */
export interface SpreadInPhase extends SpreadRecord {
  readonly range: DateRange
}

/**
 * What is left of a record in each month, in hundredths of an hour: its own hours and those that amendments take from it
 * (domain 9.5). A month in which it never had any and some are taken is below zero.
 */
export function balanceOf(source: SpreadInPhase, taken: readonly SpreadInPhase[]): Map<string, number> {
  const months = new Map<string, number>()
  for (const one of [source, ...taken])
    for (const { key, hundredths } of spreadOverMonths(one, one.range)) months.set(key, (months.get(key) ?? 0) + hundredths)
  return months
}

/** The first month in which more is taken than there is. */
export const overdrawnMonth = (balance: ReadonlyMap<string, number>): string | undefined =>
  [...balance]
    .filter(([, hundredths]) => hundredths < 0)
    .map(([month]) => month)
    .sort()[0]
