import { Link } from '@tanstack/react-router'
import { contractsAtRisk } from '../../model/dashboard/widgets.ts'
import { affectsFeeHealth } from '../../model/hours/fee-health.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { formatNumber, Money } from '../kit/look/format.tsx'
import { LimitBar } from '../kit/parts/bars.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './dashboard.module.css'
import { useLiveWidget } from './live-widget.ts'
import { none, quiet, WidgetCard, type WidgetProps } from './widget-card.tsx'

export function ContractsAtRisk(props: WidgetProps) {
  const reading = useRead(contractsAtRisk, {}, quiet)
  useLiveWidget(contractsAtRisk, affectsFeeHealth)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={8}
      total={reading.data?.total}
      empty={none('No approved contract is expected to cost more than it earns.')}
    >
      {({ items }) => (
        <ul className={css.charts}>
          {items.map(({ id, name, project, revenue, forecastCost, burnPercent, passesOn }) => (
            <li key={id} className={css.chart}>
              <p>
                <Link to={`/projects/${project.id}/contracts/${id}/fee-health`}>{name}</Link>
                <StateText tone={passesOn ? 'bad' : 'attention'}>
                  {passesOn ? `Over on ${formatDate(passesOn)}` : `Burn ${formatNumber(burnPercent ?? 0)}%`}
                </StateText>
              </p>
              <LimitBar
                label={`Forecast cost ${formatUsd(forecastCost, 0)} of ${formatUsd(revenue, 0)} fee`}
                value={forecastCost}
                limit={revenue}
                tone={forecastCost > revenue ? 'over' : 'near'}
              />
              <small>
                {project.name}: cost <Money value={forecastCost} decimals={0} /> of <Money value={revenue} decimals={0} /> fee,{' '}
                <Money value={revenue - forecastCost} decimals={0} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}
