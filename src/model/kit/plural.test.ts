import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSource, readSources } from '../../../test/kit/sources.ts'
import { formatCount, lowerCaseName, plural, pluralNoun, withArticle } from './plural.ts'

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
    ['line with rack units', 'lines with rack units'],
    ['product family', 'product families'],
    ['is', 'are'],
    ['has', 'have'],
  ])('pluralizes %s as %s', (text, many) => expect(pluralNoun(text)).toBe(many))

  it('uses the plural for every number except 1', () => {
    expect([0, 1, 2, 1200].map((count) => formatCount(count, 'piece of equipment'))).toEqual([
      '0 pieces of equipment',
      '1 piece of equipment',
      '2 pieces of equipment',
      '1,200 pieces of equipment',
    ])
    expect(formatCount(1, 'row is', 'rows are')).toBe('1 row is')
    expect(plural(2, 'space was', 'spaces were')).toBe('spaces were')
  })
})

it('adds the article to a singular name', () => {
  const item = (text: string, many: string) => withArticle({ one: text, many })
  expect([
    item('Offer', 'Offers'),
    item('User', 'Users'),
    item('WireCAD request', 'WireCAD requests'),
    item('Equipment', 'Equipment'),
  ]).toEqual(['an offer', 'a user', 'a WireCAD request', 'equipment'])
})

it('keeps capitals of proper names in the middle of a sentence', () => {
  const names = ['Equipment group', 'WireCAD request', 'API token', 'My offers', 'Jira projects', 'Microsoft Teams projects', 'Teams']
  expect(names.map(lowerCaseName)).toEqual([
    'equipment group',
    'WireCAD request',
    'API token',
    'my offers',
    'Jira projects',
    'Microsoft Teams projects',
    'teams',
  ])
})

describe('UI texts', () => {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const shown = (file: string) => readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')

  it('use the shared helper for plural forms', () => {
    expect(files.length).toBeGreaterThan(500)
    // `count === 1 ? 'space' : 'spaces'`
    const own = /=== 1 \? '(\w+)' : '\1e?s'/
    expect(own.test("n === 1 ? 'space' : 'spaces'")).toBe(true)
    expect(files.filter((file) => own.test(shown(file)))).toEqual([])
  })

  const texts = readSources()
    .filter(({ path }) => !path.startsWith('server/demo/'))
    .map(({ path, texts }) => ({ path, texts }))
  const matching = (pattern: RegExp, sources = texts) =>
    sources.flatMap(({ path, texts }) => texts.filter((text) => pattern.test(text)).map((text) => `${path}: ${text}`))

  it('are American English', () => {
    const british =
      /\b(?:colours?|(?:centi|milli)?metres?|catalogues?|grey|behaviour|favourites?|labour|modell(?:ing|ed)|labell(?:ing|ed)|organis\w+|recognis\w+|whilst|any more(?![ ]\w))\b/i
    const planted = [parseSource('web/a.tsx', `const a = <p>\n  In the catalogue already:{' '}\n  {b}</p>`)]
    expect(matching(british, planted)).toHaveLength(1)
    expect(texts.flatMap((item) => item.texts).length).toBeGreaterThan(5000)
    expect(matching(british)).toEqual([])
  })

  it('show no environment variable on pages', () => {
    // Code samples for programmers read the token from a variable.
    const pages = texts.filter(({ path }) => /^(?:web|model)/.test(path) && !path.startsWith('web/settings/api-example'))
    const variable = /\b[A-Z]{2,}_[A-Z_]{2,}\b/
    expect([variable.test('Set DATABASE_URL first.'), pages.length > 100]).toEqual([true, true])
    expect(matching(variable, pages)).toEqual([])
  })

  it('put a unit after a comma', () => {
    const pages = texts.filter(({ path }) => path.startsWith('web/'))
    const inBrackets = / \((?:in|lb|ft|W|h|RU|USD|BTU\/hr)\)/
    expect([inBrackets.test('Width (in)'), pages.length > 100]).toEqual([true, true])
    expect(matching(inBrackets, pages)).toEqual([])
  })
})
