import { describe, expect, it } from 'vitest'
import {
  EquipmentAvailability,
  InstallerCode,
  PoEType,
  PowerSpecAvailability,
  PowerSpecType,
  ProviderCode,
  Termination,
} from '../catalog/enums.ts'
import { RackHalf, RackSide, RackType } from '../spaces/enums.ts'
import type { EquipmentOfUnit } from '../spaces/rack-devices.ts'
import type { CheckedCable, CheckedConnection, CheckedLine, CheckedProject } from './checked.ts'
import { circuitLoads } from './circuit-findings.ts'
import type { Found } from './design-check.ts'
import { findProblems } from './findings.ts'

const { Required } = PowerSpecAvailability
const ac = (watts: number) => [{ type: PowerSpecType.AC, availability: Required, watts }]
const poe = (watts: number) => [{ type: PowerSpecType.PoE, availability: Required, watts }]

const space = { id: 1, name: 'Lecture hall', spaceNumber: '201', limits: null, farthestViewerFt: null, elementHeightPercent: null }
const limits = {
  watts: null,
  heatBtuPerHour: null,
  tons: null,
  acOutlets: null,
  poeWatts: null,
  networkPorts: null,
  rackUnits: null,
  weightLb: null,
  total: null,
}
const product = {
  id: 7,
  tag: 'DIS-98',
  model: 'QM98T',
  availability: EquipmentAvailability.Available,
  isCable: false,
  isRack: false,
  rackAccessory: null,
  diagonalIn: null,
  poeBudgetWatts: null,
  heatLoadWatts: 10,
  powerSpecs: [],
  networkPorts: [],
}
const createLine = (id: number, equipment: Partial<CheckedLine['equipment']> = {}, more: Partial<CheckedLine> = {}): CheckedLine => ({
  id,
  spaceId: 1,
  quantity: 1,
  provider: ProviderCode.AVV,
  installer: InstallerCode.AVV,
  isExisting: false,
  extendedMsrpPrice: 100,
  notes: null,
  circuitId: null,
  ...more,
  equipment: { ...product, ...equipment },
})
const circuit = (id: number, more: object = {}) => ({
  id,
  spaceId: 1,
  panel: 'L2',
  number: String(id),
  breakerAmps: 20,
  voltage: 120,
  isDedicated: true,
  ...more,
})
const project = (more: Partial<CheckedProject>): CheckedProject => ({
  id: 5,
  installationFactor: 0.25,
  spaces: [space],
  lines: [createLine(1)],
  circuits: [],
  racks: [],
  devices: new Map(),
  documents: [],
  connections: [],
  conduits: [],
  outlines: [],
  ...more,
})
const brief = ({ key, grade, text, figure }: Found) => [key, grade, text, ...(figure ? [figure.value, figure.limit, figure.unit] : [])]
const found = (more: Partial<CheckedProject>) => findProblems(project(more)).map(brief)

const createEnd = (unitId: number, label: string, poe: CheckedConnection['from']['poe'] = null, spaceId = 1) => ({
  unitId,
  label,
  spaceId,
  poe,
})
const cable = (id: number, more: Partial<CheckedConnection> = {}): CheckedConnection => ({
  id,
  number: `H-${id}`,
  from: createEnd(1, 'VSW-1'),
  to: createEnd(2, 'PRJ-1'),
  limit: { name: 'HDMI at 4K30', meters: 5 },
  lengthFt: 10,
  isEstimated: false,
  isLengthAssumed: false,
  cable: null,
  stock: null,
  outerDiameterIn: 0.3,
  conduitId: null,
  ...more,
})

const cableProduct = (more: Partial<CheckedCable> = {}): CheckedCable => ({
  id: 70,
  tag: 'CBL-HD',
  model: 'CBL-HD-12',
  termination: Termination.PreTerminated,
  lengthFt: 12,
  stockLengthFt: null,
  fixedLengthFt: more.termination === Termination.Unterminated ? null : 12,
  price: 69,
  ...more,
})

