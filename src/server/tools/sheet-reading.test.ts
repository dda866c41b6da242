import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { openWorkbook } from '../../../test/kit/workbook.ts'
import { writeWorkbook } from './sheet.ts'
import { readWorkbook } from './sheet-reading.ts'

function createZip(parts: Record<string, string | Buffer>, lies: { unpacked?: number; flags?: number; stored?: boolean } = {}) {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = lies.stored ? Buffer.from(content) : deflateRawSync(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(lies.flags ?? 0, 8)
    entry.writeUInt16LE(lies.stored ? 0 : 8, 10)
    entry.writeUInt32LE(crc32(content), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(lies.unpacked ?? Buffer.byteLength(content), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    bodies.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, ...directory, end])
}

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

const workbookParts = (rows: string, more: Record<string, string> = {}) => ({
  '_rels/.rels': `<Relationships>${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': '<workbook><sheets><sheet name="A &amp; B" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships>${relationship('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relationship('rId2', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  ...more,
})
const savedBy = (name: string) => readFileSync(join(import.meta.dirname, `../../../test/fixtures/workbooks/${name}.xlsx`))
const readErrorReason = (data: Uint8Array, limits = {}) => {
  try {
    return `read ${readWorkbook(data, limits).length}`
  } catch (error) {
    return (error as { reason?: string }).reason
  }
}
const readRows = (rows: string, more?: Record<string, string>) => readWorkbook(createZip(workbookParts(rows, more)))[0]!.rows

describe('read workbook', () => {
  it('returns the written values, in every storage form', async () => {
    const awkward = ['=1+1', '-', '<b>&amp; "é" 図 😀\nx</b>', '_x000D_ is kept', '007', 'a'.repeat(5000)]
    const data = await writeWorkbook({
      sheets: [
        {
          name: "It's",
          columns: [{ header: 'Text' }, { header: 'Price', kind: 'money' }, { header: 'Day', kind: 'date' }],
          rows: awkward.map((text, n) => [text, n + 0.25, '2026-02-28']),
          dropDowns: [{ column: 0, from: { sheet: '_meta', column: 0 } }],
        },
        { name: '_meta', columns: [{ header: 'Id' }], rows: [[true]], hiddenSheet: true },
      ],
    })
    for (const file of [data, openWorkbook(data).save(), savedBy('awkward-libreoffice'), savedBy('awkward-exceljs')]) {
      const [sheet, meta] = readWorkbook(file)
      expect(sheet).toMatchObject({ name: "It's", hidden: false })
      expect(sheet!.rows).toEqual([
        { number: 1, values: ['Text', 'Price', 'Day'] },
        ...awkward.map((text, n) => ({ number: n + 2, values: [text, n + 0.25, new Date('2026-02-28T00:00:00Z')] })),
      ])
      expect(meta).toEqual({
        name: '_meta',
        hidden: true,
        rows: [
          { number: 1, values: ['Id'] },
          { number: 2, values: [true] },
        ],
      })
    }
  })

  it('returns formulas as text, including shared ones, never their result', () => {
    expect(readWorkbook(savedBy('shared-formulas'))[0]!.rows.map(({ values }) => values[0])).toEqual(['=SUM(B1:B2)', '=B2*2', '=B2*2'])
  })

  it('returns TRUE() and FALSE() as booleans', () => {
    const rows = '<row r="1"><c r="A1" t="b"><f>TRUE()</f><v>1</v></c><c r="B1" t="b"><f>FALSE()</f><v>0</v></c></row>'
    expect(readRows(rows)).toEqual([{ number: 1, values: [true, false] }])
  })

  it('reads rich text without phonetics, escapes, errors, booleans, gaps and prefixes', () => {
    const shared =
      '<x:sst xmlns:x="m"><x:si><x:r><x:t>Ri</x:t></x:r><x:r><x:t xml:space="preserve">ch </x:t></x:r><x:rPh><x:t>ritchi</x:t></x:rPh></x:si><x:si><x:t>a_x000D_b</x:t></x:si><x:si/></x:sst>'
    const rows =
      '<x:row r="3"><x:c r="B3" t="s"><x:v>0</x:v></x:c><x:c r="D3" t="s"><x:v>1</x:v></x:c></x:row><row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c><v>1.5E3</v></c><c t="s"><v>2</v></c><c t="d"><v>2026-01-02T00:00:00Z</v></c></row><row r="9"><c r="A9" s="1"/></row>'
    expect(readRows(rows, { 'xl/sharedStrings.xml': shared })).toEqual([
      { number: 3, values: [null, 'Rich ', null, 'a\rb'] },
      { number: 4, values: [true, '#N/A', 'inline', 1500, null, new Date('2026-01-02T00:00:00Z')] },
    ])
  })

  it.each([
    ['1900', '2009-07-06T12:00:00Z'],
    ['1904', '2013-07-07T12:00:00Z'],
  ])('recognizes dates by their format, in the calendar of %s', (calendar, day) => {
    const [date, number] = [new Date(day), 40_000.5]
    expect(readWorkbook(savedBy(`dates-${calendar}`))[0]!.rows[0]!.values).toEqual([
      ...[date, date, date],
      { number, shown: '40000.50 days' },
      ...[number, number],
    ])
  })

  it('reads rules and names that cover whole columns quickly', () => {
    const sheet =
      '<worksheet><cols><col min="1" max="999999999"/></cols><sheetData><row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells><dataValidations><dataValidation sqref="A1:XFD1048576"/></dataValidations></worksheet>'
    const start = performance.now()
    expect(readRows('', { 'xl/worksheets/sheet1.xml': sheet })).toEqual([{ number: 1048576, values: [1] }])
    expect(performance.now() - start).toBeLessThan(timeoutMs(1000))
  })
})

describe('rejected workbook', () => {
  const row = '<row r="1"><c r="A1"><v>1</v></c></row>'
  const good = createZip(workbookParts(row))

  it('is not a workbook', () => {
    expect(readErrorReason(good)).toBe('read 1')
    expect(readErrorReason(Buffer.from('a,b,c'))).toBe('type')
    expect(readErrorReason(Buffer.alloc(0))).toBe('type')
    expect(readErrorReason(createZip({ 'word/document.xml': '<w/>' }))).toBe('type')
    expect(readErrorReason(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))).toBe('type')
  })

  it('is password-protected', () => {
    const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')])
    expect(readErrorReason(ole)).toBe('encrypted')
    expect(readErrorReason(createZip(workbookParts(row), { flags: 1 }))).toBe('encrypted')
  })

  it('contains macros', () => {
    const types = '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>'
    expect(readErrorReason(createZip(workbookParts(row, { '[Content_Types].xml': types })))).toBe('macro')
    expect(readErrorReason(createZip(workbookParts(row, { 'xl/vbaProject.bin': 'x' })))).toBe('macro')
  })

  it('exceeds one of five size limits', () => {
    expect(readErrorReason(good, { bytes: good.length - 1 })).toBe('size')
    expect(readErrorReason(good, { entries: 3 })).toBe('size')
    expect(readErrorReason(createZip(workbookParts(row), { unpacked: 60_000_000 }))).toBe('size')
    expect(readErrorReason(createZip(workbookParts(row.repeat(54))), { rows: 3 })).toBe('size')
    expect(readErrorReason(createZip(workbookParts(row.repeat(53))), { rows: 3 })).toBe('read 1')
    expect(readErrorReason(createZip(workbookParts('<row r="1"><c r="CW1"><v>1</v></c></row>')))).toBe('size')
    expect(readErrorReason(createZip(workbookParts('<row r="1"><c r="CW1" s="3"/></row>')))).toBe('read 1')
  })

  it('repeats one shared string in many cells', () => {
    const cells = (count: number) => `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(count / 100)
    const bomb = (letters: number, count: number) =>
      createZip(workbookParts(cells(count), { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(letters)}</t></si></sst>` }))
    expect(readErrorReason(bomb(32_768, 100))).toBe('size')
    expect(bomb(32_767, 1_000).length).toBeLessThan(5_000)
    expect(readErrorReason(bomb(32_767, 1_000))).toBe('size')
    expect(readErrorReason(bomb(100, 1_000))).toBe('read 1')
  })

  it('lists one sheet many times', () => {
    const workbook = (count: number) => ({
      'xl/workbook.xml': `<workbook><sheets>${'<sheet name="A" sheetId="1" r:id="rId1"/>'.repeat(count)}</sheets></workbook>`,
    })
    expect(readErrorReason(createZip(workbookParts(row, workbook(101))))).toBe('size')
    expect(readErrorReason(createZip(workbookParts(row, workbook(3))), { cells: 2 })).toBe('size')
    expect(readErrorReason(createZip(workbookParts(row, workbook(3))))).toBe('read 3')
  })

  it('repeats one cell', () => {
    const cells = `<row>${'<c r="A1"><f>1</f></c>'.repeat(2_000)}</row>`
    expect(readErrorReason(createZip(workbookParts(cells)), { cells: 1_999 })).toBe('size')
    expect(readErrorReason(createZip(workbookParts(cells)), { cells: 2_000 })).toBe('read 1')
  })

  it('unpacks to more than declared', () => {
    const bomb = createZip(workbookParts(row, { 'xl/sharedStrings.xml': '<sst>'.padEnd(5_000_000) }), { unpacked: 400 })
    expect(readErrorReason(bomb)).toBe('broken')
  })

  it.each([
    ['a cut archive', good.subarray(0, good.length - 30)],
    ['a damaged directory', Buffer.concat([good.subarray(0, 40), good.subarray(60)])],
    ['damaged parts', Buffer.from(good).fill(0x55, 60, 120)],
    ['half a tag', createZip(workbookParts('<row r="1"><c r="A1'))],
    ['an endless comment', createZip(workbookParts('<!--'.repeat(100_000)))],
    ['a document type', createZip(workbookParts('', { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }))],
    ['a cell outside the sheet', createZip(workbookParts('<row r="1"><c r="AAAAAAA1"><v>1</v></c></row>'))],
    ['an impossible sign', createZip(workbookParts('<row r="1"><c r="A1" t="str"><v>&#x110000;</v></c></row>'))],
  ])('is broken: %s', (_what, data) => {
    const start = performance.now()
    expect(readErrorReason(data)).toBe('broken')
    expect(performance.now() - start).toBeLessThan(timeoutMs(1000))
  })

  it('never fails with an unknown error, for any damaged byte', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % below
    }
    const reasons = new Set<string | undefined>()
    for (let n = 0; n < 2000; n++) {
      const damaged = Buffer.from(good)
      for (let k = 0; k < 3; k++) damaged[random(damaged.length)] = random(256)
      reasons.add(readErrorReason(damaged))
    }
    expect(reasons).not.toContain(undefined)
    expect(reasons.size).toBeGreaterThan(2)
  })
})
