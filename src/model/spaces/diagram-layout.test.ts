import { expect, it } from 'vitest'
import { PortDirection } from '../catalog/enums.ts'
import type { ConnectablePort } from './connection-checks.ts'
import { type DrawnUnit, type DrawnWire, nameOfChain } from './diagram-chains.ts'
import { findInDrawing } from './diagram-find.ts'
import { drawDiagram as drawn, type FarUnit, inSight, layoutDiagram, onGrid, sizes } from './diagram-layout.ts'
import { cutName, labelOn, numberHalfWidth, pathBetween, truncateToWidth } from './diagram-routes.ts'
import { diagramSvg } from './diagram-svg.ts'

const { Input, Output } = PortDirection
const connector = { id: 1, name: 'HDMI A', isNetwork: false, isBareWire: false }
const port = (id: number, direction: PortDirection): ConnectablePort => ({
  id,
  name: `P${id}`,
  direction,
  gender: null,
  connector,
  signalTypeIds: [1],
})
/** Ports 1 and 2 are inputs, 3 and 4 outputs. */
const unit = (id: number, x: number | null = null, y: number | null = null): DrawnUnit => ({
  id,
  label: `U-${id}`,
  tag: 'U',
  model: 'Model',
  x,
  y,
  ports: [port(1, Input), port(2, Input), port(3, Output), port(4, Output)],
})
const wire = (id: number, from: number, to: number, out = 3, into = 1): DrawnWire => ({
  id,
  number: `V${id}`,
  from: { unitId: from, portId: out, portName: `P${out}` },
  to: { unitId: to, portId: into, portName: `P${into}` },
})
const none = new Map<number, FarUnit>()
/** Chains are expanded unless the test collapses them. */
const createDrawing = (units: readonly DrawnUnit[], wires: readonly DrawnWire[], far = none, open = units.map(({ id }) => id)) =>
  drawn(layoutDiagram(units, wires, new Set(open)), units, far)
const boxColumn = (drawing: ReturnType<typeof createDrawing>, id: number) => {
  const box = drawing.boxes.find(({ block }) => block.id === id)!
  return Math.round((box.x - sizes.margin) / sizes.pitch)
}

it('places units after their sources (22)', () => {
  const units = [1, 2, 3].map((id) => ({ ...unit(id), tag: `T${id}` }))
  const drawing = createDrawing(units, [wire(1, 1, 2), wire(2, 2, 3), wire(3, 1, 3, 4, 2)], none)
  expect([1, 2, 3].map((id) => boxColumn(drawing, id))).toEqual([0, 1, 2])
})

it('places unwired units in rows below the rest (22)', () => {
  const { boxes } = createDrawing([...[5, 6, 7, 8, 9].map((id) => unit(id)), unit(1), { ...unit(2), tag: 'T' }], [wire(1, 1, 2)], none)
  const placeOf = new Map(boxes.map(({ block, x, y }) => [block.id, [x, y]]))
  const pitch = sizes.pitch
  const [first, below] = [sizes.margin, sizes.margin + 80 + sizes.gap]
  expect([5, 6, 8, 9].map((id) => placeOf.get(id))).toEqual([
    [first, below],
    [first + pitch, below],
    [first + 3 * pitch, below],
    [first, below + 80 + sizes.gap],
  ])
})

it('terminates on signal loops (22)', () => {
  const drawing = createDrawing([unit(1), unit(2)], [wire(1, 1, 2), wire(2, 2, 1, 3, 1)], none)
  expect(drawing.boxes).toHaveLength(2)
  expect(drawing.wires).toHaveLength(2)
})

it('never overlaps placed boxes, for random wiring (22)', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 16807) % 2147483647
    return seed % most
  }
  const units = Array.from({ length: 60 }, (_, index) => unit(index + 1))
  const wires = Array.from({ length: 120 }, (_, index) => wire(index + 1, 1 + random(60), 1 + random(60), 3 + random(2), 1 + random(2)))
  const { boxes } = createDrawing(units, wires, none)
  for (const a of boxes)
    for (const b of boxes)
      if (a.block.id < b.block.id && Math.abs(a.x - b.x) < sizes.width)
        expect(Math.abs(a.y - b.y), `${a.block.label} and ${b.block.label}`).toBeGreaterThanOrEqual(Math.min(a.height, b.height))
})

