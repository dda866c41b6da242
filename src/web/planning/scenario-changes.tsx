import { ActionIcon } from '@mantine/core'
import { formatMonth } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { BoardContractRow } from '../../model/planning/boards.ts'
import { applyScenario, type ShownChange } from '../../model/planning/scenarios.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconArrowBackUp } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { confirm, ReasonButton } from '../kit/pages.tsx'
import { useCall } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import { refreshBoards } from './board-live.ts'
import css from './scenario.module.css'

interface ChangesProps {
  scenarioId: number
  isOwn: boolean
  changes: readonly ShownChange[]
  contracts: readonly BoardContractRow[]
  onDrop: (changeId: number) => void
}

export function ScenarioChanges({ changes, contracts, ...rest }: ChangesProps) {
  if (changes.length === 0)
    return (
      <section className={css.changes} aria-label="Changes">
        <p className="dna-hint">
          {rest.isOwn ? 'Nothing is changed yet. Type hours into the months: the contracts stay as they are.' : 'Nothing is changed yet.'}
        </p>
      </section>
    )
  const ids = [...new Set(changes.map(({ contractId }) => contractId))]
  return (
    <section className={css.changes} aria-label="Changes">
      {ids.map((id) => (
        <OfContract
          key={id}
          {...rest}
          contractId={id}
          contract={contracts.find((contract) => contract.id === id)}
          changes={changes.filter(({ contractId }) => contractId === id)}
        />
      ))}
    </section>
  )
}

interface OfContractProps extends Omit<ChangesProps, 'contracts'> {
  contractId: number
  contract: BoardContractRow | undefined
}

function OfContract({ scenarioId, contractId, contract, isOwn, changes, onDrop }: OfContractProps) {
  const mayApply = useCan(applyScenario.permission)
  const apply = useCall(applyScenario, {
    onDone: ({ applied }) => {
      toast.success(`${formatCount(applied, 'change')} applied to ${name}.`)
      void refreshBoards()
    },
  })
  const name = contract ? `${contract.contract.number} ${contract.name}` : 'a contract that no longer exists'
  const stale = changes.filter(({ problem }) => problem !== null).length
  const reason = !contract
    ? 'The contract no longer exists'
    : !contract.contract.isEditable
      ? 'The contract is locked'
      : stale > 0
        ? `${formatCount(stale, 'change')} cannot be applied as they are`
        : undefined
  async function openConfirmation() {
    const text = 'The contract takes on the hours of the scenario, for everyone. Its locks and what amendments use are checked again.'
    if (await confirm({ title: `Apply ${formatCount(changes.length, 'change')} to ${name}?`, text, verb: 'Apply' }))
      apply.mutate({ params: { id: scenarioId }, body: { contractId } })
  }
  return (
    <div className={css.contract}>
      <header>
        <b>{name}</b>
        <span>{formatCount(changes.length, 'change')}</span>
        {isOwn && mayApply && (
          <ReasonButton size="xs" reason={reason} loading={apply.isPending} onClick={() => void openConfirmation()}>
            Apply to contract
          </ReasonButton>
        )}
      </header>
      <ul>
        {changes.map((change) => (
          <li key={change.id}>
            <span>{change.words}</span>
            <small>{describeMonthChanges(change)}</small>
            {change.problem && <span className={css.problem}>{change.problem}</span>}
            {isOwn && (
              <ActionIcon size={24} aria-label={`Undo: ${change.words}`} onClick={() => onDrop(change.id)}>
                <IconArrowBackUp size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const mostMonths = 4
function describeMonthChanges({ was, now }: ShownChange): string {
  const months = [...new Set([...Object.keys(was), ...Object.keys(now)])].sort().filter((month) => was[month] !== now[month])
  const monthTexts = months
    .slice(0, mostMonths)
    .map((month) => `${formatMonth(month)} ${formatNumber(was[month] ?? 0)} → ${formatNumber(now[month] ?? 0)} h`)
  return `${monthTexts.join(', ')}${months.length > mostMonths ? ` and ${formatCount(months.length - mostMonths, 'month')} more` : ''}`
}
