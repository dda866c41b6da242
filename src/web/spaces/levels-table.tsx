import { Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { projects } from '../../model/projects/projects.ts'
import { orderLevels } from '../../model/spaces/buildings.ts'
import { levels } from '../../model/spaces/levels.ts'
import { type BudgetOfPart, spaceBudgets } from '../../model/spaces/space-calls.ts'
import type { spaces } from '../../model/spaces/spaces.ts'
import { confirm, removeRows } from '../kit/form/dialogs.tsx'
import { IconDoor, IconPencil, IconTrash } from '../kit/look/icons.ts'
import { DataTable, EmptyState, FormDialog, hidden } from '../kit/pages.tsx'
import { MoveItems, useOrdering } from '../kit/parts/ordering.tsx'
import { invalidateEntity, resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { isReadOnly, type Project } from '../projects/public.tsx'
import { budgetColumns } from './budget-columns.tsx'
import css from './space.module.css'

export type BuildingBudget = BudgetOfPart & { levels: BudgetOfPart[] }
type Level = RowOf<typeof levels>

export const refreshPlaces = () =>
  Promise.all([invalidateEntity(projects.entity), invalidateEntity('buildings'), invalidateEntity(levels.entity)])

export const goesWithBuilding = (levelsCount: number) => ({
  text: levelsCount === 1 ? 'Its level is deleted too.' : `Its ${formatCount(levelsCount, 'level')} are deleted too.`,
  seen: { levelsCount },
})

export async function askToRemove(name: string, spacesCount: number, show: () => void, remove: () => Promise<unknown>) {
  if (spacesCount === 0) return remove()
  const rooms = formatCount(spacesCount, 'space is', 'spaces are')
  const isGoing = await confirm({
    title: `${name} cannot be deleted yet`,
    text: `${rooms} here. Move them to another level or delete them first.`,
    verb: 'Show the spaces',
    keep: 'Close',
  })
  if (isGoing) show()
}

/** Width in pixels, shared by all tables of places. */
export const spacesWidth = 68

const LevelNote = ({ level: { shortName, elevation } }: { level: Level }) => (
  <small className={css.levelNote}>{[shortName, elevation !== null && `${elevation} ft`].filter(Boolean).join(', ')}</small>
)

interface Props {
  project: Project
  building: { id: number; name: string; levelsCount: number }
  budget: BuildingBudget | undefined
  toSpaces: (levelId: number) => void
  isAdding: boolean
  onAdd: () => void
  onAdded: () => void
}

const removeLevel = (level: Level, buildingId: number, toSpaces: Props['toSpaces']) =>
  askToRemove(
    level.name,
    level.spacesCount,
    () => toSpaces(level.id),
    async () => {
      if (await removeRows(levels, [level], { id: buildingId }, 'The level is removed from the building.')) await refreshPlaces()
    },
  )

export function LevelsTable({ project, building, budget, toSpaces, isAdding, onAdd, onAdded }: Props) {
  const { data } = useRead(resourceCalls(levels).query, { params: { id: building.id } }, { keepsOld: true })
  const [edited, setEdited] = useState<number>()
  const mayChange = can('Projects.Update') && !isReadOnly(project)
  const hasBudget = can(spaceBudgets.permission)
  const rows = data?.items ?? []
  const byId = new Map(rows.map((level) => [level.id, level]))
  const ordering = useOrdering({
    name: `levels-${building.id}`,
    ids: rows.map(({ id }) => id),
    nameOf: (id) => byId.get(id)?.name,
    item: 'tr',
    isOff: !mayChange,
    async save(ids) {
      await request(orderLevels, { params: { id: building.id }, body: { ids } })
      await refreshPlaces()
    },
  })
  const close = () => {
    setEdited(undefined)
    onAdded()
  }
  return (
    <>
      {data && rows.length === 0 ? (
        <EmptyState
          text="No levels yet. Spaces are on the levels of a building."
          action={mayChange ? 'New level' : undefined}
          onAction={onAdd}
        />
      ) : (
        ordering.area(
          <DataTable
            label={`Levels of ${building.name}`}
            rows={data && ordering.ids.map((id) => byId.get(id)!)}
            skeletonRows={Math.max(1, building.levelsCount) + Number(hasBudget)}
            total={hasBudget}
            tall
            nameOf={({ name }) => name}
            menu={
              mayChange
                ? (level) => (
                    <>
                      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setEdited(level.id)}>
                        Edit
                      </Menu.Item>
                      <Menu.Item leftSection={<IconDoor size={16} />} onClick={() => toSpaces(level.id)}>
                        Show the spaces
                      </Menu.Item>
                      <MoveItems id={level.id} ordering={ordering} />
                      <Menu.Item
                        data-danger
                        leftSection={<IconTrash size={16} />}
                        onClick={() => void removeLevel(level, building.id, toSpaces)}
                      >
                        Delete
                      </Menu.Item>
                    </>
                  )
                : undefined
            }
            columns={[
              {
                key: 'name',
                label: 'Level',
                tone: 'name',
                beside: 28,
                cell: (level) =>
                  mayChange ? (
                    <>
                      {ordering.grip(level.id)}
                      <UnstyledButton className="dna-name" data-name onClick={() => setEdited(level.id)}>
                        {level.name}
                      </UnstyledButton>
                      <LevelNote level={level} />
                    </>
                  ) : (
                    <>
                      {level.name}
                      <LevelNote level={level} />
                    </>
                  ),
              },
              {
                key: 'spacesCount',
                label: 'Spaces',
                align: 'right',
                width: spacesWidth,
                cell: (level) => (
                  <Link
                    to="/projects/$id/spaces"
                    params={{ id: String(project.id) }}
                    search={filterSearch<typeof spaces>({ levelIds: [level.id] })}
                  >
                    {level.spacesCount}
                  </Link>
                ),
                sum: () => budget?.spacesCount,
              },
              ...(hasBudget ? budgetColumns<Level>((level) => budget?.levels.find(({ id }) => id === level.id), budget) : []),
            ]}
          />,
        )
      )}
      <FormDialog
        resource={levels}
        id={edited}
        under={{ id: building.id }}
        opened={isAdding || edited !== undefined}
        onClose={close}
        controls={{ order: hidden }}
        onSaved={() => {
          void refreshPlaces()
          close()
        }}
      />
    </>
  )
}
