import { signalTypes } from '../../model/catalog/signal-types.ts'
import { FormPage, ListPage } from '../kit/pages.tsx'
import { Wire } from './wire.tsx'

export function SignalTypesPage() {
  return (
    <ListPage
      resource={signalTypes}
      cells={{ color: (color, { lineStyle }) => color && <Wire color={color} lineStyle={lineStyle} /> }}
      empty="No signal types yet. Ports and wires take their color from them."
    />
  )
}

export function SignalTypePage() {
  return (
    <FormPage
      resource={signalTypes}
      sections={[
        ['Signal', ['name', 'abbreviation', 'industryType']],
        ['Wire', ['color', 'lineStyle', 'compatibleConnectorIds', 'defaultCableEquipmentId', 'cableNumberPrefix', 'cableStartNumber']],
        ['Rules', ['allowsMany', 'linkType', 'lengthLimitM']],
        ['Notes', ['notes']],
      ]}
      note={({ usedCount }) => (usedCount > 0 ? `Used by ${usedCount.toLocaleString('en-US')} ports` : 'Not used by a port yet')}
    />
  )
}
