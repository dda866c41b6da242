import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { SignalOfDiagram } from '../../model/spaces/diagram.ts'
import type { FoundInDrawing } from '../../model/spaces/diagram-find.ts'
import { type Box, onGrid, type PortPlace, type Stub, sizes } from '../../model/spaces/diagram-layout.ts'
import css from './flow.module.css'
import { cut, Port, type PortProps, StubArrow, Wire } from './flow-parts.tsx'
import { type Flow, keyOfPort, type PortKey } from './flow-wiring.ts'

interface CanvasProps {
  flow: Flow
  signalOf: (wireId: number) => SignalOfDiagram | undefined
  zoom: number
  mayChange: boolean
  chosen: number | undefined
  /** Marked as what was looked for. */
  found: FoundInDrawing | undefined
  onChoose: (wireId: number | undefined) => void
  onStub: (stub: Stub) => void
}

/** The block diagram, drawn to be worked on. */
export function FlowCanvas({ flow, signalOf, zoom, mayChange, chosen, found, onChoose, onStub }: CanvasProps) {
  const svg = useRef<SVGSVGElement>(null)
  const [pointer, setPointer] = useState<{ x: number; y: number }>()
  const { drawing, held, over } = flow
  const used = new Set(drawing.wires.flatMap(({ wire }) => [keyOfPort(wire.from), keyOfPort(wire.to)]))
  const places = new Map<string, PortPlace>(
    drawing.boxes.flatMap(({ ports }) => ports.map((place) => [`${place.unitId} ${place.port.id}`, place] as const)),
  )
  const inDrawing = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const at = svg.current?.getBoundingClientRect()
    return at && { x: (clientX - at.left) / zoom, y: (clientY - at.top) / zoom }
  }
  useEffect(() => {
    if (!held) setPointer(undefined)
  }, [held])
  const start = held && places.get(keyOfPort(held))
  const overPlace = over && places.get(keyOfPort(over))
  const refusal = held && over && overPlace && keyOfPort(held) !== keyOfPort(over) ? flow.refusalOf(held, over) : undefined
  const end = pointer ?? (overPlace && held && keyOfPort(held) !== keyOfPort(over ?? held) ? { x: overPlace.x, y: overPlace.y } : undefined)

  function focusPort(from: PortKey, by: 1 | -1) {
    const ports = held ? flow.ports.filter((port) => flow.accepting.has(keyOfPort(port))) : flow.ports
    const at = ports.findIndex((port) => keyOfPort(port) === keyOfPort(from))
    const next = at < 0 ? ports[by > 0 ? 0 : ports.length - 1] : ports[(at + by + ports.length) % ports.length]
    if (next) svg.current?.querySelector<SVGElement>(`[data-port="${keyOfPort(next)}"]`)?.focus()
  }
  function onPortKey(event: KeyboardEvent, port: PortKey) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (mayChange) flow.pick(port)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      focusPort(port, event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && held) {
      event.stopPropagation()
      flow.letGo()
    }
  }
  /** Where the pointer was let go: on a port the wire ends, on the one it began at it stays in hand. */
  function onRelease(event: PointerEvent) {
    if (!held) return
    const [element] = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => one.closest('[data-port]'))
    const [unitId, portId] = (element?.closest('[data-port]')?.getAttribute('data-port') ?? '').split(' ').map(Number)
    if (unitId && portId) flow.drop({ unitId, portId })
    else if (pointer) flow.letGo()
  }
  const portProps = (place: PortPlace) => {
    const port = { unitId: place.unitId, portId: place.port.id }
    const key = keyOfPort(port)
    return {
      isUsed: used.has(key),
      takes: flow.accepting.has(key),
      refuses: refusal !== undefined && over !== undefined && keyOfPort(over) === key,
      isHeld: held !== undefined && keyOfPort(held) === key,
      onKeyDown: (event: KeyboardEvent) => onPortKey(event, port),
      onPoint: () => held && flow.point(port),
      onPress: () => {
        if (!mayChange) return
        if (held) flow.pick(port)
        else flow.hold(port)
      },
    }
  }
  return (
    <div className={css.paper}>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture is no fieldset; its ports are buttons */}
      <svg
        ref={svg}
        className={css.svg}
        role="group"
        aria-label="Signal flow"
        width={drawing.width * zoom}
        height={drawing.height * zoom}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        onPointerMove={(event) => held && setPointer(inDrawing(event))}
        onPointerUp={onRelease}
        onKeyDown={(event) => event.key === 'Escape' && flow.letGo()}
      >
        {drawing.wires.map((path) => (
          <Wire
            key={path.wire.id}
            path={path}
            signal={signalOf(path.wire.id)}
            grade={flow.findings.get(path.wire.id)?.[0]?.grade}
            words={flow.findings.get(path.wire.id)?.[0]?.text}
            isChosen={chosen === path.wire.id}
            isFound={found?.wireId === path.wire.id}
            onChoose={() => onChoose(path.wire.id)}
          />
        ))}
        {drawing.boxes.map((box) => (
          <UnitBox key={box.unit.id} {...{ box, flow, mayChange, inDrawing, portProps }} isFound={found?.unitId === box.unit.id} />
        ))}
        {drawing.stubs.map((stub) => (
          <StubArrow key={`${stub.wireId} ${stub.far.id}`} stub={stub} onOpen={() => onStub(stub)} />
        ))}
        {start && end && <path className={css.inHand} d={`M${start.x} ${start.y}L${end.x} ${end.y}`} />}
      </svg>
      {refusal && overPlace && (
        <div role="alert" className={css.refusal} style={{ left: overPlace.x * zoom + 12, top: overPlace.y * zoom + 14 }}>
          <strong>{overPlace.port.name} refuses this wire</strong>
          <p>
            {refusal}{' '}
            {flow.accepting.size === 0
              ? 'No port here takes it.'
              : `${flow.accepting.size} marked ${flow.accepting.size === 1 ? 'port takes' : 'ports take'} it.`}
          </p>
        </div>
      )}
    </div>
  )
}

