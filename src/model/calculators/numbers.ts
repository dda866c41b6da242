import { withHyphen } from '../kit/minus-sign.ts'
import { parseNumberText } from '../kit/number-text.ts'
import { messages } from '../kit/rules.ts'

/** Parses a number field: a number, null if empty, or NaN if invalid, which includes values out of range. */
export function readNumber(typed: string | number | null | undefined): number | null {
  if (typeof typed === 'number') return typed
  const text = withHyphen(typed ?? '').trim()
  if (text === '') return null
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)e[+-]?\d+$/i.test(text)) return Number.isFinite(Number(text)) ? Number(text) : Number.NaN
  return parseNumberText(text).value ?? Number.NaN
}

export function numberProblem(value: number | null): string | undefined {
  if (value === null) return messages.required
  return Number.isFinite(value) ? undefined : messages.number
}
