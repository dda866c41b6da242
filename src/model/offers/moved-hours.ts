import { LaborType } from '../access/enums.ts'
import { ConstructionPhaseType } from '../contracts/enums.ts'
import { arrayOf, numberedRef, type ObjectValues, object, objects, person, recordOf } from '../kit/answered.ts'
import type { ValuesOf } from '../kit/description.ts'
import { choice, hours, id, optional, pattern, text } from '../kit/field.ts'
import { messages } from '../kit/rules.ts'

/** A month `YYYY-MM` in which boards plan. */
export const month = (label: string) => pattern(label, /^(19[5-9]\d|20\d\d|21[0-4]\d)-(0[1-9]|1[0-2])$/, messages.date, { max: 7 })
/** At least a hundredth of an hour; the controls step by a quarter. */
export const movedHours = hours('Hours', { min: 0.01 })
/** So many lines a request has at most. */
export const mostLines = 50

/** Hours that are to leave a record in a month, in hundredths. */
export interface Wanted {
  recordId: number
  month: string
  hundredths: number
}
/** What is left of records in each month, in hundredths. */
export type Balances = ReadonlyMap<number, ReadonlyMap<string, number>>

/** The first record and month of which more is wanted than is left; lines about the same hours count together. */
export function shortageIn(wanted: readonly Wanted[], balances: Balances): (Wanted & { left: number }) | undefined {
  const sums = new Map<string, Wanted>()
  for (const one of wanted) {
    const key = `${one.recordId} ${one.month}`
    sums.set(key, { ...one, hundredths: (sums.get(key)?.hundredths ?? 0) + one.hundredths })
  }
  for (const sum of sums.values()) {
    const left = balances.get(sum.recordId)?.get(sum.month) ?? 0
    if (sum.hundredths > left) return { ...sum, left }
  }
  return undefined
}

export const hoursByMonth = (label: string) => recordOf(label, hours('Hours'))
const number = text('Number')
/** Where hours of a record are. */
export const placeShape = {
  contract: object('Contract', { number, name: text('Name') }),
  phaseType: choice('Phase', ConstructionPhaseType),
  phaseName: text('Phase name'),
  laborType: choice('Labor type', LaborType),
}

const balanceRow = {
  phaseRecordId: id('Hours of'),
  contractId: id('Contract'),
  ...placeShape,
  months: hoursByMonth('Hours left by month'),
}
/** One of them is there. */
const whose = { user: person('Person'), genericName: text('Generic name') }
/** A record of which hours can be moved, with what is left of it in each month. */
export type BalanceRow = ObjectValues<typeof balanceRow, typeof whose>
export const balanceRows = objects('Hours', balanceRow, whose)

const movedRow = {
  key: text('Key'),
  contract: numberedRef('Contract'),
  phaseType: placeShape.phaseType,
  laborType: placeShape.laborType,
  /** Whose hours they are; nobody's where hours are added to the contract. */
  from: optional(text('From')),
  /** What is left now; empty where hours are added. */
  left: hoursByMonth('Hours left by month'),
  /** Below zero where they leave. */
  moved: hoursByMonth('Moved hours by month'),
}
export type MovedBoardRow = ValuesOf<typeof movedRow>
/** What a request moves, month by month: where the hours are now, and who is to have them. */
const movedShape = {
  months: arrayOf('Months', text('Month')),
  rows: objects('Rows', movedRow),
  /** The person who works the hours afterwards, with what they can work and are planned for without this request. */
  person: object('Person', {
    user: person('Person'),
    capacity: hoursByMonth('Capacity by month'),
    planned: hoursByMonth('Planned hours by month'),
    moved: hoursByMonth('Moved hours by month'),
  }),
}
export type MovedBoard = ValuesOf<typeof movedShape>
export const movedBoard = object('Months', movedShape)
