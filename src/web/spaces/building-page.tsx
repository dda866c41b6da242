import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { sumMoney } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { buildings } from '../../model/spaces/buildings.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { DataTable, EmptyState, FormPage, hidden, Panel } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { isReadOnly, type Project, projectCrumbs, useProject } from '../projects/public.tsx'
import { useBudgets } from './building-list.tsx'
import { goesWithBuilding, LevelsTable, refreshPlaces } from './levels-table.tsx'
import css from './space.module.css'

type Space = RowOf<typeof spaces>

export function BuildingPage() {
  const { id = '', buildId = '' } = useParams({ strict: false })
  const { data: project } = useProject()
  return (
    <FormPage
      resource={buildings}
      id={buildId}
      under={{ id }}
      crumbs={() =>
        project
          ? [...projectCrumbs(project), { label: 'Buildings', to: `/projects/${id}/buildings` }]
          : [{ label: 'Projects', to: '/active-projects' }]
      }
      note={({ levelsCount, spacesCount }) => `${formatCount(levelsCount, 'level')}, ${formatCount(spacesCount, 'space')}`}
      lock={() => (project && isReadOnly(project) ? 'The project is closed.' : undefined)}
      sections={[['Building', ['name', 'shortName', 'address', 'notes']]]}
      controls={{ order: hidden }}
      removalImpact={({ levelsCount }) => goesWithBuilding(levelsCount)}
      onSaved={() => void refreshPlaces()}
    >
      {(building) =>
        project && (
          <>
            <Levels project={project} building={building} />
            <SpacesOfBuilding project={project} building={building} />
          </>
        )
      }
    </FormPage>
  )
}

interface PartProps {
  project: Project
  building: { id: number; name: string; levelsCount: number }
}

function Levels({ project, building }: PartProps) {
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  const { budgets } = useBudgets(project)
  return (
    <Panel
      title="Levels"
      isFlush
      actions={
        can('Projects.Update') &&
        !isReadOnly(project) && (
          <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
            New level
          </Button>
        )
      }
    >
      <LevelsTable
        project={project}
        building={building}
        budget={budgets?.buildings.find(({ id }) => id === building.id)}
        toSpaces={(levelId) =>
          void navigate({ to: `/projects/${project.id}/spaces`, search: filterSearch<typeof spaces>({ levelIds: [levelId] }) })
        }
        isAdding={isAdding}
        onAdd={() => setAdding(true)}
        onAdded={() => setAdding(false)}
      />
    </Panel>
  )
}

const sumSpaces = (rows: Space[], resource: (space: Space) => number | null) => rows.reduce((sum, space) => sum + (resource(space) ?? 0), 0)
const sumPrices = (rows: Space[]) => sumMoney(rows.map(({ totalMsrpPrice }) => totalMsrpPrice))

function SpacesOfBuilding({ project, building }: PartProps) {
  const { data, error, refetch } = useRead(
    resourceCalls(spaces).query,
    { query: { projectId: [project.id], buildingIds: [building.id] } },
    { isQuiet: true, keepsOld: true },
  )
  const rows = data?.items
  return (
    <Panel
      title="Spaces"
      note={rows && formatNumber(rows.length)}
      isFlush
      actions={
        <Link
          to={`/projects/${project.id}/spaces`}
          search={filterSearch<typeof spaces>({ buildingIds: [building.id] })}
          className="dna-link"
        >
          Show as a list
        </Link>
      }
    >
      {error && !rows ? (
        <LoadError error={error} title="Spaces" onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState text="No spaces in this building yet." />
      ) : (
        <div className={css.flush}>
          <DataTable
            label={`Spaces of ${building.name}`}
            rows={rows}
            skeletonRows={4}
            total
            groupBy={({ level }) => ({ key: level?.id ?? 0, title: level?.name })}
            nameOf={({ name }) => name}
            columns={[
              { key: 'spaceNumber', label: 'Number', width: 96, tone: 'quiet', cell: ({ spaceNumber }) => spaceNumber },
              {
                key: 'name',
                label: 'Name',
                tone: 'name',
                cell: ({ id, name }) => (
                  <Link to={`/projects/${project.id}/spaces/${id}`} data-name>
                    {name}
                  </Link>
                ),
              },
              {
                key: 'status',
                label: 'Status',
                width: 124,
                cell: ({ status }) => (
                  <StatePill small tone={stateTone(SpaceStatus, status) ?? 'neutral'}>
                    {SpaceStatus.label(status)}
                  </StatePill>
                ),
              },
              {
                key: 'area',
                label: 'Area',
                unit: 'sq ft',
                align: 'right',
                width: 108,
                cell: ({ area }) => (area === null ? null : formatNumber(area)),
                sum: (resource) => resource.some(({ area }) => area !== null) && formatNumber(sumSpaces(resource, ({ area }) => area)),
              },
              {
                key: 'capacity',
                label: 'Seats',
                align: 'right',
                width: 76,
                cell: ({ capacity }) => (capacity === null ? null : formatNumber(capacity)),
                sum: (resource) =>
                  resource.some(({ capacity }) => capacity !== null) && formatNumber(sumSpaces(resource, ({ capacity }) => capacity)),
              },
              {
                key: 'equipmentCount',
                label: 'Equipment',
                unit: 'pieces',
                align: 'right',
                width: 136,
                cell: ({ equipmentCount }) => formatNumber(equipmentCount),
                sum: (resource) => formatNumber(sumSpaces(resource, ({ equipmentCount }) => equipmentCount)),
              },
              {
                key: 'totalMsrpPrice',
                label: 'Equipment, MSRP',
                unit: 'USD',
                align: 'right',
                width: 176,
                cell: ({ totalMsrpPrice }) => formatNumber(totalMsrpPrice, 2),
                sum: (resource) => formatNumber(sumPrices(resource), 2),
              },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}
