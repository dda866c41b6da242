import type { LineStyle } from '../../model/catalogue/enums.ts'

const dashes: Record<LineStyle, string | undefined> = { solid: undefined, dashed: '8 4', dotted: '2 3' }

/** A wire as drawings show it, with its colour in figures. */
export const Wire = ({ color, lineStyle }: { color: string; lineStyle: LineStyle }) => (
  <>
    <svg width={24} height={4} aria-hidden="true" style={{ marginRight: 6, verticalAlign: 'middle' }}>
      <line x1={0} y1={2} x2={24} y2={2} stroke={color} strokeWidth={3} strokeDasharray={dashes[lineStyle]} />
    </svg>
    {color}
  </>
)
