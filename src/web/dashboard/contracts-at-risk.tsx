import { contractsAtRisk } from '../../model/dashboard/widgets.ts'
import { affectsFeeHealth } from '../../model/hours/fee-health.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { formatNumber, Money } from '../kit/look/format.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './dashboard.module.css'
import { useLiveWidget } from './live-widget.ts'
import { none, quiet, WidgetCard, type WidgetProps, WidgetRow } from './widget-card.tsx'

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
        <ul className={css.rows}>
          {items.map(({ id, name, project, revenue, forecastCost, burnPercent, passesOn }) => (
            <WidgetRow
              key={id}
              name={name}
              to={`/projects/${project.id}/contracts/${id}/fee-health`}
              note={project.name}
              state={
                <StateText tone={passesOn ? 'bad' : 'attention'}>
                  {passesOn ? `Over on ${formatDate(passesOn)}` : `Burn ${formatNumber(burnPercent ?? 0)} %`}
                </StateText>
              }
              figure={<Money value={revenue - forecastCost} decimals={0} />}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}
