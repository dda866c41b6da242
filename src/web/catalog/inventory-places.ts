import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { gridColumns } from './inventory-edits.ts'
import type { Selection } from './inventory-selection.ts'

export const rowHeight = 32
export const headHeight = 32
export const numberWidth = 60
/** Overscan rows above and below the viewport. */
const spare = 8
/** Below this width, in px, only the first column is sticky. */
const narrow = 700

const columnWidth = (column: number) => gridColumns[column]?.width ?? 0
const columnStart = (column: number) => numberWidth + gridColumns.slice(0, column).reduce((sum, { width }) => sum + width, 0)
export const lefts = gridColumns.map((_, index) => columnStart(index))
export const fullWidth = columnStart(gridColumns.length)

/** Scrolls a cell into view, below the header and beside the sticky columns. */
function reveal(box: HTMLElement, at: number, column: number) {
  const y = at * rowHeight
  const inside = box.clientHeight - headHeight
  if (y < box.scrollTop) box.scrollTop = y
  else if (y + rowHeight > box.scrollTop + inside) box.scrollTop = y + rowHeight - inside
  const isWide = box.clientWidth > narrow
  if (column === 0 || (column === 1 && isWide)) return
  const left = columnStart(column)
  const right = left + columnWidth(column)
  const fixed = columnStart(isWide ? 2 : 1)
  if (left - fixed < box.scrollLeft) box.scrollLeft = left - fixed
  else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth
}

export function useGridPlaces(total: number, selection: Selection, onWindow: (first: number, last: number) => void) {
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: spare,
    // A timer would end the scroll state between two slow frames and leave the next one empty.
    useScrollendEvent: true,
    initialRect: { width: 0, height: innerHeight },
    // Always renders the active line, so that typing starts before scrolling ends and continues when the line leaves the viewport.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), selection.at])].sort((a, b) => a - b),
  })
  const visibleRows = virtual.getVirtualIndexes()
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - spare)
  const last = Math.min(Math.max(0, total - 1), (virtual.range?.endIndex ?? 0) + spare)
  useEffect(() => onWindow(first, last), [first, last, onWindow])
  useEffect(() => {
    if (scroll.current && !selection.isStill) reveal(scroll.current, selection.toAt, selection.toColumn)
  }, [selection])
  /** Page size in lines, with one line of overlap. */
  const linesAPage = useCallback(() => Math.max(1, Math.floor(((scroll.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1), [])
  /** True if little space is left below a line. */
  const isLow = useCallback((at: number) => {
    const { scrollTop = 0, clientHeight = 0 } = scroll.current ?? {}
    return at * rowHeight - scrollTop > clientHeight - 260
  }, [])
  return { scroll, places: visibleRows, linesAPage, isLow }
}
