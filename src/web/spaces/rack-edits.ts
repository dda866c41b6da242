import { useRef, useState } from 'react'
import type { AnswerOf } from '../../model/kit/call.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { PlacedUnit } from '../../model/spaces/rack-placing.ts'
import { type fillWithBlanks, racks as of, placeInRacks, takeBlanksOut } from '../../model/spaces/racks.ts'
import { toast } from '../kit/look/toasts.tsx'
import { refresh } from '../kit/request/call.ts'
import { CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'

export type Rack = RowOf<typeof of>
/** The whole of each rack that is written. */
type Placings = ReadonlyMap<number, readonly PlacedUnit[]>

type Filled = AnswerOf<typeof fillWithBlanks>

interface Deed {
  words: string
  before: Placings
  /** The versions it was made upon. */
  bases: ReadonlyMap<number, number>
  /** As they were written; who has changed them since is not overrun by an undo. */
  versions: ReadonlyMap<number, number>
  /** What filling a rack has added to the space, too. */
  blanks?: { rackId: number; unitIds: number[] }
}

const none: Placings = new Map()

function isStale(error: unknown): error is CallError {
  if (!(error instanceof CallError) || error.status !== 409) return false
  const { body } = error
  return typeof body === 'object' && body !== null && 'detail' in body && body.detail === 'stale'
}

/** What stands in racks, written in turn and shown at once; the last change can be taken back. */
export function useRackEdits(projectId: number, read: readonly Rack[]) {
  // What this person has written may be newer than what the page has read.
  const known = useRef(new Map<number, Rack>())
  const keep = (rack: Rack) => {
    const old = known.current.get(rack.id)
    if (!old || old.rowVersion <= rack.rowVersion) known.current.set(rack.id, rack)
  }
  for (const rack of read) keep(rack)
  const [ahead, setAhead] = useState(none)
  const deeds = useRef<readonly Deed[]>([])
  const [lastWords, setLastWords] = useState<string>()
  const keepDeeds = (all: readonly Deed[]) => {
    deeds.current = all
    setLastWords(all.at(-1)?.words)
  }
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** Writes that wait, and how many failures there were: what was built upon a write that failed is not sent. */
  const waiting = useRef(new Map<number, number>())
  const failures = useRef(0)

  async function send(next: Placings, versions: ReadonlyMap<number, number | undefined>, undone?: Deed) {
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
    void refresh('units')
    return { before, bases, versions: new Map(rows.map(({ id, rowVersion }) => [id, rowVersion])) }
  }

  function refused(error: unknown) {
    failures.current += 1
    if (isStale(error)) toast.warning(`${error.message.split('\n')[0]} The current state is shown.`)
    else showError(error)
    void refresh(of.entity)
    void refresh('units')
  }

  /** Shows the new state and writes it; ends when it is written. */
  function write(next: Placings, words: string, undone?: Deed): Promise<void> {
    const at = failures.current
    // A rack nobody is waiting for is written on the version that was seen; another on that of the write before.
    const seen = new Map([...next.keys()].map((id) => [id, waiting.current.get(id) ? undefined : known.current.get(id)?.rowVersion]))
    for (const id of next.keys()) waiting.current.set(id, (waiting.current.get(id) ?? 0) + 1)
    setAhead((now) => new Map([...now, ...next]))
    const turn = queue.current.then(async () => {
      try {
        if (at !== failures.current) return
        const done = await send(next, seen, undone)
        keepDeeds(undone ? withoutDeed(undone, done.versions) : [...deeds.current.slice(-49), { words, ...done }])
      } catch (error) {
        refused(error)
      } finally {
        for (const id of next.keys()) waiting.current.set(id, (waiting.current.get(id) ?? 1) - 1)
        setAhead((now) => new Map([...now].filter(([id, placements]) => next.get(id) !== placements)))
      }
    })
    queue.current = turn
    return turn
  }

  /** A rack that was filled is written already; its blanks come with the answer. */
  function filled({ blankUnitIds, ...rack }: Filled, words: string) {
    keep(rack)
    const unitIds = new Set(blankUnitIds)
    const before = new Map([[rack.id, rack.placements.filter(({ unitId }) => !unitIds.has(unitId))]])
    const [bases, versions] = [new Map([[rack.id, rack.rowVersion - 1]]), new Map([[rack.id, rack.rowVersion]])]
    keepDeeds([...deeds.current.slice(-49), { words, before, bases, versions, blanks: { rackId: rack.id, unitIds: blankUnitIds } }])
  }

  async function undo() {
    await queue.current
    const last = deeds.current.at(-1)
    if (!last) return
    const changed = [...last.versions].find(([id, version]) => known.current.get(id)?.rowVersion !== version)
    if (!changed) return write(last.before, `Undone: ${last.words}`, last)
    keepDeeds([])
    toast.info(`${known.current.get(changed[0])?.name ?? 'A rack'} was changed in the meantime; this can no longer be undone.`)
  }
  /** An undo takes its deed away and is what the deed before it stands upon now. */
  function withoutDeed(undone: Deed, versions: ReadonlyMap<number, number>): Deed[] {
    const now = (id: number, version: number) => (undone.bases.get(id) === version ? (versions.get(id) ?? version) : version)
    return deeds.current
      .filter((deed) => deed !== undone)
      .map((deed) => ({ ...deed, versions: new Map([...deed.versions].map(([id, version]) => [id, now(id, version)])) }))
  }

  const racks = read.map((row) => {
    const rack = known.current.get(row.id) ?? row
    const placements = ahead.get(row.id)
    return placements ? { ...rack, placements: [...placements] } : rack
  })
  return { racks, write, filled, undo, lastWords }
}
export type RackEdits = ReturnType<typeof useRackEdits>
