import { describe, expect, it } from 'vitest'
import { readCells, writeCells } from './clipboard-cells.ts'
import * as sheetOf from './inventory-edits.ts'
import { type Equipment, emptySheet, gridColumns, readText, savable, shownText, write } from './inventory-edits.ts'

describe('clipboard cells', () => {
  it.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"two\nlines"\t"say ""hi"""\n', [['two\nlines', 'say "hi"']]],
    ['24" display\t"24"" display"', [['24" display', '24" display']]],
    ['"open\tend', [['"open', 'end']]],
    ['', [['']]],
    [
      '\t\n\t',
      [
        ['', ''],
        ['', ''],
      ],
    ],
  ])('parses %j', (text, cells) => expect(readCells(text)).toEqual(cells))

  it('round-trips cells', () => {
    const cells = [
      ['plain', 'tab\there', 'line\nend'],
      ['"quoted"', '', '24"'],
    ]
    expect(readCells(writeCells(cells))).toEqual(cells)
  })
})

const row = (id: number, more: object = {}) =>
  ({
    id,
    rowVersion: 3,
    tag: 'D-1',
    model: `Model ${id}`,
    manufacture: { id: 7, name: 'Sonara' },
    productFamily: null,
    category: { id: 1, name: 'Displays', number: 120 },
    availability: 1,
    msrpPrice: 10,
    defaultProvider: 'AVV',
    defaultInstaller: null,
    widthIn: null,
    ...more,
  }) as unknown as Equipment
const known: sheetOf.Known = {
  categories: [
    { id: 1, name: 'Displays', number: 120 },
    { id: 2, name: 'Speakers', number: 130 },
  ],
  familiesOf: (id) => (id === 7 ? [{ id: 70, name: 'Series X' }] : []),
}
const column = (key: string) => gridColumns.find((gridColumn) => gridColumn.key === key)!
const read = (key: string, text: string) => readText(text, column(key), row(1), known)
const change = (equipment: Equipment, key: string, text: string) => ({ row: equipment, at: 0, column: column(key), text })

describe('cell text', () => {
  it.each([
    ['msrpPrice', '$1,250.5', { value: 1250.5 }],
    ['msrpPrice', '', { value: 0 }],
    ['msrpPrice', 'many', { problem: 'This is not a number.' }],
    ['msrpPrice', '-1', { problem: expect.any(String) }],
    ['category', 'speakers', { value: 2 }],
    ['category', '130', { value: 2 }],
    ['category', '130 Speakers', { value: 2 }],
    ['category', 'Pianos', { problem: 'There is no such category.' }],
    ['category', '', { problem: 'This field is required!' }],
    ['productFamily', 'series x', { value: 70 }],
    ['productFamily', '', { value: null }],
    ['productFamily', 'Series Y', { problem: 'Sonara has no such product family.' }],
    ['availability', 'discontinued', { value: 3 }],
    ['defaultProvider', 'fbo', { value: 'FBO' }],
    ['defaultProvider', 'IBO', { problem: 'This is not one of the choices.' }],
    ['tag', 'lower', { problem: expect.stringContaining('capital letters') }],
    ['widthIn', '24.5', { value: 24.5 }],
  ])('parses in %s: %j', (key, text, expected) => expect(read(key, text)).toEqual(expected))
})

describe('edit sheet', () => {
  it('keeps an invalid cell with its reason and saves the valid ones beside it', () => {
    const equipment = row(1)
    const sheet = write(
      emptySheet,
      [change(equipment, 'tag', 'NEW'), change(equipment, 'msrpPrice', 'many'), change(row(2), 'tag', 'D-2')],
      known,
    )
    expect(sheetOf.countsOf(sheet.edits)).toEqual({ rows: 2, problems: 1, stale: 0 })
    expect(savable(sheet.edits).rows).toEqual([
      { id: 1, rowVersion: 3, tag: 'NEW' },
      { id: 2, rowVersion: 3, tag: 'D-2' },
    ])
  })

  it('drops an edit that restores the original value, in any notation', () => {
    const equipment = row(1)
    let sheet = write(emptySheet, [change(equipment, 'tag', 'NEW')], known)
    sheet = write(
      sheet,
      [change(equipment, 'tag', 'D-1'), change(equipment, 'msrpPrice', '$10'), change(equipment, 'category', '120')],
      known,
    )
    expect(sheet.edits.size).toBe(0)
  })

  it('undoes and redoes step by step, also across a save', () => {
    const equipment = row(1)
    let sheet = write(emptySheet, [change(equipment, 'tag', 'A')], known)
    sheet = write(sheet, [change(equipment, 'tag', 'B'), change(equipment, 'widthIn', '4')], known)
    sheet = sheetOf.undo(sheet, known)
    expect(shownText(equipment, column('tag'), sheet.edits.get(1))).toBe('A')
    sheet = sheetOf.redo(sheet, known)
    const saved = row(1, { tag: 'B', widthIn: 4, rowVersion: 4 })
    sheet = sheetOf.settle(sheet, [saved], savable(sheet.edits).sent, known)
    expect(sheet.edits.size).toBe(0)
    sheet = sheetOf.undo(sheet, known)
    expect(savable(sheet.edits).rows).toEqual([{ id: 1, rowVersion: 4, tag: 'A', widthIn: null }])
  })

  it('keeps edits made while a save is pending', () => {
    const equipment = row(1)
    const before = write(emptySheet, [change(equipment, 'tag', 'A')], known)
    const { sent } = savable(before.edits)
    const during = write(before, [change(equipment, 'tag', 'B')], known)
    const after = sheetOf.settle(during, [row(1, { tag: 'A', rowVersion: 4 })], sent, known)
    expect(savable(after.edits).rows).toEqual([{ id: 1, rowVersion: 4, tag: 'B' }])
  })

  it('sends no stale row until the user has chosen a version', () => {
    const equipment = row(1)
    const newer = row(1, { tag: 'THEIRS', rowVersion: 9 })
    const stale = sheetOf.outdate(write(emptySheet, [change(equipment, 'tag', 'MINE')], known), [newer])
    expect(savable(stale.edits).rows).toEqual([])
    expect(savable(sheetOf.resolve(stale, [1], 'mine', known).edits).rows).toEqual([{ id: 1, rowVersion: 9, tag: 'MINE' }])
    expect(sheetOf.resolve(stale, [1], 'theirs', known).edits.size).toBe(0)
  })

  it('marks a cell rejected by the server until edited again', () => {
    const equipment = row(1)
    let sheet = write(emptySheet, [change(equipment, 'model', 'Taken')], known)
    sheet = sheetOf.refuse(sheet, [{ id: 1, key: 'model', problem: 'This model is already taken.' }])
    expect(savable(sheet.edits).rows).toEqual([])
    sheet = write(sheet, [change(equipment, 'model', 'Free')], known)
    expect(savable(sheet.edits).rows).toEqual([{ id: 1, rowVersion: 3, model: 'Free' }])
  })
})
