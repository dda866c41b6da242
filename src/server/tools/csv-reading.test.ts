import { describe, expect, it } from 'vitest'
import { checkIsTable, detectSeparator, readCsv, type TextOptions } from './csv-reading.ts'

const read = (text: string, options?: TextOptions) =>
  readCsv(new TextEncoder().encode(text), 'list.csv', { rows: 5000, columns: 100 }, options)
const values = (text: string, options?: TextOptions) => read(text, options).rows.map((row) => row.values)

describe('separator', () => {
  it.each([
    ['a,b\n1,2', ','],
    ['a;b;c\n1,5;2,5;3,5', ';'],
    ['Larch Audio, price list, autumn, net\nA;B;C;D\n1;2;3;4', ';'],
    ['a\tb\n"1,2,3"\t4', '\t'],
    ['a|b\n1|2', '|'],
    ['one column', ','],
    ['A;B\n"x, y, z";1\n"u, v, w";2', ';'],
  ])('is detected in %j: %j', (text, separator) => expect(detectSeparator(text)).toBe(separator))

  it('is named in the first line by a spreadsheet, or chosen', () => {
    const sheet = read('sep=;\r\na,b;c\r\n1,5;2')
    expect([sheet.separator, sheet.rows]).toEqual([
      ';',
      [
        { number: 2, values: ['a,b', 'c'], decimals: 'comma' },
        { number: 3, values: ['1,5', '2'], decimals: 'comma' },
      ],
    ])
    expect(values('a,b;c\n1,5;2', { separator: ',' })).toEqual([
      ['a', 'b;c'],
      ['1', '5;2'],
    ])
  })
})

it('reads quotes, empty cells, and a last line that ends with a separator', () => {
  expect(values('a,"b ""c""\nd",\n,,\n1,2,')).toEqual([
    ['a', 'b "c"\nd', null],
    ['1', '2', null],
  ])
})

it('reads the chosen encoding', () => {
  const data = new Uint8Array([0x4d, 0x9f, 0x6c, 0x6c, 0x65, 0x72])
  expect(readCsv(data, 'a', { rows: 1, columns: 1 }, { encoding: 'macintosh' }).rows[0]?.values).toEqual(['Müller'])
})

it.each([
  ['<!DOCTYPE html><html></html>', 'HTML'],
  ['  <table><tr><td>a</td></tr></table>', 'HTML'],
  ['%PDF-1.7\n%…', 'PDF'],
  ['{"items": [1]}', 'JSON'],
  ['[\n  {"model": "a"}]', 'JSON'],
  ['{"a":1}\n{"a":2}', 'JSON'],
  ['<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook/>', 'XML spreadsheet'],
  ['<?xml version="1.0"?><a/>', 'XML'],
  ['{\\rtf1 text}', 'rich text'],
])('rejects %j by its format', (text, format) => expect(() => checkIsTable(text)).toThrow(format))

it.each(['Model,MSRP', '<new>,1', '[draft] list,a', '{TBD},b'])('accepts %j', (text) => expect(() => checkIsTable(text)).not.toThrow())
