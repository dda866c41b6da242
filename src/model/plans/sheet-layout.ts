import { round } from '../kit/money.ts'
import { formatCount } from '../kit/plural.ts'
import { PlanSymbol } from './enums.ts'
import { boundsOf } from './plan-geometry.ts'
import { feetPerPointOfScale, type Point, scaleText } from './plan-scale.ts'
import { symbolRadiusPt } from './plan-symbols.ts'
import type { PlanOutline, PlanPlacement } from './plans.ts'
import { estimatedWidth, type SceneItem, type SceneText, type SheetScene } from './sheet-scene.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}
export interface DeviceFigures {
  watts: number | null
  heatWatts: number | null
  dataPorts: number
}
export interface PlanOfSheet {
  name: string
  fileId: string
  contentType: string
  page: number
  rotation: number
  widthPt: number
  heightPt: number
  feetPerPoint: number
  outlines: readonly PlanOutline[]
  placements: readonly PlanPlacement[]
}
export interface CableRow {
  number: string
  from: string
  to: string
  signal: string
  length: string
  source: string
}
export type SheetView = { name: string; scale: string | null } & (
  | { kind: 'plan'; plan: PlanOfSheet /** Space that the view is cropped to. */; spaceId: number | null }
  | { kind: 'legend' | 'devices' }
  | { kind: 'cables'; rows: readonly CableRow[] }
  | { kind: 'notes'; text: string }
  | { kind: 'file'; file: { fileId: string; contentType: string; page: number; rotation: number; widthPt: number; heightPt: number } }
  | { kind: 'missing'; reason: string }
)
export interface SheetContents {
  number: string
  title: string
  revision: string | null
  issueDate: string | null
  drawnBy: string | null
  firm: string
  project: string
  client: string | null
  date: string
  /** Position in the set. */
  sheet: readonly [number: number, of: number]
  paper: { width: number; height: number }
  views: readonly SheetView[]
  /** Figures by device, for the schedule. */
  figures: ReadonlyMap<number, DeviceFigures>
}

/** Line weights in millimeters. */
const weights = { thin: 0.18, normal: 0.25, strong: 0.35, frame: 0.5 } as const
/** 3/32 inch, the smallest text on paper. */
const [small, normal, large] = [6.75, 8, 12]
const rowHeight = 10.5
const margin = 24
const captionHeight = 26
const layers = {
  title: 'G-ANNO-TTLB',
  schedule: 'G-ANNO-SCHD',
  note: 'G-ANNO-NOTE',
  room: 'A-AREA',
  roomName: 'A-AREA-IDEN',
  tag: 'T-AV-IDEN',
  plan: 'A-FLOR',
} as const
const deviceLayers: Readonly<Record<PlanSymbol, string>> = {
  display: 'T-AV-DISP',
  projector: 'T-AV-PROJ',
  screen: 'T-AV-SCRN',
  loudspeaker: 'T-AV-SPKR',
  microphone: 'T-AV-MICR',
  camera: 'T-AV-CAMR',
  touchPanel: 'T-AV-CTRL',
  rack: 'T-AV-RACK',
  floorBox: 'T-AV-FLBX',
  wallPlate: 'T-AV-WPLT',
  wireless: 'T-AV-WRLS',
  network: 'T-NETW-EQPM',
  other: 'T-AV-EQPM',
}

const rectangle = ({ x, y, width, height }: Box, weight: number, layer: string): SceneItem => ({
  kind: 'line',
  layer,
  weight,
  isClosed: true,
  points: [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ],
})
const rule = (from: Point, to: Point, weight: number, layer: string): SceneItem => ({ kind: 'line', layer, weight, points: [from, to] })
const text = (x: number, y: number, value: string, more: Partial<SceneText> = {}): SceneText => ({
  kind: 'text',
  layer: layers.note,
  x,
  y,
  text: value,
  size: normal,
  ...more,
})

/** Scales that architects use, largest first, in feet per point. */
const usualScales = ['1"', '3/4"', '1/2"', '3/8"', '1/4"', '3/16"', '1/8"', '3/32"', '1/16"', '1/32"', '1/64"'].flatMap(
  (paper) => feetPerPointOfScale(`${paper} = 1'-0"`) ?? [],
)
/** Free space around a room that a view is cropped to. */
const cropMarginFt = 2

