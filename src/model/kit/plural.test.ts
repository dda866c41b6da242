import { describe, expect, it } from 'vitest'
import { counted, plural, pluralOf } from './plural.ts'

describe('plural forms', () => {
  it.each([
    ['space', 'spaces'],
    ['category', 'categories'],
    ['day', 'days'],
    ['box', 'boxes'],
    ['address', 'addresses'],
    ['person', 'people'],
    ['piece of equipment', 'pieces of equipment'],
    ['line of equipment', 'lines of equipment'],
    ['product family', 'product families'],
    ['is', 'are'],
    ['has', 'have'],
  ])('%s, %s', (one, many) => expect(pluralOf(one)).toBe(many))

  it('stand behind every number but one', () => {
    expect([0, 1, 2, 1200].map((count) => counted(count, 'piece of equipment'))).toEqual([
      '0 pieces of equipment',
      '1 piece of equipment',
      '2 pieces of equipment',
      '1,200 pieces of equipment',
    ])
    expect(counted(1, 'row is', 'rows are')).toBe('1 row is')
    expect(plural(2, 'space was', 'spaces were')).toBe('spaces were')
  })
})
