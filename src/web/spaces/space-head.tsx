import { Menu } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { spacePlace } from '../../model/projects/live-overview.ts'
import { projects } from '../../model/projects/projects.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { setSpaceStatus } from '../../model/spaces/space-calls.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { MissingPermission } from '../access/public.tsx'
import { WatchButton } from '../inbox/public.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { PageHead, Skeletons } from '../kit/pages.tsx'
import type { Tab } from '../kit/parts/page-tabs.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateButton, StatePill } from '../kit/parts/state-pill.tsx'
import { invalidateEntity, resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { can, useCan } from '../kit/request/can.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import { useTitle } from '../kit/request/title.ts'
import { Here, isReadOnly, type Project, projectCrumbs, useProject, useViewers } from '../projects/public.tsx'
import css from './space.module.css'

export type Space = RowOf<typeof spaces>

const inSpaces = ['spaceEquipment', 'areaGroups', 'circuits', 'equipments']

function useSpace() {
  const { id = '', spaceId = '' } = useParams({ strict: false })
  const onEntityChange = useCallback(
    ({ entity, projectId }: HubEvents['EntityChanged']) => {
      if (projectId === Number(id) && inSpaces.includes(entity)) void invalidateEntity(spaces.entity, spaceId)
    },
    [id, spaceId],
  )
  useLiveEvent('EntityChanged', onEntityChange)
  return useSpaceOfAddress()
}

/**
 * Loads the space of the URL. If the URL names another project, redirects to the space's own project, because the header would show the
 * wrong one.
 */
export function useSpaceOfAddress() {
  const { id = '', spaceId = '' } = useParams({ strict: false })
  const read = useRead(resourceCalls(spaces).read, { params: { id: spaceId } }, { isQuiet: true })
  const projectId = read.data?.projectId
  const navigate = useNavigate()
  useEffect(() => {
    if (projectId !== undefined && projectId !== Number(id))
      void navigate({ to: location.pathname.replace(/^\/projects\/\d+/, `/projects/${projectId}`), replace: true })
  }, [projectId, id, navigate])
  return read
}

export function spaceTabs({ id, projectId, equipmentCount }: Space): Tab[] {
  const at = (path: string) => `/projects/${projectId}/spaces/${id}${path}`
  const tabs: (Tab | false)[] = [
    can('ProjectEquipment.View') && { label: 'Equipment', to: at(''), count: equipmentCount, counted: 'piece' },
    can('ProjectEquipment.View') && { label: 'Signal flow', to: at('/signal-flow') },
    can('ProjectEquipment.View') && { label: 'Master quote', to: at('/master-quote') },
    can('ProjectEquipment.View') && { label: 'Circuits', to: at('/circuits') },
    { label: 'Details', to: at('/details') },
    can('ProjectNotes.View') && { label: 'Comments', to: at('/comments') },
    can('ProjectActivityLogs.View') && { label: 'Activity', to: at('/activity') },
  ]
  return tabs.filter((tab) => tab !== false)
}

export const spaceCrumbs = (space: Space, project: Project) => [
  ...projectCrumbs(project),
  ...(space.building ? [{ label: space.building.name, to: `/projects/${project.id}/buildings/${space.building.id}` }] : []),
  { label: space.level?.name ?? '' },
]

export function SpaceState({ space, project }: { space: Space; project: Project }) {
  const { mutate, isPending } = useCall(setSpaceStatus, {
    onDone: (done) => toast.success(`${space.name}: ${SpaceStatus.label(done.status)}.`),
  })
  const tone = stateTone(SpaceStatus, space.status) ?? 'neutral'
  const label = SpaceStatus.label(space.status)
  const moves = space.nextStatuses ?? []
  if (!can(setSpaceStatus.permission) || moves.length === 0 || isReadOnly(project)) return <StatePill tone={tone}>{label}</StatePill>
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <StateButton tone={tone} disabled={isPending}>
          {label}
        </StateButton>
      </Menu.Target>
      <Menu.Dropdown>
        {moves.map((status) => (
          <Menu.Item
            key={status}
            onClick={() => mutate({ params: { id: space.id }, body: { status, comment: null, rowVersion: space.rowVersion } })}
          >
            {SpaceStatus.label(status)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export const spaceNote = ({ capacity, area, complexity }: Space) =>
  [
    capacity !== null && formatCount(capacity, 'seat'),
    area !== null && `${area.toLocaleString('en-US')} sq ft`,
    complexity !== null && `complexity ${complexity}`,
  ]
    .filter(Boolean)
    .join(', ')

interface SpaceTabProps {
  actions?: (space: Space, project: Project) => ReactNode
  menu?: (space: Space, project: Project) => ReactNode
  children: (space: Space, project: Project) => ReactNode
}

export function SpaceTab({ actions, menu, children }: SpaceTabProps) {
  const { data: space, error, refetch } = useSpace()
  const { data: project } = useProject()
  const mayView = useCan(projects.permission.view)
  const place = spacePlace(space?.id ?? 0)
  const viewers = useViewers(space?.projectId, place).filter(({ places }) => places.includes(place))
  useTitle(space?.name)
  if (!space || space.projectId !== project?.id)
    return (
      <div className={css.page}>
        <PageHead crumbs={[{ label: 'Projects', to: '/active-projects' }]} title="Space" />
        {!mayView ? (
          <MissingPermission what="Pages of a space" names={[projects.permission.view]} />
        ) : error ? (
          <LoadError error={error} title="The space" onRetry={() => void refetch()} />
        ) : (
          <Skeletons rows={8} />
        )}
      </div>
    )
  return (
    <div className={css.page}>
      <PageHead
        crumbs={spaceCrumbs(space, project)}
        chip={space.spaceNumber ?? space.id}
        title={space.name}
        state={<SpaceState space={space} project={project} />}
        note={spaceNote(space)}
        actions={
          <>
            <Here viewers={viewers} noun="in this space" />
            <WatchButton resource={spaces} id={space.id} name={space.name} />
            {actions?.(space, project)}
          </>
        }
        menu={menu?.(space, project)}
        tabs={spaceTabs(space)}
      />
      {children(space, project)}
    </div>
  )
}
