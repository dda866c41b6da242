import { useMemo, useRef, useState } from 'react'
import {
  type CheckedConnection,
  type ConnectableUnit,
  type ConnectionFinding,
  checkConnection,
  commonSignals,
  indexConnections,
  isTurned,
} from '../../model/spaces/connection-checks.ts'
import { type Box, type Drawing, drawDiagram, layoutDiagram } from '../../model/spaces/diagram-layout.ts'
import { readStored, saveToLocalStorage } from '../kit/look/local-storage.ts'
import { type Diagram, type Places, type PortKey, useFlowActs } from './flow-actions.ts'

export const keyOfPort = ({ unitId, portId }: PortKey) => `${unitId} ${portId}`

function createCheckInput({ units, far, wires, signals }: Diagram) {
  const unitById = new Map<number, ConnectableUnit>([...units, ...far].map((unit) => [unit.id, unit]))
  const signalById = new Map(signals.map((signal) => [signal.id, signal]))
  const end = ({ unitId, portId, portName }: { unitId: number; portId: number; portName: string }) => {
    const unit = unitById.get(unitId)
    return unit && { unit, port: unit.ports.find(({ id }) => id === portId) ?? null, portName }
  }
  const connections = wires.flatMap((wire): CheckedConnection[] => {
    const [from, to] = [end(wire.from), end(wire.to)]
    if (!from || !to) return []
    return [
      {
        id: wire.id,
        number: wire.number,
        from,
        to,
        signal: signalById.get(wire.signalTypeId) ?? null,
        cable: wire.cable,
        lengthFt: wire.lengthFt,
        isLengthAssumed: wire.isLengthAssumed,
        limit: wire.limit,
      },
    ]
  })
  const around = indexConnections(connections)
  /** Reason two ports cannot be connected, or undefined if they can. */
  function refusalOf(a: PortKey, b: PortKey): string | undefined {
    const [first, second] = [end({ ...a, portName: '' }), end({ ...b, portName: '' })]
    if (!first?.port || !second?.port) return 'This port no longer exists.'
    const [from, to] = isTurned(first.port, second.port) ? [second, first] : [first, second]
    const signal = signalById.get(commonSignals(first.port, second.port)[0] ?? 0) ?? null
    const undecided = { cable: null, lengthFt: null, isLengthAssumed: false, limit: null }
    const thought: CheckedConnection = { id: null, number: null, from, to, signal, ...undecided }
    return checkConnection(thought, around).find(({ grade }) => grade === 'error')?.text
  }
  const findings = new Map<number, ConnectionFinding[]>(
    connections.flatMap((connection) => (connection.id === null ? [] : [[connection.id, checkConnection(connection, around)] as const])),
  )
  return { refusalOf, findings, around, signalById }
}

/** Reuses unchanged wires and stubs of the previous drawing, so only moved parts rerender. */
function reuseUnchanged(last: Drawing | undefined, next: Drawing): Drawing {
  if (!last) return next
  const wires = new Map(last.wires.map((path) => [path.wire, path]))
  const stubs = new Map(last.stubs.map((stub) => [stub.wireId, stub]))
  return {
    ...next,
    wires: next.wires.map((path) => {
      const old = wires.get(path.wire)
      return old && String(old.points) === String(path.points) && String(old.label) === String(path.label) ? old : path
    }),
    stubs: next.stubs.map((stub) => {
      const old = stubs.get(stub.wireId)
      return old?.far === stub.far && old.side === stub.side && old.x === stub.x && old.y === stub.y ? old : stub
    }),
  }
}
function useStableDrawing(next: Drawing) {
  const last = useRef<Drawing>(undefined)
  last.current = useMemo(() => reuseUnchanged(last.current, next), [next])
  return last.current
}

const openName = (spaceId: number) => `flow-open:${spaceId}`

