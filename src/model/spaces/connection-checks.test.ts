import { expect, it } from 'vitest'
import {
  ConnectorGender,
  PoEType,
  PortDirection,
  PowerSpecAvailability,
  PowerSpecType,
  SideTermination,
  Termination,
} from '../catalog/enums.ts'
import {
  type CheckedConnection,
  type ConnectablePort,
  type ConnectableUnit,
  type ConnectionEnd,
  checkConnection,
  commonSignals,
  indexConnections,
  isTurned,
} from './connection-checks.ts'
import type { PoEProduct } from './poe.ts'

const { Input, Output } = PortDirection
const { Male, Female } = ConnectorGender
const hdmi = { id: 1, name: 'HDMI A', isNetwork: false, isBareWire: false }
const bnc = { id: 2, name: 'BNC', isNetwork: false, isBareWire: false }
const rj45 = { id: 3, name: 'RJ45', isNetwork: true, isBareWire: false }
const bare = { id: 4, name: 'Bare Wire', isNetwork: false, isBareWire: true }
const video = { id: 10, name: 'HDMI', allowsMany: false, stock: null }
const speaker = { id: 11, name: 'Speaker 70 V', allowsMany: true, stock: null }
const network = { id: 12, name: 'Ethernet', allowsMany: false, stock: null }

let counter = 0
const port = (more: Partial<ConnectablePort> = {}): ConnectablePort => ({
  id: ++counter,
  name: `P${counter}`,
  direction: Output,
  gender: Female,
  connector: hdmi,
  signalTypeIds: [video.id],
  ...more,
})
const unit = (label: string, poe: PoEProduct | null = null): ConnectableUnit => ({ id: ++counter, label, ports: [], poe })
const createEnd = (label: string, own: ConnectablePort | null, connectableUnit = unit(label)): ConnectionEnd => ({
  unit: connectableUnit,
  port: own,
  portName: own?.name ?? 'OLD',
})
const wire = (from: ConnectionEnd, to: ConnectionEnd, more: Partial<CheckedConnection> = {}): CheckedConnection => ({
  id: ++counter,
  number: `V${counter}`,
  from,
  to,
  signal: video,
  cable: null,
  lengthFt: null,
  isLengthAssumed: false,
  limit: { name: 'HDMI 4K60 over copper', meters: 3 },
  ...more,
})
const found = (checkedConnection: CheckedConnection, others: CheckedConnection[] = []) =>
  checkConnection(checkedConnection, indexConnections(others)).map(({ grade, text }) => `${grade}: ${text}`)
const source = () => createEnd('PC-1', port({ name: 'HDMI 1' }))
const sink = () => createEnd('DSP-1', port({ name: 'IN 1', direction: Input }))

it('reports only the genders of a valid HDMI cable (22)', () => {
  expect(found(wire(source(), sink()))).toEqual(['info: Both ports are female: the cable is male at both ends.'])
  const male = port({ gender: Male, direction: Input })
  expect(found(wire(source(), createEnd('DSP-1', male)))).toEqual([])
  const plug = () => createEnd('CBL-1', port({ gender: Male }))
  expect(found(wire(plug(), createEnd('DSP-1', male)))).toEqual(['info: Both ports are male: the cable is female at both ends.'])
})

it('rejects a port that another connection uses, unless its type allows many (22)', () => {
  const to = sink()
  const first = wire(source(), to, { number: 'V7' })
  const second = wire(source(), to)
  expect(found(second, [first])).toContain('error: DSP-1 IN 1 is already used by cable V7.')
  expect(found(first, [first]).filter((text) => text.startsWith('error'))).toEqual([])
  const loud = (checkedConnection: CheckedConnection) => ({ ...checkedConnection, signal: speaker })
  const ports = { signalTypeIds: [speaker.id], connector: bare, name: '70V' }
  const amp = createEnd('AMP-1', port(ports))
  const [one, other] = [
    wire(amp, createEnd('SPK-1', port({ ...ports, direction: Input }))),
    wire(amp, createEnd('SPK-2', port({ ...ports, direction: Input }))),
  ]
  expect(found(loud(other), [loud(one)])).toEqual([])
})

