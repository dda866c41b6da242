import { SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { myHours, type PlannedHours, type UtilizationFigures, utilization } from '../../model/dashboard/widgets.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { UtilizationGrouping } from '../../model/planning/enums.ts'
import { fullness, utilization as shareOf } from '../../model/planning/working-time.ts'
import { freeHours, isPartOfHours, totalLoad, type WorkloadSums } from '../../model/planning/workload.ts'
import { FormattedNumber, formatNumber, MissingValue } from '../kit/look/format.tsx'
import { readStored, saveToLocalStorage } from '../kit/look/local-storage.ts'
import { LimitBar } from '../kit/parts/bars.tsx'
import { useRead } from '../kit/request/call.ts'
import { useMayVisit } from '../kit/request/can.ts'
import css from './dashboard.module.css'
import { useLiveWidget } from './live-widget.ts'
import { quiet, WidgetCard, type WidgetProps } from './widget-card.tsx'

const describeMonth = ({ firm, tentative, capacity }: WorkloadSums, month: string) =>
  `${formatMonth(month)}: ${formatNumber(firm[month] ?? 0)} h firm, ${formatNumber(tentative[month] ?? 0)} h tentative of ${formatNumber(capacity[month] ?? 0)} h`

const barTones = { good: 'good', attention: 'near', bad: 'over' } as const

function Fill({ workload, month }: { workload: WorkloadSums; month: string }) {
  const [load, capacity] = [totalLoad(workload, month), workload.capacity[month] ?? 0]
  return (
    <LimitBar
      label={describeMonth(workload, month)}
      value={workload.firm[month] ?? 0}
      tentative={workload.tentative[month] ?? 0}
      limit={capacity}
      tone={barTones[fullness(load, capacity)]}
    />
  )
}

const MonthHeads = ({ months }: { months: readonly string[] }) =>
  months.map((month) => (
    <th key={month} scope="col">
      {formatMonth(month)}
    </th>
  ))

export function MyHours(props: WidgetProps) {
  const reading = useRead(myHours, {}, quiet)
  useLiveWidget(myHours, isPartOfHours)
  const mayVisit = useMayVisit()
  return (
    <WidgetCard {...props} reading={reading} lines={4} all="/my-board" empty={() => undefined}>
      {({ months, capacity, planned, projects, isPartial }) => (
        <table className={css.months}>
          <thead>
            <tr>
              <th scope="col">Hours</th>
              <MonthHeads months={months} />
            </tr>
          </thead>
          <tbody>
            {planned ? (
              <LoadRows months={months} workload={{ capacity, ...planned }} isPartial={isPartial} />
            ) : (
              <tr data-group>
                <th scope="row">Capacity</th>
                {months.map((month) => (
                  <td key={month}>
                    <FormattedNumber value={capacity[month] ?? 0} />
                  </td>
                ))}
              </tr>
            )}
            {projects.map(({ id, name, hours }) => (
              <tr key={id}>
                <th scope="row">{mayVisit('/projects/$id') ? <Link to={`/projects/${id}`}>{name}</Link> : name}</th>
                {months.map((month) => (
                  <td key={month}>{hours[month] ? <FormattedNumber value={hours[month]} /> : <MissingValue />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </WidgetCard>
  )
}

function LoadRows({
  months,
  workload,
  isPartial,
}: {
  months: readonly string[]
  workload: WorkloadSums & PlannedHours
  isPartial: boolean
}) {
  return (
    <>
      <tr data-group>
        <th scope="row">
          Load <span className={css.of}>of capacity{isPartial && ', in part'}</span>
        </th>
        {months.map((month) => (
          <td key={month} title={describeMonth(workload, month)}>
            <span className="dna-num">{formatNumber(totalLoad(workload, month))}</span>
            <span className={css.of}> / {formatNumber(workload.capacity[month] ?? 0)}</span>
            <span className={css.cellBar}>
              <Fill workload={workload} month={month} />
            </span>
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row">Available</th>
        {months.map((month) => {
          const left = freeHours(workload, month)
          return (
            <td key={month} data-over={left < 0 || undefined}>
              <span className="dna-num">{left < 0 ? `${formatNumber(-left)} over` : formatNumber(left)}</span>
            </td>
          )
        })}
      </tr>
    </>
  )
}

const groupingPlace = 'utilization-by'

export function Utilization(props: WidgetProps) {
  const [groupBy, setGroupBy] = useState<UtilizationGrouping>(
    () => UtilizationGrouping.values.find(({ value }) => value === readStored(groupingPlace))?.value ?? UtilizationGrouping.Team,
  )
  const reading = useRead(utilization, { query: { groupBy } }, { ...quiet, keepsOld: true })
  useLiveWidget(utilization, isPartOfHours)
  const control = (
    <SegmentedControl
      size="xs"
      aria-label={`${props.label}: by`}
      value={groupBy}
      onChange={(value) => {
        const chosen = UtilizationGrouping.values.find((item) => item.value === value)?.value ?? UtilizationGrouping.Team
        saveToLocalStorage(groupingPlace, chosen)
        setGroupBy(chosen)
      }}
      data={[...UtilizationGrouping.values]}
    />
  )
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={7}
      all="/workload"
      controls={control}
      empty={({ all }) => (all.people === 0 ? 'No people yet. Add them under Manage.' : undefined)}
    >
      {({ months, groups, all }) => (
        <>
          <HoursChart figures={all} months={months} />
          <table className={css.months}>
            <thead>
              <tr>
                <th scope="col">{groupBy === UtilizationGrouping.Team ? 'Team' : 'Labor type'}</th>
                <MonthHeads months={months} />
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <UtilizationRow key={group.key} figures={group} months={months} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </WidgetCard>
  )
}

/** Hours of everybody against their capacity, by month. */
const HoursChart = ({ figures, months }: { figures: UtilizationFigures; months: readonly string[] }) => (
  <ul className={css.charts} aria-label={`${figures.name}, ${formatCount(figures.people, 'person', 'people')}`}>
    {months.map((month) => {
      const [load, capacity] = [totalLoad(figures, month), figures.capacity[month] ?? 0]
      return (
        <li key={month} className={css.chart}>
          <p>
            <span>{formatMonth(month)}</span>
            <span data-over={load > capacity || undefined}>
              <b>{formatNumber(load, 0)}</b> of {formatNumber(capacity, 0)} h
              {capacity > 0 && `, ${formatNumber(shareOf(load, capacity) * 100, 0)}%`}
            </span>
          </p>
          <Fill workload={figures} month={month} />
        </li>
      )
    })}
  </ul>
)

const UtilizationRow = ({ figures, months }: { figures: UtilizationFigures; months: readonly string[] }) => (
  <tr>
    <th scope="row">
      {figures.name} <span className={css.of}>{formatNumber(figures.people)}</span>
    </th>
    {months.map((month) => {
      const [load, capacity] = [totalLoad(figures, month), figures.capacity[month] ?? 0]
      return (
        <td key={month} title={describeMonth(figures, month)} data-over={load > capacity || undefined}>
          {/* A percentage of zero capacity is undefined, so show the hours. */}
          <span className="dna-num">
            {capacity > 0 ? `${formatNumber(shareOf(load, capacity) * 100, 0)}%` : load > 0 ? `${formatNumber(load)} h` : '–'}
          </span>
          <span className={css.cellBar}>
            <Fill workload={figures} month={month} />
          </span>
        </td>
      )
    })}
  </tr>
)
