import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Row count above which only rows near the viewport are rendered. */
export const maxUnvirtualizedRows = 120
const spare = 12

interface TableWindow {
  isOn: boolean
  /** Height of every row and group header, in pixels. */
  height: number
  /** First and last position to render. Group headers count as positions. */
  from: number
  to: number
}

/** Computes the rendered range of a long table. The scroll container can be the table's box, an ancestor or the page. */
export function useTableWindow(rowCount: number, usualHeight: number): [TableWindow, RefObject<HTMLTableSectionElement | null>] {
  const isOn = rowCount > maxUnvirtualizedRows
  const rows = useRef<HTMLTableSectionElement>(null)
  const [measured, setLook] = useState({ height: usualHeight, above: 0 })
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: rowCount,
    enabled: isOn,
    getScrollElement: () => nearestScroller(rows.current),
    estimateSize: () => measured.height,
    scrollMargin: measured.above,
    overscan: spare,
    // A timer could end the scroll between two slow frames, which would leave the next frame empty.
    useScrollendEvent: true,
    initialRect: { width: 0, height: innerHeight },
  })
  useLayoutEffect(() => {
    const scroller = virtual.scrollElement
    if (!isOn || !scroller || !rows.current) return
    const above = Math.round(rows.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
    const height = rows.current.parentElement?.querySelector('tr[data-row]')?.getBoundingClientRect().height || usualHeight
    if (above !== measured.above || height !== measured.height) setLook({ above, height })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height stand at other places
  useLayoutEffect(() => virtual.measure(), [virtual, measured.height])
  const visibleIndexes = virtual.getVirtualIndexes()
  return [{ isOn, height: measured.height, from: visibleIndexes[0] ?? 0, to: visibleIndexes.at(-1) ?? 40 }, rows]
}

function nearestScroller(element: HTMLElement | null): HTMLElement | null {
  for (let box = element?.parentElement; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  return element && document.documentElement
}

/**
 * Indexes of the rows to render in a group that starts at position `start`: those near the viewport, plus the row that must stay rendered.
 */
export function renderedRows({ isOn, from, to }: TableWindow, start: number, count: number, keptIndex: number): number[] {
  const first = isOn ? Math.min(Math.max(from - start, 0), count) : 0
  const end = isOn ? Math.min(Math.max(to - start + 1, first), count) : count
  const near = Array.from({ length: end - first }, (_, index) => first + index)
  if (keptIndex < 0 || keptIndex >= count || (keptIndex >= first && keptIndex < end)) return near
  return keptIndex < first ? [keptIndex, ...near] : [...near, keptIndex]
}
