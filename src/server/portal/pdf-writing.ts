/** One line of a page: its parts at their places, in points from the left. */
export interface PdfLine {
  parts: readonly { text: string; x?: number; width?: number }[]
  size?: number
  isBold?: boolean
  /** Room above, in points. */
  above?: number
}

const page = { width: 612, height: 792, left: 54, top: 48, bottom: 48 }
const usable = page.width - 2 * page.left

/** What the standard fonts can write: western letters as they are, others without their marks, the rest as a question mark. */
function written(text: string): Buffer {
  const signs = [
    ...text
      .replaceAll(/[\u2018\u2019]/g, "'")
      .replaceAll(/[\u201c\u201d]/g, '"')
      .replaceAll(/[\u2013\u2014]/g, '-')
      .replaceAll(/\p{Cc}/gu, ' '),
  ]
  const inFont = signs.map((sign) => {
    const plain = sign.charCodeAt(0) <= 0xff ? sign : sign.normalize('NFKD').replaceAll(/\p{Mark}/gu, '')
    return plain.length === 1 && plain.charCodeAt(0) <= 0xff ? plain : '?'
  })
  return Buffer.from(
    inFont.join('').replaceAll(/[\\()]/g, (sign) => `\\${sign}`),
    'latin1',
  )
}

/** About as many letters as fit: half their size wide each. */
const lettersIn = (width: number, size: number) => Math.max(1, Math.floor(width / (size * 0.5)))

/** A word that is longer than a line, in pieces. */
const inPieces = (word: string, most: number) =>
  Array.from({ length: Math.max(1, Math.ceil(word.length / most)) }, (_, at) => word.slice(at * most, (at + 1) * most))

/** A text in lines that fit the page. */
export function wrapped(text: string, size = 10, width = usable): string[] {
  const most = lettersIn(width, size)
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/).flatMap((one) => inPieces(one, most))) {
      if (line && line.length + 1 + word.length > most) {
        lines.push(line)
        line = word
      } else line = line ? `${line} ${word}` : word
    }
    lines.push(line)
  }
  return lines
}

function inPages(lines: readonly PdfLine[]) {
  const pages: { line: PdfLine; y: number }[][] = [[]]
  let y = page.height - page.top
  for (const line of lines) {
    const height = (line.size ?? 10) * 1.4
    y -= height + (line.above ?? 0)
    if (y < page.bottom) {
      pages.push([])
      y = page.height - page.top - height
    }
    pages.at(-1)?.push({ line, y })
  }
  return pages
}

function drawn({ line, y }: { line: PdfLine; y: number }): Buffer[] {
  const { size = 10, isBold, parts } = line
  return parts.flatMap(({ text, x = 0, width = usable - x }) => {
    const most = lettersIn(width, size)
    const shown = text.length > most ? `${text.slice(0, most - 3)}...` : text
    return [
      Buffer.from(`BT /${isBold ? 'B' : 'R'} ${size} Tf ${page.left + x} ${y.toFixed(1)} Td (`),
      written(shown),
      Buffer.from(') Tj ET\n'),
    ]
  })
}

/** Plain pages of text as a PDF, in the fonts every reader has. */
export function writePdf({ title, lines }: { title: string; lines: readonly PdfLine[] }): Buffer {
  const pages = inPages(lines)
  const font = (name: string) => Buffer.from(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)
  const first = 6
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${first + at * 2} 0 R`).join(' ')}] >>`),
    font('Helvetica'),
    font('Helvetica-Bold'),
    Buffer.concat([Buffer.from('<< /Title ('), written(title), Buffer.from(') >>')]),
    ...pages.flatMap((placed, at) => {
      const number: PdfLine = { parts: [{ text: `Page ${at + 1} of ${pages.length}`, x: usable - 60 }], size: 8 }
      const content = Buffer.concat([...placed.flatMap(drawn), ...drawn({ line: number, y: 28 })])
      return [
        Buffer.from(
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${first + at * 2 + 1} 0 R >>`,
        ),
        Buffer.concat([Buffer.from(`<< /Length ${content.length} >>\nstream\n`), content, Buffer.from('endstream')]),
      ]
    }),
  ]
  const head = Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const parts: Buffer[] = [head]
  const places: number[] = []
  let length = head.length
  objects.forEach((object, at) => {
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    places.push(length)
    parts.push(whole)
    length += whole.length
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
