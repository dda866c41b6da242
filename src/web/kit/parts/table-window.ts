import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Tables with more rows than this make only those near the window. */
export const maxUnvirtualizedRows = 80
/** So many more above and below. */
const spare = 12

interface TableWindow {
  isOn: boolean
  /** Of every row and every head of a group. */
  height: number
  /** The first and last place to be made; a head takes a place, too. */
  from: number
  to: number
}

/** Which places of a long table stand near the window, whatever scrolls: the table's own box, a box around it or the page. */
export function useTableWindow(places: number, usualHeight: number): [TableWindow, RefObject<HTMLTableSectionElement | null>] {
  const isOn = places > maxUnvirtualizedRows
  const rows = useRef<HTMLTableSectionElement>(null)
  const [look, setLook] = useState({ height: usualHeight, above: 0 })
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: places,
    enabled: isOn,
    getScrollElement: () => scrollerOf(rows.current),
    estimateSize: () => look.height,
    scrollMargin: look.above,
    overscan: spare,
    // A clock would say that the scrolling is over between two slow frames, and the next one would be empty.
    useScrollendEvent: true,
    initialRect: { width: 0, height: innerHeight },
  })
  useLayoutEffect(() => {
    const scroller = virtual.scrollElement
    if (!isOn || !scroller || !rows.current) return
    const above = Math.round(rows.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
    const height = rows.current.parentElement?.querySelector('tr[data-row]')?.getBoundingClientRect().height || usualHeight
    if (above !== look.above || height !== look.height) setLook({ above, height })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height stand at other places
  useLayoutEffect(() => virtual.measure(), [virtual, look.height])
  const made = virtual.getVirtualIndexes()
  return [{ isOn, height: look.height, from: made[0] ?? 0, to: made.at(-1) ?? 40 }, rows]
}

/** What moves the rows: the nearest box that is too small for what is in it, else the page. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let box = element?.parentElement; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  return element && document.documentElement
}

/** Which of some rows are made, when the first stands at the place `start`: those near the window, and the one that is kept. */
export function renderedRows({ isOn, from, to }: TableWindow, start: number, count: number, kept: number): number[] {
  const first = isOn ? Math.min(Math.max(from - start, 0), count) : 0
  const end = isOn ? Math.min(Math.max(to - start + 1, first), count) : count
  const near = Array.from({ length: end - first }, (_, at) => first + at)
  if (kept < 0 || kept >= count || (kept >= first && kept < end)) return near
  return kept < first ? [kept, ...near] : [...near, kept]
}
