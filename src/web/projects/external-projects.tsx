import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '../../model/kit/call.ts'
import { counted } from '../../model/kit/plural.ts'
import { ProjectStatus } from '../../model/projects/enums.ts'
import { externalProjects } from '../../model/projects/external-projects.ts'
import { IconSearch } from '../kit/look/icons.ts'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { DataTable, EmptyState } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './project.module.css'

type Project = AnswerOf<typeof externalProjects>['items'][number]

const name: Column<Project> = {
  key: 'name',
  label: 'Name',
  tone: 'name',
  cell: ({ id, name }) => (
    <Link to={`/external-projects/${id}`} className="dna-name" data-name>
      {name}
    </Link>
  ),
}
const status: Column<Project> = {
  key: 'projectStatus',
  label: 'Status',
  width: 190,
  cell: ({ projectStatus }) => <ChoiceText options={ProjectStatus} value={projectStatus} />,
}
const projectColumns: Column<Project>[] = [
  name,
  { key: 'number', label: 'Number', width: 110, tone: 'quiet', cell: ({ number }) => number },
  status,
  { key: 'client', label: 'Client', width: 200, tone: 'quiet', cell: ({ client }) => client?.name },
  { key: 'spaceCount', label: 'Spaces', width: 90, align: 'right', cell: ({ spaceCount }) => spaceCount },
]
/** On a phone the number and the client stand under the name. */
const phoneColumns: Column<Project>[] = [
  {
    ...name,
    cell: (project) => (
      <span className={css.both}>
        {name.cell(project)}
        <span className="dna-muted">{[project.number, project.client?.name].filter(Boolean).join(', ')}</span>
      </span>
    ),
  },
  { ...status, width: 172 },
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
  const isPhone = useIsPhone()
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
          <DataTable
            label="Projects"
            columns={isPhone ? phoneColumns : projectColumns}
            rows={data?.items}
            nameOf={({ name }) => name}
            skeletonRows={4}
          />
        )}
      </div>
    </div>
  )
}
