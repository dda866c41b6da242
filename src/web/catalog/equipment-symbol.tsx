import type { ReactNode } from 'react'
import { ImageTile } from '../kit/pages.tsx'
import css from './equipment-symbol.module.css'

export interface Drawn {
  category?: { name?: unknown; icon?: unknown } | null
  widthIn?: number | null
  heightIn?: number | null
  rackUnits?: number | null
}

interface Front {
  w: number
  h: number
}
type Drawing = (front: Front) => ReactNode

const rackWidthIn = 19
const rackUnitIn = 1.75
const field = { width: 64, height: 48 }
const margin = 3

const drawBody = ({ w, h }: Front, r = 1.5) => <rect x={-w / 2} y={-h / 2} width={w} height={h} rx={Math.min(r, h / 4)} />
const least = ({ w, h }: Front) => Math.min(w, h)
const drawRow = (count: number, width: number, at: (x: number) => ReactNode) =>
  Array.from({ length: count }, (_, n) => -width / 2 + (width * (n + 0.5)) / count).map((x) => <g key={x}>{at(x)}</g>)
const dot = (x: number, y: number, r: number) => <circle cx={x} cy={y} r={r} className={css.full} />
const drawPath = (d: string) => <path d={d} />

/** A rack device: ears and front. */
const panel =
  (shows: Drawing): Drawing =>
  (f) => (
    <>
      {drawBody(f, 1)}
      {drawPath(`M${-f.w / 2 + 3} ${-f.h / 2}v${f.h}M${f.w / 2 - 3} ${-f.h / 2}v${f.h}`)}
      {shows({ w: f.w - 10, h: f.h })}
    </>
  )
const knobs = panel((f) => drawRow(4, f.w, (x) => <circle cx={x} cy={0} r={Math.min(3, f.h * 0.28)} />))
const sockets = panel((f) =>
  drawRow(8, f.w, (x) => <rect x={x - f.w / 24} y={-Math.min(2.4, f.h / 4)} width={f.w / 12} height={Math.min(4.8, f.h / 2)} />),
)
const vents = panel((f) => drawRow(12, f.w * 0.7, (x) => drawPath(`M${x} ${-f.h * 0.28}v${f.h * 0.56}`)))
const lights = panel((f) => (
  <>
    <rect x={-f.w / 2} y={-f.h * 0.25} width={f.w * 0.4} height={f.h * 0.5} />
    {drawRow(4, f.w * 0.5, (x) => dot(x + f.w * 0.24, 0, Math.min(1.2, f.h * 0.16)))}
  </>
))