it('leaves room for stubs: no stub overlaps a placed box (22)', () => {
  const far = new Map([[1000, { id: 1000, label: 'PP-1', space: { id: 9, name: 'Closet' } }]])
  const units = Array.from({ length: 24 }, (_, index) => ({ ...unit(index + 1), tag: `T${index}` }))
  const wires = units.flatMap(({ id }) => [
    wire(id, id, id % 3 === 0 ? 1000 : id + 1),
    wire(100 + id, id, 1000, 4),
    wire(200 + id, 1000, id, 3, 2),
  ])
  const { boxes, stubs } = createDrawing(units, wires, far)
  expect(stubs.length).toBeGreaterThan(40)
  for (const { x, y } of stubs)
    for (const box of boxes)
      expect(
        x + sizes.stubWidth <= box.x || box.x + sizes.width <= x || y + sizes.stubHeight <= box.y || box.y + box.height <= y,
        `a stub lies on ${box.block.label}`,
      ).toBe(true)
})

it('keeps manually placed units, with inputs on the left and outputs on the right (22)', () => {
  const { boxes } = createDrawing([unit(1, 400, 160)], [], none)
  const [box] = boxes
  expect([box!.x, box!.y, box!.height]).toEqual([400, 160, 38 + 2 * 18 + 6])
  expect(box!.ports.map(({ port, side, x, y }) => [port.id, side, x, y])).toEqual([
    [1, 'left', 400, 210],
    [2, 'left', 400, 228],
    [3, 'right', 540, 210],
    [4, 'right', 540, 228],
  ])
})

it('draws wires at right angles from port to port (22)', () => {
  const { wires } = createDrawing([unit(1, 0, 0), unit(2, 300, 100)], [wire(1, 1, 2)], none)
  const [{ points }] = wires as [(typeof wires)[number]]
  expect([points[0], points.at(-1)]).toEqual([
    [140, 50],
    [300, 150],
  ])
  points.slice(1).forEach(([x, y], index) => {
    const [px, py] = points[index]!
    expect(x === px || y === py).toBe(true)
  })
  // A backward wire runs around the bottom.
  const back = pathBetween({ x: 300, y: 20, side: 'right' }, { x: 100, y: 20, side: 'left' }, 0, 200)
  expect(Math.max(...back.map(([, y]) => y))).toBeGreaterThan(200)
})

it('routes wires around boxes, and puts no number over another or over a port (22)', () => {
  const units = Array.from({ length: 18 }, (_, index) => ({
    ...unit(index + 1),
    tag: `T${index}`,
    ports: [port(1, Input), port(3, Output)],
  }))
  // Each row feeds the next column, and the first column also feeds the last, in another order.
  const wires = units.flatMap((_, index) => {
    const next = index + 6 < 18 ? [wire(index + 1, index + 1, index + 7)] : []
    return index < 6 ? [...next, wire(100 + index, index + 1, 18 - index)] : next
  })
  const drawing = createDrawing(units, wires, none)
  expect(drawing.wires).toHaveLength(18)
  expect([1, 7, 13].map((id) => boxColumn(drawing, id))).toEqual([0, 1, 2])
  const boxOf = new Map(drawing.boxes.map((box) => [box.block.id, box]))
  for (const { wire: one, points } of drawing.wires)
    points.slice(1).forEach(([x, y], index) => {
      const [px, py] = points[index]!
      for (const [id, box] of boxOf) {
        if (id === one.from.unitId || id === one.to.unitId) continue
        const isOutside =
          Math.max(x, px) <= box.x ||
          Math.min(x, px) >= box.x + sizes.width ||
          Math.max(y, py) <= box.y ||
          Math.min(y, py) >= box.y + box.height
        expect(isOutside, `${one.number} and ${box.block.label}`).toBe(true)
      }
    })
  const numbers = drawing.wires.map(({ wire: { number }, label }) => ({ number, label }))
  for (const [at, one] of numbers.entries())
    for (const other of numbers.slice(at + 1)) {
      const isApart =
        Math.abs(one.label[0] - other.label[0]) >= numberHalfWidth(one.number) + numberHalfWidth(other.number) ||
        Math.abs(one.label[1] - other.label[1]) >= 14
      expect(isApart, `${one.number} and ${other.number}`).toBe(true)
    }
  for (const { wire: one, points, label } of drawing.wires)
    for (const [x, y] of [points[0]!, points.at(-1)!]) {
      const isOff = Math.abs(x - label[0]) >= numberHalfWidth(one.number) + sizes.port / 2 || Math.abs(y - label[1]) >= 14
      expect(isOff, `${one.number} on a port`).toBe(true)
    }
})

