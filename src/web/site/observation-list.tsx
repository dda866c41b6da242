import { Menu, Modal } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '../../model/kit/names.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { ObservationSeverity, ObservationState, SitePaper } from '../../model/site/enums.ts'
import { type ObservationStep, observationSteps, observations, stepObstacle } from '../../model/site/observations.ts'
import { closeObservation, observationReady, returnObservation } from '../../model/site/site-calls.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls, Section } from '../kit/form/controls.tsx'
import { DateTime } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { FormDialog, hidden, ListPage, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { CompanyControl, SpaceControl } from './company-control.tsx'
import { PaperButton } from './paper-button.tsx'
import css from './site.module.css'

type Observation = RowOf<typeof observations>

export function ObservationsPage() {
  return <ProjectTab title="Punch list">{(project) => <Observations project={project} />}</ProjectTab>
}

const sections: Section<typeof observations.fields>[] = [
  ['', ['title', 'spaceId', 'severity', 'companyType', 'companyId', 'dueDate', 'note']],
]
const observationControls = (project: Project): Controls<typeof observations.fields> => ({
  companyType: hidden,
  companyId: (props) => <CompanyControl {...props} projectId={project.id} />,
  spaceId: (props) => <SpaceControl {...props} projectId={project.id} />,
})
const tones = { [ObservationState.Open]: 'attention', [ObservationState.Ready]: 'working', [ObservationState.Closed]: 'good' } as const
const severityTones = {
  [ObservationSeverity.Note]: 'neutral',
  [ObservationSeverity.Minor]: 'neutral',
  [ObservationSeverity.Major]: 'attention',
  [ObservationSeverity.Safety]: 'bad',
} as const

const stepNames = ['Ready', 'Close', 'Return'] as const
const stepCalls = { Ready: observationReady, Close: closeObservation, Return: returnObservation }

function Observations({ project }: { project: Project }) {
  const [step, setStep] = useState<{ name: ObservationStep; row: Observation }>()
  const [edited, setEdited] = useState<number>()
  const [shown, setShown] = useState<Observation>()
  const params = { id: project.id }
  const isLocked = isReadOnly(project)
  const mayMove = can('ProjectNotes.Update') && !isLocked
  return (
    <>
      <ListPage
        resource={observations}
        title="Punch list"
        under={params}
        create={isLocked ? 'no' : 'dialog'}
        sections={sections}
        controls={observationControls(project)}
        onOpen={setShown}
        cells={{
          state: (state) => <StateText tone={tones[state]}>{ObservationState.label(state)}</StateText>,
          severity: (severity) => <StateText tone={severityTones[severity]}>{ObservationSeverity.label(severity)}</StateText>,
          company: (company) => company?.name,
          space: (space) => space?.name,
        }}
        actions={<PaperButton projectId={project.id} kind={SitePaper.PunchList} />}
        rowMenu={(row) =>
          mayMove && (
            <>
              {stepNames
                .filter((name) => stepObstacle(name, row) === undefined)
                .map((name) => (
                  <Menu.Item key={name} onClick={() => setStep({ name, row })}>
                    {observationSteps[name].label}
                  </Menu.Item>
                ))}
              <Menu.Item onClick={() => setEdited(row.id)}>Edit details</Menu.Item>
            </>
          )
        }
        empty="No observations yet. Write the first one here, or on site with a phone."
      />
      <FormDialog
        resource={observations}
        id={edited}
        under={params}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        sections={sections}
        controls={observationControls(project)}
      />
      {step && (
        <CallDialog
          key={`${step.name} ${step.row.id}`}
          call={stepCalls[step.name]}
          resource={observations}
          opened
          onClose={() => setStep(undefined)}
          title={`${observationSteps[step.name].label}: ${step.row.number} ${step.row.title}`}
          verb={observationSteps[step.name].label}
          params={{ id: project.id, itemId: step.row.id }}
          preset={{ rowVersion: step.row.rowVersion }}
          invalidates={[observations]}
          onDone={({ number, state }) => toast.success(`${number}: ${ObservationState.label(state)}.`)}
        />
      )}
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title={shown && `${shown.number} ${shown.title}`} size={600}>
        {shown && <History projectId={project.id} id={shown.id} />}
      </Modal>
    </>
  )
}

function History({ projectId, id }: { projectId: number; id: number }) {
  const { data, error, refetch } = useRead(resourceCalls(observations).read, { params: { id: projectId, itemId: id } }, { isQuiet: true })
  if (error && !data) return <LoadError error={error} title="The observation" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={4} />
  return (
    <div className={css.history}>
      {data.note && <p>{data.note}</p>}
      <div className={css.photos}>
        {data.photos.map(({ id: photoId, name, url }) => (
          <a key={photoId} href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={name} />
          </a>
        ))}
      </div>
      <ul className={css.history} aria-label="History">
        {data.history.map(({ state, by, date, comment, photoIds }) => (
          <li key={`${date} ${state} ${photoIds.join()}`}>
            <StateText tone={tones[state]}>{ObservationState.label(state)}</StateText>
            {comment && <span> {comment}</span>}
            <small>
              {by && `${fullName(by)}, `}
              <DateTime value={date} />
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}
