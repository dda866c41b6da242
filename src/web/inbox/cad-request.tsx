import { Button, Kbd } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { equipments } from '../../model/catalog/equipment.ts'
import { readInbox } from '../../model/inbox/inbox.ts'
import { IntegrationRequestState } from '../../model/integrations/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { cadRequests } from '../../model/wire-cad/cad-requests.ts'
import { cadStepCalls } from '../../model/wire-cad/request-calls.ts'
import { type CadStepName, cadStepDone, cadSteps } from '../../model/wire-cad/request-steps.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { shortcuts, useShortcuts } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { approvalWords, type CadRequest, countsInWords } from '../wire-cad/public.tsx'
import css from './inbox.module.css'

const findStepCall = (name: CadStepName) => cadStepCalls.find(({ step }) => step === name)?.call
const [approve, reject] = [findStepCall('Approve'), findStepCall('Reject')]
const invalidates = [cadRequests, equipments, readInbox]

interface PaneProps {
  id: number
  link: string | null
  onDecided: () => void
}

export function WireCadRequest({ id, link, onDecided }: PaneProps) {
  const { data: request, error, refetch } = useRead(resourceCalls(cadRequests).read, { params: { id } }, { isQuiet: true })
  if (!request) return error ? <LoadError error={error} title="This request" onRetry={() => void refetch()} /> : <Skeletons rows={6} />
  const { name, state, project, note, counts } = request
  return (
    <>
      <dl className={css.facts}>
        <dt>State</dt>
        <dd>
          <StatePill tone={stateTone(IntegrationRequestState, state) ?? 'neutral'}>{IntegrationRequestState.label(state)}</StatePill>
        </dd>
        <dt>Request</dt>
        <dd>{link ? <Link to={link}>{name}</Link> : name}</dd>
        {project && (
          <>
            <dt>Project</dt>
            <dd>
              <Link to={`/projects/${project.id}`}>{project.name}</Link>
            </dd>
          </>
        )}
        <dt>Items</dt>
        <dd>{countsInWords(counts)}</dd>
        <dt>To do</dt>
        <dd>{formatCount(counts.toDo, 'item')}</dd>
      </dl>
      {note && <p className={css.said}>{note}</p>}
      {approve && reject && <Decision {...{ request, onDecided, approve, reject }} />}
    </>
  )
}

type StepCall = (typeof cadStepCalls)[number]['call']
interface DecisionProps {
  request: CadRequest
  onDecided: () => void
  approve: StepCall
  reject: StepCall
}
function Decision({ request, onDecided, approve, reject }: DecisionProps) {
  const { id, name, rowVersion, counts, state, actions = [] } = request
  const [isAsked, setAsked] = useState(false)
  const decided = (step: CadStepName) => {
    toast.success(`${name}: ${cadStepDone[step].toLowerCase()}.`)
    onDecided()
  }
  const approval = useCall(approve, { invalidates, onDone: () => decided('Approve') })
  async function take() {
    if (await confirm({ title: `Approve ${name}?`, text: approvalWords(counts), verb: cadSteps.Approve.label }))
      approval.mutate({ params: { id }, body: { comment: null, rowVersion } })
  }
  const onApprove = actions.includes('Approve') ? () => void take() : undefined
  const onReject = actions.includes('Reject') ? () => setAsked(true) : undefined
  useShortcuts({ accept: onApprove, decline: onReject })
  if (!onApprove && !onReject)
    return (
      <p className={css.decided}>
        {state === IntegrationRequestState.PendingManagement ? 'Someone else decides on this request.' : 'There is nothing left to decide.'}
      </p>
    )
  return (
    <div className={css.decision}>
      {onReject && (
        <Button variant="default" onClick={onReject} rightSection={<Kbd>{shortcuts.page.decline[0].toUpperCase()}</Kbd>}>
          {cadSteps.Reject.label}
        </Button>
      )}
      {onApprove && (
        <Button onClick={onApprove} loading={approval.isPending} rightSection={<Kbd>{shortcuts.page.accept[0].toUpperCase()}</Kbd>}>
          {cadSteps.Approve.label}
        </Button>
      )}
      <CallDialog
        call={reject}
        resource={cadRequests}
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={`${cadSteps.Reject.label}: ${name}`}
        verb={cadSteps.Reject.label}
        params={{ id }}
        preset={{ rowVersion }}
        invalidates={invalidates}
        onDone={() => decided('Reject')}
      />
    </div>
  )
}
