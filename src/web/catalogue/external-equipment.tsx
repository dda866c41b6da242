import { externalManufacturers, externalEquipments as of } from '../../model/catalogue/external-equipment.ts'
import { FormPage, ListPage } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import { EquipmentTile } from './equipment-symbol.tsx'
import { WorkbookButton } from './manufacturer-workbook.tsx'

/** The catalog of the manufacturers somebody from outside looks after. */
export function ExternalEquipmentsPage() {
  return (
    <ListPage
      of={of}
      create="no"
      cells={{ imageUrl: (_, row) => <EquipmentTile of={row} /> }}
      actions={<Workbooks />}
      empty="No equipment has been shared with you yet. Your consultant puts you on the list of a manufacturer."
    />
  )
}

/** One way out and back for each manufacturer. */
function Workbooks() {
  const { data } = useRead(externalManufacturers, { query: { itemsPerPage: 200 } }, { isQuiet: true })
  return (data?.items ?? []).slice(0, 3).map((manufacturer) => <WorkbookButton key={manufacturer.id} manufacturer={manufacturer} />)
}

export function ExternalEquipmentPage() {
  return (
    <FormPage
      of={of}
      title={({ model }) => model}
      chip={({ tag }) => tag}
      note={({ manufacture }) => manufacture.name}
      actions={({ manufacture }) => <WorkbookButton manufacturer={manufacture} />}
      sections={[
        [
          'Equipment',
          ['model', 'tag', 'partNumber', 'manufactureId', 'productFamilyId', 'categoryId', 'availability', 'url', 'description'],
        ],
        ['Price', ['msrpPrice', 'priceDate']],
        ['Size and rack', ['widthIn', 'heightIn', 'depthIn', 'weightLb', 'isRackMountable', 'rackUnits']],
        ['Power and network', ['heatLoadWatts', 'powerSpecs', 'networkPorts', 'wirelessProtocols']],
        ['Notes', ['notes']],
      ]}
    />
  )
}
