import { useCallback, useMemo } from 'react'
import type { BodyOf } from '../../model/kit/call.ts'
import { formatDate, formatMonth } from '../../model/kit/dates.ts'
import type { movePhase } from '../../model/planning/board-edits.ts'
import { useEditConflicts } from '../kit/edits/edit-conflicts.ts'
import type { Change } from '../kit/edits/edit-history.ts'
import { useEditHistory } from '../kit/edits/use-edit-history.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { CallError } from '../kit/request/client.ts'
import { useOptimisticValues } from '../kit/request/optimistic.ts'
import type { Range } from './phase-moves.ts'

export const formatHours = (hours: number) => `${formatNumber(hours)} h`
const inDays = ({ startDate, endDate }: Range) => `${formatDate(startDate)} to ${formatDate(endDate)}`
const entryCellKey = (recordId: number, month: string) => `${recordId} ${month}`
const isConflict = (error: unknown) => error instanceof CallError && error.status === 409
export const entryKey = (recordId: number) => `entry ${recordId}`
const phaseKey = (phaseId: number) => `phase ${phaseId}`

export function usePlanEdits(canEdit: boolean) {
  const typed = useOptimisticValues<string, number>()
  const history = useEditHistory({ canEdit })
  const { conflicts, settle, ask, supersede } = useEditConflicts<VersionedResult>()
  const versions = useVersions()
  const writing: Writing = { versions, history, settle, ask, supersede }
  const conflictAt = (key: string) => conflicts.find((item) => item.key === key)
  const { show: showAll, at } = typed
  const show = useCallback(
    (recordId: number, month: string, hours: number) => showAll(new Map([[entryCellKey(recordId, month), hours]])),
    [showAll],
  )
  const typedAt = useCallback((recordId: number, month: string) => at(entryCellKey(recordId, month)), [at])
  const setMonth = (entry: EntryActions, month: string, hours: number, seen: number) => {
    const question = conflictAt(entryCellKey(entry.recordId, month))
    if (question && question.detail.hours === hours) return question.takeTheirs()
    const { version, hours: theirs = seen } = question?.detail ?? {}
    const release = show(entry.recordId, month, hours)
    return history.enqueue(() => writeMonth(writing, entry, { month, hours, seen: theirs, release, version }))
  }
  const setRange = (phase: PhaseActions, range: Range, isWhole: boolean) => {
    const version = conflictAt(phaseKey(phase.id))?.detail.version
    return history.enqueue(() => writeRange(writing, phase, range, isWhole, version))
  }
  return { typedAt, show, setMonth, setRange, history, conflicts, versions }
}
export type PlanEdits = ReturnType<typeof usePlanEdits>
interface Writing
  extends Pick<PlanEdits, 'versions' | 'history'>,
    Pick<ReturnType<typeof useEditConflicts<VersionedResult>>, 'settle' | 'ask' | 'supersede'> {}
/** The other user's state. A phase needs only its version. */
interface VersionedResult {
  version: number
  hours?: number
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
  write: (edit: MonthEdit, rowVersion: number) => Promise<{ rowVersion: number; undo: Change }>
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
    writing.history.note(`${message}, ${formatMonth(month)}: ${formatHours(seen)} to ${formatHours(hours)}`, undo)
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
        void writing.history.enqueue(() => writeMonth(writing, entry, again))
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
    const moveTo =
      (to: Range): Change =>
      async () =>
        moveTo(await write(to, versions.own(key) ?? rowVersion))
    writing.history.note(`${phase.name}: ${inDays(was)} to ${inDays(range)}`, moveTo(was))
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
        void writing.history.enqueue(() => writeRange(writing, phase, range, isWhole, now.rowVersion))
      },
      takeTheirs: () => writing.settle(key),
    })
  }
}