describe('circuits (25)', () => {
  it('limits each circuit to 80% of its breaker at its own voltage', () => {
    const circuits = [circuit(14), circuit(15, { breakerAmps: 15, voltage: 208 })]
    const lines = [
      createLine(1, { powerSpecs: ac(480) }, { circuitId: 14, quantity: 4 }),
      createLine(2, { powerSpecs: ac(2600) }, { circuitId: 15 }),
    ]
    expect(circuitLoads({ circuits, lines })).toEqual([
      { id: 14, amps: 16, mostAmps: 16 },
      { id: 15, amps: 12.5, mostAmps: 12 },
    ])
    expect(found({ circuits, lines })).toEqual([
      ['circuits.c15', 'error', 'L2-15 carries 12.5 A of 15 A; 2 circuits are needed', 83.3, 80, '%'],
    ])
    expect(
      found({
        circuits,
        lines: [
          createLine(1, { powerSpecs: ac(480) }, { circuitId: 14, quantity: 4 }),
          createLine(3, { powerSpecs: ac(120) }, { circuitId: 14 }),
        ],
      }),
    ).toEqual([['circuits.c14', 'error', 'L2-14 carries 17 A of 20 A; 2 circuits are needed', 85, 80, '%']])
  })
  it('allows fixed equipment half of a shared circuit and reports sharing until it is overloaded', () => {
    const shared = circuit(14, { isDedicated: false })
    const at = (watts: number) => found({ circuits: [shared], lines: [createLine(1, { powerSpecs: ac(watts) }, { circuitId: 14 })] })
    expect(at(1200)).toEqual([])
    expect(at(1440)).toEqual([
      ['circuits.c14.shared', 'info', 'L2-14 carries 12 A of 20 A and is not dedicated; its other loads are not known', 60, 50, '%'],
    ])
    expect(at(2040).map(([key]) => key)).toEqual(['circuits.c14'])
  })
  it('reports lines without a circuit: info if no circuit exists, a warning otherwise', () => {
    const lines = [createLine(1, { powerSpecs: ac(2040) }), createLine(2, { powerSpecs: poe(9) })]
    const message = '1 line with AC power is not on a circuit; 17 A need 2 circuits'
    const unfed = ['poe.s1.unfed', 'warning', '1 PoE device in Lecture hall has no PoE source wired']
    expect(found({ lines })).toEqual([unfed, ['circuits.s1', 'info', message]])
    expect(found({ lines, circuits: [circuit(1)] })).toEqual([['circuits.s1', 'warning', message], unfed])
  })
})

describe('fixed cable lengths', () => {
  it('reports a run that no stocked cable of the default type is long enough for', () => {
    const stock = { model: 'CBL-HD-12', longestFt: 50 }
    const run = { limit: null, stock, lengthFt: 60 }
    const text = 'H-1 from VSW-1 to PRJ-1: no stocked cable of type CBL-HD-12 is long enough for 60 ft'
    const about = (more: Partial<CheckedConnection>) =>
      found({ connections: [cable(1, { ...run, ...more })] }).filter(([key]) => key === 'cables.n1.stock')
    expect(about({})).toEqual([['cables.n1.stock', 'warning', text, 60, 50, 'ft']])
    expect(about({ isLengthAssumed: true })).toEqual([['cables.n1.stock', 'info', text, 60, 50, 'ft']])
    expect([about({ lengthFt: 50 }), about({ cable: cableProduct({ termination: Termination.Unterminated }) })]).toEqual([[], []])
  })

  it('reports a pre-terminated cable that is shorter than its run, and does not warn about an assumed length', () => {
    const ready = cableProduct()
    expect(found({ connections: [cable(1, { cable: ready, lengthFt: 39.5, limit: null })] })).toEqual([
      ['cables.n1.short', 'error', 'H-1 from VSW-1 to PRJ-1 needs 39.5 ft; CBL-HD-12 is 12 ft long', 39.5, 12, 'ft'],
    ])
    expect(found({ connections: [cable(1, { cable: ready, lengthFt: 12, limit: null })] })).toEqual([])
    const [assumed] = found({ connections: [cable(1, { lengthFt: 39.5, isEstimated: true, isLengthAssumed: true })] })
    expect(assumed?.[1]).toBe('info')
  })
})