function planItems(view: Extract<SheetView, { kind: 'plan' }>, box: Box): { items: SceneItem[]; scale: string } {
  const { plan, spaceId } = view
  const own = spaceId === null ? undefined : plan.outlines.find((outline) => outline.spaceId === spaceId)
  const whole = { left: 0, top: 0, right: plan.widthPt * plan.feetPerPoint, bottom: plan.heightPt * plan.feetPerPoint }
  const bounds = own ? boundsOf(own.points) : whole
  const crop = own
    ? {
        left: bounds.left - cropMarginFt,
        top: bounds.top - cropMarginFt,
        right: bounds.right + cropMarginFt,
        bottom: bounds.bottom + cropMarginFt,
      }
    : whole
  const [wide, high] = [crop.right - crop.left, crop.bottom - crop.top]
  const wanted = view.scale === null ? undefined : feetPerPointOfScale(view.scale)
  const fitting =
    usualScales.find((feet) => wide / feet <= box.width && high / feet <= box.height) ?? Math.max(wide / box.width, high / box.height)
  const feetPerPoint = wanted ?? fitting
  const needed = { width: wide / feetPerPoint, height: high / feetPerPoint }
  const isCut = needed.width > box.width + 0.01 || needed.height > box.height + 0.01
  const shown: Box = {
    width: Math.min(box.width, needed.width),
    height: Math.min(box.height, needed.height),
    x: box.x + Math.max(0, (box.width - needed.width) / 2),
    y: box.y + Math.max(0, (box.height - needed.height) / 2),
  }
  const at = ({ x, y }: Point): Point => ({ x: shown.x + (x - crop.left) / feetPerPoint, y: shown.y + (y - crop.top) / feetPerPoint })
  const isShown = ({ x, y }: Point) => x >= shown.x && x <= shown.x + shown.width && y >= shown.y && y <= shown.y + shown.height
  const { fileId, contentType, page, rotation, widthPt, heightPt } = plan
  const origin = at({ x: 0, y: 0 })
  const items: SceneItem[] = [
    {
      kind: 'underlay',
      layer: layers.plan,
      fileId,
      contentType,
      page,
      rotation,
      ...origin,
      scale: plan.feetPerPoint / feetPerPoint,
      width: widthPt,
      height: heightPt,
      clip: shown,
    },
    rectangle(shown, weights.thin, layers.plan),
  ]
  for (const outline of plan.outlines) {
    const points = outline.points.map(at)
    if (!points.every(isShown)) continue
    const { left, top } = boundsOf(points)
    items.push(
      { kind: 'line', layer: layers.room, weight: weights.normal, isClosed: true, isDashed: true, points },
      text(left + 4, top + 10, [outline.space.spaceNumber, outline.space.name].filter(Boolean).join(' '), {
        layer: layers.roomName,
        size: small,
      }),
    )
  }
  let outside = 0
  for (const placement of plan.placements) {
    if (own && placement.space.id !== spaceId) continue
    const point = at(placement)
    if (!isShown(point)) {
      outside++
      continue
    }
    const { label, model, manufacture, symbol, mountingHeightIn, rotation: turned } = placement
    items.push(
      {
        kind: 'device',
        layer: deviceLayers[symbol],
        ...point,
        radius: symbolRadiusPt,
        rotation: turned,
        symbol,
        attributes: {
          TAG: label,
          MODEL: model,
          MANUFACTURER: manufacture,
          HEIGHT: mountingHeightIn === null ? '' : String(mountingHeightIn),
        },
      },
      text(point.x, point.y + symbolRadiusPt + 7, label, { layer: layers.tag, size: small, align: 'center' }),
    )
  }
  const inches = (points: number) => String(round(points / 72, 1))
  const told = [
    isCut &&
      `Does not fit at this scale: ${inches(needed.width)} × ${inches(needed.height)} in are needed. Only the upper left part is shown.`,
    outside > 0 && `${formatCount(outside, 'device is', 'devices are')} outside of this view.`,
  ].filter((line) => line !== false)
  items.push(...told.map((line, index) => text(box.x + 4, box.y + box.height - 4 - index * rowHeight, line, { isBold: true, size: small })))
  return { items, scale: wanted === undefined || view.scale === null ? scaleText(feetPerPoint) : view.scale }
}

