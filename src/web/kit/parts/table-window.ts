import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Tables with more rows than this make only those near the window. */
const mostRowsMade = 80
/** So many more above and below, in whole steps, so that few pixels of scrolling make nothing new. */
const spare = 12
const step = 6

export interface TableWindow {
  isOn: boolean
  /** Of every row and every head of a group. */
  height: number
  /** The first and last place to be made; a head takes a place, too. */
  from: number
  to: number
}

/** Which places of a long table stand near the window, whatever scrolls: the table's own box, a box around it or the page. */
export function useTableWindow(box: RefObject<HTMLElement | null>, places: number, usualHeight: number): TableWindow {
  const isOn = places > mostRowsMade
  const [near, setNear] = useState({ height: usualHeight, from: 0, to: 40 })
  const look = useCallback(() => {
    const body = box.current?.querySelector('tbody')
    if (!box.current || !body) return
    const { top, bottom } = box.current.getBoundingClientRect()
    const height = box.current.querySelector('tr[data-row]')?.getBoundingClientRect().height || usualHeight
    const start = body.getBoundingClientRect().top
    const placeAt = (y: number) => (y - start) / height
    const from = Math.floor((placeAt(Math.max(top, 0)) - spare) / step) * step
    const to = Math.ceil((placeAt(Math.min(bottom, innerHeight)) + spare) / step) * step
    setNear((now) => (now.height === height && now.from === from && now.to === to ? now : { height, from, to }))
  }, [box, usualHeight])
  // After every change of the rows, too.
  useLayoutEffect(() => {
    if (isOn) look()
  })
  useLayoutEffect(() => {
    if (!isOn || !box.current) return
    // Before the frame is painted: a leap shows rows, not the room they will take.
    const lookNow = () => flushSync(look)
    const resized = new ResizeObserver(look)
    resized.observe(box.current)
    addEventListener('resize', look)
    addEventListener('scroll', lookNow, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      removeEventListener('resize', look)
      removeEventListener('scroll', lookNow, { capture: true })
    }
  }, [isOn, box, look])
  return { isOn, ...near }
}
