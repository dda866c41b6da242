import { equipmentStats } from '../../model/catalog/equipment-calls.ts'
import { equipmentGroups, equipmentGroupsOfEquipment } from '../../model/catalog/equipment-groups.ts'
import { projects } from '../../model/projects/projects.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { projectsWithEquipment, racksWithEquipment, spacesOfEquipment, templatesWithEquipment } from '../../model/spaces/uses.ts'
import { spaceTemplates } from '../../model/templates/space-templates.ts'
import { formatNumber, Money } from '../kit/look/format.tsx'
import { quantityColumn, RowsPanel } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './equipment.module.css'
import { EquipmentTab } from './equipment-head.tsx'

export function EquipmentUsagePage() {
  return <EquipmentTab>{({ id }) => <Usage id={id} />}</EquipmentTab>
}

const named = [{ key: 'name', label: 'Name', tone: 'name' as const, cell: ({ name }: { name: string }) => name }, quantityColumn]

function Usage({ id }: { id: number }) {
  const { data, error, refetch } = useRead(equipmentStats, { params: { id } }, { isQuiet: true })
  if (error && !data) return <LoadError error={error} title="Usage" onRetry={() => void refetch()} />
  const params = { id }
  const figures: [string, number | undefined][] = [
    ['Projects', data?.projectsCount],
    ['Spaces', data?.spacesCount],
    ['Quantity', data?.totalQuantity],
    ['Space templates', data?.spaceTemplatesCount],
    ['Equipment groups', data?.equipmentGroupsCount],
    ['Racks', data?.racksCount],
  ]
  return (
    <>
      <div className={css.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <span>{label}</span>
            <output aria-label={label}>{value === undefined ? '–' : formatNumber(value)}</output>
          </div>
        ))}
        <div>
          <span>Total MSRP</span>
          <output aria-label="Total MSRP">
            <Money value={data?.totalMsrpPrice} />
          </output>
        </div>
      </div>
      {can(projects.permission.view) && (
        <>
          <RowsPanel
            title="Projects"
            of={projects}
            call={projectsWithEquipment}
            params={params}
            shown={['name', 'number', 'client', 'stage', 'projectStatus']}
            more={[quantityColumn]}
            hrefOf={(project) => `/projects/${project.id}`}
            empty="Not used in any project you can see."
          />
          <RowsPanel
            title="Spaces"
            of={spaces}
            call={spacesOfEquipment}
            params={params}
            shown={['name', 'spaceNumber', 'project', 'building', 'level', 'status']}
            more={[quantityColumn]}
            hrefOf={(space) => `/projects/${space.projectId}/spaces/${space.id}`}
            empty="Not in any space you can see."
          />
        </>
      )}
      <RowsPanel
        title="Equipment groups"
        of={equipmentGroups}
        call={equipmentGroupsOfEquipment}
        params={params}
        shown={['name', 'description', 'itemsCount', 'totalMsrpPrice']}
        more={[quantityColumn]}
        hrefOf={() => '/equip-groups'}
        empty="Not in any equipment group."
      />
      {can(spaceTemplates.permission.view) && (
        <RowsPanel
          title="Space templates"
          call={templatesWithEquipment}
          params={params}
          columns={named}
          empty="Not in any space template."
        />
      )}
      <RowsPanel title="Racks" call={racksWithEquipment} params={params} columns={named} empty="Not in any rack." />
    </>
  )
}
