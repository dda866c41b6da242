import { type DateRange, type SpreadRecord, spreadOverMonths } from '../planning/spread.ts'

export interface SpreadInPhase extends SpreadRecord {
  readonly range: DateRange
}

/**
 * Returns the remaining hours of a record by month, in hundredths of an hour: its hours and those that amendments take from it (domain
 * 9.5). A month with hours taken but without any of the record is negative.
 */
export function remainingHours(source: SpreadInPhase, taken: readonly SpreadInPhase[]): Map<string, number> {
  const months = new Map<string, number>()
  for (const spreadInPhase of [source, ...taken])
    for (const { key, hundredths } of spreadOverMonths(spreadInPhase, spreadInPhase.range))
      months.set(key, (months.get(key) ?? 0) + hundredths)
  return months
}

export const overdrawnMonth = (balance: ReadonlyMap<string, number>): string | undefined =>
  [...balance]
    .filter(([, hundredths]) => hundredths < 0)
    .map(([month]) => month)
    .sort()[0]
