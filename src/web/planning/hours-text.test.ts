import { expect, it } from 'vitest'
import { readHours } from './hours-text.ts'

it.each([
  ['7.5', 7.5],
  ['7,5', 7.5],
  ['7:30', 7.5],
  ['7.5 h', 7.5],
  ['1,200', 1200],
  ['', 0],
])('reads %s', (text, hours) => expect(readHours(text)).toEqual({ hours }))

it.each([
  ['1234,567', '1234,567 can mean 1,234,567 or 1234.567. Write it without a separator for thousands.'],
  ['7;5', 'This is not a number.'],
  ['-1', 'This is not a number.'],
])('rejects %s', (text, problem) => expect(readHours(text)).toEqual({ problem }))

it('rejects more hours than a day has', () => expect(readHours('75', 24)).toEqual({ problem: 'A day has at most 24 hours.' }))
