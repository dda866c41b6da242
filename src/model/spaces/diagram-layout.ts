import { PortDirection } from '../catalogue/enums.ts'
import type { ConnectablePort } from './connection-checks.ts'

/** A unit as the diagram draws it; without a place it is laid out. */
export interface DrawnUnit {
  id: number
  label: string
  tag: string
  model: string
  x: number | null
  y: number | null
  ports: readonly ConnectablePort[]
}
export interface DrawnEnd {
  unitId: number
  portId: number
  portName: string
}
export interface DrawnWire {
  id: number
  number: string
  from: DrawnEnd
  to: DrawnEnd
}
/** A unit of another space that a wire leads to. */
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
  stubHeight: 35,
  lane: 8,
  grid: 8,
  margin: 24,
} as const

export interface PortPlace {
  unitId: number
  port: ConnectablePort
  side: 'left' | 'right'
  x: number
  y: number
}
export interface Box {
  unit: DrawnUnit
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
  /** Where the number stands. */
  label: readonly [x: number, y: number]
}
export interface Drawing {
  boxes: Box[]
  stubs: Stub[]
  wires: WirePath[]
  width: number
  height: number
}

const sideOf = ({ direction }: Pick<ConnectablePort, 'direction'>) => (direction === PortDirection.of.Input ? 'left' : 'right')

/** Inputs stand on the left, outputs on the right, in their order. */
export const heightOfUnit = ({ ports }: Pick<DrawnUnit, 'ports'>) => {
  const left = ports.filter((port) => sideOf(port) === 'left').length
  return sizes.head + Math.max(left, ports.length - left, 1) * sizes.row + 6
}

/** What feeds what here, in an order in which everything comes after what feeds it; a wire that would close a circle is left out. */
function feedsOf(units: readonly DrawnUnit[], wires: readonly DrawnWire[]) {
  const all = new Map(units.map(({ id }) => [id, new Set<number>()]))
  const fed = new Set<number>()
  for (const { from, to } of wires) {
    const own = all.get(from.unitId)
    if (!own || from.unitId === to.unitId || !all.has(to.unitId)) continue
    own.add(to.unitId)
    fed.add(to.unitId)
  }
  const feeds = new Map<number, number[]>()
  const open = new Set<number>()
  const done: number[] = []
  const walk = (id: number) => {
    const own: number[] = []
    feeds.set(id, own)
    open.add(id)
    for (const next of all.get(id) ?? []) {
      if (open.has(next)) continue
      own.push(next)
      if (!feeds.has(next)) walk(next)
    }
    open.delete(id)
    done.push(id)
  }
  for (const { id } of [...units.filter((unit) => !fed.has(unit.id)), ...units]) if (!feeds.has(id)) walk(id)
  return { feeds, inOrder: done.reverse() }
}
type Feeds = ReturnType<typeof feedsOf>['feeds']

/** Daisy chains: for each unit the one before it, which is of the same product and alone feeds it. */
function chainsOf(units: readonly DrawnUnit[], feeds: Feeds): Map<number, number> {
  const unitOf = new Map(units.map((unit) => [unit.id, unit]))
  const isSame = (a: number, b: number) => {
    const [one, other] = [unitOf.get(a), unitOf.get(b)]
    return one?.tag === other?.tag && one?.model === other?.model
  }
  const feeders = new Map<number, number>()
  for (const all of feeds.values()) for (const next of all) feeders.set(next, (feeders.get(next) ?? 0) + 1)
  const before = new Map<number, number>()
  for (const [id, all] of feeds) {
    const [next, another] = all.filter((one) => isSame(id, one))
    if (next !== undefined && another === undefined && feeders.get(next) === 1) before.set(next, id)
  }
  return before
}

/**
 * Places for all units: columns from source to sink, in each those together that are wired to the same. A daisy chain runs down one column
 * instead of across the whole page.
 */
