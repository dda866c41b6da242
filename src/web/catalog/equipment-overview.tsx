import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { equipments } from '../../model/catalog/equipment.ts'
import { projects } from '../../model/projects/projects.ts'
import { projectsWithEquipment } from '../../model/spaces/uses.ts'
import { requestFirstField } from '../kit/look/first-field.ts'
import { useShortcuts } from '../kit/look/keys.ts'
import { quantityColumn, RowsPanel } from '../kit/pages.tsx'
import { useCan } from '../kit/request/can.ts'
import { EquipmentFacts } from './equipment-facts.tsx'
import { AtAGlance } from './equipment-glance.tsx'
import { type Equipment, EquipmentTab, responsePorts } from './equipment-head.tsx'
import { EquipmentDetailsPage } from './equipment-page.tsx'

export function EquipmentPage() {
  const { id } = useParams({ strict: false })
  if (id === 'new') return <EquipmentDetailsPage />
  return (
    <EquipmentTab actions={(equipment) => <EditEquipment id={equipment.id} />} aside={(equipment) => <AtAGlance equipment={equipment} />}>
      {(equipment) => <Overview equipment={equipment} />}
    </EquipmentTab>
  )
}

function EditEquipment({ id }: { id: number }) {
  const mayUpdate = useCan(equipments.permission.update ?? 'internal')
  const navigate = useNavigate()
  const to = `/equipment/${id}/details`
  const edit = () => {
    requestFirstField()
    void navigate({ to })
  }
  useShortcuts({ edit: mayUpdate ? edit : undefined })
  if (!mayUpdate) return null
  return (
    <Button component={Link} to={to} onClick={requestFirstField} c="var(--dna-on-accent)">
      Edit
    </Button>
  )
}

function Overview({ equipment }: { equipment: Equipment }) {
  const seesProjects = useCan(projects.permission.view)
  return (
    <>
      <EquipmentFacts equipment={equipment} ports={responsePorts(equipment)} />
      {seesProjects && (
        <RowsPanel
          title="Used in"
          of={projects}
          call={projectsWithEquipment}
          params={{ id: equipment.id }}
          shown={['name', 'number', 'client', 'projectStatus']}
          more={[quantityColumn]}
          hrefOf={(project) => `/projects/${project.id}`}
          empty="Not used in any project you can see."
        />
      )}
    </>
  )
}
