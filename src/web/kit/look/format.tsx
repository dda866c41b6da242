import { formatDate, formatInstant, formatInstantDay, formatInstantTooltip, missingText } from '../../../model/kit/dates.ts'
import { withMinus } from '../../../model/kit/minus-sign.ts'
import { formatUsd, round } from '../../../model/kit/money.ts'

/** Placeholder for a missing value, which is never shown as zero. */
export const MissingValue = ({ children = '–' }: { children?: string }) => <span className="dna-muted">{children}</span>

const isNone = (value: unknown) => value === null || value === undefined || value === ''

function Time({ value, children }: { value: string; children: string }) {
  const both = formatInstantTooltip(value)
  return (
    <time dateTime={value} title={both && `${both.local}\n${both.utc}`} className="dna-num">
      {children}
    </time>
  )
}

/** Instant in the user's time zone, or a shorter text. The tooltip shows it with its offset and in UTC. */
export const DateTime = ({ value, shown }: { value: string | null | undefined; shown?: string }) =>
  value ? <Time value={value}>{shown ?? formatInstant(value)}</Time> : <MissingValue>{missingText}</MissingValue>

export function DateOnly({ value }: { value: string | null | undefined }) {
  if (!value) return <MissingValue>{missingText}</MissingValue>
  if (value.includes('T')) return <Time value={value}>{formatInstantDay(value)}</Time>
  return (
    <time dateTime={value} className="dna-num">
      {formatDate(value)}
    </time>
  )
}

// Caches formatters: creating one is slow, and tables show hundreds of numbers.
const formatters = new Map<number | undefined, Intl.NumberFormat>()

/**
 * Formats a number, such as `1,234.5` or `−2`. With `decimals` it has exactly that many and rounds half away from zero; otherwise it has up
 * to four.
 */
export function formatNumber(value: number, decimals?: number): string {
  let formatter = formatters.get(decimals)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 4 })
    formatters.set(decimals, formatter)
  }
  return withMinus(formatter.format(decimals === undefined ? value : round(value, decimals)))
}

export function FormattedNumber({ value, decimals, unit }: { value: number | null | undefined; decimals?: number; unit?: string }) {
  if (isNone(value)) return <MissingValue />
  return (
    <span className="dna-num">
      {formatNumber(value!, decimals)}
      {unit && <span className="dna-muted"> {unit}</span>}
    </span>
  )
}

/** US dollars. Use `decimals={0}` where cents do not matter, and `plain` in columns whose header names USD. */
export function Money({ value, decimals = 2, plain }: { value: number | null | undefined; decimals?: 0 | 2; plain?: boolean }) {
  if (isNone(value)) return <MissingValue />
  return <span className="dna-num">{plain ? formatNumber(value!, decimals) : formatUsd(value, decimals)}</span>
}
