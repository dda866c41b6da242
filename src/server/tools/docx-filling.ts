import { blocksXml, type DocxBlock, textXml } from './docx-blocks.ts'
import { withContents } from './docx-contents.ts'
import { withOurStyles } from './docx-styles.ts'
import { decodeEntities } from './xml-scan.ts'
import { escapeXml } from './xml-writing.ts'
import { openZip, ZipError } from './zip-reading.ts'
import { zipWriter } from './zip-writing.ts'

export interface DocxPicture {
  picture: Uint8Array
  extension: 'png' | 'jpeg'
  alt: string
  widthInches: number
  heightInches: number
}
/** Value of a placeholder: text, an image, or blocks if the placeholder is a complete paragraph. */
export type DocxValue = string | DocxPicture | readonly DocxBlock[]

interface FilledDocx {
  file: Uint8Array
  /** Unknown placeholders as written; they remain visible. */
  unknown: string[]
  used: string[]
}

export const templateLimits = { entries: 2000, unpackedBytes: 60 * 1024 * 1024, keepsCase: true }
const aboutPart = 'docProps/core.xml'
const withTitle = (about: string, title: string) =>
  about
    .replace(/<dc:title(?:\s[^>]*)?\/>|<dc:title[\s>].*?<\/dc:title>/s, '')
    .replace('</cp:coreProperties>', () => `<dc:title xmlns:dc="${elements}">${escapeXml(title)}</dc:title></cp:coreProperties>`)
const elements = 'http://purl.org/dc/elements/1.1/'
const TEXT_PART = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/
const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g

export function templateProblem(data: Uint8Array): string | undefined {
  try {
    const zip = openZip(data, templateLimits)
    if (!zip.read('word/document.xml') || !zip.read('[Content_Types].xml')) return 'This is not a Word document (docx).'
    if (zip.names.some((name) => /vbaProject|activeX/i.test(name))) return 'A document with macros cannot be a template.'
    return undefined
  } catch (error) {
    if (error instanceof ZipError) return error.reason === 'size' ? 'The document is too large.' : 'This is not a Word document (docx).'
    throw error
  }
}

interface FillInput {
  template: Uint8Array
  values: Record<string, DocxValue>
  /** Document title in the properties; defaults to that of the template. */
  title?: string
}

/** Fills the known placeholders of a template, ignoring case; everything else stays unchanged. */
export async function fillDocx({ template, values, title }: FillInput): Promise<FilledDocx> {
  const source = openZip(template, templateLimits)
  const known = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))
  const filling: Filling = { known, unknown: new Set(), used: new Set(), pictures: [] }
  const zip = zipWriter()
  const filled = new Map<string, string>()
  const text = (name: string) => source.read(name)?.toString('utf8') ?? ''
  for (const name of source.names) {
    if (!TEXT_PART.test(name)) continue
    const before = filling.pictures.length
    // Inserted blocks may contain placeholders too, so a second pass fills them.
    filled.set(name, filledPart(filledPart(text(name), filling, blockChanges), filling, textChanges))
    const added = filling.pictures.slice(before)
    if (added.length === 0) continue
    const rels = name.replace(/^word\//, 'word/_rels/').concat('.rels')
    filled.set(rels, withPictures(filled.get(rels) ?? text(rels), added))
  }
  const body = filled.get('word/document.xml')
  if (body) filled.set('word/document.xml', withContents(body, text('word/styles.xml')))
  if (source.read('word/styles.xml')) filled.set('word/styles.xml', withOurStyles(text('word/styles.xml')))
  filled.set('[Content_Types].xml', withImageTypes(text('[Content_Types].xml'), filling.pictures))
  // Only a file with a table of contents makes the reader's program update the page numbers.
  if ([...filled.values()].some((xml) => xml.includes(' TOC ')) && source.read('word/settings.xml'))
    filled.set('word/settings.xml', withUpdate(text('word/settings.xml')))
  const about = text(aboutPart)
  if (title && about) filled.set(aboutPart, withTitle(about, title))
  for (const name of new Set([...source.names, ...filled.keys()])) {
    const changed = filled.get(name)
    await zip.add(name, [changed ?? source.read(name) ?? ''])
  }
  for (const { picture, target } of filling.pictures) await zip.add(`word/${target}`, [picture.picture])
  return { file: zip.finish(), unknown: [...filling.unknown], used: [...filling.used] }
}

