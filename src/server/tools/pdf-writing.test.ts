import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { textOfPdf } from '../../../test/kit/pdf-text.ts'
import { type PdfLine, writePdf } from './pdf-writing.ts'

const createRow = (...texts: string[]): PdfLine => ({ parts: texts.map((text, index) => ({ text, x: index * 120, width: 110 })) })
const writeLines = (lines: PdfLine[]) => writePdf({ title: 'Łódź', lines })

describe('PDF', () => {
  it('prints names in their scripts, and adds actual text for missing glyphs', async () => {
    const names = ['Łukasz Żółć', 'Ђорђе', 'Ελένη', 'Nguyễn', 'Zoë “Zed” Müller']
    const texts = await textOfPdf(writeLines(names.map((name) => createRow(name))))
    expect(texts.slice(0, -1)).toEqual(names)
    const content = writeLines([createRow('a 漢字 b')])
    expect(inPlain(content)).toContain('/ActualText <feff6f225b57>')
  })

  it('wraps long text and overlong words without losing characters', async () => {
    const long = `${'word '.repeat(40)}${'x'.repeat(300)}`
    const texts = await textOfPdf(writeLines([createRow('left', long)]))
    expect(texts[0]).toBe('left')
    expect(texts.slice(1, -1).join('').replaceAll(' ', '')).toBe(long.replaceAll(' ', ''))
    expect(texts.length).toBeGreaterThan(10)
  })

  it('escapes brackets, control characters and lone surrogates', async () => {
    const texts = await textOfPdf(writeLines([createRow('(\\) Tj ET > <', 'a\u0000b\u202ec\ud800d')]))
    expect(texts.slice(0, 1)).toEqual(['(\\) Tj ET > <'])
    expect(texts.join(' ')).toMatch(/a b c/)
  })

  it('keeps rows whole if they fit on a page, numbers pages, and embeds only used glyphs', async () => {
    const many = Array.from({ length: 200 }, (_, index) => createRow(`Row ${index}`, 'two\nlines'))
    const texts = await textOfPdf(writeLines(many))
    const pages = texts.filter((text) => /^Page \d+ of \d+$/.test(text))
    expect(pages.length).toBeGreaterThan(4)
    expect(pages.at(-1)).toBe(`Page ${pages.length} of ${pages.length}`)
    for (const text of pages) expect(texts[texts.indexOf(text) - 1]).toBe('lines')
    expect(writeLines(many).length).toBeLessThan(60_000)
  })
})

const inPlain = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1'))
    .join('\n')
