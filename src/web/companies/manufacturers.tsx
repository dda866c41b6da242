import { manufacturerStats, manufacturers as of } from '../../model/companies/manufacturers.ts'
import { useRead } from '../kit/call.ts'
import { ActivityPanel, FormPage, ListPage, Output, Panel } from '../kit/pages.tsx'

export function ManufacturersPage() {
  return (
    <ListPage
      of={of}
      cells={{ productFamilies: (families) => families?.filter(({ id }) => id > 0).length.toLocaleString('en-US') ?? null }}
      empty="No manufacturers yet. Equipment belongs to one."
    />
  )
}

export function ManufacturerPage() {
  return (
    <FormPage
      of={of}
      tabs={({ id, productFamilies }) => [
        { label: 'Details', to: `/manufacturers/${id}` },
        {
          label: 'Product families',
          to: `/manufacturers/${id}/product-families`,
          count: productFamilies?.filter((family) => family.id > 0).length,
        },
      ]}
      sections={[
        ['Manufacturer', ['name', 'industryTypes', 'logoUrl']],
        ['Contact', ['website', 'supportUrl', 'phone', 'email', 'hubspotCompanyId', 'address']],
        ['Notes', ['notes']],
      ]}
    >
      {(manufacturer) => (
        <>
          <Counters id={manufacturer.id} />
          <ActivityPanel of={of} id={manufacturer.id} />
        </>
      )}
    </FormPage>
  )
}

function Counters({ id }: { id: number }) {
  const { data } = useRead(manufacturerStats, { params: { id } })
  if (!data) return null
  return (
    <Panel title="In use">
      <Output label="Equipment">{data.equipmentCount.toLocaleString('en-US')}</Output>
      <Output label="Deprecated">{data.deprecatedCount.toLocaleString('en-US')}</Output>
      <Output label="Projects">{data.projectsCount.toLocaleString('en-US')}</Output>
      <Output label="Spaces">{data.spacesCount.toLocaleString('en-US')}</Output>
    </Panel>
  )
}
