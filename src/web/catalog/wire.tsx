import type { LineStyle } from '../../model/catalog/enums.ts'
import { dashes } from '../../model/spaces/diagram.ts'
import { colorName } from '../kit/look/color-name.ts'

export interface WireStyle {
  color?: string | null
  lineStyle?: LineStyle
}

/** Wire color with its lightness clamped to remain visible on the page. */
export const wireColor = (color: string | null | undefined) =>
  color ? `oklch(from ${color} clamp(var(--dna-drawn-from), l, var(--dna-drawn-to)) c h)` : 'var(--dna-text-3)'

export const WireMark = ({ color, lineStyle = 'solid' }: WireStyle) => (
  <svg width={24} height={4} aria-hidden="true" style={{ marginRight: 6, verticalAlign: 'middle' }}>
    <line x1={0} y1={2} x2={24} y2={2} stroke={wireColor(color)} strokeWidth={2} strokeDasharray={dashes[lineStyle]} />
  </svg>
)

export const Wire = ({ color, lineStyle }: { color: string; lineStyle: LineStyle }) => (
  <>
    <WireMark color={color} lineStyle={lineStyle} />
    {colorName(color)}
  </>
)
