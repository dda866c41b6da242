import { monthsFrom } from '../../model/kit/dates.ts'
import type { BoardEntryRow, BoardPhaseRow } from '../../model/planning/boards.ts'
import { dropScenarioChange, setScenarioMonth } from '../../model/planning/scenarios.ts'
import type { Change } from '../kit/edits/edit-history.ts'
import { invalidateEntity } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { entryPersonName } from './board-rows.tsx'
import { type EntryActions, usePlanEdits } from './plan-edits.ts'

const refreshScenario = () => invalidateEntity('scenarios')

export function useScenarioEdits(id: number, phases: ReadonlyMap<number, BoardPhaseRow>, canEdit: boolean) {
  const edits = usePlanEdits(canEdit)
  const { history } = edits
  const write = async (recordId: number, month: string, hours: number) => {
    await request(setScenarioMonth, { params: { id }, body: { recordId, month, hours } })
  }
  type Months = readonly (readonly [month: string, hours: number])[]
  const swapMonths =
    (recordId: number, from: Months, to: Months): Change =>
    async () => {
      for (const [month, hours] of to) await write(recordId, month, hours)
      await refreshScenario()
      return swapMonths(recordId, to, from)
    }
  const waysOf = (row: BoardEntryRow): EntryActions => {
    const { recordId, rowVersion } = row.entry
    return {
      recordId,
      rowVersion,
      message: entryPersonName(row.entry),
      async write({ month, hours, seen }) {
        await write(recordId, month, hours)
        return { rowVersion, undo: swapMonths(recordId, [[month, hours]], [[month, seen]]) }
      },
      // Only the owner edits a scenario, so no conflict can occur.
      now: async (month) => ({ rowVersion, hours: row.cells[month]?.hours ?? 0 }),
      refresh: refreshScenario,
    }
  }
  const setHours = (row: BoardEntryRow, month: string, hours: number, seen: number) => edits.setMonth(waysOf(row), month, hours, seen)
  const fill = (row: BoardEntryRow, month: string, hours: number) =>
    history.run(`${entryPersonName(row.entry)}: the same hours to the end of the phase`, () => {
      const { recordId, phaseId } = row.entry
      const months = monthsFrom(month, phases.get(phaseId)?.phase.endDate.slice(0, 7) ?? month)
      const before = months.map((key) => [key, row.cells[key]?.hours ?? 0] as const)
      return swapMonths(
        recordId,
        before,
        months.map((key) => [key, hours] as const),
      )()
    })
  const drop = (changeId: number) =>
    history.enqueue(async () => {
      await request(dropScenarioChange, { params: { id, changeId } })
      await refreshScenario()
    })
  return { ...edits, setHours, fill, drop }
}
