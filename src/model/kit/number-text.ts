import { withHyphen } from './minus-sign.ts'
import { round2 } from './money.ts'

/**
 * How the source of a text separates decimals. `point` is the notation of the product (1,234.5), `comma` that of a file known to
 * use it (1.234,5), for example one whose cells are separated by semicolons.
 */
export type DecimalNotation = 'point' | 'comma'
type NumberText = { value: number | null; problem?: undefined } | { value?: undefined; problem: string }

export const notANumber = 'This is not a number.'

/**
 * Reads a number as people type, paste and export it: null if empty, or the reason why it cannot be read. A decimal comma is
 * accepted where the text can mean nothing else (`12,5`, `1.234,50`). A text with two readings is rejected with both of them,
 * because a wrong guess would store a price a thousand times too high.
 */
export function parseNumberText(text: string, notation: DecimalNotation = 'point'): NumberText {
  const bare = withHyphen(text)
    .replace(/^\s*"(.*)"\s*$/s, '$1')
    .replace(/[\s']/gu, '')
    .replace(/^(-?)(?:USD|US\$|\$)/i, '$1')
  if (bare === '') return { value: null }
  const [, sign = '', digits = ''] = /^([+-]?)([\d.,]+)$/.exec(bare) ?? []
  if (!/\d/.test(digits)) return { problem: notANumber }
  // `1234,567` may be a misplaced separator for thousands.
  const [, whole, part] = (notation === 'point' && /^(\d{4,}),(\d{3})$/.exec(digits)) || []
  if (whole && part) return { problem: twoReadings(text, Number(`${whole}${part}`), Number(`${whole}.${part}`)) }
  const readings = (['point', 'comma'] as const).flatMap((reading) => {
    const plain = plainDigits(digits, reading)
    return plain === undefined ? [] : [{ reading, value: Number(`${sign}${plain}`) }]
  })
  const [first, second] = readings
  if (!first) return { problem: notANumber }
  if (!second || first.value === second.value) return { value: first.value }
  // `1,234` is a thousand in the notation of the product. In a file with decimal commas the same text is only clear with a comma.
  if (notation === 'point') return { value: first.value }
  return digits.includes(',') ? { value: second.value } : { problem: twoReadings(text, second.value, first.value) }
}

/** Reads hours: a number, or hours and minutes such as `7:30`. */
export function parseHoursText(text: string, notation?: DecimalNotation): NumberText {
  const [, sign = '', hours, minutes, seconds = '0'] = /^\s*([-−]?)(\d{1,4}):([0-5]\d)(?::([0-5]\d))?\s*$/.exec(text) ?? []
  if (hours === undefined) return parseNumberText(text, notation)
  const value = round2(Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600)
  return { value: sign === '' ? value : -value }
}

/** The digits with a decimal point if they are well formed in this notation: groups of three, at most one decimal separator. */
function plainDigits(digits: string, notation: DecimalNotation): string | undefined {
  const [group, decimal] = notation === 'point' ? [',', '.'] : ['.', ',']
  const [whole = '', part, ...more] = digits.split(decimal)
  if (more.length > 0) return undefined
  const groups = whole.split(group)
  const isGrouped = groups.length > 1
  if (isGrouped && !(/^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every((item) => item.length === 3))) return undefined
  if (part?.includes(group)) return undefined
  return part === undefined ? groups.join('') : `${groups.join('') || '0'}.${part}`
}

const twoReadings = (text: string, one: number, other: number) =>
  `${text.trim()} can mean ${one.toLocaleString('en-US', { maximumFractionDigits: 10 })} or ${other}. Write it without a separator for thousands.`
