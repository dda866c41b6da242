import { useCallback, useMemo, useRef, useState } from 'react'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { formatDate, formatMonth, monthOf, monthsFrom } from '../../model/kit/dates.ts'
import { type EntryHours, movePhase, setEntryHours, setEntryMonth } from '../../model/planning/board-edits.ts'
import { type BoardEntryRow, type BoardPhaseRow, type BoardRow, readSmallBoard, readSmallBoardEntry } from '../../model/planning/boards.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { refreshBoards } from './board-live.ts'
import { whoOf } from './board-rows.tsx'

/** What was saved last, and how it is taken back. */
export interface Saved {
  words: string
  undo: () => Promise<void>
}
/** What a colleague has written meanwhile, beside what this person wanted. Neither is lost until one is chosen. */
export interface Stale {
  key: string
  what: string
  theirs: string
  mine: string
  keepMine: () => void
  takeTheirs: () => void
}
interface Range {
  startDate: string
  endDate: string
}

const inHours = (hours: number) => `${formatNumber(hours)} h`
const inDays = ({ startDate, endDate }: Range) => `${formatDate(startDate)} to ${formatDate(endDate)}`
const cellKey = (recordId: number, month: string) => `${recordId} ${month}`
const round2 = (value: number) => Math.round(value * 100) / 100

/** Changes on the board of a project: shown at once, written one after the other, taken back in turn. */
export function useBoardEdits(projectId: number) {
  const [typed, setTyped] = useState<ReadonlyMap<string, number>>(new Map())
  const [saved, setSaved] = useState<readonly Saved[]>([])
  const [stale, setStale] = useState<readonly Stale[]>([])
  const versions = useVersions()
  const inTurn = useTurns()
  const show = useCallback((recordId: number, month: string, hours: number | undefined) => {
    setTyped((now) => {
      const next = new Map(now)
      if (hours === undefined) next.delete(cellKey(recordId, month))
      else next.set(cellKey(recordId, month), hours)
      return next
    })
  }, [])
  const typedAt = useCallback((recordId: number, month: string) => typed.get(cellKey(recordId, month)), [typed])
  const push = (one: Saved) => setSaved((now) => [...now, one])
  const settle = (key: string) => setStale((now) => now.filter((one) => one.key !== key))
  const stand: Standing = {
    projectId,
    versions,
    show,
    push,
    settle,
    tellStale: (one) => setStale((now) => [...now.filter(({ key }) => key !== one.key), one]),
  }

  const setHours = (row: BoardEntryRow, month: string, hours: number, seen: number) => {
    show(row.entry.recordId, month, hours)
    return inTurn(() => writeMonth(stand, row, { month, hours, seen }))
  }
  const fill = (row: BoardEntryRow, month: string, hours: number) => inTurn(() => writeFill(stand, row, month, hours))
  const move = (row: BoardPhaseRow, range: Range, isWhole: boolean) => inTurn(() => writeRange(stand, row, range, isWhole))
  const undo = () =>
    inTurn(async () => {
      const last = saved.at(-1)
      if (!last) return
      setSaved((now) => now.filter((one) => one !== last))
      await last.undo()
    })
  return { typedAt, show, saved: saved.at(-1), stale, setHours, fill, move, undo, push, versions }
}
export type BoardEdits = ReturnType<typeof useBoardEdits>

/** The versions this person has written; another one is somebody else's. */
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
type Versions = ReturnType<typeof useVersions>

/** One after the other: what is written next wants the version the last one has made. */
function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (act: () => Promise<void>) => {
    const mine = last.current.then(act).catch(showError)
    last.current = mine
    return mine
  }
}

interface Standing {
  projectId: number
  versions: Versions
  show: (recordId: number, month: string, hours: number | undefined) => void
  push: (one: Saved) => void
  settle: (key: string) => void
  tellStale: (one: Stale) => void
}

const isConflict = (error: unknown) => error instanceof CallError && error.status === 409
const entryKey = (recordId: number) => `entry ${recordId}`
const phaseKey = (phaseId: number) => `phase ${phaseId}`
const wordsOf = ({ entry }: BoardEntryRow) => `${whoOf(entry)}, ${ConstructionPhaseType.label(entry.phaseType)}`

interface MonthEdit {
  month: string
  hours: number
  /** What stood there when it was typed. */
  seen: number
  /** Of the entry as it is by now, where that was read. */
  version?: number
}

async function writeMonth(stand: Standing, row: BoardEntryRow, edit: MonthEdit): Promise<void> {
  const { projectId, versions, show } = stand
  const { recordId } = row.entry
  const { month, hours, seen } = edit
  const rowVersion = edit.version ?? versions.of(entryKey(recordId), row.entry.rowVersion)
  try {
    const { entry, before } = await request(setEntryMonth, { params: { id: projectId, recordId }, body: { month, hours, rowVersion } })
    versions.set(entryKey(recordId), entry.rowVersion)
    stand.push({
      words: `${wordsOf(row)}, ${formatMonth(month)}: ${inHours(seen)} to ${inHours(hours)}`,
      undo: () => writeBack(stand, row, before),
    })
  } catch (error) {
    if (isConflict(error) && (await isStaleMonth(stand, row, edit, rowVersion))) return
    show(recordId, month, undefined)
    throw error
  }
  await refreshBoards()
  show(recordId, month, undefined)
}

