import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cadRequests } from '../../model/wire-cad/cad-requests.ts'
import { createCadRequest } from '../../model/wire-cad/request-calls.ts'
import { ListPage, PermissionButton } from '../kit/pages.tsx'
import { useCan } from '../kit/request/can.ts'
import { type CadRequest, describeCounts, Progress } from './cad-texts.tsx'
import { NewRequestDialog } from './new-request-dialog.tsx'

const cells = {
  counts: (_: unknown, { counts }: CadRequest) => describeCounts(counts),
  linkStatus: (_: unknown, request: CadRequest) => <Progress request={request} />,
}
const widths = { name: 230, project: 132, itemsCount: 62, counts: 146, source: 70, state: 164, linkStatus: 156 }

export function CadRequestsPage() {
  const [isNew, setNew] = useState(false)
  const navigate = useNavigate()
  const mayCreate = useCan(createCadRequest.permission)
  return (
    <>
      <ListPage
        resource={cadRequests}
        title="WireCAD"
        cells={cells}
        columnWidths={widths}
        create="no"
        actions={
          <PermissionButton call={createCadRequest} variant="filled" onClick={() => setNew(true)}>
            New request
          </PermissionButton>
        }
        empty={`Nothing has been brought from WireCAD yet.${mayCreate ? ' Upload a product specification or the Systems grid of a project.' : ''}`}
      />
      <NewRequestDialog
        opened={isNew}
        onClose={() => setNew(false)}
        onMade={({ id }) => void navigate({ to: '/integrations/wire-cad/$id', params: { id: String(id) } })}
      />
    </>
  )
}
