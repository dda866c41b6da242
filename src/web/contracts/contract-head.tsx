import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contractStepDone, isEditable } from '../../model/contracts/contract-steps.ts'
import { contracts } from '../../model/contracts/contracts.ts'
import type { ContractSums } from '../../model/contracts/money.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { fullName } from '../../model/kit/names.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { stageObstacle } from '../../model/projects/stage-guards.ts'
import { WatchButton } from '../inbox/public.tsx'
import { DateOnly, formatNumber } from '../kit/look/format.tsx'
import { IconLock } from '../kit/look/icons.ts'
import { PageHead, Skeletons, Strip, UserAvatar } from '../kit/pages.tsx'
import { FoldingAside } from '../kit/parts/folding-aside.tsx'
import type { Tab } from '../kit/parts/page-tabs.tsx'
import { type Crumb, LoadError } from '../kit/parts/small-parts.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './contract.module.css'
import { type Contract, ContractState, contractKindLabel, NextStep } from './contract-state.tsx'

/**
 * Returns the contract id and base path. A contract page is reachable under its project and under all contracts; its links keep the user on
 * the same route.
 */
export function useContractPlace() {
  const { id = '', contractId } = useParams({ strict: false })
  return contractId === undefined
    ? { id, base: `/manage-contracts/${id}`, projectId: undefined }
    : { id: contractId, base: `/projects/${id}/contracts/${contractId}`, projectId: id }
}

export function contractTabs(base: string, contract: Contract): Tab[] {
  const tabs: (Tab | false)[] = [
    can('ProjectContracts.ConstructionPhasesView') && { label: 'Phases', to: base, count: contract.phasesCount },
    can('ProjectContracts.ConstructionPhasesView') && { label: 'Fee health', to: `${base}/fee-health` },
    { label: 'Details', to: `${base}/details` },
    contract.laborRates.some((rate) => Object.keys(rate).length > 1) && { label: 'Labor rates', to: `${base}/labor-rates` },
    { label: 'Direct expenses', to: `${base}/direct-expenses`, count: contract.directExpensesCount },
    can('ProjectContracts.DocumentsView') && { label: 'Documents', to: `${base}/documents`, count: contract.documentsCount },
    { label: 'History', to: `${base}/history` },
  ]
  return tabs.filter((tab) => tab !== false)
}

export const contractCrumbs = (contract: Contract | undefined, projectId: string | undefined): Crumb[] => {
  const project = contract?.project
  if (projectId === undefined)
    return [{ label: 'Contracts', to: '/manage-contracts' }, ...(project ? [{ label: project.name, to: `/projects/${project.id}` }] : [])]
  const toProject = { label: project?.name ?? 'Project', to: `/projects/${projectId}` }
  // The Contracts crumb is omitted while the project name loads, because it would shift when the name arrives.
  return project ? [toProject, { label: 'Contracts', to: `/projects/${projectId}/contracts` }] : [toProject]
}

export function lockReason(contract: Contract): string | undefined {
  if (isEditable(contract)) return undefined
  if (contract.isProjectClosed) return 'The project is closed; the contract stays as it was. Documents can still be added.'
  if (contract.projectStage === ProjectStage.Lead) return stageObstacle('contract', 'Update', contract.projectStage)
  if (contract.isArchived) return 'The contract is archived. It does not count toward boards or totals.'
  const locked = contract.statusHistory.find(({ to }) => to.endsWith('locked') || to === 'Pending Approval')
  const by = locked?.user ? ` by ${fullName(locked.user)}` : ''
  return `Locked${by}. Phases, rates and expenses are read only; documents can still be added.`
}

interface ContractTabProps {
  title: string
  actions?: (contract: Contract) => ReactNode
  children: (contract: Contract) => ReactNode
}

