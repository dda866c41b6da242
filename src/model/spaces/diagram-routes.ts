export type Point = readonly [x: number, y: number]
export interface Place {
  x: number
  y: number
  side: 'left' | 'right'
}
interface Obstacle {
  x: number
  y: number
  width: number
  height: number
}

/** Distance between wires, and of the first wire from its box. */
const lane = 8
const off = 16

/**
 * Routes a wire with right angles: straight if possible, otherwise in its own lane between the columns, around the bottom, or through the
 * `gap` between two stacked boxes.
 */
export function pathBetween(a: Place, b: Place, nth: number, bottom: number, gap?: number): Point[] {
  const out = (place: Place, far: number) => (place.side === 'right' ? place.x + far : place.x - far)
  const [first, last] = [out(a, off + nth * lane), out(b, off)]
  if (a.y === b.y && a.side !== b.side && (a.side === 'right' ? a.x < b.x : a.x > b.x)) {
    return [
      [a.x, a.y],
      [b.x, b.y],
    ]
  }
  const isForward =
    a.side === 'right' && b.side === 'left' ? first <= last : a.side === 'left' && b.side === 'right' ? first >= last : false
  if (isForward || a.side === b.side) {
    const turn = a.side !== b.side ? first : a.side === 'right' ? Math.max(first, last) : Math.min(first, last)
    return [
      [a.x, a.y],
      [turn, a.y],
      [turn, b.y],
      [b.x, b.y],
    ]
  }
  const below = gap ?? bottom + 12 + nth * lane
  return [
    [a.x, a.y],
    [first, a.y],
    [first, below],
    [last, below],
    [last, b.y],
    [b.x, b.y],
  ]
}

const isPathClear = (points: readonly Point[], obstacles: readonly Obstacle[]) =>
  points.every(([x, y], index) => {
    const [px, py] = points[index - 1] ?? [x, y]
    const [left, right, top, foot] = [Math.min(x, px), Math.max(x, px), Math.min(y, py), Math.max(y, py)]
    return obstacles.every(
      (obstacle) => right <= obstacle.x || left >= obstacle.x + obstacle.width || foot <= obstacle.y || top >= obstacle.y + obstacle.height,
    )
  })

/** Routes the wire past boxes between its ends: turns late instead of early, or uses the nearest free level. */
export function routePastBoxes(points: Point[], nth: number, between: readonly Obstacle[]): Point[] {
  const [a, b] = [points[0], points.at(-1)]
  if (!a || !b || isPathClear(points, between)) return points
  const direction = Math.sign(b[0] - a[0])
  const [early, late] = [a[0] + direction * (off + nth * lane), b[0] - direction * (off + nth * lane)]
  // Up to four wires share the free level beside a box.
  const offset = 6 + (nth % 4) * 4
  // Excludes the very top, where a number does not fit.
  const levels = between.flatMap(({ y, height }) => [y - offset, y + height + offset]).filter((y) => y >= lane)
  const far = (y: number) => Math.abs(y - a[1]) + Math.abs(y - b[1])
  const routes: Point[][] = [
    [a, [late, a[1]], [late, b[1]], b],
    ...levels
      .sort((level, other) => far(level) - far(other))
      .map((y): Point[] => [a, [early, a[1]], [early, y], [late, y], [late, b[1]], b]),
  ]
  return routes.find((item) => isPathClear(item, between)) ?? points
}

export const numberHalfWidth = (number: string) => number.length * 3 + 3
const numberHeight = 14
/** Half size of a port, which the number of a wire must not cover. */
const portHalf = 4
interface Written {
  at: Point
  half: number
}

/** Positions the number in the middle of the longest segment, avoiding other numbers and ports. */
export function labelOn(points: readonly Point[], number: string, others: Written[]): Point {
  const half = numberHalfWidth(number)
  const pieces = points.flatMap((from, index) => {
    const to = points[index + 1]
    // Prefers horizontal segments.
    return to ? [{ from, to, length: Math.abs(to[0] - from[0]) * 1.5 + Math.abs(to[1] - from[1]) }] : []
  })
  pieces.sort((piece, other) => other.length - piece.length)
  const ports = [points[0], points.at(-1)].flatMap((at) => (at ? [{ at, half: portHalf }] : []))
  const isOn = ([x, y]: Point, all: readonly Written[]) =>
    all.some(({ at, half: own }) => Math.abs(at[0] - x) < own + half && Math.abs(at[1] - y) < numberHeight)
  const shares = [0.5, 0.35, 0.65, 0.2, 0.8]
  const spots = pieces.flatMap(({ from, to }) =>
    shares.map((share): Point => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]),
  )
  const at = spots.find((spot) => !isOn(spot, ports) && !isOn(spot, others)) ?? spots[0] ?? points[0] ?? [0, 0]
  others.push({ at, half })
  return at
}

/** Letter widths relative to a lower-case letter: capitals and digits are wider, an i is half. */
const widths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[mwMW@%]/, 1.7],
  [/\p{Lu}/u, 1.3],
  [/\d/, 1.2],
  [/[ijl.,:;|'!]/, 0.5],
  [/[tfr ()/-]/, 0.75],
]
const known = new Map<string, number>()
function letterWidth(letter: string): number {
  const width = known.get(letter) ?? widths.find(([letters]) => letters.test(letter))?.[1] ?? 1.06
  known.set(letter, width)
  return width
}
const estimateTextWidth = (text: string) => Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0)

export function truncateToWidth(text: string, room: number): string {
  if (estimateTextWidth(text) <= room) return text
  let end = text.length - 1
  while (end > 1 && estimateTextWidth(text.slice(0, end)) > room - 1) end--
  return `${text.slice(0, end)}…`
}
/** Cuts a name but keeps its number, because ports of one box often differ only in it. */
export function cutName(name: string, room: number): string {
  const number = / ?\d{1,4}$/.exec(name)?.[0] ?? ''
  const left = room - estimateTextWidth(number)
  return estimateTextWidth(name) <= room || left < 2
    ? truncateToWidth(name, room)
    : `${truncateToWidth(name.slice(0, name.length - number.length), left)}${number}`
}
