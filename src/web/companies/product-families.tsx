import { useParams } from '@tanstack/react-router'
import { manufacturers } from '../../model/companies/manufacturers.ts'
import { productFamilies } from '../../model/companies/product-families.ts'
import { ListPage, PageHead, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { manufacturerTabs } from './manufacturers.tsx'

export function ProductFamiliesPage() {
  const { id = '' } = useParams({ strict: false })
  const { data: manufacturer, error, refetch } = useRead(resourceCalls(manufacturers).read, { params: { id } }, { isQuiet: true })
  if (!manufacturer)
    return (
      <>
        <PageHead crumbs={[{ label: manufacturers.names.many, to: manufacturers.route }]} title="The manufacturer" />
        {error ? <LoadError error={error} title="Manufacturer" onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </>
    )
  return (
    <>
      <PageHead
        crumbs={[
          { label: manufacturers.names.many, to: manufacturers.route },
          { label: manufacturer.name, to: `/manufacturers/${id}` },
        ]}
        chip={manufacturer.id}
        chipTo={`/manufacturers/${id}`}
        title={manufacturer.name}
        tabs={manufacturerTabs(manufacturer)}
      />
      <ListPage resource={productFamilies} under={{ id }} create="dialog" empty="No product families yet. Equipment does not need one." />
    </>
  )
}
