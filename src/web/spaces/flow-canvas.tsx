import { type KeyboardEvent, type PointerEvent, type SyntheticEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import type { SignalOfDiagram } from '../../model/spaces/diagram.ts'
import type { FoundInDrawing } from '../../model/spaces/diagram-find.ts'
import { type Drawing, inSight, onGrid, type Stub } from '../../model/spaces/diagram-layout.ts'
import css from './flow.module.css'
import type { PortKey } from './flow-actions.ts'
import type { PortMarks } from './flow-parts.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { type Flow, keyOfPort } from './flow-wiring.ts'

interface CanvasProps {
  flow: Flow
  signalOf: (wireId: number) => SignalOfDiagram | undefined
  zoom: number
  mayChange: boolean
  chosen: number | undefined
  found: FoundInDrawing | undefined
  onChoose: (wireId: number | undefined) => void
  onStub: (stub: Stub) => void
}

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-16, 0],
  ArrowRight: [16, 0],
  ArrowUp: [0, -16],
  ArrowDown: [0, 16],
}

/** Returns the part of the drawing an event targets. The SVG has one listener for all parts. */
function partUnder({ target }: Pick<SyntheticEvent, 'target'>, part: 'port' | 'box' | 'chain' | 'wire' | 'stub'): string | undefined {
  return target instanceof Element ? (target.closest(`[data-${part}]`)?.getAttribute(`data-${part}`) ?? undefined) : undefined
}
function portUnder(event: Pick<SyntheticEvent, 'target'>): PortKey | undefined {
  const [unitId, portId] = (partUnder(event, 'port') ?? '').split(' ').map(Number)
  return unitId && portId ? { unitId, portId } : undefined
}

export function FlowCanvas({ flow, signalOf, zoom, mayChange, chosen, found, onChoose, onStub }: CanvasProps) {
  const svg = useRef<SVGSVGElement>(null)
  const [pointer, setPointer] = useState<{ x: number; y: number }>()
  const { drawing, held, over, signalById } = flow
  const shown = useShown(drawing)
  const paper = usePaper(flow)
  const placeOf = ({ unitId, portId }: PortKey) =>
    drawing.boxes.flatMap(({ ports }) => ports).find((place) => place.unitId === unitId && place.port.id === portId)
  const inDrawing = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const at = svg.current?.getBoundingClientRect()
    return at && { x: (clientX - at.left) / zoom, y: (clientY - at.top) / zoom }
  }
  useEffect(() => {
    if (!held) setPointer(undefined)
  }, [held])
  const start = held && placeOf(held)
  const overPlace = held && over && placeOf(over)
  const refusal = held && over && overPlace && keyOfPort(held) !== keyOfPort(over) ? flow.refusalOf(held, over) : undefined
  const end = pointer ?? (overPlace && held && keyOfPort(held) !== keyOfPort(over ?? held) ? { x: overPlace.x, y: overPlace.y } : undefined)
  const [heldKey, refusedKey] = [held && keyOfPort(held), refusal === undefined ? undefined : over && keyOfPort(over)]
  const marks = useMemo(
    (): PortMarks => ({ used: flow.used, accepting: flow.accepting, held: heldKey, refused: refusedKey }),
    [flow.used, flow.accepting, heldKey, refusedKey],
  )
  const colorOf = useMemo(() => (signalTypeId: number) => signalById.get(signalTypeId)?.color ?? null, [signalById])
  const actions = useActs({ flow, mayChange, pointer, setPointer, inDrawing, onChoose, onStub, svg })
  return (
    <div className={css.paper}>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture is no fieldset; its ports are buttons */}
      <svg
        ref={svg}
        className={css.svg}
        role="group"
        aria-label="Signal flow"
        width={paper.width * zoom}
        height={paper.height * zoom}
        viewBox={`0 0 ${paper.width} ${paper.height}`}
        {...actions}
      >
        <FlowPicture {...{ marks, colorOf, mayChange, chosen, found, signalOf }} drawing={shown} findings={flow.findings} />
        {start && end && <path className={css.inHand} d={`M${start.x} ${start.y}L${end.x} ${end.y}`} />}
      </svg>
      {refusal && overPlace && (
        <div role="alert" className={css.refusal} style={{ left: overPlace.x * zoom + 12, top: overPlace.y * zoom + 14 }}>
          <strong>{overPlace.name} is not compatible</strong>
          <p>
            {refusal}{' '}
            {flow.accepting.size === 0 ? 'No port here is compatible.' : `${formatCount(flow.accepting.size, 'compatible port')} marked.`}
          </p>
        </div>
      )}
    </div>
  )
}

function useShown(drawing: Drawing): Drawing {
  const isWhole = useDeferredValue(true, false)
  return useMemo(() => (isWhole ? drawing : inSight(drawing, window.innerWidth, window.innerHeight)), [isWhole, drawing])
}

