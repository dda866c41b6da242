import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { equipments } from '../../model/catalog/equipment.ts'
import { IntegrationRequestState, LinkedProjectStatus } from '../../model/integrations/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { cadRequests } from '../../model/wire-cad/cad-requests.ts'
import { cadStepCalls, exportCadRequest, retryCadRequest } from '../../model/wire-cad/request-calls.ts'
import { type CadStepName, cadStepDone, cadSteps, canDeleteCad } from '../../model/wire-cad/request-steps.ts'
import { WatchButton } from '../inbox/public.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { DateTime } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { ActivityPanel, FormPage, PermissionButton, Strip } from '../kit/pages.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { CadComparisonPanel } from './cad-comparison.tsx'
import { CadItemsPanel } from './cad-items-panel.tsx'
import { approvalWords, type CadRequest, describeCounts, Progress } from './cad-texts.tsx'
import css from './wire-cad.module.css'

const { Draft, Approved } = IntegrationRequestState

function requestLockReason({ state, rejectReason }: CadRequest): string | undefined {
  if (state === Approved) return 'The request is approved.'
  if (rejectReason) return `Rejected: ${rejectReason}`
  return state === Draft ? undefined : 'The request is waiting for a decision. Recall it to change it.'
}

export function CadRequestPage() {
  return (
    <FormPage
      resource={cadRequests}
      crumbs={() => [{ label: 'WireCAD', to: '/integrations/wire-cad' }]}
      state={({ state }) => (
        <StatePill tone={stateTone(IntegrationRequestState, state) ?? 'neutral'}>{IntegrationRequestState.label(state)}</StatePill>
      )}
      note={(request) => <Progress request={request} />}
      actions={({ id, name }) => (
        <>
          <WatchButton resource={cadRequests} id={id} name={name} />
          <ExportButton id={id} />
        </>
      )}
      lock={requestLockReason}
      strips={(request) => <Strips request={request} />}
      sections={[['Request', ['name', 'projectId', 'wireCadProjectId', 'note']]]}
      removalImpact={(request) => (canDeleteCad(request) ? '' : 'It can be deleted only while it is a draft or rejected.')}
    >
      {(request) => (
        <>
          <CadItemsPanel request={request} />
          {request.project && can('ProjectEquipment.View') && <CadComparisonPanel request={request} />}
          <ActivityPanel resource={cadRequests} id={request.id} />
        </>
      )}
    </FormPage>
  )
}

function ExportButton({ id }: { id: number }) {
  const { mutate, isPending } = useCall(exportCadRequest, { onDone: ({ fileName }) => toast.success(`${fileName} is being generated.`) })
  return (
    <PermissionButton call={exportCadRequest} loading={isPending} onClick={() => mutate({ params: { id } })}>
      Export
    </PermissionButton>
  )
}

function Strips({ request }: { request: CadRequest }) {
  const { sources, readingNotes, linkError, linkStatus, linksPostedDate } = request
  return (
    <>
      {linkStatus === LinkedProjectStatus.Failed && (
        <Strip tone="warning">
          <span role="alert">{linkError ?? 'Something went wrong.'}</span>
          <RetryButton request={request} />
        </Strip>
      )}
      {linksPostedDate && (
        <Strip tone="quiet">
          <span>
            The links were sent to WireCAD on <DateTime value={linksPostedDate} />.
          </span>
        </Strip>
      )}
      {(sources.length > 0 || readingNotes.length > 0) && (
        <Strip tone="quiet">
          <span>
            {sources.length > 0 && 'Read from '}
            {sources.map(({ name, url }, index) => (
              <span key={url}>
                {index > 0 && ', '}
                <Anchor href={url} download>
                  {name}
                </Anchor>
              </span>
            ))}
            {sources.length > 0 && '. '}
            {readingNotes.join(' ')}
          </span>
        </Strip>
      )}
      <DecisionBar request={request} />
    </>
  )
}

function RetryButton({ request: { id, name, state } }: { request: CadRequest }) {
  const { mutate, isPending } = useCall(retryCadRequest, { onDone: () => toast.success(`${name} is being retried.`) })
  const need = state === Draft ? 'WireCadIntegrationRequests.Update' : 'WireCadIntegrationRequests.Approve'
  return (
    <PermissionButton call={need} loading={isPending} onClick={() => mutate({ params: { id } })}>
      Try again
    </PermissionButton>
  )
}

function DecisionBar({ request }: { request: CadRequest }) {
  const { actions = [], counts } = request
  const steps = cadStepCalls.filter(({ step }) => actions.includes(step))
  if (steps.length === 0) return null
  const parts = [describeCounts(counts), counts.toDo > 0 && `${formatCount(counts.toDo, 'item')} to be carried out`].filter(Boolean)
  return (
    <section className={css.decision} aria-label="Decision">
      <span>{parts.join('; ')}</span>
      {steps.map(({ step, call }) => (
        <StepButton key={step} request={request} step={step} call={call} />
      ))}
    </section>
  )
}

interface StepProps {
  request: CadRequest
  step: CadStepName
  call: (typeof cadStepCalls)[number]['call']
}

function StepButton({ request: { id, name, rowVersion, counts }, step, call }: StepProps) {
  const [isAsked, setAsked] = useState(false)
  const { label } = cadSteps[step]
  const notify = () => toast.success(`${name}: ${cadStepDone[step].toLowerCase()}.`)
  const { mutate, isPending } = useCall(call, { invalidates: [cadRequests, equipments], onDone: notify })
  async function take() {
    if (step === 'Reject') return setAsked(true)
    if (step === 'Approve' && !(await confirm({ title: `Approve ${name}?`, text: approvalWords(counts), verb: label }))) return
    mutate({ params: { id }, body: { comment: null, rowVersion } })
  }
  return (
    <>
      <Button variant={step === 'Submit' || step === 'Approve' ? undefined : 'default'} loading={isPending} onClick={() => void take()}>
        {label}
      </Button>
      <CallDialog
        call={call}
        resource={cadRequests}
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={`${label}: ${name}`}
        verb={label}
        params={{ id }}
        preset={{ rowVersion }}
        invalidates={[cadRequests]}
        onDone={notify}
      />
    </>
  )
}
