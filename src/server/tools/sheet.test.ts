import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openWorkbook, readRowValues, rowCount } from '../../../test/kit/workbook.ts'
import { packRows, type Sheet, type Workbook, workbookOutline, writeWorkbook } from './sheet.ts'
import { elementTexts, scanXml } from './xml-scan.ts'
import { openZip } from './zip-reading.ts'

const book = (sheet: Partial<Sheet>, more: Partial<Workbook> = {}): Workbook => ({
  sheets: [{ name: 'BOM', columns: [], rows: [], ...sheet }],
  ...more,
})

async function reopened(book: Workbook) {
  const workbook = openWorkbook(await writeWorkbook(book))
  const sheet = workbook.sheets[0]!
  return { workbook, sheet, part: workbook.part, look: (cell: string) => workbook.look(sheet, cell) }
}
const inCell = (sheet: { cells: Map<string, { value: unknown }> }, cell: string) => sheet.cells.get(cell)?.value

const bom = book({
  preamble: [['Project', '24-001 City Hall'], ['Client', 'City'], ['BOM']],
  columns: [
    { header: 'Model', width: 30 },
    { header: 'Qty', kind: 'integer', align: 'center' },
    { header: 'Unit MSRP', kind: 'money' },
    { header: 'Priced', kind: 'date' },
    { header: 'Changed', kind: 'instant' },
    { header: 'URL', kind: 'link' },
  ],
  rows: [
    { values: ['Displays'], style: 'group' },
    { values: ['X-1', 2, 1234.5, '2026-02-03', '2026-02-03T04:05:06.000Z', 'https://example.com/a?b=1&c=2'], outline: 1 },
    ['X-2', 1, null, null, null, 'javascript:alert(1)'],
    { values: ['Total', 3, 2469], style: 'total' },
  ],
  freeze: { columns: 1 },
  autoFilter: true,
  landscape: true,
  fitToWidth: true,
  repeatHeader: true,
})

