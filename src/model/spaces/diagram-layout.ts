import { PortDirection } from '../catalog/enums.ts'
import type { ConnectablePort } from './connection-checks.ts'
import {
  beforeInChain,
  type Chain,
  type DrawnEnd,
  type DrawnUnit,
  type DrawnWire,
  feedingGraph,
  findChains,
  nameOfChain,
  portsOfChain,
  type ShownPort,
} from './diagram-chains.ts'
import { labelOn, numberHalfWidth, type Place, type Point, pathBetween, routePastBoxes } from './diagram-routes.ts'

export interface FarUnit {
  id: number
  label: string
  space: { id: number; name: string }
}

export const sizes = {
  width: 140,
  head: 38,
  row: 18,
  pitch: 216,
  gap: 24,
  port: 8,
  stubWidth: 92,
  stubGap: 44,
  stubHeight: 35,
  grid: 8,
  margin: 24,
} as const

export interface PortPlace extends ShownPort {
  side: 'left' | 'right'
  x: number
  y: number
}
interface Block {
  /** Id of the unit, or of the first one of the chain. */
  id: number
  label: string
  tag: string
  model: string
  ports: readonly ShownPort[]
  chain: Chain | undefined
  isClosed: boolean
}
export interface Box {
  block: Block
  x: number
  y: number
  height: number
  ports: PortPlace[]
}
export interface Stub {
  wireId: number
  far: FarUnit
  portName: string
  side: 'left' | 'right'
  x: number
  y: number
}
export interface WirePath {
  wire: DrawnWire
  points: readonly (readonly [x: number, y: number])[]
  label: readonly [x: number, y: number]
}
export interface Drawing {
  boxes: Box[]
  stubs: Stub[]
  wires: WirePath[]
  width: number
  height: number
}

const portSide = ({ direction }: Pick<ConnectablePort, 'direction'>) => (direction === PortDirection.Input ? 'left' : 'right')

interface Spot {
  x: number
  y: number
}
interface Feeding {
  from: { unitId: number }
  to: { unitId: number }
}

/** Inputs are on the left, outputs on the right, in port order. */
const blockHeight = ({ ports }: Block) => {
  const left = ports.filter(({ port }) => portSide(port) === 'left').length
  return sizes.head + Math.max(left, ports.length - left, 1) * sizes.row + 6
}

/** Minimum unwired units per row, even in a narrow diagram. */
const fewestInRow = 4

type StubsOf = ReadonlyMap<number, { left: number; right: number }>

const stubRoom = sizes.stubWidth + sizes.stubGap
/** Vertical distance of stubs on the same box. */
const stubPitch = sizes.stubHeight + 4

/**
 * Lays out all units in columns from source to sink, grouped by common neighbors. A daisy chain runs down one column instead of across the
 * page.
 */
