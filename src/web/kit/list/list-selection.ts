import { useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { removeRows } from '../form/dialogs.tsx'
import type { Values } from '../form/form.ts'
import { readStored, saveToLocalStorage } from '../look/local-storage.ts'
import { toast } from '../look/toasts.tsx'
import type { RowKey } from '../parts/table.tsx'
import { type AnyCall, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'
import { showFilePending } from '../request/pending-files.ts'
import type { Listing } from './list-listing.ts'
import type { ListPageProps } from './list-props.ts'

/** Maximum total length of ids in an export URL. Each id also adds its parameter name. */
const longestIds = 12_000

export function useListSelection<R extends Resource>({ resource, under, removeMany }: ListPageProps<R>, listing: Listing) {
  const { rows, query, matching, shown, calls } = listing
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [allOf, setAllOf] = useState<string>()

  function select(next: ReadonlySet<RowKey>, all?: string) {
    setSelected(next)
    setAllOf(all)
  }
  const clear = () => select(new Set())
  async function selectAll() {
    try {
      const all = await request(calls.query, { params: under, query: matching })
      select(new Set(all.items.map(({ id }) => id)), all.total === all.items.length ? JSON.stringify(matching) : undefined)
    } catch (error) {
      showError(error)
    }
  }
  async function exportList(more: Values = {}) {
    try {
      showFilePending(await request(calls.export as AnyCall, { params: under, query: { ...query, columns: shown, ...more } }))
    } catch (error) {
      showError(error)
    }
  }
  function exportSelected() {
    const ids = [...selected]
    // Exports all matching rows by filter instead of by ids.
    if (allOf === JSON.stringify(matching)) void exportList()
    else if (String(ids).length + ids.length * 4 > longestIds)
      toast.error('Too many rows are selected one by one. Select fewer, or all that match.')
    else void exportList({ ids })
  }
  async function remove(ids: RowKey[]) {
    const chosen = ids.map((id) => rows?.find((row) => row.id === id) ?? { id })
    if (await (removeMany && ids.length > 1 ? removeMany(chosen) : removeRows(resource, chosen, under))) clear()
  }
  return { selected, select, clear, selectAll, exportList, exportSelected, remove }
}
export type Selection = ReturnType<typeof useListSelection>

export function useColumnWidths(key: string) {
  const [widths, setWidths] = useState<Record<string, number>>(() => readStored(`widths:${key}`) ?? {})
  function resize(own: Record<string, number>) {
    saveToLocalStorage(`widths:${key}`, Object.keys(own).length > 0 ? own : undefined)
    setWidths(own)
  }
  return { widths, resize }
}