interface BoxProps {
  box: Box
  flow: Flow
  mayChange: boolean
  isFound: boolean
  inDrawing: (event: { clientX: number; clientY: number }) => { x: number; y: number } | undefined
  portProps: (place: PortPlace) => PortProps
}
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-16, 0],
  ArrowRight: [16, 0],
  ArrowUp: [0, -16],
  ArrowDown: [0, 16],
}

function UnitBox({ box: { unit, x, y, height, ports }, flow, mayChange, isFound, inDrawing, portProps }: BoxProps) {
  const grabbed = useRef<{ x: number; y: number; isMoved: boolean }>(undefined)
  function onMove(event: PointerEvent) {
    const at = inDrawing(event)
    if (!grabbed.current || !at) return
    grabbed.current.isMoved = true
    flow.move(unit.id, onGrid(at.x - grabbed.current.x), onGrid(at.y - grabbed.current.y))
  }
  return (
    <g>
      <rect className={css.box} data-found={isFound || undefined} x={x} y={y} width={sizes.width} height={height} rx={4} />
      {/* biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a picture */}
      <g
        className={css.head}
        data-movable={mayChange || undefined}
        tabIndex={0}
        role="button"
        aria-label={`${unit.label}, ${unit.model}${mayChange ? '; arrow keys move it' : ''}`}
        onPointerDown={(event) => {
          const at = inDrawing(event)
          if (!mayChange || !at) return
          event.currentTarget.setPointerCapture(event.pointerId)
          grabbed.current = { x: at.x - x, y: at.y - y, isMoved: false }
        }}
        onPointerMove={onMove}
        onPointerUp={() => {
          if (grabbed.current?.isMoved) flow.keep()
          grabbed.current = undefined
        }}
        onKeyDown={(event) => {
          const step = steps[event.key]
          if (!step || !mayChange) return
          event.preventDefault()
          flow.move(unit.id, onGrid(x + step[0]), onGrid(y + step[1]))
        }}
        onBlur={() => flow.keepMoved()}
      >
        <title>{`${unit.label} ${unit.tag} ${unit.model}`}</title>
        <path d={`M${x} ${y + sizes.head}v${4 - sizes.head}a4 4 0 0 1 4 -4h${sizes.width - 8}a4 4 0 0 1 4 4v${sizes.head - 4}z`} />
        <text className={css.label} x={x + 8} y={y + 16}>
          {cut(unit.label, 19)}
        </text>
        <text className={css.model} x={x + 8} y={y + 31}>
          {cut(unit.model, 22)}
        </text>
      </g>
      {ports.map((place) => (
        <Port
          key={place.port.id}
          place={place}
          label={unit.label}
          {...portProps(place)}
          color={flow.signalById.get(place.port.signalTypeIds[0] ?? 0)?.color ?? null}
        />
      ))}
    </g>
  )
}
