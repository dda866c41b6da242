import { Link } from '@tanstack/react-router'
import { catalogueHealth, leadFunnel, projectsByStage, type StageFigures } from '../../model/dashboard/widgets.ts'
import { formatUsd, roundedProduct, sumMoney } from '../../model/kit/money.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import type { leads } from '../../model/projects/leads.ts'
import type { projects } from '../../model/projects/projects.ts'
import { FormattedNumber, formatNumber, Money } from '../kit/look/format.tsx'
import { StackedBar } from '../kit/parts/bars.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useRead } from '../kit/request/call.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { listOfStage } from '../projects/public.tsx'
import css from './dashboard.module.css'
import { none, quiet, WidgetCard, type WidgetProps } from './widget-card.tsx'

export function LeadFunnel(props: WidgetProps) {
  const reading = useRead(leadFunnel, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={6}
      total={reading.data?.items.reduce((sum, { count }) => sum + count, 0)}
      all="/leads"
      empty={none('No leads yet.')}
    >
      {({ items }) => {
        const most = Math.max(1, ...items.map(({ weighedRevenue }) => weighedRevenue))
        return (
          <table className={css.stages}>
            <thead>
              <tr>
                <th scope="col">Status</th>
                <th scope="col">Leads</th>
                <th scope="col">Expected, USD</th>
                <td className={css.barCell} />
                <th scope="col">By probability, USD</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ leadStatus, count, expectedRevenue, weighedRevenue }) => (
                <tr key={leadStatus}>
                  <th scope="row">
                    <Link to="/leads" search={filterSearch<typeof leads>({ leadStatuses: [leadStatus] })}>
                      <ChoiceText options={LeadStatus} value={leadStatus} />
                    </Link>
                  </th>
                  <td>
                    <FormattedNumber value={count} />
                  </td>
                  <td>
                    <Money value={expectedRevenue} decimals={0} plain />
                  </td>
                  <td className={css.barCell}>
                    <span className={css.track}>
                      <span style={{ width: `${(weighedRevenue / most) * 100}%` }} />
                    </span>
                  </td>
                  <td>
                    <Money value={weighedRevenue} decimals={0} plain />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }}
    </WidgetCard>
  )
}

const sumCounts = (figures: StageFigures[]) => figures.reduce((sum, { count }) => sum + count, 0)

export function ProjectsByStage(props: WidgetProps) {
  const reading = useRead(projectsByStage, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={8}
      total={reading.data && sumCounts(reading.data.items)}
      empty={none('No projects yet.')}
    >
      {({ items }) => {
        const stages = ProjectStage.values
          .map(({ value: stage, label }) => ({ stage, label, statuses: items.filter((item) => item.stage === stage) }))
          .filter(({ statuses }) => statuses.length > 0)
        const most = Math.max(...stages.map(({ statuses }) => sumCounts(statuses)))
        return (
          <ul className={css.charts}>
            {stages.map((chart) => (
              <StageChart key={chart.stage} {...chart} most={most} />
            ))}
          </ul>
        )
      }}
    </WidgetCard>
  )
}

interface StageProps {
  stage: ProjectStage
  label: string
  statuses: StageFigures[]
  /** Projects of the largest stage, which has the full width. */
  most: number
}
function StageChart({ stage, label, statuses, most }: StageProps) {
  const { to } = listOfStage[stage]
  const parts = statuses.map(({ projectStatus, count }) => ({
    label: ProjectStatus.label(projectStatus),
    value: count,
    tone: stateTone(ProjectStatus, projectStatus) ?? 'neutral',
  }))
  return (
    <li className={css.chart}>
      <p>
        <Link to={to}>{label}</Link>
        <span>
          <b>{formatNumber(sumCounts(statuses))}</b>, MSRP{' '}
          <Money value={sumMoney(statuses.map(({ totalMsrpPrice }) => totalMsrpPrice))} decimals={0} />
        </span>
      </p>
      <StackedBar label={`${label} by status`} parts={parts} most={most} />
      <ul className={css.legend}>
        {statuses.map(({ projectStatus, count, totalMsrpPrice }) => (
          <li key={projectStatus}>
            <Link
              to={to}
              search={filterSearch<typeof projects>({ projectStatuses: [projectStatus] })}
              title={`MSRP ${formatUsd(totalMsrpPrice, 0)}`}
            >
              <ChoiceText options={ProjectStatus} value={projectStatus} />
            </Link>{' '}
            {formatNumber(count)}
          </li>
        ))}
      </ul>
    </li>
  )
}

export function CatalogHealth(props: WidgetProps) {
  const reading = useRead(catalogueHealth, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={5}
      all="/catalogue-health"
      empty={({ total }) => (total === 0 ? 'The catalog is empty.' : undefined)}
    >
      {({ total, requireReview, deprecated, withoutPrice, duplicates }) => (
        <dl className={css.figures}>
          {(
            [
              ['Equipment', total, undefined],
              ['Require review', requireReview, 'attention'],
              ['Deprecated', deprecated, 'bad'],
              ['Without price', withoutPrice, 'attention'],
              ['Groups of possible duplicates', duplicates, 'attention'],
            ] as const
          ).map(([name, figure, tone]) => (
            <div key={name}>
              <dt>{tone ? <StateText tone={figure > 0 ? tone : 'good'}>{name}</StateText> : name}</dt>
              <dd>
                <FormattedNumber value={figure} />
                {tone && total > 0 && <span className={css.share}>{formatNumber(roundedProduct(1, [figure, 100], total), 1)}%</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </WidgetCard>
  )
}
