import { Menu } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import { projectPlace } from '../../model/projects/live-overview.ts'
import { projectStepCalls, setProjectStatus, updateProjectNumber } from '../../model/projects/project-calls.ts'
import { projects } from '../../model/projects/projects.ts'
import { MissingPermission } from '../access/public.tsx'
import { WatchButton } from '../inbox/public.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { confirm, removeRows } from '../kit/form/dialogs.tsx'
import { IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { PageHead, Skeletons } from '../kit/pages.tsx'
import type { Tab } from '../kit/parts/page-tabs.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { invalidateEntity, resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { can, useCan } from '../kit/request/can.ts'
import type { AnyCall } from '../kit/request/client.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import { useTitle } from '../kit/request/title.ts'
import { Here, useViewers } from './presence.tsx'
import css from './project.module.css'
import { StatusMenu } from './status-menu.tsx'

export type Project = RowOf<typeof projects>

export const listOfStage: Record<ProjectStage, { label: string; to: string }> = {
  [ProjectStage.Lead]: { label: 'Leads', to: '/leads' },
  [ProjectStage.Opportunity]: { label: 'Opportunities', to: '/opportunities' },
  [ProjectStage.Active]: { label: 'Active projects', to: '/active-projects' },
  [ProjectStage.Closed]: { label: 'Closed projects', to: '/closed-projects' },
  [ProjectStage.Archived]: { label: 'Archived projects', to: '/archived-projects' },
}

/** Construction follows the design. */
const hasSite = ({ stage, projectStatus }: Project) =>
  stage !== ProjectStage.Opportunity && projectStatus !== ProjectStatus.DesignInProgress && can('ProjectNotes.View')

export function projectTabs(project: Project): Tab[] {
  const { id, spaceCount, equipmentCount } = project
  const site = hasSite(project)
  const at = (path: string) => `/projects/${id}${path}`
  const groups: Record<string, (Tab | false)[]> = {
    Overview: [
      { label: 'Summary', to: at('') },
      { label: 'Details', to: at('/details') },
      can('ProjectTimeline.View') && { label: 'Timeline', to: at('/timeline') },
    ],
    Spaces: [
      { label: 'All spaces', to: at('/spaces'), count: spaceCount },
      { label: 'Buildings', to: at('/buildings') },
    ],
    Equipment: [
      can('ProjectEquipment.View') && { label: 'All equipment', to: at('/equipment'), count: equipmentCount, counted: 'piece' },
      can('ProjectEquipment.View') && { label: 'Racks', to: at('/racks') },
      can('ProjectEquipment.View') && { label: 'Cables', to: at('/cables'), below: [at('/cables/labels'), at('/conduits')] },
      can('ProjectEquipment.View') && { label: 'Design check', to: at('/design-check') },
    ],
    Money: [
      can('ProjectBudget.View') && { label: 'Budget', to: at('/budget') },
      can('ProjectBudget.View') && { label: 'Alternates', to: at('/alternates') },
      can('ProjectBudget.View') && { label: 'Bids', to: at('/bids') },
      can('ProjectContracts.View') && { label: 'Contracts', to: at('/contracts') },
    ],
    Documents: [
      can('DrawingDocuments.View') && { label: 'Plans', to: at('/plans') },
      can('DrawingDocuments.View') && { label: 'Drawings', to: at('/drawing-documents') },
      can('ProjectReports.View') && { label: 'Revisions', to: at('/revisions'), below: [at('/revisions/compare')] },
      can('ProjectReports.View') && { label: 'Reports', to: at('/reports') },
      can('ProjectNotes.View') && { label: 'Notes', to: at('/notes') },
      can('ProjectNotes.View') && { label: 'Comments', to: at('/comments') },
      can('ProjectVariables.View') && { label: 'Variables', to: at('/variables') },
    ],
    Site: [
      site && { label: 'On site', to: at('/site') },
      site && { label: 'Punch list', to: at('/site/observations') },
      site && { label: 'Submittals', to: at('/site/submittals') },
      site && { label: 'RFIs', to: at('/site/rfis') },
      site && { label: 'Visits', to: at('/site/visits') },
      site && { label: 'Verification', to: at('/site/verification') },
    ],
    People: [
      can('ProjectContacts.View') && { label: 'Contacts', to: at('/contacts') },
      can('SmallBoard.View') && { label: 'Small board', to: at('/small-board') },
      can('ProjectAccessList.View') && { label: 'Access list', to: at('/access-list') },
      can('ProjectExternalAccessList.View') && { label: 'External access', to: at('/external-access-list') },
    ],
    Activity: [
      can('ProjectActivityLogs.View') && { label: 'History', to: at('/activity-logs') },
      can('ProjectLiveOverview.View') && { label: 'Live overview', to: at('/live-overview') },
    ],
  }
  return Object.entries(groups).flatMap(([group, tabs]) => tabs.filter((tab) => tab !== false).map((tab) => ({ ...tab, group })))
}

export const projectCrumbs = ({ id, name, stage }: Project) => [listOfStage[stage], { label: name, to: `/projects/${id}` }]
export const isReadOnlyProject = ({ stage }: Pick<Project, 'stage'>) => stage === ProjectStage.Closed || stage === ProjectStage.Archived

export function useProject() {
  const { id = '' } = useParams({ strict: false })
  // Levels, spaces and lines are separate entities, but the project shows their names, counts and totals.
  const onEntityChange = useCallback(
    ({ entity, projectId }: HubEvents['EntityChanged']) => {
      if (projectId === Number(id) && entity !== projects.entity) void invalidateEntity(projects.entity, id)
    },
    [id],
  )
  useLiveEvent('EntityChanged', onEntityChange)
  return useRead(resourceCalls(projects).read, { params: { id } }, { isQuiet: true })
}

export function ProjectState({ project }: { project: Project }) {
  const steps = projectStepCalls.filter(({ step, call }) => project.actions?.includes(step) && can(call.permission))
  return (
    <StatusMenu
      call={setProjectStatus}
      resource={projects}
      row={project}
      stage={project.stage}
      options={ProjectStatus}
      status={project.projectStatus}
      steps={steps.length > 0 && steps.map(({ step, call }) => <StepItem key={step} {...{ step, project }} call={call} />)}
    />
  )
}

const consequences: Record<string, string> = {
  Activate: 'The project moves to the active projects.',
  Close: 'Prices are frozen as they are now; spaces and equipment can no longer be changed.',
  Reopen: 'Prices follow the catalog again.',
  Archive: 'The project moves off the lists of current work and can be brought back.',
  Unarchive: 'The project returns to where it was.',
}

const done: Record<string, string> = {
  Activate: 'is active now',
  Close: 'is closed',
  Reopen: 'is open again',
  Archive: 'is archived',
  Unarchive: 'is back from the archive',
}

/** Sentence about open items on site; empty without the permission, or if they cannot be read now. */
async function siteWarning(id: number): Promise<string> {
  if (!can('ProjectNotes.View')) return ''
  const { loadCloseWarning } = await import('../site/public.tsx')
  return loadCloseWarning(id).catch(() => '')
}

function StepItem({ step, call, project }: { step: string; call: AnyCall; project: Project }) {
  const { mutate } = useCall(call, { onDone: () => toast.success(`${project.name} ${done[step]}.`) })
  async function take() {
    const text = `${consequences[step]}${step === 'Close' ? await siteWarning(project.id) : ''}`
    if (await confirm({ title: `${step} ${project.name}?`, text, verb: step }))
      mutate({ params: { id: project.id }, body: { comment: null, rowVersion: project.rowVersion } })
  }
  return <Menu.Item onClick={() => void take()}>{step}</Menu.Item>
}

export const goesWithProject = 'Its buildings, spaces and equipment are hidden with it. It can be brought back from Restore projects.'

function useProjectMenu(project: Project | undefined): { items: ReactNode; dialog: ReactNode } {
  const [isNumbering, setNumbering] = useState(false)
  const navigate = useNavigate()
  const [mayNumber, mayDelete] = [can(updateProjectNumber.permission), can(projects.permission.delete)]
  if (!project || !(mayNumber || mayDelete)) return { items: undefined, dialog: undefined }
  async function remove(deleted: Project) {
    if (await removeRows(projects, [deleted], undefined, goesWithProject)) void navigate({ to: listOfStage[deleted.stage].to })
  }
  return {
    items: (
      <>
        {mayNumber && <Menu.Item onClick={() => setNumbering(true)}>Change number</Menu.Item>}
        {mayDelete && (
          <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void remove(project)}>
            Delete
          </Menu.Item>
        )}
      </>
    ),
    dialog: (
      <CallDialog
        call={updateProjectNumber}
        resource={projects}
        opened={isNumbering}
        onClose={() => setNumbering(false)}
        title={`Number of ${project.name}`}
        verb="Save number"
        params={{ id: project.id }}
        preset={{ rowVersion: project.rowVersion }}
        start={{ number: project.number }}
        onDone={({ number }) => toast.success(`The number is now ${number}.`)}
      />
    ),
  }
}

