import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { catalogueHealth, leadFunnel, projectsByStage, type StageFigures } from '../../model/dashboard/widgets.ts'
import { roundedProduct, sumMoney } from '../../model/kit/money.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import type { leads } from '../../model/projects/leads.ts'
import type { projects } from '../../model/projects/projects.ts'
import { FormattedNumber, formatNumber, Money } from '../kit/look/format.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
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
        const most = Math.max(...items.map(({ count }) => count))
        const stages = ProjectStage.values.filter(({ value }) => items.some(({ stage }) => stage === value))
        return (
          <table className={css.stages}>
            <thead>
              <tr>
                <th scope="col">Stage and status</th>
                <td className={css.barCell} />
                <th scope="col">Projects</th>
                <th scope="col">MSRP, USD</th>
              </tr>
            </thead>
            <tbody>
              {stages.map(({ value: stage, label }) => {
                const stageItems = items.filter((item) => item.stage === stage)
                const { to } = listOfStage[stage]
                return (
                  <Fragment key={stage}>
                    <tr data-group>
                      <th scope="row">
                        <Link to={to}>{label}</Link>
                      </th>
                      <td className={css.barCell} />
                      <td>
                        <FormattedNumber value={sumCounts(stageItems)} />
                      </td>
                      <td>
                        <Money value={sumMoney(stageItems.map(({ totalMsrpPrice }) => totalMsrpPrice))} decimals={0} plain />
                      </td>
                    </tr>
                    {stageItems.map(({ projectStatus, count, totalMsrpPrice }) => (
                      <tr key={projectStatus}>
                        <th scope="row">
                          <Link to={to} search={filterSearch<typeof projects>({ projectStatuses: [projectStatus] })}>
                            <ChoiceText options={ProjectStatus} value={projectStatus} />
                          </Link>
                        </th>
                        <td className={css.barCell}>
                          <span className={css.track}>
                            <span style={{ width: `${(count / most) * 100}%` }} />
                          </span>
                        </td>
                        <td>
                          <FormattedNumber value={count} />
                        </td>
                        <td>
                          <Money value={totalMsrpPrice} decimals={0} plain />
                        </td>
                      </tr>
                    ))}
                  </Fragment>
                )
              })}
            </tbody>
          </table>
        )
      }}
    </WidgetCard>
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
                {tone && total > 0 && <span className={css.share}>{formatNumber(roundedProduct(1, [figure, 100], total), 1)} %</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </WidgetCard>
  )
}
