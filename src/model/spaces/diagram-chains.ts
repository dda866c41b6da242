import type { ValuesOf } from '../kit/description.ts'
import { id, text } from '../kit/field.ts'
import type { ConnectablePort } from './connection-checks.ts'

/** A unit of the diagram; without coordinates it is laid out automatically. */
export interface DrawnUnit {
  id: number
  label: string
  tag: string
  model: string
  x: number | null
  y: number | null
  ports: readonly ConnectablePort[]
}
export const drawnEnd = { unitId: id('Unit'), portId: id('Port'), portName: text('Port') }
export type DrawnEnd = ValuesOf<typeof drawnEnd>
export interface DrawnWire {
  id: number
  number: string
  from: DrawnEnd
  to: DrawnEnd
}
export interface Chain {
  units: readonly [DrawnUnit, ...DrawnUnit[]]
  wires: readonly DrawnWire[]
}

/** Shorter chains are not worth collapsing. */
const fewestInChain = 3

interface Fed {
  id: number
  tag: string
  model: string
}
interface Feeding {
  from: { unitId: number }
  to: { unitId: number }
}

/** Computes the feeding graph and a topological order; wires that would close a cycle are omitted. */
export function feedingGraph(units: readonly Fed[], wires: readonly Feeding[]) {
  const all = new Map(units.map(({ id }) => [id, new Set<number>()]))
  const fedIds = new Set<number>()
  for (const { from, to } of wires) {
    const own = all.get(from.unitId)
    if (!own || from.unitId === to.unitId || !all.has(to.unitId)) continue
    own.add(to.unitId)
    fedIds.add(to.unitId)
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
  for (const { id } of [...units.filter((unit) => !fedIds.has(unit.id)), ...units]) if (!feeds.has(id)) walk(id)
  return { feeds, inOrder: done.reverse() }
}
type Feeds = ReturnType<typeof feedingGraph>['feeds']

/** Maps each unit of a daisy chain to its predecessor: the same product and its only feed. */
export function beforeInChain(units: readonly Fed[], feeds: Feeds): Map<number, number> {
  const unitOf = new Map(units.map((unit) => [unit.id, unit]))
  const isSame = (a: number, b: number) => {
    const [one, other] = [unitOf.get(a), unitOf.get(b)]
    return one?.tag === other?.tag && one?.model === other?.model
  }
  const feeders = new Map<number, number>()
  for (const all of feeds.values()) for (const next of all) feeders.set(next, (feeders.get(next) ?? 0) + 1)
  const before = new Map<number, number>()
  for (const [id, all] of feeds) {
    const [next, another] = all.filter((value) => isSame(id, value))
    if (next !== undefined && another === undefined && feeders.get(next) === 1) before.set(next, id)
  }
  return before
}

export function findChains(units: readonly DrawnUnit[], wires: readonly DrawnWire[]): Chain[] {
  const { feeds, inOrder } = feedingGraph(units, wires)
  const before = beforeInChain(units, feeds)
  const unitOf = new Map(units.map((unit) => [unit.id, unit]))
  const chainOf = new Map<number, { units: [DrawnUnit, ...DrawnUnit[]]; wires: DrawnWire[] }>()
  for (const id of inOrder) {
    const unit = unitOf.get(id)
    if (!unit) continue
    const chain = chainOf.get(before.get(id) ?? 0)
    chain?.units.push(unit)
    chainOf.set(id, chain ?? { units: [unit], wires: [] })
  }
  for (const wire of wires) {
    const chain = chainOf.get(wire.from.unitId)
    if (chain && chain === chainOf.get(wire.to.unitId)) chain.wires.push(wire)
  }
  return [...new Set(chainOf.values())].filter((chain) => chain.units.length >= fewestInChain)
}

/** Splits a label into prefix and digits: "SPK-C-" and "8". */
const splitLabel = (label: string): readonly [prefix: string, digits: string] | undefined => {
  const digits = /\d{1,7}$/.exec(label)?.[0]
  return digits === undefined ? undefined : [label.slice(0, -digits.length), digits]
}
/** Part that distinguishes a unit of a chain: "-8" of "SPK-C-8". */
const shortLabel = ([prefix, digits]: readonly [string, string]) => `${/[^a-z0-9]$/i.exec(prefix)?.[0].trim() ?? ''}${digits}`

export function nameOfChain({ units }: Chain): string {
  const all = units.flatMap(({ label }) => {
    const parts = splitLabel(label)
    return parts ? [parts] : []
  })
  const [first, ...rest] = all.toSorted((a, b) => Number(a[1]) - Number(b[1]))
  const last = rest.at(-1)
  if (first && last && all.length === units.length && all.every(([prefix]) => prefix === first[0]))
    return `${first.join('')} to ${shortLabel(last)}`
  return `${units[0].label} to ${units.at(-1)?.label}`
}

export interface ShownPort {
  unitId: number
  label: string
  name: string
  port: ConnectablePort
}
/** Ports shown on a collapsed chain: those of external wires, and the free ones of its first and last unit. */
export function portsOfChain({ units, wires: inner }: Chain, wires: readonly DrawnWire[]): ShownPort[] {
  const ofChain = new Set(inner)
  const [within, outside] = [wireEndKeys(inner), wireEndKeys(wires.filter((wire) => !ofChain.has(wire)))]
  const last = units.length - 1
  return units.flatMap(({ id, label, ports }, index) => {
    const parts = index > 0 ? splitLabel(label) : undefined
    return ports.flatMap((port): ShownPort[] => {
      const key = `${id} ${port.id}`
      const isShown = outside.has(key) || ((index === 0 || index === last) && !within.has(key))
      return isShown ? [{ unitId: id, label, name: parts ? `${shortLabel(parts)} ${port.name}` : port.name, port }] : []
    })
  })
}
const wireEndKeys = (wires: readonly DrawnWire[]) =>
  new Set(wires.flatMap(({ from, to }) => [`${from.unitId} ${from.portId}`, `${to.unitId} ${to.portId}`]))
