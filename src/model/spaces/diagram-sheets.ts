import { type Drawing, drawDiagram, type FarUnit, type Layout, sizes, type WirePath } from './diagram-layout.ts'

export interface Sheet {
  drawing: Drawing
  numbered: readonly WirePath[]
  top: number
  width: number
  height: number
}

/** Sheet height as a share of its width, which leaves room for head and legend on A4 and Letter. Narrower drawings are not enlarged. */
const pageFormats = { wide: { heightShare: 0.58, narrowest: 960 }, tall: { heightShare: 1.2, narrowest: 720 } } as const
/** A drawing up to this factor too tall is scaled down to one sheet; a taller one is split. */
const shrunk = 1.3
/** Margin of boxes from a sheet border, and the overlap of wires shown beyond it. */
const [clear, beyond] = [16, 8]

interface Span {
  left: number
  right: number
  top: number
  bottom: number
}

function spanColumns(spans: readonly Span[]): Span[][] {
  const columns: Span[][] = []
  let right = Number.NEGATIVE_INFINITY
  for (const span of spans.toSorted((a, b) => a.left - b.left)) {
    const column = columns.at(-1)
    if (column && span.left < right) column.push(span)
    else columns.push([span])
    right = Math.max(right, span.right)
  }
  return columns
}

function keepOffBorders(spans: readonly Span[], height: number) {
  for (const column of spanColumns(spans))
    for (let border = height; column.some(({ bottom }) => bottom > border - clear); border += height) {
      const from = Math.min(...column.filter(({ top, bottom }) => top < border + clear && bottom > border - clear).map(({ top }) => top))
      const by = border + clear - from
      for (const span of column) {
        if (span.top < from) continue
        span.top += by
        span.bottom += by
      }
    }
}

/** Splits the drawing into sheets of its width. Boxes at a border move to the next sheet instead of being cut. */
export function splitIntoSheets(
  layout: Layout,
  drawing: Drawing,
  far: ReadonlyMap<number, FarUnit>,
): { pageFormat: keyof typeof pageFormats; sheets: Sheet[] } {
  const pageFormat = drawing.height > Math.max(drawing.width, pageFormats.wide.narrowest) ? 'tall' : 'wide'
  return { pageFormat, sheets: sheetsOn(pageFormats[pageFormat], { layout, drawing, far }) }
}
interface Given {
  layout: Layout
  drawing: Drawing
  far: ReadonlyMap<number, FarUnit>
}
function sheetsOn({ heightShare, narrowest }: (typeof pageFormats)[keyof typeof pageFormats], { layout, drawing, far }: Given): Sheet[] {
  const spans = drawing.boxes.map(({ block, x, y, height }) => {
    const own = new Set(block.isClosed ? block.chain?.units.map(({ id }) => id) : [block.id])
    const ids = new Set(drawing.wires.flatMap(({ wire }) => (own.has(wire.from.unitId) || own.has(wire.to.unitId) ? [wire.id] : [])))
    const stubs = drawing.stubs.filter(({ wireId }) => ids.has(wireId))
    return {
      left: Math.min(x, ...stubs.map((stub) => stub.x)),
      right: Math.max(x + sizes.width, ...stubs.map((stub) => stub.x + sizes.stubWidth)),
      top: Math.min(y, ...stubs.map((stub) => stub.y)),
      bottom: Math.max(y + height, ...stubs.map((stub) => stub.y + sizes.stubHeight)),
    }
  })
  const tallest = Math.max(0, ...spans.map(({ top, bottom }) => bottom - top)) + sizes.margin + clear
  const height = Math.max(Math.max(drawing.width, narrowest) * heightShare, tallest)
  const asWide = (tall: number) => Math.max(drawing.width, tall / heightShare, narrowest)
  if (drawing.height <= height * shrunk)
    return [{ drawing, numbered: drawing.wires, top: 0, width: asWide(drawing.height), height: drawing.height }]

  const before = spans.map(({ top }) => top)
  keepOffBorders(spans, height)
  const places = drawing.boxes.map(({ block, x, y }, index) => ({
    id: block.id,
    x,
    y: y + (spans[index]?.top ?? 0) - (before[index] ?? 0),
  }))
  const moved = drawDiagram(layout, places, far)
  const count = Math.ceil(Math.max(...spans.map(({ bottom }) => bottom)) / height)
  const sheets = Array.from({ length: count }, (_, index): Sheet => {
    const top = index * height
    // Wires around the bottom end on the last sheet.
    const bottom = index === count - 1 ? Math.max(moved.height, top + height) : top + height
    const isHere = (y: number) => y >= top && y < bottom
    const tall = bottom - top + 2 * beyond
    const sheet = {
      ...moved,
      boxes: moved.boxes.filter(({ y }) => isHere(y)),
      stubs: moved.stubs.filter(({ y }) => isHere(y)),
      wires: moved.wires.filter(({ points }) => points.some(([, y], nth) => crosses(y, points[nth + 1]?.[1] ?? y, top, bottom))),
    }
    const numbered = sheet.wires.filter(({ label }) => isHere(label[1]))
    return { drawing: sheet, numbered, top: top - beyond, width: asWide(tall), height: tall }
  })
  // Drops sheets with wires only, which occur if boxes are far apart.
  return sheets.filter(({ drawing }) => drawing.boxes.length > 0)
}
const crosses = (a: number, b: number, top: number, bottom: number) => Math.min(a, b) < bottom + beyond && Math.max(a, b) > top - beyond
