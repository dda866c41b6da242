import type { KeyboardEvent } from 'react'
import { PortDirection } from '../../model/catalogue/enums.ts'
import { dashes, type SignalOfDiagram } from '../../model/spaces/diagram.ts'
import { type PortPlace, type Stub, sizes, type WirePath } from '../../model/spaces/diagram-layout.ts'
import { pathOf } from '../../model/spaces/diagram-svg.ts'
import css from './flow.module.css'

/** What does not fit is cut. */
export const cut = (text: string, room: number) => (text.length > room ? `${text.slice(0, room - 1)}…` : text)

export interface PortProps {
  isUsed: boolean
  takes: boolean
  refuses: boolean
  isHeld: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onPoint: () => void
  onPress: () => void
}
export function Port({
  place,
  label,
  color,
  isUsed,
  takes,
  refuses,
  isHeld,
  onKeyDown,
  onPoint,
  onPress,
}: PortProps & { place: PortPlace; label: string; color: string | null }) {
  const { x, y, side, port, unitId } = place
  const paint = color ?? 'var(--dna-text-3)'
  const words = `${label} ${port.name}, ${PortDirection.label(port.direction).toLowerCase()}, ${port.connector.name}, ${isUsed ? 'used' : 'free'}${takes ? ', takes this wire' : ''}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a picture
    <g
      className={css.port}
      data-port={`${unitId} ${port.id}`}
      data-used={isUsed || undefined}
      data-takes={takes || undefined}
      data-refuses={refuses || undefined}
      data-held={isHeld || undefined}
      tabIndex={0}
      role="button"
      aria-label={words}
      aria-pressed={isHeld}
      onPointerDown={(event) => {
        event.currentTarget.releasePointerCapture(event.pointerId)
        onPress()
      }}
      onPointerEnter={onPoint}
      onFocus={onPoint}
      onKeyDown={onKeyDown}
    >
      <title>{words}</title>
      <rect className={css.halo} x={side === 'left' ? x - 7 : x - 66} y={y - 8} width={73} height={16} rx={2} />
      <rect x={x - 4} y={y - 4} width={sizes.port} height={sizes.port} rx={2} stroke={paint} fill={isUsed ? paint : 'var(--dna-page)'} />
      <text x={side === 'left' ? x + 9 : x - 9} y={y + 4} textAnchor={side === 'left' ? 'start' : 'end'}>
        {cut(port.name, 10)}
      </text>
    </g>
  )
}

interface WireProps {
  path: WirePath
  signal: SignalOfDiagram | undefined
  grade: 'error' | 'warning' | 'info' | undefined
  words: string | undefined
  isChosen: boolean
  isFound: boolean
  onChoose: () => void
}

export function Wire({ path: { wire, points, label }, signal, grade, words, isChosen, isFound, onChoose }: WireProps) {
  const d = pathOf(points)
  const half = wire.number.length * 3 + 3
  const first = points[0] ?? [0, 0]
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a picture
    <g
      className={css.wire}
      data-chosen={isChosen || undefined}
      data-found={isFound || undefined}
      data-grade={grade === 'info' ? undefined : grade}
      tabIndex={0}
      role="button"
      aria-label={`Wire ${wire.number}, ${signal?.name ?? ''}${words && grade !== 'info' ? `, ${words}` : ''}`}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
    >
      <title>{[wire.number, signal?.name, words].filter(Boolean).join(' · ')}</title>
      <path className={css.band} d={d} />
      <path className={css.gap} d={d} />
      <path d={d} stroke={signal?.color ?? 'var(--dna-text-3)'} strokeDasharray={dashes[signal?.lineStyle ?? 'solid']} />
      <rect x={label[0] - half} y={label[1] - 7} width={2 * half} height={14} rx={2} />
      <text x={label[0]} y={label[1] + 3.5}>
        {wire.number}
      </text>
      {grade === 'error' && <circle className={css.error} cx={first[0] + 12} cy={first[1] + 12} r={5} />}
    </g>
  )
}

export function StubArrow({ stub: { far, portName, side, x, y }, onOpen }: { stub: Stub; onOpen: () => void }) {
  const [w, h] = [sizes.stubWidth, sizes.stubHeight]
  const d =
    side === 'right'
      ? `M${x} ${y}h${w - 10}l10 ${h / 2}l-10 ${h / 2}h-${w - 10}z`
      : `M${x + w} ${y}h-${w - 10}l-10 ${h / 2}l10 ${h / 2}h${w - 10}z`
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no links inside a picture that the router knows
    <g
      className={css.stub}
      tabIndex={0}
      role="button"
      aria-label={`To ${far.label} ${portName} in ${far.space.name}`}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
    >
      <title>{`${far.label} ${portName}, ${far.space.name}`}</title>
      <path d={d} />
      <text className={css.far} x={x + 12} y={y + 15}>
        {cut(far.label, 12)}
      </text>
      <text x={x + 12} y={y + 28}>
        {cut(`to ${portName}`, 13)}
      </text>
    </g>
  )
}