const screen: Drawing = (f) => (
  <>
    {drawBody(f)}
    <rect x={-f.w / 2 + 2} y={-f.h / 2 + 2} width={f.w - 4} height={f.h - 4} className={css.soft} />
  </>
)
const speaker: Drawing = (f) => {
  const r = Math.min(f.w * 0.36, f.h * 0.26)
  return (
    <>
      {drawBody(f, 2)}
      <circle cy={f.h * 0.16} r={r} />
      <circle cy={f.h * 0.16} r={r * 0.35} className={css.full} />
      <circle cy={-f.h * 0.28} r={r * 0.45} />
    </>
  )
}
const lens: Drawing = (f) => (
  <>
    {drawBody(f, 3)}
    <circle r={least(f) * 0.34} />
    <circle r={least(f) * 0.16} className={css.full} />
  </>
)
const projector: Drawing = (f) => (
  <>
    {drawBody(f, 2)}
    <circle cx={f.w * 0.22} r={least(f) * 0.32} />
    <circle cx={f.w * 0.22} r={least(f) * 0.15} className={css.full} />
    {drawRow(4, f.w * 0.3, (x) => drawPath(`M${x - f.w * 0.24} ${-f.h * 0.2}v${f.h * 0.4}`))}
  </>
)
const drawSheet: Drawing = (f) => (
  <>
    <rect x={-f.w / 2} y={-f.h / 2} width={f.w} height={4} rx={2} className={css.full} />
    <rect x={-f.w / 2 + 2} y={-f.h / 2 + 4} width={f.w - 4} height={f.h - 6} className={css.soft} />
    {drawPath(`M${-f.w / 2 + 1} ${f.h / 2}H${f.w / 2 - 1}`)}
  </>
)
const keypad: Drawing = (f) => (
  <>
    {drawBody(f, 3)}
    {[-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => <g key={`${x}${y}`}>{dot(x * f.w * 0.24, y * f.h * 0.24, least(f) * 0.06)}</g>))}
  </>
)
const microphone: Drawing = () => (
  <>
    <rect x={-6} y={-20} width={12} height={22} rx={6} />
    {drawPath('M-11 -4a11 11 0 0 0 22 0M0 7v9M-8 17h16M-6 -12h12M-6 -7h12')}
  </>
)
const antenna: Drawing = () => (
  <>
    <rect x={-18} y={4} width={36} height={10} rx={5} />
    {dot(0, 9, 1.5)}
    {drawPath('M-8 -2a11 11 0 0 1 16 0M-14 -8a20 20 0 0 1 28 0')}
  </>
)
const drawRack: Drawing = (f) => (
  <>
    {drawBody(f, 1)}
    {Array.from({ length: 6 }, (_, n) => -f.h / 2 + (f.h * (n + 0.5)) / 6).map((y) => (
      <rect key={y} x={-f.w / 2 + 3} y={y - f.h / 16} width={f.w - 6} height={f.h / 8} className={css.soft} />
    ))}
  </>
)
const mount: Drawing = () => drawPath('M-20 -18h40M0 -18v18M-14 0h28v16h-28zM-14 8h28')
const outlets: Drawing = (f) => (
  <>
    {drawBody(f, 2)}
    {drawRow(3, f.w * 0.85, (x) => (
      <>
        <circle cx={x} r={Math.min(f.w * 0.1, f.h * 0.32)} />
        {drawPath(`M${x - 1.5} -2v4M${x + 1.5} -2v4`)}
      </>
    ))}
  </>
)
const lid: Drawing = (f) => (
  <>
    {drawBody(f, 2)}
    <rect x={-f.w / 2 + 4} y={-f.h / 2 + 4} width={f.w - 8} height={f.h - 8} rx={1} className={css.soft} />
    {drawPath(`M${-f.w * 0.12} ${f.h / 2 - 8}h${f.w * 0.24}`)}
  </>
)
const table: Drawing = () => drawPath('M-24 -8h48v5h-48zM-19 -3v21M19 -3v21M-19 8h38')
const drawCable: Drawing = () => drawPath('M-26 -10h8v6h-8zM18 4h8v6h-8zM-18 -7h6c16 0 4 14 20 14h10')
const plate: Drawing = (f) => (
  <>
    {drawBody(f, 2)}
    {[-1, 1].map((side) => (
      <g key={side}>
        <circle cy={side * f.h * 0.22} r={least(f) * 0.16} />
        {dot(0, side * f.h * 0.22, least(f) * 0.05)}
      </g>
    ))}
  </>
)
const lock: Drawing = () => drawPath('M-12 -3h24v20h-24zM-7 -3v-6a7 7 0 0 1 14 0v6M0 5v5')
const drawPhone: Drawing = (f) => (
  <>
    {drawBody(f, 3)}
    <rect x={-f.w / 2 + 3} y={-f.h / 2 + 4} width={f.w * 0.22} height={f.h - 8} rx={3} className={css.soft} />
    {drawRow(3, f.w * 0.4, (x) => dot(x + f.w * 0.16, f.h * 0.1, 1.5))}
    <rect x={-f.w * 0.04} y={-f.h * 0.36} width={f.w * 0.42} height={f.h * 0.26} />
  </>
)
const flame: Drawing = () => drawPath('M0 -20c9 10 13 15 13 24a13 13 0 0 1 -26 0c0 -5 3 -8 6 -11c1 4 3 5 4 5c2 -6 -1 -12 3 -18z')
const bulb: Drawing = () => drawPath('M-6 9c0 -6 -6 -7 -6 -16a12 12 0 0 1 24 0c0 9 -6 10 -6 16zM-5 13h10M-3 17h6')
const programWindow: Drawing = (f) => (
  <>
    {drawBody(f, 2)}
    {drawPath(`M${-f.w / 2} ${-f.h / 2 + 8}h${f.w}M${-f.w * 0.3} 0h${f.w * 0.4}M${-f.w * 0.3} 6h${f.w * 0.55}`)}
    {dot(-f.w / 2 + 5, -f.h / 2 + 4, 1)}
  </>
)
const drawBox: Drawing = (f) => (
  <>
    {drawBody(f, 2)}
    {drawPath(`M${-f.w * 0.2} 0h${f.w * 0.4}`)}
  </>
)

