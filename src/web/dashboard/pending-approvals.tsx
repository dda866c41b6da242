import { Link } from '@tanstack/react-router'
import type { contracts } from '../../model/contracts/contracts.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import { pendingApprovals } from '../../model/dashboard/widgets.ts'
import { DateOnly, Money } from '../kit/look/format.tsx'
import { UserAvatar } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { useCan, useMayVisit } from '../kit/request/can.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { ContractDecision } from './contract-decision.tsx'
import css from './dashboard.module.css'
import { none, quiet, WidgetCard, type WidgetProps } from './widget-card.tsx'

const waiting = filterSearch<typeof contracts>({ contractStatuses: [ContractStatus.PendingApproval] })

export function PendingApprovals(props: WidgetProps) {
  const reading = useRead(pendingApprovals, {}, quiet)
  const maySeeRevenue = useCan('ProjectContracts.ViewRevenueSums')
  const mayVisit = useMayVisit()
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={4}
      total={reading.data?.total}
      all={mayVisit('/manage-contracts') ? '/manage-contracts' : undefined}
      search={waiting}
      empty={none('No contracts are waiting for your approval.')}
    >
      {({ items }) => (
        <ul className={`${css.rows} ${css.decisions}`}>
          {items.map((contract) => {
            const { id, name, number, project, totalRevenue, sentForApprovalBy, sentForApprovalDate } = contract
            return (
              <li key={id}>
                {sentForApprovalBy && <UserAvatar user={sentForApprovalBy} />}
                <span className={css.main}>
                  <Link to={`/projects/${project.id}/contracts/${id}`}>{name}</Link>
                  <span className={css.quiet}>
                    {number}, {project.name}
                  </span>
                </span>
                <span className={css.sent}>
                  {maySeeRevenue && <Money value={totalRevenue} decimals={0} />}
                  <span className={css.quiet}>
                    <DateOnly value={sentForApprovalDate} />
                  </span>
                </span>
                <span className={css.acts}>
                  <ContractDecision contract={contract} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </WidgetCard>
  )
}
