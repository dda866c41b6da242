import { expect, it } from 'vitest'
import { PortDirection } from '../catalog/enums.ts'
import type { DrawnUnit, DrawnWire } from './diagram-chains.ts'
import { type Drawing, drawDiagram, type FarUnit, layoutDiagram, sizes } from './diagram-layout.ts'
import { splitIntoSheets } from './diagram-sheets.ts'

const connector = { id: 1, name: 'HDMI A', isNetwork: false, isBareWire: false }
/** Equal inputs and outputs; every unit has another model, so there are no chains. */
const unit = (id: number, ports: number, x: number | null = null, y: number | null = null): DrawnUnit => ({
  ...{ id, label: `U-${id}`, tag: `U${id}`, model: `Model ${id}`, x, y },
  ports: Array.from({ length: 2 * ports }, (_, index) => ({
    ...{ id: index + 1, name: `P${index + 1}`, gender: null, connector, signalTypeIds: [1] },
    direction: index < ports ? PortDirection.Input : PortDirection.Output,
  })),
})
const wire = (id: number, from: [unitId: number, portId: number], to: [unitId: number, portId: number]): DrawnWire => ({
  ...{ id, number: `V${id}` },
  from: { unitId: from[0], portId: from[1], portName: 'OUT' },
  to: { unitId: to[0], portId: to[1], portName: 'IN' },
})
const far = new Map<number, FarUnit>([[1000, { id: 1000, label: 'PP-1', space: { id: 9, name: 'Closet' } }]])
function sheeted(units: readonly DrawnUnit[], wires: readonly DrawnWire[]) {
  const layout = layoutDiagram(units, wires, new Set())
  const drawing = drawDiagram(layout, units, far)
  return { drawing, ...splitIntoSheets(layout, drawing, far) }
}
const drawnRects = ({ boxes, stubs }: Drawing) => [
  ...boxes.map(({ x, y, height }) => ({ x, y, width: sizes.width, height })),
  ...stubs.map(({ x, y }) => ({ x, y, width: sizes.stubWidth, height: sizes.stubHeight })),
]

it('prints a small drawing on one landscape sheet without enlarging it (22)', () => {
  const { drawing, pageFormat, sheets } = sheeted([unit(1, 2), unit(2, 2)], [wire(1, [1, 3], [2, 1])])
  expect([pageFormat, sheets.length]).toEqual(['wide', 1])
  expect(sheets[0]).toMatchObject({ drawing, numbered: drawing.wires, top: 0, height: drawing.height })
  expect(sheets[0]!.width).toBeGreaterThanOrEqual(960)
})

it('splits no box or stub at a sheet edge and prints each once, for random wiring (22)', () => {
  let inSeveral = 0
  for (let seed = 1; seed <= 40; seed++) {
    let last = seed
    const random = (most: number) => {
      last = (last * 16807) % 2147483647
      return last % most
    }
    const isPlaced = seed % 4 === 0
    const units = Array.from({ length: 45 }, (_, index) =>
      isPlaced ? unit(index + 1, 1 + random(12), 240 * (index % 5), 700 * Math.floor(index / 5)) : unit(index + 1, 1 + random(12)),
    )
    const wires = Array.from({ length: 80 }, (_, index) => {
      const [from, to] = [1 + random(45), 1 + random(45)]
      const end = random(5) === 0 ? 1000 : to
      return wire(index + 1, [from, units[from - 1]!.ports.length / 2 + 1], [end, 1])
    })
    const { drawing, sheets } = sheeted(units, wires)
    if (sheets.length > 1) inSeveral++
    for (const sheet of sheets) {
      expect(sheet.drawing.boxes.length).toBeGreaterThan(0)
      const parts = drawnRects(sheet.drawing)
      for (const { x, y, width, height } of parts)
        expect([x >= 0, x + width <= sheet.width, y >= sheet.top, y + height <= sheet.top + sheet.height]).toEqual([true, true, true, true])
      for (const { label, wire } of sheet.numbered)
        expect([wire.number, label[1] - 7 >= sheet.top, label[1] + 7 <= sheet.top + sheet.height]).toEqual([wire.number, true, true])
    }
    const ids = (all: readonly { block: { id: number } }[]) => all.map(({ block }) => block.id).toSorted((a, b) => a - b)
    expect(ids(sheets.flatMap((sheet) => sheet.drawing.boxes))).toEqual(ids(drawing.boxes))
    expect(sheets.flatMap((sheet) => sheet.drawing.stubs)).toHaveLength(drawing.stubs.length)
  }
  expect(inSeveral).toBeGreaterThan(10)
})

it('makes all sheets the same size, so that the drawing keeps its scale (22)', () => {
  const units = Array.from({ length: 30 }, (_, index) => unit(index + 1, 3 + (index % 9)))
  const { pageFormat, sheets } = sheeted(units, [])
  expect(pageFormat).toBe('tall')
  expect(new Set(sheets.slice(0, -1).map(({ width, height }) => `${width} ${height}`)).size).toBe(1)
})