export function ContractTab({ title, actions, children }: ContractTabProps) {
  const { id, base, projectId } = useContractPlace()
  const { data: contract, error, refetch } = useRead(resourceCalls(contracts).read, { params: { id } }, { isQuiet: true })
  useTitle(contract && `${title} · ${contract.name}`)
  if (!contract)
    return (
      <div className={css.page}>
        <PageHead crumbs={contractCrumbs(undefined, projectId)} title="Contract" />
        {error ? <LoadError error={error} title="This contract" onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  const lock = lockReason(contract)
  return (
    <div className={css.page}>
      <PageHead
        crumbs={contractCrumbs(contract, projectId)}
        chip={contract.number}
        title={contract.name}
        state={<ContractState contract={contract} />}
        note={contractKindLabel(contract)}
        actions={
          <>
            <WatchButton resource={contracts} id={contract.id} name={contract.name} />
            {actions?.(contract)}
            <NextStep contract={contract} />
          </>
        }
        tabs={contractTabs(base, contract)}
      />
      {lock && (
        <Strip tone="quiet" icon={<IconLock size={14} />}>
          {lock}
        </Strip>
      )}
      {contract.updateComment && <Strip tone="warning">To be updated: {contract.updateComment}</Strip>}
      <div className={css.columns}>
        <div className={css.main}>{children(contract)}</div>
        <FoldingAside
          label="Totals and history"
          folded={contract.sums.totalRevenue !== undefined && formatUsd(contract.sums.totalRevenue)}
          name="contract-sums"
          wideFrom={86}
        >
          <ContractAside contract={contract} />
        </FoldingAside>
      </div>
    </div>
  )
}

export function ContractAside({ contract }: { contract: Contract }) {
  const { client, startDate, endDate, validUntilDate, approvedBy, approvedDate, tempoUrl } = contract
  return (
    <>
      <section className={css.part}>
        <h2>Sums</h2>
        <SumList sums={contract.sums} />
      </section>
      <section className={css.part}>
        <h2>Details</h2>
        <dl className={css.pairs}>
          <dt>Client</dt>
          <dd>{client?.name ?? 'No client'}</dd>
          <dt>Start</dt>
          <dd>
            <DateOnly value={startDate} />
          </dd>
          <dt>End</dt>
          <dd>
            <DateOnly value={endDate} />
          </dd>
          <dt>Valid until</dt>
          <dd>
            <DateOnly value={validUntilDate} />
          </dd>
          {approvedBy && (
            <>
              <dt>Approved by</dt>
              <dd>
                <UserAvatar user={approvedBy} withName />
              </dd>
              <dt>Approved</dt>
              <dd>
                <DateOnly value={approvedDate} />
              </dd>
            </>
          )}
          {tempoUrl && (
            <>
              <dt>Time tracking</dt>
              <dd>
                <a className="dna-link" href={tempoUrl} target="_blank" rel="noreferrer">
                  Open Tempo
                </a>
              </dd>
            </>
          )}
        </dl>
      </section>
      <section className={css.part}>
        <h2>Status</h2>
        <ol className={css.events}>
          {contract.statusHistory.map(({ action, date, user, comment }) => (
            <li key={`${action} ${date}`}>
              <i aria-hidden />
              <span>{contractStepDone[action]}</span>
              <DateOnly value={date} />
              <p>
                {user && fullName(user)}
                {comment && `: ${comment}`}
              </p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

const lines: [key: keyof ContractSums, label: string, look?: 'strong'][] = [
  ['laborHours', 'Labor hours'],
  ['laborRevenue', 'Labor revenue'],
  ['laborCost', 'Labor cost'],
  ['directExpensesRevenue', 'Direct expenses, revenue'],
  ['directExpensesCost', 'Direct expenses, cost'],
  ['totalRevenue', 'Total revenue', 'strong'],
  ['totalCost', 'Total cost', 'strong'],
  ['netProfit', 'Net profit', 'strong'],
  ['marginPercent', 'Margin'],
]
const amountText = (key: keyof ContractSums, value: number) => {
  if (key === 'laborHours') return formatNumber(value)
  return key === 'marginPercent' ? `${formatNumber(value, 2)}%` : formatUsd(value)
}

/** Sums the current user may see. The server omits masked sums, so their lines are not rendered. */
function SumList({ sums }: { sums: Partial<ContractSums> }) {
  const shown = lines.flatMap(([key, label, emphasis]) => {
    const value = sums[key]
    return value === undefined ? [] : [{ key, label, look: emphasis, text: amountText(key, value) }]
  })
  const first = shown.find(({ look: emphasis }) => emphasis)?.key
  return (
    <dl className={css.pairs}>
      {shown.map(({ key, label, look: emphasis, text }) => {
        const marks = { 'data-strong': emphasis, 'data-line': key === first || key === 'netProfit' || undefined }
        return [
          <dt key={label} {...marks}>
            {label}
          </dt>,
          <dd key={key} {...marks}>
            {text}
          </dd>,
        ]
      })}
    </dl>
  )
}
