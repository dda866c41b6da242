import { formatNumber } from '../look/format.tsx'
import css from './bars.module.css'
import type { Tone } from './state-colors.ts'

export interface BarPart {
  label: string
  value: number
  tone: Tone
}

/** Parts of a whole side by side, each with its number. `most` is the value of the full width, so that several bars share a scale. */
export function StackedBar({ label, parts, most }: { label: string; parts: readonly BarPart[]; most?: number }) {
  const sum = parts.reduce((total, { value }) => total + value, 0)
  const figures = parts.map((part) => `${part.label} ${formatNumber(part.value)}`)
  return (
    <span className={css.track}>
      <span
        className={css.stack}
        role="img"
        aria-label={`${label}: ${figures.join(', ')}`}
        style={{ width: `${(100 * sum) / Math.max(1, most ?? sum)}%` }}
      >
        {parts.map(({ label: name, value, tone }, index) => (
          <span key={name} data-tone={tone} style={{ flexGrow: value }} title={figures[index]}>
            {formatNumber(value)}
          </span>
        ))}
      </span>
    </span>
  )
}

interface LimitBarProps {
  /** Figures in words, because the bar shows only proportions. */
  label: string
  value: number
  /** Value that may still change, hatched behind the firm one. */
  tentative?: number
  limit: number
  tone: 'normal' | 'good' | 'near' | 'over'
}

/** Value against a limit. The bar ends at the larger of both, and a mark shows the limit inside of it. */
export function LimitBar({ label, value, tentative = 0, limit, tone }: LimitBarProps) {
  const most = Math.max(limit, value + tentative, 0.01)
  const width = (part: number) => `${(100 * Math.max(0, part)) / most}%`
  return (
    <span className={css.limit} role="img" aria-label={label} title={label} data-tone={tone}>
      <span style={{ width: width(value) }} />
      {tentative > 0 && <span data-tentative style={{ width: width(tentative) }} />}
      {limit < most && <b style={{ left: width(limit) }} />}
    </span>
  )
}
