import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { textOfPdf } from '../../../test/kit/pdf-text.ts'
import { type PdfLine, writePdf } from './pdf-writing.ts'

const row = (...texts: string[]): PdfLine => ({ parts: texts.map((text, index) => ({ text, x: index * 120, width: 110 })) })
const written = (lines: PdfLine[]) => writePdf({ title: 'Łódź', lines })

describe('a PDF', () => {
  it('says names as their bearers write them, and what it has no letters for to whoever reads along', async () => {
    const names = ['Łukasz Żółć', 'Ђорђе', 'Ελένη', 'Nguyễn', 'Zoë “Zed” Müller']
    const said = await textOfPdf(written(names.map((name) => row(name))))
    expect(said.slice(0, -1)).toEqual(names)
    const content = written([row('a 漢字 b')])
    expect(inPlain(content)).toContain('/ActualText <feff6f225b57>')
  })

  it('wraps what is too long, words that are longer than a line too, and loses no letter', async () => {
    const long = `${'word '.repeat(40)}${'x'.repeat(300)}`
    const said = await textOfPdf(written([row('left', long)]))
    expect(said[0]).toBe('left')
    expect(said.slice(1, -1).join('').replaceAll(' ', '')).toBe(long.replaceAll(' ', ''))
    expect(said.length).toBeGreaterThan(10)
  })

  it('takes no brackets, no signs of control and no lone halves of letters for its own', async () => {
    const said = await textOfPdf(written([row('(\\) Tj ET > <', 'a\u0000b\u202ec\ud800d')]))
    expect(said.slice(0, 1)).toEqual(['(\\) Tj ET > <'])
    expect(said.join(' ')).toMatch(/a b c/)
  })

  it('keeps a row whole where a page can hold it, numbers its pages, and brings only the letters it uses', async () => {
    const many = Array.from({ length: 200 }, (_, index) => row(`Row ${index}`, 'two\nlines'))
    const said = await textOfPdf(written(many))
    const pages = said.filter((text) => /^Page \d+ of \d+$/.test(text))
    expect(pages.length).toBeGreaterThan(4)
    expect(pages.at(-1)).toBe(`Page ${pages.length} of ${pages.length}`)
    for (const text of pages) expect(said[said.indexOf(text) - 1]).toBe('lines')
    expect(written(many).length).toBeLessThan(60_000)
  })
})

const inPlain = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1'))
    .join('\n')
