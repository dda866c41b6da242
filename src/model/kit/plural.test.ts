import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { counted, inSentence, plural, pluralOf } from './plural.ts'

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

it('keeps the capitals of names in the middle of a sentence', () => {
  const names = ['Equipment group', 'WireCAD request', 'API token', 'My offers', 'Jira projects', 'Microsoft Teams projects', 'Teams']
  expect(names.map(inSentence)).toEqual([
    'equipment group',
    'WireCAD request',
    'API token',
    'my offers',
    'Jira projects',
    'Microsoft Teams projects',
    'teams',
  ])
})

describe('texts', () => {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const shown = (file: string) => readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')

  it('leave plural forms to the one helper', () => {
    expect(files.length).toBeGreaterThan(500)
    // `count === 1 ? 'space' : 'spaces'`
    const own = /=== 1 \? '(\w+)' : '\1e?s'/
    expect(files.filter((file) => own.test(shown(file)))).toEqual([])
  })

  it('are American English', () => {
    const british = /['"`>][^'"`<>\n]{0,80}\b(?:colours?|centimetres?|catalogue) [^'"`<>\n]{0,80}['"`<]|['"`](?:Colour|Catalogue)['"`]/
    const known = /SQL|update|select/
    expect(
      files
        .filter((file) => /^(?:web|model)/.test(file))
        .filter((file) =>
          shown(file)
            .split('\n')
            .some((line) => british.test(line) && !known.test(line) && !line.includes('import')),
        ),
    ).toEqual([])
  })
})