function tidied(units: readonly Block[], wires: readonly Feeding[], stubsOf: StubsOf): Map<number, Spot> {
  const { feeds, inOrder } = feedingGraph(units, wires)
  const before = beforeInChain(units, feeds)
  const column = new Map(units.map(({ id }) => [id, 0]))
  /** Head of a unit's chain and its index in it. */
  const inChain = new Map<number, { head: number; position: number }>()
  for (const id of inOrder) {
    const last = inChain.get(before.get(id) ?? 0)
    inChain.set(id, last ? { head: last.head, position: last.position + 1 } : { head: id, position: 0 })
    const at = column.get(id) ?? 0
    for (const next of feeds.get(id) ?? []) column.set(next, Math.max(column.get(next) ?? 0, before.get(next) === id ? at : at + 1))
  }
  const columns: Block[][] = []
  const wired = new Set([...wires.flatMap(({ from, to }) => [from.unitId, to.unitId]), ...stubsOf.keys()])
  for (const unit of units) {
    if (!wired.has(unit.id)) continue
    const at = column.get(unit.id) ?? 0
    const own = columns[at]
    if (own) own.push(unit)
    else columns[at] = [unit]
  }
  const places = new Map<number, Spot>()
  const fedBy = new Map<number, number[]>()
  for (const { from, to } of wires) {
    const own = fedBy.get(to.unitId)
    if (own) own.push(from.unitId)
    else fedBy.set(to.unitId, [from.unitId])
  }
  const middle = (id: number) => {
    const near = (fedBy.get(id) ?? []).flatMap((from) => places.get(from)?.y ?? [])
    return near.length > 0 ? near.reduce((sum, y) => sum + y, 0) / near.length : 0
  }
  const nthOf = new Map(units.map(({ id }, index) => [id, index]))
  let below: number = sizes.margin
  let x: number = sizes.margin
  for (const own of Array.from(columns, (own) => own ?? [])) {
    let y: number = sizes.margin
    const keyed = own.map((unit) => {
      const { head, position } = inChain.get(unit.id) ?? { head: unit.id, position: 0 }
      return { unit, middle: middle(head), first: nthOf.get(head) ?? 0, nth: position }
    })
    keyed.sort((a, b) => (a.middle === b.middle ? a.first - b.first || a.nth - b.nth : a.middle - b.middle))
    const stubs = own.flatMap(({ id }) => stubsOf.get(id) ?? [])
    if (stubs.some(({ left }) => left > 0)) x += stubRoom
    for (const { unit } of keyed) {
      places.set(unit.id, { x, y })
      const { left, right } = stubsOf.get(unit.id) ?? { left: 0, right: 0 }
      y += Math.max(blockHeight(unit), sizes.head + Math.max(left, right) * stubPitch) + sizes.gap
    }
    x += sizes.pitch + (stubs.some(({ right }) => right > 0) ? stubRoom : 0)
    below = Math.max(below, y)
  }
  // Unwired units go in rows below the rest.
  const perRow = Math.max(fewestInRow, columns.length)
  const loose = units.filter(({ id }) => !wired.has(id))
  for (let at = 0; at < loose.length; at += perRow) {
    const row = loose.slice(at, at + perRow)
    for (const [index, { id }] of row.entries()) places.set(id, { x: sizes.margin + index * sizes.pitch, y: below })
    below += Math.max(...row.map(blockHeight)) + sizes.gap
  }
  return places
}

function createBox(block: Block, { x, y }: Spot): Box {
  const next = { left: 0, right: 0 }
  const ports = block.ports.map((shown): PortPlace => {
    const side = portSide(shown.port)
    return {
      ...shown,
      side,
      x: side === 'left' ? x : x + sizes.width,
      y: y + sizes.head + 3 + next[side]++ * sizes.row + sizes.row / 2,
    }
  })
  return { block, x, y, height: blockHeight(block), ports }
}

const blockOfUnit = (unit: DrawnUnit, chain?: Chain): Block => ({
  ...unit,
  ports: unit.ports.map((port) => ({ unitId: unit.id, label: unit.label, name: port.name, port })),
  chain,
  isClosed: false,
})
const collapsedBlock = (chain: Chain, wires: readonly DrawnWire[]): Block => {
  const [first] = chain.units
  return { ...first, label: nameOfChain(chain), ports: portsOfChain(chain, wires), chain, isClosed: true }
}

export function layoutDiagram(units: readonly DrawnUnit[], wires: readonly DrawnWire[], open: ReadonlySet<number>) {
  const blockOf = new Map(units.map((unit) => [unit.id, blockOfUnit(unit)]))
  const opened: Chain[] = []
  for (const chain of findChains(units, wires)) {
    const [first] = chain.units
    if (open.has(first.id)) {
      opened.push(chain)
      blockOf.set(first.id, blockOfUnit(first, chain))
      continue
    }
    const block = collapsedBlock(chain, wires)
    for (const { id } of chain.units) blockOf.set(id, block)
  }
  const blocks = units.flatMap(({ id }) => blockOf.get(id) ?? []).filter((block, index) => block.id === units[index]?.id)
  const outside = wires.filter(({ from, to }) => {
    const block = blockOf.get(from.unitId)
    return !block?.isClosed || block !== blockOf.get(to.unitId)
  })
  const end = ({ unitId }: DrawnEnd) => ({ unitId: blockOf.get(unitId)?.id ?? unitId })
  const stubsOf = new Map<number, { left: number; right: number }>()
  for (const { from, to } of outside) {
    if (blockOf.has(from.unitId) === blockOf.has(to.unitId)) continue
    const near = blockOf.has(from.unitId) ? from : to
    const block = blockOf.get(near.unitId)
    const place = block?.ports.find(({ unitId, port }) => unitId === near.unitId && port.id === near.portId)
    if (!block) continue
    const own = stubsOf.get(block.id) ?? { left: 0, right: 0 }
    own[place ? portSide(place.port) : near === from ? 'right' : 'left'] += 1
    stubsOf.set(block.id, own)
  }
  const laidOut = tidied(
    blocks,
    outside.map(({ from, to }) => ({ from: end(from), to: end(to) })),
    stubsOf,
  )
  return { blocks, blockOf, opened, wires: outside, laidOut, boxes: new Map<number, Box>() }
}
export type Layout = ReturnType<typeof layoutDiagram>

