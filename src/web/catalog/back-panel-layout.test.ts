import { expect, it } from 'vitest'
import { NetworkPortType, PortDirection, PowerSpecType } from '../../model/catalog/enums.ts'
import type { Port } from '../../model/catalog/equipment-parts.ts'
import { backPanel, describePanel, groupPorts } from './back-panel-layout.ts'

const port = (name: string, direction: PortDirection, connector: string): Port => ({
  id: 1,
  name,
  direction,
  connectorPhysicalTypeId: 1,
  connectorPhysicalType: { id: 1, name: connector, code: null, imageUrl: null },
  signalTypeIds: [],
  signalTypes: [{ id: 1, name: 'Audio', abbreviation: 'AU', color: '#00aa00' }],
  gender: null,
  pinStyle: 2,
  marker: 2,
  label: null,
  order: null,
})
const { Input, Output } = PortDirection
const device = {
  ports: [port('OUT 1', Output, 'XLR'), port('MIC 1', Input, 'XLR'), port('MIC 2', Input, 'XLR'), port('PROG', Output, 'HDMI Type A')],
  networkPorts: [{ networkPortType: NetworkPortType.Base1000T, quantity: 24, label: 'LAN' }],
  powerSpecs: [
    { type: PowerSpecType.AC, plug: 'IEC C14', quantity: 2 },
    { type: PowerSpecType.PoE, quantity: 1 },
  ],
}

it('groups sockets by kind: inputs, outputs, network, power', () => {
  expect(groupPorts(device).map(({ kind, count, names, socket }) => [kind, count, names, socket])).toEqual([
    ['XLR in', 2, 'MIC 1 – MIC 2', 'xlr3'],
    ['XLR out', 1, 'OUT 1', 'xlr3'],
    ['HDMI Type A out', 1, 'PROG', 'hdmi'],
    ['1000BASE-T (RJ45)', 24, 'LAN', 'rj45'],
    ['AC IEC C14', 2, '', 'iecInlet'],
  ])
})

it('describes the panel as text', () => {
  expect(describePanel(groupPorts(device))).toMatch(/^Back panel with 30 ports: 2 × XLR in \(MIC 1 – MIC 2\), .*, 2 × AC IEC C14$/)
  expect(describePanel([])).toBe('No ports')
})

it('keeps every bank on the panel without overlap', () => {
  const many = Array.from({ length: 300 }, (_, index) => port(`P${index}`, Input, `Connector ${index % 9}`))
  const { width, height, banks } = backPanel(groupPorts({ ...device, ports: many }))
  expect(banks.length).toBeGreaterThan(9)
  for (const [at, one] of banks.entries()) {
    expect(one.x + one.width).toBeLessThanOrEqual(width)
    expect(one.y + one.height).toBeLessThanOrEqual(height)
    for (const other of banks.slice(at + 1)) {
      const isApart = one.x + one.width <= other.x || one.y + one.height <= other.y || other.x + other.width <= one.x
      expect(isApart, `${one.kind} and ${other.kind}`).toBe(true)
    }
  }
})

it.each([
  [PowerSpecType.AC, null, 'iecInlet'],
  [PowerSpecType.AC, 'NEMA 5-15P', 'nema'],
  [PowerSpecType.AC, 'IEC C20', 'iecLarge'],
  [PowerSpecType.DC, null, 'dcTerminal'],
  [PowerSpecType.DC, 'Barrel 5.5 mm', 'dcBarrel'],
  [PowerSpecType.DC, 'Euroblock', 'euroblockSmall'],
])('draws the supply of type %s with plug %s as %s', (type, plug, socket) => {
  expect(groupPorts({ ports: [], networkPorts: [], powerSpecs: [{ type, plug }] })).toMatchObject([{ socket }])
})
