import { equipments as of } from '../../model/catalogue/equipment.ts'
import { equipmentStats } from '../../model/catalogue/equipment-calls.ts'
import { useRead } from '../kit/call.ts'
import { ActivityPanel, FormPage, Output, Panel } from '../kit/pages.tsx'
import { CloneEquipment } from './equipment-clone.tsx'
import { CreatePorts } from './equipment-ports.tsx'

/** One product with everything a designer must know of it. */
export function EquipmentPage() {
  return (
    <FormPage
      of={of}
      chip={({ tag }) => tag}
      title={({ model }) => model}
      note={({ manufacture }) => manufacture.name}
      actions={(equipment) => <CloneEquipment equipment={equipment} />}
      goes={() => 'Spaces that use it keep it; it cannot be added any more.'}
      sections={[
        [
          'Details',
          [
            'tag',
            'model',
            'manufactureId',
            'productFamilyId',
            'categoryId',
            'partNumber',
            'availability',
            'industryType',
            'url',
            'description',
            'imageUrl',
          ],
        ],
        ['Price and responsibility', ['msrpPrice', 'priceDate', 'defaultProvider', 'defaultInstaller']],
        ['Size and rack', ['widthIn', 'heightIn', 'depthIn', 'weightLb', 'isRackMountable', 'rackUnits']],
        ['Power and heat', ['heatLoadWatts', 'powerSpecs']],
        ['Network and wireless', ['networkPorts', 'wirelessProtocols']],
        ['Ports', ['ports']],
        ['Cable', ['cableSpec']],
        ['Revit and WireCAD', ['revitFamilyName', 'revitTypeName', 'revitFamilyFileId', 'wireCadLink']],
        ['Technical documents', ['technicalDocuments']],
        ['Notes', ['notes']],
      ]}
    >
      {(equipment) => (
        <>
          <CreatePorts equipment={equipment} />
          <Usage id={equipment.id} />
          <ActivityPanel of={of} id={equipment.id} />
        </>
      )}
    </FormPage>
  )
}

/** Where it is used, over the projects the reader sees. */
function Usage({ id }: { id: number }) {
  const { data } = useRead(equipmentStats, { params: { id } })
  if (!data) return null
  const whole = (value: number) => value.toLocaleString('en-US')
  return (
    <Panel title="Usage">
      <Output label="Projects">{whole(data.projectsCount)}</Output>
      <Output label="Spaces">{whole(data.spacesCount)}</Output>
      <Output label="Quantity">{whole(data.totalQuantity)}</Output>
      <Output label="Total MSRP" unit="USD">
        {data.totalMsrpPrice.toLocaleString('en-US', { minimumFractionDigits: 2 })}
      </Output>
    </Panel>
  )
}