describe('written sheet', () => {
  it('contains the heading, the header and the rows with their types', async () => {
    const { sheet, look } = await reopened(bom)
    expect([1, 2, 3].map((row) => readRowValues(sheet, row))).toEqual([['Project', '24-001 City Hall'], ['Client', 'City'], ['BOM']])
    expect(readRowValues(sheet, 5)).toEqual(['Model', 'Qty', 'Unit MSRP', 'Priced', 'Changed', 'URL'])
    expect(readRowValues(sheet, 7)).toEqual([
      'X-1',
      2,
      1234.5,
      new Date('2026-02-03T00:00:00Z'),
      new Date('2026-02-03T04:05:06.000Z'),
      'https://example.com/a?b=1&c=2',
    ])
    expect(look('B1')).toMatchObject({ isBold: false })
    expect(look('A1')).toMatchObject({ isBold: true })
    expect(look('A5')).toMatchObject({ isBold: true, color: 'FFFFFFFF', fill: 'FF1F3A5F' })
    expect(look('A6')).toMatchObject({ isBold: true, fill: 'FFE9ECEF' })
    expect(look('B7')).toMatchObject({ format: '#,##0_)', horizontal: 'center' })
    expect(['C7', 'D7', 'E7'].map((cell) => look(cell).format)).toEqual(['"$"#,##0.00_)', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm'])
    expect(look('A9')).toMatchObject({ isBold: true, lineAbove: 'double' })
    expect(sheet.xml).toContain('<row r="7" outlineLevel="1">')
    expect(sheet.xml).toContain('<col min="1" max="1" width="30" customWidth="1"/>')
  })

  it('links only web and mail addresses', async () => {
    const { sheet, part } = await reopened(bom)
    expect(inCell(sheet, 'F8')).toBe('javascript:alert(1)')
    expect(sheet.xml.match(/<hyperlink .*?>/g)).toEqual(['<hyperlink ref="F7" r:id="rId2"/>'])
    expect(part('xl/worksheets/_rels/sheet1.xml.rels')).toMatch(
      /Id="rId2" [^>]*Target="https:\/\/example.com\/a\?b=1&amp;c=2" TargetMode="External"/,
    )
  })

  it('is frozen, filtered and print-ready', async () => {
    const { sheet, part } = await reopened(bom)
    expect(sheet.xml).toContain('<pane xSplit="1" ySplit="5" topLeftCell="B6" activePane="bottomRight" state="frozen"/>')
    expect(sheet.xml).toContain('<autoFilter ref="A5:F9"/>')
    expect(sheet.xml).toContain('<pageSetUpPr fitToPage="1"/>')
    expect(sheet.xml).toContain('<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>')
    expect(elementTexts(part('xl/workbook.xml'), 'definedName')).toEqual(["'BOM'!$A$5:$F$9", "'BOM'!$5:$5"])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x")', '-'])('keeps %j as text', async (text) => {
    const { sheet, look } = await reopened(book({ columns: [{ header: 'Note' }, { header: 'Sum', kind: 'money' }], rows: [[text, text]] }))
    for (const cell of ['A2', 'B2']) {
      expect(inCell(sheet, cell)).toBe(text)
      expect(look(cell).format).toBe('@')
    }
    expect(sheet.xml).not.toContain('<f')
  })

  it('drops invalid characters and keeps all others', async () => {
    const long = `${'x'.repeat(32_766)}😀`
    const rows = [
      ['a\u0000\u0008b\u001f\uffff\ud800c'],
      ['<b>&amp; "é" 図 😀\nx</b>'],
      ['x'.repeat(40_000)],
      [Number.NaN],
      ['\u0001'],
      [long],
    ]
    const { sheet } = await reopened(book({ columns: [{ header: 'A' }], rows }))
    expect(inCell(sheet, 'A2')).toBe('abc')
    expect(sheet.xml).toContain('>&lt;b&gt;&amp;amp; &quot;é&quot; 図 😀\nx&lt;/b&gt;<')
    expect(String(inCell(sheet, 'A4'))).toHaveLength(32_767)
    expect([inCell(sheet, 'A5'), inCell(sheet, 'A6')]).toEqual(['NaN', null])
    expect(inCell(sheet, 'A7')).toBe('x'.repeat(32_766))
  })

  it('keeps surrounding spaces and text that looks like an escape', async () => {
    const { sheet } = await reopened(book({ columns: [{ header: 'A' }], rows: [[' a '], ['_x000D_']] }))
    expect(sheet.xml).toContain('<t xml:space="preserve"> a </t>')
    expect(sheet.xml).toContain('<t>_x005F_x000D_</t>')
  })

  it('marks one bad cell red without its row', async () => {
    const { sheet, look } = await reopened(
      book({ columns: [{ header: 'A' }, { header: 'B' }], rows: [['x', { value: 'Discontinued', style: 'bad' }]] }),
    )
    expect(inCell(sheet, 'B2')).toBe('Discontinued')
    expect(look('B2').color).toBe('FFB02525')
    expect(look('A2').color).toBeUndefined()
  })

  it('converts sheet names to valid ones', async () => {
    const sheets = ['A/B', 'a:b', 'x'.repeat(40), 'X'.repeat(31), '', "'quoted'"].map((name) => ({ name, columns: [], rows: [] }))
    const { workbook } = await reopened({ sheets })
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['A-B', 'a-b (2)', 'x'.repeat(31), `${'X'.repeat(27)} (2)`, 'Sheet', 'quoted'])
  })

  it('writes links above the spreadsheet limit as text', async () => {
    const rows = Array.from({ length: 65_531 }, (_, n) => [`mailto:${n}`])
    const data = await writeWorkbook(book({ columns: [{ header: 'A', kind: 'link' }], rows }))
    const xml = String(openZip(data, { entries: 100, unpackedBytes: 1e8 }).read('xl/worksheets/sheet1.xml'))
    expect(xml).toContain('<t>mailto:65530</t>')
    expect(xml.match(/<hyperlink /g)).toHaveLength(65_530)
  })

  it('contains its author and the type of each part', async () => {
    const { part } = await reopened(book({}, { author: 'A & B' }))
    expect(part('docProps/core.xml')).toContain('<dc:creator>A &amp; B</dc:creator>')
    const zip = openZip(await writeWorkbook(bom), { entries: 100, unpackedBytes: 1e8, keepsCase: true })
    const types = part('[Content_Types].xml')
    for (const name of zip.names) expect(types, name).toMatch(new RegExp(`PartName="/${name}"|Extension="${name.split('.').at(-1)}"`))
    // Some programs detect the file type from the first part of the archive.
    expect(zip.names[0]).toBe('[Content_Types].xml')
  })
})

describe('fill-in sheet', () => {
  const toFill: Workbook = {
    sheets: [
      {
        name: 'Equipment',
        columns: [{ header: 'Id', kind: 'integer' }, { header: 'Tag' }, { header: 'Availability' }],
        rows: [[7, 'DSP', 'Available']],
        lockedColumns: [0],
        dropDowns: [{ column: 2, from: { sheet: "Firm's lists", column: 1 }, strict: true }],
      },
      {
        name: "Firm's lists",
        columns: [{ header: 'No.' }, { header: 'Availability' }],
        rows: [
          [1, 'Available'],
          [2, 'Gone'],
        ],
      },
      { name: '_meta', columns: [{ header: 'Manufacturer' }], rows: [[12]], hiddenSheet: true },
    ],
  }

  it('protects the locked columns and leaves other columns and new rows editable', async () => {
    const { sheet, look } = await reopened(toFill)
    expect(sheet.xml).toMatch(/<sheetProtection[^>]*sheet="1"/)
    expect([look('A2').locked, look('B2').locked]).toEqual([true, false])
    const columns = [...sheet.xml.matchAll(/<col [^>]*?(style="\d+")? customWidth="1"\/>/g)].map(([, style]) => style)
    expect(columns).toEqual([undefined, 'style="1"', 'style="1"'])
  })

  it('offers drop-down values of another sheet, also in empty rows', async () => {
    const { sheet } = await reopened(toFill)
    expect(sheet.xml).toContain('sqref="C2:C5001"')
    expect(sheet.xml).toContain('<formula1>&apos;Firm&apos;&apos;s lists&apos;!$B$2:$B$3</formula1>')
    expect(sheet.xml).toMatch(/<dataValidation type="list" errorStyle="stop"[^>]*showErrorMessage="1"/)
  })

  it('hides internal sheets', async () => {
    const { workbook } = await reopened(toFill)
    expect(workbook.sheets.map(({ state }) => state)).toEqual(['visible', 'visible', 'hidden'])
  })

  it('throws for a missing drop-down list', async () => {
    const broken = book({ columns: [{ header: 'A' }], dropDowns: [{ column: 0, from: { sheet: 'Nowhere', column: 0 } }] })
    await expect(writeWorkbook(broken)).rejects.toThrow('Nowhere')
  })
})

it('shows the firm logo above the heading, on two sheets', async () => {
  const data = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const logo = { data, extension: 'png' as const, width: 200, height: 100 }
  const item: Sheet = { name: 'One', logo, preamble: [['Project', 'X']], columns: [{ header: 'A' }], rows: [['a']] }
  const file = await writeWorkbook({ sheets: [item, { ...item, name: 'Two' }] })
  const { sheets, part } = openWorkbook(file)
  const zip = openZip(file, { entries: 100, unpackedBytes: 1e8 })

  for (const [index, sheet] of sheets.entries()) {
    expect(part(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`)).toContain(`Target="../drawings/drawing${index + 1}.xml"`)
    expect(part(`xl/drawings/drawing${index + 1}.xml`)).toContain('<xdr:from><xdr:col>0</xdr:col>')
    expect(part(`xl/drawings/_rels/drawing${index + 1}.xml.rels`)).toContain('Target="../media/image1.png"')
    expect(['A2', 'A4', 'A5'].map((cell) => inCell(sheet, cell))).toEqual(['Project', 'A', 'a'])
    expect(sheet.xml).toContain('<row r="1" ht="48" customHeight="1"/>')
  }
  expect(zip.names.filter((name) => name.startsWith('xl/media/'))).toEqual(['xl/media/image1.png'])
  expect(zip.read('xl/media/image1.png')).toEqual(data)
  const types = part('[Content_Types].xml')
  expect(types.match(/drawing\+xml/g)).toHaveLength(2)
})

/** Excel reports a file with another order of parts as damaged. */
const order = [
  'sheetPr',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetData',
  'sheetProtection',
  'autoFilter',
  'dataValidations',
  'hyperlinks',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'drawing',
]
it('writes the parts of a sheet in their required order', async () => {
  const logo = { data: new Uint8Array(1), extension: 'png' as const, width: 1, height: 1 }
  const dropDowns = [{ column: 0, from: { sheet: 'BOM', column: 0 } }]
  const { sheet } = await reopened(book({ ...bom.sheets[0], logo, lockedColumns: [0], dropDowns }))
  const parts: string[] = []
  let depth = 0
  scanXml(sheet.xml, { open: (name) => depth++ === 1 && parts.push(name), close: () => depth-- })
  expect(parts).toEqual(order)
})

it('writes 20,000 rows and reports progress', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => [n, `Model ${n}`, n / 4])
  const progress: number[] = []
  const columns = [{ header: '#', kind: 'integer' as const }, { header: 'Model' }, { header: 'MSRP', kind: 'money' as const }]
  const data = await writeWorkbook(book({ columns, rows }), (percent) => progress.push(percent))

  const sheet = openWorkbook(data).sheets[0]!
  expect(rowCount(sheet)).toBe(20_001)
  expect(readRowValues(sheet, 20_001)).toEqual([19_999, 'Model 19999', 19_999 / 4])
  expect(progress).toHaveLength(20)
  expect(progress.at(-1)).toBe(100)
})

describe('printed sheet', () => {
  const group = (name: string) => ({ values: [name], style: 'group' as const })
  const table = (rows: Sheet['rows']) =>
    book({
      columns: [{ header: 'Model', width: 20, wrap: true }, { header: 'Note' }],
      rows,
      paper: 'letter',
      landscape: true,
      fitToWidth: true,
    })
  const plain = (count: number) => Array.from({ length: count }, (_, index) => [`X-${index}`, null])
  const breaksOf = async (rows: Sheet['rows']) =>
    [...(await reopened(table(rows))).sheet.xml.matchAll(/<brk id="(\d+)"/g)].map(([, id]) => Number(id))

  it('moves a heading at the foot of a page to the next', async () => {
    // 32 rows below the header fit the page.
    expect(await breaksOf([...plain(28), group('Displays'), ...plain(3)])).toEqual([29])
    expect(await breaksOf([...plain(27), group('Level 2'), group('Displays'), ...plain(3)])).toEqual([28])
    expect(await breaksOf([...plain(20), group('Displays'), ...plain(40)])).toEqual([])
    // A page that fills up breaks automatically, and the count starts again.
    expect(await breaksOf([...plain(40), group('Displays'), ...plain(3)])).toEqual([])
    expect(await breaksOf([...plain(28), group('One'), ...plain(27), group('Two'), ...plain(3)])).toEqual([29, 57])
  })

  it('estimates the number of pages', () => {
    // 600 points wide at 100%: 489 points of rows below the repeated header.
    const repeated = (rows: Sheet['rows'], more: Partial<Sheet> = {}) => {
      const { sheets } = table(rows)
      return workbookOutline({ sheets: sheets.map((sheet) => ({ ...sheet, repeatHeader: true, ...more })) })[0]
    }
    expect(repeated([])).toEqual({ name: 'BOM', rows: 0, pages: 1 })
    expect(repeated(plain(32))).toEqual({ name: 'BOM', rows: 32, pages: 1 })
    expect(repeated(plain(33))?.pages).toBe(2)
    expect(repeated(plain(96))?.pages).toBe(3)
    expect(repeated(plain(96), { pagesWide: 2 })?.pages).toBe(6)
    expect(repeated(plain(32), { notes: ['One more line'] })?.pages).toBe(2)
    expect(repeated([group('Displays'), ...plain(2), { values: ['Total'], style: 'total', breaksPage: true }])).toEqual({
      name: 'BOM',
      rows: 2,
      pages: 2,
    })
    expect(repeated([], { packed: { count: 40, chunks: [packRows(plain(20)), packRows([...plain(19), group('Last')])] } })).toMatchObject({
      rows: 39,
      pages: 2,
    })
  })

  it('keeps text around a wide table on the first of side-by-side pages', async () => {
    const columns = ['A', 'B', 'C', 'D', 'E', 'F'].map((header) => ({ header, width: 20 }))
    const longText = 'A name that is longer than the columns before those that stand on each page, and goes on below'
    const { sheet } = await reopened(
      book({
        columns,
        preamble: [['Project', longText]],
        notes: [longText],
        fitToWidth: true,
        pagesWide: 2,
        repeatColumns: { from: 3, to: 3 },
      }),
    )
    expect([...sheet.xml.matchAll(/<mergeCell ref="([^"]+)"/g)].map(([, ref]) => ref)).toEqual(['B1:C1', 'A5:C5'])
    expect(sheet.xml).toMatch(/<row r="1" ht="45" customHeight="1">/)
    expect(sheet.xml).toMatch(/<row r="5" ht="30" customHeight="1">/)
  })

  it('fits row height to its text, while headings overflow to the side', async () => {
    const long = 'Network switch with many ports'
    const { sheet } = await reopened(table([[long, null], ['iiiiiiiiiiiiiiiiiiiiiiiii', null], ['W'.repeat(30), null], group(long)]))
    const heights = [2, 3, 4, 5].map((row) => new RegExp(`<row r="${row}" ht="(\\d+)"`).exec(sheet.xml)?.[1])
    expect(heights).toEqual(['30', undefined, '45', undefined])
  })
})