it('puts a number on a shorter segment of its wire rather than on the end port (22)', () => {
  const points = [
    [0, 0],
    [16, 0],
    [16, 60],
    [76, 60],
  ] as const
  expect(labelOn(points, 'C4', [])).toEqual([46, 60])
  expect(labelOn(points, 'C4', [{ at: [44, 60], half: 9 }])).toEqual([16, 30])
})

it('truncates text wider than its box: capitals take more room than lowercase (22)', () => {
  expect(truncateToWidth('Smart-UPS SMT1500RM2U', 22)).toBe('Smart-UPS SMT1500…')
  expect(truncateToWidth('illustrated line filters', 22)).toBe('illustrated line filters')
  expect(truncateToWidth('WWW', 1)).toBe('W…')
})

it('truncates port names before their number (22)', () => {
  expect(['Versiport 1', 'Versiport 12', 'DisplayPort', 'HDMI 1'].map((name) => cutName(name, 10))).toEqual([
    'Versipo… 1',
    'Versip… 12',
    'DisplayPo…',
    'HDMI 1',
  ])
})

it('ends wires to other spaces on stubs that do not overlap (22)', () => {
  const far = new Map<number, FarUnit>([[9, { id: 9, label: 'SW-48-1', space: { id: 5, name: 'R-01' } }]])
  const { stubs, wires } = createDrawing([unit(1, 200, 0)], [wire(1, 9, 1), wire(2, 9, 1, 4, 2), wire(3, 1, 9)], far)
  expect(stubs.map(({ far, portName, side }) => [far.label, portName, side])).toEqual([
    ['SW-48-1', 'P3', 'left'],
    ['SW-48-1', 'P4', 'left'],
    ['SW-48-1', 'P1', 'right'],
  ])
  expect(Math.abs(stubs[0]!.y - stubs[1]!.y)).toBeGreaterThanOrEqual(sizes.stubHeight)
  expect(wires).toHaveLength(3)
})

it('puts the number of a wire to another space between the box and its stub (22)', () => {
  const far = new Map<number, FarUnit>([[9, { id: 9, label: 'SW-48-1', space: { id: 5, name: 'R-01' } }]])
  const { boxes, stubs, wires } = createDrawing(
    [unit(1, 200, 0)],
    [{ ...wire(1, 9, 1), number: 'A-401' }, wire(2, 1, 9), wire(3, 1, 9, 4)],
    far,
  )
  const [left, right] = [boxes[0]!.x - sizes.port / 2, boxes[0]!.x + sizes.width + sizes.port / 2]
  expect(wires).toHaveLength(3)
  for (const { wire, label } of wires) {
    const [from, to] = [label[0] - numberHalfWidth(wire.number), label[0] + numberHalfWidth(wire.number)]
    const stub = stubs.find(({ wireId }) => wireId === wire.id)!
    const [start, end] = stub.side === 'left' ? [stub.x + sizes.stubWidth, left] : [right, stub.x]
    expect([from >= start, to <= end, label[1] - stub.y], wire.number).toEqual([true, true, sizes.stubHeight / 2])
  }
})

it('runs a daisy chain of one product down a column, with wires through the gaps (22)', () => {
  const source = { ...unit(9), tag: 'AMP' }
  const chain = [1, 2, 3, 4].map((id) => unit(id))
  const drawing = createDrawing([...chain, source], [wire(1, 9, 1), wire(2, 1, 2), wire(3, 2, 3), wire(4, 3, 4)], none)
  expect([9, 1, 2, 3, 4].map((id) => boxColumn(drawing, id))).toEqual([0, 1, 1, 1, 1])
  const boxOf = (id: number) => drawing.boxes.find(({ block }) => block.id === id)
  for (const [upper, lower] of [
    [1, 2],
    [2, 3],
    [3, 4],
  ] as const) {
    const [a, b] = [boxOf(upper), boxOf(lower)]
    expect(b?.y).toBe((a?.y ?? 0) + (a?.height ?? 0) + sizes.gap)
    const between = (a?.y ?? 0) + (a?.height ?? 0) + sizes.gap / 2
    expect(drawing.wires.find(({ wire }) => wire.from.unitId === upper)?.points.some(([, y]) => y === between)).toBe(true)
  }
  // A unit that another product also feeds is in no chain.
  const fedDrawing = createDrawing([...chain, source], [wire(1, 1, 2), wire(2, 9, 2, 3, 2)], none)
  expect(boxColumn(fedDrawing, 2)).toBe(1)
})

