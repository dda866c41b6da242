import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { PlanKind, type PlanSymbol } from '../../model/plans/enums.ts'
import { gridSpots, symbolOf } from '../../model/plans/plan-geometry.ts'
import { calibratePlan, createPlan, writeOutlines, writePlacements } from '../../model/plans/plans.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import type { Invoke } from './invoke.ts'

/** ARCH D at 1/8 inch, in points of the page and feet of the building. */
const sheet = { width: 2592, height: 1728 }
const corridorFt = 8
const marginFt = 16
const usualAreaFt2 = 320
const rowWidthFt = 210

interface Room {
  id: number
  name: string
  number: string | null
  x: number
  y: number
  width: number
  depth: number
}

/** Rooms side by side along corridors. Each has the area that is entered for it. */
function layRooms(spaces: readonly { id: number; name: string; number: string | null; area: number | null }[]): Room[] {
  const rooms: Room[] = []
  let row: { space: (typeof spaces)[number]; area: number }[] = []
  let y = marginFt
  const close = () => {
    const largest = Math.max(...row.map(({ area }) => area))
    const depth = Math.round(Math.min(70, Math.max(14, Math.sqrt(largest * 0.8))))
    let x = marginFt
    for (const { space, area } of row) {
      const width = Math.round((area / depth) * 100) / 100
      rooms.push({ id: space.id, name: space.name, number: space.number, x, y, width, depth })
      x += width
    }
    y += depth + corridorFt
    row = []
  }
  for (const space of [...spaces].sort((a, b) => (b.area ?? usualAreaFt2) - (a.area ?? usualAreaFt2))) {
    const area = space.area && space.area > 40 ? space.area : usualAreaFt2
    const areas = [...row.map((item) => item.area), area]
    const depth = Math.min(70, Math.max(14, Math.sqrt(Math.max(...areas) * 0.8)))
    if (row.length > 0 && areas.reduce((sum, value) => sum + value, 0) / depth > rowWidthFt) close()
    row.push({ space, area })
  }
  if (row.length > 0) close()
  return rooms
}

const wall = rgb(0.25, 0.25, 0.25)
const light = rgb(0.6, 0.6, 0.6)
const white = rgb(1, 1, 1)

/** Draws walls, a door, and a table with chairs. `k` is points per foot; the page counts y from below. */
function drawRoom(page: PDFPage, { x, y, width, depth, name, number }: Room, k: number) {
  const [left, top] = [x * k, sheet.height - y * k]
  const [wide, deep] = [width * k, depth * k]
  page.drawRectangle({ x: left, y: top - deep, width: wide, height: deep, borderColor: wall, borderWidth: 0.5 * k * 0.6 })
  const door = Math.min(3, width / 3) * k
  const doorLeft = left + Math.min(2 * k, wide / 4)
  page.drawRectangle({ x: doorLeft, y: top - deep - 0.3 * k, width: door, height: 0.6 * k, color: white })
  page.drawLine({ start: { x: doorLeft, y: top - deep }, end: { x: doorLeft, y: top - deep + door }, thickness: 0.7, color: wall })
  page.drawSvgPath(`M0 ${-door}A${door} ${door} 0 0 1 ${door} 0`, { x: doorLeft, y: top - deep, borderColor: light, borderWidth: 0.5 })
  const [tableWide, tableDeep] = [Math.min(wide * 0.5, 22 * k), Math.min(deep * 0.25, 5 * k)]
  const [tableLeft, tableTop] = [left + (wide - tableWide) / 2, top - deep / 2 + tableDeep / 2]
  page.drawRectangle({ x: tableLeft, y: tableTop - tableDeep, width: tableWide, height: tableDeep, borderColor: light, borderWidth: 0.6 })
  const chairs = Math.max(1, Math.floor(tableWide / (2.5 * k)))
  for (let chair = 0; chair < chairs; chair++)
    for (const side of [1.4 * k, -tableDeep - 1.4 * k])
      page.drawCircle({
        x: tableLeft + ((chair + 0.5) * tableWide) / chairs,
        y: tableTop + side,
        size: 0.8 * k,
        borderColor: light,
        borderWidth: 0.5,
      })
  const label = [number, name]
    .filter(Boolean)
    .join(' ')
    .replace(/[^\x20-\x7e]/g, '')
  page.drawText(label, { x: left + 0.6 * k, y: top - 2.2 * k, size: Math.min(9, 1.3 * k), color: light, maxWidth: wide })
}

async function drawPlan(title: string, rooms: readonly Room[], k: number): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([sheet.width, sheet.height])
  page.drawRectangle({ x: 36, y: 36, width: sheet.width - 72, height: sheet.height - 72, borderColor: wall, borderWidth: 1.4 })
  const [right, bottom] = [
    Math.max(...rooms.map(({ x, width }) => x + width)),
    Math.max(...rooms.map(({ y, depth }) => y + depth)) + corridorFt,
  ]
  page.drawRectangle({
    x: (marginFt - 2) * k,
    y: sheet.height - bottom * k,
    width: (right - marginFt + 4) * k,
    height: (bottom - marginFt + 2) * k,
    borderColor: wall,
    borderWidth: 1.2 * k * 0.6,
  })
  for (const room of rooms) drawRoom(page, room, k)
  page.drawText(title.replace(/[^\x20-\x7e]/g, ''), { x: 60, y: 60, size: 18, color: wall })
  return Buffer.from(await pdf.save())
}

