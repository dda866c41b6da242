import { useRef } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { PlacedUnit } from '../../model/spaces/rack-placing.ts'
import { type fillWithBlanks, placeInRacks, racks as racksModel, takeBlanksOut } from '../../model/spaces/racks.ts'
import { type Change, OvertakenEdit } from '../kit/edits/edit-history.ts'
import { useEditHistory } from '../kit/edits/use-edit-history.ts'
import { isSameValue } from '../kit/form/merge-versions.ts'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useOptimisticValues } from '../kit/request/optimistic.ts'

export type Rack = RowOf<typeof racksModel>
type Placings = ReadonlyMap<number, readonly PlacedUnit[]>
type Versions = ReadonlyMap<number, number | undefined>

type Filled = ResponseOf<typeof fillWithBlanks>

function isStaleError(error: unknown): error is CallError {
  if (!(error instanceof CallError) || error.status !== 409) return false
  const { body } = error
  return typeof body === 'object' && body !== null && 'detail' in body && body.detail === 'stale'
}

const isSamePlacing = (a: readonly PlacedUnit[], b: readonly PlacedUnit[]) => {
  const inOrder = (units: readonly PlacedUnit[]) => units.toSorted((x, y) => x.unitId - y.unitId)
  return isSameValue(inOrder(a), inOrder(b))
}

export function useRackEdits(projectId: number, read: readonly Rack[], canEdit: boolean) {
  const history = useEditHistory({ canEdit })
  // Placements saved by this user may be newer than the loaded ones.
  const known = useRef(new Map<number, Rack>())
  const keep = (rack: Rack) => {
    const old = known.current.get(rack.id)
    if (!old || old.rowVersion <= rack.rowVersion) known.current.set(rack.id, rack)
  }
  for (const rack of read) keep(rack)
  const ahead = useOptimisticValues<number, readonly PlacedUnit[]>()
  /** Pending saves per rack, and the number of failures. Changes based on a failed save are not sent. */
  const waiting = useRef(new Map<number, number>())
  const failures = useRef(0)
  /** Placements as this user last saved them. */
  const own = useRef(new Map<number, readonly PlacedUnit[]>())
  function keepOwn(rack: Rack) {
    keep(rack)
    own.current.set(rack.id, rack.placements)
  }
  const placementsOf = (ids: Iterable<number>): Placings => new Map([...ids].map((id) => [id, known.current.get(id)?.placements ?? []]))

  async function send(next: Placings, versions: Versions): Promise<{ before: Placings; after: Placings }> {
    const before = placementsOf(next.keys())
    const racks = [...next].map(([rackId, placements]) => ({
      rackId,
      rowVersion: versions.get(rackId) ?? known.current.get(rackId)?.rowVersion ?? null,
      placements: [...placements],
    }))
    const rows = await request(placeInRacks, { params: { id: projectId }, body: { racks } })
    for (const row of rows) keepOwn(row)
    void invalidateEntity('units')
    return { before, after: placementsOf(next.keys()) }
  }

  /** Throws unless the racks still have the placements that an edit wrote. */
  function checkUnchanged(written: Placings) {
    for (const [rackId, placements] of written) {
      const rack = known.current.get(rackId)
      if (rack && isSamePlacing(rack.placements, placements)) continue
      const name = rack?.name ?? 'A rack'
      throw rack && isSamePlacing(rack.placements, own.current.get(rackId) ?? [])
        ? new OvertakenEdit(`You have changed ${name} again since; undo that first.`, { isKept: true })
        : new OvertakenEdit(`${name} was changed in the meantime; this can no longer be undone.`)
    }
  }

  const replace =
    (written: Placings, next: Placings): Change =>
    async () => {
      checkUnchanged(written)
      const release = ahead.show(next)
      try {
        const { before, after } = await send(next, new Map())
        return replace(after, before)
      } finally {
        release()
        void invalidateEntity(racksModel.entity)
      }
    }

  function refused(error: unknown) {
    failures.current += 1
    if (isStaleError(error)) toast.warning(`${error.message.split('\n')[0]} The current state is shown.`)
    else showError(error)
    void invalidateEntity(racksModel.entity)
    void invalidateEntity('units')
  }

  /** Applies the new placements optimistically and saves them. Returns the step for undo, or undefined if saving failed. */
  function write(next: Placings, label: string) {
    const at = failures.current
    // Without a pending save, the rack is saved on the version the user saw; otherwise on the version of the pending save.
    const seen = new Map([...next.keys()].map((id) => [id, waiting.current.get(id) ? undefined : known.current.get(id)?.rowVersion]))
    for (const id of next.keys()) waiting.current.set(id, (waiting.current.get(id) ?? 0) + 1)
    const release = ahead.show(next)
    return history.run(label, async () => {
      try {
        if (at !== failures.current) return null
        const { before, after } = await send(next, seen)
        return replace(after, before)
      } catch (error) {
        refused(error)
        return null
      } finally {
        for (const id of next.keys()) waiting.current.set(id, (waiting.current.get(id) ?? 1) - 1)
        release()
      }
    })
  }

  /** A filled rack is saved already; the response includes its blank panels. */
  function filled({ blankUnitIds, ...rack }: Filled, label: string) {
    keepOwn(rack)
    const removeBlanks = async () => {
      checkUnchanged(new Map([[rack.id, rack.placements]]))
      const rowVersion = known.current.get(rack.id)?.rowVersion ?? null
      keepOwn(await request(takeBlanksOut, { params: { id: projectId, itemId: rack.id }, body: { unitIds: blankUnitIds, rowVersion } }))
      void invalidateEntity('units')
      return null
    }
    return history.note(label, removeBlanks)
  }

  const racks = read.map((row) => {
    const rack = known.current.get(row.id) ?? row
    const placements = ahead.at(row.id)
    return placements ? { ...rack, placements: [...placements] } : rack
  })
  return { racks, write, filled, history }
}
export type RackEdits = ReturnType<typeof useRackEdits>
