import { connectorPhysicalTypes } from '../../model/catalog/connector-physical-types.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { FormPage, ListPage } from '../kit/pages.tsx'

export function ConnectorPhysicalTypesPage() {
  return (
    <ListPage resource={connectorPhysicalTypes} empty="No connector physical types yet. A port takes only cables with the same type." />
  )
}

export function ConnectorPhysicalTypePage() {
  return (
    <FormPage
      resource={connectorPhysicalTypes}
      sections={[
        ['Connector', ['name', 'code', 'availableGenders', 'isNetwork', 'isBareWire']],
        ['Pins', ['pinCount', 'pinStyle']],
        ['Picture and notes', ['imageUrl', 'notes']],
      ]}
      note={({ usedCount }) => (usedCount > 0 ? `Used by ${formatCount(usedCount, 'port')}` : 'Not used by a port yet')}
    />
  )
}
