import type { PortDirection } from '../catalogue/enums.ts'

/** The end of a cable on a unit that becomes another product. */
export interface CableEnd {
  connectionId: number
  isFrom: boolean
  unitId: number
  portName: string
  /** Nothing where the port was gone before. */
  direction: PortDirection | null
  signalTypeId: number
  /** Several cables of this signal may share a port. */
  allowsMany: boolean
}
export interface PortToTake {
  id: number
  name: string
  direction: PortDirection
  signalTypeIds: readonly number[]
}

/**
 * Where cables go when their unit becomes a product with these ports, in their order (domain 22): to the port of the same name and direction
 * that carries the signal, and when all of those are given away, to the first free one of that direction. Cables that shared a port, as
 * their signal allows, share one again, and with no others. The database does the same (`move_cables`) whichever way equipment is replaced;
 * this says it beforehand.
 */
export function portsAfter<T extends CableEnd>(ends: readonly T[], ports: readonly PortToTake[]): Map<T, PortToTake> {
  const inTurn = ends.toSorted((a, b) => a.connectionId - b.connectionId || Number(b.isFrom) - Number(a.isFrom))
  const found = new Map<T, PortToTake>()
  const taken = new Set<string>()
  const shared = new Map<string, PortToTake>()
  for (const byName of [true, false])
    for (const end of inTurn) {
      if (found.has(end)) continue
      const before = `${end.unitId} ${end.direction} ${end.signalTypeId} ${end.portName.toLowerCase()}`
      const port =
        (end.allowsMany && shared.get(before)) ||
        ports.find(
          ({ id, name, direction, signalTypeIds }) =>
            signalTypeIds.includes(end.signalTypeId) &&
            (end.direction === null || end.direction === direction) &&
            (!byName || name.toLowerCase() === end.portName.toLowerCase()) &&
            !taken.has(`${end.unitId} ${id}`),
        )
      if (!port) continue
      taken.add(`${end.unitId} ${port.id}`)
      shared.set(before, port)
      found.set(end, port)
    }
  return found
}
