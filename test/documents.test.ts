import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const listFiles = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )

const paths = new Set(['src', 'test', 'scripts', 'bench', 'docs'].flatMap((folder) => [folder, ...listFiles(folder)]))
const code = [...paths].filter(
  (path) =>
    /\.(?:tsx?|mjs|css|sql|json)$/.test(path) &&
    !path.includes('/meta/') &&
    !path.includes('node_modules/') &&
    !path.includes('databases/') &&
    path !== 'test/documents.test.ts',
)
const texts = code.map((path) => read(path))
const names = new Set(texts.flatMap((text) => text.match(/[A-Za-z_]\w+/g) ?? []))
const documents = ['README.md', 'CHANGELOG.md', ...[...paths].filter((path) => path.startsWith('docs/') && path.endsWith('.md'))]

/** Spans in backticks of a document, without blocks of code. */
const spansIn = (text: string) => [...text.replace(/^(?: {4}|```[\s\S]*?^```).*$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!)

/** A path of the project, in full or from one of its folders: `kit/jobs/jobs.ts`, `src/model/`. */
const isPath = (span: string) =>
  /^[\w.-]+(?:\/[\w.*-]+)*\.(?:tsx?|mjs|mts|css|sql|md|json|yaml)$|^(?:src|test|scripts|bench|docs)\/[\w./-]*$/.test(span)
function exists(span: string): boolean {
  const path = span.replace(/\/$/, '')
  const isLike = path.includes('*') ? new RegExp(`(?:^|/)${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`) : undefined
  return existsSync(join(root, path)) || [...paths].some((known) => (isLike ? isLike.test(known) : known.endsWith(`/${path}`)))
}

/** A constant with its value: `leaseSeconds = 40`. The code must define it with exactly this value. */
const constantIn = (span: string) => /^(\w+) = ([\w'". *-]+)$/.exec(span)
const isDefined = (name: string, value: string) => {
  const definition = new RegExp(`\\b${name}(?:: [\\w ]+)?(?: =|:) ${value.replace(/[.*]/g, '\\$&')}(?![\\w.])`)
  return texts.some((text) => definition.test(text))
}

/** A name of the code, as `readMany` or `readMany(…)`. Plain words and names from elsewhere do not look like one. */
const nameIn = (span: string) => /^([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)(?:\(.*\)|<.*>)?$/.exec(span)?.[1]

function problemsIn(text: string): string[] {
  return spansIn(text).flatMap((span) => {
    const [, constant, value] = constantIn(span) ?? []
    if (constant && value) return isDefined(constant, value) ? [] : [`no constant is \`${span}\``]
    if (isPath(span)) return exists(span) ? [] : [`there is no file \`${span}\``]
    const name = nameIn(span)
    return name && !names.has(name) ? [`no code has the name \`${name}\``] : []
  })
}

describe('a document', () => {
  it('is found by kind', () => {
    expect(problemsIn('`src/server/nowhere.ts`, `kit/nowhere.ts`, `src/gone/`')).toHaveLength(3)
    expect(problemsIn('`package.json`, `src/server/`, `kit/description.ts`, `npm test`, `/api/docs`')).toEqual([])
    expect(problemsIn('`notThere`, `notThere()`, `wholeRunMs = 1`')).toHaveLength(3)
    expect(problemsIn('`readMany`, `wholeRunMs = 70 * 60_000`\n\n    const codeBlock = `notThere`')).toEqual([])
  })

  it.each(documents)('%s names only files, names and values that exist', (path) => expect(problemsIn(read(path))).toEqual([]))

  it('has links that lead somewhere', () => {
    const broken = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .filter(([, target]) => !existsSync(join(root, dirname(path), target!)))
        .map(([, target]) => `${path}: ${target}`),
    )
    expect(broken).toEqual([])
  })
})

describe('decision records', () => {
  const records = [...paths].filter((path) => /^docs\/decisions\/\d{3}-.*\.md$/.test(path)).sort()
  const index = () => read('docs/decisions/README.md')

  it('have the four parts and a status', () => {
    const parts = ['Context', 'Options', 'Decision', 'Consequences']
    const lacking = records.flatMap((path) =>
      [
        ...parts.filter((part) => !new RegExp(`^## ${part}`, 'm').test(read(path))),
        ...(/^Status: (?:Accepted|Superseded by \d{3})/m.test(read(path)) ? [] : ['Status']),
      ].map((part) => `${path} has no ${part}`),
    )
    expect(lacking).toEqual([])
  })

  it('are all in the index, with their titles', () => {
    const missing = records.filter((path) => {
      const [, title] = /^# (?:\d+\. )?(.+)$/m.exec(read(path)) ?? []
      return !index().includes(`](${path.slice('docs/decisions/'.length)})`) || !title || !index().includes(title)
    })
    expect(missing).toEqual([])
  })
})

it('comments cite decisions and documents that exist', () => {
  const numbers = new Set([...paths].flatMap((path) => /^docs\/decisions\/0*(\d+)-/.exec(path)?.[1] ?? []))
  const cited = code
    .filter((path) => /\.(?:tsx?|mjs|css)$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/\bdecisions? (\d+)/gi)]
        .filter(([, number]) => !numbers.has(String(Number(number))))
        .map(([cite]) => `${path}: ${cite}`),
    )
  expect(cited).toEqual([])
})

it('names existing tests in the table of security requirements', () => {
  const named = [...read('docs/SECURITY.md').matchAll(/`([\w/.-]+\.test\.ts)`: ([^|]+?)(?:\. The|\.? \|)/g)]
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(([, path = '', name = '']) => !read(path).includes(`'${name}'`)).map(([cell]) => cell)).toEqual([])
})
