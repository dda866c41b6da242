import { expect, it } from 'vitest'
import { connectors } from '../../server/catalog/initial-connectors.ts'
import { connectorSocket, connectorSymbols } from './connector-symbols.ts'

it('has an own symbol for every connector type of the initial data', () => {
  const names = connectors.map(([name]) => name)
  expect(names.length).toBeGreaterThan(25)
  const sockets = names.map(connectorSocket)
  expect(names.filter((_, index) => sockets[index] === 'plain')).toEqual([])
  expect(new Set(sockets).size).toBe(names.length)
})

it('draws no two symbols alike', () => {
  const drawings = Object.values(connectorSymbols).map((symbol) => JSON.stringify(symbol))
  expect(new Set(drawings).size).toBe(drawings.length)
})

it.each([
  ['XLR', 'xlr3'],
  ['RJ45', 'rj45'],
  ['etherCON', 'etherCon'],
  ['BNC', 'bnc'],
  ['Mini-DIN 8', 'din'],
  ['TRS 1/4 in', 'trs'],
  ['3.5 mm jack', 'miniJack'],
  ['speakON NL4', 'speakOn'],
  ['Captive screw 3 pin', 'terminalBlock'],
  ['LC duplex', 'lc'],
  ['USB Type C', 'usbC'],
  ['USB-C', 'usbC'],
  ['USB Type-A', 'usbA'],
  ['HDMI Type A', 'hdmi'],
  ['VGA', 'db15'],
  ['SFP28', 'sfpPlus'],
  ['Something new', 'plain'],
])('draws %s as %s', (name, socket) => expect(connectorSocket(name)).toBe(socket))
