import { imageHeight, usualElementPercent } from '../checks/design-rules.ts'
import { round, round2 } from '../kit/money.ts'
import type { PlanSymbol } from './enums.ts'
import type { Point } from './plan-scale.ts'

/** Square feet of a polygon by the shoelace formula. */
export const polygonArea = (points: readonly Point[]): number => {
  const twice = points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] ?? { x, y }
    return sum + x * next.y - next.x * y
  }, 0)
  return round2(Math.abs(twice) / 2)
}

/** Difference of the drawn area from the entered one; null if none was entered. */
export const areaDifference = (areaFt2: number, enteredFt2: number | null): number | null =>
  enteredFt2 ? round2(((areaFt2 - enteredFt2) / enteredFt2) * 100) : null

/** Difference in percent above which the design check reports an outline. */
export const mostAreaDifference = 10

const orientation = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
const crosses = (a: Point, b: Point, c: Point, d: Point) =>
  orientation(a, b, c) * orientation(a, b, d) < 0 && orientation(c, d, a) * orientation(c, d, b) < 0

/** True if two sides of the outline cross, so that it has no area. */
export function isSelfCrossing(points: readonly Point[]): boolean {
  const sides = points.map((point, index) => [point, points[(index + 1) % points.length] ?? point] as const)
  return sides.some(([a, b], index) => sides.slice(index + 2).some(([c, d]) => crosses(a, b, c, d)))
}

/** Points on the outline count as inside, within a hundredth of a foot. */
export function isInside({ x, y }: Point, points: readonly Point[]): boolean {
  let inside = false
  for (const [index, a] of points.entries()) {
    const b = points[(index + 1) % points.length] ?? a
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / length ** 2))
    if (Math.hypot(a.x + along * (b.x - a.x) - x, a.y + along * (b.y - a.y) - y) <= 0.01) return true
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

export function boundsOf(points: readonly Point[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}
export function centerOf(points: readonly Point[]): Point {
  const { left, top, right, bottom } = boundsOf(points)
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

const turn = (degrees: number) => ((degrees % 360) + 360) % 360

interface Turned {
  mirror: boolean
  /** Degrees clockwise as seen on the plan. */
  rotation: number
}
/** Moves a device of one room to the same place in another, mirrored left to right first and then turned, about the centers of both. */
export function copyPosition(device: Point & { rotation: number }, from: Point, to: Point, { mirror, rotation }: Turned) {
  const [dx, dy] = [(device.x - from.x) * (mirror ? -1 : 1), device.y - from.y]
  const angle = (rotation * Math.PI) / 180
  return {
    x: round(to.x + dx * Math.cos(angle) - dy * Math.sin(angle), 4),
    y: round(to.y + dx * Math.sin(angle) + dy * Math.cos(angle), 4),
    rotation: round(turn((mirror ? -device.rotation : device.rotation) + rotation), 2),
  }
}

const earHeightFt = 4
/** Radius of the circle that a ceiling loudspeaker covers at ear height; null if it hangs no higher than that. */
export function coverageRadius(mountingHeightFt: number, dispersionDegrees: number): number | null {
  const height = mountingHeightFt - earHeightFt
  return height > 0 && dispersionDegrees > 0 ? round(height * Math.tan((dispersionDegrees * Math.PI) / 360), 4) : null
}

/** Farthest viewer in feet that an image serves: 45 in and 4% serve 30 ft. */
export const farthestViewer = (diagonalIn: number, elementPercent: number | null) =>
  round((imageHeight(diagonalIn) * 2 * (elementPercent ?? usualElementPercent)) / 12, 4)

const symbolWords: readonly [PlanSymbol, RegExp][] = [
  ['touchPanel', /touch|control panel|keypad|button panel|scheduler|room panel/],
  ['projector', /projector/],
  ['screen', /projection screen|screens?$/],
  ['display', /display|monitor|video ?wall|television|\btv\b|signage|led wall/],
  ['microphone', /micro|\bmics?\b/],
  ['camera', /camera/],
  ['wireless', /wireless|access point|antenna|assistive/],
  ['loudspeaker', /speaker|subwoofer/],
  ['floorBox', /floor ?box|poke/],
  ['wallPlate', /wall ?plate|plate|back ?box/],
  ['rack', /rack|enclosure|cabinet/],
  ['network', /network|switch|router/],
]
/** Symbol of a category by the words of its name. */
export const symbolOf = (category: string | null | undefined): PlanSymbol =>
  symbolWords.find(([, words]) => words.test((category ?? '').toLowerCase()))?.[0] ?? 'other'

/** Even spots for a number of devices in an outline: a grid of cells as square as possible, row by row. */
export function gridSpots(count: number, points: readonly Point[]): Point[] {
  const { left, top, right, bottom } = boundsOf(points)
  const [width, height] = [right - left, bottom - top]
  const columns = Math.min(count, Math.max(1, round(Math.sqrt((count * width) / Math.max(height, 0.01)), 0)))
  const rows = Math.ceil(count / columns)
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns)
    const inRow = row === rows - 1 ? count - row * columns : columns
    return {
      x: round(left + (width * ((index % columns) + 0.5)) / inRow, 2),
      y: round(top + (height * (row + 0.5)) / rows, 2),
    }
  })
}

export type Alignment = 'row' | 'column' | 'spreadAcross' | 'spreadDown'
/** New spots of devices that are brought into line with the first, or spread evenly between the outer two. */
export function alignSpots<P extends Point>(spots: readonly P[], alignment: Alignment): P[] {
  const [first] = spots
  if (!first) return []
  if (alignment === 'row') return spots.map((spot) => ({ ...spot, y: first.y }))
  if (alignment === 'column') return spots.map((spot) => ({ ...spot, x: first.x }))
  const axis = alignment === 'spreadAcross' ? 'x' : 'y'
  const order = spots.map((_, index) => index).sort((a, b) => (spots[a]?.[axis] ?? 0) - (spots[b]?.[axis] ?? 0))
  const [from, to] = [spots[order[0] ?? 0]?.[axis] ?? 0, spots[order.at(-1) ?? 0]?.[axis] ?? 0]
  return spots.map((spot, index) => ({
    ...spot,
    [axis]: round(from + ((to - from) * order.indexOf(index)) / Math.max(1, spots.length - 1), 4),
  }))
}
