import { MultiSelect, SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import { DownloadStatus, ReportScope, ReportSheetOption, ReportType } from '../../model/reports/enums.ts'
import { reportHistory, requestReport } from '../../model/reports/report-calls.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { DateTime } from '../kit/look/format.tsx'
import { DataTable, Panel, ReasonButton, UserAvatar } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { callsOf, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { fileIsComing } from '../kit/request/files-to-come.ts'
import { useLive } from '../kit/request/live.ts'
import { type Project, ProjectTab } from '../projects/public.tsx'
import css from './project-reports.module.css'
import { BinPanel } from './word-panels.tsx'

/** The reports somebody may ask for; the file is made in the download center. */
export function ProjectReportsPage() {
  return (
    <ProjectTab title="Reports">
      {(project) => (
        <div className={css.body}>
          {can('ProjectReports.BOM') && <BomPanel project={project} />}
          {can('ProjectReports.BIN') && <BinPanel project={project} />}
          {can('ProjectReports.ViewHistory') && <History project={project} />}
        </div>
      )}
    </ProjectTab>
  )
}

function BomPanel({ project }: { project: Project }) {
  const [scope, setScope] = useState<ReportScope>(ReportScope.of.AllSpaces)
  const [spaceIds, setSpaceIds] = useState<string[]>([])
  const [levelIds, setLevelIds] = useState<string[]>([])
  const [sheets, setSheets] = useState<ReportSheetOption[]>([])
  const [hidePrices, setHidePrices] = useState(false)
  const [groupBy, setGroupBy] = useState('category')
  const { data } = useRead(
    callsOf(spaces).query,
    { query: { projectId: [project.id] } },
    { enabled: scope === ReportScope.of.SelectedSpaces },
  )
  const { mutate, isPending } = useCall(requestReport, {
    invalidates: [reportHistory],
    onDone: fileIsComing,
  })
  const isEmpty =
    (scope === ReportScope.of.SelectedSpaces && spaceIds.length === 0) || (scope === ReportScope.of.SelectedLevels && levelIds.length === 0)
  const sheet = (option: ReportSheetOption, label: string) => (
    <Switch
      label={label}
      checked={sheets.includes(option)}
      onChange={({ currentTarget }) => setSheets(currentTarget.checked ? [...sheets, option] : sheets.filter((one) => one !== option))}
    />
  )
  function ask() {
    mutate({
      params: { id: project.id },
      body: {
        reportType: ReportType.of.BOM,
        scope,
        spaceIds: scope === ReportScope.of.SelectedSpaces ? spaceIds.map(Number) : null,
        levelIds: scope === ReportScope.of.SelectedLevels ? levelIds.map(Number) : null,
        sheetOptions: sheets,
        options: { hidePrices, groupBy, includeCancelled: false },
      },
    })
  }
  return (
    <Panel title="BOM" note="What to buy, one row for each product and responsibility">
      <div className={css.options}>
        <SegmentedControl
          aria-label="Spaces"
          value={String(scope)}
          onChange={(value) => setScope(Number(value) as ReportScope)}
          data={ReportScope.values.map(({ value, label }) => ({ value: String(value), label }))}
        />
        {scope === ReportScope.of.SelectedSpaces && (
          <MultiSelect
            label="Spaces"
            searchable
            required
            value={spaceIds}
            onChange={setSpaceIds}
            data={(data?.items ?? []).map(({ id, name, spaceNumber }) => ({
              value: String(id),
              label: [spaceNumber, name].filter(Boolean).join(' '),
            }))}
          />
        )}
        {scope === ReportScope.of.SelectedLevels && (
          <MultiSelect
            label="Levels"
            searchable
            required
            value={levelIds}
            onChange={setLevelIds}
            data={project.buildings.map((building) => ({
              group: building.name,
              items: building.levels.map(({ id, name }) => ({ value: String(id), label: `${building.name}, ${name}` })),
            }))}
          />
        )}
        <SegmentedControl
          aria-label="Group by"
          value={groupBy}
          onChange={setGroupBy}
          data={[
            { value: 'category', label: 'By category' },
            { value: 'provider', label: 'By provider' },
            { value: 'manufacturer', label: 'By manufacturer' },
          ]}
        />
        {sheet(ReportSheetOption.of.SpaceListSheet, 'With a sheet of spaces')}
        {sheet(ReportSheetOption.of.AreaGroupsListSheet, 'With a sheet of area groups')}
        <Switch label="Leave prices out" checked={hidePrices} onChange={({ currentTarget }) => setHidePrices(currentTarget.checked)} />
        <ReasonButton onClick={ask} loading={isPending} reason={isEmpty && 'Select at least one!'}>
          Make BOM
        </ReasonButton>
      </div>
    </Panel>
  )
}

function History({ project }: { project: Project }) {
  const { data, refetch } = useRead(reportHistory, { params: { id: project.id }, query: { itemsPerPage: 50 } })
  useLive('SendTask', () => void refetch())
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
        ]}
      />
    </Panel>
  )
}
