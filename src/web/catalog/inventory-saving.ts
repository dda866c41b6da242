import { useState } from 'react'
import { bulkUpdateEquipment, mostBulkRows } from '../../model/catalog/equipment-calls.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { useSaveShortcut } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import type { Equipment, Known } from './inventory-edits.ts'
import * as sheets from './inventory-edits.ts'
import { showSaved } from './inventory-rows.ts'
import type { SheetState } from './inventory-sheet.ts'

export const formatRowCount = (rows: number) => formatCount(rows, 'row')

/** Saves valid rows in batches of five hundred; rejected cells are marked and do not block others. Also bound to Ctrl+S. */
export function useSaving({ latest, change }: SheetState, known: Known, onEnd: () => void) {
  const [saving, setSaving] = useState<string>()

  async function save() {
    if (saving) return
    const savableIds = new Set(sheets.savable(latest.current.edits).rows.map(({ id }) => id))
    if (savableIds.size === 0) {
      const { stale, problems } = sheets.countEdits(latest.current.edits)
      if (stale > 0 || problems > 0) toast.info('Nothing can be saved yet: see the marked cells.')
      return
    }
    let saved = 0
    try {
      for (;;) {
        const { rows: all, sent } = sheets.savable(latest.current.edits)
        const piece = all.filter(({ id }) => savableIds.has(id)).slice(0, mostBulkRows)
        if (piece.length === 0) break
        setSaving(`${formatNumber(saved)} of ${formatNumber(savableIds.size)}`)
        try {
          const { items } = await request(bulkUpdateEquipment, { body: { rows: piece } })
          saved += items.length
          for (const { id } of piece) savableIds.delete(id)
          showSaved(items)
          change((now) => sheets.dropSavedCells(now, items, sent, known))
          void invalidateEntity('changeSets')
        } catch (error) {
          if (!mark(error, piece)) throw error
        }
      }
    } catch (error) {
      showError(error)
    } finally {
      setSaving(undefined)
      const left = sheets.countEdits(latest.current.edits).rows
      if (saved > 0) toast.success(`${formatRowCount(saved)} saved.${left > 0 ? ` ${formatNumber(left)} still need attention.` : ''}`)
      onEnd()
    }
  }
  /** Applies server errors to their rows and cells. Returns true if the error concerned any. */
  function mark(error: unknown, piece: { id: number }[]): boolean {
    if (!(error instanceof CallError)) return false
    const { detail, current } = error.said
    if (error.status === 409 && detail === 'stale' && Array.isArray(current) && current.length > 0) {
      const newer: Equipment[] = current
      change((now) => sheets.outdate(now, newer))
      return true
    }
    const reasons = Object.entries(error.fields ?? {}).flatMap(([path, [problem = '']]) => {
      const [, at, key = ''] = /^rows\[(\d+)\]\.(\w+)/.exec(path) ?? []
      const row = at === undefined ? undefined : piece[Number(at)]
      return row ? [{ id: row.id, key, problem }] : []
    })
    change((now) => sheets.markProblems(now, reasons))
    return reasons.length > 0
  }
  useSaveShortcut(() => void save())
  return { saving, save }
}