/** An amplifier and four speakers; the third speaker feeds a meter. */
const createAmplifierChain = () => {
  const speakers = [1, 2, 3, 4].map((id) => ({ ...unit(id), label: `SPK-C-${id + 6}`, tag: 'SPK-C', model: '5000UE' }))
  const [amplifier, meter] = [
    { ...unit(9), tag: 'AMP' },
    { ...unit(8), tag: 'VU' },
  ]
  const wires = [wire(1, 9, 1), wire(2, 1, 2), wire(3, 2, 3), wire(4, 3, 4), wire(5, 3, 8, 4)]
  return { units: [...speakers, amplifier, meter], wires }
}

it('draws a daisy chain as one box with its outgoing wires (22)', () => {
  const { units, wires } = createAmplifierChain()
  const drawing = createDrawing(units, wires, none, [])
  expect(drawing.boxes.map(({ block }) => [block.id, block.label])).toEqual([
    [1, 'SPK-C-7 to -10'],
    [9, 'U-9'],
    [8, 'U-8'],
  ])
  expect([9, 1, 8].map((id) => boxColumn(drawing, id))).toEqual([0, 1, 2])
  // The ends of the chain show their free ports, the middle only external ones; each port stays that of its unit.
  expect(drawing.boxes[0]!.ports.map(({ unitId, name, port }) => [unitId, name, port.id])).toEqual([
    [1, 'P1', 1],
    [1, 'P2', 2],
    [1, 'P4', 4],
    [3, '-9 P4', 4],
    [4, '-10 P2', 2],
    [4, '-10 P3', 3],
    [4, '-10 P4', 4],
  ])
  expect(drawing.wires.map(({ wire }) => wire.number)).toEqual(['V1', 'V5'])
  const [into, out] = drawing.wires
  const placeOf = (unitId: number, portId: number) => {
    const placedPort = drawing.boxes[0]!.ports.find((item) => item.unitId === unitId && item.port.id === portId)!
    return [placedPort.x, placedPort.y]
  }
  expect(into!.points.at(-1)).toEqual(placeOf(1, 1))
  expect(out!.points[0]).toEqual(placeOf(3, 4))

  const opened = createDrawing(units, wires, none, [1])
  expect([opened.boxes.length, opened.wires.length]).toEqual([6, 5])
  expect(opened.boxes.filter(({ block }) => block.chain).map(({ block }) => [block.id, block.isClosed])).toEqual([[1, false]])
})

it('leaves a chain of two units open, and keeps wires to other spaces on the box (22)', () => {
  const { units, wires } = createAmplifierChain()
  const two = createDrawing(units.slice(0, 2), [wire(2, 1, 2)], none, [])
  expect(two.boxes.map(({ block }) => block.chain)).toEqual([undefined, undefined])
  const far = new Map<number, FarUnit>([[20, { id: 20, label: 'AMP-2', space: { id: 5, name: 'R-01' } }]])
  const fedDrawing = createDrawing(units.slice(0, 4), [wire(7, 20, 1), ...wires.slice(1, 4)], far, [])
  expect([fedDrawing.boxes.length, fedDrawing.stubs.map((stub) => stub.far.label)]).toEqual([1, ['AMP-2']])
})

it('names a chain by its lowest and highest number, else by its first and last unit (22)', () => {
  const named = (...labels: string[]) => {
    const [first, ...rest] = labels.map((label, index) => ({ ...unit(index + 1), label }))
    return nameOfChain({ units: [first!, ...rest], wires: [] })
  }
  expect(named('SPK-C-1', 'SPK-C-3', 'SPK-C-2')).toBe('SPK-C-1 to -3')
  expect(named('SPK8', 'SPK9', 'SPK10')).toBe('SPK8 to 10')
  expect(named('Lobby', 'SPK-2', 'Bar')).toBe('Lobby to Bar')
})

