import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '../../model/kit/call.ts'
import { counted } from '../../model/kit/plural.ts'
import { ProjectStatus } from '../../model/projects/enums.ts'
import { externalProjects } from '../../model/projects/external-projects.ts'
import { IconSearch } from '../kit/look/icons.ts'
import { DataTable, EmptyState } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './project.module.css'

type Project = AnswerOf<typeof externalProjects>['items'][number]

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