it('rejects a port connected to itself and a deleted port (22)', () => {
  const from = source()
  expect(found(wire(from, from))).toContain('error: PC-1 HDMI 1 cannot be connected to itself.')
  expect(found(wire(source(), createEnd('DSP-1', null)))).toContain('error: DSP-1 has no port OLD anymore. Connect another one.')
})

it('rejects ports without a common signal, and a signal only one of them carries (22)', () => {
  const audio = port({ name: 'MIC', direction: Input, signalTypeIds: [99] })
  expect(found(wire(source(), createEnd('MX-1', audio)))).toContain('error: PC-1 HDMI 1 and MX-1 MIC have no signal type in common.')
  const two = { signalTypeIds: [video.id, 99] }
  const connection = wire(createEnd('A', port({ ...two, name: 'X' })), createEnd('B', port({ ...two, name: 'Y', direction: Input })), {
    signal: network,
  })
  expect(found(connection)).toContain('error: A X and B Y do not both carry Ethernet.')
  expect(commonSignals(port({ signalTypeIds: [5, 6, 7] }), port({ signalTypeIds: [7, 6] }))).toEqual([6, 7])
})

it('rejects out to out and in to in; networks and bare wires have no direction (22)', () => {
  const outs = wire(source(), createEnd('TV-1', port({ name: 'LOOP' })))
  expect(found(outs)).toContain('error: PC-1 HDMI 1 and TV-1 LOOP are both outputs.')
  const ins = wire(createEnd('TV-2', port({ name: 'IN', direction: Input })), sink())
  expect(found(ins)).toContain('error: TV-2 IN and DSP-1 IN 1 are both inputs.')
  for (const connector of [rj45, bare]) {
    const both = { connector, gender: null, signalTypeIds: [network.id] }
    expect(found(wire(createEnd('SW-1', port(both)), createEnd('SW-2', port(both)), { signal: network }))).toEqual([])
  }
})

it('detects a reversed in-to-out connection (29)', () => {
  expect(isTurned(port({ direction: Input }), port())).toBe(true)
  expect(isTurned(port(), port({ direction: Input }))).toBe(false)
  expect(isTurned(port(), port())).toBe(false)
})

it('warns about connectors that need an adapter (22)', () => {
  const other = () => createEnd('REC-1', port({ name: 'IN', direction: Input, connector: bnc }))
  const text = 'warning: PC-1 HDMI 1 is HDMI A and REC-1 IN is BNC: an adapter is needed.'
  expect(found(wire(source(), other()))).toEqual([text])
  const side = (connectorPhysicalTypeId: number) => ({
    sideTermination: SideTermination.Terminated,
    connectorPhysicalTypeId,
    gender: null,
  })
  const cable = (a: number, b: number) => ({
    model: 'Ready 10',
    termination: Termination.PreTerminated,
    fixedLengthFt: null,
    sides: { A: side(a), B: side(b) },
  })
  expect(found(wire(source(), other(), { cable: cable(bnc.id, hdmi.id) }))).toEqual([])
  expect(found(wire(source(), other(), { cable: cable(hdmi.id, hdmi.id) }))).toEqual([text])
  expect(found(wire(source(), sink(), { cable: cable(bnc.id, bnc.id) }))).toContain(
    'warning: Ready 10 does not end in HDMI A: an adapter is needed.',
  )
  const reel = { model: 'Reel', termination: Termination.Unterminated, fixedLengthFt: null, sides: null }
  expect(found(wire(source(), other(), { cable: reel }))).toEqual([])
})

it('rejects a pre-terminated cable that is shorter than the run', () => {
  const cable = { model: 'Ready 12', termination: Termination.PreTerminated, fixedLengthFt: 12, sides: null }
  const [finding] = checkConnection(wire(source(), sink(), { cable, lengthFt: 39.5, limit: null }), indexConnections([]))
  expect(finding).toEqual({
    rule: 'too-short',
    grade: 'error',
    text: 'Ready 12 is 12 ft long, and this run needs 39.5 ft. Choose a longer cable.',
    figure: 39.5,
    limit: 12,
    unit: 'ft',
  })
  const texts = (more: Partial<CheckedConnection>) =>
    found(wire(source(), sink(), { cable, limit: null, ...more })).filter((text) => text.includes('12 ft'))
  expect(texts({ lengthFt: 12 })).toEqual([])
  expect(texts({ lengthFt: null })).toEqual([])
  expect(texts({ lengthFt: 39.5, isLengthAssumed: true })).toEqual([
    'error: Ready 12 is 12 ft long, and this run needs 39.5 ft. Enter the length if the run is shorter.',
  ])
})

