import { describe, expect, it } from 'vitest'
import { formattedNumber, isoCell, parseFormat, readCellText } from './cell-formats.ts'

const show = (code: string, value: number) => readCellText(formattedNumber(value, parseFormat(code), false))

it.each([
  ['00000', 123, '00123'],
  ['000-000', 12_345, '012-345'],
  ['"LA-"000', 7, 'LA-007'],
  ['\\A0000;\\B0000', 42, 'A0042'],
  ['[Red]0000', 42, '0042'],
  ['000\\ 000', 1_234_567, '1234 567'],
  ['0.00', 12.5, '12.50'],
  ['0.00', 12.345, '12.345'],
  ['General', 123, '123'],
  ['0', 123, '123'],
  ['#,##0', 1234, '1234'],
  ['"$"#,##0.00', 1234.5, '1234.5'],
  ['$0.00', 5, '5'],
  ['0%', 0.5, '0.5'],
  ['General', 0.1 + 0.2, '0.3'],
])('shows %s of %d as %s', (code, value, shown) => expect(show(code, value)).toBe(shown))

describe('time', () => {
  it.each([
    ['[h]', 0.3125, 7.5, '7:30', false],
    ['[mm]', 0.3125, 7.5, '7:30', false],
    ['[h]:mm', 1.3125, 31.5, '31:30', false],
    ['[hh]:mm:ss', 0.3125, 7.5, '7:30', false],
    ['h:mm', 0.3125, 7.5, '7:30', false],
    ['hh:mm:ss', 10 / 86_400, 10 / 3600, '0:00:10', false],
    ['mm:ss', 0.3125, 7.5, '7:30', false],
    ['h:mm AM/PM', 0.3125, 7.5, '7:30', true],
  ])('in %s of %d is %d hours', (code, value, hours, shown, isClock) => {
    expect(formattedNumber(value, parseFormat(code), false)).toEqual({ hours, shown, isClock })
  })

  it.each(['yyyy-mm-dd', 'mmm', 'd.m.', 'yyyy-mm-dd h:mm', '[$-409]d-mmm;@', 'h:mm'])('is not %s', (code) => {
    expect(formattedNumber(46_328, parseFormat(code), false)).toEqual(new Date('2026-11-02T00:00:00Z'))
  })

  it('is read in ISO form', () => {
    expect(isoCell('2026-11-02T07:30:00')).toEqual(new Date('2026-11-02T07:30:00Z'))
    expect(readCellText(isoCell('2026-11-02T07:30:00Z'))).toBe('2026-11-02 07:30')
    expect(readCellText(isoCell('2026-11-02'))).toBe('2026-11-02')
    expect(isoCell('07:30:00')).toEqual({ hours: 7.5, shown: '7:30', isClock: false })
    expect(isoCell('someday')).toBe('someday')
  })
})
