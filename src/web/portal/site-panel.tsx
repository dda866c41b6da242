import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { ObservationSeverity, ObservationState, RfiState, SubmittalState } from '../../model/site/enums.ts'
import {
  type ExternalRfi,
  externalAnswerRfi,
  externalObservationPhotos,
  externalObservationReady,
  externalSite,
  externalSubmit,
} from '../../model/site/external-site.ts'
import { rfis } from '../../model/site/rfis.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { DateOnly } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, Panel, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import css from './portal.module.css'

const invalidates = [externalSite]

/** Items assigned to the person's company on site, with their answers. */
export default function SitePanel({ id }: { id: number }) {
  const { data, error, refetch } = useRead(externalSite, { params: { id } }, { isQuiet: true })
  const [asked, setAsked] = useState<ExternalRfi>()
  const ready = useCall(externalObservationReady, { invalidates, onDone: ({ number }) => toast.success(`${number} is ready for review.`) })
  const photos = useCall(externalObservationPhotos, { invalidates, onDone: ({ number }) => toast.success(`Photo added to ${number}.`) })
  const submit = useCall(externalSubmit, { invalidates, onDone: ({ number }) => toast.success(`${number} was sent for review.`) })
  if (!data) return error ? <LoadError error={error} title="Site" onRetry={() => void refetch()} /> : <Skeletons rows={4} />
  const { observations, submittals } = data
  const isEmpty = observations.length + submittals.length + data.rfis.length === 0
  return (
    <Panel title="Site">
      {isEmpty && <EmptyState text="Nothing is assigned to your company." />}
      <ul className={css.siteItems} aria-label="Site">
        {observations.map(({ id: observationId, number, title, space, severity, state, dueDate, rowVersion }) => (
          <li key={number}>
            <span>
              <b>{number}</b> {title}
              <small>
                {[space?.name, ObservationSeverity.label(severity)].filter(Boolean).join(', ')}
                {dueDate && (
                  <>
                    , due <DateOnly value={dueDate} />
                  </>
                )}
              </small>
            </span>
            <StateText tone={state === ObservationState.Closed ? 'good' : 'working'}>{ObservationState.label(state)}</StateText>
            {state !== ObservationState.Closed && (
              <FileButton
                multiple
                accept="image/jpeg,image/png"
                onChange={(files) => files.length > 0 && photos.mutate({ params: { id, observationId }, body: {}, files })}
              >
                {(props) => (
                  <Button {...props} size="xs" variant="default" loading={photos.isPending}>
                    Add photo
                  </Button>
                )}
              </FileButton>
            )}
            {state === ObservationState.Open && (
              <Button
                size="xs"
                loading={ready.isPending}
                onClick={() => ready.mutate({ params: { id, observationId }, body: { rowVersion } })}
              >
                Done
              </Button>
            )}
          </li>
        ))}
        {submittals.map(({ id: submittalId, number, title, state, dueDate, comments }) => (
          <li key={number}>
            <span>
              <b>{number}</b> {title}
              {comments && <small>{comments}</small>}
              {dueDate && (
                <small>
                  Review due <DateOnly value={dueDate} />
                </small>
              )}
            </span>
            <StateText tone={state === SubmittalState.Closed ? 'good' : 'working'}>{SubmittalState.label(state)}</StateText>
            {state === SubmittalState.Expected && (
              <FileButton multiple onChange={(files) => files.length > 0 && submit.mutate({ params: { id, submittalId }, files })}>
                {(props) => (
                  <Button {...props} size="xs" loading={submit.isPending}>
                    Send files
                  </Button>
                )}
              </FileButton>
            )}
          </li>
        ))}
        {data.rfis.map((rfi) => (
          <li key={rfi.number}>
            <span>
              <b>{rfi.number}</b> {rfi.subject}
              <small>{rfi.answer ?? rfi.question}</small>
            </span>
            <StateText tone={rfi.isOverdue ? 'bad' : 'working'}>{rfi.isOverdue ? 'Overdue' : RfiState.label(rfi.state)}</StateText>
            {rfi.state === RfiState.Open && (
              <Button size="xs" onClick={() => setAsked(rfi)}>
                Answer
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <CallDialog
          call={externalAnswerRfi}
          resource={rfis}
          opened
          onClose={() => setAsked(undefined)}
          title={`Answer ${asked.number}: ${asked.subject}`}
          verb="Answer"
          params={{ id, rfiId: asked.id }}
          preset={{ rowVersion: asked.rowVersion }}
          invalidates={invalidates}
          onDone={({ number }) => toast.success(`${number} is answered.`)}
        />
      )}
    </Panel>
  )
}
