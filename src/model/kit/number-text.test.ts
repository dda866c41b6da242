import { expect, it } from 'vitest'
import { type DecimalNotation, notANumber, parseHoursText, parseNumberText } from './number-text.ts'

it.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  ['-3.5', -3.5],
  ['−3.5', -3.5],
  ['.5', 0.5],
  ['1,200', 1200],
  ['1,234,567.80', 1_234_567.8],
  ['$1,299.00', 1299],
  ['USD 12.50', 12.5],
  ['"1,200"', 1200],
  ['1299,00', 1299],
  ['1.234,50', 1234.5],
  ['12,5', 12.5],
  ['7,5', 7.5],
  ['2,5', 2.5],
  ['0,250', 0.25],
  ['1.234.567', 1_234_567],
  ['1.234', 1.234],
  ['1 234,5', 1234.5],
])('reads %s in the notation of the product', (text, value) => expect(parseNumberText(text)).toEqual({ value }))

it.each([
  ['12,345', 12.345],
  ['2,205', 2.205],
  ['1.234,50', 1234.5],
  ['12.35', 12.35],
  ['1,234.50', 1234.5],
  ['100', 100],
])('reads %s in a file with decimal commas', (text, value) => expect(parseNumberText(text, 'comma')).toEqual({ value }))

it.each<[string, DecimalNotation | undefined, string]>([
  ['1.234', 'comma', '1.234 can mean 1,234 or 1.234. Write it without a separator for thousands.'],
  ['1234,567', undefined, '1234,567 can mean 1,234,567 or 1234.567. Write it without a separator for thousands.'],
  ['12,34,567', undefined, notANumber],
  ['1.2.3', undefined, notANumber],
  ['1,2,3', undefined, notANumber],
  ['12 in', undefined, notANumber],
  ['1e3', undefined, notANumber],
  ['.', undefined, notANumber],
  ['--5', undefined, notANumber],
])('rejects %s', (text, notation, problem) => expect(parseNumberText(text, notation)).toEqual({ problem }))

it.each([
  ['7:30', 7.5],
  ['7:20', 7.33],
  ['0:45:00', 0.75],
  ['−1:30', -1.5],
  ['7,5', 7.5],
  ['7.5', 7.5],
  ['', null],
])('reads %s as hours', (text, value) => expect(parseHoursText(text)).toEqual({ value }))

it.each(['7:60', '7:3', ':30', '7:30 AM'])('rejects %s as hours', (text) => expect(parseHoursText(text)).toEqual({ problem: notANumber }))
