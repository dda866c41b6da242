import { Button, Kbd } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type contractStepCalls, findContractStepCall } from '../../model/contracts/contract-calls.ts'
import { type ContractStepName, contractStepDone, contractSteps } from '../../model/contracts/contract-steps.ts'
import { contracts } from '../../model/contracts/contracts.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import { readInbox } from '../../model/inbox/inbox.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { projects } from '../../model/projects/projects.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { commentRequired } from '../kit/form/form.ts'
import { DateOnly, DateTime, FormattedNumber, Money } from '../kit/look/format.tsx'
import { shortcuts, useShortcuts } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { Skeletons } from '../kit/pages.tsx'
import { LoadError, UserAvatar } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './inbox.module.css'

type Contract = RowOf<typeof contracts>
const [approve, sendBack] = [findContractStepCall('Approve'), findContractStepCall('SendForUpdate')]
const invalidates = [projects, readInbox]

export function ContractRequest({ id, onDecided }: { id: number; onDecided: () => void }) {
  const { data: contract, error, refetch } = useRead(resourceCalls(contracts).read, { params: { id } }, { isQuiet: true })
  if (!contract) return error ? <LoadError error={error} title="This contract" onRetry={() => void refetch()} /> : <Skeletons rows={6} />
  return (
    <>
      <Facts contract={contract} />
      {approve && sendBack && <Decision {...{ contract, onDecided, approve, sendBack }} />}
    </>
  )
}

function Facts({ contract }: { contract: Contract }) {
  const { number, project, client, status, sums, sentForApprovalBy, sentForApprovalDate, startDate, endDate, id } = contract
  const maySeeRevenue = useCan('ProjectContracts.ViewRevenueSums')
  return (
    <dl className={css.facts}>
      <dt>State</dt>
      <dd>
        <StatePill tone={stateTone(ContractStatus, status) ?? 'neutral'}>{ContractStatus.label(status)}</StatePill>
      </dd>
      <dt>Contract</dt>
      <dd>
        <Link to={`/projects/${project.id}/contracts/${id}`}>
          {number} {contract.name}
        </Link>
      </dd>
      <dt>Project</dt>
      <dd>
        <Link to={`/projects/${project.id}`}>{project.name}</Link>
        {client && <span className="dna-muted">{client.name}</span>}
      </dd>
      {sentForApprovalBy && (
        <>
          <dt>Sent by</dt>
          <dd>
            <UserAvatar user={sentForApprovalBy} withName /> <DateTime value={sentForApprovalDate} />
          </dd>
        </>
      )}
      <dt>Period</dt>
      <dd>
        <DateOnly value={startDate} /> – <DateOnly value={endDate} />
      </dd>
      <dt>Labor</dt>
      <dd>
        <FormattedNumber value={sums.laborHours} unit="h" />
      </dd>
      {maySeeRevenue && (
        <>
          <dt>Revenue</dt>
          <dd>
            <Money value={contract.totalRevenue} />
          </dd>
        </>
      )}
    </dl>
  )
}

type StepCall = (typeof contractStepCalls)[number]['call']
interface DecisionProps {
  contract: Contract
  onDecided: () => void
  approve: StepCall
  sendBack: StepCall
}
function Decision({ contract, onDecided, approve, sendBack }: DecisionProps) {
  const { id, name, rowVersion, status } = contract
  const [isAsked, setAsked] = useState(false)
  const approval = useCall(approve, {
    invalidates,
    onDone() {
      toast.success(`${name}: ${contractStepDone.Approve.toLowerCase()}.`)
      onDecided()
    },
  })
  const may = (step: ContractStepName) => contract.actions?.includes(step)
  async function take() {
    const { label } = contractSteps.Approve
    const text = 'Its hours are firm from now on, and it stays locked.'
    if (await confirm({ title: `${label}: ${name}?`, text, verb: label }))
      approval.mutate({ params: { id }, body: { comment: null, rowVersion } })
  }
  const [onApprove, onSendBack] = [may('Approve') ? () => void take() : undefined, may('SendForUpdate') ? () => setAsked(true) : undefined]
  useShortcuts({ accept: onApprove, decline: onSendBack })
  if (!onApprove && !onSendBack)
    return (
      <p className={css.decided}>
        {status === ContractStatus.PendingApproval
          ? 'Someone else decides on this contract.'
          : `There is nothing to decide: the contract is ${ContractStatus.label(status).toLowerCase()}.`}
      </p>
    )
  return (
    <div className={css.decision}>
      {onSendBack && (
        <Button variant="default" onClick={onSendBack} rightSection={<Kbd>{shortcuts.page.decline[0].toUpperCase()}</Kbd>}>
          {contractSteps.SendForUpdate.label}
        </Button>
      )}
      {onApprove && (
        <Button onClick={onApprove} loading={approval.isPending} rightSection={<Kbd>{shortcuts.page.accept[0].toUpperCase()}</Kbd>}>
          {contractSteps.Approve.label}
        </Button>
      )}
      <CallDialog
        call={sendBack}
        resource={contracts}
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={`Send ${name} back`}
        verb={contractSteps.SendForUpdate.label}
        params={{ id }}
        preset={{ rowVersion }}
        requires={commentRequired}
        invalidates={invalidates}
        onDone={() => {
          toast.success(`${name}: sent back for update.`)
          onDecided()
        }}
      />
    </div>
  )
}
