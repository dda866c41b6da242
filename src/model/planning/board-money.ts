import type { LaborType } from '../access/enums.ts'
import { billingOf, burdenFactor, type FeeTerms } from '../contracts/fee-terms.ts'
import type { Spreader } from './board-spread.ts'
import { type DateRange, type SpreadRecord, spreadByWeight } from './spread.ts'

/**
 * Revenue and cost by board column. Each column and the whole range are exact sums, rounded once (domain 29). Sums are stored as whole
 * cents and millionths of a cent, because hours are hundredths, rates cents, and surcharges hundredths of a percent.
 */
export interface ExactSums {
  readonly cents: number[]
  readonly rest: number[]
}
const millionths = 1_000_000
const many = 1_000_000n

export const exactSums = (count: number): ExactSums => ({ cents: new Array(count).fill(0), rest: new Array(count).fill(0) })

function addExactly({ cents, rest }: ExactSums, at: number, amount: number) {
  const integer = Math.floor(amount / millionths)
  cents[at] = (cents[at] ?? 0) + integer
  rest[at] = (rest[at] ?? 0) + (amount - integer * millionths)
}
function addBig(sums: ExactSums, at: number, amount: bigint) {
  const part = amount % many
  addCents(sums, at, Number((amount - part) / many))
  addExactly(sums, at, Number(part))
}
export function addCents({ cents }: ExactSums, at: number, amount: number) {
  cents[at] = (cents[at] ?? 0) + amount
}
/** Adds hundredths of an hour at a rate in cents, times a factor in ten-thousandths: 10,000 is the plain rate. */
function addHourlyAmount(sums: ExactSums, at: number, hundredths: number, rate: number, factor = 10_000) {
  const amount = hundredths * rate * factor
  if (Number.isSafeInteger(amount)) addExactly(sums, at, amount)
  else addBig(sums, at, BigInt(hundredths) * BigInt(rate) * BigInt(factor))
}

function roundedCents(cents: number, rest: number): number {
  const carried = Math.floor(rest / millionths)
  const wholeCents = cents + carried
  const left = rest - carried * millionths
  // Rounds half a cent away from zero.
  return left * 2 > millionths || (left * 2 === millionths && wholeCents >= 0) ? wholeCents + 1 : wholeCents
}
export function roundedSums({ cents, rest }: ExactSums): { columns: number[]; total: number } {
  const add = (sum: number, value: number) => sum + value
  return {
    columns: cents.map((cent, index) => roundedCents(cent, rest[index] ?? 0)),
    total: roundedCents(cents.reduce(add, 0), rest.reduce(add, 0)),
  }
}

export interface BoardRecord extends SpreadRecord {
  readonly laborType: LaborType
  /** Cents per hour. */
  readonly sellRate: number
  readonly costRate: number
  /** Surcharge on cost in hundredths of a percent: 1,000 is 10%. */
  readonly gaFee: number
  /** Included in the sums. Excluded records still take their share of a fee. */
  readonly isCounted: boolean
}
/** Amounts of the fee are in cents. */
export interface BoardFeePhase extends FeeTerms {
  readonly range: DateRange
  readonly records: readonly BoardRecord[]
}

export function addCost(sums: ExactSums, phase: Pick<BoardFeePhase, 'range'>, record: BoardRecord, over: Spreader) {
  const { costRate, gaFee } = record
  over.spread(record, phase.range, (at, hundredths) => addHourlyAmount(sums, at, hundredths, costRate, burdenFactor(gaFee)))
}

/**
 * Adds the revenue of a phase by column: hours at their rates, a fixed fee distributed like the hours, or hours up to the cap. With
 * `isWhole`, no hours are filtered out, so a fee without hours can be spread by working days.
 */