describe('data of cables', () => {
  const about = (more: Partial<CheckedCable>) =>
    found({ connections: [1, 2].map((id) => cable(id, { cable: cableProduct(more), limit: null })) }).map(([, ...finding]) => finding)
  const reel = { termination: Termination.Unterminated, lengthFt: null, stockLengthFt: 1000, model: '10GXS12', tag: 'CBL-6A' }

  it('reports a price that is too low for its unit, once per product', () => {
    const tooLow = (name: string, unit: string) => [
      ['warning', `The price of ${name} is too low for ${unit}; check its unit in the catalog`],
    ]
    expect(about({ ...reel, price: 0.64 })).toEqual(tooLow('CBL-6A 10GXS12', '1,000 ft'))
    expect(about({ ...reel, stockLengthFt: null, price: 0.02 })).toEqual(tooLow('CBL-6A 10GXS12', 'a foot'))
    expect(about({ price: 0.69 })).toEqual(tooLow('CBL-HD CBL-HD-12', 'a piece'))
    const plausible = [
      { ...reel, price: 640 },
      { ...reel, price: 30 },
      { ...reel, price: 0 },
      { ...reel, stockLengthFt: null, price: 0.64 },
    ]
    expect([...plausible, { price: 1 }].map(about)).toEqual([[], [], [], [], []])
  })

  it('reports a pre-terminated cable that is longer than its stock length', () => {
    expect(about({ stockLengthFt: 10 })).toEqual([
      ['warning', 'CBL-HD CBL-HD-12 is pre-terminated at 12 ft, longer than its stock length of 10 ft'],
    ])
    expect([about({ stockLengthFt: 12 }), about({ ...reel, lengthFt: 2000 })]).toEqual([[], []])
  })
})

describe('PoE (25, 29)', () => {
  const source = (poeBudgetWatts: number | null, poeType: PoEType = PoEType.Type3) =>
    createEnd(1, 'SW-1', { poeBudgetWatts, powerSpecs: [], networkPorts: [{ isPoESource: true, poeType }] })
  const device = (unitId: number, watts: number) =>
    createEnd(unitId, `D-${unitId}`, {
      poeBudgetWatts: null,
      powerSpecs: poe(watts),
      networkPorts: [{ isPoESource: false, poeType: null }],
    })
  it('warns about a device of unknown PoE power without a wired source', () => {
    const unknown = [{ type: PowerSpecType.PoE, availability: Required, watts: null, poeType: null }]
    const text = '1 PoE device in Lecture hall has no PoE source wired'
    const lines = [createLine(1, { powerSpecs: unknown })]
    expect(found({ lines })).toContainEqual(['poe.s1.unfed', 'warning', text])
    const fed = createEnd(2, 'D-2', { poeBudgetWatts: null, powerSpecs: unknown, networkPorts: [] })
    const keys = found({ lines, connections: [cable(1, { from: source(30), to: fed, limit: null })] }).map(([key]) => key)
    expect(keys.filter((key) => String(key).startsWith('poe'))).toEqual([])
  })

  it('warns about devices without a wired source, and about a PoE budget without ports', () => {
    const lines = [createLine(1, { powerSpecs: poe(9) }, { quantity: 3 })]
    const text = (count: string) => ['poe.s1.unfed', 'warning', `${count} in Lecture hall has no PoE source wired`]
    expect(found({ lines })).toEqual([['poe.s1.unfed', 'warning', '3 PoE devices in Lecture hall have no PoE source wired']])
    const fed = (...unitIds: number[]) => unitIds.map((id) => cable(id, { from: source(370), to: device(id, 9), limit: null }))
    expect(found({ lines, connections: fed(2, 3) })).toEqual([text('1 PoE device')])
    expect(found({ lines, connections: fed(2, 3, 4) })).toEqual([])
    expect(found({ lines: [createLine(1, { poeBudgetWatts: 370 })] })).toEqual([
      ['poe.l1.ports', 'warning', expect.stringContaining('has a PoE budget of 370 W and no port that supplies PoE')],
    ])
  })
  it('sums connected devices at source power, each once, in either cable direction', () => {
    const from = source(60)
    const connections = [
      cable(1, { from, to: device(2, 12) }),
      cable(2, { from: device(3, 25), to: from }),
      cable(3, { from, to: device(3, 25) }),
      cable(4, { from, to: device(4, 12.95) }),
    ]
    expect(found({ connections })).toEqual([['poe.u1.budget', 'error', '3 devices take 0.8 W more than SW-1 can supply', 60.8, 60, 'W']])
    expect(found({ connections: connections.slice(0, 3) })).toEqual([])
  })
  it('reports an unknown budget', () => {
    expect(found({ connections: [cable(1, { from: source(null), to: device(2, 5) })] })).toEqual([
      ['poe.u1.budget', 'info', '1 device takes 7 W from SW-1, whose PoE budget is not known'],
    ])
  })
  it("requires a port that supplies the device's class", () => {
    const connections = [cable(1, { from: source(500, PoEType.Type2), to: device(2, 40) })]
    expect(found({ connections })).toEqual([['poe.u1-2', 'error', 'D-2 needs PoE class 5; a port of SW-1 supplies class 4', 45, 30, 'W']])
    expect(found({ connections: [cable(1, { from: source(500, PoEType.Type2), to: device(2, 25) })] })).toEqual([])
  })
})

