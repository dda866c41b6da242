import { contentsMark, fieldXml } from './docx-blocks.ts'

interface Heading {
  level: number
  visibleText: string
  number: string
  mark: string
}

const HEADING =
  /<w:p(?: [^>]*)?><w:pPr>(?:(?!<\/w:pPr>).)*?<w:pStyle w:val="Heading([123])"\/>(?:(?!<\/w:pPr>).)*<\/w:pPr>((?:(?!<\/w:p>).)*)<\/w:p>/gs

/** Inserts the table of contents at its mark, with all numbered headings. The reader's program computes the page numbers. */
export function withContents(document: string, styles: string): string {
  if (document.search(contentsMark) < 0) return document
  const isNumbered = /w:styleId="Heading1"(?:(?!<\/w:style>).)*<w:numPr>/s.test(styles)
  const headings: Heading[] = []
  const counters = [0, 0, 0]
  const marked = document.replace(HEADING, (paragraph, level: string, inside: string) => {
    const depth = Number(level)
    counters[depth - 1] = (counters[depth - 1] ?? 0) + 1
    counters.fill(0, depth)
    const mark = `_Toc${10_000 + headings.length}`
    const visibleText = [...inside.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('')
    headings.push({ level: depth, visibleText, number: isNumbered ? counters.slice(0, depth).join('.') : '', mark })
    const id = 10_000 + headings.length
    const bookmarked = `<w:bookmarkStart w:id="${id}" w:name="${mark}"/>${inside}<w:bookmarkEnd w:id="${id}"/>`
    return `${paragraph.slice(0, paragraph.length - inside.length - '</w:p>'.length)}${bookmarked}</w:p>`
  })
  return marked.replace(contentsMark, () => contentsXml(headings.filter(({ level }) => level < 3)))
}

function contentsXml(headings: readonly Heading[]): string {
  const [first] = headings
  if (!first) return ''
  const field =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-2" \\h \\z \\u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
  const entries = headings.map((heading) => {
    const { level, visibleText, number, mark } = heading
    const text = `<w:r>${number && `<w:t>${number}</w:t><w:tab/>`}<w:t xml:space="preserve">${visibleText}</w:t><w:tab/></w:r>`
    const link = `<w:hyperlink w:anchor="${mark}" w:history="1">${text}${fieldXml(`PAGEREF ${mark} \\h`, '')}</w:hyperlink>`
    return `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/></w:pPr>${heading === first ? field : ''}${link}</w:p>`
  })
  return `${entries.join('')}<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
}
