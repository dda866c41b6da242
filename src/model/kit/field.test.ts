import { expect, it } from 'vitest'
import { longText, name, parseShape, pattern, text } from './field.ts'

it('a field of one line has one, whatever was pasted into it', () => {
  const fields = { text: text('Text'), name: name('Name'), tag: pattern('Tag', /^[A-Z -]+$/, 'Only capitals'), notes: longText('Notes') }
  const two = 'AB \r\n\n CD'
  expect(parseShape(fields, { text: two, name: 'AB\nCD', tag: two, notes: 'AB\nCD' })).toEqual({
    values: { text: 'AB CD', name: 'AB CD', tag: 'AB CD', notes: 'AB\nCD' },
    problems: undefined,
  })
})
