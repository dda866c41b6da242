import { describe, expect, it } from 'vitest'
import { group, integer, optional, text } from '../../../model/kit/field.ts'
import { conflictingParts, mergeVersions } from './merge-versions.ts'

const fields = {
  name: text('Name'),
  seats: optional(integer('Seats')),
  address: optional(group('Address', { street: optional(text('Street')), city: optional(text('City')) })),
}
const base = { name: 'Room', seats: 10, address: { street: 'Main Street', city: 'Denver' } }
const mine = { name: 'My room', seats: 12, address: { street: 'Main Street 1', city: 'Denver' } }
const theirs = { name: 'Their room', seats: 10, address: { street: 'Main Street', city: 'Boulder' } }

describe('version merge', () => {
  it('reports conflicts only where both changed the same field differently', () => {
    expect(conflictingParts(fields, { base, mine, theirs }).map(({ path }) => path)).toEqual(['name'])
    expect(conflictingParts(fields, { base, mine, theirs: mine })).toEqual([])
    expect(conflictingParts(fields, { base, mine: base, theirs })).toEqual([])
    expect(conflictingParts(fields, { base, mine, theirs: base })).toEqual([])
  })
  it('keeps the changes of both, down to a part of an address', () => {
    const address = { street: 'Main Street 1', city: 'Boulder' }
    expect(mergeVersions(fields, { base, mine, theirs }, () => true)).toEqual({ name: 'My room', seats: 12, address })
    expect(mergeVersions(fields, { base, mine, theirs }, () => false)).toEqual({ name: 'Their room', seats: 12, address })
  })
})
