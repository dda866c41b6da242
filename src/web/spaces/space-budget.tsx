import type { ReactNode } from 'react'
import { formatUsd } from '../../model/kit/money.ts'
import type { Derivation } from '../../model/projects/money.ts'
import { howBudgetAddsUp } from '../../model/spaces/space-budget.ts'
import { type LimitedFigure, overLimits, percentOfLimit } from '../../model/spaces/space-limits.ts'
import { useOfferToTools } from '../calculators/public.tsx'
import { HowItAddsUp } from '../projects/public.tsx'
import css from './space.module.css'
import type { Space } from './space-head.tsx'

const formatDecimal = (value: number, decimals = 1) => value.toLocaleString('en-US', { maximumFractionDigits: decimals })

export function SpaceBudgetPanel({ space }: { space: Space }) {
  const { budget } = space
  if (!budget) return <Figure label="Equipment, MSRP" value={formatUsd(space.totalMsrpPrice)} />
  return <Budget space={space} budget={budget} />
}

/** An unknown value is not shown as zero. */
const formatKnown = (value: number, decimals: number, unknown: number) =>
  value === 0 && unknown > 0 ? `unknown (${formatDecimal(unknown)})` : formatDecimal(value, decimals)
const unknownText = (pieces: number) => (pieces > 0 ? `unknown (${formatDecimal(pieces)})` : null)

function Budget({ space, budget }: { space: Space; budget: NonNullable<Space['budget']> }) {
  useOfferToTools({
    name: space.name,
    watts: budget.watts,
    hardwareCost: budget.totalMsrpPrice,
    installFactor: budget.installationFactor,
    totalArea: space.area ?? 0,
  })
  const over = new Map(overLimits(budget, space.limits).map((overLimit) => [overLimit.figure, overLimit]))
  const overPoE = budget.poeWatts - budget.poeSourceWatts
  function limited(figure: LimitedFigure) {
    const item = over.get(figure)
    return { limit: space.limits?.[figure] ?? null, isOver: item !== undefined, percent: item && percentOfLimit(item) }
  }
  const { unknown } = budget
  const isHeatKnown = budget.heatBtuPerHour > 0 || unknown.power === 0
  return (
    <>
      <h2>Space budget</h2>
      <Figure
        label="Power"
        amount={budget.watts}
        value={formatKnown(budget.watts, 1, unknown.power)}
        unit={budget.watts > 0 ? 'W' : ''}
        {...limited('watts')}
        hints={budget.watts > 0 ? [`${formatDecimal(budget.ampsAt120Volts, 2)} A at 120 V`, unknownText(unknown.power)] : []}
      />
      <Figure
        label="Heat"
        amount={budget.heatBtuPerHour}
        value={formatKnown(budget.heatBtuPerHour, 0, unknown.power)}
        unit={isHeatKnown ? 'BTU/hr' : ''}
        {...limited('heatBtuPerHour')}
      />
      <Figure
        label="Cooling"
        amount={budget.tons}
        value={formatKnown(budget.tons, 2, unknown.power)}
        unit={isHeatKnown ? 'tons' : ''}
        {...limited('tons')}
      />
      <Figure label="AC outlets" amount={budget.acOutlets} value={formatDecimal(budget.acOutlets)} {...limited('acOutlets')} />
      <Figure label="Network ports" amount={budget.networkPorts} value={formatDecimal(budget.networkPorts)} {...limited('networkPorts')} />
      <Figure
        label="Rack space"
        amount={budget.rackUnits}
        value={formatKnown(budget.rackUnits, 1, unknown.rackUnits)}
        unit={budget.rackUnits > 0 ? 'RU' : ''}
        {...limited('rackUnits')}
        hints={[budget.rackUnits > 0 ? unknownText(unknown.rackUnits) : null]}
      />
      <Figure
        label="Weight"
        amount={budget.weightLb}
        value={formatKnown(budget.weightLb, 0, unknown.weight)}
        unit={budget.weightLb > 0 ? 'lb' : ''}
        {...limited('weightLb')}
        hints={[budget.weightLb > 0 ? unknownText(unknown.weight) : null]}
      />
      {budget.poeSourceWatts > 0 ? (
        <Figure
          label="PoE"
          amount={budget.poeWatts}
          value={formatDecimal(budget.poeWatts)}
          unit="W"
          limit={limited('poeWatts').limit ?? budget.poeSourceWatts}
          isOver={limited('poeWatts').isOver}
          percent={limited('poeWatts').percent}
          hints={[overPoE > 0 ? `${formatDecimal(overPoE)} W more than the switches here can supply` : null]}
        />
      ) : (
        <Figure label="PoE" amount={budget.poeWatts} value={formatDecimal(budget.poeWatts)} unit="W" {...limited('poeWatts')} />
      )}
      <h2 className={css.price}>
        Price <small>Factor {budget.installationFactor}</small>
      </h2>
      <Money label="Equipment, MSRP" value={budget.totalMsrpPrice} />
      <Money label="Installation" value={budget.installation} />
      <Money label="Space total" value={budget.total} isTotal how={() => howBudgetAddsUp(budget, 'Space total')} {...limited('total')} />
      {budget.ownerFurnished > 0 && <Money label="Owner-furnished, included" value={budget.ownerFurnished} isQuiet />}
      {budget.ownerInstalled > 0 && <Money label="Owner-installed, included" value={budget.ownerInstalled} isQuiet />}
      {unknown.price > 0 && <p className={css.unknown}>Price {unknownText(unknown.price)}</p>}
    </>
  )
}

interface FigureProps {
  label: string
  value: string
  /** The number behind the value, for the bar beside a limit. */
  amount?: number
  unit?: string
  limit?: number | null
  isOver?: boolean
  percent?: string | null
  hints?: (string | null)[]
}

function Figure({ label, value, amount = 0, unit, limit = null, isOver, percent, hints = [] }: FigureProps) {
  const hintTexts = [...hints, percent && `${percent} of the limit`].filter((hint): hint is string => Boolean(hint))
  return (
    <div className={css.figure} data-over={isOver || undefined}>
      <div>
        <b>{label}</b>
        <output aria-label={label}>
          {value}{' '}
          {(limit !== null || unit) && <span>{[limit !== null && `/ ${formatDecimal(limit)}`, unit].filter(Boolean).join(' ')}</span>}
        </output>
      </div>
      {limit !== null && <Bar value={amount} limit={limit} />}
      {hintTexts.length > 0 && <small>{hintTexts.join(', ')}</small>}
    </div>
  )
}

const Bar = ({ value, limit }: { value: number; limit: number }) => (
  <div className={css.bar}>
    <i style={{ width: `${Math.min(100, limit > 0 ? (100 * value) / limit : value > 0 ? 100 : 0)}%` }} />
  </div>
)

interface MoneyProps {
  label: string
  value: number
  isTotal?: boolean
  isQuiet?: boolean
  how?: () => Derivation[]
  limit?: number | null
  isOver?: boolean
  percent?: string | null
}

function Money({ label, value, isTotal, isQuiet, how, limit = null, isOver, percent }: MoneyProps): ReactNode {
  return (
    <div className={css.money} data-total={isTotal || undefined} data-quiet={isQuiet || undefined} data-over={isOver || undefined}>
      <span>
        {label}
        {how && <HowItAddsUp of={label} how={how} />}
      </span>
      <output aria-label={label}>
        {formatUsd(value)}
        {limit !== null && <small> / {formatUsd(limit)}</small>}
        {percent && <small> {percent}</small>}
      </output>
    </div>
  )
}
