import { round } from '../../model/kit/money.ts'
import { howBudgetAddsUp, type SpaceBudget } from '../../model/spaces/space-budget.ts'
import { formatNumber } from '../kit/look/format.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { HowItAddsUp } from '../projects/public.tsx'
import css from './space.module.css'

type Part = SpaceBudget & { name: string }
type Figure = 'watts' | 'heatBtuPerHour' | 'tons' | 'acOutlets' | 'poeWatts' | 'networkPorts' | 'rackUnits' | 'weightLb' | 'total'

/** Shows the number of unknown values beside a figure. A figure without any known value is not shown as zero. */
function Cell({ value, decimals, unknown = 0, isQuiet }: { value: number; decimals: number; unknown?: number; isQuiet?: boolean }) {
  const unknownText = `unknown (${formatNumber(unknown)})`
  if (value === 0 && unknown > 0) return <span className={css.notKnown}>{unknownText}</span>
  return (
    <span className={css.twoLines}>
      {formatNumber(round(value, decimals))}
      {unknown > 0 && !isQuiet && <span className={css.notKnown}>{unknownText}</span>}
    </span>
  )
}

/** Depend on power, whose column already shows the number of unknown values. */
const followPower: Figure[] = ['heatBtuPerHour', 'tons']

const figures: [Figure, string, string | undefined, number, number, keyof SpaceBudget['unknown'] | undefined][] = [
  ['watts', 'Power', 'W', 98, 1, 'power'],
  ['heatBtuPerHour', 'Heat', 'BTU/hr', 90, 0, 'power'],
  ['tons', 'Cooling', 'tons', 92, 2, 'power'],
  ['acOutlets', 'AC outlets', undefined, 78, 0, undefined],
  ['poeWatts', 'PoE', 'W', 68, 1, undefined],
  ['networkPorts', 'Network ports', undefined, 98, 0, undefined],
  ['rackUnits', 'Rack', 'RU', 70, 1, 'rackUnits'],
  ['weightLb', 'Weight', 'lb', 98, 0, 'weight'],
  ['total', 'Price', 'USD', 104, 0, 'price'],
]

export const budgetColumns = <Row,>(partOf: (row: Row) => Part | undefined, total: Part | undefined): Column<Row>[] =>
  figures.map(([key, label, unit, width, decimals, unknown]) => {
    const cell = (budget: Part | undefined) =>
      // Empty while loading, because a dash would mean "no value".
      budget === undefined ? (
        ''
      ) : (
        <span className={css.budgetCell}>
          {/* Before the sum, which is aligned with its header. */}
          {key === 'total' && <HowItAddsUp of={`the price of ${budget.name}`} how={() => howBudgetAddsUp(budget, budget.name)} />}
          <Cell value={budget[key]} decimals={decimals} unknown={unknown && budget.unknown[unknown]} isQuiet={followPower.includes(key)} />
        </span>
      )
    return { key, label, unit, width, align: 'right', cell: (row) => cell(partOf(row)), sum: () => cell(total) }
  })
