import { expect, it } from 'vitest'
import {
  code,
  decimal,
  factor,
  forced,
  hours,
  integer,
  list,
  longText,
  money,
  name,
  optional,
  parseShape,
  pattern,
  required,
  text,
  url,
} from './field.ts'
import { messages } from './rules.ts'

it('joins pasted lines in a single-line field', () => {
  const fields = { text: text('Text'), name: name('Name'), tag: pattern('Tag', /^[A-Z -]+$/, 'Only capitals'), notes: longText('Notes') }
  const two = 'AB \r\n\n CD'
  expect(parseShape(fields, { text: two, name: 'AB\nCD', tag: two, notes: 'AB\nCD' })).toEqual({
    values: { text: 'AB CD', name: 'AB CD', tag: 'AB CD', notes: 'AB\nCD' },
    problems: undefined,
  })
})

it('rounds the decimal value to the places of its field, halves away from zero', () => {
  const fields = { price: money('Price'), factor: factor('Factor'), size: decimal('Size', {}, 1), hours: hours('Hours') }
  const rounded = (price: number, other: number) => parseShape(fields, { price, factor: other, size: other, hours: price }).values
  expect(rounded(1.005, 0.00005)).toEqual({ price: 1.01, factor: 0.0001, size: 0, hours: 1.01 })
  expect(rounded(2.675, 1.45)).toEqual({ price: 2.68, factor: 1.45, size: 1.5, hours: 2.68 })
  expect(rounded(1.004999, 0.25)).toEqual({ price: 1, factor: 0.25, size: 0.3, hours: 1 })
})

it.each([
  ['https://hooks.example.com/a?b=1#c', undefined],
  ['https://hooks.example.com/a\nSet-Cookie: b', messages.url],
  ['https://hooks.example.com/\u202egpj.exe', messages.url],
  ['https://user:secret@hooks.example.com/', messages.urlCredentials],
  ['https://user@hooks.example.com/', messages.urlCredentials],
])('checks the address %j', (address, problem) => {
  expect(parseShape({ address: url('Address') }, { address }).problems).toEqual(problem && { address: [problem] })
})

it.each([
  ['', undefined],
  ['US', undefined],
  ['U', 'Only 2 characters are valid!'],
  ['USA', 'Only 2 characters are valid!'],
])('accepts only texts of the exact length, or none: %j', (country, problem) => {
  expect(parseShape({ country: optional(code('Country', 2)) }, { country }).problems).toEqual(problem && { country: [problem] })
})

it.each([null, '', undefined, 'many'])('rejects %j as a number where a number is forced', (value) => {
  expect(parseShape({ hours: forced(hours('Hours')) }, { hours: value }).problems).toEqual({ hours: ['Only numbers are valid'] })
})

it('keeps the limits of a number that is forced', () => {
  const fields = { hours: forced(hours('Hours', { max: 24 })) }
  expect(parseShape(fields, { hours: 25 }).problems).toEqual({ hours: ['Maximum number is 24'] })
  expect(parseShape(fields, { hours: 0 })).toEqual({ values: { hours: 0 }, problems: undefined })
})

it('requires a value, or one element, of an optional field that other values make required', () => {
  const fields = { count: required(optional(integer('Count'))), rows: required(list('Rows', { name: name('Name') })) }
  expect(parseShape(fields, { count: null, rows: [] }).problems).toEqual({ count: [messages.required], rows: [messages.selectOne] })
  expect(parseShape(fields, { count: 0, rows: [{ name: 'A' }] }).problems).toBeUndefined()
})
