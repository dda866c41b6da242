import { round } from '../kit/money.ts'

const pointsPerInch = 72
const inchesPerFoot = 12

export interface Point {
  x: number
  y: number
}

/** Length in inches of a measure such as `1/8"`, `1 1/2"`, `3'-6"`, or `10'`. Undefined if the text is none. */
function parseInches(text: string): number | undefined {
  const compact = text.trim()
  const mark = compact.indexOf("'")
  const [feetText, rest] =
    mark < 0
      ? [null, compact]
      : [
          compact.slice(0, mark),
          compact
            .slice(mark + 1)
            .trim()
            .replace(/^-/, '')
            .trim(),
        ]
  const feet = feetText === null ? 0 : parseNumber(feetText)
  if (rest === '') return feetText === null || feet === undefined ? undefined : feet * inchesPerFoot
  const inches = rest.endsWith('"') ? parseNumber(rest.slice(0, -1)) : undefined
  return feet === undefined || inches === undefined ? undefined : feet * inchesPerFoot + inches
}

/** Value of `3/32`, `1 1/2`, or `0.5`. */
function parseNumber(text: string): number | undefined {
  const parts = text.trim().replace(/-/g, ' ').split(/\s/).filter(Boolean)
  const values = parts.map((part) => {
    const [over, under, ...more] = part.split('/')
    if (more.length > 0 || !isPlain(over) || (under !== undefined && !isPlain(under))) return Number.NaN
    return Number(over) / Number(under ?? 1)
  })
  const sum = values.reduce((total, value) => total + value, 0)
  return values.length >= 1 && values.length <= 2 && Number.isFinite(sum) ? sum : undefined
}
const isPlain = (text: string | undefined) => text !== undefined && /^[\d.]{1,12}$/.test(text) && Number.isFinite(Number(text))

/** Feet in the building for a point on paper: `1/8" = 1'-0"` or `1:100`. Undefined if the text is not a scale. */
export function feetPerPointOfScale(scale: string): number | undefined {
  const text = scale
    .trim()
    .replace(/[“”″]|''/g, '"')
    .replace(/[‘’′]/g, "'")
  const isRatio = text.includes(':')
  const [paper, real, ...more] = text.split(isRatio ? ':' : '=').map((part) => (isRatio ? parseNumber(part) : parseInches(part)))
  if (!paper || !real || more.length > 0) return undefined
  return real / paper / inchesPerFoot / pointsPerInch
}

export const feetPerPointOfLine = (a: Point, b: Point, feet: number) => feet / Math.hypot(b.x - a.x, b.y - a.y)

const architectural: readonly [number, string][] = [
  [1 / 32, '1/32'],
  [1 / 16, '1/16'],
  [3 / 32, '3/32'],
  [1 / 8, '1/8'],
  [3 / 16, '3/16'],
  [1 / 4, '1/4'],
  [3 / 8, '3/8'],
  [1 / 2, '1/2'],
  [3 / 4, '3/4'],
  [1, '1'],
  [1.5, '1 1/2'],
  [3, '3'],
]

/** Text of a scale: an architect's one if it is within 0.1%, otherwise a ratio. */
export function scaleText(feetPerPoint: number): string {
  const inches = 1 / (feetPerPoint * pointsPerInch)
  const known = architectural.find(([size]) => Math.abs(size / inches - 1) < 0.001)
  return known ? `${known[1]}" = 1'-0"` : `1:${round(feetPerPoint * pointsPerInch * inchesPerFoot, 1)}`
}
