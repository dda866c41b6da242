import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { type contractStepCalls, findContractStepCall } from '../../model/contracts/contract-calls.ts'
import { type ContractStepName, contractStepDone, contractSteps } from '../../model/contracts/contract-steps.ts'
import { contracts } from '../../model/contracts/contracts.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { projects } from '../../model/projects/projects.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { commentRequired } from '../kit/form/form.ts'
import { IconArrowBackUp } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useCall } from '../kit/request/call.ts'

type Contract = RowOf<typeof contracts>
type StepCall = (typeof contractStepCalls)[number]['call']
const [approve, sendBack] = [findContractStepCall('Approve'), findContractStepCall('SendForUpdate')]
const invalidates = [projects]

export function ContractDecision({ contract }: { contract: Contract }) {
  const may = (name: ContractStepName) => contract.actions?.includes(name)
  return (
    <>
      {sendBack && may('SendForUpdate') && <SendBack contract={contract} call={sendBack} />}
      {approve && may('Approve') && <Approve contract={contract} call={approve} />}
    </>
  )
}

interface DecisionProps {
  contract: Contract
  call: StepCall
}

function Approve({ contract: { id, name, rowVersion }, call }: DecisionProps) {
  const { label } = contractSteps.Approve
  const { mutate, isPending } = useCall(call, {
    invalidates,
    onDone: () => toast.success(`${name}: ${contractStepDone.Approve.toLowerCase()}.`),
  })
  async function take() {
    const text = 'Its hours are firm from now on, and it stays locked.'
    if (await confirm({ title: `${label}: ${name}?`, text, verb: label })) mutate({ params: { id }, body: { comment: null, rowVersion } })
  }
  return (
    <Button size="compact-xs" aria-label={`${label}: ${name}`} loading={isPending} onClick={() => void take()}>
      {label}
    </Button>
  )
}

function SendBack({ contract: { id, name, rowVersion }, call }: DecisionProps) {
  const [isAsked, setAsked] = useState(false)
  const { label } = contractSteps.SendForUpdate
  return (
    <>
      <ActionIcon size={28} aria-label={`${label}: ${name}`} title={label} onClick={() => setAsked(true)}>
        <IconArrowBackUp size={16} />
      </ActionIcon>
      <CallDialog
        call={call}
        resource={contracts}
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={`Send ${name} back`}
        verb={label}
        params={{ id }}
        preset={{ rowVersion }}
        requires={commentRequired}
        invalidates={invalidates}
        onDone={() => toast.success(`${name}: sent back for update.`)}
      />
    </>
  )
}
