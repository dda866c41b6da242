import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { contractStepCalls, findContractStepCall } from '../../model/contracts/contract-calls.ts'
import { type ContractStepName, contractLockIcon, contractStepDone, contractSteps } from '../../model/contracts/contract-steps.ts'
import { contracts } from '../../model/contracts/contracts.ts'
import { ContractOrigin, ContractStatus, ContractType, ProposalType } from '../../model/contracts/enums.ts'
import type { NameOf } from '../../model/kit/enumeration.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { projects } from '../../model/projects/projects.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { commentRequired } from '../kit/form/form.ts'
import { IconArrowsShuffle, IconCalendarTime, IconFileText, IconLock, IconLockOpen } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateButton, StatePill, StateText } from '../kit/parts/state-pill.tsx'
import { useCall } from '../kit/request/call.ts'
import css from './contract.module.css'

export type Contract = RowOf<typeof contracts>
type Locked = Pick<Contract, 'status' | 'isLocked'>

const lockWords = { closed: 'Locked', open: 'Approved and unlocked', faint: 'Unlocked' }

function LockIcon({ contract, size = 16 }: { contract: Locked; size?: number }) {
  const lockStyle = contractLockIcon(contract)
  const Icon = lockStyle === 'closed' ? IconLock : IconLockOpen
  return (
    <span className={css.lock} data-look={lockStyle} role="img" aria-label={lockWords[lockStyle]} title={lockWords[lockStyle]}>
      <Icon size={size} stroke={1.6} />
    </span>
  )
}

export function ContractStateText({ contract }: { contract: Locked & Pick<Contract, 'isArchived'> }) {
  return (
    <span className={css.state}>
      <LockIcon contract={contract} />
      {contract.isArchived ? (
        <StateText tone="neutral">Archived</StateText>
      ) : (
        <StateText tone={stateTone(ContractStatus, contract.status) ?? 'neutral'}>{ContractStatus.label(contract.status)}</StateText>
      )}
    </span>
  )
}

const typeIcons: Record<NameOf<typeof ContractType>, typeof IconFileText> = {
  Proposal: IconFileText,
  Offer: IconArrowsShuffle,
  Shift: IconCalendarTime,
}

export function ContractTypeText({ type }: { type: ContractType }) {
  const { key, label } = ContractType.get(type)
  const Icon = typeIcons[key]
  return (
    <span className={css.type} data-tone={stateTone(ContractType, type)}>
      <Icon size={16} /> {label}
    </span>
  )
}

export const contractKindLabel = ({ type, proposalType, origin }: Contract) =>
  [
    ContractType.label(type),
    type === ContractType.Proposal ? ProposalType.label(proposalType) : '',
    ContractOrigin.label(origin).toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ')

const consequences: Record<ContractStepName, string> = {
  SendForApproval: 'It is locked until someone decides.',
  Approve: 'Its hours are firm from now on, and it stays locked.',
  SendForUpdate: '',
  Recall: 'It is a draft again and can be changed.',
  Unapprove: 'It is a draft again; its hours are no longer firm.',
  Lock: 'Header, rates, phases and expenses cannot be changed until it is unlocked.',
  Unlock: 'It can be changed; each change to an approved contract is logged.',
  Archive:
    'It no longer counts toward the boards and totals of its project. Anyone who sees the project only because of their hours in it will no longer see it.',
  Unarchive: 'It counts toward boards and totals again.',
}
/** Steps that may appear as a button beside the status; at most one is shown. */
const primary: readonly ContractStepName[] = ['SendForApproval', 'Approve']

const isStep = (name: string): name is ContractStepName => name in contractSteps
const availableSteps = (contract: Contract): ContractStepName[] => (contract.actions ?? []).filter(isStep)

interface StepProps {
  contract: Contract
  step: ContractStepName
  call: StepCall
  /** Opens a dialog for the reason, for steps that require one. */
  onAsk?: () => void
}
type StepCall = (typeof contractStepCalls)[number]['call']

function useContractStep({ contract, step, call, onAsk }: StepProps) {
  const { id, name, rowVersion } = contract
  const { label } = contractSteps[step]
  const { mutate, isPending } = useCall(call, {
    invalidates: [projects],
    onDone: () => toast.success(`${name}: ${contractStepDone[step].toLowerCase()}.`),
  })
  async function take() {
    if ('comment' in contractSteps[step]) return onAsk?.()
    if (await confirm({ title: `${label}: ${name}?`, text: consequences[step], verb: label }))
      mutate({ params: { id }, body: { comment: null, rowVersion } })
  }
  return { label, isPending, take: () => void take() }
}

function StepItem(props: StepProps) {
  const { label, take } = useContractStep(props)
  return <Menu.Item onClick={take}>{label}</Menu.Item>
}
function StepButton(props: StepProps) {
  const { label, take, isPending } = useContractStep(props)
  return (
    <Button onClick={take} loading={isPending}>
      {label}
    </Button>
  )
}

const openCalls = (contract: Contract) => contractStepCalls.filter(({ step }) => availableSteps(contract).includes(step))

export function ContractState({ contract }: { contract: Contract }) {
  const [isAsked, setAsked] = useState(false)
  const tone = contract.isArchived ? 'neutral' : (stateTone(ContractStatus, contract.status) ?? 'neutral')
  const label = contract.isArchived ? 'Archived' : ContractStatus.label(contract.status)
  const open = openCalls(contract)
  const back = findContractStepCall('SendForUpdate')
  return (
    <>
      {open.length === 0 ? (
        <StatePill tone={tone}>{label}</StatePill>
      ) : (
        <Menu position="bottom-start">
          <Menu.Target>
            <StateButton tone={tone}>{label}</StateButton>
          </Menu.Target>
          <Menu.Dropdown>
            {open.map(({ step, call }) => (
              <StepItem key={step} {...{ contract, step, call }} onAsk={() => setAsked(true)} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <LockIcon contract={contract} />
      {back && (
        <CallDialog
          call={back}
          resource={contracts}
          opened={isAsked}
          onClose={() => setAsked(false)}
          title={`Send ${contract.name} back`}
          verb="Send for update"
          params={{ id: contract.id }}
          preset={{ rowVersion: contract.rowVersion }}
          requires={commentRequired}
          invalidates={[projects]}
          onDone={() => toast.success(`${contract.name}: sent back for update.`)}
        />
      )}
    </>
  )
}

export function NextStep({ contract }: { contract: Contract }) {
  const next = openCalls(contract).find(({ step }) => primary.includes(step))
  return next ? <StepButton contract={contract} step={next.step} call={next.call} /> : null
}
