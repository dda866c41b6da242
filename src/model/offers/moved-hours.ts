import type { LaborType } from '../access/enums.ts'
import type { ConstructionPhaseType } from '../contracts/enums.ts'
import type { UserRef } from '../kit/description.ts'
import { hours, pattern } from '../kit/field.ts'
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

/** A record of which hours can be moved, with what is left of it in each month. */
export interface BalanceRow {
  phaseRecordId: number
  contractId: number
  contract: { number: string; name: string }
  phaseType: ConstructionPhaseType
  phaseName: string
  laborType: LaborType
  user?: UserRef
  genericName?: string
  months: Record<string, number>
}

/** What a request moves, month by month: where the hours are now, and who is to have them. */
export interface MovedBoard {
  months: string[]
  rows: MovedBoardRow[]
  /** The person who works the hours afterwards, with what they can work and are planned for without this request. */
  person: { user: UserRef; capacity: Record<string, number>; planned: Record<string, number>; moved: Record<string, number> }
}
export interface MovedBoardRow {
  key: string
  contract: { id: number; number: string; name: string }
  phaseType: ConstructionPhaseType
  laborType: LaborType
  /** Whose hours they are; nobody's where hours are added to the contract. */
  from: string | null
  /** What is left now; empty where hours are added. */
  left: Record<string, number>
  /** Below zero where they leave. */
  moved: Record<string, number>
}
