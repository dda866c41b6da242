import { useCallback } from 'react'
import { actualHours, mostHoursADay, readWeek, type WeekRow, writeWeek } from '../../model/hours/actual-hours.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { useEditConflicts } from '../kit/edits/edit-conflicts.ts'
import type { Change } from '../kit/edits/edit-history.ts'
import { useEditHistory } from '../kit/edits/use-edit-history.ts'
import { invalidateEntity } from '../kit/request/call.ts'
import { CallError, request } from '../kit/request/client.ts'
import { useOptimisticValues } from '../kit/request/optimistic.ts'
import { formatHours, readHours } from '../planning/public.tsx'

export interface CellEdit {
  row: WeekRow
  date: string
  hours: number
  before: number
}

export const rowWords = ({ project, phase }: WeekRow) => (phase ? `${project.name}, ${phase.name}` : project.name)
const weekCellKey = (row: WeekRow, date: string) => `${row.key} ${date}`

const sendWeek = (userId: string, edits: readonly CellEdit[]) =>
  request(writeWeek, {
    body: {
      userId,
      cells: edits.map(({ row, date, hours, before }) => ({
        projectId: row.project.id,
        contractId: row.contract?.id ?? null,
        phaseId: row.phase?.id ?? null,
        laborType: row.laborType,
        date,
        hours,
        before,
      })),
    },
  })
const invalidateHours = () => invalidateEntity(actualHours.entity)
const reverseEdits = (edits: readonly CellEdit[]) => edits.map((edit) => ({ ...edit, hours: edit.before, before: edit.hours }))

export function useWeekEdits(userId: string, canEdit: boolean) {
  const { show, at } = useOptimisticValues<string, number>()
  const { conflicts, settle, ask, supersede } = useEditConflicts<number>()
  const history = useEditHistory({ canEdit })

  const send =
    (edits: readonly CellEdit[]): Change =>
    async () => {
      await sendWeek(userId, edits)
      await invalidateHours()
      return send(reverseEdits(edits))
    }

  const save = (edits: readonly CellEdit[], message: string) => {
    const release = show(new Map(edits.map(({ row, date, hours }) => [weekCellKey(row, date), hours])))
    return history.enqueue(async () => {
      for (const { row, date } of edits) supersede(weekCellKey(row, date))
      try {
        await sendWeek(userId, edits)
        history.note(message, send(reverseEdits(edits)))
      } catch (error) {
        const [edit, other] = edits
        if (!edit || other || !(error instanceof CallError) || error.status !== 409) throw error
        await tellConflict(edit, error)
      } finally {
        await invalidateHours()
        release()
      }
    })
  }

  /** While a conflict is open, saves on top of the other user's value that was shown in the conflict. */
  const saveCell = (edit: CellEdit) => {
    const question = conflicts.find(({ key }) => key === weekCellKey(edit.row, edit.date))
    if (question && question.detail === edit.hours) return question.takeTheirs()
    const upon = { ...edit, before: question?.detail ?? edit.before }
    void save([upon], cellWords(upon))
  }

  /** Opens a conflict for a cell that another user changed. Both values are shown until the user picks one. */
  async function tellConflict(edit: CellEdit, error: CallError) {
    const week = await request(readWeek, { query: { userId, date: edit.date } })
    const theirs = week.rows.find(({ key }) => key === edit.row.key)?.hours[edit.date] ?? 0
    if (theirs === edit.before) throw error
    const key = weekCellKey(edit.row, edit.date)
    ask({
      key,
      detail: theirs,
      subject: `${rowWords(edit.row)}, ${formatDate(edit.date)}`,
      theirs: formatHours(theirs),
      mine: formatHours(edit.hours),
      keepMine: () => {
        settle(key)
        const upon = { ...edit, before: theirs }
        void save([upon], cellWords(upon))
      },
      takeTheirs: () => settle(key),
    })
  }

  const typedAt = useCallback((row: WeekRow, date: string) => at(weekCellKey(row, date)), [at])
  return { save, saveCell, history, conflicts, typedAt }
}
export type WeekEdits = ReturnType<typeof useWeekEdits>

const cellWords = ({ row, date, hours, before }: CellEdit) =>
  `${rowWords(row)}, ${formatDate(date)}: ${formatHours(before)} to ${formatHours(hours)}`

/** Reads typed hours of a day. */
export const readDayHours = (text: string) => readHours(text, mostHoursADay)
