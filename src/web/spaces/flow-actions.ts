import { useRef } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { connections } from '../../model/spaces/connections.ts'
import { placeInDiagram, readDiagram } from '../../model/spaces/diagram.ts'
import { type Change, OvertakenEdit } from '../kit/edits/edit-history.ts'
import { useEditHistory } from '../kit/edits/use-edit-history.ts'
import { callKey, invalidateEntity, resourceCalls } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'

export type Diagram = ResponseOf<typeof readDiagram>

export interface PortKey {
  unitId: number
  portId: number
}
export interface Point {
  x: number
  y: number
}
export type Places = ReadonlyMap<number, Point>

type Positions = ReadonlyMap<number, Point | undefined>
type Wire = Diagram['wires'][number]

const overtaken = (label: string | null) => new OvertakenEdit(`This was changed in the meantime and can no longer be undone: ${label}`)
const storedPosition = ({ x, y }: { x: number | null; y: number | null }): Point | undefined =>
  x === null || y === null ? undefined : { x, y }
const isSamePlace = (a: Point | undefined, b: Point | undefined) => a?.x === b?.x && a?.y === b?.y

interface FlowOptions {
  spaceId: number
  projectId: number
  canEdit: boolean
  revertUnsaved: () => boolean
}

export function useFlowActs(data: Diagram, { spaceId, projectId, ...options }: FlowOptions) {
  const history = useEditHistory(options)
  const read = () => Promise.all([invalidateEntity(callKey(placeInDiagram)[0], spaceId), invalidateEntity(connections.entity)])
  const readCurrent = () => request(readDiagram, { params: { id: spaceId } })
  const { create, remove: removeCall, restore: restoreCall } = resourceCalls(connections)
  /** Row versions of wires that this user drew or restored. Undo does not remove a wire that another user has edited since. */
  const own = useRef(new Map<number, number>())
  const isOwn = ({ id, rowVersion }: Wire) => own.current.get(id) === rowVersion

  const removeWire =
    (id: number, number: string | null): Change =>
    async () => {
      const { wires } = await readCurrent()
      if (!removeCall || !wires.some((wire) => wire.id === id && isOwn(wire))) throw overtaken(number)
      await request(removeCall, { params: { id: projectId, itemId: id } })
      await read()
      return restoreWire(id, number)
    }
  const restoreWire =
    (id: number, number: string | null): Change =>
    async () => {
      const { wires } = await readCurrent()
      if (!restoreCall || wires.some((wire) => wire.id === id)) throw overtaken(number)
      const { rowVersion } = await request(restoreCall, { params: { id: projectId, itemId: id } })
      own.current.set(id, rowVersion)
      await read()
      return removeWire(id, number)
    }

  /** `drawn` are the automatic positions on the page. They are saved, because a new wire would lay out every box again. */
  async function wire(a: PortKey, b: PortKey, drawn: Places) {
    if (!create) return
    const body = {
      fromUnitId: a.unitId,
      fromPortId: a.portId,
      toUnitId: b.unitId,
      toPortId: b.portId,
      signalTypeId: null,
      cableEquipmentId: null,
    }
    const rest = { number: null, lengthFt: null, state: 1 as const, bundle: null, path: null, conduitId: null, notes: null }
    await history.enqueue(async () => {
      if (drawn.size > 0) await send(drawn)
      const connection = await request(create, { params: { id: projectId }, body: { ...body, ...rest } })
      await read()
      own.current.set(connection.id, connection.rowVersion)
      const label = `${connection.number}: ${connection.from.name} to ${connection.to.name}.`
      history.offerUndo(history.note(label, removeWire(connection.id, connection.number)))
    })
  }
  /** Saves the positions of these units only, so other users' positions are unaffected. A unit without one is laid out automatically. */
  const send = (places: Positions) =>
    request(placeInDiagram, {
      params: { id: spaceId },
      body: { unitIds: [...places.keys()], positions: [...places].flatMap(([unitId, place]) => (place ? [{ unitId, ...place }] : [])) },
    })
  const positionsOf = ({ units }: Pick<Diagram, 'units'>, ids: Positions): Positions =>
    new Map(units.flatMap(({ id, ...unit }) => (ids.has(id) ? [[id, storedPosition(unit)] as const] : [])))
  const movePlaces =
    (from: Positions, to: Positions, label: string): Change =>
    async () => {
      const now = positionsOf(await readCurrent(), from)
      if ([...from].some(([id, place]) => now.has(id) && !isSamePlace(now.get(id), place))) throw overtaken(label)
      await send(to)
      await invalidateEntity(callKey(placeInDiagram)[0], spaceId)
      return movePlaces(to, from, label)
    }
  const place = (places: Positions, label: string) =>
    history.run(label, async () => {
      const before = positionsOf(data, places)
      await send(places)
      await invalidateEntity(callKey(placeInDiagram)[0], spaceId)
      return movePlaces(places, before, label)
    })
  return {
    wire,
    place,
    async tidy() {
      const placed = data.units.filter((unit) => storedPosition(unit))
      if (placed.length === 0) return
      history.offerUndo(await place(new Map(placed.map(({ id }) => [id, undefined])), 'Laid out again.'))
    },
    /** Removes a wire after a confirmation. An undo requested before the response arrives waits for it and then restores the wire. */
    async remove({ id, number }: Wire, drawn: Places, agreed: () => Promise<boolean>): Promise<boolean> {
      if (!restoreCall) return agreed()
      let isGone = false
      await history.enqueue(async () => {
        isGone = await agreed()
        if (!isGone) return
        if (drawn.size > 0) await send(drawn)
        history.note(`${number} deleted.`, restoreWire(id, number))
      })
      return isGone
    },
    history,
  }
}
