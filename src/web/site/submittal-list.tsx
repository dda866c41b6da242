import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { SitePaper, SubmittalState } from '../../model/site/enums.ts'
import { generateSubmittals, receiveSubmittal, returnSubmittal } from '../../model/site/site-calls.ts'
import { submittalObstacle, submittals } from '../../model/site/submittals.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls, Section } from '../kit/form/controls.tsx'
import { FileControl } from '../kit/form/file-control.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { FormDialog, hidden, ListPage } from '../kit/pages.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { CompanyControl } from './company-control.tsx'
import { PaperButton } from './paper-button.tsx'

type Submittal = RowOf<typeof submittals>

export function SubmittalsPage() {
  return <ProjectTab title="Submittals">{(project) => <Submittals project={project} />}</ProjectTab>
}

const sections: Section<typeof submittals.fields>[] = [
  ['Submittal', ['title', 'kind', 'specSection', 'companyType', 'companyId', 'substituteEquipmentId']],
  ['Review', ['expectedDate', 'reviewerId']],
]
const submittalControls = (project: Project): Controls<typeof submittals.fields> => ({
  companyType: hidden,
  companyId: (props) => <CompanyControl {...props} projectId={project.id} />,
})
const tones = {
  [SubmittalState.Expected]: 'neutral',
  [SubmittalState.InReview]: 'working',
  [SubmittalState.Returned]: 'attention',
  [SubmittalState.Closed]: 'good',
} as const

type Step = { name: 'Receive' | 'Return'; row: Submittal }

function Submittals({ project }: { project: Project }) {
  const [step, setStep] = useState<Step>()
  const [edited, setEdited] = useState<number>()
  const params = { id: project.id }
  const isLocked = isReadOnly(project)
  const mayMove = can('ProjectNotes.Update') && !isLocked
  const generate = useCall(generateSubmittals, {
    invalidates: [submittals],
    onDone: ({ created }) =>
      toast.success(
        created === 0 ? 'Every manufacturer and category has its submittal.' : `${formatCount(created, 'submittal')} generated.`,
      ),
  })
  return (
    <>
      <ListPage
        resource={submittals}
        title="Submittals"
        under={params}
        create={isLocked ? 'no' : 'dialog'}
        sections={sections}
        controls={submittalControls(project)}
        onOpen={({ id }) => setEdited(id)}
        cells={{
          state: (state) => <StateText tone={tones[state]}>{SubmittalState.label(state)}</StateText>,
          company: (company) => company?.name,
        }}
        actions={
          <>
            <PaperButton projectId={project.id} kind={SitePaper.SubmittalRegister} />
            {can(generateSubmittals.permission) && !isLocked && (
              <Button variant="default" loading={generate.isPending} onClick={() => generate.mutate({ params, body: {} })}>
                Generate
              </Button>
            )}
          </>
        }
        rowMenu={(row) =>
          mayMove &&
          (['Receive', 'Return'] as const)
            .filter((name) => submittalObstacle(name, row) === undefined)
            .map((name) => (
              <Menu.Item key={name} onClick={() => setStep({ name, row })}>
                {name}
              </Menu.Item>
            ))
        }
        empty="No submittals yet. Generate them from the equipment of the latest revision, or create one."
      />
      <FormDialog
        resource={submittals}
        id={edited}
        under={params}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        sections={sections}
        controls={submittalControls(project)}
      />
      {step && <StepDialog projectId={project.id} step={step} onClose={() => setStep(undefined)} />}
    </>
  )
}

function StepDialog({ projectId, step: { name, row }, onClose }: { projectId: number; step: Step; onClose: () => void }) {
  const common = {
    resource: submittals,
    opened: true,
    onClose,
    title: `${name} ${row.number} ${row.title}`,
    verb: name,
    params: { id: projectId, itemId: row.id },
    preset: { rowVersion: row.rowVersion },
    invalidates: [submittals],
    onDone: ({ number, state }: Submittal) => toast.success(`${number}: ${SubmittalState.label(state)}.`),
  }
  if (name === 'Receive')
    return (
      <CallDialog
        {...common}
        call={receiveSubmittal}
        start={{ receivedDate: new Date().toISOString().slice(0, 10) }}
        controls={{ fileIds: ({ value, onChange, error }) => <OneFile ids={value} onChange={onChange} error={error} /> }}
      />
    )
  return (
    <CallDialog
      {...common}
      call={returnSubmittal}
      controls={{ fileIds: ({ value, onChange, error }) => <OneFile ids={value} onChange={onChange} error={error} /> }}
    />
  )
}

function OneFile({ ids, onChange, error }: { ids: string[] | null; onChange: (ids: string[]) => void; error?: string }) {
  return <FileControl label="File" fileId={ids?.[0] ?? null} error={error} onChange={(file) => onChange(file ? [file.id] : [])} />
}
