import { elementTexts, scanXml } from '../../src/server/tools/xml-scan.ts'
import { openZip } from '../../src/server/tools/zip-reading.ts'

interface Table {
  title: string
  rows: string[][]
  heads: number
}

export function readWord(data: Uint8Array) {
  const zip = openZip(data, { entries: 500, unpackedBytes: 100_000_000, keepsCase: true })
  const part = (name: string) => zip.read(name)?.toString('utf8') ?? ''
  const xml = part('word/document.xml')
  const headings: { level: number; text: string }[] = []
  const tables: Table[] = []
  const paragraphs: string[] = []
  const open: { table: Table; cells: string[] }[] = []
  let text = ''
  let style = ''
  let isText = false
  scanXml(xml, {
    open(name, attributes) {
      const inner = open.at(-1)
      isText = name === 't'
      if (name === 'p') [text, style] = ['', '']
      else if (name === 'pStyle') style = attributes.val ?? ''
      else if (name === 'tbl') {
        const table = { title: '', rows: [], heads: 0 }
        tables.push(table)
        open.push({ table, cells: [] })
      } else if (name === 'tblCaption' && inner) inner.table.title = attributes.val ?? ''
      else if (name === 'tr' && inner) inner.cells = []
      else if (name === 'tblHeader' && inner) inner.table.heads++
      else if (name === 'tc') inner?.cells.push('')
      else if (name === 'tab' && text) text += '\t'
      else if (name === 'br') text += '\n'
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      const inner = open.at(-1)
      isText = false
      if (name === 'p') {
        const level = /^Heading([1-3])$/.exec(style)?.[1]
        if (level) headings.push({ level: Number(level), text })
        if (inner && inner.cells.length > 0) inner.cells.push((inner.cells.pop() ?? '') + text)
        else paragraphs.push(text)
        text = ''
      } else if (name === 'tr') inner?.table.rows.push(inner.cells)
      else if (name === 'tbl') open.pop()
    },
  })
  return { part, names: zip.names, xml, headings, tables, paragraphs, words: elementTexts(xml, 't').join('\n') }
}
