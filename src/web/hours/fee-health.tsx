import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConstructionPhaseType, FeeType } from '../../model/contracts/enums.ts'
import { affectsFeeHealth, type FeeFigures, type PhaseHealth, readContractHealth, readProjectHealth } from '../../model/hours/fee-health.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { MissingPermission } from '../access/public.tsx'
import { DateOnly, formatNumber, Money } from '../kit/look/format.tsx'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { callEntity, invalidateEntity, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import css from './fee-health.module.css'

function useLiveHealth() {
  useLiveEvent('EntityChanged', ({ entity }) => {
    if (!affectsFeeHealth(entity)) return
    for (const call of [readContractHealth, readProjectHealth]) void invalidateEntity(callEntity(call))
  })
}

interface Line extends FeeFigures {
  key: string | number
  name: ReactNode
  note?: string
  percentComplete?: number | null
}

export function ContractFeeHealth({ id }: { id: number }) {
  const mayRead = can(readContractHealth.permission)
  const { data, error, refetch } = useRead(readContractHealth, { params: { id } }, { isQuiet: true, keepsOld: true, enabled: mayRead })
  useLiveHealth()
  if (!mayRead) return <MissingPermission what="Fees and hours of contracts" names={['ProjectContracts.ConstructionPhasesView']} />
  if (error && !data) return <LoadError error={error} title="Fee health" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={6} />
  if (data.phases.length === 0) return <EmptyState text="No phases yet, so there is no fee to look at." />
  const lines = data.phases.map((phase): Line => ({ ...phase, key: phase.phaseId, name: phase.name, note: phaseNote(phase) }))
  return (
    <HealthTable head="Phase" lines={lines} sums={data.sums} date={data.date}>
      {data.hoursWithoutPhase > 0 && `${formatNumber(data.hoursWithoutPhase)} h were worked without a phase; they are in the total.`}
    </HealthTable>
  )
}
const phaseNote = ({ type, feeType, fee }: PhaseHealth) =>
  [ConstructionPhaseType.label(type), FeeType.label(feeType), fee != null && formatUsd(fee, 0)].filter(Boolean).join(', ')

export function ProjectFeeHealth({ id }: { id: number }) {
  const mayRead = can(readProjectHealth.permission)
  const { data, error, refetch } = useRead(readProjectHealth, { params: { id } }, { isQuiet: true, keepsOld: true, enabled: mayRead })
  useLiveHealth()
  if (!mayRead) return null
  if (error && !data) return <LoadError error={error} title="Fee health" onRetry={() => void refetch()} />
  if (!data || data.contracts.length === 0) return null
  const lines = data.contracts.map(
    (contract): Line => ({
      ...contract,
      key: contract.id,
      name: <Link to={`/projects/${id}/contracts/${contract.id}/fee-health`}>{contract.name}</Link>,
      note: contract.number,
    }),
  )
  return (
    <section className={css.panel} aria-labelledby="fee-health">
      <h2 id="fee-health">Fee health</h2>
      <HealthTable head="Approved contract" lines={lines} sums={data.sums} date={data.date}>
        {data.hoursWithoutContract > 0 &&
          `${formatNumber(data.hoursWithoutContract)} h were worked without a contract; they are not counted here.`}
      </HealthTable>
    </section>
  )
}

interface TableProps {
  head: string
  lines: readonly Line[]
  sums: FeeFigures
  date: string
  children?: ReactNode
}

function HealthTable({ head, lines, sums, date, children }: TableProps) {
  const seesBoth = sums.revenue !== undefined && sums.forecastCost !== undefined
  const isPhases = lines.some(({ percentComplete }) => percentComplete !== undefined)
  const cells = (line: FeeFigures & { percentComplete?: number | null }) => (
    <>
      <td>
        <HealthBar feeFigures={line} />
      </td>
      <td>
        {formatNumber(line.actualHours)}
        <small>plan {formatNumber(line.plannedToDate)}</small>
      </td>
      <td>
        {formatNumber(line.forecastHours)}
        <small>of {formatNumber(line.plannedHours)}</small>
      </td>
      {line.forecastCost !== undefined && (
        <td data-bad={(seesBoth && line.forecastCost > (line.revenue ?? 0)) || undefined}>
          <Money value={line.forecastCost} decimals={0} plain />
          {line.revenue !== undefined && (
            <small>
              of <Money value={line.revenue} decimals={0} plain />
            </small>
          )}
        </td>
      )}
      {isPhases && !seesBoth && <td>{percentCell(line.percentComplete)}</td>}
      {seesBoth && (
        <td data-bad={(line.burnPercent ?? 0) > 100 || undefined}>
          {percentCell(line.burnPercent)}
          {line.percentComplete != null && <small>at {formatNumber(line.percentComplete)}%</small>}
        </td>
      )}
      {seesBoth && (
        <td>
          <DateOnly value={line.passesOn} />
        </td>
      )}
    </>
  )
  return (
    <>
      <p className={css.note}>
        As of {formatDate(date)}. {children}
      </p>
      <p className={css.legend} aria-hidden>
        <span data-part="actual">Worked</span>
        <span data-part="rest">Still planned</span>
        <span data-part="plan">Planned to date</span>
        <span data-part="fee">{seesBoth ? 'Fee' : 'Plan'}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={css.wide} tabIndex={0} aria-label="Fees and hours">
        <table className={css.table} aria-label="Fee health">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" className={css.barHead}>
                {seesBoth ? 'Cost against the fee' : 'Hours against the plan'}
              </th>
              <th scope="col">Worked, h</th>
              <th scope="col">Forecast, h</th>
              {sums.forecastCost !== undefined && <th scope="col">Forecast, USD</th>}
              {isPhases && !seesBoth && <th scope="col">Complete</th>}
              {seesBoth && <th scope="col">Burn</th>}
              {seesBoth && <th scope="col">Over the fee</th>}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key}>
                <th scope="row">
                  {line.name}
                  {line.note && <small>{line.note}</small>}
                </th>
                {cells(line)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {cells(sums)}
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  )
}

const percentCell = (value: number | null | undefined) => (value == null ? <span className="dna-muted">–</span> : `${formatNumber(value)}%`)

/** Bar of actual, remaining, planned-to-date and fee. It uses money if the user may see revenue and cost, otherwise hours. */
function HealthBar({ feeFigures }: { feeFigures: FeeFigures }) {
  const isMoney = feeFigures.revenue !== undefined && feeFigures.forecastCost !== undefined
  const { actual, rest, plan, fee } = isMoney
    ? {
        actual: feeFigures.actualCost ?? 0,
        rest: feeFigures.remainingCost ?? 0,
        plan: feeFigures.plannedCostToDate ?? 0,
        fee: feeFigures.revenue ?? 0,
      }
    : { actual: feeFigures.actualHours, rest: feeFigures.remainingHours, plan: feeFigures.plannedToDate, fee: feeFigures.plannedHours }
  const most = Math.max(actual + rest, fee, plan, 0.01)
  const at = (value: number) => `${Math.min(100, Math.max(0, (value / most) * 100))}%`
  const unit = isMoney ? (value: number) => formatUsd(value, 0) : (value: number) => `${formatNumber(value)} h`
  const summary = `${unit(actual)} worked, ${unit(rest)} still planned, ${unit(plan)} planned to date, ${isMoney ? 'fee' : 'plan'} ${unit(fee)}`
  return (
    <span className={css.bar} role="img" aria-label={summary} title={summary} data-over={actual + rest > fee || undefined}>
      <span className={css.actual} style={{ width: at(actual) }} />
      <span className={css.rest} style={{ left: at(actual), width: at(Math.max(rest, 0)) }} />
      <span className={css.plan} style={{ left: at(plan) }} />
      <span className={css.fee} style={{ left: at(fee) }} />
    </span>
  )
}
