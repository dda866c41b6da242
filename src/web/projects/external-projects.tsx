import { Select, TextInput } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '../../model/kit/call.ts'
import { openFile } from '../../model/kit/file-calls.ts'
import { counted } from '../../model/kit/plural.ts'
import { ProjectStatus } from '../../model/projects/enums.ts'
import {
  externalContacts,
  externalEquipment,
  externalProject,
  externalProjects,
  externalSpaces,
} from '../../model/projects/external-projects.ts'
import { sharedReports } from '../../model/reports/download-tasks.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { saveBlob } from '../catalogue/public.tsx'
import { DateTime, Money } from '../kit/look/format.tsx'
import { IconInfoCircle, IconSearch } from '../kit/look/icons.ts'
import { DataTable, EmptyState, PageHead, Panel, PhoneLink, Skeletons, Strip } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import { toneOf } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './project.module.css'

type Project = AnswerOf<typeof externalProjects>['items'][number]
type Line = AnswerOf<typeof externalEquipment>['items'][number]
type Space = AnswerOf<typeof externalSpaces>['items'][number]
type Report = AnswerOf<typeof sharedReports>['items'][number]
type Contact = AnswerOf<typeof externalContacts>['items'][number]

const wherefrom = ({ client, address }: Pick<Project, 'client' | 'address'>) =>
  [client?.name, address?.addressLine1, address?.city].filter(Boolean).join(', ')

const projectColumns: Column<Project>[] = [
  {
    key: 'name',
    label: 'Name',
    tone: 'name',
    cell: ({ id, name }) => (
      <Link to={`/external-projects/${id}`} className="dna-name" data-name>
        {name}
      </Link>
    ),
  },
  { key: 'number', label: 'Number', width: 110, tone: 'quiet', cell: ({ number }) => number },
  {
    key: 'projectStatus',
    label: 'Status',
    width: 190,
    cell: ({ projectStatus }) => <ChoiceText options={ProjectStatus} value={projectStatus} />,
  },
  { key: 'client', label: 'Client', width: 200, tone: 'quiet', cell: ({ client }) => client?.name },
  { key: 'spaceCount', label: 'Spaces', width: 90, align: 'right', cell: ({ spaceCount }) => spaceCount },
]

/** The projects somebody from outside was let in to. */
export function ExternalProjectsPage() {
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useRead(
    externalProjects,
    { query: { search: search || null, itemsPerPage: 200 } },
    { isQuiet: true, keepsOld: true },
  )
  const isNone = data?.total === 0
  return (
    <div className={css.page}>
      <header className={css.guestHead}>
        <h1>Projects</h1>
        {data && <span className="dna-muted">{counted(data.total, 'project')}</span>}
      </header>
      <div className={css.body}>
        <div className={css.guestSearch}>
          <TextInput
            aria-label="Search projects"
            placeholder="Search projects"
            leftSection={<IconSearch size={16} />}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </div>
        {error && !data && <Failure error={error} title="Projects" onRetry={() => void refetch()} />}
        {isNone && (
          <EmptyState
            text={search ? 'No project has this name or number.' : 'Nothing has been shared with you yet. Your consultant can change that.'}
          />
        )}
        {!isNone && !(error && !data) && (
          <DataTable label="Projects" columns={projectColumns} rows={data?.items} nameOf={({ name }) => name} skeletonRows={4} />
        )}
      </div>
    </div>
  )
}

