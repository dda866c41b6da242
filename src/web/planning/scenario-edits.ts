import { monthsFrom } from '../../model/kit/dates.ts'
import type { BoardEntryRow, BoardPhaseRow } from '../../model/planning/boards.ts'
import { dropScenarioChange, setScenarioMonth } from '../../model/planning/scenarios.ts'
import { invalidateEntity } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { entryPersonName } from './board-rows.tsx'
import { type EntryActions, usePlanEdits } from './plan-edits.ts'

const refreshScenario = () => invalidateEntity('scenarios')

export function useScenarioEdits(id: number, phases: ReadonlyMap<number, BoardPhaseRow>) {
  const edits = usePlanEdits()
  const { inTurn, push } = edits
  const write = async (recordId: number, month: string, hours: number) => {
    await request(setScenarioMonth, { params: { id }, body: { recordId, month, hours } })
  }
  const waysOf = (row: BoardEntryRow): EntryActions => {
    const { recordId, rowVersion } = row.entry
    return {
      recordId,
      rowVersion,
      message: entryPersonName(row.entry),
      async write({ month, hours, seen }) {
        await write(recordId, month, hours)
        const undo = async () => {
          await write(recordId, month, seen)
          await refreshScenario()
        }
        return { rowVersion, undo }
      },
      // Only the owner edits a scenario, so no conflict can occur.
      now: async (month) => ({ rowVersion, hours: row.cells[month]?.hours ?? 0 }),
      refresh: refreshScenario,
    }
  }
  const setHours = (row: BoardEntryRow, month: string, hours: number, seen: number) => edits.setMonth(waysOf(row), month, hours, seen)
  const fill = (row: BoardEntryRow, month: string, hours: number) =>
    inTurn(async () => {
      const { recordId, phaseId } = row.entry
      const end = phases.get(phaseId)?.phase.endDate.slice(0, 7) ?? month
      const before = monthsFrom(month, end).map((key) => [key, row.cells[key]?.hours ?? 0] as const)
      for (const [key] of before) await write(recordId, key, hours)
      push({
        message: `${entryPersonName(row.entry)}: the same hours to the end of the phase`,
        async undo() {
          for (const [key, was] of before) await write(recordId, key, was)
          await refreshScenario()
        },
      })
      await refreshScenario()
    })
  const drop = (changeId: number) =>
    inTurn(async () => {
      await request(dropScenarioChange, { params: { id, changeId } })
      await refreshScenario()
    })
  return { ...edits, setHours, fill, drop }
}
