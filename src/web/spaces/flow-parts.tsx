import { memo } from 'react'
import { PortDirection } from '../../model/catalog/enums.ts'
import { dashes, type SignalOfDiagram } from '../../model/spaces/diagram.ts'
import { type Chain, nameOfChain } from '../../model/spaces/diagram-chains.ts'
import { type Box, type PortPlace, portNameLimit, type Stub, sizes, type WirePath } from '../../model/spaces/diagram-layout.ts'
import { cutName, numberHalfWidth, truncateToWidth } from '../../model/spaces/diagram-routes.ts'
import { blockModel, stackPath, svgPath } from '../../model/spaces/diagram-svg.ts'
import { wireColor } from '../catalog/public.tsx'
import css from './flow.module.css'
import { keyOfPort } from './flow-wiring.ts'

interface PortProps {
  place: PortPlace
  room: number
  color: string | null
  isUsed: boolean
  takes: boolean
  refuses: boolean
  isHeld: boolean
}
const Port = memo(function Port({ place, room, color, isUsed, takes, refuses, isHeld }: PortProps) {
  const { x, y, side, port, name, label, unitId } = place
  const paint = wireColor(color)
  const portLabel = `${label} ${port.name}, ${PortDirection.label(port.direction).toLowerCase()}, ${port.connector.name}, ${isUsed ? 'used' : 'free'}${takes ? ', takes this wire' : ''}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a picture
    <g
      className={css.port}
      data-port={keyOfPort({ unitId, portId: port.id })}
      data-used={isUsed || undefined}
      data-takes={takes || undefined}
      data-refuses={refuses || undefined}
      data-held={isHeld || undefined}
      tabIndex={0}
      role="button"
      aria-label={portLabel}
      aria-pressed={isHeld}
    >
      <title>{portLabel}</title>
      <rect className={css.halo} x={side === 'left' ? x - 7 : x - 66} y={y - 8} width={73} height={16} rx={2} />
      <rect x={x - 4} y={y - 4} width={sizes.port} height={sizes.port} rx={2} stroke={paint} fill={isUsed ? paint : 'var(--dna-page)'} />
      <text x={side === 'left' ? x + 9 : x - 9} y={y + 4} textAnchor={side === 'left' ? 'start' : 'end'}>
        {cutName(name, room)}
      </text>
    </g>
  )
})

export interface PortMarks {
  used: ReadonlySet<string>
  accepting: ReadonlySet<string>
  held: string | undefined
  refused: string | undefined
}
interface BoxProps {
  box: Box
  marks: PortMarks
  colorOf: (signalTypeId: number) => string | null
  mayChange: boolean
  isFound: boolean
  /** Worst finding inside a collapsed chain. */
  grade: 'error' | 'warning' | undefined
  label: string | undefined
}

export const UnitBox = memo(function UnitBox({ box, marks, colorOf, mayChange, isFound, grade, label: words }: BoxProps) {
  const { block, x, y, height, ports } = box
  const { chain, isClosed, label, model, tag } = block
  const isMany = isClosed && chain !== undefined
  return (
    <g>
      {isMany && <path className={css.stack} d={stackPath(x, y + height)} />}
      <rect
        className={css.box}
        data-found={isFound || undefined}
        data-grade={grade}
        x={x}
        y={y}
        width={sizes.width}
        height={height}
        rx={4}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a picture */}
      <g
        className={css.head}
        data-box={block.id}
        data-movable={mayChange || undefined}
        tabIndex={0}
        role="button"
        aria-label={`${label}, ${isMany ? `chain of ${chain.units.length}, ` : ''}${model}${words ? `, ${words}` : ''}${mayChange ? '; arrow keys move it' : ''}`}
      >
        <title>{[`${label} ${tag} ${model}`, words].filter(Boolean).join(' · ')}</title>
        <path d={`M${x} ${y + sizes.head}v${4 - sizes.head}a4 4 0 0 1 4 -4h${sizes.width - 8}a4 4 0 0 1 4 4v${sizes.head - 4}z`} />
        <text className={css.label} x={x + 8} y={y + 16}>
          {truncateToWidth(label, chain ? 15 : 19)}
        </text>
        <text className={css.model} x={x + 8} y={y + 31}>
          {truncateToWidth(blockModel(block), chain ? 18 : 22)}
        </text>
      </g>
      {chain && <ChainToggle chain={chain} isClosed={isClosed} id={block.id} x={x + sizes.width - 28} y={y + 7} />}
      {ports.map((place) => {
        const key = keyOfPort({ unitId: place.unitId, portId: place.port.id })
        return (
          <Port
            key={key}
            place={place}
            room={portNameLimit(box, place)}
            color={colorOf(place.port.signalTypeIds[0] ?? 0)}
            isUsed={marks.used.has(key)}
            takes={marks.accepting.has(key)}
            refuses={marks.refused === key}
            isHeld={marks.held === key}
          />
        )
      })}
    </g>
  )
})

interface ToggleProps {
  chain: Chain
  isClosed: boolean
  id: number
  x: number
  y: number
}
function ChainToggle({ chain, isClosed, id, x, y }: ToggleProps) {
  const name = `Chain ${nameOfChain(chain)}, ${chain.units.length} units`
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a picture
    <g className={css.toggle} data-chain={id} tabIndex={0} role="button" aria-label={name} aria-expanded={!isClosed}>
      <title>{isClosed ? 'Show its units' : 'One box for the chain'}</title>
      <rect x={x} y={y} width={24} height={24} rx={4} />
      <path d={isClosed ? `M${x + 10} ${y + 8}l4 4l-4 4` : `M${x + 8} ${y + 10}l4 4l4 -4`} />
    </g>
  )
}

interface WireProps {
  path: WirePath
  signal: SignalOfDiagram | undefined
  grade: 'error' | 'warning' | 'info' | undefined
  label: string | undefined
  isChosen: boolean
  isFound: boolean
}

export const Wire = memo(function Wire({ path: { wire, points }, signal, grade, label, isChosen, isFound }: WireProps) {
  const d = svgPath(points)
  const first = points[0] ?? [0, 0]
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a picture
    <g
      className={css.wire}
      data-wire={wire.id}
      data-chosen={isChosen || undefined}
      data-found={isFound || undefined}
      data-grade={grade === 'info' ? undefined : grade}
      tabIndex={0}
      role="button"
      aria-label={`Wire ${wire.number}, ${signal?.name ?? ''}${label && grade !== 'info' ? `, ${label}` : ''}`}
    >
      <title>{[wire.number, signal?.name, label].filter(Boolean).join(' · ')}</title>
      <path className={css.band} d={d} />
      <path className={css.gap} d={d} />
      <path d={d} stroke={wireColor(signal?.color)} strokeDasharray={dashes[signal?.lineStyle ?? 'solid']} />
      {grade === 'error' && <circle className={css.error} cx={first[0] + 12} cy={first[1] + 12} r={5} />}
    </g>
  )
})

/** Rendered above all wires, so no wire crosses a number. */
export const WireNumber = memo(function WireNumber({ path: { wire, label }, grade }: Pick<WireProps, 'path' | 'grade'>) {
  const half = numberHalfWidth(wire.number)
  return (
    <g className={css.number} data-wire={wire.id} data-grade={grade === 'info' ? undefined : grade} aria-hidden>
      <rect x={label[0] - half} y={label[1] - 7} width={2 * half} height={14} rx={2} />
      <text x={label[0]} y={label[1] + 3.5}>
        {wire.number}
      </text>
    </g>
  )
})

export const StubArrow = memo(function StubArrow({ stub: { wireId, far, portName, side, x, y } }: { stub: Stub }) {
  const [w, h] = [sizes.stubWidth, sizes.stubHeight]
  const d =
    side === 'right'
      ? `M${x} ${y}h${w - 10}l10 ${h / 2}l-10 ${h / 2}h-${w - 10}z`
      : `M${x + w} ${y}h-${w - 10}l-10 ${h / 2}l10 ${h / 2}h${w - 10}z`
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no links inside a picture that the router knows
    <g className={css.stub} data-stub={wireId} tabIndex={0} role="button" aria-label={`To ${far.label} ${portName} in ${far.space.name}`}>
      <title>{`${far.label} ${portName}, ${far.space.name}`}</title>
      <path d={d} />
      <text className={css.far} x={x + 12} y={y + 15}>
        {truncateToWidth(far.label, 12)}
      </text>
      <text x={x + 12} y={y + 28}>
        {truncateToWidth(`to ${portName}`, 13)}
      </text>
    </g>
  )
})
