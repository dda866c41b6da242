import { Link } from '@tanstack/react-router'
import type { Finding, FindingFigure, Grade } from '../../model/checks/design-check.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { DateOnly, formatNumber } from '../kit/look/format.tsx'
import { IconAlertTriangle, IconBan, IconEyeOff, IconInfoCircle } from '../kit/look/icons.ts'
import css from './checks.module.css'

export type Shown = Grade | 'waived'
export const shownAs: Readonly<Record<Shown, string>> = { error: 'Errors', warning: 'Warnings', info: 'Info', waived: 'Waived' }
export const shownGrade = ({ grade, waivedBy }: Finding): Shown => (waivedBy ? 'waived' : grade)

const icons = { error: IconBan, warning: IconAlertTriangle, info: IconInfoCircle, waived: IconEyeOff }
export function GradeIcon({ grade }: { grade: Shown }) {
  const Icon = icons[grade]
  return (
    <span className={css.grade} data-grade={grade}>
      <Icon size={16} />
    </span>
  )
}

export function FindingText({ finding: { text, source, waivedBy, waiveDate, reason } }: { finding: Finding }) {
  return (
    <span className={css.finding}>
      <b>{text}</b>
      <small title={waivedBy ? (reason ?? undefined) : source}>
        {waivedBy ? (
          <>
            Waived by {waivedBy.firstName} {waivedBy.lastName}, <DateOnly value={waiveDate} />: {reason}
          </>
        ) : (
          source
        )}
      </small>
    </span>
  )
}

export const FindingWhere = ({ finding: { where } }: { finding: Finding }) => (
  <span className={css.where}>
    {where.space && <span>{where.space.name}</span>}
    <Link to={where.link} className="dna-link">
      {where.label}
    </Link>
  </span>
)

const inUnits = (value: number, unit: string) =>
  unit === 'USD' ? formatUsd(value, 0) : [formatNumber(value, Number.isInteger(value) ? 0 : 1), unit].filter(Boolean).join(' ')
/** A unit that is a word appears only once, after the limit. */
const formatFoundValue = ({ value, unit }: FindingFigure) => inUnits(value, unit === 'USD' || unit === '%' ? unit : '')
const formatLimit = ({ limit, unit, isLeast }: FindingFigure) => `${isLeast ? 'at least ' : ''}${inUnits(limit, unit)}`
export const formatFindingFigure = (figure: FindingFigure) => `${formatFoundValue(figure)} / ${formatLimit(figure)}`

/** The figure with a bar that ends at 125% of the limit. */
export function FigureBar({ finding: { figure, grade } }: { finding: Finding }) {
  if (!figure) return <span className="dna-muted">–</span>
  const { value, limit, isLeast } = figure
  const share = limit > 0 ? Math.min(1.25, value / limit) / 1.25 : 1
  const isOver = !isLeast && share > 0.8
  return (
    <span className={css.figure}>
      <span>
        <b data-grade={grade}>{formatFoundValue(figure)}</b> / {formatLimit(figure)}
      </span>
      <span className={css.bar} aria-hidden>
        <i style={{ width: `${Math.min(share, isOver ? 0.8 : 1) * 100}%` }} data-grade={isLeast ? grade : undefined} />
        {isOver && <i style={{ width: `${(share - 0.8) * 100}%` }} data-grade={grade} />}
        <s />
      </span>
    </span>
  )
}
