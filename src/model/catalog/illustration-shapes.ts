import { round } from '../kit/money.ts'
import type { NetworkPortType, RackAccessory } from './enums.ts'

/** Facts a drawing is made from. All are optional, because a line of a space has fewer than the product's page. */
export interface IllustratedProduct {
  readonly category?: { readonly name?: unknown; readonly icon?: unknown } | null
  readonly model?: string | null
  readonly description?: string | null
  readonly widthIn?: number | null
  readonly heightIn?: number | null
  readonly depthIn?: number | null
  readonly rackUnits?: number | null
  readonly rackAccessory?: RackAccessory | null
  readonly diagonalIn?: number | null
  readonly networkPorts?: readonly { readonly networkPortType: NetworkPortType; readonly quantity: number }[] | null
}

/** Fill and outline of a part. */
export type Tone =
  | 'body'
  | 'shade'
  | 'paper'
  | 'soft'
  | 'dark'
  | 'glass'
  | 'light'
  | 'line'
  | 'faint'
  | 'thick'
  | 'accent'
  | 'accentLine'
  | 'glow'
export interface Part {
  readonly tone: Tone
  readonly d: string
}
export interface Note {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size: number
  /** On a dark ground. */
  readonly isLight?: boolean
}

/** Front of the product, centered on the origin. A tile is drawn with fewer parts, because it is 26 pixels wide. */
export interface Front {
  readonly w: number
  readonly h: number
  readonly isTile: boolean
  readonly product: IllustratedProduct
  /** Description and model in lower case. */
  readonly text: string
}
export interface Form {
  /** Typical width and height in inches, for products whose size is unknown. */
  readonly usual: readonly [width: number, height: number]
  /** Seen from above or below: the depth is the height of the picture. */
  readonly isPlan?: boolean
  readonly isRack?: boolean
  readonly draw: (front: Front) => readonly Part[]
  readonly notes?: (front: Front) => readonly Note[]
}

const n = (value: number) => String(round(value, 1))

export const part = (tone: Tone, ...shapes: readonly string[]): Part => ({ tone, d: shapes.join('') })
/** Rectangle around its center. */
export function box(x: number, y: number, w: number, h: number, radius = 0): string {
  const r = Math.min(radius, w / 2, h / 2)
  const [left, top] = [x - w / 2, y - h / 2]
  if (r <= 0) return `M${n(left)} ${n(top)}h${n(w)}v${n(h)}h${n(-w)}z`
  const corner = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`
  const [across, down] = [w - 2 * r, h - 2 * r]
  return `M${n(left + r)} ${n(top)}h${n(across)}${corner(r, r)}v${n(down)}${corner(-r, r)}h${n(-across)}${corner(-r, -r)}v${n(-down)}${corner(r, -r)}z`
}
export const disc = (x: number, y: number, r: number) =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`
export const open = (...points: readonly (readonly [x: number, y: number])[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')
export const closed = (...points: readonly (readonly [x: number, y: number])[]) => `${open(...points)}z`
/** Quadratic curve. */
export const bend = (x: number, y: number, cx: number, cy: number, toX: number, toY: number) =>
  `M${n(x)} ${n(y)}Q${n(cx)} ${n(cy)} ${n(toX)} ${n(toY)}`
/** Half of a disc, or of an ellipse with another depth, round below. */
export const bowl = (x: number, y: number, r: number, depth = r) => `M${n(x - r)} ${n(y)}a${n(r)} ${n(depth)} 0 0 0 ${n(2 * r)} 0z`

/** Shapes at the middles of equal cells along a length around `center`. */
export const along = (count: number, length: number, shape: (at: number, index: number) => string, center = 0) =>
  Array.from({ length: count }, (_, index) => shape(center - length / 2 + (length * (index + 0.5)) / count, index)).join('')
export const grid = (columns: number, rows: number, w: number, h: number, shape: (x: number, y: number) => string) =>
  along(rows, h, (y) => along(columns, w, (x) => shape(x, y)))

/** Loudspeaker cone. */
export const cone = (x: number, y: number, r: number): readonly Part[] => [
  part('shade', disc(x, y, r)),
  part('faint', disc(x, y, r * 0.72)),
  part('dark', disc(x, y, r * 0.3)),
]
/** Camera or projector lens. */
export const lens = (x: number, y: number, r: number): readonly Part[] => [
  part('shade', disc(x, y, r)),
  part('glass', disc(x, y, r * 0.72)),
  part('accent', disc(x, y, r * 0.36)),
  part('light', disc(x - r * 0.24, y - r * 0.26, r * 0.1)),
]
