import type { PortDirection } from '../catalog/enums.ts'

export interface CableEnd {
  connectionId: number
  isFrom: boolean
  unitId: number
  portName: string
  /** Null if the port was already missing. */
  direction: PortDirection | null
  signalTypeId: number
  /** The signal allows several cables on one port. */
  allowsMany: boolean
}
export interface PortToTake {
  id: number
  name: string
  direction: PortDirection
  signalTypeIds: readonly number[]
}

/**
 * Reassigns cables when their unit becomes another product (domain 22). Each cable goes to the port with the same name and direction that
 * carries its signal, otherwise to the first free one of that direction. Cables that shared a port share one again, with no others. The
 * database function `move_cables` does the same for every replacement; this predicts its result.
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
