import { NetworkPortType, PortDirection, PowerSpecType } from '../../model/catalog/enums.ts'
import type { Port } from '../../model/catalog/equipment-parts.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { connectorSocket, type Socket } from './connector-symbols.ts'

interface Supply {
  type: PowerSpecType
  quantity?: number
  plug?: string | null
}
interface NetworkPorts {
  networkPortType: NetworkPortType
  quantity: number
  label?: string | null
}
export interface Sockets {
  ports: readonly Port[]
  networkPorts: readonly NetworkPorts[]
  powerSpecs: readonly Supply[]
}

interface Bank {
  kind: string
  socket: Socket
  drawn: { name: string; color: string | null }[]
  count: number
  names: string
}
interface PlacedBank extends Bank {
  x: number
  y: number
  width: number
  height: number
}

/** Draws at most this many sockets; the count shows the rest. */
const mostDrawn = 48
const pitch = 34
const perRow = 16
const panelWidth = 720
const gap = 18
/** Space above for the kind, below for the names. */
export const headHeight = 18
const footHeight = 18

export function groupPorts({ ports, networkPorts, powerSpecs }: Sockets): Bank[] {
  const inOrder = [...ports].sort((item, other) => item.direction - other.direction)
  const byKind = groupByKey(
    inOrder,
    (port) => `${port.connectorPhysicalType.name} ${port.direction === PortDirection.Input ? 'in' : 'out'}`,
  )
  const signals = [...byKind].map(([kind, all]) =>
    bank(
      kind,
      connectorSocket(all[0]?.connectorPhysicalType.name ?? ''),
      all.map(({ name, signalTypes }) => ({ name, color: signalTypes?.[0]?.color ?? null })),
    ),
  )
  const network = networkPorts.map(({ networkPortType, quantity, label }) => {
    const { label: kind, interface: plug } = NetworkPortType.get(networkPortType)
    return bank(kind, connectorSocket(plug), same(quantity, label ?? ''))
  })
  const power = powerSpecs
    .filter(({ type }) => type !== PowerSpecType.PoE)
    .map(({ type, plug, quantity = 1 }) =>
      bank([PowerSpecType.label(type), plug].filter(Boolean).join(' '), powerSocket(type, plug), same(quantity, '')),
    )
  return [...signals, ...network, ...power]
}
/** A plug that is not stated is the usual one: an IEC inlet for AC, a terminal for DC. */
function powerSocket(type: PowerSpecType, plug: string | null | undefined): Socket {
  const socket = connectorSocket(plug ?? '')
  if (socket !== 'plain') return socket
  return type === PowerSpecType.DC ? 'dcTerminal' : 'iecInlet'
}
const same = (count: number, name: string) => Array.from({ length: count }, () => ({ name, color: null }))

function bank(kind: string, socket: Socket, all: Bank['drawn']): Bank {
  const [first = '', last = ''] = [all[0]?.name, all.at(-1)?.name]
  return { kind, socket, drawn: all.slice(0, mostDrawn), count: all.length, names: first === last ? first : `${first} – ${last}` }
}

/** Width of the sockets or of the labels, at about 6 px per character. */
function bankSize({ drawn, kind, names, count }: Bank) {
  const columns = Math.min(perRow, drawn.length)
  const textWidth = Math.max(`${count} × ${kind}`.length, names.length) * 6.2
  return {
    width: Math.min(panelWidth - 2 * gap, Math.max(columns * pitch, textWidth)),
    height: headHeight + Math.ceil(drawn.length / perRow) * pitch + footHeight,
  }
}

/** Places groups side by side and wraps them into rows. */
export function backPanel(banks: Bank[]): { width: number; height: number; banks: PlacedBank[] } {
  let [x, y, rowHeight] = [gap, gap, 0]
  const placed = banks.map((bank): PlacedBank => {
    const { width, height } = bankSize(bank)
    if (x > gap && x + width > panelWidth - gap) [x, y, rowHeight] = [gap, y + rowHeight + gap, 0]
    const at = { ...bank, x, y, width, height }
    x += width + gap
    rowHeight = Math.max(rowHeight, height)
    return at
  })
  return { width: panelWidth, height: y + rowHeight + gap, banks: placed }
}
export const placeInBank = (at: number) => ({ x: (at % perRow) * pitch, y: headHeight + Math.floor(at / perRow) * pitch })

export const describePanel = (banks: Bank[]): string =>
  banks.length === 0
    ? 'No ports'
    : `Back panel with ${formatCount(
        banks.reduce((sum, { count }) => sum + count, 0),
        'port',
      )}: ${banks.map(({ count, kind, names }) => `${count} × ${kind}${names && ` (${names})`}`).join(', ')}`
