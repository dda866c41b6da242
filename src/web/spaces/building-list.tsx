import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { buildings, orderBuildings } from '../../model/spaces/buildings.ts'
import { spaceBudgets } from '../../model/spaces/space-calls.ts'
import { describeOverLimit, type OverLimit } from '../../model/spaces/space-limits.ts'
import { removeRows } from '../kit/form/dialogs.tsx'
import { IconDots, IconExternalLink, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { DataTable, EmptyState, FormDialog, hidden, Panel, Skeletons } from '../kit/pages.tsx'
import { MoveItems, type Ordering, useOrdering } from '../kit/parts/ordering.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { menuColumnWidth } from '../kit/parts/table-columns.ts'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { budgetColumns } from './budget-columns.tsx'
import { askToRemove, type BuildingBudget, goesWithBuilding, LevelsTable, refreshPlaces, spacesWidth } from './levels-table.tsx'
import css from './space.module.css'

type Building = RowOf<typeof buildings>

export function BuildingsPage() {
  const [isNew, setNew] = useState(false)
  return (
    <ProjectTab
      title="Buildings"
      actions={(project) =>
        can('Projects.Update') &&
        !isReadOnly(project) && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
            New building
          </Button>
        )
      }
    >
      {(project) => (
        <div className={css.main}>
          <Buildings project={project} onNew={() => setNew(true)} />
          <FormDialog
            resource={buildings}
            under={{ id: project.id }}
            opened={isNew}
            onClose={() => setNew(false)}
            sections={[['', ['name', 'shortName', 'address', 'notes']]]}
            controls={{ order: hidden }}
            onSaved={() => {
              void refreshPlaces()
              setNew(false)
            }}
          />
        </div>
      )}
    </ProjectTab>
  )
}

export function useBudgets(project: Project) {
  const isSeen = can(spaceBudgets.permission)
  const { data, error, refetch } = useRead(spaceBudgets, { params: { id: project.id } }, { isQuiet: true, enabled: isSeen })
  const onEntityChange = useCallback(
    ({ projectId }: HubEvents['EntityChanged']) => {
      if (isSeen && projectId === project.id) void refetch()
    },
    [project.id, isSeen, refetch],
  )
  useLiveEvent('EntityChanged', onEntityChange)
  return { budgets: data, isAwaited: isSeen && !data && !error }
}

function Buildings({ project, onNew }: { project: Project; onNew: () => void }) {
  const { data, error, refetch } = useRead(
    resourceCalls(buildings).query,
    { params: { id: project.id } },
    { isQuiet: true, keepsOld: true },
  )
  const { budgets, isAwaited } = useBudgets(project)
  const mayChange = can('Projects.Update') && !isReadOnly(project)
  const rows = data?.items ?? []
  const byId = new Map(rows.map((building) => [building.id, building]))
  const ordering = useOrdering({
    name: 'buildings',
    ids: rows.map(({ id }) => id),
    nameOf: (id) => byId.get(id)?.name,
    item: 'section',
    isOff: !mayChange,
    async save(ids) {
      await request(orderBuildings, { params: { id: project.id }, body: { ids } })
      await refreshPlaces()
    },
  })
  if (error) return <LoadError error={error} title="Buildings" onRetry={() => void refetch()} />
  if (!data || isAwaited) return <Skeletons rows={6} />
  if (rows.length === 0)
    return (
      <EmptyState
        text="No buildings yet. Spaces are on the levels of a building."
        action={mayChange ? 'New building' : undefined}
        onAction={onNew}
      />
    )
  return (
    <>
      {budgets && budgets.spacesOver.length > 0 && <SpacesOver project={project} spaces={budgets.spacesOver} />}
      {ordering.area(
        ordering.ids.map((id) => (
          <BuildingPanel
            key={id}
            project={project}
            building={byId.get(id)!}
            ordering={ordering}
            budget={budgets?.buildings.find((item) => item.id === id)}
          />
        )),
      )}
      {budgets && budgets.buildings.length > 1 && (
        <Panel title="Whole project" isFlush>
          <DataTable
            label="Whole project"
            rows={[budgets.project]}
            tall
            columns={[
              { key: 'name', label: 'Project', tone: 'name', cell: ({ name }) => name },
              { key: 'spacesCount', label: 'Spaces', align: 'right', width: spacesWidth, cell: ({ spacesCount }) => spacesCount },
              ...budgetColumns(() => budgets.project, undefined),
              ...(mayChange ? [{ key: 'menu', label: 'Actions', isLabelHidden: true, width: menuColumnWidth, cell: () => '' }] : []),
            ]}
          />
        </Panel>
      )}
    </>
  )
}

function SpacesOver({ project, spaces }: { project: Project; spaces: { id: number; name: string; over: OverLimit[] }[] }) {
  return (
    <Panel title="Over a limit" note={`${spaces.length}`} isFlush>
      <ul className={css.overSpaces}>
        {spaces.map(({ id, name, over }) => (
          <li key={id}>
            <Link to={`/projects/${project.id}/spaces/${id}`}>{name}</Link>: {over.map(describeOverLimit).join(' ')}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface BuildingPanelProps {
  project: Project
  building: Building
  ordering: Ordering
  budget: BuildingBudget | undefined
}

function BuildingPanel({ project, building, ordering, budget }: BuildingPanelProps) {
  const { id, name, shortName, levelsCount, spacesCount } = building
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  const mayChange = can('Projects.Update') && !isReadOnly(project)
  const href = `/projects/${project.id}/buildings/${id}`
  const toSpaces = (search: Record<string, string>) => void navigate({ to: `/projects/${project.id}/spaces`, search })
  return (
    <Panel
      title={
        <>
          {ordering.grip(id)}
          <Link to={href}>{name}</Link>
        </>
      }
      note={shortName}
      isFlush
      actions={
        mayChange && (
          <>
            <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
              New level
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label={`Actions for ${name}`}>
                  <IconDots size={16} stroke={1.6} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item component={Link} to={href} leftSection={<IconExternalLink size={16} />}>
                  Open
                </Menu.Item>
                <MoveItems id={id} ordering={ordering} />
                <Menu.Item
                  data-danger
                  leftSection={<IconTrash size={16} />}
                  onClick={() =>
                    void askToRemove(
                      name,
                      spacesCount,
                      () => toSpaces({ buildingIds: String(id) }),
                      async () => {
                        if (await removeRows(buildings, [building], { id: project.id }, goesWithBuilding(levelsCount)))
                          await refreshPlaces()
                      },
                    )
                  }
                >
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )
      }
    >
      <LevelsTable
        project={project}
        building={building}
        budget={budget}
        toSpaces={(levelId) => toSpaces({ levelIds: String(levelId) })}
        isAdding={isAdding}
        onAdd={() => setAdding(true)}
        onAdded={() => setAdding(false)}
      />
    </Panel>
  )
}
