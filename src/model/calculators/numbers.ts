import { withHyphen } from '../kit/minus.ts'
import { messages } from '../kit/rules.ts'

/** What a person typed into a number field: a number, nothing (null), or something else (NaN), which one beyond all sizes is, too. */
export function readNumber(typed: string | number | null | undefined): number | null {
  if (typeof typed === 'number') return typed
  const text = withHyphen(typed ?? '').trim()
  if (text === '') return null
  const number = /^[+-]?(\d+(,\d{3})*(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
  return Number.isFinite(number) ? number : Number.NaN
}

/** Why a required number cannot be calculated with. */
export function numberProblem(value: number | null): string | undefined {
  if (value === null) return messages.required
  return Number.isFinite(value) ? undefined : messages.number
}
