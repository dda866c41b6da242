import type { CSSProperties } from 'react'
import { formatUsd } from '../../model/kit/money.ts'
import type { CategoryDelta, ComparedSums } from '../../model/reports/revision-changes.ts'
import type { ComparedState } from '../../model/reports/revisions.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { formatSignedAmount } from './revision-columns.tsx'
import css from './revision-compare.module.css'

interface MoneyPanelProps {
  data: { from: ComparedState; to: ComparedState; categories: CategoryDelta[]; sums: ComparedSums; clientBudget?: number | null }
}

const stateName = ({ code, title }: ComparedState) => code ?? title
const inUsd = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${formatUsd(Math.abs(value))}`

export function MoneyPanel({ data: { from, to, categories, sums, clientBudget } }: MoneyPanelProps) {
  const most = Math.max(1, ...categories.map(({ delta }) => Math.abs(delta)))
  return (
    <aside className={css.money} aria-label="Cost impact">
      <h2>
        By category <span>MSRP, USD</span>
      </h2>
      {categories.length === 0 && <p className="dna-muted">No category changes in cost.</p>}
      <ul>
        {categories.map(({ id, name, from: was, to: is, delta }) => (
          <li key={id}>
            <div>
              {name} <b>{formatSignedAmount(delta, 0)}</b>
            </div>
            <div className={css.track} aria-hidden>
              <i style={shareBarStyle(delta / most)} />
            </div>
            <div className={css.ends}>
              <span>{formatNumber(was, 0)}</span>
              <span>{formatNumber(is, 0)}</span>
            </div>
          </li>
        ))}
      </ul>
      <dl>
        <Sum label={stateName(from)} value={formatUsd(sums.from)} />
        <Sum label={stateName(to)} value={formatUsd(sums.to)} />
        <Sum label="Difference" value={inUsd(sums.delta)} isMain />
        <Sum label="With installation" value={inUsd(sums.totalDelta)} />
        <Sum label="Total with installation" value={formatUsd(sums.toTotal)} isMain />
        {clientBudget != null && <Sum label="Client budget" value={formatUsd(clientBudget)} />}
      </dl>
    </aside>
  )
}

function shareBarStyle(share: number): CSSProperties {
  const width = `${Math.abs(share) * 50}%`
  return share < 0 ? { right: '50%', width } : { left: '50%', width }
}

function Sum({ label, value, isMain }: { label: string; value: string; isMain?: boolean }) {
  return (
    <div data-main={isMain}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
