import { describe, expect, it } from 'vitest'
import { formatTypedNumber, readTypedNumber } from './number-text.ts'

describe('number field', () => {
  it.each([
    ['7,5', 7.5],
    ['1.234,50', 1234.5],
    ['1299,00', 1299],
    ['1,200', 1200],
    ['$1,299.00', 1299],
    ['−3', -3],
    ['', null],
  ])('reads %s', (text, value) => expect(readTypedNumber(text)).toEqual({ value }))

  it.each([
    ['1234,567', {}, '1234,567 can mean 1,234,567 or 1234.567. Write it without a separator for thousands.'],
    ['abc', {}, 'Only numbers are valid'],
    ['2,5', { allowDecimal: false }, 'Only Integers are valid'],
    ['-1', { allowNegative: false }, 'Minimum number is 0'],
    ['1.005', { decimalScale: 2 }, 'At most 2 decimals'],
  ])('rejects %s with %j', (text, limits, problem) => expect(readTypedNumber(text, limits)).toEqual({ problem }))

  it.each([
    [1234567.5, { thousandSeparator: ',', decimalScale: 2, fixedDecimalScale: true }, '1,234,567.50'],
    [-1234, { thousandSeparator: ',' }, '-1,234'],
    [1234.5, {}, '1234.5'],
  ])('shows %d with %j as %s', (value, limits, text) => expect(formatTypedNumber(value, limits)).toBe(text))
})
