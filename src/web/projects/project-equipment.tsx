import { Link } from '@tanstack/react-router'
import { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import { EquipmentHover } from '../catalogue/public.tsx'
import { ListPage } from '../kit/pages.tsx'
import { ProjectTab } from './project-head.tsx'

const isHidden = { isHidden: true }

/** Every line of equipment of the project. */
export function ProjectEquipmentPage() {
  return (
    <ProjectTab title="Equipment">
      {(project) => (
        <ListPage
          of={spaceEquipment}
          under={{ id: project.id }}
          create="no"
          filters={{ spaceIds: isHidden, areaGroupIds: isHidden, equipmentIds: isHidden }}
          rowHref={(line) => `/projects/${project.id}/spaces/${line.space.id}`}
          cells={{
            equipment: (equipment) => (
              <EquipmentHover id={equipment.id}>
                <Link to={`/equipment/${equipment.id}`}>
                  {equipment.tag} {equipment.model}
                </Link>
              </EquipmentHover>
            ),
          }}
          empty="No equipment yet. It is added in the spaces."
        />
      )}
    </ProjectTab>
  )
}
