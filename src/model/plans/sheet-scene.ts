import type { PlanSymbol } from './enums.ts'
import type { Point } from './plan-scale.ts'

/** Names of layers by the AIA CAD layer guidelines. */
type SheetLayer = string

interface Drawn {
  layer: SheetLayer
}
interface SceneLine extends Drawn {
  kind: 'line'
  points: readonly Point[]
  isClosed?: boolean
  /** Line weight in millimeters. */
  weight: number
  isDashed?: boolean
}
export interface SceneText extends Drawn {
  kind: 'text'
  x: number
  /** Baseline. */
  y: number
  text: string
  size: number
  isBold?: boolean
  align?: 'left' | 'center' | 'right'
  /** Cut with an ellipsis if it is wider. */
  width?: number
}
export interface SceneDevice extends Drawn {
  kind: 'device'
  x: number
  y: number
  radius: number
  rotation: number
  symbol: PlanSymbol
  attributes: { TAG: string; MODEL: string; MANUFACTURER: string; HEIGHT: string }
}
/** A page of a file or a picture, within a frame. */
interface SceneUnderlay extends Drawn {
  kind: 'underlay'
  fileId: string
  contentType: string
  page: number
  rotation: number
  /** Upper left corner of the whole page on the sheet, points of the sheet for a point of the page, and the size of the page. */
  x: number
  y: number
  scale: number
  width: number
  height: number
  clip: { x: number; y: number; width: number; height: number }
}
export type SceneItem = SceneLine | SceneText | SceneDevice | SceneUnderlay

/** A drawing sheet as plain data, in points from its upper left corner, for all writers. */
export interface SheetScene {
  number: string
  title: string
  width: number
  height: number
  items: SceneItem[]
}

/** Width of text in a proportional typeface, close enough to lay out tables. */
const usualWidth = 0.54
export const estimatedWidth = (text: string, size: number) => text.length * size * usualWidth

/** The text, cut with an ellipsis if it is wider than allowed. */
export function fitText({ text, size, width }: SceneText, measure: (text: string, size: number) => number): string {
  if (width === undefined || measure(text, size) <= width) return text
  let cut = text
  while (cut.length > 1 && measure(`${cut}…`, size) > width) cut = cut.slice(0, -1)
  return `${cut.trimEnd()}…`
}
