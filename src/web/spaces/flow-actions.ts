import { useRef } from 'react'
import { connections } from '../../model/spaces/connections.ts'
import { placeInDiagram } from '../../model/spaces/diagram.ts'
import { toast } from '../kit/look/toasts.tsx'
import { callKey, invalidateEntity, resourceCalls } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { type Diagram, type UndoableEdit, useFlowUndo } from './flow-undo.ts'

export interface PortKey {
  unitId: number
  portId: number
}
export interface Point {
  x: number
  y: number
}
export type Places = ReadonlyMap<number, Point>

const storedPosition = ({ x, y }: { x: number | null; y: number | null }): Point | undefined =>
  x === null || y === null ? undefined : { x, y }
const isSamePlace = (a: Point | undefined, b: Point | undefined) => a?.x === b?.x && a?.y === b?.y

export function useFlowActs(data: Diagram, { spaceId, projectId }: { spaceId: number; projectId: number }) {
  const read = () => Promise.all([invalidateEntity(callKey(placeInDiagram)[0], spaceId), invalidateEntity(connections.entity)])
  const undoing = useFlowUndo(spaceId, read)
  /** Row versions of wires drawn by this user. */
  const own = useRef(new Map<number, number>())
  const isOwn = ({ id, rowVersion }: Diagram['wires'][number]) => own.current.get(id) === rowVersion

  /** `drawn` are the automatic positions on the page. They are saved, because a new wire would lay out every box again. */
  async function wire(a: PortKey, b: PortKey, drawn: Places) {
    const { create, remove } = resourceCalls(connections)
    if (!create || !remove) return
    const body = {
      fromUnitId: a.unitId,
      fromPortId: a.portId,
      toUnitId: b.unitId,
      toPortId: b.portId,
      signalTypeId: null,
      cableEquipmentId: null,
    }
    const rest = { number: null, lengthFt: null, state: 1 as const, bundle: null, path: null, conduitId: null, notes: null }
    const params = { id: projectId }
    await undoing.inTurn(async () => {
      if (drawn.size > 0) await send(drawn)
      const connection = await request(create, { params, body: { ...body, ...rest } })
      await read()
      const message = `${connection.number}: ${connection.from.name} to ${connection.to.name}.`
      own.current.set(connection.id, connection.rowVersion)
      const action = undoing.did({
        message,
        back: ({ wires }) =>
          wires.some((wire) => wire.id === connection.id && isOwn(wire))
            ? request(remove, { params: { ...params, itemId: connection.id } })
            : undefined,
      })
      toast.success(message, { undo: () => void undoing.undo(action) })
    })
  }
  /**
   * Saves the positions of these units only, so other users' positions are unaffected. A unit without a position is laid out automatically.
   */
  const send = (places: ReadonlyMap<number, Point | undefined>) =>
    request(placeInDiagram, {
      params: { id: spaceId },
      body: { unitIds: [...places.keys()], positions: [...places].flatMap(([unitId, place]) => (place ? [{ unitId, ...place }] : [])) },
    })
  async function place(places: ReadonlyMap<number, Point | undefined>, message: string) {
    const before = new Map(data.units.flatMap(({ id, ...unit }) => (places.has(id) ? [[id, storedPosition(unit)] as const] : [])))
    const action: UndoableEdit = {
      message,
      back: (now) => {
        const isKept = now.units.every(({ id, ...unit }) => !places.has(id) || isSamePlace(storedPosition(unit), places.get(id)))
        return isKept ? send(before) : undefined
      },
    }
    let written: UndoableEdit | undefined
    await undoing.inTurn(async () => {
      await send(places)
      await invalidateEntity(callKey(placeInDiagram)[0], spaceId)
      written = undoing.did(action)
    })
    return written
  }
  return {
    wire,
    place,
    async tidy() {
      const placed = data.units.filter((unit) => storedPosition(unit))
      if (placed.length === 0) return
      const action = await place(new Map(placed.map(({ id }) => [id, undefined])), 'Laid out again.')
      if (action) toast.success('Laid out again.', { undo: () => void undoing.undo(action) })
    },
    /** Removes a wire after a confirmation. An undo requested before the response arrives waits for it and then restores the wire. */
    async remove(wire: Diagram['wires'][number], drawn: Places, agreed: () => Promise<boolean>): Promise<boolean> {
      const { id, number } = wire
      const { restore } = resourceCalls(connections)
      const wasOwn = isOwn(wire)
      const isThere = ({ wires }: Diagram) => wires.some((item) => item.id === id)
      if (!restore) return agreed()
      const putBack = async () => {
        const { rowVersion } = await request(restore, { params: { id: projectId, itemId: id } })
        if (wasOwn) own.current.set(id, rowVersion)
      }
      let isGone = false
      await undoing.inTurn(async () => {
        isGone = await agreed()
        if (isGone && drawn.size > 0) await send(drawn)
        if (isGone) undoing.did({ message: `${number} deleted.`, back: (now) => (isThere(now) ? undefined : putBack()) })
      })
      return isGone
    },
    lastWords: undoing.last?.message,
    undo: () => void undoing.undo(),
  }
}
