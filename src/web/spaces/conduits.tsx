import { conduits } from '../../model/spaces/conduits.ts'
import { ListPage } from '../kit/pages.tsx'
import { can } from '../kit/request/can.ts'
import { isReadOnly, ProjectTab } from '../projects/public.tsx'

export function ConduitsPage() {
  return (
    <ProjectTab title="Conduits">
      {(project) => (
        <ListPage
          resource={conduits}
          title="Conduits"
          under={{ id: project.id }}
          create={can('ProjectEquipment.Update') && !isReadOnly(project) ? 'dialog' : 'no'}
          sections={[['', ['name', 'fromSpaceId', 'toSpaceId', 'tradeSize', 'innerDiameterIn', 'notes']]]}
          empty="No conduits yet. Create one, then choose it for a cable."
        />
      )}
    </ProjectTab>
  )
}
