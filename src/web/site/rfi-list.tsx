import { Menu } from '@mantine/core'
import { useState } from 'react'
import type { RowOf } from '../../model/kit/resource.ts'
import { RfiState, SitePaper } from '../../model/site/enums.ts'
import { type RfiStep, rfiObstacle, rfiSteps, rfis } from '../../model/site/rfis.ts'
import { answerRfi, closeRfi, reopenRfi } from '../../model/site/site-calls.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls, Section } from '../kit/form/controls.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { FormDialog, hidden, ListPage } from '../kit/pages.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { CompanyControl, SpaceControl } from './company-control.tsx'
import { PaperButton } from './paper-button.tsx'

type Rfi = RowOf<typeof rfis>

export function RfisPage() {
  return <ProjectTab title="RFIs">{(project) => <Rfis project={project} />}</ProjectTab>
}

const sections: Section<typeof rfis.fields>[] = [
  ['Question', ['subject', 'question', 'proposedAnswer', 'spaceId']],
  ['Handling', ['companyType', 'companyId', 'dueDate', 'costImpact', 'scheduleImpact']],
]
const rfiControls = (project: Project): Controls<typeof rfis.fields> => ({
  companyType: hidden,
  companyId: (props) => <CompanyControl {...props} projectId={project.id} />,
  spaceId: (props) => <SpaceControl {...props} projectId={project.id} />,
})
const tones = { [RfiState.Open]: 'attention', [RfiState.Answered]: 'working', [RfiState.Closed]: 'good' } as const
const stepNames = ['Answer', 'Close', 'Reopen'] as const
const stepCalls = { Answer: answerRfi, Close: closeRfi, Reopen: reopenRfi }

function Rfis({ project }: { project: Project }) {
  const [step, setStep] = useState<{ name: RfiStep; row: Rfi }>()
  const [edited, setEdited] = useState<number>()
  const params = { id: project.id }
  const isLocked = isReadOnly(project)
  return (
    <>
      <ListPage
        resource={rfis}
        title="RFIs"
        under={params}
        create={isLocked ? 'no' : 'dialog'}
        sections={sections}
        controls={rfiControls(project)}
        onOpen={({ id }) => setEdited(id)}
        cells={{
          state: (state) => <StateText tone={tones[state]}>{RfiState.label(state)}</StateText>,
          company: (company) => company?.name,
          isOverdue: (overdue) => overdue && <StateText tone="bad">Overdue</StateText>,
        }}
        actions={<PaperButton projectId={project.id} kind={SitePaper.RfiLog} />}
        rowMenu={(row) =>
          can('ProjectNotes.Update') &&
          !isLocked &&
          stepNames
            .filter((name) => rfiObstacle(name, row) === undefined)
            .map((name) => (
              <Menu.Item key={name} onClick={() => setStep({ name, row })}>
                {rfiSteps[name].label}
              </Menu.Item>
            ))
        }
        empty="No RFIs yet. Write down the first question of the construction site."
      />
      <FormDialog
        resource={rfis}
        id={edited}
        under={params}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        sections={sections}
        controls={rfiControls(project)}
      />
      {step && (
        <CallDialog
          key={`${step.name} ${step.row.id}`}
          call={stepCalls[step.name]}
          resource={rfis}
          opened
          onClose={() => setStep(undefined)}
          title={`${rfiSteps[step.name].label} ${step.row.number}: ${step.row.subject}`}
          verb={rfiSteps[step.name].label}
          params={{ id: project.id, itemId: step.row.id }}
          preset={{ rowVersion: step.row.rowVersion }}
          invalidates={[rfis]}
          onDone={({ number, state }) => toast.success(`${number}: ${RfiState.label(state)}.`)}
        />
      )}
    </>
  )
}