/**
 * Grows the SVG in steps during a drag and never shrinks it, because every size change makes the browser lay out the whole drawing again.
 */
function usePaper({ drawing: { width, height }, isMoving }: Flow) {
  const last = useRef({ width, height })
  const before = last.current
  const grow = (now: number, old: number) => (now <= old ? old : Math.ceil(now / 240) * 240)
  if (!isMoving) last.current = { width, height }
  else if (width > before.width || height > before.height)
    last.current = { width: grow(width, before.width), height: grow(height, before.height) }
  return last.current
}

type ActsProps = Pick<CanvasProps, 'flow' | 'mayChange' | 'onChoose' | 'onStub'> & {
  pointer: { x: number; y: number } | undefined
  setPointer: (at: { x: number; y: number } | undefined) => void
  inDrawing: (event: { clientX: number; clientY: number }) => { x: number; y: number } | undefined
  svg: { readonly current: SVGSVGElement | null }
}

function useActs({ flow, mayChange, pointer, setPointer, inDrawing, onChoose, onStub, svg }: ActsProps) {
  const grabbed = useRef<{ id: number; x: number; y: number; isMoved: boolean }>(undefined)
  const { drawing, held } = flow
  const boxOf = (id: number | undefined) => drawing.boxes.find(({ block }) => block.id === id)

  function focusPort(from: PortKey, by: 1 | -1) {
    const ports = held ? flow.ports.filter((port) => flow.accepting.has(keyOfPort(port))) : flow.ports
    const at = ports.findIndex((port) => keyOfPort(port) === keyOfPort(from))
    const next = at < 0 ? ports[by > 0 ? 0 : ports.length - 1] : ports[(at + by + ports.length) % ports.length]
    if (next) svg.current?.querySelector<SVGElement>(`[data-port="${keyOfPort(next)}"]`)?.focus()
  }
  function press(event: SyntheticEvent): boolean {
    const [chain, wire, stub] = [partUnder(event, 'chain'), partUnder(event, 'wire'), partUnder(event, 'stub')]
    const opened = drawing.stubs.find(({ wireId }) => String(wireId) === stub)
    if (chain) flow.toggle(Number(chain))
    else if (wire) onChoose(Number(wire))
    else if (opened) onStub(opened)
    else return false
    return true
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const isPress = key === 'Enter' || key === ' '
    const port = portUnder(event)
    const box = boxOf(Number(partUnder(event, 'box')))
    const step = steps[key]
    if (key === 'Escape') {
      if (!held) return
      event.stopPropagation()
      flow.letGo()
    } else if (port && isPress) {
      event.preventDefault()
      if (mayChange) flow.pick(port)
    } else if (port && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      focusPort(port, key === 'ArrowDown' ? 1 : -1)
    } else if (box && step && mayChange) {
      event.preventDefault()
      flow.move(box, onGrid(box.x + step[0]), onGrid(box.y + step[1]))
    } else if (isPress && press(event)) event.preventDefault()
  }
  function onPointerDown(event: PointerEvent) {
    const [port, box, at] = [portUnder(event), boxOf(Number(partUnder(event, 'box'))), inDrawing(event)]
    if (!mayChange || !at) return
    if (port) {
      // Touch captures the pointer at the port where it started, so release it.
      if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
        event.target.releasePointerCapture(event.pointerId)
      if (held) flow.pick(port)
      else flow.hold(port)
    } else if (box) {
      event.currentTarget.setPointerCapture(event.pointerId)
      grabbed.current = { id: box.block.id, x: at.x - box.x, y: at.y - box.y, isMoved: false }
    }
  }
  function onPointerMove(event: PointerEvent) {
    const at = inDrawing(event)
    const { current } = grabbed
    const box = boxOf(current?.id)
    if (held) setPointer(at)
    if (!current || !box || !at) return
    current.isMoved = true
    flow.move(box, onGrid(at.x - current.x), onGrid(at.y - current.y))
  }
  /** Ends the wire on the port under the pointer. Released on its start port, the wire stays active. */
  function onPointerUp(event: PointerEvent) {
    if (grabbed.current?.isMoved) flow.keep()
    grabbed.current = undefined
    if (!held) return
    const [port] = document.elementsFromPoint(event.clientX, event.clientY).flatMap((target) => portUnder({ target }) ?? [])
    if (port) flow.drop(port)
    else if (pointer) flow.letGo()
  }
  function onPoint(event: SyntheticEvent) {
    const port = held && portUnder(event)
    if (port) flow.point(port)
  }
  return {
    onKeyDown,
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerOver: onPoint,
    onFocus: onPoint,
    onClick: press,
    onBlur: flow.keepMoved,
  }
}