function tidied(units: readonly DrawnUnit[], wires: readonly DrawnWire[], leftOf: number): Map<number, { x: number; y: number }> {
  const { feeds, inOrder } = feedsOf(units, wires)
  const before = chainsOf(units, feeds)
  const column = new Map(units.map(({ id }) => [id, 0]))
  /** The first of its chain, and which one of it a unit is. */
  const inChain = new Map<number, { head: number; nth: number }>()
  for (const id of inOrder) {
    const last = inChain.get(before.get(id) ?? 0)
    inChain.set(id, last ? { head: last.head, nth: last.nth + 1 } : { head: id, nth: 0 })
    const at = column.get(id) ?? 0
    for (const next of feeds.get(id) ?? []) column.set(next, Math.max(column.get(next) ?? 0, before.get(next) === id ? at : at + 1))
  }
  const columns: DrawnUnit[][] = []
  for (const unit of units) {
    const at = column.get(unit.id) ?? 0
    const own = columns[at]
    if (own) own.push(unit)
    else columns[at] = [unit]
  }
  const places = new Map<number, { x: number; y: number }>()
  const fedBy = new Map<number, number[]>()
  const wired = new Set<number>()
  for (const { from, to } of wires) {
    wired.add(from.unitId).add(to.unitId)
    const own = fedBy.get(to.unitId)
    if (own) own.push(from.unitId)
    else fedBy.set(to.unitId, [from.unitId])
  }
  const middle = (id: number) => {
    // What no wire ends on stands below the rest.
    if (!wired.has(id)) return Number.POSITIVE_INFINITY
    const near = (fedBy.get(id) ?? []).flatMap((from) => places.get(from)?.y ?? [])
    return near.length > 0 ? near.reduce((sum, y) => sum + y, 0) / near.length : 0
  }
  const nthOf = new Map(units.map(({ id }, nth) => [id, nth]))
  Array.from(columns, (own) => own ?? []).forEach((own, at) => {
    let y: number = sizes.margin
    const keyed = own.map((unit) => {
      const { head, nth } = inChain.get(unit.id) ?? { head: unit.id, nth: 0 }
      return { unit, middle: middle(head), first: nthOf.get(head) ?? 0, nth }
    })
    keyed.sort((a, b) => (a.middle === b.middle ? a.first - b.first || a.nth - b.nth : a.middle - b.middle))
    for (const { unit } of keyed) {
      places.set(unit.id, { x: leftOf + at * sizes.pitch, y })
      y += heightOfUnit(unit) + sizes.gap
    }
  })
  return places
}

function boxOf(unit: DrawnUnit, { x, y }: { x: number; y: number }): Box {
  const next = { left: 0, right: 0 }
  const ports = unit.ports.map((port): PortPlace => {
    const side = sideOf(port)
    return {
      unitId: unit.id,
      port,
      side,
      x: side === 'left' ? x : x + sizes.width,
      y: y + sizes.head + 3 + next[side]++ * sizes.row + sizes.row / 2,
    }
  })
  return { unit, x, y, height: heightOfUnit(unit), ports }
}

type Point = readonly [x: number, y: number]
interface Place {
  x: number
  y: number
  side: 'left' | 'right'
}

/**
 * Right angles only: straight where it can be, else with a lane of its own between the columns, else around below,
 * or through the `gap` between two boxes that stand on each other.
 */
export function pathBetween(a: Place, b: Place, lane: number, bottom: number, gap?: number): Point[] {
  const out = (place: Place, far: number) => (place.side === 'right' ? place.x + far : place.x - far)
  const [first, last] = [out(a, 16 + lane * sizes.lane), out(b, 16)]
  if (a.y === b.y && a.side !== b.side && (a.side === 'right' ? a.x < b.x : a.x > b.x)) {
    return [
      [a.x, a.y],
      [b.x, b.y],
    ]
  }
  const isForward =
    a.side === 'right' && b.side === 'left' ? first <= last : a.side === 'left' && b.side === 'right' ? first >= last : false
  if (isForward || a.side === b.side) {
    const turn = a.side !== b.side ? first : a.side === 'right' ? Math.max(first, last) : Math.min(first, last)
    return [
      [a.x, a.y],
      [turn, a.y],
      [turn, b.y],
      [b.x, b.y],
    ]
  }
  const below = gap ?? bottom + 12 + lane * sizes.lane
  return [
    [a.x, a.y],
    [first, a.y],
    [first, below],
    [last, below],
    [last, b.y],
    [b.x, b.y],
  ]
}

/** In the middle of the longest piece. */
function labelOn(points: readonly Point[]): Point {
  let best: Point = points[0] ?? [0, 0]
  let longest = -1
  points.forEach(([x, y], at) => {
    const next = points[at + 1]
    if (!next) return
    // A number lies better on a level piece.
    const length = Math.abs(next[0] - x) * 1.5 + Math.abs(next[1] - y)
    if (length > longest) {
      longest = length
      best = [(x + next[0]) / 2, (y + next[1]) / 2]
    }
  })
  return best
}

