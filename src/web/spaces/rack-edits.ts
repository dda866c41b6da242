import { useRef, useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { PlacedUnit } from '../../model/spaces/rack-placing.ts'
import { type fillWithBlanks, placeInRacks, racks as racksModel, takeBlanksOut } from '../../model/spaces/racks.ts'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useOptimisticValues, useSerialQueue } from '../kit/request/optimistic.ts'

export type Rack = RowOf<typeof racksModel>
type Placings = ReadonlyMap<number, readonly PlacedUnit[]>

type Filled = ResponseOf<typeof fillWithBlanks>

interface UndoableEdit {
  /** Identifies the action for its own undo. */
  key: object
  message: string
  before: Placings
  bases: ReadonlyMap<number, number>
  /** Row versions after saving. If another user has changed a rack since, it is not overwritten by undo. */
  versions: ReadonlyMap<number, number>
  /** Blank panels that filling a rack added to the space. */
  blanks?: { rackId: number; unitIds: number[] }
}

function isStaleError(error: unknown): error is CallError {
  if (!(error instanceof CallError) || error.status !== 409) return false
  const { body } = error
  return typeof body === 'object' && body !== null && 'detail' in body && body.detail === 'stale'
}

function useDeeds() {
  const actions = useRef<readonly UndoableEdit[]>([])
  const [lastWords, setLastWords] = useState<string>()
  function keepDeeds(all: readonly UndoableEdit[]) {
    actions.current = all
    setLastWords(all.at(-1)?.message)
  }
  function did(action: Omit<UndoableEdit, 'key'>) {
    const key = {}
    keepDeeds([...actions.current.slice(-49), { key, ...action }])
    return key
  }
  return { deeds: actions, keepDeeds, did, lastWords }
}

export function useRackEdits(projectId: number, read: readonly Rack[]) {
  // Placements saved by this user may be newer than the loaded ones.
  const known = useRef(new Map<number, Rack>())
  const keep = (rack: Rack) => {
    const old = known.current.get(rack.id)
    if (!old || old.rowVersion <= rack.rowVersion) known.current.set(rack.id, rack)
  }
  for (const rack of read) keep(rack)
  const ahead = useOptimisticValues<number, readonly PlacedUnit[]>()
  const { deeds: actions, keepDeeds, did, lastWords } = useDeeds()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** Pending saves per rack, and the number of failures. Changes based on a failed save are not sent. */
  const waiting = useRef(new Map<number, number>())
  const failures = useRef(0)

  async function send(next: Placings, versions: ReadonlyMap<number, number | undefined>, undone?: UndoableEdit) {
    const before: Placings = new Map([...next.keys()].map((id) => [id, known.current.get(id)?.placements ?? []]))
    const bases = new Map(
      [...next.keys()].flatMap((id) => known.current.get(id) ?? []).map(({ id, rowVersion }) => [id, rowVersion] as const),
    )
    const racks = [...next].map(([rackId, placements]) => ({
      rackId,
      rowVersion: versions.get(rackId) ?? known.current.get(rackId)?.rowVersion ?? null,
      placements: [...placements],
    }))
    const blanks = undone?.blanks
    const rows = blanks
      ? [
          await request(takeBlanksOut, {
            params: { id: projectId, itemId: blanks.rackId },
            body: { unitIds: blanks.unitIds, rowVersion: racks[0]?.rowVersion ?? null },
          }),
        ]
      : await request(placeInRacks, { params: { id: projectId }, body: { racks } })
    rows.forEach(keep)
    void invalidateEntity('units')
    return { before, bases, versions: new Map(rows.map(({ id, rowVersion }) => [id, rowVersion])) }
  }

  function refused(error: unknown) {
    failures.current += 1
    if (isStaleError(error)) toast.warning(`${error.message.split('\n')[0]} The current state is shown.`)
    else showError(error)
    void invalidateEntity(racksModel.entity)
    void invalidateEntity('units')
  }

  /** Applies the new placements optimistically and saves them. Returns the key for undo, or undefined if saving failed. */
  function write(next: Placings, message: string, undone?: UndoableEdit): Promise<object | undefined> {
    const at = failures.current
    // Without a pending save, the rack is saved on the version the user saw; otherwise on the version of the pending save.
    const seen = new Map([...next.keys()].map((id) => [id, waiting.current.get(id) ? undefined : known.current.get(id)?.rowVersion]))
    for (const id of next.keys()) waiting.current.set(id, (waiting.current.get(id) ?? 0) + 1)
    const release = ahead.show(next)
    const task = queue.current.then(async () => {
      try {
        if (at !== failures.current) return undefined
        const done = await send(next, seen, undone)
        if (!undone) return did({ message, ...done })
        keepDeeds(withoutDeed(undone, done.versions))
        return undefined
      } catch (error) {
        refused(error)
        return undefined
      } finally {
        for (const id of next.keys()) waiting.current.set(id, (waiting.current.get(id) ?? 1) - 1)
        release()
      }
    })
    queue.current = task
    return task
  }

  /** A filled rack is saved already; the response includes its blank panels. */
  function filled({ blankUnitIds, ...rack }: Filled, message: string) {
    keep(rack)
    const unitIds = new Set(blankUnitIds)
    const before = new Map([[rack.id, rack.placements.filter(({ unitId }) => !unitIds.has(unitId))]])
    const [bases, versions] = [new Map([[rack.id, rack.rowVersion - 1]]), new Map([[rack.id, rack.rowVersion]])]
    return did({ message, before, bases, versions, blanks: { rackId: rack.id, unitIds: blankUnitIds } })
  }

  const undoInTurn = useSerialQueue()
  /** Undoes the last action, or the one with the key. Two keystrokes before the response undo two actions. */
  const undo = (key?: object) => void undoInTurn(() => takeBack(key))
  async function takeBack(key: object | undefined) {
    await queue.current
    const action = key ? actions.current.find((item) => item.key === key) : actions.current.at(-1)
    if (!action) return key && toast.info('This can no longer be undone.')
    const changed = [...action.versions].find(([id, version]) => known.current.get(id)?.rowVersion !== version)
    if (!changed) {
      await write(action.before, `Undone: ${action.message}`, action)
      return
    }
    const [rackId] = changed
    const name = known.current.get(rackId)?.name ?? 'A rack'
    const later = actions.current.slice(actions.current.indexOf(action) + 1).some(({ versions }) => versions.has(rackId))
    if (later) return toast.info(`You have changed ${name} again since; undo that first.`)
    keepDeeds(actions.current.filter((item) => key && item !== action))
    toast.info(`${name} was changed in the meantime; this can no longer be undone.`)
  }
  /** Removes an undone action. The actions before it now build on the versions written by the undo. */
  function withoutDeed(undone: UndoableEdit, versions: ReadonlyMap<number, number>): UndoableEdit[] {
    const now = (id: number, version: number) => (undone.bases.get(id) === version ? (versions.get(id) ?? version) : version)
    return actions.current
      .filter((action) => action !== undone)
      .map((action) => ({ ...action, versions: new Map([...action.versions].map(([id, version]) => [id, now(id, version)])) }))
  }

  const racks = read.map((row) => {
    const rack = known.current.get(row.id) ?? row
    const placements = ahead.at(row.id)
    return placements ? { ...rack, placements: [...placements] } : rack
  })
  return { racks, write, filled, undo, lastWords }
}
export type RackEdits = ReturnType<typeof useRackEdits>
