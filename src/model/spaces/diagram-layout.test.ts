import { expect, it } from 'vitest'
import { PortDirection } from '../catalogue/enums.ts'
import type { ConnectablePort } from './connection-checks.ts'
import { findInDrawing } from './diagram-find.ts'
import { type DrawnUnit, type DrawnWire, drawingOf, type FarUnit, onGrid, pathBetween, sizes } from './diagram-layout.ts'

const { Input, Output } = PortDirection.of
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
const columnOf = (drawing: ReturnType<typeof drawingOf>, id: number) => {
  const box = drawing.boxes.find(({ unit }) => unit.id === id)!
  return Math.round((box.x - sizes.margin) / sizes.pitch)
}

it('lays units out behind what feeds them', () => {
  const units = [1, 2, 3].map((id) => ({ ...unit(id), tag: `T${id}` }))
  const drawing = drawingOf(units, [wire(1, 1, 2), wire(2, 2, 3), wire(3, 1, 3, 4, 2)], none)
  expect([1, 2, 3].map((id) => columnOf(drawing, id))).toEqual([0, 1, 2])
})

it('ends where signals go round in a circle', () => {
  const drawing = drawingOf([unit(1), unit(2)], [wire(1, 1, 2), wire(2, 2, 1, 3, 1)], none)
  expect(drawing.boxes).toHaveLength(2)
  expect(drawing.wires).toHaveLength(2)
})

it('lets no two boxes that it lays out lie on each other, whatever is wired to what', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 16807) % 2147483647
    return seed % most
  }
  const units = Array.from({ length: 60 }, (_, at) => unit(at + 1))
  const wires = Array.from({ length: 120 }, (_, at) => wire(at + 1, 1 + random(60), 1 + random(60), 3 + random(2), 1 + random(2)))
  const { boxes } = drawingOf(units, wires, none)
  for (const a of boxes)
    for (const b of boxes)
      if (a.unit.id < b.unit.id && Math.abs(a.x - b.x) < sizes.width)
        expect(Math.abs(a.y - b.y), `${a.unit.label} and ${b.unit.label}`).toBeGreaterThanOrEqual(Math.min(a.height, b.height))
})

it('keeps units where a person put them, inputs on the left and outputs on the right', () => {
  const { boxes } = drawingOf([unit(1, 400, 160)], [], none)
  const [box] = boxes
  expect([box!.x, box!.y, box!.height]).toEqual([400, 160, 38 + 2 * 18 + 6])
  expect(box!.ports.map(({ port, side, x, y }) => [port.id, side, x, y])).toEqual([
    [1, 'left', 400, 210],
    [2, 'left', 400, 228],
    [3, 'right', 540, 210],
    [4, 'right', 540, 228],
  ])
})

it('draws wires at right angles from port to port', () => {
  const { wires } = drawingOf([unit(1, 0, 0), unit(2, 300, 100)], [wire(1, 1, 2)], none)
  const [{ points }] = wires as [(typeof wires)[number]]
  expect([points[0], points.at(-1)]).toEqual([
    [140, 50],
    [300, 150],
  ])
  points.slice(1).forEach(([x, y], at) => {
    const [px, py] = points[at]!
    expect(x === px || y === py).toBe(true)
  })
  // Backwards it goes around below.
  const back = pathBetween({ x: 300, y: 20, side: 'right' }, { x: 100, y: 20, side: 'left' }, 0, 200)
  expect(Math.max(...back.map(([, y]) => y))).toBeGreaterThan(200)
})

it('ends on stubs what leads to another space, none on another', () => {
  const far = new Map<number, FarUnit>([[9, { id: 9, label: 'SW-48-1', space: { id: 5, name: 'R-01' } }]])
  const { stubs, wires } = drawingOf([unit(1, 200, 0)], [wire(1, 9, 1), wire(2, 9, 1, 4, 2), wire(3, 1, 9)], far)
  expect(stubs.map(({ far, portName, side }) => [far.label, portName, side])).toEqual([
    ['SW-48-1', 'P3', 'left'],
    ['SW-48-1', 'P4', 'left'],
    ['SW-48-1', 'P1', 'right'],
  ])
  expect(Math.abs(stubs[0]!.y - stubs[1]!.y)).toBeGreaterThanOrEqual(sizes.stubHeight)
  expect(wires).toHaveLength(3)
})

it('runs a daisy chain of one product down a column, each wire through the gap between two boxes', () => {
  const source = { ...unit(9), tag: 'AMP' }
  const chain = [1, 2, 3, 4].map((id) => unit(id))
  const drawing = drawingOf([...chain, source], [wire(1, 9, 1), wire(2, 1, 2), wire(3, 2, 3), wire(4, 3, 4)], none)
  expect([9, 1, 2, 3, 4].map((id) => columnOf(drawing, id))).toEqual([0, 1, 1, 1, 1])
  const boxOf = (id: number) => drawing.boxes.find((box) => box.unit.id === id)
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
  // One that another product feeds too is in no chain.
  const fed = drawingOf([...chain, source], [wire(1, 1, 2), wire(2, 9, 2, 3, 2)], none)
  expect(columnOf(fed, 2)).toBe(1)
})

it('lays out a large room of circles and crossings at once', () => {
  const units = Array.from({ length: 150 }, (_, at) => ({ ...unit(at + 1), tag: `T${at}` }))
  const wires = units.flatMap(({ id }) => [1, 7, 31].map((step, nth) => wire(id * 3 + nth, id, 1 + ((id + step) % 150), 3, 1)))
  const { boxes } = drawingOf(units, wires, none)
  expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(150)
})

it('finds units by label, tag and model and wires by number, the best first', () => {
  const drawing = drawingOf([unit(1), unit(11, 400, 80)], [wire(1, 1, 11)], none)
  expect(findInDrawing(drawing, ' u-1 ').map(({ name }) => name)).toEqual(['U-1', 'U-11'])
  expect(findInDrawing(drawing, 'v1')).toMatchObject([{ wireId: 1, unitId: null }])
  expect(findInDrawing(drawing, 'model')).toHaveLength(2)
  expect(findInDrawing(drawing, 'u-11')).toMatchObject([{ unitId: 11, x: 400 + sizes.width / 2 }])
  expect([findInDrawing(drawing, 'nowhere'), findInDrawing(drawing, ' ')]).toEqual([[], []])
})

it('brings hands to the grid and never off the page', () => {
  expect([onGrid(13), onGrid(11), onGrid(-40)]).toEqual([16, 8, 0])
})
