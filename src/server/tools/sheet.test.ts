import ExcelJS from 'exceljs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Sheet, type SheetBook, writeBook } from './sheet.ts'
import { openZip } from './zip-reading.ts'

const book = (sheet: Partial<Sheet>, more: Partial<SheetBook> = {}): SheetBook => ({
  sheets: [{ name: 'BOM', columns: [], rows: [], ...sheet }],
  ...more,
})

async function reopened(book: SheetBook) {
  const data = await writeBook(book)
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(data as never)
  const zip = openZip(data, { entries: 100, unpackedBytes: 1e8 })
  return { workbook, sheet: workbook.worksheets[0]!, part: (name: string) => zip.read(name)?.toString() ?? '' }
}

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

describe('a written sheet', () => {
  it('holds the heading, the header and the rows with their kinds', async () => {
    const { sheet } = await reopened(bom)
    expect([1, 2, 3].map((row) => [sheet.getCell(row, 1).value, sheet.getCell(row, 2).value])).toEqual([
      ['Project', '24-001 City Hall'],
      ['Client', 'City'],
      ['BOM', null],
    ])
    expect((sheet.getRow(5).values as unknown[]).slice(1)).toEqual(['Model', 'Qty', 'Unit MSRP', 'Priced', 'Changed', 'URL'])
    expect((sheet.getRow(7).values as unknown[]).slice(1)).toEqual([
      'X-1',
      2,
      1234.5,
      new Date('2026-02-03T00:00:00Z'),
      new Date('2026-02-03T04:05:06.000Z'),
      { text: 'https://example.com/a?b=1&c=2', hyperlink: 'https://example.com/a?b=1&c=2' },
    ])
    expect(sheet.getCell('C7').numFmt).toBe('"$"#,##0.00')
    expect(sheet.getCell('B7').alignment.horizontal).toBe('center')
    expect(sheet.getCell('A6').font.bold).toBe(true)
    expect(sheet.getCell('A9').border.top?.style).toBe('double')
    expect(sheet.getRow(7).outlineLevel).toBe(1)
    expect(sheet.getColumn(1).width).toBe(30)
  })

  it('makes a link of web and mail addresses only', async () => {
    const { sheet } = await reopened(bom)
    expect(sheet.getCell('F8').value).toBe('javascript:alert(1)')
  })

  it('is frozen, filtered and ready to print', async () => {
    const { sheet, part } = await reopened(bom)
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', xSplit: 1, ySplit: 5 })
    expect(sheet.autoFilter).toBe('A5:F9')
    expect(sheet.pageSetup).toMatchObject({ orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 })
    expect(part('xl/workbook.xml')).toContain('>&apos;BOM&apos;!$5:$5<')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x")', '-'])('keeps %j as text for good', async (text) => {
    const { sheet, part } = await reopened(book({ columns: [{ header: 'Note' }, { header: 'Sum', kind: 'money' }], rows: [[text, text]] }))
    for (const address of ['A2', 'B2']) {
      expect(sheet.getCell(address).value).toBe(text)
      expect(sheet.getCell(address).numFmt).toBe('@')
    }
    expect(part('xl/worksheets/sheet1.xml')).not.toContain('<f')
  })

  it('drops what a sheet cannot hold and keeps every other sign', async () => {
    const { sheet, part } = await reopened(
      book({
        columns: [{ header: 'A' }],
        rows: [['a\u0000\u0008b\u001f\uffff\ud800c'], ['<b>&amp; "é" 図 😀\nx</b>'], ['x'.repeat(40_000)], [Number.NaN], ['\u0001']],
      }),
    )
    expect(sheet.getCell('A2').value).toBe('abc')
    expect(part('xl/worksheets/sheet1.xml')).toContain('>&lt;b&gt;&amp;amp; &quot;é&quot; 図 😀\nx&lt;/b&gt;<')
    expect(String(sheet.getCell('A4').value)).toHaveLength(32_767)
    expect([sheet.getCell('A5').value, sheet.getCell('A6').value]).toEqual(['NaN', null])
  })

  it('shows one bad cell in red without its row', async () => {
    const { sheet } = await reopened(
      book({ columns: [{ header: 'A' }, { header: 'B' }], rows: [['x', { value: 'Discontinued', style: 'bad' }]] }),
    )
    expect(sheet.getCell('B2').value).toBe('Discontinued')
    expect(sheet.getCell('B2').font.color).toEqual({ argb: 'FFB02525' })
    expect(sheet.getCell('A2').font?.color).not.toEqual({ argb: 'FFB02525' })
  })

  it('gives sheets names a spreadsheet accepts', async () => {
    const sheets = ['A/B', 'a:b', 'x'.repeat(40), 'X'.repeat(31), '', "'quoted'"].map((name) => ({ name, columns: [], rows: [] }))
    const { workbook } = await reopened({ sheets })
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'A-B',
      'a-b (2)',
      'x'.repeat(31),
      `${'X'.repeat(27)} (2)`,
      'Sheet',
      'quoted',
    ])
  })
})

