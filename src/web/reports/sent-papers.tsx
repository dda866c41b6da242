import { Button, TagsInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { projectContacts } from '../../model/projects/project-contacts.ts'
import { downloadTasks } from '../../model/reports/download-tasks.ts'
import { ReportType } from '../../model/reports/enums.ts'
import { type PaperRecipient, type SentPaper, sendReport, sentPapers } from '../../model/reports/sent-papers.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { ControlProps } from '../kit/form/controls.tsx'
import { DateTime } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, Panel } from '../kit/pages.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { openFile } from '../kit/request/open-file.ts'
import type { Project } from '../projects/public.tsx'

interface SendProps {
  project: Project
  task: { id: number; fileName: string }
}

export function SendButton({ project, task }: SendProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={`Send ${task.fileName}`} onClick={() => setOpen(true)}>
        Send
      </Button>
      <CallDialog
        call={sendReport}
        resource={downloadTasks}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Send ${task.fileName}`}
        verb="Send"
        params={{ id: project.id, taskId: task.id }}
        start={{ subject: task.fileName.replace(/\.\w+$/, ''), message: 'Please review this report.', asLink: false }}
        controls={{ to: (props) => <RecipientsControl {...props} project={project} /> }}
        invalidates={[sentPapers]}
        onDone={() => toast.success('The report is on its way.')}
      />
    </>
  )
}

function RecipientsControl({
  field,
  value,
  onChange,
  onBlur,
  error,
  problems,
  project,
}: ControlProps<PaperRecipient[]> & { project: Project }) {
  const { data } = useRead(projectContacts.read, { params: { id: project.id } }, { isQuiet: true, enabled: can('ProjectContacts.View') })
  const people = (data?.items ?? []).flatMap(({ email, name }) => (email ? [{ email, name }] : []))
  const nameOf = (email: string) => people.find((person) => person.email === email)?.name ?? null
  const [firstProblem] = Object.values(problems ?? {})
  return (
    <TagsInput
      label={field.label}
      required
      placeholder="E-mail addresses"
      error={error ?? firstProblem}
      onBlur={onBlur}
      data={people.map(({ email }) => email)}
      renderOption={({ option }) => `${nameOf(option.value) ?? ''} ${option.value}`.trim()}
      value={(value ?? []).map(({ email }) => email)}
      onChange={(emails) => onChange(emails.map((email) => ({ email: email.trim(), name: nameOf(email) })))}
      acceptValueOnBlur
    />
  )
}

/** Reports sent to the client, with what happened to them. */
export function SentPapers({ project }: { project: Project }) {
  const { data } = useRead(sentPapers, { params: { id: project.id } })
  if (data?.items.length === 0) return null
  return (
    <Panel title="Sent to the client" isFlush>
      <DataTable
        label="Sent to the client"
        rows={data?.items}
        skeletonRows={2}
        columns={[
          {
            key: 'fileName',
            label: 'File',
            tone: 'name',
            cell: ({ fileName, fileUrl }) => (
              <UnstyledButton className="dna-link" onClick={() => openFile({ name: fileName, url: fileUrl })}>
                {fileName}
              </UnstyledButton>
            ),
          },
          { key: 'reportType', label: 'Report', width: 140, cell: ({ reportType }) => ReportType.label(reportType) },
          { key: 'to', label: 'To', width: 240, cell: ({ to }) => to.map(({ email, name }) => name ?? email).join(', ') },
          { key: 'sentDate', label: 'Sent', width: 190, tone: 'quiet', cell: ({ sentDate }) => <DateTime value={sentDate} /> },
          { key: 'state', label: 'Status', width: 170, cell: (paper) => <PaperState paper={paper} /> },
        ]}
      />
    </Panel>
  )
}

function PaperState({ paper: { acceptedDate, acceptedBy, openedDate, supersededById } }: { paper: SentPaper }) {
  if (acceptedDate) return <StateText tone="good">Accepted by {acceptedBy}</StateText>
  if (supersededById) return <StateText tone="neutral">Superseded</StateText>
  return openedDate ? <StateText tone="working">Opened</StateText> : <StateText tone="neutral">Sent</StateText>
}
