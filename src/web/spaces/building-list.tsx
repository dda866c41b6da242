import { Button, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { projects } from '../../model/projects/projects.ts'
import { buildings as of } from '../../model/spaces/buildings.ts'
import { levels } from '../../model/spaces/levels.ts'
import { type BudgetOfPart, spaceBudgets } from '../../model/spaces/space-calls.ts'
import { limitFields } from '../../model/spaces/space-limits.ts'
import { callsOf, refresh, useRead } from '../kit/call.ts'
import { can } from '../kit/can.ts'
import { formatNumber } from '../kit/format.tsx'
import { IconPlus } from '../kit/icons.ts'
import { useLive } from '../kit/live.ts'
import { DataTable, EmptyState, FormDialog, hidden, Panel } from '../kit/pages.tsx'
import { Failure } from '../kit/small-parts.tsx'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { budgetColumns } from './budget-columns.tsx'
import css from './space.module.css'

/** The project carries the names of its buildings and levels. */
const saved = (close: () => void) => {
  void refresh(projects.entity)
  close()
}

/** The houses of a project, each with its floors from the ground up. */
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
          <Buildings project={project} />
          <FormDialog
            of={of}
            under={{ id: project.id }}
            opened={isNew}
            onClose={() => setNew(false)}
            sections={[['', ['name', 'shortName', 'address', 'notes']]]}
            controls={{ order: hidden }}
            onSaved={() => saved(() => setNew(false))}
          />
        </div>
      )}
    </ProjectTab>
  )
}

/** The figures follow what anybody changes in the project. */
function useBudgets(project: Project) {
  const isSeen = can(spaceBudgets.permission)
  const { data, refetch } = useRead(spaceBudgets, { params: { id: project.id } }, { isQuiet: true, enabled: isSeen })
  const look = useCallback(
    ({ projectId }: HubEvents['EntityChanged']) => {
      if (isSeen && projectId === project.id) void refetch()
    },
    [project.id, isSeen, refetch],
  )
  useLive('EntityChanged', look)
  return data
}

function Buildings({ project }: { project: Project }) {
  const { data, error, refetch } = useRead(callsOf(of).query, { params: { id: project.id } }, { isQuiet: true })
  const budgets = useBudgets(project)
  if (error) return <Failure error={error} title="Buildings" onRetry={() => void refetch()} />
  if (data?.items.length === 0) return <EmptyState text="No buildings yet. Spaces stand on the levels of one." />
  return (
    <>
      {budgets && budgets.spacesOver.length > 0 && <SpacesOver project={project} spaces={budgets.spacesOver} />}
      {data?.items.map((building) => (
        <BuildingPanel
          key={building.id}
          project={project}
          id={building.id}
          name={building.name}
          shortName={building.shortName}
          budget={budgets?.buildings.find(({ id }) => id === building.id)}
        />
      ))}
      {budgets && budgets.buildings.length > 1 && (
        <Panel title="Whole project" isFlush>
          <DataTable
            label="Whole project"
            rows={[budgets.project]}
            tall
            columns={[
              { key: 'name', label: 'Project', tone: 'name', cell: ({ name }) => name },
              { key: 'spacesCount', label: 'Spaces', align: 'right', width: 76, cell: ({ spacesCount }) => spacesCount },
              ...budgetColumns(() => budgets.project, undefined),
            ]}
          />
        </Panel>
      )}
    </>
  )
}

function SpacesOver({ project, spaces }: { project: Project; spaces: { id: number; name: string; over: Over[] }[] }) {
  return (
    <Panel title="Over a limit" note={`${spaces.length}`} isFlush>
      <ul className={css.overSpaces}>
        {spaces.map(({ id, name, over }) => (
          <li key={id}>
            <Link to={`/projects/${project.id}/spaces/${id}`}>{name}</Link>:{' '}
            {over
              .map(({ figure, value, limit }) => `${limitFields[figure].label} ${formatNumber(value, 0)} / ${formatNumber(limit)}`)
              .join(', ')}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
type Over = { figure: keyof typeof limitFields; value: number; limit: number }
type BuildingBudget = BudgetOfPart & { levels: BudgetOfPart[] }

interface BuildingPanelProps {
  project: Project
  id: number
  name: string
  shortName: string | null
  budget: BuildingBudget | undefined
}

function BuildingPanel({ project, id, name, shortName, budget }: BuildingPanelProps) {
  const { data } = useRead(callsOf(levels).query, { params: { id } })
  const [edited, setEdited] = useState<{ id?: number }>()
  const mayChange = can('Projects.Update') && !isReadOnly(project)
  return (
    <Panel
      title={<Link to={`/projects/${project.id}/buildings/${id}`}>{name}</Link>}
      note={shortName}
      isFlush
      actions={
        mayChange && (
          <Button variant="default" size="compact-sm" onClick={() => setEdited({})}>
            New level
          </Button>
        )
      }
    >
      <DataTable
        label={`Levels of ${name}`}
        rows={data?.items}
        skeletonRows={2}
        total={budget !== undefined}
        tall={budget !== undefined}
        columns={[
          {
            key: 'name',
            label: 'Level',
            tone: 'name',
            cell: (level) =>
              mayChange ? (
                <>
                  <UnstyledButton className="dna-name" data-name onClick={() => setEdited({ id: level.id })}>
                    {level.name}
                  </UnstyledButton>
                  <span className={css.short}>{level.shortName}</span>
                </>
              ) : (
                level.name
              ),
          },
          { key: 'elevation', label: 'Elevation', unit: 'ft', align: 'right', width: 96, cell: (level) => level.elevation },
          {
            key: 'spacesCount',
            label: 'Spaces',
            align: 'right',
            width: 72,
            cell: (level) => (
              <Link to="/projects/$id/spaces" params={{ id: String(project.id) } as never} search={{ levelIds: String(level.id) } as never}>
                {level.spacesCount}
              </Link>
            ),
            sum: () => budget?.spacesCount,
          },
          ...(budget ? budgetColumns((level) => budget.levels.find(({ id }) => id === level.id), budget) : []),
        ]}
      />
      <FormDialog
        of={levels}
        id={edited?.id}
        under={{ id }}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        controls={{ order: hidden }}
        onSaved={() => saved(() => setEdited(undefined))}
      />
    </Panel>
  )
}
