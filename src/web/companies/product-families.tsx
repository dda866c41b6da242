import { useParams } from '@tanstack/react-router'
import { manufacturers } from '../../model/companies/manufacturers.ts'
import { productFamilies as of } from '../../model/companies/product-families.ts'
import { callsOf, useRead } from '../kit/call.ts'
import { Breadcrumbs, ListPage } from '../kit/pages.tsx'

/** The lines of products of one manufacturer. */
export function ProductFamiliesPage() {
  const { id = '' } = useParams({ strict: false })
  const { data: manufacturer } = useRead(callsOf(manufacturers).read, { params: { id } })
  return (
    <>
      <div style={{ padding: '0 20px' }}>
        <Breadcrumbs
          crumbs={[
            { label: 'Manufacturers', to: '/manufacturers' },
            { label: manufacturer?.name ?? '…', to: `/manufacturers/${id}` },
            { label: 'Product families' },
          ]}
        />
      </div>
      <ListPage of={of} under={{ id }} create="dialog" empty="No product families yet. Equipment can belong to none." />
    </>
  )
}