describe('cable lengths (27)', () => {
  it('warns above the limit of the signal type', () => {
    expect(found({ connections: [cable(104, { lengthFt: 30 })] })).toEqual([
      ['cables.n104', 'warning', 'H-104 from VSW-1 to PRJ-1 is 30 ft long, 13.6 ft over', 30, 16.4, 'ft'],
    ])
    expect(found({ connections: [cable(1, { lengthFt: 16.4 })] })).toEqual([])
    expect(found({ connections: [cable(1, { lengthFt: 3000, limit: null })] })).toEqual([])
  })
  it('reports missing lengths once for each pair of spaces without a distance', () => {
    const spaces = [space, { ...space, id: 2, name: 'Lobby' }]
    const far = { lengthFt: null, to: createEnd(9, 'AMP-1', null, 2) }
    const lines = [createLine(1), createLine(2, {}, { spaceId: 2 })]
    expect(found({ spaces, lines, connections: [cable(1, far), cable(2, far)] })).toEqual([
      ['cables.s1-2', 'warning', '2 connections have no length: no distance from Lecture hall to Lobby'],
    ])
  })
})

describe('conduits (25)', () => {
  const conduit = { id: 3, name: 'C-07', spaceId: 1, tradeSize: '1 in EMT', innerDiameterIn: 1.049 }
  const cables = (...diameters: (number | null)[]) =>
    diameters.map((outerDiameterIn, index) => cable(index + 1, { outerDiameterIn, conduitId: 3 }))
  it('warns above 40% fill with three or more cables', () => {
    expect(found({ conduits: [conduit], connections: cables(0.35, 0.35, 0.35, 0.35) })).toEqual([
      ['conduits.c3.fill', 'warning', 'C-07, 1 in EMT holds 4 cables and is 44.5% full', 44.5, 40, '%'],
    ])
    expect(found({ conduits: [conduit], connections: cables(0.7) })).toEqual([])
    expect(found({ conduits: [conduit], connections: cables(0.45, 0.45) })).toEqual([
      ['conduits.c3.fill', 'warning', 'C-07, 1 in EMT holds 2 cables and is 36.8% full', 36.8, 31, '%'],
    ])
  })
  it('warns about jams with three cables a third as wide as the conduit', () => {
    expect(found({ conduits: [conduit], connections: cables(0.35, 0.35, 0.35) })).toEqual([
      ['conduits.c3.jam', 'warning', 'Three cables can jam in C-07: its diameter is 3 times that of one of them'],
    ])
  })
  it('reports unknown cable diameters and unknown conduit diameters', () => {
    expect(found({ conduits: [{ ...conduit, innerDiameterIn: null }], connections: cables(0.3) })).toEqual([
      ['conduits.c3.size', 'info', 'C-07 holds 1 cable, and its inner diameter is not known'],
    ])
    expect(found({ conduits: [{ ...conduit, innerDiameterIn: null }] })).toEqual([])
    expect(found({ conduits: [conduit], connections: cables(0.3, null) })).toEqual([
      ['conduits.c3.unknown', 'info', '1 of 2 cables in C-07 has no outer diameter'],
    ])
  })
})

