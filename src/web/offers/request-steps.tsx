import { Button } from '@mantine/core'
import { useState } from 'react'
import { contracts } from '../../model/contracts/contracts.ts'
import { readInbox } from '../../model/inbox/inbox.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import type { Resource } from '../../model/kit/description.ts'
import { fullName } from '../../model/kit/names.ts'
import type { MovedBoard } from '../../model/offers/moved-hours.ts'
import { projects } from '../../model/projects/projects.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { commentRequired } from '../kit/form/form.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { useCall } from '../kit/request/call.ts'
import { freeAfter } from './months-table.tsx'
import css from './offers.module.css'
import type { RequestStep } from './open-steps.ts'

interface RequestRef {
  id: number
  name: string | null
  rowVersion: number
}
interface StepProps {
  resource: Resource
  request: RequestRef
  step: RequestStep
}
const invalidates = [contracts, projects, readInbox]

export function useRequestStep({ resource, request, step, onDone }: StepProps & { onDone?: () => void }) {
  const { id, name, rowVersion } = request
  const [isAsked, setAsked] = useState(false)
  function notify() {
    toast.success(`${name}: ${step.done.toLowerCase()}.`)
    onDone?.()
  }
  const { mutate, isPending } = useCall(step.call, { invalidates: [resource, ...invalidates], onDone: notify })
  async function take() {
    if (step.asksComment) return setAsked(true)
    const { consequence } = step
    if (consequence && !(await confirm({ title: `${step.label}: ${name}?`, text: consequence, verb: step.label }))) return
    mutate({ params: { id }, body: { comment: null, rowVersion } })
  }
  const dialog = (
    <CallDialog
      call={step.call}
      resource={resource}
      opened={isAsked}
      onClose={() => setAsked(false)}
      title={`${step.label}: ${name}`}
      verb={step.label}
      params={{ id }}
      preset={{ rowVersion }}
      requires={step.needsComment ? commentRequired : undefined}
      invalidates={[resource, ...invalidates]}
      onDone={notify}
    />
  )
  return { take: () => void take(), isPending, dialog }
}

function StepButton(props: StepProps) {
  const { step } = props
  const { take, isPending, dialog } = useRequestStep(props)
  const isPrimary = ['Submit', 'Accept', 'Approve'].includes(step.name)
  return (
    <>
      <Button variant={isPrimary ? undefined : 'default'} loading={isPending} onClick={take}>
        {step.label}
      </Button>
      {dialog}
    </>
  )
}

export function DecisionBar({
  resource,
  request,
  steps,
  board,
}: {
  resource: Resource
  request: RequestRef
  steps: RequestStep[]
  board: MovedBoard
}) {
  if (steps.length === 0) return null
  return (
    <section className={css.decision} aria-label="Decision">
      <span>{describeRemainingHours(board)}</span>
      {steps.map((step) => (
        <StepButton key={step.name} {...{ resource, request, step }} />
      ))}
    </section>
  )
}

/** Formats the remaining capacity: "Ana Ruiz will have 12 h left in Mar 2026, be 3 h over in Apr 2026." */
export function describeRemainingHours(board: MovedBoard): string {
  const touched = board.months.filter((month) => (board.person.moved[month] ?? 0) > 0)
  const monthTexts = touched.slice(0, 3).map((month) => {
    const free = freeAfter(board, month)
    return `${free < 0 ? `be ${formatNumber(-free)} h over` : `have ${formatNumber(free)} h left`} in ${formatMonth(month)}`
  })
  return `${fullName(board.person.user)} will ${monthTexts.join(', ')}${touched.length > 3 ? ', and more months above' : ''}.`
}
