import { round } from '../../../model/kit/money.ts'
import { notANumber, parseNumberText } from '../../../model/kit/number-text.ts'
import { messages } from '../../../model/kit/rules.ts'

export interface NumberLimits {
  allowDecimal?: boolean
  allowNegative?: boolean
  /** Most decimals; more are rejected, not cut. */
  decimalScale?: number
  fixedDecimalScale?: boolean
  thousandSeparator?: string
}
export type TypedNumber = { value: number | null; problem?: undefined } | { value?: undefined; problem: string }

/** Reads the text of a number field: null if empty, or the reason why it cannot be taken. */
export function readTypedNumber(text: string, limits: NumberLimits = {}): TypedNumber {
  const { value, problem } = parseNumberText(text)
  if (problem !== undefined) return { problem: problem === notANumber ? messages.number : problem }
  if (value === null) return { value }
  if (limits.allowNegative === false && value < 0) return { problem: messages.minimum(0) }
  if (limits.allowDecimal === false && !Number.isInteger(value)) return { problem: messages.integer }
  const { decimalScale = 9 } = limits
  if (round(value, decimalScale) !== value) return { problem: `At most ${decimalScale} decimals` }
  return { value }
}

/** Text of a number while its field is not edited. */
export function formatTypedNumber(value: number, { thousandSeparator, fixedDecimalScale, decimalScale = 9 }: NumberLimits): string {
  return value.toLocaleString('en-US', {
    useGrouping: Boolean(thousandSeparator),
    minimumFractionDigits: fixedDecimalScale ? decimalScale : 0,
    maximumFractionDigits: fixedDecimalScale ? decimalScale : 15,
  })
}
