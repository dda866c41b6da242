import type { DocxBlock, DocxRun } from './docx-blocks.ts'
import { decodeEntities, xmlEntities } from './xml-scan.ts'

const htmlEntities = { ...xmlEntities, nbsp: '\u00a0' }

const marks: Record<string, 'bold' | 'italic' | 'underline' | 'strike'> = { strong: 'bold', em: 'italic', u: 'underline', s: 'strike' }
const ENDS = /^(p|li|h[1-4]|tr|table|ul|ol)$/

/** Converts stored (already sanitized) formatted text to document paragraphs. Drops images; table rows become lines. */
export function htmlToBlocks(html: string): DocxBlock[] {
  const blocks: DocxBlock[] = []
  const styleDepth = { bold: 0, italic: 0, underline: 0, strike: 0 }
  let runs: DocxRun[] = []
  let style: 'Normal' | 'ListBullet' = 'Normal'
  let isHeading = false
  const end = () => {
    if (runs.some((run) => 'text' in run && run.text.trim())) blocks.push({ text: runs, style, keepNext: isHeading })
    runs = []
    isHeading = false
  }
  const add = (text: string) =>
    runs.push({
      text,
      bold: styleDepth.bold > 0 || isHeading,
      italic: styleDepth.italic > 0,
      underline: styleDepth.underline > 0,
      strike: styleDepth.strike > 0,
    })
  for (const [piece, closes, named] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:[\s/][^>]*)?>|[^<]+/gi)) {
    const name = named?.toLowerCase()
    if (name === undefined) {
      const text = decodeEntities(piece.replace(/\s+/g, ' '), htmlEntities)
      if (text.trim() || runs.length > 0) add(runs.length === 0 ? text.trimStart() : text)
      continue
    }
    const mark = marks[name]
    if (mark) styleDepth[mark] = Math.max(0, styleDepth[mark] + (closes ? -1 : 1))
    else if (name === 'br') runs.push({ text: '\n' })
    else if ((name === 'td' || name === 'th') && closes) runs.push({ text: '\t' })
    // A paragraph inside a list item is the item itself.
    else if (ENDS.test(name) && !(name === 'p' && style === 'ListBullet')) {
      end()
      if (name === 'li') style = closes ? 'Normal' : 'ListBullet'
      isHeading = !closes && /^h[1-4]$/.test(name)
    }
  }
  end()
  return blocks
}

/** Converts plain text to paragraphs: an empty line ends one, and a line starting with a dash is a list item. */
export function textToBlocks(text: string): DocxBlock[] {
  const blocks: DocxBlock[] = []
  let lines: string[] = []
  const end = () => {
    if (lines.length > 0) blocks.push({ text: lines.join('\n') })
    lines = []
  }
  for (const line of text.split(/\r?\n/)) {
    const item = /^[-*•]\s(.*)$/.exec(line.trim())?.[1]?.trim()
    if (item === undefined && line.trim()) {
      lines.push(line.trimEnd())
      continue
    }
    end()
    if (item !== undefined) blocks.push({ text: item, style: 'ListBullet' })
  }
  end()
  return blocks
}
