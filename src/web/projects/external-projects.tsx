import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { formatCount, plural } from '../../model/kit/plural.ts'
import { ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import { externalProjects } from '../../model/projects/external-projects.ts'
import { Cards } from '../kit/list/list-cards.tsx'
import { IconSearch } from '../kit/look/icons.ts'
import { EmptyState } from '../kit/pages.tsx'
import cards from '../kit/parts/cards.module.css'
import { initialsFromName, LoadError } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './project.module.css'

type Project = ResponseOf<typeof externalProjects>['items'][number]

/** Maximum rows of one response; the user finds the others by search. */
const mostShown = 200
const formatAddress = ({ address }: Project) =>
  [address?.addressLine1, address?.city, [address?.state, address?.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

function ProjectCard({ project }: { project: Project }) {
  const { id, name, number, client, stage, projectStatus, isLive, revision, spaceCount, equipmentCount, totalMsrpPrice } = project
  const placeText = formatAddress(project)
  return (
    <Link to={`/external-projects/${id}`} className={cards.card}>
      <div className={cards.top}>
        <span className={cards.mark} aria-hidden="true">
          {client?.logoUrl ? <img src={client.logoUrl} alt="" /> : initialsFromName(client?.name ?? name)}
        </span>
        <div className={`${cards.names} ${css.guestNames}`}>
          <h2 className={css.guestName}>{name}</h2>
          {client && <div className={cards.quiet}>{client.name}</div>}
          {placeText && <div className={cards.quiet}>{placeText}</div>}
        </div>
        <span className={`${cards.quiet} ${cards.aside}`}>{number}</span>
      </div>
      <div className={cards.row}>
        {projectStatus !== null && (
          <StatePill small tone={stateTone(ProjectStatus, projectStatus) ?? 'neutral'}>
            {ProjectStatus.label(projectStatus)}
          </StatePill>
        )}
        <span className={cards.quiet}>{ProjectStage.label(stage)}</span>
      </div>
      <div className={cards.bottom}>
        {isLive || revision ? (
          <>
            <span>
              <b>{spaceCount.toLocaleString('en-US')}</b> {plural(spaceCount, 'space')}
            </span>
            {equipmentCount !== undefined && (
              <span>
                <b>{equipmentCount.toLocaleString('en-US')}</b> {plural(equipmentCount, 'piece')}
              </span>
            )}
            {totalMsrpPrice !== undefined && (
              <span className={css.guestTotal}>
                MSRP <b>{formatUsd(totalMsrpPrice, 0)}</b>
              </span>
            )}
          </>
        ) : (
          'Nothing has been issued yet.'
        )}
      </div>
    </Link>
  )
}

export function ExternalProjectsPage() {
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useRead(
    externalProjects,
    { query: { search: search || null, itemsPerPage: mostShown } },
    { isQuiet: true, keepsOld: true },
  )
  const isNone = data?.total === 0
  return (
    <div className={css.page}>
      <header className={css.guestHead}>
        <h1>Projects</h1>
        {data && <span className="dna-muted">{formatCount(data.total, 'project')}</span>}
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
        {error && !data && <LoadError error={error} title="Projects" onRetry={() => void refetch()} />}
        {isNone && (
          <EmptyState
            text={search ? 'No project has this name or number.' : 'Nothing has been shared with you yet. Your consultant can change that.'}
          />
        )}
        {!isNone && !(error && !data) && (
          <>
            <Cards label="Projects" rows={data?.items} card={(project) => <ProjectCard project={project} />} />
            {data && data.total > mostShown && (
              <p className={css.guestMore}>These are the first {mostShown} by name. Search for the others.</p>
            )}
          </>
        )}
      </div>
    </div>
  )
}
