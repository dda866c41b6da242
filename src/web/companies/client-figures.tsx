import type { ReactNode } from 'react'
import type { clients } from '../../model/companies/clients.ts'
import { readClientMoney } from '../../model/contracts/client-money.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { projects } from '../../model/projects/projects.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { type BarPart, LimitBar, StackedBar } from '../kit/parts/bars.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './client-figures.module.css'

type Client = RowOf<typeof clients>
type Money = ResponseOf<typeof readClientMoney>
const { Opportunity, Active, Closed, Archived } = ProjectStage

function stageParts({ opportunitiesCount, activeCount, closedCount, archivedCount }: NonNullable<Client['projectStats']>): BarPart[] {
  const parts: BarPart[] = [
    { label: ProjectStage.label(Opportunity), value: opportunitiesCount, tone: 'market' },
    { label: ProjectStage.label(Active), value: activeCount, tone: 'working' },
    { label: ProjectStage.label(Closed), value: closedCount, tone: 'good' },
    { label: ProjectStage.label(Archived), value: archivedCount, tone: 'neutral' },
  ]
  return parts.filter(({ value }) => value > 0)
}

/** Projects, contracts and money of a client in one row of reserved height, so that the form below does not move. */
export default function ClientFigures({ client }: { client: Client }) {
  const seesProjects = useCan(projects.permission.view)
  const mayRead = useCan(readClientMoney.permission)
  const { data, error, refetch } = useRead(readClientMoney, { params: { id: client.id } }, { isQuiet: true, enabled: mayRead })
  const parts = client.projectStats ? stageParts(client.projectStats) : []
  if (!seesProjects) return null
  return (
    <section className={css.figures} aria-label="Projects and money">
      <Figure
        name="Projects"
        value={formatNumber(parts.reduce((sum, { value }) => sum + value, 0))}
        bar={parts.length > 0 && <StackedBar label="Projects by stage" parts={parts} />}
        note={parts.map(({ label, value }) => `${label} ${formatNumber(value)}`).join(', ') || 'No projects for this client yet.'}
      />
      {mayRead && !data && error && <LoadError error={error} title="Contracts" onRetry={() => void refetch()} />}
      {mayRead && !(error && !data) && <ContractFigures data={data} />}
    </section>
  )
}

function ContractFigures({ data }: { data: Money | undefined }) {
  const of = (status: ContractStatus) => data?.contracts.find((item) => item.status === status)
  const [approved, pending, draft] = [of(ContractStatus.Approved), of(ContractStatus.PendingApproval), of(ContractStatus.Draft)]
  const counts = [
    { label: 'Approved', value: approved?.count ?? 0, tone: 'good' as const },
    { label: 'Pending approval', value: pending?.count ?? 0, tone: 'attention' as const },
    { label: 'Draft', value: draft?.count ?? 0, tone: 'neutral' as const },
  ].filter(({ value }) => value > 0)
  const hasRevenue = data?.contracts.some(({ revenue }) => revenue !== undefined)
  const { revenue = 0, cost } = approved ?? {}
  const waiting = (pending?.revenue ?? 0) + (draft?.revenue ?? 0)
  const margin = cost === undefined ? '' : `cost ${formatUsd(cost, 0)}, net ${formatUsd(revenue - cost, 0)}`
  return (
    <>
      <Figure
        name="Contracts"
        value={data && formatNumber(counts.reduce((sum, { value }) => sum + value, 0))}
        bar={counts.length > 0 && <StackedBar label="Contracts by status" parts={counts} />}
        note={counts.map(({ label, value }) => `${label} ${formatNumber(value)}`).join(', ') || (data && 'No contracts yet.')}
      />
      {(hasRevenue || !data) && (
        <Figure
          name="Approved revenue"
          value={data && formatUsd(revenue, 0)}
          bar={
            data && (
              <LimitBar
                label={`Approved ${formatUsd(revenue, 0)}, not yet approved ${formatUsd(waiting, 0)}${margin && `; ${margin}`}`}
                value={revenue}
                tentative={waiting}
                limit={revenue + waiting}
                tone="good"
              />
            )
          }
          note={data && [waiting > 0 && `${formatUsd(waiting, 0)} not yet approved`, margin].filter(Boolean).join('; ')}
        />
      )}
      <Figure
        name="Equipment of open projects, MSRP"
        value={data && formatUsd(data.openProjects.totalMsrpPrice, 0)}
        note={data && formatCount(data.openProjects.count, 'open project')}
      />
    </>
  )
}

function Figure({ name, value, bar, note }: { name: string; value: string | undefined; bar?: ReactNode; note: ReactNode }) {
  return (
    <div className={css.figure}>
      <span>{name}</span>
      <output aria-label={name}>{value ?? '…'}</output>
      <div className={css.bar}>{bar}</div>
      <small>{note}</small>
    </div>
  )
}