describe('a sheet to fill in', () => {
  const toFill: SheetBook = {
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

  it('protects the named columns and leaves the others and new rows open', async () => {
    const { sheet, part } = await reopened(toFill)
    expect(part('xl/worksheets/sheet1.xml')).toMatch(/<sheetProtection[^>]*sheet="1"/)
    expect(sheet.getCell('A2').protection?.locked).not.toBe(false)
    expect(sheet.getCell('B2').protection?.locked).toBe(false)
    expect(sheet.getColumn(2).protection?.locked).toBe(false)
    expect(sheet.getColumn(1).protection?.locked).not.toBe(false)
  })

  it('offers the rows of the other sheet, also in rows that are still empty', async () => {
    const { part } = await reopened(toFill)
    const xml = part('xl/worksheets/sheet1.xml')
    expect(xml).toContain('sqref="C2:C5001"')
    expect(xml).toContain('<formula1>&apos;Firm&apos;&apos;s lists&apos;!$B$2:$B$3</formula1>')
    expect(xml).toMatch(/<dataValidation type="list"[^>]*showErrorMessage="1"/)
  })

  it('hides what is not for people', async () => {
    const { workbook } = await reopened(toFill)
    expect(workbook.worksheets.map(({ state }) => state)).toEqual(['visible', 'visible', 'hidden'])
  })

  it('refuses a list that is not there', async () => {
    const broken = book({ columns: [{ header: 'A' }], dropDowns: [{ column: 0, from: { sheet: 'Nowhere', column: 0 } }] })
    await expect(writeBook(broken)).rejects.toThrow('Nowhere')
  })
})

it('shows the logo of the firm above the heading, on two sheets', async () => {
  const data = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const logo = { data, extension: 'png' as const, width: 200, height: 100 }
  const one: Sheet = { name: 'One', logo, preamble: [['Project', 'X']], columns: [{ header: 'A' }], rows: [['a']] }
  const { workbook, part } = await reopened({ sheets: [one, { ...one, name: 'Two' }] })

  for (const sheet of workbook.worksheets) {
    const [image] = sheet.getImages()
    expect(image?.range.tl).toMatchObject({ nativeCol: 0, nativeRow: 0 })
    expect(Buffer.from(workbook.getImage(Number(image!.imageId)).buffer as never)).toEqual(data)
    expect([sheet.getCell('A2').value, sheet.getCell('A4').value, sheet.getCell('A5').value]).toEqual(['Project', 'A', 'a'])
    expect(sheet.getRow(1).height).toBeGreaterThan(40)
  }
  const types = part('[Content_Types].xml')
  expect(types.match(/drawing\+xml/g)).toHaveLength(2)
  // The order of the parts of a sheet is fixed: Excel repairs a file that has it otherwise.
  expect(part('xl/worksheets/sheet1.xml')).toMatch(
    /<pageSetup[^>]*>.*<headerFooter>.*<\/headerFooter><drawing r:id="rId\d"\/><\/worksheet>$/s,
  )
})

it('writes 20,000 rows and tells how far it is', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => [n, `Model ${n}`, n / 4])
  const told: number[] = []
  const columns = [{ header: '#', kind: 'integer' as const }, { header: 'Model' }, { header: 'MSRP', kind: 'money' as const }]
  const data = await writeBook(book({ columns, rows }), (percent) => told.push(percent))

  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(data as never)
  expect(workbook.worksheets[0]!.rowCount).toBe(20_001)
  expect((workbook.worksheets[0]!.getRow(20_001).values as unknown[]).slice(1)).toEqual([19_999, 'Model 19999', 19_999 / 4])
  expect(told).toHaveLength(20)
  expect(told.at(-1)).toBe(100)
})
