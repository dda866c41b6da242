import { describe, expect, it } from 'vitest'
import { readCells, writeCells } from './clipboard-cells.ts'
import * as sheetOf from './inventory-edits.ts'
import { type Equipment, emptySheet, gridColumns, parseCellText, savable, shownText, writeTexts } from './inventory-edits.ts'

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

const createRow = (id: number, more: object = {}) =>
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
const readCellText = (key: string, text: string) => parseCellText(text, column(key), createRow(1), known)
const createChange = (equipment: Equipment, key: string, text: string) => ({ row: equipment, at: 0, column: column(key), text })

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
  ])('parses in %s: %j', (key, text, expected) => expect(readCellText(key, text)).toEqual(expected))
})

describe('edit sheet', () => {
  it('keeps an invalid cell with its reason and saves the valid ones beside it', () => {
    const equipment = createRow(1)
    const sheet = writeTexts(
      emptySheet,
      [createChange(equipment, 'tag', 'NEW'), createChange(equipment, 'msrpPrice', 'many'), createChange(createRow(2), 'tag', 'D-2')],
      known,
    )
    expect(sheetOf.countEdits(sheet.edits)).toEqual({ rows: 2, problems: 1, stale: 0 })
    expect(savable(sheet.edits).rows).toEqual([
      { id: 1, rowVersion: 3, tag: 'NEW' },
      { id: 2, rowVersion: 3, tag: 'D-2' },
    ])
  })

  it('drops an edit that restores the original value, in any notation', () => {
    const equipment = createRow(1)
    let sheet = writeTexts(emptySheet, [createChange(equipment, 'tag', 'NEW')], known)
    sheet = writeTexts(
      sheet,
      [createChange(equipment, 'tag', 'D-1'), createChange(equipment, 'msrpPrice', '$10'), createChange(equipment, 'category', '120')],
      known,
    )
    expect(sheet.edits.size).toBe(0)
  })

  it('undoes and redoes step by step, also across a save', () => {
    const equipment = createRow(1)
    let sheet = writeTexts(emptySheet, [createChange(equipment, 'tag', 'A')], known)
    sheet = writeTexts(sheet, [createChange(equipment, 'tag', 'B'), createChange(equipment, 'widthIn', '4')], known)
    sheet = sheetOf.undoEdit(sheet, known)
    expect(shownText(equipment, column('tag'), sheet.edits.get(1))).toBe('A')
    sheet = sheetOf.redo(sheet, known)
    const saved = createRow(1, { tag: 'B', widthIn: 4, rowVersion: 4 })
    sheet = sheetOf.dropSavedCells(sheet, [saved], savable(sheet.edits).sent, known)
    expect(sheet.edits.size).toBe(0)
    sheet = sheetOf.undoEdit(sheet, known)
    expect(savable(sheet.edits).rows).toEqual([{ id: 1, rowVersion: 4, tag: 'A', widthIn: null }])
  })

  it('keeps edits made while a save is pending', () => {
    const equipment = createRow(1)
    const before = writeTexts(emptySheet, [createChange(equipment, 'tag', 'A')], known)
    const { sent } = savable(before.edits)
    const during = writeTexts(before, [createChange(equipment, 'tag', 'B')], known)
    const after = sheetOf.dropSavedCells(during, [createRow(1, { tag: 'A', rowVersion: 4 })], sent, known)
    expect(savable(after.edits).rows).toEqual([{ id: 1, rowVersion: 4, tag: 'B' }])
  })

  it('sends no stale row until the user has chosen a version', () => {
    const equipment = createRow(1)
    const newer = createRow(1, { tag: 'THEIRS', rowVersion: 9 })
    const stale = sheetOf.outdate(writeTexts(emptySheet, [createChange(equipment, 'tag', 'MINE')], known), [newer])
    expect(savable(stale.edits).rows).toEqual([])
    expect(savable(sheetOf.resolveStaleEdits(stale, [1], 'mine', known).edits).rows).toEqual([{ id: 1, rowVersion: 9, tag: 'MINE' }])
    expect(sheetOf.resolveStaleEdits(stale, [1], 'theirs', known).edits.size).toBe(0)
  })

  it('marks a cell rejected by the server until edited again', () => {
    const equipment = createRow(1)
    let sheet = writeTexts(emptySheet, [createChange(equipment, 'model', 'Taken')], known)
    sheet = sheetOf.markProblems(sheet, [{ id: 1, key: 'model', problem: 'This model is already taken.' }])
    expect(savable(sheet.edits).rows).toEqual([])
    sheet = writeTexts(sheet, [createChange(equipment, 'model', 'Free')], known)
    expect(savable(sheet.edits).rows).toEqual([{ id: 1, rowVersion: 3, model: 'Free' }])
  })
})
