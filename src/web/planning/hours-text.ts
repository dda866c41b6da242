import { round2 } from '../../model/kit/money.ts'
import { notANumber, parseHoursText } from '../../model/kit/number-text.ts'

type TypedHours = { hours: number; problem?: undefined } | { hours?: undefined; problem: string }

/** Reads typed hours: `7.5`, `7,5`, `7:30`, `7.5 h`; empty text is 0. */
export function readHours(text: string, most = Number.POSITIVE_INFINITY): TypedHours {
  const { value, problem } = parseHoursText(text.trim().replace(/h$/i, ''))
  if (problem !== undefined) return { problem }
  const hours = round2(value ?? 0)
  if (hours < 0) return { problem: notANumber }
  return hours > most ? { problem: `A day has at most ${most} hours.` } : { hours }
}

/** Undefined for a text that is not a number, or that has two readings. */
export const parseHours = (text: string): number | undefined => readHours(text).hours
