import type { DocxBlock } from './docx-blocks.ts'
import { type DocxValue, templateLimits } from './docx-filling.ts'
import { scanXml } from './xml-scan.ts'
import { openZip } from './zip-reading.ts'

interface DocxChapter {
  name: string
  tables: number
  /** Without header rows. */
  rows: number
}

/** Outlines a filled template by chapter, without filling it. */
export function outlineTemplate({ template, values }: { template: Uint8Array; values: Record<string, DocxValue> }): DocxChapter[] {
  const zip = openZip(template, templateLimits)
  const part = (name: string) => zip.read(name)?.toString('utf8') ?? ''
  const known = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))
  const filling = (name: string) => known.get(name.trim().toLowerCase())
  let chapter: DocxChapter = { name: '', tables: 0, rows: 0 }
  const chapters = [chapter]
  const begin = (text: string) => {
    const name = text.replace(/\{\{([^{}]{1,200})\}\}/g, (all, key: string) => {
      const value = filling(key)
      return typeof value === 'string' ? value : all
    })
    chapter = { name, tables: 0, rows: 0 }
    chapters.push(chapter)
  }
  const addBlock = (block: DocxBlock) => {
    if ('heading' in block && block.level === 1) begin(block.heading)
    if (!('table' in block)) return
    chapter.tables++
    chapter.rows += block.table.rows.length
  }
  const headings = headingsIn(part('word/styles.xml'))
  let [style, text, isText] = ['', '', false]
  scanXml(part('word/document.xml'), {
    open(name, { val }) {
      isText = name === 't'
      if (name === 'p') [style, text] = ['', '']
      else if (name === 'pStyle') style = val ?? ''
      else if (name === 'tbl') chapter.tables++
      else if (name === 'tr') chapter.rows++
      else if (name === 'tblHeader') chapter.rows--
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      isText = false
      if (name !== 'p') return
      const value = filling(/^\{\{([^{}]{1,200})\}\}$/.exec(text.trim())?.[1] ?? '')
      if (headings.has(style)) begin(text)
      else if (Array.isArray(value)) for (const block of value) addBlock(block)
    },
  })
  return chapters
}

/** Localized programs use other style ids, but the style's name stays English. */
const headingsIn = (styles: string) =>
  new Set(['Heading1', ...[...styles.matchAll(/w:styleId="([^"]*)"[^>]*>\s*<w:name w:val="heading 1"/gi)].map(([, id]) => id ?? '')])
