import { Button } from '@mantine/core'
import { useState } from 'react'
import { DownloadStatus, ReportScope, ReportType } from '../../model/reports/enums.ts'
import { reportHistory, reportOffers } from '../../model/reports/report-calls.ts'
import { DateTime } from '../kit/look/format.tsx'
import { DataTable, Panel, UserAvatar } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import { useSession } from '../kit/request/session.ts'
import { type Project, ProjectTab } from '../projects/public.tsx'
import css from './project-reports.module.css'
import { ReportDialog } from './report-dialog.tsx'
import { SendButton, SentPapers } from './sent-papers.tsx'

export function ProjectReportsPage() {
  return (
    <ProjectTab title="Reports">
      {(project) => (
        <div className={css.body}>
          <NewReport project={project} />
          <SentPapers project={project} />
          {can('ProjectReports.ViewHistory') && <History project={project} />}
        </div>
      )}
    </ProjectTab>
  )
}

function NewReport({ project }: { project: Project }) {
  const [chosen, setChosen] = useState<ReportType>()
  const offered = ReportType.values.flatMap(({ value, label, permission }) => {
    const offer = reportOffers[value]
    return offer && can(permission) ? [{ value, label, note: offer.note }] : []
  })
  if (offered.length === 0) return null
  return (
    <Panel title="New report" note="Generated in the download center">
      <ul className={css.kinds}>
        {offered.map(({ value, label, note }) => (
          <li key={value}>
            <div>
              <b>{label}</b>
              <p>{note}</p>
            </div>
            <Button variant="default" aria-label={`Generate ${label}`} onClick={() => setChosen(value)}>
              Generate
            </Button>
          </li>
        ))}
      </ul>
      {chosen && <ReportDialog project={project} reportType={chosen} onClose={() => setChosen(undefined)} />}
    </Panel>
  )
}

function History({ project }: { project: Project }) {
  const { user } = useSession()
  const { data, refetch } = useRead(reportHistory, { params: { id: project.id }, query: { itemsPerPage: 50 } })
  useLiveEvent('SendTask', () => void refetch())
  if (data?.items.length === 0)
    return (
      <Panel title="Report history">
        <p className="dna-muted">No reports of this project yet.</p>
      </Panel>
    )
  return (
    <Panel title="Report history" isFlush>
      <DataTable
        label="Report history"
        rows={data?.items}
        skeletonRows={3}
        columns={[
          { key: 'fileName', label: 'File', tone: 'name', cell: (task) => task.fileName },
          { key: 'reportType', label: 'Report', width: 140, cell: (task) => ReportType.label(task.reportType) },
          { key: 'scope', label: 'Scope', width: 140, tone: 'quiet', cell: (task) => ReportScope.label(task.scope) },
          {
            key: 'status',
            label: 'Status',
            width: 150,
            cell: (task) => <ChoiceText options={DownloadStatus} value={task.status} />,
          },
          { key: 'user', label: 'By', width: 180, cell: (task) => task.user && <UserAvatar user={task.user} withName /> },
          { key: 'createDate', label: 'Date', width: 190, tone: 'quiet', cell: (task) => <DateTime value={task.createDate} /> },
          {
            key: 'send',
            label: 'Send',
            width: 90,
            cell: (task) =>
              task.status === DownloadStatus.Succeeded && task.user?.id === user?.id && <SendButton project={project} task={task} />,
          },
        ]}
      />
    </Panel>
  )
}
