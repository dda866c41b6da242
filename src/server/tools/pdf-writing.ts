import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { readTrueType, type TrueType } from './true-type.ts'

/** A line with its parts at horizontal positions in points; a part longer than its width wraps. */
export interface PdfLine {
  parts: readonly { text: string; x?: number; width?: number }[]
  size?: number
  isBold?: boolean
  above?: number
  /** JPEG pictures below the text, side by side. */
  pictures?: readonly PdfPicture[]
}

export interface PdfPicture {
  jpeg: Uint8Array
  /** Pixels. */
  width: number
  height: number
}

const page = { width: 612, height: 792, left: 54, top: 48, bottom: 48 }
const usable = page.width - 2 * page.left
/** Line height and ascent, relative to the font size. */
const leading = 1.4

interface Face {
  font: TrueType
  /** Word widths in thousandths of the font size, cached because words repeat. */
  widths: Map<string, number>
  /** Glyphs used so far, with their text. */
  used: Map<number, string>
}

const fonts = join(dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json')))
const loadFont = (weight: string) => readTrueType(join(fonts, weight, `Inter_${weight}.ttf`), `Inter-${weight.replace(/^\d+/, '')}`)
const faceWith = (font: TrueType): Face => ({ font, widths: new Map(), used: new Map() })
let loaded: { plain: TrueType; bold: TrueType } | undefined

/** Separators of words, including control characters and invisible direction marks. */
const gaps = /[\s\p{Cc}\p{Cf}]+/u
const missing = 0

function textWidth({ font, widths }: Face, text: string, size: number): number {
  let width = widths.get(text)
  if (width === undefined) {
    width = 0
    for (const letter of text) width += font.widthOf(font.glyphOf(letter) ?? missing)
    widths.set(text, width)
  }
  return width * (size / 1000)
}

function inPieces(face: Face, word: string, size: number, width: number): string[] {
  if (textWidth(face, word, size) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && textWidth(face, piece + letter, size) > width) {
      pieces.push(piece)
      piece = letter
    } else piece += letter
  }
  return [...pieces, piece]
}

function wrapped(face: Face, text: string, size: number, width: number): string[] {
  const space = textWidth(face, ' ', size)
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line: string[] = []
    let length = 0
    for (const word of paragraph.split(gaps).flatMap((part) => inPieces(face, part, size, width))) {
      const wide = textWidth(face, word, size)
      if (line.length > 0 && length + space + wide > width) {
        lines.push(line.join(' '))
        line = []
        length = 0
      }
      length += (line.length > 0 ? space : 0) + wide
      line.push(word)
    }
    lines.push(line.join(' '))
  }
  return lines
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** Text as glyph ids. A missing glyph is drawn as a box and tagged with its original text for screen readers. */
function encodeText({ font, used }: Face, text: string): string {
  const runs: { isMissing: boolean; text: string; codes: string }[] = []
  for (const letter of text) {
    const glyph = font.glyphOf(letter)
    if (glyph !== undefined) used.set(glyph, letter)
    const isMissing = glyph === undefined
    const code = (glyph ?? missing).toString(16).padStart(4, '0')
    const last = runs.at(-1)
    if (last?.isMissing === isMissing) {
      last.text += letter
      last.codes += code
    } else runs.push({ isMissing, text: letter, codes: code })
  }
  return runs
    .map(({ isMissing, text: runText, codes }) =>
      isMissing ? `/Span << /ActualText <feff${utf16(runText)}> >> BDC <${codes}> Tj EMC` : `<${codes}> Tj`,
    )
    .join(' ')
}

interface Placed {
  text: string
  x: number
  y: number
  size: number
  isBold: boolean
}
interface PlacedPicture {
  picture: PdfPicture
  x: number
  y: number
  width: number
  height: number
}
interface PlacedPage {
  texts: Placed[]
  pictures: PlacedPicture[]
}
/** Largest size of a picture, and the space around it, in points. */
const pictureBox = { width: 160, height: 130, gap: 8 }

type Faces = Record<'plain' | 'bold', Face>
const pickFace = (faces: Faces, isBold: boolean) => (isBold ? faces.bold : faces.plain)

/** Distributes rows to pages; a row is not split if it fits a page. */
function inPages(faces: Faces, rows: readonly PdfLine[]): PlacedPage[] {
  const pages: PlacedPage[] = [{ texts: [], pictures: [] }]
  const turnPage = () => {
    pages.push({ texts: [], pictures: [] })
    y = page.height - page.top
  }
  let y = page.height - page.top
  for (const { parts, size = 10, isBold = false, above = 0, pictures = [] } of rows) {
    const step = size * leading
    const columns = parts.map(({ text, x = 0, width = usable - x }) => ({ x, lines: wrapped(pickFace(faces, isBold), text, size, width) }))
    const height = Math.max(...columns.map(({ lines }) => lines.length))
    y -= above
    const isWhole = height * step <= page.height - page.top - page.bottom
    if (isWhole && y - height * step < page.bottom) y = -1
    for (let at = 0; at < height; at++) {
      if (y - step < page.bottom) turnPage()
      y -= step
      for (const { x, lines } of columns) {
        const text = lines[at]
        if (text) pages.at(-1)?.texts.push({ text, x: page.left + x, y, size, isBold })
      }
    }
    const perRow = Math.floor(usable / (pictureBox.width + pictureBox.gap))
    for (let at = 0; at < pictures.length; at += perRow) {
      if (y - pictureBox.height - pictureBox.gap < page.bottom) turnPage()
      y -= pictureBox.height + pictureBox.gap
      for (const [index, picture] of pictures.slice(at, at + perRow).entries()) {
        const scale = Math.min(pictureBox.width / picture.width, pictureBox.height / picture.height)
        const [width, height] = [picture.width * scale, picture.height * scale]
        const x = page.left + index * (pictureBox.width + pictureBox.gap)
        pages.at(-1)?.pictures.push({ picture, x, y: y + pictureBox.height - height, width, height })
      }
    }
  }
  return pages
}

