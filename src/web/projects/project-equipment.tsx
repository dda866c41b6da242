import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { sumMoney } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { installerNames } from '../../model/spaces/space-calls.ts'
import { type LineGroup, LineGrouping, spaceEquipment } from '../../model/spaces/space-equipment.ts'
import { EquipmentHover, EquipmentTile } from '../catalog/public.tsx'
import type { Grouping } from '../kit/list/list-page.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { ListPage, ReasonButton } from '../kit/pages.tsx'
import type { RowKey } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import css from './project.module.css'
import { isReadOnlyProject, type Project, ProjectTab } from './project-head.tsx'

const isHidden = { isHidden: true }
const { Space, Category, Manufacturer, None } = LineGrouping

const grouping: Grouping<typeof spaceEquipment> = {
  parameter: 'groupBy',
  start: Space,
  options: [
    { value: Space, label: 'By space', keyOf: ({ space }) => space.id, sort: ['building', 'level', 'space'], hides: 'space' },
    { value: Category, label: 'By category', keyOf: ({ category }) => category.id, sort: ['category'], hides: 'category' },
    {
      value: Manufacturer,
      label: 'By manufacturer',
      keyOf: ({ manufacture }) => manufacture.id,
      sort: ['manufacture'],
      hides: 'manufacture',
    },
    { value: None, label: 'No groups', sort: [] },
  ],
  sums: {
    quantity: ({ equipmentCount }: LineGroup) => formatNumber(equipmentCount ?? 0),
    extendedMsrpPrice: ({ totalMsrpPrice }: LineGroup) => formatNumber(totalMsrpPrice ?? 0, 2),
  },
  total: (groups: LineGroup[]) => ({
    equipmentCount: groups.reduce((sum, { equipmentCount }) => sum + equipmentCount, 0),
    totalMsrpPrice: sumMoney(groups.map(({ totalMsrpPrice }) => totalMsrpPrice)),
  }),
}
const widths = {
  equipment: 286,
  category: 128,
  manufacture: 128,
  space: 128,
  areaGroup: 96,
  quantity: 80,
  provider: 80,
  installer: 80,
  installerName: 104,
  unitMsrpPrice: 92,
  extendedMsrpPrice: 116,
}

/** Names both counts, because the tab counts pieces and the list has lines. */
const countOfLines = (lines: number, pieces: number | undefined) =>
  [pieces !== undefined && formatCount(pieces, 'piece'), formatCount(lines, 'line')].filter(Boolean).join(', ')

export function ProjectEquipmentPage() {
  return <ProjectTab title="Equipment">{(project) => <Lines project={project} />}</ProjectTab>
}

function Lines({ project }: { project: Project }) {
  const [changing, setChanging] = useState<{ ids: RowKey[]; clear: () => void }>()
  const { data: installers } = useRead(installerNames, { params: { id: project.id } }, { isQuiet: true })
  const filters = useMemo(
    () => ({
      spaceIds: isHidden,
      areaGroupIds: isHidden,
      equipmentIds: isHidden,
      groupBy: isHidden,
      installerNames: { choices: installers ?? [] },
    }),
    [installers],
  )
  const mayChange = can('ProjectEquipment.Update') && !isReadOnlyProject(project)
  return (
    <>
      <ListPage
        resource={spaceEquipment}
        under={{ id: project.id }}
        create="no"
        filters={filters}
        grouping={grouping}
        countWords={({ total, sums, isNarrowed }) =>
          countOfLines(total, sums?.equipmentCount ?? (isNarrowed ? undefined : project.equipmentCount))
        }
        columnWidths={widths}
        rowHref={(line) => `/projects/${project.id}/spaces/${line.space.id}`}
        cells={{ equipment: (equipment, { category, rackUnits }) => <EquipmentName {...{ equipment, category, rackUnits }} /> }}
        rowMenu={(line) => (
          <Menu.Item component={Link} to={`/equipment/${line.equipment.id}`}>
            Open in the catalog
          </Menu.Item>
        )}
        selectionActions={
          mayChange
            ? (ids, clear) => (
                <ReasonButton
                  variant="default"
                  size="xs"
                  reason={ids.length > 500 && 'At most 500 lines can be changed at once'}
                  onClick={() => setChanging({ ids, clear })}
                >
                  Change
                </ReasonButton>
              )
            : undefined
        }
        empty="No equipment yet. It is added in the spaces."
      />
      {changing && (
        <BulkDialog
          projectId={project.id}
          lineIds={changing.ids.map(Number)}
          installers={installers ?? []}
          onClose={() => setChanging(undefined)}
          onDone={changing.clear}
        />
      )}
    </>
  )
}

type NameProps = Pick<RowOf<typeof spaceEquipment>, 'equipment' | 'category' | 'rackUnits'>

function EquipmentName({ equipment, category, rackUnits }: NameProps) {
  return (
    <span className={css.equipment}>
      <EquipmentTile item={{ ...equipment, category, rackUnits }} />
      <span className={css.tag}>{equipment.tag}</span>
      <span className={css.model}>
        <EquipmentHover id={equipment.id}>
          <span>{equipment.model}</span>
        </EquipmentHover>
        {equipment.isDeleted && <span className="dna-muted"> (deleted)</span>}
      </span>
    </span>
  )
}