interface Filling {
  known: ReadonlyMap<string, DocxValue>
  unknown: Set<string>
  used: Set<string>
  pictures: { id: string; target: string; picture: DocxPicture }[]
}

/** Consecutive text runs of one paragraph: Word may split a placeholder between them. */
interface Line {
  start: number
  end: number
  isWhole: boolean
  texts: { from: number; to: number; text: string }[]
}

const PIECE = /<w:p(?=[ >])[^>]*?(\/?)>|<\/w:p>|<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:sectPr[ >]/g

function scanLines(xml: string): Line[] {
  const lines: Line[] = []
  const open: Line[] = []
  const begin = (at: number, isWhole: boolean) => open.push({ start: at, end: at, isWhole, texts: [] })
  const close = (line: Line | undefined, at: number) => {
    if (line && line.texts.length > 0) lines.push({ ...line, end: at })
  }
  for (const found of xml.matchAll(PIECE)) {
    const [piece, isEmpty, text] = found
    const end = found.index + piece.length
    if (piece.startsWith('</w:p')) {
      close(open.pop(), end)
    } else if (piece.startsWith('<w:p')) {
      if (isEmpty) continue
      // A text box inside a paragraph: the text before and after it is not contiguous.
      const outer = open.at(-1)
      if (outer) {
        close({ ...outer, isWhole: false }, found.index)
        outer.texts = []
        outer.isWhole = false
      }
      begin(found.index, true)
    } else if (piece.startsWith('<w:sectPr')) {
      const line = open.at(-1)
      if (line) line.isWhole = false
    } else if (text !== undefined) {
      open.at(-1)?.texts.push({ from: found.index, to: end, text: decodeEntities(text) })
    }
  }
  return lines
}

interface Change {
  from: number
  to: number
  xml: string
}

type Fill = (line: Line, lineText: string, filling: Filling, xml: string) => Change[]

function filledPart(xml: string, filling: Filling, fill: Fill): string {
  const changes = scanLines(xml).flatMap((line) => {
    const lineText = line.texts.map(({ text }) => text).join('')
    return lineText.includes('{{') ? fill(line, lineText, filling, xml) : []
  })
  changes.sort((change, other) => change.from - other.from)
  const pieces: string[] = []
  let at = 0
  for (const { from, to, xml: replacement } of changes) {
    pieces.push(xml.slice(at, from), replacement)
    at = to
  }
  return pieces.join('') + xml.slice(at)
}

function blockChanges({ isWhole, start, end }: Line, lineText: string, { known, used }: Filling, xml: string): Change[] {
  const name = isWhole ? /^\{\{([^{}]{1,200})\}\}$/.exec(lineText.trim())?.[1]?.trim().toLowerCase() : undefined
  const value = name === undefined ? undefined : known.get(name)
  if (name === undefined || !isBlocks(value)) return []
  used.add(name)
  // A table cell must end with a paragraph.
  return [{ from: start, to: end, xml: blocksXml(value) + (xml.startsWith('</w:tc>', end) ? '<w:p/>' : '') }]
}

const isBlocks = (value: DocxValue | undefined): value is readonly DocxBlock[] => Array.isArray(value)

const textOpens = '<w:t xml:space="preserve">'

