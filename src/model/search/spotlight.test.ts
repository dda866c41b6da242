import { expect, it } from 'vitest'
import { readTerm, sectionNames, spotlightSections } from './spotlight.ts'

it.each([
  ['', { words: '' }],
  ['  lecture  hall ', { words: 'lecture  hall' }],
  ['eq: qm98', { section: 'equipments', words: 'qm98' }],
  ['EQ:qm98', { section: 'equipments', words: 'qm98' }],
  ['p:24031-C', { section: 'projects', words: '24031-C' }],
  [' sp: ', { section: 'spaces', words: '' }],
  ['sr:late', { section: 'shiftRequests', words: 'late' }],
  ['https://example.com', { words: 'https://example.com' }],
  ['lect: hall', { words: 'lect: hall' }],
  ['room p: 2', { words: 'room p: 2' }],
])('parses %j', (typed, read) => {
  expect(readTerm(typed)).toEqual(read)
})

it('has eight sections with unique prefixes', () => {
  expect(sectionNames).toEqual(['projects', 'leads', 'spaces', 'spaceTemplates', 'equipments', 'contracts', 'offers', 'shiftRequests'])
  const prefixes = sectionNames.flatMap((name) => spotlightSections[name].prefixes)
  expect(new Set(prefixes).size).toBe(prefixes.length)
})