/** Mounting heights in inches. */
const heights: Partial<Record<PlanSymbol, number>> = {
  display: 60,
  projector: 108,
  screen: 84,
  loudspeaker: 108,
  microphone: 30,
  camera: 72,
  touchPanel: 48,
  wireless: 108,
}

interface Unit {
  id: number
  spaceId: number
  category: string | null
}
/** Places displays on the front wall, loudspeakers and microphones in a grid, panels beside the door, and the rest along a side wall. */
function placeUnits(room: Room, units: readonly Unit[]) {
  const corners = [
    { x: room.x + 1, y: room.y + 1 },
    { x: room.x + room.width - 1, y: room.y + room.depth - 1 },
  ]
  const bySymbol = new Map<PlanSymbol, Unit[]>()
  for (const unit of units) {
    const symbol = symbolOf(unit.category)
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), unit])
  }
  return [...bySymbol].flatMap(([symbol, same]) => {
    const isInGrid = symbol === 'loudspeaker' || symbol === 'microphone' || symbol === 'wireless'
    const grid = isInGrid ? gridSpots(same.length, corners) : []
    return same.map(({ id }, index) => {
      const share = (index + 1) / (same.length + 1)
      const along = { x: room.x + 1, y: room.y + 2 + share * (room.depth - 4) }
      const front = { x: room.x + share * room.width, y: room.y + 0.8 }
      const byDoor = { x: room.x + Math.min(6, room.width - 1) + index * 0.8, y: room.y + room.depth - 0.8 }
      const isFront = symbol === 'display' || symbol === 'screen' || symbol === 'camera'
      const spot = grid[index] ?? (isFront ? front : symbol === 'touchPanel' ? byDoor : along)
      return {
        unitId: id,
        x: Math.round(spot.x * 100) / 100,
        y: Math.round(spot.y * 100) / 100,
        rotation: isFront ? 180 : 0,
        mountingHeightIn: heights[symbol] ?? null,
      }
    })
  })
}

/** Draws a plan for each level with spaces, calibrates it, outlines its rooms, and places their devices. */
export async function makePlans(call: Invoke, ctx: Context, projectId: number) {
  const spaces = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      number: orNull(is.text),
      area: orNull(is.number),
      levelId: is.number,
      level: is.text,
      building: is.text,
    },
    `select s.id, s.name, s.space_number as number, s.area, s.level_id, s.level, s.building from placed_spaces s
     where s.project_id = $1 and not s.is_deleted order by s.level_id, s.id`,
    [projectId],
  )
  const units = await ctx.rows(
    { id: is.number, spaceId: is.number, category: orNull(is.text) },
    `select u.id, u.space_id, e.category->>'name' as category from living_units u join rack_products e on e.id = u.equipment_id
     where u.project_id = $1 and not exists (select from rack_placements p where p.unit_id = u.id) order by u.id`,
    [projectId],
  )
  for (const levelId of new Set(spaces.map((space) => space.levelId))) {
    const here = spaces.filter((space) => space.levelId === levelId)
    const rooms = layRooms(here)
    const [right, bottom] = [Math.max(...rooms.map(({ x, width }) => x + width)), Math.max(...rooms.map(({ y, depth }) => y + depth))]
    const fits = (feet: number) => (right + marginFt) * feet <= sheet.width && (bottom + marginFt) * feet <= sheet.height
    const [k, scale] = fits(9)
      ? ([9, `1/8" = 1'-0"`] as const)
      : fits(4.5)
        ? ([4.5, `1/16" = 1'-0"`] as const)
        : ([2.25, `1/32" = 1'-0"`] as const)
    const name = `${here[0]?.level ?? 'Level'} floor plan`
    const data = await drawPlan(`${here[0]?.building}, ${name}`, rooms, k)
    const { id } = await call(createPlan, {
      params: { id: projectId },
      body: { levelId, kind: PlanKind.FloorPlan, name, page: 1 },
      files: [{ name: `${name}.pdf`, contentType: 'application/pdf', data }],
    })
    const params = { id: projectId, itemId: id }
    await call(calibratePlan, { params, body: { scale } })
    const outlines = rooms.map(({ id: spaceId, x, y, width, depth }) => ({
      spaceId,
      points: [
        { x, y },
        { x: x + width, y },
        { x: x + width, y: y + depth },
        { x, y: y + depth },
      ].map((point) => ({ x: Math.round(point.x * 100) / 100, y: point.y })),
    }))
    await call(writeOutlines, { params, body: { outlines } })
    const placements = rooms.flatMap((room) =>
      placeUnits(
        room,
        units.filter(({ spaceId }) => spaceId === room.id),
      ),
    )
    if (placements.length > 0) await call(writePlacements, { params, body: { placements } })
  }
}