export function addRevenue(sums: ExactSums, phase: BoardFeePhase, over: Spreader, isWhole: boolean) {
  const { range, records } = phase
  const billing = billingOf(phase)
  if (billing.by === 'nothing') return
  if (billing.by === 'hours') {
    for (const record of records)
      if (record.isCounted) over.spread(record, range, (at, hundredths) => addHourlyAmount(sums, at, hundredths, record.sellRate))
    return
  }
  const months = phaseHoursByMonth(phase, over)
  const feeOverMonths = { fee: billing.amount, range, months }
  if (billing.by === 'capped') return addUntil(sums, feeOverMonths, over)
  const hours = [...months.values()].reduce((sum, { hundredths }) => sum + hundredths, 0)
  if (hours <= 0) {
    if (!isWhole) return
    for (const { key, hundredths: cents } of spreadByWeight(billing.amount, over.monthsWeigh(range)))
      over.intoColumns(key, cents, range, (at, part) => addCents(sums, at, part))
    return
  }
  addFixed(sums, feeOverMonths, over)
}

interface MonthOfPhase {
  hundredths: number
  parts: { record: BoardRecord; hundredths: number }[]
}
interface FeeOverMonths {
  fee: number
  range: DateRange
  months: ReadonlyMap<string, MonthOfPhase>
}

function phaseHoursByMonth({ range, records }: BoardFeePhase, over: Spreader): Map<string, MonthOfPhase> {
  const months = new Map<string, MonthOfPhase>()
  for (const record of records)
    for (const { key, hundredths } of over.monthsOfRecord(record, range)) {
      const month = months.get(key) ?? { hundredths: 0, parts: [] }
      month.hundredths += hundredths
      month.parts.push({ record, hundredths })
      months.set(key, month)
    }
  return new Map([...months].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Spreads the fee over months in whole cents; the last month takes the remainder. */
function addFixed(sums: ExactSums, { fee, range, months }: FeeOverMonths, over: Spreader) {
  const weights = [...months].map(([key, { hundredths }]) => ({ key, weight: Math.max(hundredths, 0) }))
  for (const { key, hundredths: cents } of spreadByWeight(fee, weights)) {
    const month = months.get(key)
    if (month) divide(sums, BigInt(cents) * many, { key, month, range }, over)
  }
}

/** Adds hours at their rates month by month until the cap is reached; the month that reaches it gets the remainder. */
function addUntil(sums: ExactSums, { fee, range, months }: FeeOverMonths, over: Spreader) {
  let left = BigInt(fee) * many
  for (const [key, month] of months) {
    const byTheHour = month.parts.reduce((sum, { record, hundredths }) => sum + BigInt(hundredths) * BigInt(record.sellRate) * 10_000n, 0n)
    if (byTheHour <= left) {
      for (const { record, hundredths } of month.parts)
        if (record.isCounted) over.intoColumns(key, hundredths, range, (at, part) => addHourlyAmount(sums, at, part, record.sellRate))
      left -= byTheHour
    } else {
      divide(sums, left, { key, month, range }, over)
      left = 0n
    }
  }
}

/** Distributes a month's amount, in millionths of a cent, like its hours; the parts of all records add up to the amount. */
function divide(
  sums: ExactSums,
  amount: bigint,
  { key, month, range }: { key: string; month: MonthOfPhase; range: DateRange },
  over: Spreader,
) {
  if (month.hundredths <= 0) return
  const totalHundredths = BigInt(month.hundredths)
  let [hours, given] = [0n, 0n]
  for (const { record, hundredths } of month.parts) {
    hours += BigInt(hundredths)
    const part = (amount * hours) / totalHundredths - given
    given += part
    if (record.isCounted && hundredths !== 0) divideRecord(sums, part, { key, hundredths, range }, over)
  }
}
function divideRecord(
  sums: ExactSums,
  amount: bigint,
  { key, hundredths, range }: { key: string; hundredths: number; range: DateRange },
  over: Spreader,
) {
  let [hours, given] = [0n, 0n]
  over.intoColumns(key, hundredths, range, (at, share) => {
    hours += BigInt(share)
    const part = (amount * hours) / BigInt(hundredths) - given
    given += part
    addBig(sums, at, part)
  })
}
