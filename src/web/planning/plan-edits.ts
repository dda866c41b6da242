import { useCallback, useMemo, useRef, useState } from 'react'
import type { BodyOf } from '../../model/kit/call.ts'
import { formatDate, formatMonth } from '../../model/kit/dates.ts'
import type { movePhase } from '../../model/planning/board-edits.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { CallError } from '../kit/request/client.ts'
import { useOptimisticValues, useSerialQueue } from '../kit/request/optimistic.ts'
import type { Range } from './phase-moves.ts'

export interface Saved {
  message: string
  undo: () => Promise<void>
}
/**
 * Edit conflict: another user's value beside this user's. Neither is lost until the user picks one or enters a new value. A new value is
 * saved on top of the other user's version, which the page may not have loaded yet.
 */
export interface Stale<T = unknown> {
  key: string
  detail: T
  subject: string
  theirs: string
  mine: string
  keepMine: () => void
  takeTheirs: () => void
}

export const formatHours = (hours: number) => `${formatNumber(hours)} h`
const inDays = ({ startDate, endDate }: Range) => `${formatDate(startDate)} to ${formatDate(endDate)}`
const entryCellKey = (recordId: number, month: string) => `${recordId} ${month}`
const isConflict = (error: unknown) => error instanceof CallError && error.status === 409
export const entryKey = (recordId: number) => `entry ${recordId}`
const phaseKey = (phaseId: number) => `phase ${phaseId}`

export function usePlanEdits() {
  const typed = useOptimisticValues<string, number>()
  const { saved, push, pop } = useSaved()
  const { stale, settle, ask, supersede } = useStale<VersionedResult>()
  const versions = useVersions()
  const inTurn = useSerialQueue()
  const writing: Writing = { versions, push, settle, ask, supersede, inTurn }
  const staleFor = (key: string) => stale.find((item) => item.key === key)
  const { show: showAll, at } = typed
  const show = useCallback(
    (recordId: number, month: string, hours: number) => showAll(new Map([[entryCellKey(recordId, month), hours]])),
    [showAll],
  )
  const typedAt = useCallback((recordId: number, month: string) => at(entryCellKey(recordId, month)), [at])
  const setMonth = (entry: EntryActions, month: string, hours: number, seen: number) => {
    const question = staleFor(entryCellKey(entry.recordId, month))
    if (question && question.detail.hours === hours) return question.takeTheirs()
    const { version, hours: theirs = seen } = question?.detail ?? {}
    const release = show(entry.recordId, month, hours)
    return inTurn(() => writeMonth(writing, entry, { month, hours, seen: theirs, release, version }))
  }
  const setRange = (phase: PhaseActions, range: Range, isWhole: boolean) => {
    const version = staleFor(phaseKey(phase.id))?.detail.version
    return inTurn(() => writeRange(writing, phase, range, isWhole, version))
  }
  const undo = () => inTurn(async () => pop()?.undo())
  return { typedAt, show, setMonth, setRange, saved, stale, push, undo, versions, inTurn }
}
export type PlanEdits = ReturnType<typeof usePlanEdits>
interface Writing
  extends Pick<PlanEdits, 'versions' | 'push' | 'inTurn'>,
    Pick<ReturnType<typeof useStale<VersionedResult>>, 'settle' | 'ask' | 'supersede'> {}
/** The other user's state. A phase needs only its version. */
interface VersionedResult {
  version: number
  hours?: number
}

/** Open conflicts, at most one per key. */
export function useStale<T>() {
  const all = useRef<readonly Stale<T>[]>([])
  const [stale, setStale] = useState<readonly Stale<T>[]>([])
  const keep = (next: readonly Stale<T>[]) => {
    all.current = next
    setStale(next)
  }
  return {
    stale,
    settle: (key: string) => keep(all.current.filter((item) => item.key !== key)),
    ask: (item: Stale<T>) => keep([...all.current, item]),
    /** Closes a conflict when a newer value is entered for the same key. */
    supersede: (key: string) => all.current.find((item) => item.key === key)?.takeTheirs(),
  }
}

/** Undo history in a ref, so two keystrokes before a rerender undo two changes instead of one twice. */
export function useSaved() {
  const all = useRef<readonly Saved[]>([])
  const [saved, setSaved] = useState<Saved>()
  const keep = (next: readonly Saved[]) => {
    all.current = next
    setSaved(next.at(-1))
  }
  return {
    saved,
    push: (item: Saved) => keep([...all.current, item]),
    pop() {
      const last = all.current.at(-1)
      keep(all.current.slice(0, -1))
      return last
    },
  }
}