/** The first run of a placeholder gets the value; the others lose their part of it. */
function textChanges(line: Line, lineText: string, filling: Filling): Change[] {
  let length = 0
  const starts = line.texts.map(({ text }) => {
    length += text.length
    return length - text.length
  })
  const parts = line.texts.map((): string[] => [])
  const partAt = (position: number) => starts.findLastIndex((start) => start <= position)
  const keep = (from: number, to: number) => {
    for (const [at, { text }] of line.texts.entries()) {
      const start = starts[at] ?? 0
      const remaining = text.slice(Math.max(0, from - start), Math.max(0, to - start))
      if (remaining) parts[at]?.push(escapeXml(remaining))
    }
  }
  let at = 0
  let isChanged = false
  for (const found of lineText.matchAll(PLACEHOLDER)) {
    const filled = filledXml((found[1] ?? '').trim(), filling)
    if (filled === undefined) continue
    isChanged = true
    keep(at, found.index)
    parts[partAt(found.index)]?.push(filled)
    at = found.index + found[0].length
  }
  if (!isChanged) return []
  keep(at, lineText.length)
  return line.texts.map(({ from, to }, index) => ({ from, to, xml: `${textOpens}${parts[index]?.join('') ?? ''}</w:t>` }))
}

/** XML of an inline value: text with line breaks as separate elements, or an image. */
function filledXml(name: string, { known, unknown, used, pictures }: Filling): string | undefined {
  const value = known.get(name.toLowerCase())
  if (value === undefined || isBlocks(value)) {
    unknown.add(name)
    return undefined
  }
  used.add(name.toLowerCase())
  const outside = (xml: string) => `</w:t>${xml}${textOpens}`
  if (typeof value === 'string') return /[\n\t]/.test(value) ? outside(textXml(value)) : escapeXml(value)
  const id = `rIdDna${pictures.length + 1}`
  pictures.push({ id, target: `media/dna${pictures.length + 1}.${value.extension}`, picture: value })
  return outside(drawingXml(value, id, pictures.length))
}

const open = 'http://schemas.openxmlformats.org'
const drawing = `${open}/drawingml/2006`

function drawingXml({ alt, widthInches, heightInches }: DocxPicture, id: string, number: number): string {
  const [cx, cy] = [Math.round(widthInches * 914_400), Math.round(heightInches * 914_400)]
  const about = `id="${9000 + number}" name="Picture ${number}" descr="${escapeXml(alt)}"`
  const blip = `<pic:blipFill><a:blip xmlns:r="${open}/officeDocument/2006/relationships" r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`
  const shape = `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`
  const picture = `<pic:pic xmlns:pic="${drawing}/picture"><pic:nvPicPr><pic:cNvPr ${about}/><pic:cNvPicPr/></pic:nvPicPr>${blip}${shape}</pic:pic>`
  const graphic = `<a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture">${picture}</a:graphicData></a:graphic>`
  return `<w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr ${about}/>${graphic}</wp:inline></w:drawing>`
}

const emptyRelations = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${open}/package/2006/relationships"></Relationships>`
const withPictures = (rels: string, pictures: Filling['pictures']) => {
  const added = pictures.map(
    ({ id, target }) => `<Relationship Id="${id}" Type="${open}/officeDocument/2006/relationships/image" Target="${target}"/>`,
  )
  const opened = (rels || emptyRelations).replace(/<Relationships([^>]*)\/>\s*$/, '<Relationships$1></Relationships>')
  return opened.replace('</Relationships>', () => `${added.join('')}</Relationships>`)
}

function withImageTypes(types: string, pictures: Filling['pictures']): string {
  const missing = [...new Set(pictures.map(({ picture }) => picture.extension))].filter(
    (extension) => !new RegExp(`Extension="${extension}"`, 'i').test(types),
  )
  const added = missing.map((extension) => `<Default Extension="${extension}" ContentType="image/${extension}"/>`).join('')
  return types.replace(/<Types[^>]*>/, (start) => start + added)
}

/** Position by the standard: before `compat`, or at the end. */
const withUpdate = (settings: string) =>
  settings.includes('updateFields')
    ? settings
    : settings.replace(/<w:compat[ >]|<\/w:settings>/, (found) => `<w:updateFields w:val="true"/>${found}`)
