import { LineStyle } from '../catalog/enums.ts'
import { networkPorts, powerSpecs } from '../catalog/equipment-parts.ts'
import { call, nothing, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, decimal, id, integer, list, optional, set, text } from '../kit/field.ts'
import { namedRef, object, objects } from '../kit/response-fields.ts'
import { connectablePort, connectionCable, connectionSignal } from './connection-checks.ts'
import { drawnEnd } from './diagram-chains.ts'
import { productShape } from './space-equipment.ts'

const wiredUnit = {
  id: id('Unit'),
  label: text('Label'),
  ports: objects('Ports', connectablePort),
  poe: optional(object('PoE', { poeBudgetWatts: optional(decimal('PoE budget', { unit: 'W' })), powerSpecs, networkPorts })),
}
/** Laid out automatically without coordinates. */
const unitOfDiagram = {
  ...productShape,
  ...wiredUnit,
  x: optional(integer('From the left')),
  y: optional(integer('From the top')),
}
const signalOfDiagram = {
  ...connectionSignal,
  abbreviation: text('Abbreviation'),
  color: optional(text('Color')),
  lineStyle: choice('Line style', LineStyle),
}
export type SignalOfDiagram = ValuesOf<typeof signalOfDiagram>
const wireOfDiagram = {
  id: id('Connection'),
  number: text('Number'),
  rowVersion: integer('Row version'),
  from: object('From', drawnEnd),
  to: object('To', drawnEnd),
  signalTypeId: id('Signal type'),
  cable: optional(object('Cable', connectionCable)),
  lengthFt: optional(decimal('Length', { unit: 'ft' })),
  isLengthAssumed: boolean('Assumed length'),
  limit: optional(object('Limit', { meters: decimal('Reach', { unit: 'm' }), name: text('Name') })),
}

export const dashes: Record<LineStyle, string | undefined> = {
  [LineStyle.solid]: undefined,
  [LineStyle.dashed]: '8 4',
  [LineStyle.dotted]: '2 3',
}

export const readDiagram = call({
  method: 'GET',
  path: '/spaces/:id/Diagram',
  permission: 'ProjectEquipment.View',
  summary: 'Get the signal flow diagram of a space: units with ports, connections, and where they lead elsewhere',
  response: shape({
    units: objects('Units', unitOfDiagram),
    far: objects('Units elsewhere', { ...wiredUnit, space: namedRef('Space') }),
    wires: objects('Wires', wireOfDiagram),
    signals: objects('Signals', signalOfDiagram),
    withoutPorts: integer('Units without ports'),
  }),
})

export const placeInDiagram = call({
  method: 'PUT',
  path: '/spaces/:id/Diagram',
  permission: 'ProjectEquipment.Update',
  summary: 'Set the positions of units in the diagram of a space; units without a position are laid out automatically',
  body: {
    /** Limits the update to these units; without it, the positions replace those of the whole space. */
    unitIds: optional(set('Units', id('Unit'), { max: 2000 })),
    positions: list(
      'Positions',
      { unitId: id('Unit'), x: integer('From the left', { min: 0, max: 100_000 }), y: integer('From the top', { min: 0, max: 100_000 }) },
      { max: 2000 },
    ),
  },
  response: nothing,
  status: 204,
})