/** One of them, as far as its entry opens it. */
export function ExternalProjectPage() {
  const { id } = useParams({ strict: false })
  const params = { id: Number(id) }
  const { data: project, error, refetch } = useRead(externalProject, { params }, { isQuiet: true })
  useTitle(project?.name ?? '')
  const crumbs = [{ label: 'Projects', to: '/external-projects' }]
  if (!project)
    return (
      <div className={css.page}>
        <PageHead crumbs={crumbs} title="Project" />
        {error ? <Failure error={error} title="This project" onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  const { projectStatus, isLive, opened } = project
  return (
    <div className={css.page}>
      <PageHead
        crumbs={crumbs}
        chip={project.number ?? undefined}
        title={project.name}
        state={
          projectStatus !== null && (
            <StatePill tone={toneOf(ProjectStatus, projectStatus) ?? 'neutral'}>{ProjectStatus.label(projectStatus)}</StatePill>
          )
        }
        note={wherefrom(project)}
      />
      {!isLive && (
        <Strip tone="quiet" icon={<IconInfoCircle size={16} />}>
          Nothing has been issued yet. What is designed appears here with its first revision.
        </Strip>
      )}
      <div className={css.body}>
        {isLive && <Spaces id={project.id} />}
        {isLive && opened.includes('Equipment') && <Equipment id={project.id} total={project.totalMsrpPrice} />}
        {opened.includes('Reports') && <Reports id={project.id} />}
        <Contacts id={project.id} />
      </div>
    </div>
  )
}

const spaceColumns: Column<Space>[] = [
  { key: 'spaceNumber', label: 'Number', width: 90, tone: 'quiet', cell: ({ spaceNumber }) => spaceNumber },
  {
    key: 'name',
    label: 'Name',
    tone: 'name',
    cell: ({ id, name, itemsCount }) =>
      itemsCount ? (
        <Link to="." search={{ space: id }} className="dna-name" data-name>
          {name}
        </Link>
      ) : (
        name
      ),
  },
  { key: 'level', label: 'Level', width: 200, tone: 'quiet', cell: ({ building, level }) => `${building.name}, ${level.name}` },
  { key: 'status', label: 'Status', width: 130, cell: ({ status }) => <ChoiceText options={SpaceStatus} value={status} /> },
  { key: 'itemsCount', label: 'Items', width: 80, align: 'right', cell: ({ itemsCount }) => itemsCount },
]

function Spaces({ id }: { id: number }) {
  const { data, error, refetch } = useRead(externalSpaces, { params: { id } }, { isQuiet: true })
  return (
    <Panel title="Spaces" note={data && data.items.length} isFlush>
      {error && !data ? (
        <Failure error={error} title="Spaces" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState text="No spaces yet." />
      ) : (
        <DataTable label="Spaces" columns={spaceColumns} rows={data?.items} nameOf={({ name }) => name} skeletonRows={4} />
      )}
    </Panel>
  )
}

const placeOf = ({ space }: Line) => [space.number, space.name].filter(Boolean).join(' ')
const lineColumns = (hasPrices: boolean): Column<Line>[] => [
  { key: 'quantity', label: 'Qty', width: 60, align: 'right', cell: ({ quantity }) => quantity },
  { key: 'model', label: 'Model', tone: 'name', cell: ({ model }) => model },
  { key: 'manufacturer', label: 'Manufacturer', width: 120, cell: ({ manufacturer }) => manufacturer },
  { key: 'description', label: 'Description', width: 200, tone: 'quiet', cell: ({ description }) => description },
  { key: 'space', label: 'Space', width: 140, tone: 'quiet', cell: placeOf },
  { key: 'provider', label: 'Provides, installs', width: 124, cell: ({ provider, installer }) => `${provider}, ${installer}` },
  ...(hasPrices
    ? [
        {
          key: 'unitPrice',
          label: 'Each',
          width: 110,
          align: 'right' as const,
          cell: ({ unitPrice }: Line) => <Money value={unitPrice} />,
        },
        {
          key: 'totalPrice',
          label: 'Total',
          width: 120,
          align: 'right' as const,
          cell: ({ totalPrice }: Line) => <Money value={totalPrice} />,
        },
      ]
    : []),
]

/** All lines, or those of one space. */
function Equipment({ id, total }: { id: number; total: number | undefined }) {
  const asked: { space?: unknown } = useSearch({ strict: false })
  const space = typeof asked.space === 'number' ? asked.space : undefined
  const navigate = useNavigate()
  const { data: spaces } = useRead(externalSpaces, { params: { id } }, { isQuiet: true })
  const { data, error, refetch } = useRead(
    externalEquipment,
    { params: { id }, query: { spaceId: space ?? null, itemsPerPage: -1 } },
    { isQuiet: true, keepsOld: true },
  )
  const options = (spaces?.items ?? []).map((one) => ({
    value: String(one.id),
    label: [one.spaceNumber, one.name].filter(Boolean).join(' '),
  }))
  return (
    <Panel
      title="Equipment"
      note={data && data.total.toLocaleString('en-US')}
      isFlush
      actions={
        <>
          {total !== undefined && (
            <span className={css.guestTotal}>
              <Money value={total} />
            </span>
          )}
          <Select
            aria-label="Space"
            placeholder="All spaces"
            clearable
            searchable
            data={options}
            value={space === undefined ? null : String(space)}
            onChange={(chosen) => void navigate({ to: '.', search: chosen ? { space: Number(chosen) } : {} })}
          />
        </>
      }
    >
      {error && !data ? (
        <Failure error={error} title="Equipment" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState text="No equipment here yet." />
      ) : (
        <DataTable
          label="Equipment"
          columns={lineColumns(total !== undefined)}
          rows={data?.items}
          nameOf={({ model }) => model}
          skeletonRows={6}
        />
      )}
    </Panel>
  )
}

/** A file opens by the token of whoever asks, each time anew. */
async function save({ url, fileName }: Report) {
  const [, , , id = '', name = ''] = url?.split('/') ?? []
  try {
    saveBlob(fileName, await request(openFile, { params: { id, name: decodeURIComponent(name) } }))
  } catch (error) {
    showError(error)
  }
}

const reportColumns: Column<Report>[] = [
  {
    key: 'fileName',
    label: 'File',
    tone: 'name',
    cell: (report) => (
      <button type="button" className={css.open} data-name onClick={() => void save(report)}>
        {report.fileName}
      </button>
    ),
  },
  { key: 'date', label: 'Date', width: 200, tone: 'quiet', cell: ({ date }) => <DateTime value={date} /> },
]

function Reports({ id }: { id: number }) {
  const { data, error, refetch } = useRead(sharedReports, { params: { id }, query: { itemsPerPage: 200 } }, { isQuiet: true })
  return (
    <Panel title="Reports" note={data && data.total > 0 && data.total.toLocaleString('en-US')} isFlush>
      {error && !data ? (
        <Failure error={error} title="Reports" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState text="No reports have been shared yet." />
      ) : (
        <DataTable label="Reports" columns={reportColumns} rows={data?.items} nameOf={({ fileName }) => fileName} skeletonRows={2} />
      )}
    </Panel>
  )
}

const contactColumns: Column<Contact>[] = [
  { key: 'name', label: 'Name', tone: 'name', cell: ({ name }) => name },
  { key: 'company', label: 'Company', width: 220, cell: ({ company }) => company },
  { key: 'jobTitle', label: 'Job title', width: 180, tone: 'quiet', cell: ({ jobTitle }) => jobTitle },
  { key: 'email', label: 'E-mail', width: 240, cell: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a> },
  { key: 'phone', label: 'Phone', width: 140, cell: ({ phone }) => phone && <PhoneLink phone={phone} /> },
]

/** Whom to call. */
function Contacts({ id }: { id: number }) {
  const { data } = useRead(externalContacts, { params: { id } }, { isQuiet: true })
  if (!data?.items.length) return null
  return (
    <Panel title="Contacts" note={data.items.length} isFlush>
      <DataTable
        label="Contacts"
        columns={contactColumns}
        rows={data.items}
        keyOf={({ name, email }) => `${name} ${email}`}
        nameOf={({ name }) => name}
      />
    </Panel>
  )
}
