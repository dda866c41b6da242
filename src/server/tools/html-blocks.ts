import type { DocxBlock, DocxRun } from './docx-blocks.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const decoded = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (all, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? all
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
  })

const marks: Record<string, 'bold' | 'italic' | 'underline' | 'strike'> = { strong: 'bold', em: 'italic', u: 'underline', s: 'strike' }
const ENDS = /^(p|li|h[1-4]|tr|table|ul|ol)$/

/** Formatted text, which is cleaned where it is stored, as paragraphs of a document. Pictures stay behind; rows of tables become lines. */
export function htmlToBlocks(html: string): DocxBlock[] {
  const blocks: DocxBlock[] = []
  const look = { bold: 0, italic: 0, underline: 0, strike: 0 }
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
      bold: look.bold > 0 || isHeading,
      italic: look.italic > 0,
      underline: look.underline > 0,
      strike: look.strike > 0,
    })
  for (const [piece, closes, named] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:[\s/][^>]*)?>|[^<]+/gi)) {
    const name = named?.toLowerCase()
    if (name === undefined) {
      const text = decoded(piece.replace(/\s+/g, ' '))
      if (text.trim() || runs.length > 0) add(runs.length === 0 ? text.trimStart() : text)
      continue
    }
    const mark = marks[name]
    if (mark) look[mark] = Math.max(0, look[mark] + (closes ? -1 : 1))
    else if (name === 'br') runs.push({ text: '\n' })
    else if ((name === 'td' || name === 'th') && closes) runs.push({ text: '\t' })
    // A paragraph inside an item of a list is the item.
    else if (ENDS.test(name) && !(name === 'p' && style === 'ListBullet')) {
      end()
      if (name === 'li') style = closes ? 'Normal' : 'ListBullet'
      isHeading = !closes && /^h[1-4]$/.test(name)
    }
  }
  end()
  return blocks
}

/** Plain text as paragraphs: an empty line ends one, a line that begins with a dash is an item of a list. */
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