/** Whether somebody else was first. Where they wrote another month nothing is in the way; the same month is asked. */
async function isStaleMonth(stand: Standing, row: BoardEntryRow, edit: MonthEdit, sent: number): Promise<boolean> {
  const { recordId } = row.entry
  const { month, hours, seen } = edit
  const { entry } = await request(readSmallBoardEntry, { params: { id: stand.projectId, recordId } })
  if (entry.rowVersion === sent) return false
  const theirs = entry.months.find((one) => one.month === month)?.hours ?? 0
  const again: MonthEdit = { ...edit, seen: theirs, version: entry.rowVersion }
  void refreshBoards()
  if (theirs === hours) stand.show(recordId, month, undefined)
  else if (theirs === seen) await writeMonth(stand, row, again)
  else {
    const key = cellKey(recordId, month)
    stand.tellStale({
      key,
      what: `${wordsOf(row)}, ${formatMonth(month)}`,
      theirs: inHours(theirs),
      mine: inHours(hours),
      keepMine: () => {
        stand.settle(key)
        void writeMonth(stand, row, again).catch(showError)
      },
      takeTheirs: () => {
        stand.settle(key)
        stand.show(recordId, month, undefined)
      },
    })
  }
  return true
}

/** As it was before, unless somebody else has changed it since. */
async function writeBack({ projectId, versions }: Standing, { entry: { recordId, rowVersion } }: BoardEntryRow, before: EntryHours) {
  const body = { ...before, rowVersion: versions.own(entryKey(recordId)) ?? rowVersion }
  const { entry } = await request(setEntryHours, { params: { id: projectId, recordId }, body })
  versions.set(entryKey(recordId), entry.rowVersion)
  await refreshBoards()
}

/** The same hours in every month from one on to the end of the phase. */
async function writeFill(stand: Standing, row: BoardEntryRow, month: string, hours: number) {
  const { projectId, versions } = stand
  const { recordId } = row.entry
  const params = { id: projectId, recordId }
  const { entry: now } = await request(readSmallBoardEntry, { params })
  const allocations = monthsFrom(monthOf(now.startDate), monthOf(now.endDate))
    .map((one) => ({ month: one, hours: one >= month ? hours : (now.months.find((known) => known.month === one)?.hours ?? 0) }))
    .filter((one) => one.hours !== 0)
  const body = { hours: round2(allocations.reduce((sum, one) => sum + one.hours, 0)), allocations, rowVersion: now.rowVersion }
  const { entry, before } = await request(setEntryHours, { params, body })
  versions.set(entryKey(recordId), entry.rowVersion)
  stand.push({
    words: `${wordsOf(row)}: ${inHours(hours)} a month from ${formatMonth(month)}`,
    undo: () => writeBack(stand, row, before),
  })
  await refreshBoards()
}

async function writeRange(stand: Standing, row: BoardPhaseRow, range: Range, isWhole: boolean, version?: number): Promise<void> {
  const { projectId, versions } = stand
  const { id: phaseId } = row.phase
  const hasChildren = row.children.some(({ kind }) => kind === 'phase')
  const ways = { moveChildren: isWhole && hasChildren, moveHours: isWhole }
  const rowVersion = version ?? versions.of(phaseKey(phaseId), row.phase.rowVersion)
  const write = async (to: Range, rowVersion: number) => {
    const answer = await request(movePhase, { params: { id: projectId, phaseId }, body: { ...to, ...ways, rowVersion } })
    for (const phase of answer.phases) versions.set(phaseKey(phase.id), phase.rowVersion)
    await refreshBoards()
    return answer
  }
  try {
    const { before } = await write(range, rowVersion)
    const [was] = before
    if (!was) return
    stand.push({
      words: `${row.name}: ${inDays(was)} to ${inDays(range)}`,
      undo: async () => void (await write(was, versions.own(phaseKey(phaseId)) ?? rowVersion)),
    })
  } catch (error) {
    const now = isConflict(error) ? await phaseNow(projectId, phaseId) : undefined
    if (!now || now.rowVersion === rowVersion) throw error
    const key = phaseKey(phaseId)
    void refreshBoards()
    stand.tellStale({
      key,
      what: row.name,
      theirs: inDays(now),
      mine: inDays(range),
      keepMine: () => {
        stand.settle(key)
        void writeRange(stand, row, range, isWhole, now.rowVersion).catch(showError)
      },
      takeTheirs: () => stand.settle(key),
    })
  }
}

async function phaseNow(projectId: number, phaseId: number) {
  const { rows } = await request(readSmallBoard, { params: { id: projectId } })
  const find = (list: readonly BoardRow[]): BoardPhaseRow | undefined => {
    for (const row of list) {
      if (row.kind === 'phase' && row.phase.id === phaseId) return row
      const below = find(row.children)
      if (below) return below
    }
    return undefined
  }
  return find(rows)?.phase
}