it('warns when no stocked cable of the default type is long enough, and no cable was chosen', () => {
  const signal = { ...video, stock: { model: 'Ready 12', longestFt: 25 } }
  const about = (more: Partial<CheckedConnection>) =>
    found(wire(source(), sink(), { signal, limit: null, ...more })).filter((text) => text.includes('stocked'))
  expect(about({ lengthFt: 60 })).toEqual([
    'warning: No stocked cable of type Ready 12 is long enough for 60 ft; the longest is 25 ft. Choose another cable.',
  ])
  expect(about({ lengthFt: 39.5, isLengthAssumed: true })).toEqual([
    'info: No stocked cable of type Ready 12 is long enough for 39.5 ft; the longest is 25 ft. Enter the length if the run is shorter.',
  ])
  const reel = { model: 'Reel', termination: Termination.Unterminated, fixedLengthFt: null, sides: null }
  expect([about({ lengthFt: 25 }), about({ lengthFt: null }), about({ lengthFt: 60, cable: reel })]).toEqual([[], [], []])
})

it('does not warn about an assumed length within a space', () => {
  expect(found(wire(source(), sink(), { lengthFt: 39.5, isLengthAssumed: true }))).toContain(
    'info: 39.5 ft is assumed within a space; HDMI 4K60 over copper reaches 9.84 ft. Enter the length of the run.',
  )
})

it('warns about a length over the limit of the cable (27)', () => {
  const [finding] = checkConnection(wire(source(), sink(), { lengthFt: 39.5 }), indexConnections([]))
  expect(finding).toEqual({
    rule: 'too-long',
    grade: 'warning',
    text: '39.5 ft is too long; HDMI 4K60 over copper reaches 9.84 ft.',
    figure: 39.5,
    limit: 9.84,
    unit: 'ft',
  })
  expect(found(wire(source(), sink(), { lengthFt: 9.84 })).filter((text) => text.includes('reaches'))).toEqual([])
  expect(found(wire(source(), sink(), { lengthFt: 9.86 })).filter((text) => text.includes('reaches'))).toHaveLength(1)
})

const switchWith = (poeBudgetWatts: number | null, poeType: PoEType = PoEType.Type1): PoEProduct => ({
  poeBudgetWatts,
  powerSpecs: [],
  networkPorts: [{ isPoESource: true, poeType }],
})
const poeProduct = (watts: number | null, poeType: PoEType | null = null): PoEProduct => ({
  poeBudgetWatts: null,
  networkPorts: [],
  powerSpecs: [{ type: PowerSpecType.PoE, availability: PowerSpecAvailability.Required, watts, poeType }],
})
const lan = (name: string) => port({ name, connector: rj45, gender: null, signalTypeIds: [network.id] })

it('rejects PoE of too low a class (25)', () => {
  const hub = unit('SW-1', switchWith(null))
  const to = (poe: PoEProduct) => wire(createEnd('', lan('1'), hub), createEnd('', lan('LAN'), unit('CAM-1', poe)), { signal: network })
  expect(found(to(poeProduct(12.95)))).toEqual([])
  expect(found(to(poeProduct(13)))).toEqual(['error: CAM-1 needs PoE of class 4; SW-1 supplies class 3.'])
  expect(found(to(poeProduct(null, PoEType.Type3)))).toEqual(['error: CAM-1 needs PoE of class 6; SW-1 supplies class 3.'])
})

it('sums the devices of a source at source power against its budget (25)', () => {
  const hub = unit('SW-1', switchWith(31))
  const wires = [1, 2, 3].map((wireId) =>
    wire(createEnd('', lan(`${wireId}`), hub), createEnd('', lan('LAN'), unit(`TP-${wireId}`, poeProduct(12))), { signal: network }),
  )
  const [first, second, third] = wires as [CheckedConnection, CheckedConnection, CheckedConnection]
  // Two devices of class 3 take 2 x 15.4 W.
  expect(found(second, [first, second])).toEqual([])
  expect(found(third, [first, second])).toEqual(['error: SW-1 would feed 3 devices with 46.2 W of PoE; its budget is 31 W.'])
})
