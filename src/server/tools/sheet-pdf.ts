import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  PDFDocument,
  PDFEmbeddedPage,
  type PDFFont,
  PDFHexString,
  type PDFImage,
  PDFName,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'
import { openPdf, visibleBox } from './plan-page.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}
type Points = readonly { x: number; y: number }[]
/** A circle, or a line through points, of a symbol with radius 1. */
export type Stroke =
  | { circle: readonly [x: number, y: number, radius: number] }
  | { line: readonly (readonly [number, number])[]; isClosed: boolean }
/** Items of a page, in points from its upper left corner. Weights are in millimeters. */
type PageItem =
  | { kind: 'line'; points: Points; weight: number; isClosed?: boolean; isDashed?: boolean }
  /** A symbol, turned clockwise. */
  | { kind: 'symbol'; strokes: readonly Stroke[]; weight: number; x: number; y: number; radius: number; rotation: number }
  | {
      kind: 'text'
      x: number
      y: number
      text: string
      size: number
      isBold?: boolean
      align?: 'left' | 'center' | 'right'
      width?: number
    }
  | {
      kind: 'file'
      file: number
      page: number
      rotation: number
      x: number
      y: number
      scale: number
      width: number
      height: number
      clip: Box
    }
export interface DrawnPage {
  width: number
  height: number
  bookmark: string
  items: PageItem[]
}
interface Input {
  title: string
  pages: DrawnPage[]
  files: { data: Uint8Array; contentType: string }[]
}

const pointsPerMillimeter = 72 / 25.4
const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'))
const readFont = (weight: string) => readFileSync(join(fonts, weight, `Inter_${weight}.ttf`))

interface Face {
  font: PDFFont
  /** Name in the resources of every page. */
  name: string
  /** Encoded text and its width for size 1, because labels repeat. */
  known: Map<string, { code: string; width: number }>
}
function encoded({ font, known }: Face, text: string) {
  const found = known.get(text) ?? { code: font.encodeText(text).toString(), width: font.widthOfTextAtSize(text, 1) }
  known.set(text, found)
  return found
}

function fitWidth(face: Face, text: string, size: number, width: number | undefined): string {
  if (width === undefined || encoded(face, text).width * size <= width) return text
  let cut = text
  while (cut.length > 1 && face.font.widthOfTextAtSize(`${cut}…`, size) > width) cut = cut.slice(0, -1)
  return `${cut.trimEnd()}…`
}

/** Coordinates of a page of a file on the sheet, by the rotation that its viewer shows. */
function placement(
  { x, y, scale: k, rotation }: Extract<PageItem, { kind: 'file' }>,
  { width, height }: { width: number; height: number },
  sheet: number,
): [number, number, number, number, number, number] {
  const top = sheet - y
  if (rotation === 90) return [0, -k, k, 0, x, top]
  if (rotation === 180) return [-k, 0, 0, -k, x + k * width, top]
  if (rotation === 270) return [0, k, -k, 0, x + k * height, top - k * width]
  return [k, 0, 0, k, x, top - k * height]
}

type Placed = PDFEmbeddedPage | PDFImage
/** Embeds each page of a foreign file once. It stays vector, and its fonts and colors are not touched. */
function createEmbedder(pdf: PDFDocument, files: Input['files']) {
  const known = new Map<string, Promise<Placed>>()
  async function embed({ data, contentType }: Input['files'][number], page: number): Promise<Placed> {
    if (contentType === 'image/png') return pdf.embedPng(data)
    if (contentType === 'image/jpeg') return pdf.embedJpg(data)
    const source = (await openPdf(data)).getPage(page - 1)
    const { left, bottom, width, height } = visibleBox(source)
    return pdf.embedPage(source, { left, bottom, right: left + width, top: bottom + height })
  }
  return (index: number, page: number): Promise<Placed> | undefined => {
    const file = files[index]
    const key = `${index} ${page}`
    const embedded = known.get(key) ?? (file && embed(file, page))
    if (embedded) known.set(key, embedded)
    return embedded
  }
}

const number = (value: number) => String(Math.round(value * 10_000) / 10_000)
const pair = (x: number, y: number) => `${number(x)} ${number(y)}`
/** Control points of a circle of four curves. */
const bow = 0.5523

function linePath(points: readonly (readonly [number, number])[], isClosed: boolean | undefined): string {
  const parts = points.map(([x, y], index) => `${pair(x, y)} ${index === 0 ? 'm' : 'l'}`)
  return `${parts.join(' ')}${isClosed ? ' h' : ''}`
}
function circlePath([x, y, r]: readonly [number, number, number]): string {
  const c = bow * r
  const curve = (...points: [number, number][]) => `${points.map(([dx, dy]) => pair(x + dx, y + dy)).join(' ')} c`
  return [
    `${pair(x + r, y)} m`,
    curve([r, c], [c, r], [0, r]),
    curve([-c, r], [-r, c], [-r, 0]),
    curve([-r, -c], [-c, -r], [0, -r]),
    curve([c, -r], [r, -c], [r, 0]),
    'h',
  ].join(' ')
}
const strokePath = (stroke: Stroke) => ('circle' in stroke ? circlePath(stroke.circle) : linePath(stroke.line, stroke.isClosed))

