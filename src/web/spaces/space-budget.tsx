import type { ReactNode } from 'react'
import { useOfferToTools } from '../calculators/public.tsx'
import css from './space.module.css'
import type { Space } from './space-head.tsx'

const number = (value: number, decimals = 1) => value.toLocaleString('en-US', { maximumFractionDigits: decimals })
const usd = (value: number) => value.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** What the room asks of the house and of the purse, from the same functions as the calculators. */
export function SpaceBudgetPanel({ space }: { space: Space }) {
  const { budget } = space
  if (!budget) return <Figure label="Equipment, MSRP" value={usd(space.totalMsrpPrice)} />
  return <Budget space={space} budget={budget} />
}

function Budget({ space, budget }: { space: Space; budget: NonNullable<Space['budget']> }) {
  useOfferToTools({
    name: space.name,
    watts: budget.watts,
    hardwareCost: budget.hardware,
    installFactor: budget.installationFactor,
    totalArea: space.area ?? 0,
  })
  const overPoE = budget.poeWatts - budget.poeSourceWatts
  return (
    <>
      <h2>Space budget</h2>
      <Figure label="Power" value={number(budget.watts)} unit="W" hint={`${number(budget.ampsAt120Volts, 2)} A at 120 V`} />
      <Figure label="Heat" value={number(budget.heatBtuPerHour, 0)} unit="BTU/hr" hint={`${number(budget.tons, 2)} tons of cooling`} />
      <Figure label="Rack space" value={number(budget.rackUnits)} unit="RU" />
      <Figure label="Weight" value={number(budget.weightLb, 0)} unit="lb" />
      {(budget.poeWatts > 0 || budget.poeSourceWatts > 0) && (
        <div className={css.figure} data-over={(budget.poeSourceWatts > 0 && overPoE > 0) || undefined}>
          <div>
            <b>PoE</b>
            <output>
              {number(budget.poeWatts)} <span>/ {number(budget.poeSourceWatts)} W</span>
            </output>
          </div>
          <div className={css.bar}>
            <i style={{ width: `${Math.min(100, budget.poeSourceWatts > 0 ? (100 * budget.poeWatts) / budget.poeSourceWatts : 0)}%` }} />
          </div>
          {budget.poeSourceWatts > 0 && overPoE > 0 && <small>{number(overPoE)} W more than the switches here feed</small>}
        </div>
      )}
      <h2 className={css.price}>
        Price <small>Factor {budget.installationFactor}</small>
      </h2>
      <Money label="Equipment, MSRP" value={budget.hardware} />
      <Money label="Installation" value={budget.installation} />
      {budget.ownerFurnished > 0 && <Money label="Owner furnished" value={budget.ownerFurnished} />}
      <Money label="Space total" value={budget.total} isTotal />
    </>
  )
}

function Figure({ label, value, unit, hint }: { label: string; value: ReactNode; unit?: string; hint?: string }) {
  return (
    <div className={css.figure}>
      <div>
        <b>{label}</b>
        <output aria-label={label}>
          {value} {unit && <span>{unit}</span>}
        </output>
      </div>
      {hint && <small>{hint}</small>}
    </div>
  )
}

function Money({ label, value, isTotal }: { label: string; value: number; isTotal?: boolean }) {
  return (
    <div className={css.money} data-total={isTotal || undefined}>
      <span>{label}</span>
      <output aria-label={label}>{usd(value)}</output>
    </div>
  )
}
