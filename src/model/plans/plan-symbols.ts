import type { PlanSymbol } from './enums.ts'

/** A circle, or a line through points. Coordinates are those of a symbol with radius 1, facing up, y down. */
type SymbolStroke =
  | { circle: readonly [x: number, y: number, radius: number] }
  | { line: readonly (readonly [number, number])[]; isClosed: boolean }

const circle = (radius = 1, x = 0, y = 0): SymbolStroke => ({ circle: [x, y, radius] })
const line = (...points: [number, number][]): SymbolStroke => ({ line: points, isClosed: false })
const shape = (...points: [number, number][]): SymbolStroke => ({ line: points, isClosed: true })
const box = (width: number, height: number) => shape([-width, -height], [width, -height], [width, height], [-width, height])

/** Symbols of devices; the legend shows each with its name. */
export const symbolStrokes: Readonly<Record<PlanSymbol, readonly SymbolStroke[]>> = {
  display: [box(1, 0.35), line([-0.5, -0.35], [-0.8, -0.9]), line([0.5, -0.35], [0.8, -0.9])],
  projector: [box(0.8, 0.7), circle(0.3, 0, -0.3), line([-0.3, -0.7], [-0.6, -1]), line([0.3, -0.7], [0.6, -1])],
  screen: [box(1, 0.15), line([-1, 0.4], [1, 0.4])],
  loudspeaker: [circle(), shape([-0.3, -0.6], [0.3, -0.6], [0.3, 0.6], [-0.3, 0.6])],
  microphone: [circle(0.6, 0, -0.3), line([0, 0.3], [0, 1]), line([-0.4, 1], [0.4, 1])],
  camera: [shape([-0.7, 0.9], [0.7, 0.9], [0.7, 0], [-0.7, 0]), shape([0, 0], [-0.7, -0.9], [0.7, -0.9])],
  touchPanel: [box(0.9, 0.65), box(0.65, 0.4)],
  rack: [box(0.9, 0.9), line([-0.9, -0.9], [0.9, 0.9]), line([0.9, -0.9], [-0.9, 0.9])],
  floorBox: [box(0.8, 0.8), circle(0.45)],
  wallPlate: [shape([-0.9, 0.6], [0.9, 0.6], [0, -0.9])],
  wireless: [circle(0.2, 0, 0.5), line([-0.5, 0], [0, -0.3], [0.5, 0]), line([-0.9, -0.4], [0, -0.9], [0.9, -0.4])],
  network: [box(0.9, 0.9), line([-0.4, 0], [0.4, 0]), line([0, -0.4], [0, 0.4])],
  other: [circle(0.85)],
}

const pathOf = (stroke: SymbolStroke): string => {
  if ('circle' in stroke) {
    const [x, y, radius] = stroke.circle
    return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`
  }
  return `M${stroke.line.map((point) => point.join(' ')).join('L')}${stroke.isClosed ? 'Z' : ''}`
}
/** SVG path of a symbol with radius 1. */
export const symbolPath = (symbol: PlanSymbol): string => symbolStrokes[symbol].map(pathOf).join('')

/** Radius of a symbol on paper, in points. */
export const symbolRadiusPt = 6
