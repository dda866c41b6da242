import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { formatMonth, monthOf, monthsFrom } from '../../model/kit/dates.ts'
import { round2 } from '../../model/kit/money.ts'
import { type EntryHours, movePhase, setEntryHours, setEntryMonth } from '../../model/planning/board-edits.ts'
import { type BoardEntryRow, type BoardPhaseRow, type BoardRow, readSmallBoard, readSmallBoardEntry } from '../../model/planning/boards.ts'
import type { Change } from '../kit/edits/edit-history.ts'
import { request } from '../kit/request/client.ts'
import { refreshBoards } from './board-live.ts'
import { entryPersonName } from './board-rows.tsx'
import type { Range } from './phase-moves.ts'
import { type EntryActions, entryKey, formatHours, type PhaseActions, type PlanEdits, usePlanEdits } from './plan-edits.ts'

export function useBoardEdits(projectId: number, canEdit: boolean) {
  const edits = usePlanEdits(canEdit)
  const editContext: EditContext = { ...edits, projectId }
  const setHours = (row: BoardEntryRow, month: string, hours: number, seen: number) =>
    edits.setMonth(entryActions(editContext, row), month, hours, seen)
  const fill = (row: BoardEntryRow, month: string, hours: number) =>
    edits.history.run(`${describeEntry(row)}: ${formatHours(hours)} a month from ${formatMonth(month)}`, () =>
      writeFill(editContext, row, month, hours),
    )
  const move = (row: BoardPhaseRow, range: Range, isWhole: boolean) => edits.setRange(phaseActions(projectId, row), range, isWhole)
  return { ...edits, setHours, fill, move }
}
export type BoardEdits = ReturnType<typeof useBoardEdits>

interface EditContext extends Pick<PlanEdits, 'versions'> {
  projectId: number
}

const describeEntry = ({ entry }: BoardEntryRow) => `${entryPersonName(entry)}, ${ConstructionPhaseType.label(entry.phaseType)}`

function entryActions(editContext: EditContext, row: BoardEntryRow): EntryActions {
  const { recordId, rowVersion } = row.entry
  const params = { id: editContext.projectId, recordId }
  return {
    recordId,
    rowVersion,
    message: describeEntry(row),
    async write({ month, hours }, rowVersion) {
      const { entry, before } = await request(setEntryMonth, { params, body: { month, hours, rowVersion } })
      return { rowVersion: entry.rowVersion, undo: restoreHours(editContext, row, before) }
    },
    async now(month) {
      const { entry } = await request(readSmallBoardEntry, { params })
      return { rowVersion: entry.rowVersion, hours: entry.months.find((item) => item.month === month)?.hours ?? 0 }
    },
    refresh: refreshBoards,
  }
}

/** Writes hours that the entry had before, unless another user has changed them since. */
function restoreHours(editContext: EditContext, row: BoardEntryRow, hours: EntryHours): Change {
  const { projectId, versions } = editContext
  const { recordId, rowVersion } = row.entry
  return async () => {
    const body = { ...hours, rowVersion: versions.own(entryKey(recordId)) ?? rowVersion }
    const { entry, before } = await request(setEntryHours, { params: { id: projectId, recordId }, body })
    versions.set(entryKey(recordId), entry.rowVersion)
    await refreshBoards()
    return restoreHours(editContext, row, before)
  }
}

/** Fills the same hours from one month to the end of the phase. */
async function writeFill(editContext: EditContext, row: BoardEntryRow, month: string, hours: number) {
  const { projectId, versions } = editContext
  const { recordId } = row.entry
  const params = { id: projectId, recordId }
  const { entry: now } = await request(readSmallBoardEntry, { params })
  const allocations = monthsFrom(monthOf(now.startDate), monthOf(now.endDate))
    .map((text) => ({ month: text, hours: text >= month ? hours : (now.months.find((known) => known.month === text)?.hours ?? 0) }))
    .filter((item) => item.hours !== 0)
  const body = {
    hours: round2(allocations.reduce((sum, allocation) => sum + allocation.hours, 0)),
    allocations,
    rowVersion: now.rowVersion,
  }
  const { entry, before } = await request(setEntryHours, { params, body })
  versions.set(entryKey(recordId), entry.rowVersion)
  await refreshBoards()
  return restoreHours(editContext, row, before)
}

function phaseActions(projectId: number, row: BoardPhaseRow): PhaseActions {
  const { id: phaseId, rowVersion } = row.phase
  return {
    id: phaseId,
    rowVersion,
    name: row.name,
    hasChildren: row.children.some(({ kind }) => kind === 'phase'),
    async write(range, rowVersion) {
      const { phases, before } = await request(movePhase, { params: { id: projectId, phaseId }, body: { ...range, rowVersion } })
      return { versions: phases, was: before[0] ?? row.phase }
    },
    now: () => loadCurrentPhase(projectId, phaseId),
    refresh: refreshBoards,
  }
}

async function loadCurrentPhase(projectId: number, phaseId: number) {
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