/** Row versions written by this user. Any other version is another user's change. */
function useVersions() {
  return useMemo(() => {
    const known = new Map<string, number>()
    return {
      of: (key: string, read: number) => Math.max(known.get(key) ?? 0, read),
      own: (key: string) => known.get(key),
      set: (key: string, version: number) => void known.set(key, version),
    }
  }, [])
}

interface MonthEdit {
  month: string
  hours: number
  seen: number
  release: () => void
  /** Current version of the entry, if it has been reloaded. */
  version?: number
}

export interface EntryActions {
  recordId: number
  rowVersion: number
  message: string
  write: (edit: MonthEdit, rowVersion: number) => Promise<{ rowVersion: number; undo: () => Promise<void> }>
  now: (month: string) => Promise<{ rowVersion: number; hours: number }>
  refresh: () => Promise<unknown>
}

async function writeMonth(writing: Writing, entry: EntryActions, edit: MonthEdit): Promise<void> {
  const { recordId, message } = entry
  const { month, hours, seen, release } = edit
  writing.supersede(entryCellKey(recordId, month))
  // Uses the version from the conflict, not a newer one, so a further change by the other user opens another conflict.
  const rowVersion = edit.version ?? writing.versions.of(entryKey(recordId), entry.rowVersion)
  try {
    const { undo, ...written } = await entry.write(edit, rowVersion)
    writing.versions.set(entryKey(recordId), written.rowVersion)
    writing.push({ message: `${message}, ${formatMonth(month)}: ${formatHours(seen)} to ${formatHours(hours)}`, undo })
  } catch (error) {
    if (isConflict(error) && (await isStaleMonth(writing, entry, edit, rowVersion))) return
    release()
    throw error
  }
  await entry.refresh()
  release()
}

/** Checks if another user saved first. A change to another month does not conflict; a change to the same month does. */
async function isStaleMonth(writing: Writing, entry: EntryActions, edit: MonthEdit, sent: number): Promise<boolean> {
  const { recordId, message } = entry
  const { month, hours, seen, release } = edit
  const { rowVersion, hours: theirs } = await entry.now(month)
  if (rowVersion === sent) return false
  const again: MonthEdit = { ...edit, seen: theirs, version: rowVersion }
  void entry.refresh()
  if (theirs === hours) release()
  else if (theirs === seen) await writeMonth(writing, entry, again)
  else {
    const key = entryCellKey(recordId, month)
    writing.ask({
      key,
      detail: { version: rowVersion, hours: theirs },
      subject: `${message}, ${formatMonth(month)}`,
      theirs: formatHours(theirs),
      mine: formatHours(hours),
      keepMine: () => {
        writing.settle(key)
        void writing.inTurn(() => writeMonth(writing, entry, again))
      },
      takeTheirs: () => {
        writing.settle(key)
        release()
      },
    })
  }
  return true
}

type MoveOptions = Pick<Required<BodyOf<typeof movePhase>>, 'moveChildren' | 'moveHours'>

export interface PhaseActions {
  id: number
  rowVersion: number
  name: string
  hasChildren: boolean
  write: (to: Range & MoveOptions, rowVersion: number) => Promise<{ versions: Version[]; was: Range }>
  now: () => Promise<(Range & { rowVersion: number }) | undefined>
  refresh: () => Promise<unknown>
}
interface Version {
  id: number
  rowVersion: number
}

async function writeRange(writing: Writing, phase: PhaseActions, range: Range, isWhole: boolean, version?: number): Promise<void> {
  const { versions } = writing
  const key = phaseKey(phase.id)
  writing.supersede(key)
  const moveOptions: MoveOptions = { moveChildren: isWhole && phase.hasChildren, moveHours: isWhole }
  const rowVersion = version ?? versions.of(key, phase.rowVersion)
  const write = async (to: Range, rowVersion: number) => {
    const written = await phase.write({ ...to, ...moveOptions }, rowVersion)
    for (const item of written.versions) versions.set(phaseKey(item.id), item.rowVersion)
    await phase.refresh()
    return written.was
  }
  try {
    const was = await write(range, rowVersion)
    writing.push({
      message: `${phase.name}: ${inDays(was)} to ${inDays(range)}`,
      undo: async () => void (await write(was, versions.own(key) ?? rowVersion)),
    })
  } catch (error) {
    const now = isConflict(error) ? await phase.now() : undefined
    if (!now || now.rowVersion === rowVersion) throw error
    void phase.refresh()
    writing.ask({
      key,
      detail: { version: now.rowVersion },
      subject: phase.name,
      theirs: inDays(now),
      mine: inDays(range),
      keepMine: () => {
        writing.settle(key)
        void writing.inTurn(() => writeRange(writing, phase, range, isWhole, now.rowVersion))
      },
      takeTheirs: () => writing.settle(key),
    })
  }
}