type Item<K> = Extract<PageItem, { kind: K }>
/** Operators of one item; `height` turns the coordinates, which the page counts from below. */
const operators = {
  line: ({ points, weight, isClosed, isDashed }: Item<'line'>, height: number) =>
    `${isDashed ? '[4 3] 0 d ' : ''}${number(weight * pointsPerMillimeter)} w ${linePath(
      points.map(({ x, y }) => [x, height - y] as const),
      isClosed,
    )} S${isDashed ? ' [] 0 d' : ''}`,
  symbol({ strokes, weight, x, y, radius, rotation }: Item<'symbol'>, height: number) {
    const [cos, sin] = [radius * Math.cos((rotation / 180) * Math.PI), radius * Math.sin((rotation / 180) * Math.PI)]
    // Turns clockwise and counts y downward, as symbols are defined.
    const matrix = [cos, -sin, -sin, -cos, x, height - y].map(number).join(' ')
    return `q ${matrix} cm ${number((weight * pointsPerMillimeter) / radius)} w 1 g ${strokes.map((stroke) => `${strokePath(stroke)} B`).join(' ')} Q`
  },
  text({ x, y, text, size, align, width }: Item<'text'>, height: number, face: Face) {
    const { code, width: wide } = encoded(face, fitWidth(face, text, size, width))
    const back = align === 'center' ? 0.5 : align === 'right' ? 1 : 0
    return `BT /${face.name} ${number(size)} Tf ${pair(x - back * wide * size, height - y)} Td ${code} Tj ET`
  },
  file(item: Item<'file'>, height: number, placed: Placed, name: string) {
    const { clip, x, y, width, height: deep, scale } = item
    const matrix =
      placed instanceof PDFEmbeddedPage
        ? placement(item, placed, height)
        : [width * scale, 0, 0, deep * scale, x, height - y - deep * scale]
    const frame = `${pair(clip.x, height - clip.y - clip.height)} ${pair(clip.width, clip.height)} re W n`
    return `q ${frame} ${matrix.map(number).join(' ')} cm /${name} Do Q`
  },
}

async function drawPage(page: PDFPage, { items }: DrawnPage, faces: { plain: Face; bold: Face }, embed: ReturnType<typeof createEmbedder>) {
  const height = page.getHeight()
  const { context } = page.doc
  for (const { font, name } of [faces.plain, faces.bold]) page.node.setFontDictionary(PDFName.of(name), font.ref)
  const content: string[] = ['0 G 0 g']
  for (const item of items) {
    if (item.kind === 'line') content.push(operators.line(item, height))
    else if (item.kind === 'symbol') content.push(operators.symbol(item, height))
    else if (item.kind === 'text') content.push('0 g', operators.text(item, height, item.isBold ? faces.bold : faces.plain))
    else {
      const placed = await embed(item.file, item.page)
      if (!placed) continue
      const name = `P${item.file}-${item.page}`
      page.node.setXObject(PDFName.of(name), placed.ref)
      content.push(operators.file(item, height, placed, name))
    }
  }
  page.node.addContentStream(context.register(context.flateStream(content.join('\n'))))
}

/** One bookmark per page. */
function addBookmarks(pdf: PDFDocument, pages: readonly PDFPage[], titles: readonly string[]) {
  const { context } = pdf
  const root = context.nextRef()
  const refs = pages.map(() => context.nextRef())
  const [first, last] = [refs[0], refs.at(-1)]
  if (!first || !last) return
  refs.forEach((ref, index) => {
    const [page, before, after] = [pages[index], refs[index - 1], refs[index + 1]]
    if (!page) return
    const entries: Record<string, PDFRef | PDFHexString | (PDFRef | PDFName)[]> = {
      Title: PDFHexString.fromText(titles[index] ?? ''),
      Parent: root,
      Dest: [page.ref, PDFName.of('Fit')],
    }
    if (before) entries.Prev = before
    if (after) entries.Next = after
    context.assign(ref, context.obj(entries))
  })
  context.assign(root, context.obj({ Type: 'Outlines', First: first, Last: last, Count: refs.length }))
  pdf.catalog.set(PDFName.of('Outlines'), root)
  pdf.catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))
}

/** Writes drawing sheets as a PDF in which everything is vector, text is searchable, and fonts are subsets. */
export async function writeSheets({ title, pages, files }: Input, onProgress: (percent: number) => void): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  pdf.setTitle(title, { showInWindowTitleBar: true })
  const face = async (name: string, weight: string): Promise<Face> => ({
    name,
    font: await pdf.embedFont(readFont(weight), { subset: true }),
    known: new Map(),
  })
  const faces = { plain: await face('F1', '400Regular'), bold: await face('F2', '600SemiBold') }
  const embed = createEmbedder(pdf, files)
  const made: PDFPage[] = []
  for (const [index, sheet] of pages.entries()) {
    const page = pdf.addPage([sheet.width, sheet.height])
    await drawPage(page, sheet, faces, embed)
    made.push(page)
    onProgress(Math.round(((index + 1) / pages.length) * 90))
  }
  addBookmarks(
    pdf,
    made,
    pages.map(({ bookmark }) => bookmark),
  )
  return pdf.save()
}