/** One symbol per kind, matched by the category's icon or a word of its name; with typical proportions. */
const kinds: { icons: string[]; pattern: RegExp; usual: [number, number]; drawing: Drawing }[] = [
  { icons: ['device-tv'], pattern: /display|monitor|video ?wall|television/i, usual: [48, 28], drawing: screen },
  { icons: ['device-projector'], pattern: /projector/i, usual: [40, 16], drawing: projector },
  { icons: ['presentation'], pattern: /screen/i, usual: [48, 34], drawing: drawSheet },
  { icons: ['microphone'], pattern: /microphone/i, usual: [40, 40], drawing: microphone },
  { icons: ['device-speaker'], pattern: /speaker|subwoofer/i, usual: [26, 40], drawing: speaker },
  { icons: ['wave-square'], pattern: /amplifier/i, usual: [rackWidthIn, 3.5], drawing: vents },
  { icons: ['adjustments'], pattern: /audio process|mixer|dsp/i, usual: [rackWidthIn, 3.5], drawing: knobs },
  { icons: ['camera'], pattern: /camera/i, usual: [36, 30], drawing: lens },
  { icons: ['switch-3', 'network'], pattern: /switch|network|router|video process/i, usual: [rackWidthIn, 3.5], drawing: sockets },
  {
    icons: ['disc', 'player-play', 'cpu', 'video'],
    pattern: /source|player|control|conferenc|codec/i,
    usual: [rackWidthIn, 4],
    drawing: lights,
  },
  { icons: ['device-tablet'], pattern: /touch|keypad|button/i, usual: [44, 30], drawing: keypad },
  { icons: ['wifi'], pattern: /wireless|antenna|access point/i, usual: [44, 34], drawing: antenna },
  { icons: ['server'], pattern: /\brack|enclosure/i, usual: [24, 42], drawing: drawRack },
  { icons: ['anchor'], pattern: /mount|bracket/i, usual: [40, 40], drawing: mount },
  { icons: ['plug'], pattern: /power|ups\b/i, usual: [rackWidthIn, 5], drawing: outlets },
  { icons: ['box'], pattern: /floor|box/i, usual: [34, 34], drawing: lid },
  { icons: ['armchair'], pattern: /furniture|table|lectern/i, usual: [48, 36], drawing: table },
  { icons: ['line'], pattern: /cable/i, usual: [52, 24], drawing: drawCable },
  { icons: ['plug-connected'], pattern: /connector|plate/i, usual: [24, 36], drawing: plate },
  { icons: ['lock'], pattern: /security|access control/i, usual: [30, 40], drawing: lock },
  { icons: ['phone'], pattern: /phone|telephony/i, usual: [44, 36], drawing: drawPhone },
  { icons: ['flame'], pattern: /fire|life safety/i, usual: [30, 40], drawing: flame },
  { icons: ['bulb'], pattern: /light/i, usual: [30, 40], drawing: bulb },
  { icons: ['license'], pattern: /software|licen[cs]e/i, usual: [48, 36], drawing: programWindow },
]
const fallbackKind = { usual: [40, 28] as const, drawing: drawBox }

/** Actual size if known, rack size if measured in rack units, otherwise the kind's typical size. */
function symbolSize({ widthIn, heightIn, rackUnits }: Drawn, [usualWidth, usualHeight]: readonly [number, number]) {
  if (widthIn && heightIn) return [widthIn, heightIn] as const
  if (rackUnits) return [rackWidthIn, rackUnits * rackUnitIn] as const
  return [usualWidth, usualHeight] as const
}

/** Placeholder for a missing image: symbol of the kind in the proportions of the device. */
export function EquipmentSymbol({ drawn, label }: { drawn: Drawn; label?: string }) {
  const [icon, name] = [String(drawn.category?.icon ?? ''), String(drawn.category?.name ?? '')]
  const kind = kinds.find(({ icons }) => icons.includes(icon)) ?? kinds.find(({ pattern }) => pattern.test(name)) ?? fallbackKind
  const [width, height] = symbolSize(drawn, [kind.usual[0], kind.usual[1]])
  const scale = Math.min((field.width - 2 * margin) / width, (field.height - 2 * margin) / height)
  // A minimum size keeps thin devices recognizable.
  const front = { w: Math.max(12, width * scale), h: Math.max(7, height * scale) }
  return (
    <svg
      viewBox={`${-field.width / 2} ${-field.height / 2} ${field.width} ${field.height}`}
      className={css.symbol}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {kind.drawing(front)}
    </svg>
  )
}

export const EquipmentTile = ({ item }: { item: Drawn & { imageUrl?: string | null } }) => (
  <ImageTile src={item.imageUrl} instead={<EquipmentSymbol drawn={item} />} />
)
