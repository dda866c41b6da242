import type { CableLimit } from '../catalogue/cable-limits.ts'
import { LineStyle } from '../catalogue/enums.ts'
import { call, nothing, shape } from '../kit/call.ts'
import { id, integer, json, list, optional, set } from '../kit/field.ts'
import type { ConnectableUnit, ConnectionCable, ConnectionSignal } from './connection-checks.ts'
import type { DrawnEnd, DrawnUnit } from './diagram-chains.ts'
import type { FarUnit } from './diagram-layout.ts'

/** A unit of the space with all its checks need. */
type UnitOfDiagram = DrawnUnit & ConnectableUnit
/** A unit of another space that a wire leads to. */
type FarUnitOfDiagram = FarUnit & ConnectableUnit
export interface SignalOfDiagram extends ConnectionSignal {
  abbreviation: string
  color: string | null
  lineStyle: LineStyle
}
interface WireOfDiagram {
  id: number
  number: string
  rowVersion: number
  from: DrawnEnd
  to: DrawnEnd
  signalTypeId: number
  cable: ConnectionCable | null
  lengthFt: number | null
  limit: CableLimit | null
}

/** How a wire is dashed. */
export const dashes: Record<LineStyle, string | undefined> = {
  [LineStyle.of.solid]: undefined,
  [LineStyle.of.dashed]: '8 4',
  [LineStyle.of.dotted]: '2 3',
}

export const readDiagram = call({
  method: 'GET',
  path: '/spaces/:id/Diagram',
  permission: 'ProjectEquipment.View',
  summary: 'Get the signal flow diagram of a space: units with ports, connections, and where they lead elsewhere',
  answer: shape({
    units: json<UnitOfDiagram[]>('Units'),
    far: json<FarUnitOfDiagram[]>('Units elsewhere'),
    wires: json<WireOfDiagram[]>('Wires'),
    signals: json<SignalOfDiagram[]>('Signals'),
    /** Units without any port, which no wire can end on. */
    withoutPorts: integer('Units without ports'),
  }),
})

export const placeInDiagram = call({
  method: 'PUT',
  path: '/spaces/:id/Diagram',
  permission: 'ProjectEquipment.Update',
  summary: 'Set the positions of units in the diagram of a space; units without a position are laid out automatically',
  body: {
    /** What is said of other units stays; without it the positions are the whole of the space. */
    unitIds: optional(set('Units', id('Unit'), { max: 2000 })),
    positions: list(
      'Positions',
      { unitId: id('Unit'), x: integer('From the left', { min: 0, max: 100_000 }), y: integer('From the top', { min: 0, max: 100_000 }) },
      { max: 2000 },
    ),
  },
  answer: nothing,
  status: 204,
})