/** Uses the user's position, otherwise the automatic one. Successors in a moved chain are placed below their predecessor. */
function blockPositions(
  { blocks, blockOf, opened, laidOut }: Layout,
  units: readonly Pick<DrawnUnit, 'id' | 'x' | 'y'>[],
): Map<number, Spot> {
  const own = new Map(units.flatMap(({ id, x, y }) => (x === null || y === null ? [] : [[id, { x, y }] as const])))
  const places = new Map(blocks.map(({ id }) => [id, own.get(id) ?? laidOut.get(id) ?? { x: 0, y: 0 }]))
  for (const { units: chain } of opened) {
    if (!own.has(chain[0].id)) continue
    chain.forEach(({ id }, index) => {
      const before = blockOf.get(chain[index - 1]?.id ?? 0)
      const above = before && places.get(before.id)
      if (above && !own.has(id)) places.set(id, { x: above.x, y: above.y + blockHeight(before) + sizes.gap })
    })
  }
  return places
}

export function drawDiagram(
  layout: Layout,
  units: readonly Pick<DrawnUnit, 'id' | 'x' | 'y'>[],
  far: ReadonlyMap<number, FarUnit>,
): Drawing {
  const places = blockPositions(layout, units)
  const boxes = layout.blocks.map((block) => {
    const [place, last] = [places.get(block.id) ?? { x: 0, y: 0 }, layout.boxes.get(block.id)]
    // Reuses unchanged boxes: while one box is dragged, each frame recomputes only that one.
    if (last?.x === place.x && last.y === place.y) return last
    const box = createBox(block, place)
    layout.boxes.set(block.id, box)
    return box
  })
  const boxOfBlock = new Map(boxes.map((box) => [box.block.id, box]))
  const boxOfUnit = (id: number) => boxOfBlock.get(layout.blockOf.get(id)?.id ?? 0)
  /** Wires of a missing port end at the head of the box. */
  const endPlace = ({ unitId, portId }: DrawnEnd, side: 'left' | 'right'): Place | undefined => {
    const box = boxOfUnit(unitId)
    if (!box) return undefined
    const place = box.ports.find((port) => port.unitId === unitId && port.port.id === portId)
    return place ?? { x: side === 'left' ? box.x : box.x + sizes.width, y: box.y + sizes.head / 2, side }
  }
  const bottom = Math.max(0, ...boxes.map(({ y, height }) => y + height))
  const [stubs, paths]: [Stub[], WirePath[]] = [[], []]
  const obstacles = boxes.map((box) => ({ box, x: box.x - 2, y: box.y - 2, width: sizes.width + 4, height: box.height + 4 }))
  const numbers: Parameters<typeof labelOn>[2] = []
  const lanes = new Map<string, number>()
  const laneOf = (place: Place) => {
    const key = `${place.side} ${Math.round(place.x / sizes.pitch)}`
    const lane = lanes.get(key) ?? 0
    lanes.set(key, lane + 1)
    return lane % 6
  }
  for (const wire of layout.wires) {
    const [from, to] = [endPlace(wire.from, 'right'), endPlace(wire.to, 'left')]
    if (from && to) {
      const [start, end] = [boxOfUnit(wire.from.unitId), boxOfUnit(wire.to.unitId)]
      const gap = gapBetween(start, end)
      const nth = gap === undefined ? laneOf(from) : 0
      const direct = pathBetween(from, to, nth, bottom, gap)
      const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
      const between = obstacles.filter(({ box, x, width }) => box !== start && box !== end && x < right && x + width > left)
      // A backward wire already runs around all boxes.
      const points = direct.length > 4 ? direct : routePastBoxes(direct, nth, between)
      paths.push({ wire, points, label: labelOn(points, wire.number, numbers) })
      continue
    }
    const near = from ?? to
    const away = from ? wire.to : wire.from
    const farUnit = far.get(away.unitId)
    if (!near || !farUnit) continue
    const x = near.side === 'right' ? near.x + sizes.stubGap : near.x - sizes.stubGap - sizes.stubWidth
    const y = freeY(stubs, x, near.y - sizes.stubHeight / 2)
    const stub: Stub = { wireId: wire.id, far: farUnit, portName: away.portName, side: near.side, x, y }
    stubs.push(stub)
    const end: Place = {
      x: near.side === 'right' ? x : x + sizes.stubWidth,
      y: y + sizes.stubHeight / 2,
      side: near.side === 'right' ? 'left' : 'right',
    }
    const turn = (near.x + end.x) / 2
    const points: Point[] = [
      [near.x, near.y],
      [turn, near.y],
      [turn, end.y],
      [end.x, end.y],
    ]
    // Placed next to its stub, because wires that leave one box share their first part.
    const label: Point = [turn, end.y]
    numbers.push({ at: label, half: numberHalfWidth(wire.number) })
    paths.push({ wire, points, label })
  }
  const xs = [
    ...boxes.map(({ x }) => x + sizes.width),
    ...stubs.map(({ x }) => x + sizes.stubWidth),
    ...paths.flatMap(({ points }) => points.map(([x]) => x)),
  ]
  const ys = [bottom, ...stubs.map(({ y }) => y + sizes.stubHeight), ...paths.flatMap(({ points }) => points.map(([, y]) => y))]
  return { boxes, stubs, wires: paths, width: Math.max(0, ...xs) + sizes.margin, height: Math.max(0, ...ys) + sizes.margin }
}

