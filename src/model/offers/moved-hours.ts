import { LaborType } from '../access/enums.ts'
import { ConstructionPhaseType } from '../contracts/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { choice, hours, id, optional, pattern, text } from '../kit/field.ts'
import { arrayField, numberedRef, type ObjectValues, object, objects, personField, recordField } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'

/** A month `YYYY-MM` within the planning range. */
export const planningMonth = (label: string) => pattern(label, /^(19[5-9]\d|20\d\d|21[0-4]\d)-(0[1-9]|1[0-2])$/, messages.date, { max: 7 })
/** Minimum 0.01 hours; the controls step by a quarter. */
export const movedHours = hours('Hours', { min: 0.01 })
export const mostLines = 50

export interface RequestedHours {
  recordId: number
  month: string
  hundredths: number
}
export type Balances = ReadonlyMap<number, ReadonlyMap<string, number>>

/** Returns the first record and month with more hours requested than remain; lines for the same hours are summed. */
export function shortageIn(requests: readonly RequestedHours[], balances: Balances): (RequestedHours & { left: number }) | undefined {
  const sums = new Map<string, RequestedHours>()
  for (const item of requests) {
    const key = `${item.recordId} ${item.month}`
    sums.set(key, { ...item, hundredths: (sums.get(key)?.hundredths ?? 0) + item.hundredths })
  }
  for (const sum of sums.values()) {
    const left = balances.get(sum.recordId)?.get(sum.month) ?? 0
    if (sum.hundredths > left) return { ...sum, left }
  }
  return undefined
}

export const monthlyHoursField = (label: string) => recordField(label, hours('Hours'))
const number = text('Number')
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
  months: monthlyHoursField('Hours left by month'),
}
/** Exactly one of them is present. */
const ownerFields = { user: personField('Person'), genericName: text('Generic name') }
export type BalanceRow = ObjectValues<typeof balanceRow, typeof ownerFields>
export const balanceRows = objects('Hours', balanceRow, ownerFields)

const movedRow = {
  key: text('Key'),
  contract: numberedRef('Contract'),
  phaseType: placeShape.phaseType,
  laborType: placeShape.laborType,
  /** Name the hours are assigned to; null if they are added to the contract. */
  from: optional(text('From')),
  left: monthlyHoursField('Hours left by month'),
  /** Negative for hours moved out. */
  moved: monthlyHoursField('Moved hours by month'),
}
export type MovedBoardRow = ValuesOf<typeof movedRow>
const movedShape = {
  months: arrayField('Months', text('Month')),
  rows: objects('Rows', movedRow),
  /** User who works the hours afterward, with capacity and planned hours excluding this request. */
  person: object('Person', {
    user: personField('Person'),
    capacity: monthlyHoursField('Capacity by month'),
    planned: monthlyHoursField('Planned hours by month'),
    moved: monthlyHoursField('Moved hours by month'),
  }),
}
export type MovedBoard = ValuesOf<typeof movedShape>
export const movedBoard = object('Months', movedShape)
