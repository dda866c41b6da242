import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  commentProblems,
  commentsIn,
  genericExports,
  problemInCode,
  problemInText,
  testNameProblems,
  testNamesIn,
  uiTextProblems,
} from './kit/language-rules.ts'
import { readSources } from './kit/sources.ts'

const root = join(import.meta.dirname, '..')
const files = ['src', 'test', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /(?:\.tsx?|\.mjs|\.css)$/.test(path) && !/\.d\.ts$|\/language|node_modules/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
)
const tests = files.filter(({ path }) => /\.test\.tsx?$|^test\/kit\/.*\.ts$/.test(path))

it('finds comments, and no texts that look like comments', () => {
  const text = `const a = 'https://x' // one\n/** Two\n * lines. */\nconst b = \`/* no */\`\n// three\n// four\n// biome-ignore lint: no\n`
  expect(commentsIn({ path: 'src/a.ts', text })).toEqual(['one', 'Two\nlines.', 'three\nfour\nbiome-ignore lint: no'])
  expect(commentsIn({ path: 'src/a.css', text: '/* Five */\n.a { color: red }' })).toEqual(['Five'])
})

it('finds the names of tests, also of those with a table', () => {
  const text = `describe('a', () => { it.each([1])('b %s', () => {}); it(\`c \${d}\`, () => {}) })\nit.each(['not'])`
  expect(testNamesIn({ path: 'a.test.ts', text })).toEqual(['a', 'b %s', 'c …'])
})

it('names the problem and the better word', () => {
  expect(problemInCode('What is sent.')).toContain('begins with “What”')
  expect(problemInCode('The row that stands there.')).toContain('is stored')
  expect(problemInCode('Calls `whoever` for "Whoever" it is.')).toBeUndefined()
  expect(problemInText('What was changed, and when.')).toContain('begins with “What”')
  expect(problemInText('Fill at most 53 % with one cable')).toContain('50%')
  expect(problemInText('… % used')).toContain('50%')
  expect(['What changed', 'What should happen to them?', 'Reports are kept for 30 days.'].map(problemInText)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const source = { path: 'src/a.ts', text: 'export const told = 1\nexport function clientName() {}' }
  expect(genericExports([source])).toEqual([expect.stringContaining('src/a.ts exports “told”')])
})

it('keeps comments plain', () => expect(commentProblems(files)).toEqual([]))
it('keeps test names plain', () => expect(testNameProblems(tests)).toEqual([]))
it('keeps texts of the product plain', () => expect(uiTextProblems(readSources())).toEqual([]))
it('keeps exported names specific', () =>
  expect(genericExports(files.filter(({ path }) => path.startsWith('src/') && !path.includes('.test.')))).toEqual([]))