/** Returns the part of a drawing visible from its top left corner in a window of this size. */
export const inSight = ({ boxes, stubs, wires, ...drawingSize }: Drawing, width: number, height: number): Drawing => {
  const isSeen = (spot: Spot) => spot.x < width && spot.y < height
  // Uses the minimum of all points, because a wire may enter from below and leave again.
  const nearest = ({ points }: WirePath) => ({ x: Math.min(...points.map(([x]) => x)), y: Math.min(...points.map(([, y]) => y)) })
  return { ...drawingSize, boxes: boxes.filter(isSeen), stubs: stubs.filter(isSeen), wires: wires.filter((path) => isSeen(nearest(path))) }
}

/** Letters of a port name that fit: more if no port is opposite. */
export const portNameLimit = ({ ports }: Box, { side, y }: PortPlace) =>
  ports.some((port) => port.side !== side && port.y === y) ? 10 : 20

/** Y of the passage between two boxes of a column, if the second is directly below the first. */
function gapBetween(upper: Box | undefined, lower: Box | undefined): number | undefined {
  if (!upper || !lower || Math.abs(upper.x - lower.x) >= sizes.width / 2) return undefined
  const room = lower.y - upper.y - upper.height
  return room >= sizes.grid && room <= 2 * sizes.gap ? upper.y + upper.height + room / 2 : undefined
}

/** Moves a stub down so that stubs of a column do not overlap. */
function freeY(stubs: readonly Stub[], x: number, preferredY: number): number {
  let y = Math.max(0, preferredY)
  const near = stubs.filter((stub) => Math.abs(stub.x - x) < sizes.stubWidth).sort((a, b) => a.y - b.y)
  for (const stub of near) if (y < stub.y + sizes.stubHeight + 4 && stub.y < y + sizes.stubHeight + 4) y = stub.y + sizes.stubHeight + 4
  return y
}

export const onGrid = (value: number) => Math.max(0, Math.round(value / sizes.grid) * sizes.grid)
