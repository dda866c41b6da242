import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { categories } from '../../model/catalog/categories.ts'
import { productFamilies } from '../../model/companies/product-families.ts'
import { queryClient, readOptions, resourceCalls, useRead } from '../kit/request/call.ts'
import { session } from '../kit/request/session.ts'
import { type Equipment, emptySheet, type Known, type Sheet } from './inventory-edits.ts'

const familiesCall = resourceCalls(productFamilies).typeHead
const nameOfDraft = () => `draft:${session().user?.id}:inventory`

function readSheetDraft(name: string): Sheet {
  try {
    const edits = JSON.parse(sessionStorage.getItem(name) ?? '[]')
    return { ...emptySheet, edits: new Map(edits) }
  } catch {
    return emptySheet
  }
}

function keepDraft(name: string, { edits }: Sheet) {
  if (edits.size === 0) return sessionStorage.removeItem(name)
  try {
    sessionStorage.setItem(name, JSON.stringify([...edits]))
  } catch {
    // A draft of many thousand rows can exceed the storage limit; the leave confirmation still protects it.
  }
}

export function useKnown() {
  const { data } = useRead(resourceCalls(categories).typeHead, { query: { all: true } }, { isQuiet: true })
  const families = useRef(new Map<number, { id: number; name: string }[]>())
  const all = data?.items
  const known = useMemo((): Known => ({ categories: all ?? [], familiesOf: (id) => families.current.get(id) ?? [] }), [all])
  const learn = useCallback(async (rows: Equipment[]) => {
    const makers = [...new Set(rows.map((row) => row.manufacture.id))].filter((id) => !families.current.has(id))
    for (const id of makers) {
      const { items } = await queryClient.fetchQuery(readOptions(familiesCall, { params: { id }, query: { all: true } }))
      families.current.set(
        id,
        items.filter((item) => item.id > 0),
      )
    }
  }, [])
  return { known, learn }
}

export function useSheet() {
  // The draft's owner is fixed on page load, so it is saved even while the session is lost.
  const [draft] = useState(nameOfDraft)
  const [sheet, setSheet] = useState(() => readSheetDraft(draft))
  const latest = useRef(sheet)
  const change = useCallback((next: (sheet: Sheet) => Sheet) => {
    latest.current = next(latest.current)
    setSheet(latest.current)
  }, [])
  // Debounced, because thousands of rows take time; saved immediately when the page is left.
  useEffect(() => {
    const timer = setTimeout(() => keepDraft(draft, sheet), 300)
    return () => clearTimeout(timer)
  }, [draft, sheet])
  useEffect(() => {
    const keep = () => keepDraft(draft, latest.current)
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [draft])
  const discard = useCallback(() => {
    change(() => emptySheet)
    keepDraft(draft, emptySheet)
  }, [draft, change])
  return { sheet, latest, change, discard }
}
export type SheetState = ReturnType<typeof useSheet>
