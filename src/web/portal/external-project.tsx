import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { CommentSubject } from '../../model/portal/comments.ts'
import { ProjectStatus } from '../../model/projects/enums.ts'
import { externalProject, externalSpaces } from '../../model/projects/external-projects.ts'
import { DateOnly } from '../kit/look/format.tsx'
import { IconInfoCircle } from '../kit/look/icons.ts'
import { EmptyState, PageHead, Panel, Skeletons, Strip } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { useRead } from '../kit/request/call.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { useTitle } from '../kit/request/title.ts'
import { ApprovalBar, ApprovalPanel } from './approval-panel.tsx'
import { CableSchedule } from './cable-schedule.tsx'
import { ChosenSpace } from './chosen-space.tsx'
import { Comments } from './comments.tsx'
import css from './portal.module.css'
import { Contacts, Drawings, Equipment, Reports } from './project-parts.tsx'
import { externalCommentRoom, parseCommentSubject, parseNumberParam } from './rooms.ts'
import { nameOfSpace, SpaceTree } from './space-tree.tsx'

const SitePanel = lazyPart(() => import('./site-panel.tsx'))
const AlternatesPanel = lazyPart(() => import('./alternates-panel.tsx'))

type Project = ResponseOf<typeof externalProject>
const { Space } = CommentSubject

const wherefrom = ({ client, address }: Pick<Project, 'client' | 'address'>) =>
  [client?.name, address?.addressLine1, address?.city].filter(Boolean).join(', ')

export function ExternalProjectPage() {
  const { id } = useParams({ strict: false })
  const { data: project, error, refetch } = useRead(externalProject, { params: { id: Number(id) } }, { isQuiet: true })
  useTitle(project?.name ?? '')
  const crumbs = [{ label: 'Projects', to: '/external-projects' }]
  if (!project)
    return (
      <div className={css.page}>
        <PageHead crumbs={crumbs} title="Project" />
        {error ? <LoadError error={error} title="This project" onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  const { projectStatus } = project
  return (
    <div className={css.page}>
      <PageHead
        crumbs={crumbs}
        chip={project.number ?? undefined}
        title={project.name}
        state={
          projectStatus !== null && (
            <StatePill tone={stateTone(ProjectStatus, projectStatus) ?? 'neutral'}>{ProjectStatus.label(projectStatus)}</StatePill>
          )
        }
        note={wherefrom(project)}
      />
      <Strip tone="quiet" icon={<IconInfoCircle size={16} />}>
        <span>
          <Shown project={project} />
        </span>
      </Strip>
      <Columns project={project} />
      {project.opened.includes('Approval') && <ApprovalBar project={project} />}
    </div>
  )
}

function Shown({ project: { isLive, revision } }: { project: Project }) {
  if (isLive) return <>Live: you see the project as it is now.</>
  if (!revision) return <>Nothing has been issued yet. The design appears here with its first revision.</>
  const { code, issueDate, issuedBy } = revision
  return (
    <>
      You see revision <b>{code}</b>, issued <DateOnly value={issueDate} />
      {issuedBy && ` by ${issuedBy}`}. Later changes appear with the next revision.
    </>
  )
}

function useChosen() {
  const { space, subject, of }: { space?: unknown; subject?: unknown; of?: unknown } = useSearch({ strict: false })
  const about = parseCommentSubject(subject, of)
  const id = parseNumberParam(space) ?? (about?.subject === Space ? about.subjectId : undefined)
  return { space: id, about: about ?? (id === undefined ? undefined : { subject: Space, subjectId: id }) }
}

function Columns({ project }: { project: Project }) {
  const { id, opened } = project
  const chosen = useChosen()
  const { data, error, refetch } = useRead(externalSpaces, { params: { id } }, { isQuiet: true })
  const spaces = data?.items ?? []
  const space = spaces.find((item) => item.id === chosen.space)
  const isSaying = opened.includes('Comments')
  const hasAside = isSaying || opened.includes('Approval')
  const hasContents = project.isLive || project.revision !== null
  return (
    <div className={css.columns} data-plain={!hasAside || undefined} data-chosen={space !== undefined || undefined}>
      <nav className={css.tree} aria-label="Spaces">
        {!data && (error ? <LoadError error={error} title="Spaces" onRetry={() => void refetch()} /> : <Skeletons rows={6} columns={1} />)}
        {data && spaces.length === 0 && <EmptyState text={hasContents ? 'No spaces yet.' : 'Nothing has been issued yet.'} />}
        <SpaceTree buildings={project.buildings} spaces={spaces} chosen={space?.id} />
      </nav>
      <div className={css.main}>
        {space ? (
          <ChosenSpace project={project} space={space} />
        ) : (
          <>
            {opened.includes('Site') && (
              <Suspense fallback={<Skeletons rows={4} />}>
                <SitePanel id={id} />
              </Suspense>
            )}
            {project.totalMsrpPrice !== undefined && (
              <Suspense fallback={null}>
                <AlternatesPanel id={id} />
              </Suspense>
            )}
            {opened.includes('Equipment') && hasContents && <Equipment project={project} />}
            {opened.includes('Cables') && hasContents && <CableSchedule id={id} />}
            {opened.includes('Documents') && hasContents && <Drawings project={project} />}
            {opened.includes('Reports') && <Reports id={id} />}
            <Contacts id={id} />
          </>
        )}
      </div>
      {hasAside && (
        <aside className={css.aside} aria-label="Approvals and comments">
          {opened.includes('Approval') && <ApprovalPanel project={project} />}
          {isSaying && (
            <Panel title={chosen.about ? `Comments on ${space ? nameOfSpace(space) : 'this'}` : 'Comments'} isFlush>
              <Comments
                room={externalCommentRoom(id)}
                about={chosen.about}
                empty={chosen.about ? 'No comments on this yet.' : 'No comments yet. Choose a space to begin.'}
              />
            </Panel>
          )}
        </aside>
      )}
    </div>
  )
}
