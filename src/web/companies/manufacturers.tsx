import { equipments } from '../../model/catalog/equipment.ts'
import { manufacturerEquipment } from '../../model/catalog/equipment-calls.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import { manufacturerAccessList, manufacturerStats, manufacturers } from '../../model/companies/manufacturers.ts'
import { manufacturerRepresentatives, representatives } from '../../model/companies/partner.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { projectsWithManufacturer } from '../../model/spaces/uses.ts'
import { AccessList } from '../access/public.tsx'
import { EquipmentTile, WorkbookButton } from '../catalog/public.tsx'
import { ActivityPanel, FormPage, ListPage, quantityColumn, RowsPanel } from '../kit/pages.tsx'
import { can } from '../kit/request/can.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { CompanyAside, Counters, ProjectsPanel } from './company-panels.tsx'
import { ContactsPanel } from './contacts-panel.tsx'
import { hubspotControl } from './hubspot.tsx'

export function ManufacturersPage() {
  return (
    <ListPage
      resource={manufacturers}
      reads={{ cells: [] }}
      cells={{ productFamilies: (families) => families?.filter(({ id }) => id > 0).length.toLocaleString('en-US') ?? null }}
      empty="No manufacturers yet. Equipment belongs to one."
    />
  )
}

const controls = { hubspotCompanyId: hubspotControl(manufacturers) }

export const manufacturerTabs = ({ id, productFamilies }: Pick<RowOf<typeof manufacturers>, 'id' | 'productFamilies'>) => [
  { label: 'Details', to: `/manufacturers/${id}` },
  {
    label: 'Product families',
    to: `/manufacturers/${id}/product-families`,
    count: productFamilies?.filter((family) => family.id > 0).length,
  },
]

export function ManufacturerPage() {
  return (
    <FormPage
      resource={manufacturers}
      tabs={manufacturerTabs}
      sections={[
        ['Manufacturer', ['name', 'industryTypes', 'logoUrl']],
        ['Contact', ['website', 'supportUrl', 'phone', 'email', 'hubspotCompanyId', 'address']],
        ['Notes', ['notes']],
      ]}
      controls={controls}
      actions={({ id, name }) => <WorkbookButton manufacturer={{ id, name }} />}
      aside={({ id, hubspotCompanyId }) => (
        <CompanyAside resource={manufacturers} hubspotCompanyId={hubspotCompanyId}>
          <Counters
            call={manufacturerStats}
            id={id}
            labels={{
              equipmentCount: 'Equipment',
              deprecatedCount: 'Deprecated',
              productFamiliesCount: 'Product families',
              projectsCount: 'Projects',
              spacesCount: 'Spaces',
              representativesCount: 'Representatives',
              contactsCount: 'Contacts',
            }}
          />
        </CompanyAside>
      )}
    >
      {({ id, name }) => (
        <>
          <ContactsPanel company={manufacturers} type={CompanyType.Manufacture} id={id} />
          {can(equipments.permission.view) && (
            <RowsPanel
              title="Equipment"
              of={equipments}
              call={manufacturerEquipment}
              params={{ id }}
              shown={['imageUrl', 'tag', 'model', 'productFamily', 'category', 'availability', 'msrpPrice']}
              cells={{ imageUrl: (_, row) => <EquipmentTile item={row} /> }}
              hrefOf={(row) => `/equipment/${row.id}`}
              all={{ to: '/equipment', search: filterSearch<typeof equipments>({ manufacturerIds: [id] }) }}
              empty="No equipment from this manufacturer yet."
            />
          )}
          {can(representatives.permission.view) && (
            <RowsPanel
              title="Representatives"
              of={representatives}
              call={manufacturerRepresentatives}
              params={{ id }}
              shown={['name', 'territory', 'city', 'phone', 'website']}
              hrefOf={(row) => `/representatives/${row.id}`}
              empty="No representatives for this manufacturer yet."
            />
          )}
          <ProjectsPanel
            call={projectsWithManufacturer}
            id={id}
            shown={['name', 'number', 'client', 'stage']}
            more={[quantityColumn]}
            empty="Not used in any project you can see."
          />
          <AccessList
            calls={manufacturerAccessList}
            id={id}
            name={name}
            isExternal
            empty="The list is empty: no one outside the firm sees this equipment."
          />
          <ActivityPanel resource={manufacturers} id={id} />
        </>
      )}
    </FormPage>
  )
}