interface TableColumn {
  title: string
  share: number
}
/** A ruled table. Rows that do not fit are counted below it. */
function tableItems(box: Box, columns: readonly TableColumn[], rows: readonly (readonly string[])[]): SceneItem[] {
  const total = columns.reduce((sum, { share }) => sum + share, 0)
  const fits = Math.max(0, Math.floor((box.height - 2 * rowHeight) / rowHeight))
  const shown = rows.slice(0, rows.length > fits ? Math.max(0, fits - 1) : fits)
  const items: SceneItem[] = []
  const line = (cells: readonly string[], y: number, isBold: boolean) => {
    let x = box.x
    for (const [index, { share }] of columns.entries()) {
      const width = (box.width * share) / total
      items.push(text(x + 2, y - 3, cells[index] ?? '', { layer: layers.schedule, size: small, isBold, width: width - 4 }))
      x += width
    }
    items.push(rule({ x: box.x, y }, { x: box.x + box.width, y }, isBold ? weights.strong : weights.thin, layers.schedule))
  }
  line(
    columns.map(({ title }) => title),
    box.y + rowHeight,
    true,
  )
  for (const [index, cells] of shown.entries()) line(cells, box.y + (index + 2) * rowHeight, false)
  const left = rows.length - shown.length
  if (left > 0)
    items.push(
      text(
        box.x + 2,
        box.y + (shown.length + 2) * rowHeight,
        `${formatCount(left, 'more row does', 'more rows do')} not fit on this sheet.`,
        { isBold: true, size: small },
      ),
    )
  return items
}

const figure = (value: number | null | undefined) => (value == null ? '' : String(round(value, 1)))
const btuPerWatt = 3.412

function placementsOf({ views }: SheetContents): PlanPlacement[] {
  const all = views.flatMap((view) => {
    if (view.kind !== 'plan') return []
    return view.plan.placements.filter(({ space }) => view.spaceId === null || space.id === view.spaceId)
  })
  return [...new Map(all.map((placement) => [placement.unitId, placement])).values()]
}

function legendItems(box: Box, contents: SheetContents): SceneItem[] {
  const placements = placementsOf(contents)
  const used = PlanSymbol.values.flatMap(({ value, label }) => {
    const count = placements.filter(({ symbol }) => symbol === value).length
    return count > 0 ? [{ symbol: value, label, count }] : []
  })
  if (used.length === 0) return [text(box.x, box.y + normal, 'No devices are placed.', { size: small })]
  return used.flatMap(({ symbol, label, count }, index): SceneItem[] => {
    const y = box.y + 10 + index * 20
    return [
      {
        kind: 'line',
        layer: layers.schedule,
        weight: weights.thin,
        points: [
          { x: box.x, y: y + 10 },
          { x: box.x + box.width, y: y + 10 },
        ],
      },
      {
        kind: 'device',
        layer: deviceLayers[symbol],
        x: box.x + 10,
        y,
        radius: symbolRadiusPt,
        rotation: 0,
        symbol,
        attributes: { TAG: '', MODEL: label, MANUFACTURER: '', HEIGHT: '' },
      },
      text(box.x + 24, y + 3, label, { size: normal, width: box.width - 60, layer: layers.schedule }),
      text(box.x + box.width - 2, y + 3, String(count), { size: normal, align: 'right', layer: layers.schedule }),
    ]
  })
}

