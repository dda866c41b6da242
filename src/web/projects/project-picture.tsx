import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { contracts } from '../../model/contracts/contracts.ts'
import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import { readProjectHealth } from '../../model/hours/fee-health.ts'
import { formatDate } from '../../model/kit/dates.ts'
import type { Enumeration } from '../../model/kit/enumeration.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { readLiveOverview } from '../../model/projects/live-overview.ts'
import { type NextDate, nextDates } from '../../model/projects/next-dates.ts'
import { budgetFill, readBudget } from '../../model/projects/project-budget.ts'
import type { PhaseOfProject } from '../../model/projects/projects.ts'
import { readTimeline } from '../../model/projects/timeline.ts'
import { isCounted } from '../../model/spaces/counted-spaces.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { currentDay } from '../kit/look/clock.ts'
import { DateOnly, formatNumber, Money } from '../kit/look/format.tsx'
import { EmptyState, Skeletons, UserAvatar } from '../kit/pages.tsx'
import { LimitBar, StackedBar } from '../kit/parts/bars.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateText } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import { barLook } from '../planning/public.tsx'
import { arrangePhases, phasePosition } from './phase-lanes.ts'
import type { Project } from './project-head.tsx'
import css from './project-picture.module.css'

const quiet = { isQuiet: true, keepsOld: true }
const mostRows = 5

/** Everything the picture shows. A part without permission is absent, and one that failed says so in its place. */
function usePicture({ id }: Project) {
  const params = { id }
  const may = {
    progress: useCan(readLiveOverview.permission),
    budget: useCan(readBudget.permission),
    fees: useCan(readProjectHealth.permission),
    dates: useCan(readTimeline.permission),
    approvals: useCan(contracts.permission.view),
  }
  const waiting = { projectIds: [id], contractStatuses: [ContractStatus.PendingApproval], isArchived: false, itemsPerPage: mostRows }
  const reads = {
    progress: useRead(readLiveOverview, { params }, { ...quiet, enabled: may.progress }),
    budget: useRead(readBudget, { params }, { ...quiet, enabled: may.budget }),
    fees: useRead(readProjectHealth, { params }, { ...quiet, enabled: may.fees }),
    dates: useRead(readTimeline, { params, query: { itemsPerPage: -1, isDone: false } }, { ...quiet, enabled: may.dates }),
    approvals: useRead(resourceCalls(contracts).list, { query: waiting }, { ...quiet, enabled: may.approvals }),
  }
  const isLoading = Object.values(reads).some(({ isLoading }) => isLoading)
  return { ...reads, isLoading }
}
type Picture = ReturnType<typeof usePicture>

/** Milliseconds after which a slow part no longer holds back the content below it. */
const patienceMs = 2000

/** True until the parts have loaded, so that they and the content below them appear in their final place. */
function useHold(isLoading: boolean) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isLoading && !isLate
}

/** Phases, money, progress, dates and approvals at a glance, above the rest of the overview. */
export function ProjectPicture({ project, children }: { project: Project; children: ReactNode }) {
  const { progress, budget, fees, dates, approvals, isLoading } = usePicture(project)
  const isHeld = useHold(isLoading)
  const { id } = project
  const today = currentDay()
  const open = dates.data && nextDates(dates.data.items, dates.data.documents, today)
  const hasMoney = budget.error || hasBudget(budget.data) || (fees.data?.contracts.length ?? 0) > 0
  const hasProgress = progress.error || (progress.data && progress.data.spacesByStatus.length + progress.data.documentsByState.length > 0)
  const phases = project.phases ?? []
  const isBlank = !(phases.length > 0 || hasMoney || hasProgress || dates.error || open?.length || approvals.error || approvals.data?.total)
  return (
    <>
      {isHeld && (
        <div className={css.waits}>
          <Skeletons rows={8} />
        </div>
      )}
      <div hidden={isHeld}>
        {phases.length > 0 && <Phases phases={phases} today={today} />}
        <div className={css.parts}>
          {hasMoney && <MoneyPart id={id} {...{ budget, fees }} />}
          {hasProgress && <Progress id={id} read={progress} />}
          {(dates.error || (open && open.length > 0)) && <Dates id={id} read={dates} open={open ?? []} />}
          {(approvals.error || (approvals.data && approvals.data.total > 0)) && <OpenApprovals read={approvals} />}
        </div>
        {isBlank && <EmptyState text="Nothing to show yet. Rooms, phases, the budget and the next dates appear here as they come." />}
        {children}
      </div>
    </>
  )
}

function Part({ title, note, to, children }: { title: string; note?: ReactNode; to?: string; children: ReactNode }) {
  return (
    <section className={css.part} aria-label={title}>
      <header>
        <h2>{to ? <Link to={to}>{title}</Link> : title}</h2>
        {note && <span>{note}</span>}
      </header>
      {children}
    </section>
  )
}