interface ProjectTabProps {
  title: string
  actions?: (project: Project) => ReactNode
  children: (project: Project) => ReactNode
}

export function ProjectTab({ title, actions, children }: ProjectTabProps) {
  const { data: project, error, refetch } = useProject()
  // The rows of a project are visible only to users who may see the project (domain 4.2), so the permission of a tab is not enough.
  const mayView = useCan(projects.permission.view)
  const viewers = useViewers(project?.id, projectPlace)
  const menu = useProjectMenu(project)
  useTitle(project && `${title} · ${project.name}`)
  if (!project)
    return (
      <div className={css.page}>
        <PageHead crumbs={[{ label: 'Projects', to: '/active-projects' }]} title="Project" />
        {!mayView ? (
          <MissingPermission what="Pages of a project" names={[projects.permission.view]} />
        ) : error ? (
          <LoadError error={error} title="The project" onRetry={() => void refetch()} />
        ) : (
          <Skeletons rows={8} />
        )}
      </div>
    )
  return (
    <div className={css.page}>
      <PageHead
        crumbs={projectCrumbs(project)}
        chip={project.number ?? project.id}
        title={project.name}
        state={<ProjectState project={project} />}
        note={project.client?.name}
        actions={
          <>
            <Here viewers={viewers} noun="in this project" />
            <WatchButton resource={projects} id={project.id} name={project.name} />
            {actions?.(project)}
          </>
        }
        menu={menu.items}
        tabs={projectTabs(project)}
      />
      {children(project)}
      {menu.dialog}
    </div>
  )
}