/** The block diagram of a space: boxes where people put them or where they lie best, wires between them, stubs for ends elsewhere. */
export function drawingOf(units: readonly DrawnUnit[], wires: readonly DrawnWire[], far: ReadonlyMap<number, FarUnit>): Drawing {
  const here = new Set(units.map(({ id }) => id))
  const comesIn = wires.some(({ from, to }) => !here.has(from.unitId) && here.has(to.unitId))
  const laidOut = tidied(units, wires, sizes.margin + (comesIn ? sizes.stubWidth + sizes.gap : 0))
  const boxes = units.map((unit) =>
    boxOf(unit, unit.x === null || unit.y === null ? (laidOut.get(unit.id) ?? { x: 0, y: 0 }) : { x: unit.x, y: unit.y }),
  )
  const placeOf = new Map(boxes.flatMap(({ ports }) => ports.map((place) => [`${place.unitId} ${place.port.id}`, place] as const)))
  const boxOfUnit = new Map(boxes.map((box) => [box.unit.id, box]))
  /** A port that is gone stays at the head of its box. */
  const endPlace = ({ unitId, portId }: DrawnEnd, side: 'left' | 'right'): Place | undefined => {
    const box = boxOfUnit.get(unitId)
    if (!box) return undefined
    return placeOf.get(`${unitId} ${portId}`) ?? { x: side === 'left' ? box.x : box.x + sizes.width, y: box.y + sizes.head / 2, side }
  }
  const bottom = Math.max(0, ...boxes.map(({ y, height }) => y + height))
  const [stubs, paths]: [Stub[], WirePath[]] = [[], []]
  const lanes = new Map<string, number>()
  const laneOf = (place: Place) => {
    const key = `${place.side} ${Math.round(place.x / sizes.pitch)}`
    const lane = lanes.get(key) ?? 0
    lanes.set(key, lane + 1)
    return lane % 6
  }
  for (const wire of wires) {
    const [from, to] = [endPlace(wire.from, 'right'), endPlace(wire.to, 'left')]
    if (from && to) {
      const gap = gapBetween(boxOfUnit.get(wire.from.unitId), boxOfUnit.get(wire.to.unitId))
      const points = pathBetween(from, to, gap === undefined ? laneOf(from) : 0, bottom, gap)
      paths.push({ wire, points, label: labelOn(points) })
      continue
    }
    const near = from ?? to
    const away = from ? wire.to : wire.from
    const farUnit = far.get(away.unitId)
    if (!near || !farUnit) continue
    const x = near.side === 'right' ? near.x + sizes.gap : near.x - sizes.gap - sizes.stubWidth
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
    paths.push({ wire, points, label: [turn, (near.y + end.y) / 2 - (near.y === end.y ? 0 : 0)] })
  }
  const xs = [
    ...boxes.map(({ x }) => x + sizes.width),
    ...stubs.map(({ x }) => x + sizes.stubWidth),
    ...paths.flatMap(({ points }) => points.map(([x]) => x)),
  ]
  const ys = [bottom, ...stubs.map(({ y }) => y + sizes.stubHeight), ...paths.flatMap(({ points }) => points.map(([, y]) => y))]
  return { boxes, stubs, wires: paths, width: Math.max(0, ...xs) + sizes.margin, height: Math.max(0, ...ys) + sizes.margin }
}

/** How high the way runs between two boxes of one column, the second right below the first. */
function gapBetween(upper: Box | undefined, lower: Box | undefined): number | undefined {
  if (!upper || !lower || Math.abs(upper.x - lower.x) >= sizes.width / 2) return undefined
  const room = lower.y - upper.y - upper.height
  return room >= sizes.grid && room <= 2 * sizes.gap ? upper.y + upper.height + room / 2 : undefined
}

/** Stubs of one column do not lie on each other. */
function freeY(stubs: readonly Stub[], x: number, wanted: number): number {
  let y = Math.max(0, wanted)
  const near = stubs.filter((one) => Math.abs(one.x - x) < sizes.stubWidth).sort((a, b) => a.y - b.y)
  for (const one of near) if (y < one.y + sizes.stubHeight + 4 && one.y < y + sizes.stubHeight + 4) y = one.y + sizes.stubHeight + 4
  return y
}

/** Brought to the grid, and never off the page. */
export const onGrid = (value: number) => Math.max(0, Math.round(value / sizes.grid) * sizes.grid)
