import { readFileSync } from 'node:fs'

/** A TrueType font as needed for PDF: metrics, glyphs, and a subset with only the used glyphs. */
export interface TrueType {
  name: string
  /** Metrics in thousandths of the font size. */
  ascent: number
  descent: number
  capHeight: number
  box: readonly number[]
  /** Glyph id of a letter; undefined if the font lacks it. */
  glyphOf(letter: string): number | undefined
  widthOf(glyph: number): number
  partWith(glyphs: Iterable<number>): Buffer
}

const readTables = (file: Buffer) =>
  new Map(
    Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + 16 * index
      const start = file.readUInt32BE(entry + 8)
      return [file.toString('latin1', entry, entry + 4), file.subarray(start, start + file.readUInt32BE(entry + 12))]
    }),
  )

/** Reads letters and glyph ids from segments of the basic multilingual plane (cmap format 4). */
function readLetters(cmap: Buffer): Map<number, number> {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4)))
  const table = subtables.find((subtable) => subtable.readUInt16BE(0) === 4)
  if (!table) throw new Error('The font has no letters of the basic plane.')
  const double = table.readUInt16BE(6)
  const [ends, starts, deltas, offsets] = [14, 16 + double, 16 + 2 * double, 16 + 3 * double]
  const letters = new Map<number, number>()
  for (let at = 0; at < double; at += 2) {
    const [start, end] = [table.readUInt16BE(starts + at), table.readUInt16BE(ends + at)]
    const [delta, offset] = [table.readUInt16BE(deltas + at), table.readUInt16BE(offsets + at)]
    for (let code = start; code <= end && code < 0xffff; code++) {
      const listed = offset === 0 ? code : table.readUInt16BE(offsets + at + offset + 2 * (code - start))
      if (listed !== 0) letters.set(code, (listed + delta) & 0xffff)
    }
  }
  return letters
}

/** Component glyphs of a composite glyph, such as e and an accent for é. */
function componentGlyphs(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return []
  const parts: number[] = []
  for (let at = 10, isLast = false; !isLast; ) {
    const flags = outline.readUInt16BE(at)
    parts.push(outline.readUInt16BE(at + 2))
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0)
    isLast = (flags & 32) === 0
  }
  return parts
}

/** Builds a font file of these tables. Leaves out checksums, which PDF readers ignore. */
function assembleFont(tables: [name: string, data: Buffer][]): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.length)
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(tables.length, 4)
  const power = 2 ** Math.floor(Math.log2(tables.length))
  head.writeUInt16BE(16 * power, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE(16 * (tables.length - power), 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  tables.forEach(([name, data], index) => {
    const entry = 12 + 16 * index
    head.write(name, entry, 'latin1')
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(data.length, entry + 12)
    const filled = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, filled)
    offset += data.length + filled.length
  })
  return Buffer.concat(parts)
}

export function readTrueType(path: string, name: string): TrueType {
  const tables = readTables(readFileSync(path))
  const table = (key: string) => {
    const found = tables.get(key)
    if (!found) throw new Error(`The font ${name} has no table ${key}.`)
    return found
  }
  const [head, hhea, hmtx, glyf] = [table('head'), table('hhea'), table('hmtx'), table('glyf')]
  const unit = 1000 / head.readUInt16BE(18)
  const letters = readLetters(table('cmap'))
  const widths = hhea.readUInt16BE(34)
  const isLong = head.readInt16BE(50) === 1
  const loca = table('loca')
  const count = loca.length / (isLong ? 4 : 2) - 1
  const start = (glyph: number) => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph))
  const outlineOf = (glyph: number) => glyf.subarray(start(glyph), start(glyph + 1))

  return {
    name,
    ascent: Math.round(hhea.readInt16BE(4) * unit),
    descent: Math.round(hhea.readInt16BE(6) * unit),
    capHeight: Math.round(table('OS/2').readInt16BE(88) * unit),
    box: [36, 38, 40, 42].map((at) => Math.round(head.readInt16BE(at) * unit)),
    glyphOf: (letter) => letters.get(letter.codePointAt(0) ?? 0),
    widthOf: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, widths - 1)) * unit,
    partWith(glyphs) {
      const keptGlyphs = new Set([0, ...glyphs])
      // A set iterates over entries added during the loop, so nested components are included.
      for (const glyph of keptGlyphs) for (const part of componentGlyphs(outlineOf(glyph))) keptGlyphs.add(part)
      const offsets = Buffer.alloc(4 * (count + 1))
      const outlines: Buffer[] = []
      let length = 0
      for (let glyph = 0; glyph < count; glyph++) {
        offsets.writeUInt32BE(length, 4 * glyph)
        if (!keptGlyphs.has(glyph)) continue
        const outline = outlineOf(glyph)
        outlines.push(outline)
        length += outline.length
      }
      offsets.writeUInt32BE(length, 4 * count)
      const long = Buffer.from(head)
      long.writeInt16BE(1, 50)
      const copied = ['cvt ', 'fpgm', 'prep'].flatMap((key): [string, Buffer][] => {
        const found = tables.get(key)
        return found ? [[key, found]] : []
      })
      const own: [string, Buffer][] = [
        ['glyf', Buffer.concat(outlines)],
        ['head', long],
        ['hhea', hhea],
        ['hmtx', hmtx],
        ['loca', offsets],
        ['maxp', table('maxp')],
      ]
      return assembleFont([...copied, ...own].sort(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}
