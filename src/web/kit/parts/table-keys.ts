import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useShortcutScope } from '../look/keys.ts'
import type { RowKey } from './table-columns.ts'

interface Options<Row> {
  box: RefObject<HTMLElement | null>
  shown: Row[]
  keyOf: (row: Row) => RowKey
  onToggle?: (row: Row, isRange: boolean) => void
  onPeek?: (row: Row) => void
}

/** Roving tabindex: arrows, Home and End move, Enter opens, Space selects, p shows the row beside the table. */
export function useRowNavigation<Row>({ box, shown, keyOf, onToggle, onPeek }: Options<Row>) {
  useShortcutScope('rows')
  const [current, setCurrent] = useState<RowKey>()
  const known = shown.findIndex((row) => keyOf(row) === current)
  const rowAt = (at: number) => box.current?.querySelector<HTMLElement>(`tr[data-row="${at}"]`)
  const targetRow = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (targetRow.current !== undefined) rowAt(targetRow.current)?.focus()
    targetRow.current = undefined
  })

  function focusRow(at: number) {
    const row = shown[at]
    const rowElement = rowAt(at)
    if (rowElement) rowElement.focus()
    else if (row) {
      // The tab-stop row is always rendered, so making the row the tab stop renders it first.
      targetRow.current = at
      setCurrent(keyOf(row))
    }
  }
  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return
    const line = event.target.closest<HTMLElement>('tr[data-row]')
    const at = Number(line?.dataset.row)
    const row = shown[at]
    if (!line || row === undefined) return
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }
    const to = steps[event.key]
    if (to !== undefined) focusRow(Math.min(Math.max(to, 0), shown.length - 1))
    else if (event.target !== line) return
    else if (event.key === 'Enter') line.querySelector<HTMLElement>('[data-name]')?.click()
    else if (event.key === ' ' && onToggle) onToggle(row, event.shiftKey)
    else if ((event.key === ' ' || event.key === 'p') && onPeek) onPeek(row)
    else return
    event.preventDefault()
  }
  return { tabStop: Math.max(known, 0), setCurrent, onKeyDown }
}

/** Selects single rows, or with a range all rows since the last selected one. */
export function useRowSelection<Row>(
  shown: Row[],
  keyOf: (row: Row) => RowKey,
  selected: ReadonlySet<RowKey> | undefined,
  onSelect: ((selected: Set<RowKey>) => void) | undefined,
): ((row: Row, isRange: boolean) => void) | undefined {
  const last = useRef(0)
  if (!onSelect) return undefined
  return (row, isRange) => {
    const at = shown.indexOf(row)
    const next = new Set(selected)
    const isOn = !next.has(keyOf(row))
    const [from, to] = isRange ? [Math.min(at, last.current), Math.max(at, last.current)] : [at, at]
    for (const item of shown.slice(from, to + 1)) isOn ? next.add(keyOf(item)) : next.delete(keyOf(item))
    last.current = at
    onSelect(next)
  }
}