const deviceColumns: TableColumn[] = [
  { title: 'Tag', share: 12 },
  { title: 'Model', share: 20 },
  { title: 'Manufacturer', share: 14 },
  { title: 'Room', share: 16 },
  { title: 'W', share: 6 },
  { title: 'BTU/h', share: 8 },
  { title: 'Data', share: 6 },
  { title: 'Height (in)', share: 10 },
]
const deviceRows = (contents: SheetContents) =>
  placementsOf(contents).map(({ unitId, label, model, manufacture, space, mountingHeightIn }) => {
    const { watts = null, heatWatts = null, dataPorts = 0 } = contents.figures.get(unitId) ?? {}
    const heat = heatWatts ?? watts
    return [
      label,
      model,
      manufacture,
      [space.spaceNumber, space.name].filter(Boolean).join(' '),
      figure(watts),
      figure(heat === null ? null : heat * btuPerWatt),
      dataPorts > 0 ? String(dataPorts) : '',
      figure(mountingHeightIn),
    ]
  })

const cableColumns: TableColumn[] = [
  { title: 'Number', share: 10 },
  { title: 'From', share: 24 },
  { title: 'To', share: 24 },
  { title: 'Signal', share: 14 },
  { title: 'Length (ft)', share: 10 },
  { title: 'Length from', share: 18 },
]

function noteItems(box: Box, value: string): SceneItem[] {
  const lines = value.split('\n').flatMap((paragraph) => {
    const wrapped: string[] = []
    let line = ''
    for (const word of paragraph.split(/\s+/)) {
      const next = line ? `${line} ${word}` : word
      if (line && estimatedWidth(next, normal) > box.width) {
        wrapped.push(line)
        line = word
      } else line = next
    }
    return [...wrapped, line]
  })
  return lines.slice(0, Math.floor(box.height / 11)).map((line, index) => text(box.x, box.y + 10 + index * 11, line))
}

function viewItems(view: SheetView, box: Box, contents: SheetContents): { items: SceneItem[]; scale: string | null } {
  const plain = (items: SceneItem[]) => ({ items, scale: null })
  switch (view.kind) {
    case 'plan':
      return planItems(view, box)
    case 'legend':
      return plain(legendItems(box, contents))
    case 'devices':
      return plain(tableItems(box, deviceColumns, deviceRows(contents)))
    case 'cables':
      return plain(
        tableItems(
          box,
          cableColumns,
          view.rows.map(({ number, from, to, signal, length, source }) => [number, from, to, signal, length, source]),
        ),
      )
    case 'notes':
      return plain(noteItems(box, view.text))
    case 'file': {
      const { widthPt, heightPt, ...file } = view.file
      const scale = Math.min(box.width / widthPt, box.height / heightPt)
      const [x, y] = [box.x + (box.width - widthPt * scale) / 2, box.y + (box.height - heightPt * scale) / 2]
      return plain([{ kind: 'underlay', layer: layers.plan, ...file, x, y, scale, width: widthPt, height: heightPt, clip: box }])
    }
    case 'missing':
      return plain([text(box.x + box.width / 2, box.y + box.height / 2, view.reason, { align: 'center' })])
  }
}

/** Boxes of the views: a plan takes the left part if there are tables beside it, otherwise all share the sheet in a grid. */
function boxesOf(views: readonly SheetView[], area: Box): Box[] {
  const drawings = views.filter(({ kind }) => kind === 'plan' || kind === 'file' || kind === 'missing').length
  const gap = 12
  const grid = (count: number, box: Box): Box[] => {
    const columns = box.width > box.height ? Math.ceil(Math.sqrt(count)) : Math.max(1, Math.floor(Math.sqrt(count)))
    const rows = Math.max(1, Math.ceil(count / columns))
    const [width, height] = [(box.width - gap * (columns - 1)) / columns, (box.height - gap * (rows - 1)) / rows]
    return Array.from({ length: count }, (_, index) => ({
      x: box.x + (index % columns) * (width + gap),
      y: box.y + Math.floor(index / columns) * (height + gap),
      width,
      height,
    }))
  }
  if (drawings === 0 || drawings === views.length) return grid(views.length, area)
  const side = area.width * 0.28
  const left = grid(drawings, { ...area, width: area.width - side - gap })
  const tables = views.length - drawings
  const right = Array.from({ length: tables }, (_, index) => ({
    x: area.x + area.width - side,
    y: area.y + (area.height / tables) * index,
    width: side,
    height: area.height / tables - gap,
  }))
  return views.map(({ kind }) => (kind === 'plan' || kind === 'file' || kind === 'missing' ? left.shift() : right.shift()) ?? area)
}