function Phases({ phases, today }: { phases: readonly PhaseOfProject[]; today: string }) {
  const { bars, lanes, marks, now } = arrangePhases(phases, today)
  return (
    <Part title="Phases" note={phasePosition(phases, today, ({ type }) => ConstructionPhaseType.get(type).longLabel)}>
      <div className={css.chart}>
        <div className={css.months} aria-hidden>
          {marks.map(({ label, left }) => (
            <span key={label} style={{ left: `${left}%` }}>
              {label}
            </span>
          ))}
        </div>
        <ul className={css.lanes} style={{ height: lanes * 24 + 8 }}>
          {bars.map(({ phase: { type, startDate, endDate }, lane, left, width }) => {
            const { longLabel, label } = ConstructionPhaseType.get(type)
            const { style, ...look } = barLook(type, false)
            const words = `${longLabel}, ${formatDate(startDate)} to ${formatDate(endDate)}`
            return (
              <li
                key={type}
                {...look}
                aria-label={words}
                title={words}
                style={{ ...style, left: `${left}%`, width: `${width}%`, top: lane * 24 + 4 }}
              >
                <b>{label}</b> {longLabel}
              </li>
            )
          })}
        </ul>
        {now !== undefined && (
          <div className={css.today} style={{ left: `${now}%` }} aria-hidden>
            <span>Today</span>
          </div>
        )}
      </div>
    </Part>
  )
}

function Failed({ read, title }: { read: { error: Error | null; refetch: () => Promise<unknown> }; title: string }) {
  return read.error && <LoadError error={read.error} title={title} onRetry={() => void read.refetch()} />
}

interface BarFigures {
  name: string
  figure: ReactNode
  limit: ReactNode
  note: ReactNode
  isOver?: boolean
  bar: ReactNode
}
function BarRow({ name, figure, limit, note, isOver, bar }: BarFigures) {
  return (
    <div className={css.row} data-over={isOver || undefined}>
      <p>
        {name}
        <span>
          <b>{figure}</b> {limit}
        </span>
      </p>
      {bar}
      <small>{note}</small>
    </div>
  )
}

type Budget = NonNullable<Picture['budget']['data']>
const hasBudget = (budget: Budget | undefined) =>
  budget !== undefined && (budget.clientBudget !== null || budget.estimate.totalMsrpPrice > 0)

function MoneyPart({ id, budget, fees }: { id: number } & Pick<Picture, 'budget' | 'fees'>) {
  return (
    <Part title="Money" to={budget.data && `/projects/${id}/budget`}>
      {budget.data && hasBudget(budget.data) ? <BudgetRow budget={budget.data} /> : <Failed read={budget} title="Budget" />}
      {fees.data && fees.data.contracts.length > 0 && <FeeRow sums={fees.data.sums} />}
    </Part>
  )
}

function BudgetRow({ budget: { clientBudget, estimate, usedPercent } }: { budget: Budget }) {
  const hasPrices = estimate.totalMsrpPrice > 0
  if (clientBudget === null || usedPercent === null || !hasPrices)
    return (
      <BarRow
        name="Estimate"
        figure={hasPrices ? <Money value={estimate.total} decimals={0} /> : 'No prices yet'}
        limit={clientBudget !== null && <>of {formatUsd(clientBudget, 0)}</>}
        note={clientBudget === null && 'No client budget to compare with'}
        bar={null}
      />
    )
  const left = clientBudget - estimate.total
  const fill = budgetFill(usedPercent)
  const percent = `${formatNumber(usedPercent, 1)}% used`
  const note = left < 0 ? `${formatUsd(-left, 0)} over, ${percent}` : `${percent}, ${formatUsd(left, 0)} left`
  return (
    <BarRow
      name="Estimate"
      figure={<Money value={estimate.total} decimals={0} />}
      limit={`of ${formatUsd(clientBudget, 0)}`}
      note={note}
      isOver={fill === 'over'}
      bar={<LimitBar label={`Estimate of the client budget: ${note}`} value={estimate.total} limit={clientBudget} tone={fill} />}
    />
  )
}