it('places the rest of a chain below a manually placed unit (22)', () => {
  const { units, wires } = createAmplifierChain()
  const placed = units.map((unit) => (unit.id === 1 ? { ...unit, x: 800, y: 400 } : unit.id === 3 ? { ...unit, x: 80, y: 40 } : unit))
  const { boxes } = createDrawing(placed, wires)
  const at = (id: number) => boxes.find(({ block }) => block.id === id)!
  expect([1, 2, 3, 4].map((id) => [at(id).x, at(id).y])).toEqual([
    [800, 400],
    [800, 400 + at(1).height + sizes.gap],
    [80, 40],
    [80, 40 + at(3).height + sizes.gap],
  ])
  expect(createDrawing(placed, wires, none, []).boxes[0]).toMatchObject({ x: 800, y: 400 })
})

it('finds a unit and a cable of a collapsed chain at its box (22)', () => {
  const { units, wires } = createAmplifierChain()
  const drawing = createDrawing(units, wires, none, [])
  expect(findInDrawing(drawing, 'spk-c-8')).toMatchObject([{ unitId: 1, wireId: null, name: 'SPK-C-8' }])
  expect(findInDrawing(drawing, 'v3')).toMatchObject([{ unitId: 1, wireId: null, name: 'V3' }])
  expect(findInDrawing(drawing, 'v5')).toMatchObject([{ unitId: null, wireId: 5 }])
})

it('draws a collapsed chain with its unit count (22)', () => {
  const { units, wires } = createAmplifierChain()
  const svgOf = (open: number[]) => diagramSvg(createDrawing(units, wires, none, open), new Map(), () => 0)
  expect(svgOf([])).toMatch(/>SPK-C-7 to -10<.*>4 × 5000UE<.*>-9 P4</)
  expect(svgOf([])).not.toContain('>V3<')
  expect(svgOf([1])).toMatch(/>V3<.*>SPK-C-8</)
})

it('lays out a large room with loops and crossings quickly (22)', () => {
  const units = Array.from({ length: 150 }, (_, index) => ({ ...unit(index + 1), tag: `T${index}` }))
  const wires = units.flatMap(({ id }) => [1, 7, 31].map((step, nth) => wire(id * 3 + nth, id, 1 + ((id + step) % 150), 3, 1)))
  const { boxes } = createDrawing(units, wires, none)
  expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(150)
})

it('finds units by label, tag and model and wires by number, best match first (22)', () => {
  const drawing = createDrawing([unit(1), unit(11, 400, 80)], [wire(1, 1, 11)], none)
  expect(findInDrawing(drawing, ' u-1 ').map(({ name }) => name)).toEqual(['U-1', 'U-11'])
  expect(findInDrawing(drawing, 'v1')).toMatchObject([{ wireId: 1, unitId: null }])
  expect(findInDrawing(drawing, 'model')).toHaveLength(2)
  expect(findInDrawing(drawing, 'u-11')).toMatchObject([{ unitId: 11, x: 400 + sizes.width / 2 }])
  expect([findInDrawing(drawing, 'nowhere'), findInDrawing(drawing, ' ')]).toEqual([[], []])
})

it('omits boxes outside the first view, but keeps wires that pass through it (22)', () => {
  const units = [unit(1, 0, 0), unit(2, 400, 0), unit(3, 400, 900), unit(4, 900, 0), unit(5, 0, 900)]
  const drawing = createDrawing(units, [wire(1, 1, 2), wire(2, 2, 4), wire(3, 5, 3), wire(4, 1, 3, 4), wire(5, 5, 4, 4)], none)
  const { boxes, wires, width, height } = inSight(drawing, 800, 600)
  expect(boxes.map(({ block }) => block.id)).toEqual([1, 2])
  expect(wires.map(({ wire }) => wire.id)).toEqual([1, 2, 4, 5])
  expect([width, height]).toEqual([drawing.width, drawing.height])
})

it('snaps dragged units to the grid and never off the page (22)', () => {
  expect([onGrid(13), onGrid(11), onGrid(-40)]).toEqual([16, 8, 0])
})
