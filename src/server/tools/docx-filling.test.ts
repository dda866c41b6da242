import { expect, it } from 'vitest'
import { readWord } from '../../../test/kit/word.ts'
import { createZip } from '../../../test/kit/zip.ts'
import { fillDocx, templateProblem } from './docx-filling.ts'
import { writeDocx } from './docx-writing.ts'
import { htmlToBlocks, textToBlocks } from './html-blocks.ts'

const open = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const typed = (body: string) =>
  createZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'word/document.xml': `<w:document ${open}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${open}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  })
const fillAndRead = async (body: string, values: Parameters<typeof fillDocx>[0]['values']) => {
  const { file, ...result } = await fillDocx({ template: typed(body), values })
  return { ...result, word: readWord(file) }
}

it('finds placeholders split over several runs, and keeps the text around them', async () => {
  const body =
    '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Dear {</w:t></w:r><w:proofErr w:type="spellStart"/><w:r><w:t>{client.</w:t></w:r><w:r><w:t>Name }} and </w:t></w:r><w:r><w:t>{{nobody}}</w:t></w:r></w:p>'
  const { word, unknown, used } = await fillAndRead(body, { 'client.name': 'Łódź & <Sons>' })
  expect(word.paragraphs).toEqual(['Dear Łódź & <Sons> and {{nobody}}'])
  expect(word.xml).toContain('<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Dear Łódź &amp; &lt;Sons&gt;</w:t>')
  expect([unknown, used]).toEqual([['nobody'], ['client.name']])
})

it('replaces a whole paragraph with blocks, fills their texts, and ends a cell with a paragraph', async () => {
  const blocks = [
    { heading: 'Fee for {{name}}', level: 1 as const },
    {
      table: {
        title: 'Fee',
        columns: [{ header: 'Phase', width: 1 }],
        rows: [{ cells: ['SD'] }, { cells: ['Total'], style: 'total' as const }],
      },
    },
  ]
  const { word } = await fillAndRead('<w:tbl><w:tr><w:tc><w:p><w:r><w:t>{{ FEE.table }}</w:t></w:r></w:p></w:tc></w:tr></w:tbl>', {
    'fee.table': blocks,
    name: 'Ada',
  })
  expect(word.headings).toEqual([{ level: 1, text: 'Fee for Ada' }])
  expect(word.tables.find(({ title }) => title === 'Fee')).toMatchObject({ heads: 1, rows: [['Phase'], ['SD'], ['Total']] })
  expect(word.xml).toMatch(/<w:p\/><\/w:tc>/)
  expect(word.part('word/styles.xml')).toContain('w:styleId="TableText"')
  expect(word.part('word/styles.xml').match(/w:styleId="Heading1"/g)).toHaveLength(1)
})

it('separates text boxes from their paragraph, and fills no blocks within a line', async () => {
  const body =
    '<w:p><w:r><w:t>{{a}} before {{</w:t></w:r><w:r><w:pict><w:txbxContent><w:p><w:r><w:t>{{a}} inside</w:t></w:r></w:p></w:txbxContent></w:pict></w:r><w:r><w:t>a}} {{list}}</w:t></w:r></w:p>'
  const { word, unknown } = await fillAndRead(body, { a: 'X', list: [{ text: 'Y' }] })
  expect(word.words.split('\n').join('|')).toBe('X before {{|X inside|a}} {{list}}')
  expect(unknown).toEqual(['list'])
})

it('lists the headings of the whole document, with their numbers', async () => {
  const template = await writeDocx({
    title: 'Paper',
    head: [],
    foot: [],
    body: [{ text: '{{contents}}' }, { heading: 'One', level: 1 }, { text: '{{more}}' }, { heading: 'Two', level: 1 }],
  })
  const more = [
    { heading: 'Below & beyond', level: 2 as const },
    { heading: 'Deeper', level: 3 as const },
  ]
  const { file } = await fillDocx({ template, values: { contents: [{ contents: 'Contents' }], more } })
  const word = readWord(file)
  expect(word.paragraphs.slice(0, 4)).toEqual(['Contents', '1\tOne\t', '1.1\tBelow & beyond\t', '2\tTwo\t'])
  expect(word.xml.match(/<w:t>(1|1\.1|2)<\/w:t><w:tab\/>/g)).toHaveLength(3)
  expect(word.part('word/settings.xml')).toContain('w:updateFields')
})

it('writes right-to-left text correctly, and drops characters invalid in XML', async () => {
  const { word } = await fillAndRead('<w:p><w:r><w:t>{{x}}</w:t></w:r></w:p>', { x: [{ text: 'قاعة 1' }, { text: 'A\u0000B\ud800' }] })
  expect(word.xml).toContain('<w:bidi/>')
  expect(word.xml).toContain('<w:rtl/>')
  expect(word.paragraphs).toEqual(['قاعة 1', 'AB'])
})

it('reports files that cannot be a template', () => {
  expect(templateProblem(typed('<w:p/>'))).toBeUndefined()
  expect(templateProblem(Buffer.from('PK no'))).toBe('This is not a Word document (docx).')
  expect(templateProblem(createZip({ 'xl/workbook.xml': '<x/>' }))).toBe('This is not a Word document (docx).')
  const macros = createZip({ 'word/document.xml': '<x/>', '[Content_Types].xml': '<x/>', 'word/vbaProject.bin': 'x' })
  expect(templateProblem(macros)).toBe('A document with macros cannot be a template.')
})

it('converts rich and plain text to paragraphs and lists', () => {
  expect(htmlToBlocks('<p>One <strong>bold</strong> &amp; more</p><ul><li><p>Item</p></li></ul><h2>Head</h2>')).toMatchObject([
    { text: [{ text: 'One ' }, { text: 'bold', bold: true }, { text: ' & more', bold: false }] },
    { text: [{ text: 'Item' }], style: 'ListBullet' },
    { text: [{ text: 'Head', bold: true }], keepNext: true },
  ])
  expect(textToBlocks('One\nline\n\n- item\nTwo')).toEqual([{ text: 'One\nline' }, { text: 'item', style: 'ListBullet' }, { text: 'Two' }])
})
