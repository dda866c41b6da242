import { formatCount } from '../../model/kit/plural.ts'
import { RackSide } from '../../model/spaces/enums.ts'
import type { RackDevice } from '../../model/spaces/rack-devices.ts'
import { type DrawnFace, type DrawnUnit, displayedUnitNumber, drawRack, panelIn, unitIn } from '../../model/spaces/rack-drawing.ts'
import { deviceHeight } from '../../model/spaces/rack-placing.ts'
import type { Sheet, SheetColumn, SheetRow, SheetValue } from '../tools/sheet.ts'
import type { ReportRack } from './rack-gather.ts'

/** Height of a rack unit in points; 44 units and the head fit a letter page. */
const unitPoints = 11
/** Width of one column character in points. */
const signPoints = 5.25
/** A taller rack needs a larger page; a lower one leaves space for its device list. */
const [mostOnLetter, leavesRoom] = [44, 20]
/** Height above a rack, and usable height of a tabloid page, in points. */
const [abovePoints, tabloidPoints] = [200, 1110]
/** Scale in percent of a drawing on tabloid, limited by the rack's height and the page width. */
const enlarged = (heightRU: number) => Math.min(135, Math.floor((100 * tabloidPoints) / (heightRU * unitPoints + abovePoints)))
/** Half of the width between the rack ears, to the scale of the units. */
const half = Math.round(((unitPoints * panelIn) / unitIn / signPoints / 2) * 100) / 100

const columns: SheetColumn[] = [
  { header: 'RU', width: 8, kind: 'integer', align: 'center' },
  { header: 'Front', width: half, wrap: true, align: 'left' },
  { header: '', width: half, wrap: true },
  { header: 'RU', width: 8 },
  { header: 'Rear', width: half, wrap: true },
  { header: '', width: half },
  { header: '', width: 7, kind: 'number', align: 'right' },
  { header: '', width: 11, kind: 'number', align: 'right' },
  { header: '', width: 10, kind: 'number', align: 'right' },
]
const deviceHeads = ['Start RU', 'Tag', 'Manufacturer', 'Face', 'Model', null, 'RU', 'Weight (lb)', 'Watts']
/** Column of a device's model, and of the rear elevation's left half. */
const rearAt = 4

type Merged = NonNullable<Sheet['merged']>

const describeDevice = ({ label, equipment: { tag, model } }: RackDevice) =>
  label.startsWith(tag) ? `${label}  ${model}` : [tag, model, label].filter(Boolean).join('  ')

function describeUnit(face: DrawnFace, { placed, device }: DrawnUnit): string {
  const carried = face.units.filter(({ placed: one }) => one.shelfUnitId === placed.unitId)
  return [device, ...carried.map((drawnUnit) => drawnUnit.device)].map(describeDevice).join(' · ')
}

/** Builds one side of a rack as cells, two per unit; a device is one merged cell. */
function faceCells(rack: ReportRack, face: DrawnFace, left: number) {
  const cells: SheetValue[][] = Array.from({ length: rack.heightRU }, () => [
    { value: null, style: 'open' },
    { value: null, style: 'open' },
  ])
  const placesOf = ({ topIn, leftIn, widthIn, heightIn }: DrawnUnit | DrawnFace['behind'][number]) => {
    const [from, to] = [Math.max(0, Math.round(topIn / unitIn)), Math.min(rack.heightRU, Math.round((topIn + heightIn) / unitIn))]
    return { from, to, column: leftIn > 0 ? 1 : 0, columns: widthIn > panelIn / 2 ? 2 : 1 }
  }
  const fill = ({ from, to, column, columns }: ReturnType<typeof placesOf>, value: SheetValue) => {
    for (let row = from; row < to; row++) for (let at = column; at < column + columns; at++) cells[row]?.splice(at, 1, value)
  }
  for (const box of face.behind) fill(placesOf(box), { value: null, style: 'behind' })
  const merged: Merged = []
  for (const unit of face.units) {
    if (unit.placed.shelfUnitId !== null) continue
    const position = placesOf(unit)
    const { from, to, column, columns } = position
    // A product that grew after placement may overlap another. Overlapping merged cells would make the file unreadable, so both names share
    // one cell.
    const inTheWay = merged.find(
      (item) =>
        item.row < to && from < item.row + item.rows && item.column < left + column + columns && left + column < item.column + item.columns,
    )
    if (inTheWay || to <= from) {
      const cell = inTheWay && cells[inTheWay.row]?.[inTheWay.column - left]
      if (cell && typeof cell === 'object' && 'style' in cell) cell.value = `${cell.value} / ${describeUnit(face, unit)}`
      continue
    }
    const style = to - from > 1 ? 'box' : 'line'
    fill(position, { value: null, style })
    cells[from]?.splice(column, 1, { value: describeUnit(face, unit), style })
    merged.push({ row: from, column: left + column, rows: to - from, columns })
  }
  return { cells, merged: merged.filter(({ rows, columns }) => rows * columns > 1) }
}