describe('racks (23)', () => {
  const device = (unitId: number, more: Partial<EquipmentOfUnit> = {}) =>
    [
      unitId,
      {
        unitId,
        label: `AMP-${unitId}`,
        equipment: {
          id: unitId,
          tag: 'AMP',
          model: 'M',
          manufacture: '',
          imageUrl: null,
          rackUnits: 2,
          isRackMountable: true,
          rackAccessory: null,
          widthIn: 19,
          heightIn: 3.5,
          depthIn: 20,
          weightLb: 40,
          watts: 100,
          ...more,
        },
      },
    ] as const
  const frame = { id: 8, name: 'R-01', spaceId: 1, heightRU: 20, rackType: RackType.Cabinet, mountingDepthIn: 28, maxWeightLb: 70 }
  const at = (unitId: number, startRU: number, face: RackSide = RackSide.Front) => ({
    unitId,
    startRU,
    face,
    half: RackHalf.None,
    shelfUnitId: null,
    shelfOrder: null,
  })
  it('reports collisions, excess weight, top-heaviness and unknown values', () => {
    const placements = [at(1, 15), at(2, 15, RackSide.Rear)]
    expect(found({ racks: [{ ...frame, placements }], devices: new Map([device(1), device(2)]) })).toEqual([
      ['racks.r8.u1-2.1', 'error', 'R-01: AMP-1 and AMP-2 are 40 in deep together; the rack has 28 in'],
      ['racks.r8.weight', 'error', 'R-01: 10 lb over the load limit of the rack', 80, 70, 'lb'],
      ['racks.r8.center', 'info', 'R-01: Top-heavy: the center of weight is at 15 of 20 RU', 15, 10, 'RU'],
    ])
    expect(
      found({ racks: [{ ...frame, placements: [at(1, 1)] }], devices: new Map([device(1, { weightLb: null, watts: null })]) }),
    ).toEqual([['racks.r8.unknown', 'info', 'R-01: of 1 device, 1 has no weight, 1 has no power figure']])
  })
  it('requires 20% spare space', () => {
    const placements = [1, 3, 5, 7, 9, 11, 13, 15].map((startRU, index) => at(index + 1, startRU))
    const devices = new Map(placements.map(({ unitId }) => device(unitId, { weightLb: 1 })))
    expect(found({ racks: [{ ...frame, placements }], devices })).toEqual([])
    const full = [...placements, at(9, 17)]
    expect(found({ racks: [{ ...frame, placements: full }], devices: new Map([...devices, device(9, { weightLb: 1 })]) })).toEqual([
      ['racks.r8.spare', 'info', 'R-01: Less than 20% spare: 2 of 20 RU are free in front', 2, 4, 'RU'],
    ])
  })
})

describe('display size (25, 29)', () => {
  it('requires the farthest viewer distance divided by 200 times the element height', () => {
    const spaces = [{ ...space, farthestViewerFt: 36 }]
    const message = 'DIS-98 QM98T is 48 in high; the farthest viewer at 36 ft needs 54 in'
    expect(found({ spaces, lines: [createLine(3, { diagonalIn: 98 })] })).toEqual([['displays.l3', 'warning', message, 48, 54, 'in']])
    expect(
      found({ spaces: [{ ...space, farthestViewerFt: 36, elementHeightPercent: 5 }], lines: [createLine(3, { diagonalIn: 98 })] }),
    ).toEqual([])
    expect(found({ spaces: [{ ...space, farthestViewerFt: 30 }], lines: [createLine(3, { diagonalIn: 91.8 })] })).toEqual([])
  })
  it('reports an unknown viewer distance and unknown screen sizes', () => {
    expect(found({ lines: [createLine(3, { diagonalIn: 98 })] })).toEqual([
      ['displays.s1', 'info', 'The farthest viewer distance of Lecture hall is not known, so its displays are not checked'],
    ])
    expect(found({ spaces: [{ ...space, farthestViewerFt: 36 }] })).toEqual([
      ['displays.s1', 'info', 'The farthest viewer sits at 36 ft, and no equipment in Lecture hall has a screen diagonal'],
    ])
  })
})