function FeeRow({ sums }: { sums: NonNullable<Picture['fees']['data']>['sums'] }) {
  const { revenue, forecastCost, passesOn, forecastHours, plannedHours, actualHours } = sums
  if (revenue === undefined || forecastCost === undefined) {
    const note = `${formatNumber(actualHours)} h worked`
    const isOver = forecastHours > plannedHours
    return (
      <BarRow
        name="Forecast hours"
        figure={`${formatNumber(forecastHours)} h`}
        limit={`of ${formatNumber(plannedHours)} h`}
        note={note}
        isOver={isOver}
        bar={
          <LimitBar
            label={`Forecast ${formatNumber(forecastHours)} h of ${formatNumber(plannedHours)} planned h, ${note}`}
            value={actualHours}
            tentative={forecastHours - actualHours}
            limit={plannedHours}
            tone={isOver ? 'over' : 'normal'}
          />
        }
      />
    )
  }
  const isOver = forecastCost > revenue
  const margin = formatUsd(Math.abs(revenue - forecastCost), 0)
  const note = isOver ? `${margin} over the fee${passesOn ? `, from ${formatDate(passesOn)}` : ''}` : `${margin} expected to remain`
  return (
    <BarRow
      name="Forecast cost"
      figure={<Money value={forecastCost} decimals={0} />}
      limit={`of ${formatUsd(revenue, 0)} fee`}
      note={note}
      isOver={isOver}
      bar={<LimitBar label={`Forecast cost of the fee: ${note}`} value={forecastCost} limit={revenue} tone={isOver ? 'over' : 'normal'} />}
    />
  )
}

/** Completed first, so that the bar fills from the left. */
const order = [SpaceStatus.Completed, SpaceStatus.InProgress, SpaceStatus.OnHold, SpaceStatus.Created]

function Progress({ id, read }: { id: number; read: Picture['progress'] }) {
  const { data } = read
  if (!data)
    return (
      <Part title="Design progress">
        <Failed read={read} title="Design progress" />
      </Part>
    )
  const documents = data.documentsByState.map(({ state, count }) => ({ status: state, count }))
  return (
    <Part title="Design progress">
      <StatusRow name="Spaces" to={`/projects/${id}/spaces`} options={SpaceStatus} counts={data.spacesByStatus} />
      {documents.length > 0 && (
        <StatusRow name="Drawings" to={`/projects/${id}/drawing-documents`} options={SpaceStatus} counts={documents} />
      )}
    </Part>
  )
}

interface StatusProps {
  name: string
  to: string
  options: Enumeration & typeof SpaceStatus
  counts: readonly { status: SpaceStatus; count: number }[]
}
function StatusRow({ name, to, options, counts }: StatusProps) {
  const counted = counts.filter(isCounted)
  const sum = counted.reduce((total, { count }) => total + count, 0)
  const parts = order.flatMap((status) => {
    const count = counted.find((item) => item.status === status)?.count ?? 0
    return count > 0 ? [{ label: options.label(status), value: count, tone: stateTone(options, status) ?? 'neutral' }] : []
  })
  const done = counted.find(({ status }) => status === SpaceStatus.Completed)?.count ?? 0
  if (sum === 0) return null
  return (
    <div className={css.row}>
      <p>
        <Link to={to}>{name}</Link>
        <span>
          <b>{formatNumber(done)}</b> of {formatNumber(sum)} completed
        </span>
      </p>
      <StackedBar label={`${name} by status`} parts={parts} />
      <small className={css.legend} aria-hidden>
        {parts.map(({ label, tone }) => (
          <StateText key={label} tone={tone}>
            {label}
          </StateText>
        ))}
      </small>
    </div>
  )
}

function Dates({ id, read, open }: { id: number; read: Picture['dates']; open: readonly NextDate[] }) {
  return (
    <Part title="Next dates" note={open.length > mostRows && formatCount(open.length, 'open date')} to={`/projects/${id}/timeline`}>
      {!read.data && <Failed read={read} title="Dates" />}
      <ul className={css.list}>
        {open.slice(0, mostRows).map(({ key, title, kind, date, isLate }) => (
          <li key={key}>
            <span>
              {title} <small>{kind}</small>
            </span>
            {isLate && <StateText tone="bad">Late</StateText>}
            <DateOnly value={date} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function OpenApprovals({ read }: { read: Picture['approvals'] }) {
  const { data } = read
  return (
    <Part title="Open approvals" note={data && data.total > 0 ? formatCount(data.total, 'contract') : undefined}>
      {!data && <Failed read={read} title="Open approvals" />}
      <ul className={css.list}>
        {data?.items.map(({ id, name, project, totalRevenue, sentForApprovalBy, sentForApprovalDate }) => (
          <li key={id}>
            {sentForApprovalBy && <UserAvatar user={sentForApprovalBy} />}
            <span>
              <Link to={`/projects/${project.id}/contracts/${id}`}>{name}</Link>
              <small>
                {' '}
                since <DateOnly value={sentForApprovalDate} />
              </small>
            </span>
            {totalRevenue !== undefined && <Money value={totalRevenue} decimals={0} />}
          </li>
        ))}
      </ul>
    </Part>
  )
}