const estimateLineCount = (text: string | null, width: number) => Math.max(1, Math.ceil((text?.length ?? 0) / (width - 1)))

function deviceRow(device: RackDevice, at: { number: number; face: RackSide } | null): SheetRow {
  const { tag, manufacture, model, weightLb, watts } = device.equipment
  const lines = Math.max(estimateLineCount(tag, half), estimateLineCount(manufacture, half), estimateLineCount(model, 2 * half))
  return {
    values: [at?.number ?? null, tag, manufacture, at && RackSide.label(at.face), model, null, deviceHeight(device), weightLb, watts],
    height: lines * 15,
  }
}

/** Rows of the devices from top to bottom, front before rear; devices on a shelf follow it. */
function deviceRows(rack: ReportRack): SheetRow[] {
  return rack.placements
    .toSorted((a, b) => a.face - b.face || b.startRU - a.startRU || (a.shelfOrder ?? 0) - (b.shelfOrder ?? 0) || a.unitId - b.unitId)
    .flatMap((placed) => {
      const device = rack.devices.get(placed.unitId)
      return device ? [deviceRow(device, { number: displayedUnitNumber(rack, placed.startRU), face: placed.face })] : []
    })
}

export function rackNotes({ figures }: ReportRack): string[] {
  const { withoutWeight, withoutWatts, withoutDepth, notes } = figures
  return [
    ...notes.map(({ text }) => text),
    ...(withoutWeight > 0 ? [`${formatCount(withoutWeight, 'device')} of unknown weight.`] : []),
    ...(withoutWatts > 0 ? [`${formatCount(withoutWatts, 'device')} of unknown power.`] : []),
    ...(withoutDepth > 0 ? [`${formatCount(withoutDepth, 'device')} of unknown depth.`] : []),
  ]
}

export function elevationSheet(rack: ReportRack): Sheet {
  const drawing = drawRack(rack, rack.devices, rack.placements)
  const drawn = drawing.faces.map((face, index) => faceCells(rack, face, index === 0 ? 1 : rearAt))
  const hasRear = drawn.length > 1
  const rows: SheetRow[] = drawing.numbers.map(({ number }, row) => ({
    values: drawn.flatMap(({ cells }) => [number, ...(cells[row] ?? [])]),
    style: 'drawing',
    height: unitPoints,
  }))
  const heads: SheetRow = { values: deviceHeads, style: 'heads', breaksPage: rack.heightRU > leavesRoom || undefined }
  const devices = deviceRows(rack)
  const waiting = rack.unplaced.map((device) => deviceRow(device, null))
  const { figures } = rack
  const total: SheetRow = {
    values: ['Total', formatCount(figures.devices, 'device'), null, null, null, null, null, figures.weightLb, figures.watts],
    style: 'total',
  }
  const open: SheetRow[] =
    waiting.length > 0 ? [{ values: [], style: 'drawing' }, { values: [null, 'Not placed'], style: 'group' }, ...waiting] : []
  rows.push({ values: [], style: 'drawing' }, heads, ...devices, total, ...open)
  const model = (row: SheetRow, at: number): Merged =>
    row.values.length === deviceHeads.length && at >= rack.heightRU ? [{ row: at, column: rearAt, rows: 1, columns: 2 }] : []
  const faceHeads: Merged = [
    { row: -1, column: 1, rows: 1, columns: 2 },
    ...(hasRear ? [{ row: -1, column: rearAt, rows: 1, columns: 2 }] : []),
  ]
  const location = [rack.space, `${rack.heightRU} RU`].filter(Boolean).join(', ')
  return {
    name: rack.name,
    columns: hasRear ? columns : columns.map((column, index) => (index > 2 ? { ...column, header: '' } : column)),
    rows,
    merged: [...faceHeads, ...drawn.flatMap(({ merged }) => merged), ...rows.flatMap(model)],
    notes: [`${location}. To scale, a rack unit is 1.75 in; left and right of the rear are as seen from behind.`, ...rackNotes(rack)],
    ...(rack.heightRU > mostOnLetter ? { paper: 'tabloid', scale: enlarged(rack.heightRU) } : { paper: 'letter', fitToWidth: true }),
  }
}