describe('budgets (25)', () => {
  it('checks the limits of the space and the PoE power of its switches', () => {
    const spaces = [{ ...space, limits: { ...limits, watts: 15 } }]
    const lines = [createLine(1, {}, { quantity: 2 })]
    expect(found({ spaces, lines })).toEqual([['budgets.s1.watts', 'error', 'Power is 5 W over the limit of 15 W', 20, 15, 'W']])
    expect(found({ spaces, lines: [createLine(1)] })).toEqual([])
    const fedLines = [createLine(1, { powerSpecs: poe(20), networkPorts: [{ quantity: 1, isPoESource: true, poeType: PoEType.Type1 }] })]
    expect(found({ lines: fedLines })).toEqual([
      ['budgets.s1.poewatts.switches', 'error', 'PoE is 4.6 W over the 15.4 W the switches here can supply', 20, 15.4, 'W'],
      ['poe.s1.unfed', 'warning', '1 PoE device in Lecture hall has no PoE source wired'],
    ])
  })
})

describe('data (25)', () => {
  it('reports missing prices, power values and notes for owner-furnished equipment', () => {
    expect(
      found({
        lines: [createLine(1, {}, { extendedMsrpPrice: 0, quantity: 3 }), createLine(2, {}, { extendedMsrpPrice: 0, isExisting: true })],
      }),
    ).toEqual([['data.price.s1', 'warning', '3 pieces of equipment have no price']])
    const unknown = { heatLoadWatts: null }
    expect(
      found({
        lines: [
          createLine(1, unknown, { quantity: 18 }),
          createLine(2, { ...unknown, isCable: true }),
          createLine(3, { ...unknown, isRack: true }),
        ],
      }),
    ).toEqual([['data.power.s1', 'info', '18 pieces of equipment have no power figure']])
    const furnished = { provider: ProviderCode.FBO }
    expect(found({ lines: [createLine(1, {}, furnished), createLine(2, {}, { ...furnished, notes: 'Comes in March' })] })).toEqual([
      ['data.furnished.s1', 'info', '1 line of owner-furnished equipment has no note'],
    ])
  })
  it('reports discontinued and deprecated products, once per space', () => {
    const old = { availability: EquipmentAvailability.Discontinued }
    expect(
      found({ lines: [createLine(1, old), createLine(2, old), createLine(3, { id: 8, availability: EquipmentAvailability.Deprecated })] }),
    ).toEqual([
      ['data.availability.s1.e7', 'warning', 'DIS-98 QM98T is discontinued'],
      ['data.availability.s1.e8', 'warning', 'DIS-98 QM98T is deprecated'],
    ])
  })
  it('reports spaces without equipment and documents without a number', () => {
    expect(found({ lines: [], documents: [{ id: 4, title: 'Lighting plan' }] })).toEqual([
      ['data.number.d4', 'warning', 'Lighting plan has no number'],
      ['data.empty.s1', 'info', 'Lecture hall has no equipment'],
    ])
  })
})

it('includes a link to the cause and the source of the rule', () => {
  const [first] = findProblems(project({ circuits: [circuit(14)], lines: [createLine(1, { powerSpecs: ac(2040) }, { circuitId: 14 })] }))
  expect(first).toMatchObject({
    source: 'Continuous load at most 80% of the breaker, NEC 210.20(A)',
    where: { space: { id: 1, name: 'Lecture hall', spaceNumber: '201' }, label: 'Circuits', link: '/projects/5/spaces/1/circuits' },
  })
})

describe('outlines (32)', () => {
  const outline = { planId: 7, plan: 'First floor', spaceId: 1, enteredFt2: 200 }
  it('reports an area that is more than 10% from the entered one', () => {
    const areas = (areaFt2: number, enteredFt2: number | null = 200) => found({ outlines: [{ ...outline, areaFt2, enteredFt2 }] })
    expect(areas(221)).toEqual([
      ['data.p7.s1.area', 'warning', 'Lecture hall has 221 ft² on First floor and 200 ft² entered', 10.5, 10, '%'],
    ])
    expect(areas(179.9)).toHaveLength(1)
    for (const [drawn, entered] of [
      [220, 200],
      [180, 200],
      [500, null],
    ] as const)
      expect(areas(drawn, entered)).toEqual([])
  })
})
