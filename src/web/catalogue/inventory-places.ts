import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { gridColumns } from './inventory-edits.ts'
import type { Selection } from './inventory-selection.ts'

export const rowHeight = 32
export const headHeight = 32
export const numberWidth = 60
/** So many lines are made above and below those one sees. */
const spare = 8
/** Below this width only the first column stays while the others scroll. */
const narrow = 700

const widthOf = (column: number) => gridColumns[column]?.width ?? 0
const startOf = (column: number) => numberWidth + gridColumns.slice(0, column).reduce((sum, { width }) => sum + width, 0)
/** Where each column begins. */
export const lefts = gridColumns.map((_, at) => startOf(at))
export const fullWidth = startOf(gridColumns.length)

/** Brings a cell into the window: below the head, beside the columns that stay. */
function reveal(box: HTMLElement, at: number, column: number) {
  const y = at * rowHeight
  const inside = box.clientHeight - headHeight
  if (y < box.scrollTop) box.scrollTop = y
  else if (y + rowHeight > box.scrollTop + inside) box.scrollTop = y + rowHeight - inside
  const isWide = box.clientWidth > narrow
  if (column === 0 || (column === 1 && isWide)) return
  const left = startOf(column)
  const right = left + widthOf(column)
  const fixed = startOf(isWide ? 2 : 1)
  if (left - fixed < box.scrollLeft) box.scrollLeft = left - fixed
  else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth
}

/** Which lines stand near the window, and the window near the cell that is chosen. */
export function useGridPlaces(total: number, selection: Selection, onWindow: (first: number, last: number) => void) {
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: spare,
    // A clock would say that the scrolling is over between two slow frames, and the next one would be empty.
    useScrollendEvent: true,
    initialRect: { width: 0, height: innerHeight },
    // The line of the chosen cell stands wherever the window is: what is typed there begins before the window has come, and stays while it goes.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), selection.at])].sort((a, b) => a - b),
  })
  const places = virtual.getVirtualIndexes()
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - spare)
  const last = Math.min(Math.max(0, total - 1), (virtual.range?.endIndex ?? 0) + spare)
  useEffect(() => onWindow(first, last), [first, last, onWindow])
  useEffect(() => {
    if (scroll.current && !selection.isStill) reveal(scroll.current, selection.toAt, selection.toColumn)
  }, [selection])
  /** Lines that fit in the window, less one to go on from. */
  const linesAPage = useCallback(() => Math.max(1, Math.floor(((scroll.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1), [])
  /** There is little room below a line. */
  const isLow = useCallback((at: number) => {
    const { scrollTop = 0, clientHeight = 0 } = scroll.current ?? {}
    return at * rowHeight - scrollTop > clientHeight - 260
  }, [])
  return { scroll, places, linesAPage, isLow }
}
