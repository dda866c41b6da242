import { Link, useLocation } from '@tanstack/react-router'
import { formatUsd } from '../../model/kit/money.ts'
import { plural } from '../../model/kit/plural.ts'
import { ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import { howTotalPrice } from '../../model/projects/money.ts'
import { projects } from '../../model/projects/projects.ts'
import type { FilterWords } from '../kit/list/filters.tsx'
import { DateOnly } from '../kit/look/format.tsx'
import { ListPage } from '../kit/pages.tsx'
import { AvatarFace } from '../kit/parts/avatar.tsx'
import css from '../kit/parts/cards.module.css'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { initialsFromName } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill, StateText } from '../kit/parts/state-pill.tsx'
import { HowItAddsUp } from './how-it-adds-up.tsx'
import { PhaseStrip } from './phase-strip.tsx'
import { listOfStage, type Project } from './project-head.tsx'

/** Limits the status filter to the stage's statuses; hides it if there is only one. */
function stageStatusFilter(stage: ProjectStage): FilterWords {
  const only = ProjectStage.get(stage).statuses ?? []
  return only.length > 1 ? { only } : { isHidden: true }
}

const cardReads = [
  'stage',
  'number',
  'client',
  'projectStatus',
  'associateConsultant',
  'projectManager',
  'phases',
  'createDate',
  'spaceCount',
  'equipmentCount',
  'totalMsrpPrice',
  'installationFactor',
  'totalPrice',
] as const

/** Adds the stage as a column, for rows of several stages. */
const projectsWithStage = {
  ...projects,
  list: { ...projects.list, columns: [...projects.list.columns.slice(0, 3), 'stage' as const, ...projects.list.columns.slice(3)] },
}

/** List of one stage. Stages in the address replace it, so that a search of all projects leads to every project it found. */
const stageList = (stage: ProjectStage, empty: string) =>
  function StageList() {
    const hasStages = useLocation({ select: ({ search }) => 'stages' in search })
    const shared = {
      searchKey: 'pq',
      newHref: '/projects/create',
      create: stage === ProjectStage.Closed || stage === ProjectStage.Archived ? 'no' : 'page',
      reads: { cells: [], card: cardReads },
      empty,
    } as const
    if (hasStages)
      return (
        <ListPage
          key="stages"
          {...shared}
          resource={projectsWithStage}
          title="Projects"
          card={(project) => <ProjectCard project={project} hasStage />}
        />
      )
    return (
      <ListPage
        key={stage}
        {...shared}
        resource={projects}
        title={listOfStage[stage].label}
        query={{ stages: [stage] }}
        card={(project) => <ProjectCard project={project} />}
        filters={{ stages: { isHidden: true }, projectStatuses: stageStatusFilter(stage) }}
      />
    )
  }

export const OpportunitiesPage = stageList(ProjectStage.Opportunity, 'No opportunities yet. A new project starts here with its proposal.')
export const ActiveProjectsPage = stageList(
  ProjectStage.Active,
  'No active projects yet. An opportunity becomes one when its proposal is accepted.',
)
export const ClosedProjectsPage = stageList(ProjectStage.Closed, 'No closed projects yet.')
export const ArchivedProjectsPage = stageList(ProjectStage.Archived, 'Nothing is archived.')

export function RestoreProjectsPage() {
  return (
    <ListPage
      resource={projects}
      title="Restore projects"
      isDeleted
      cells={{
        projectStatus: (status, { stage }) =>
          stage === ProjectStage.Lead ? <StateText tone="neutral">Lead</StateText> : <ChoiceText options={ProjectStatus} value={status} />,
      }}
      empty="No projects are deleted."
    />
  )
}

interface CardProps {
  project: Pick<Project, 'id' | 'name' | (typeof cardReads)[number]>
  hasStage?: boolean
}

function ProjectCard({ project, hasStage = false }: CardProps) {
  const { client, associateConsultant, projectManager } = project
  const people = [associateConsultant, projectManager].filter(
    (person, index, all) => person && all.findIndex((item) => item?.id === person.id) === index,
  )
  return (
    <div className={css.frame}>
      <Link to={`/projects/${project.id}`} className={css.card}>
        <div className={css.top}>
          <span className={css.mark} aria-hidden="true">
            {client?.logoUrl ? <img src={String(client.logoUrl)} alt="" /> : initialsFromName(client?.name ?? project.name)}
          </span>
          <div className={css.names}>
            <h2>{project.name}</h2>
            <div className={css.quiet}>{client?.name ?? 'No client'}</div>
          </div>
          <span className={`${css.quiet} ${css.aside}`}>
            {project.number}
            <span className={css.narrow}>
              <DateOnly value={project.createDate} />
            </span>
          </span>
        </div>
        <div className={css.row}>
          <StatePill small tone={stateTone(ProjectStatus, project.projectStatus) ?? 'neutral'}>
            {ProjectStatus.label(project.projectStatus)}
          </StatePill>
          {hasStage && <span className={css.quiet}>{ProjectStage.label(project.stage)}</span>}
          <span className={css.people}>{people.map((person) => person && <AvatarFace key={person.id} user={person} size={24} />)}</span>
        </div>
        {project.phases?.length ? <PhaseStrip phases={project.phases} /> : null}
        <div className={css.bottom}>
          <span className={css.wide}>
            <DateOnly value={project.createDate} />
          </span>
          <span>
            <b>{project.spaceCount.toLocaleString('en-US')}</b> {plural(project.spaceCount, 'space')}
          </span>
          <span>
            <b>{project.equipmentCount.toLocaleString('en-US')}</b> {plural(project.equipmentCount, 'piece')}
          </span>
          <b className={css.total}>{formatUsd(project.totalPrice, 0)}</b>
        </div>
      </Link>
      <span className={css.explained}>
        <HowItAddsUp of={`the total of ${project.name}`} how={() => [howTotalPrice(project)]} />
      </span>
    </div>
  )
}
