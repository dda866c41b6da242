import { type ReactNode, type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Point } from '../../model/plans/plan-scale.ts'
import css from './plans.module.css'

interface View {
  x: number
  y: number
  zoom: number
}
export interface StageHandle {
  /** Point of the page at a place of the window. */
  toPage(clientX: number, clientY: number): Point
  zoomBy(factor: number): void
  fit(): void
  /** Middle of what is visible, in points of the page. */
  middle(): Point
  show(point: Point): void
}

const zoomLimits = { least: 0.05, most: 24 }
const wheelStep = 1.0015
const margin = 24

interface StageProps {
  width: number
  height: number
  handle: RefObject<StageHandle | null>
  children: ReactNode
  /** Called after the zoom has changed, so that the drawing can be rendered as sharp as needed. */
  onZoom: (zoom: number) => void
  /** A press on the plan that begins no pan. */
  onPress: (event: ReactPointerEvent, page: Point) => void
}

/**
 * A drawing that is panned and zoomed. Panning only changes the transform of one layer, without rendering React, so that 2,000 devices move
 * with the pointer.
 */
export function PlanStage({ width, height, handle, children, onZoom, onPress }: StageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const view = useRef<View>({ x: 0, y: 0, zoom: 1 })
  const pan = useRef<{ id: number; x: number; y: number; from: View } | null>(null)
  const isSpaceDown = useRef(false)
  const notify = useRef(onZoom)
  notify.current = onZoom

  useLayoutEffect(() => {
    const apply = () => {
      const { x, y, zoom } = view.current
      if (layer.current) layer.current.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`
    }
    const set = (next: View) => {
      const isZoomed = next.zoom !== view.current.zoom
      view.current = next
      apply()
      if (isZoomed) notify.current(next.zoom)
    }
    const box = () => frame.current?.getBoundingClientRect() ?? new DOMRect()
    const zoomAt = (clientX: number, clientY: number, factor: number) => {
      const { left, top } = box()
      const { x, y, zoom } = view.current
      const next = Math.min(zoomLimits.most, Math.max(zoomLimits.least, zoom * factor))
      const [px, py] = [clientX - left, clientY - top]
      set({ zoom: next, x: px - ((px - x) * next) / zoom, y: py - ((py - y) * next) / zoom })
    }
    const center = () => {
      const { left, top, width: wide, height: high } = box()
      return [left + wide / 2, top + high / 2] as const
    }
    const toPage = (clientX: number, clientY: number) => {
      const { left, top } = box()
      const { x, y, zoom } = view.current
      return { x: (clientX - left - x) / zoom, y: (clientY - top - y) / zoom }
    }
    const fitPlan = () => {
      const { width: wide, height: high } = box()
      const zoom = Math.max(zoomLimits.least, Math.min((wide - margin) / width, (high - margin) / height))
      set({ zoom, x: (wide - width * zoom) / 2, y: (high - height * zoom) / 2 })
    }
    handle.current = {
      toPage,
      fit: fitPlan,
      zoomBy: (factor) => zoomAt(...center(), factor),
      middle: () => toPage(...center()),
      show(point) {
        const { width: wide, height: high } = box()
        const { zoom } = view.current
        set({ zoom, x: wide / 2 - point.x * zoom, y: high / 2 - point.y * zoom })
      },
    }
    fitPlan()
    // React listens passively, and a passive listener cannot keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { x, y, zoom } = view.current
      if (event.shiftKey) set({ zoom, x: x - event.deltaY - event.deltaX, y })
      else zoomAt(event.clientX, event.clientY, wheelStep ** -event.deltaY)
    }
    const element = frame.current
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      handle.current = null
      element?.removeEventListener('wheel', onWheel)
    }
  }, [width, height, handle])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code === 'Space') isSpaceDown.current = event.type === 'keydown'
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('keyup', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('keyup', onKey)
    }
  }, [])

  return (
    <div
      ref={frame}
      className={css.stage}
      onPointerDown={(event) => {
        if (event.button === 1 || isSpaceDown.current) {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          pan.current = { id: event.pointerId, x: event.clientX, y: event.clientY, from: view.current }
        } else if (event.button === 0 && handle.current) onPress(event, handle.current.toPage(event.clientX, event.clientY))
      }}
      onPointerMove={(event) => {
        const { current } = pan
        if (current?.id !== event.pointerId || !layer.current) return
        const { x, y, zoom } = current.from
        view.current = { zoom, x: x + event.clientX - current.x, y: y + event.clientY - current.y }
        layer.current.style.transform = `translate(${view.current.x}px, ${view.current.y}px) scale(${zoom})`
      }}
      onPointerUp={() => {
        pan.current = null
      }}
      onPointerCancel={() => {
        pan.current = null
      }}
    >
      <div ref={layer} className={css.layer} style={{ width, height }}>
        {children}
      </div>
    </div>
  )
}