function titleBlock(box: Box, contents: SheetContents, scale: string): SceneItem[] {
  const { number, title, revision, issueDate, drawnBy, firm, project, client, date, sheet } = contents
  const items: SceneItem[] = [rectangle(box, weights.frame, layers.title)]
  const cells: [label: string, value: string, height: number, size: number][] = [
    ['Firm', firm, 46, large],
    ['Project', project, 46, 10],
    ['Client', client ?? '', 34, 10],
    ['Revision', [revision, issueDate].filter(Boolean).join(', '), 34, normal],
    ['Drawn by', drawnBy ?? '', 30, normal],
    ['Checked by', '', 30, normal],
    ['Date', date, 30, normal],
    ['Scale', scale, 30, normal],
    ['Title', title, 46, large],
    ['Sheet', `${sheet[0]} of ${sheet[1]}`, 30, normal],
    ['Number', number, 50, 20],
  ]
  const total = cells.reduce((sum, [, , height]) => sum + height, 0)
  const factor = Math.min(1, (box.height - 8) / total)
  let y = box.y + box.height - total * factor
  for (const [label, value, height, size] of cells) {
    items.push(
      rule({ x: box.x, y }, { x: box.x + box.width, y }, weights.thin, layers.title),
      text(box.x + 5, y + 9, label, { layer: layers.title, size: small }),
      text(box.x + 5, y + height * factor - 6, value, { layer: layers.title, size, isBold: size > normal, width: box.width - 10 }),
    )
    y += height * factor
  }
  return items
}

/** Lays out a drawing sheet. What does not fit is named on the sheet. */
export function layoutSheet(contents: SheetContents): SheetScene {
  const [width, height] = [contents.paper.width * 72, contents.paper.height * 72]
  const titleWidth = Math.min(210, Math.max(120, width * 0.085))
  const inner: Box = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin }
  const block: Box = { ...inner, x: inner.x + inner.width - titleWidth, width: titleWidth }
  const area: Box = { x: inner.x + 10, y: inner.y + 10, width: inner.width - titleWidth - 20, height: inner.height - 20 }
  const items: SceneItem[] = [rectangle(inner, weights.frame, layers.title)]
  const scales = new Set<string>()
  const boxes = boxesOf(contents.views, area)
  for (const [index, view] of contents.views.entries()) {
    const box = boxes[index]
    if (!box) continue
    const drawn = viewItems(view, { ...box, height: box.height - captionHeight }, contents)
    if (drawn.scale) scales.add(drawn.scale)
    const y = box.y + box.height - captionHeight + 14
    items.push(
      ...drawn.items,
      text(box.x, y, `${index + 1}  ${view.name}`, { isBold: true, size: 10, width: box.width }),
      rule({ x: box.x, y: y + 3 }, { x: box.x + Math.min(box.width, 180), y: y + 3 }, weights.strong, layers.note),
      ...(drawn.scale ? [text(box.x, y + 11, drawn.scale, { size: small })] : []),
    )
  }
  items.push(...titleBlock(block, contents, scales.size === 1 ? [...scales].join('') : scales.size > 1 ? 'As noted' : 'None'))
  return { number: contents.number, title: contents.title, width, height, items }
}

/** First sheet of a set: every sheet with its number, title, revision, and what changed since the last set. */
export function layoutIndex(contents: SheetContents, rows: readonly (readonly string[])[]): SheetScene {
  const scene = layoutSheet({ ...contents, views: [] })
  const box: Box = { x: margin + 20, y: margin + 60, width: Math.min(900, scene.width - 320), height: scene.height - 2 * margin - 80 }
  const columns = [
    { title: 'Sheet', share: 8 },
    { title: 'Number', share: 14 },
    { title: 'Title', share: 40 },
    { title: 'Revision', share: 10 },
    { title: 'Since the last set', share: 34 },
  ]
  scene.items.push(text(box.x, margin + 40, 'Sheet index', { size: 18, isBold: true }), ...tableItems(box, columns, rows))
  return scene
}
