import { formatCount } from '../../model/kit/plural.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { showError } from '../kit/request/errors.ts'
import * as sheets from './inventory-edits.ts'
import { gridColumns } from './inventory-edits.ts'
import { mostRowsAtOnce, type useInventoryRows } from './inventory-rows.ts'
import { cellAt, fillTexts, type Selection, selectedRange } from './inventory-selection.ts'
import type { SheetState, useKnown } from './inventory-sheet.ts'

interface Options {
  rows: ReturnType<typeof useInventoryRows>
  total: number
  names: ReturnType<typeof useKnown>
  selection: Selection
  select: (selection: Selection) => void
}

export function createWriting({ sheet, latest, change }: SheetState, { rows, total, names: { known, learn }, selection, select }: Options) {
  const { top, bottom, left, right } = selectedRange(selection)

  async function write(at: number, column: number, texts: string[][]) {
    const fitting = texts.slice(0, Math.min(total - at, mostRowsAtOnce))
    if (fitting.length < texts.length) toast.info(`${formatCount(texts.length - fitting.length, 'row')} did not fit and were left out.`)
    try {
      const here = rows.rowAt(at)
      const there = fitting.length === 1 && here ? [here] : await rows.readRows(at, at + fitting.length - 1)
      const touched = gridColumns.slice(column, column + (fitting[0]?.length ?? 0))
      if (touched.some(({ field }) => field === 'productFamilyId')) await learn(there)
      const changes = there.flatMap((row, down) =>
        touched.map((gridColumn, right) => ({ row, at: at + down, column: gridColumn, text: fitting[down]?.[right] ?? '' })),
      )
      change((now) => sheets.writeTexts(now, changes, known))
      if (texts.length > 1 || (texts[0]?.length ?? 0) > 1)
        select({ at, column, toAt: at + fitting.length - 1, toColumn: column + touched.length - 1, isStill: true })
    } catch (error) {
      showError(error)
    }
  }
  const clear = () => write(top, left, fillTexts(bottom - top + 1, right - left + 1, ''))
  async function fillDown() {
    const source = top === bottom ? top - 1 : top
    if (source < 0) return
    try {
      const [row] = await rows.readRows(source, source)
      if (!row) return
      const texts = gridColumns.slice(left, right + 1).map((column) => sheets.shownText(row, column, latest.current.edits.get(row.id)))
      await write(
        source + 1,
        left,
        Array.from({ length: bottom - source }, () => texts),
      )
      select({ ...selection })
    } catch (error) {
      showError(error)
    }
  }
  function step(direction: 'undo' | 'redo') {
    const [first] = (direction === 'undo' ? sheet.done : sheet.undone).at(-1) ?? []
    if (!first) return
    change((now) => (direction === 'undo' ? sheets.undoEdit(now, known) : sheets.redo(now, known)))
    select(cellAt(first.at, gridColumns.indexOf(first.column)))
  }
  function readMissing(from: number, to: number) {
    if (to - from >= mostRowsAtOnce) toast.info(`At most ${formatNumber(mostRowsAtOnce)} rows can be copied at once.`)
    else void rows.readRows(from, to).then(() => toast.info('The rows are loaded now; copy again.'), showError)
  }
  return { write, clear, fillDown, step, readMissing }
}
export type Writing = ReturnType<typeof createWriting>
