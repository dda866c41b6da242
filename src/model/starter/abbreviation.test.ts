import { expect, it } from 'vitest'
import { clients } from '../companies/clients.ts'
import { suggestAbbreviations } from './abbreviation.ts'

it.each([
  ['Harbor City Library', ['HCL', 'HARB', 'HARBOR', 'HCL2']],
  ['Northlight', ['NORT', 'NORTHL', 'NORT2']],
  ['École Polytechnique', ['EP', 'ECOL', 'ECOLEP', 'EP2']],
  ['X', ['XCL2', 'XCL3']],
  ['図書館', ['CL2', 'CL3']],
])('suggests abbreviations for %s', (name, first) => {
  const suggested = suggestAbbreviations(name)
  expect(suggested.slice(0, first.length)).toEqual(first)
  const problems: string[] = []
  for (const text of suggested) clients.fields.abbreviatedName.check(text, (message: string) => problems.push(`${text}: ${message}`))
  expect(problems).toEqual([])
})
