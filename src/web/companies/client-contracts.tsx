import { contracts } from '../../model/contracts/contracts.ts'
import { RowsPanel } from '../kit/pages.tsx'
import { resourceCalls } from '../kit/request/call.ts'
import { useCan, useMayVisit } from '../kit/request/can.ts'
import { filterSearch } from '../kit/request/filter-search.ts'

export default function ClientContracts({ id }: { id: number }) {
  const mayView = useCan(contracts.permission.view)
  const mayVisit = useMayVisit()
  if (!mayView) return null
  const search = filterSearch<typeof contracts>({ clientIds: [id] })
  return (
    <RowsPanel
      title="Contracts"
      of={contracts}
      call={resourceCalls(contracts).list}
      query={{ clientIds: [id], isArchived: false }}
      shown={['name', 'number', 'project', 'status', 'totalRevenue']}
      hrefOf={({ id: contractId, project }) => `/projects/${project.id}/contracts/${contractId}`}
      all={mayVisit('/manage-contracts') ? { to: '/manage-contracts', search } : undefined}
      empty="No contracts with this client yet."
    />
  )
}