export function useFlow(data: Diagram, { spaceId, projectId, canEdit }: { spaceId: number; projectId: number; canEdit: boolean }) {
  const [moved, setMoved] = useState<Places>(new Map())
  const [held, setHeld] = useState<PortKey>()
  const [over, setOver] = useState<PortKey>()
  const checked = useMemo(() => createCheckInput(data), [data])
  const units = useMemo(() => data.units.map((unit) => ({ ...unit, ...moved.get(unit.id) })), [data.units, moved])
  const far = useMemo(() => new Map(data.far.map((unit) => [unit.id, unit])), [data.far])
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(readStored<number[]>(openName(spaceId))))
  const layout = useMemo(() => layoutDiagram(data.units, data.wires, open), [data.units, data.wires, open])
  const drawing = useStableDrawing(useMemo(() => drawDiagram(layout, units, far), [layout, units, far]))
  const all = useMemo(
    () => layout.blocks.flatMap(({ ports }) => ports.map(({ unitId, port }) => ({ unitId, portId: port.id }))),
    [layout.blocks],
  )
  const used = useMemo(() => new Set(data.wires.flatMap(({ from, to }) => [keyOfPort(from), keyOfPort(to)])), [data.wires])
  const accepting = useMemo(
    () => new Set(held ? all.filter((port) => !checked.refusalOf(held, port)).map(keyOfPort) : []),
    [held, all, checked],
  )
  const flowActions = useFlowActs(data, {
    spaceId,
    projectId,
    canEdit,
    revertUnsaved() {
      if (moved.size === 0) return false
      setMoved(new Map())
      return true
    },
  })

  const automaticPlaces = (): Places => {
    const placed = new Set(data.units.flatMap(({ id, x, y }) => (x === null || y === null ? [] : [id])))
    return new Map(drawing.boxes.flatMap(({ block: { id }, x, y }) => (placed.has(id) ? [] : [[id, { x, y }] as const])))
  }

  function release() {
    setHeld(undefined)
    setOver(undefined)
  }
  async function connect(a: PortKey, b: PortKey) {
    const why = checked.refusalOf(a, b)
    if (why) {
      setOver(b)
      return
    }
    release()
    await flowActions.wire(a, b, automaticPlaces())
  }
  async function keep() {
    const first = drawing.boxes.find(({ block }) => moved.has(block.id))
    await flowActions.place(moved, `${first?.block.label ?? 'A unit'} moved.`)
    setMoved((now) => new Map([...now].filter(([id, place]) => moved.get(id) !== place)))
  }
  return {
    ...checked,
    layout,
    far,
    drawing,
    held,
    over,
    used,
    accepting,
    ports: all,
    isMoving: moved.size > 0,
    pick(port: PortKey) {
      if (!held) setHeld(port)
      else if (keyOfPort(held) === keyOfPort(port)) release()
      else void connect(held, port)
    },
    hold: setHeld,
    drop: (port: PortKey) => held && keyOfPort(held) !== keyOfPort(port) && void connect(held, port),
    point: setOver,
    letGo: release,
    /** Moves a box without saving; `keep` saves it. Manually placed units of a collapsed chain move along. */
    move({ block, ...from }: Box, x: number, y: number) {
      if (from.x === x && from.y === y) return
      const within = new Set(block.isClosed ? block.chain?.units.map(({ id }) => id) : [])
      const along = units.flatMap(({ id, x: ownX, y: ownY }) => {
        if (!within.has(id) || ownX === null || ownY === null) return []
        return [[id, { x: Math.max(0, ownX + x - from.x), y: Math.max(0, ownY + y - from.y) }] as const]
      })
      setMoved(new Map([...moved, ...along, [block.id, { x, y }]]))
    },
    toggle(first: number) {
      const next = new Set(open)
      if (!next.delete(first)) next.add(first)
      setOpen(next)
      saveToLocalStorage(openName(spaceId), next.size > 0 ? [...next] : undefined)
    },
    keep: () => void keep(),
    /** Saves keyboard moves when the box loses focus. */
    keepMoved: () => moved.size > 0 && void keep(),
    tidy: flowActions.tidy,
    remove: (wire: Diagram['wires'][number], agreed: () => Promise<boolean>) => flowActions.remove(wire, automaticPlaces(), agreed),
    history: flowActions.history,
  }
}
export type Flow = ReturnType<typeof useFlow>
