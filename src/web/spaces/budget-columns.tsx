import { round } from '../../model/kit/money.ts'
import { howBudgetAddsUp, type SpaceBudget } from '../../model/spaces/space-budget.ts'
import { formatNumber } from '../kit/look/format.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { HowItAddsUp } from '../projects/public.tsx'
import css from './space.module.css'

type Part = SpaceBudget & { name: string }
type Figure = 'watts' | 'heatBtuPerHour' | 'tons' | 'acOutlets' | 'poeWatts' | 'networkPorts' | 'rackUnits' | 'weightLb' | 'total'

/** What is unknown of a figure stands beside it; nothing known at all is no zero. */
function Cell({ value, decimals, unknown = 0, isQuiet }: { value: number; decimals: number; unknown?: number; isQuiet?: boolean }) {
  const told = `unknown (${formatNumber(unknown)})`
  if (value === 0 && unknown > 0) return <span className={css.notKnown}>{told}</span>
  return (
    <span className={css.twoLines}>
      {formatNumber(round(value, decimals))}
      {unknown > 0 && !isQuiet && <span className={css.notKnown}>{told}</span>}
    </span>
  )
}

/** Their column has its count beside it already. */
const followPower: Figure[] = ['heatBtuPerHour', 'tons']

const figures: [Figure, string, string | undefined, number, number, keyof SpaceBudget['unknown'] | undefined][] = [
  ['watts', 'Power', 'W', 100, 1, 'power'],
  ['heatBtuPerHour', 'Heat', 'BTU/hr', 104, 0, 'power'],
  ['tons', 'Cooling', 'tons', 96, 2, 'power'],
  ['acOutlets', 'AC outlets', undefined, 88, 0, undefined],
  ['poeWatts', 'PoE', 'W', 72, 1, undefined],
  ['networkPorts', 'Network ports', undefined, 108, 0, undefined],
  ['rackUnits', 'Rack', 'RU', 80, 1, 'rackUnits'],
  ['weightLb', 'Weight', 'lb', 100, 0, 'weight'],
  ['total', 'Price', 'USD', 104, 0, 'price'],
]

/** The figures of a level, with those of its building under them. */
export const budgetColumns = (of: (row: { id: number }) => Part | undefined, whole: Part | undefined): Column<{ id: number }>[] =>
  figures.map(([key, label, unit, width, decimals, unknown]) => {
    const cell = (budget: Part | undefined) =>
      budget && (
        <span className={css.budgetCell}>
          <Cell value={budget[key]} decimals={decimals} unknown={unknown && budget.unknown[unknown]} isQuiet={followPower.includes(key)} />
          {key === 'total' && <HowItAddsUp of={`the price of ${budget.name}`} how={() => howBudgetAddsUp(budget, budget.name)} />}
        </span>
      )
    return { key, label, unit, width, align: 'right', cell: (row) => cell(of(row)), sum: () => cell(whole) }
  })