const stream = (data: Buffer, more = '') => {
  const packed = deflateSync(data)
  return Buffer.concat([
    Buffer.from(`<< /Filter /FlateDecode /Length ${packed.length}${more} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

/** Maps glyphs to text, so that the PDF can be searched and copied. */
function glyphToTextMap({ used }: Face): Buffer {
  const pairs = [...used].map(([glyph, letter]) => `<${glyph.toString(16).padStart(4, '0')}> <${utf16(letter)}>`)
  const blocks = Array.from({ length: Math.ceil(pairs.length / 100) }, (_, index) => pairs.slice(index * 100, index * 100 + 100))
  return Buffer.from(
    [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def',
      '1 begincodespacerange <0000> <ffff> endcodespacerange',
      ...blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`),
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n'),
  )
}

function fontObjects(face: Face, first: number, tag: string): Buffer[] {
  const { font, used } = face
  const name = `${tag}+${font.name}`
  const glyphs = [missing, ...used.keys()].sort((a, b) => a - b)
  const widths = glyphs.map((glyph) => `${glyph} [${font.widthOf(glyph).toFixed(1)}]`).join(' ')
  const file = font.partWith(glyphs)
  return [
    Buffer.from(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${first + 1} 0 R] /ToUnicode ${first + 4} 0 R >>`,
    ),
    Buffer.from(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${first + 2} 0 R /W [${widths}] /CIDToGIDMap /Identity >>`,
    ),
    Buffer.from(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.capHeight} /StemV 80 /FontFile2 ${first + 3} 0 R >>`,
    ),
    stream(file, ` /Length1 ${file.length}`),
    stream(glyphToTextMap(face)),
  ]
}

/** Writes text as a PDF with embedded fonts, so that Polish, Greek, and Cyrillic names are displayed correctly. */
export function writePdf({ title, lines }: { title: string; lines: readonly PdfLine[] }): Buffer {
  loaded ??= { plain: loadFont('400Regular'), bold: loadFont('600SemiBold') }
  const faces: Faces = { plain: faceWith(loaded.plain), bold: faceWith(loaded.bold) }
  const pages = inPages(faces, lines)
  const contents = pages.map(({ texts: placed, pictures }, index) => {
    const number = `Page ${index + 1} of ${pages.length}`
    const x = page.width - page.left - textWidth(faces.plain, number, 8)
    const drawn = pictures.map((item, at) => `q ${figures(item.width, 0, 0, item.height, item.x, item.y)} cm /P${at} Do Q`)
    const written = [...placed, { text: number, x, y: 28, size: 8, isBold: false }].map(
      (item) =>
        `BT /${item.isBold ? 'B' : 'R'} ${item.size} Tf ${item.x.toFixed(2)} ${item.y.toFixed(1)} Td ${encodeText(pickFace(faces, item.isBold), item.text)} ET`,
    )
    return [...drawn, ...written].join('\n')
  })
  const [plain, bold, first] = [4, 9, 14]
  const firstPicture = first + pages.length * 2
  const allPictures = pages.flatMap(({ pictures }) => pictures)
  const resourcesOf = ({ pictures }: PlacedPage) =>
    pictures.length === 0
      ? ''
      : ` /XObject << ${pictures.map((item, at) => `/P${at} ${firstPicture + allPictures.indexOf(item)} 0 R`).join(' ')} >>`
  const pageResources = pages.map(resourcesOf)
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>'),
    Buffer.from(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')}] >>`),
    Buffer.from(`<< /Title <feff${utf16(title)}> >>`),
    ...fontObjects(faces.plain, plain, 'DNAAAA'),
    ...fontObjects(faces.bold, bold, 'DNAAAB'),
    ...contents.flatMap((content, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /R ${plain} 0 R /B ${bold} 0 R >>${pageResources[index]} >> /Contents ${first + index * 2 + 1} 0 R >>`,
      ),
      stream(Buffer.from(content)),
    ]),
    ...allPictures.map(({ picture }) => pictureObject(picture)),
  ]
  return assemblePdf(objects)
}

const figures = (...numbers: number[]) => numbers.map((number) => number.toFixed(2)).join(' ')

function pictureObject({ jpeg, width, height }: PdfPicture): Buffer {
  return Buffer.concat([
    Buffer.from(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
    ),
    jpeg,
    Buffer.from('\nendstream'),
  ])
}

function assemblePdf(objects: Buffer[]): Buffer {
  const head = Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const parts: Buffer[] = [head]
  const offsets: number[] = []
  let length = head.length
  objects.forEach((object, index) => {
    const fullObject = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(length)
    parts.push(fullObject)
    length += fullObject.length
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
