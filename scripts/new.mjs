// Creates a simple entity in all layers, copied from signal types and renamed: `npm run new -- catalog/cable-type`. Parts specific to
// signal types (references, custom rules) are left out; the result is tested immediately.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, exitWithError, repoRoot } from './install.mjs'

const model = { area: 'catalog', one: 'signal-type' }
const requestedName = process.argv[2] ?? ''
const [, area, one] = /^([a-z]+)\/([a-z]+(?:-[a-z]+)*)$/.exec(requestedName) ?? []
if (!area) exitWithError('Say the area and the name of one, as in: npm run new -- catalog/cable-type')
if (!existsSync(join(repoRoot, 'src/server', area, 'index.ts')))
  exitWithError(`There is no area "${area}" on the server floor. A new area needs a decision record first.`)

await ensureInstalled()
const { parseAst } = await import('vite')
const plural = (word) => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`)
const sourceFile = (floor, [inArea, name], end) => join('src', floor, inArea, `${plural(name)}.${end}`)
const kinds = [
  ['model', 'ts'],
  ['server', 'ts'],
  ['server', 'test.ts'],
  ['web', 'tsx'],
]
const copies = kinds.map(([floor, end]) => ({
  from: sourceFile(floor, [model.area, model.one], end),
  to: sourceFile(floor, [area, one], end),
}))
for (const { to } of copies) if (existsSync(join(repoRoot, to))) exitWithError(`${to} is there already.`)

const removedNames = goneIn(readSource(copies[0].from))
for (const { from, to } of copies) writeSource(to, adjustImports(renamed(removeModelFields(readSource(from), from))))
const list = `src/server/${area}/index.ts`
const name = toCamelCase(plural(one))
writeSource(
  list,
  readSource(list)
    .replace(/((?:^import [^\n]*\n)+)/m, `$1import { ${name} } from './${plural(one)}.ts'\n`)
    .replace(/(\n {2}entities: \[[^\]]*?),?(\s*\])/, `$1, ${name}$2`),
)
for (const file of ['src/web/routes.tsx', 'src/web/menu.ts']) {
  const lines = readSource(file).split('\n')
  const at = lines.findLastIndex((line) => line.includes(`'/${plural(model.one)}`))
  const like = lines.filter((line) => line.includes(`'/${plural(model.one)}`))
  const more = like.map((line) => renamed(line).replace(`./${model.area}/`, `./${area}/`))
  writeSource(file, lines.toSpliced(at + 1, 0, ...more).join('\n'))
}

const changed = [...copies.map(({ to }) => to), list, 'src/web/routes.tsx', 'src/web/menu.ts']
const biome = join(repoRoot, 'node_modules/@biomejs/biome/bin/biome')
runScript(biome, 'lint', '--write', '--unsafe', '--only=correctness/noUnusedImports', ...copies.map(({ to }) => to))
runScript(biome, 'check', '--write', ...changed)
const migration = ['scripts/migration.mjs', 'scripts/fresh-migration.mjs'].find((file) => existsSync(join(repoRoot, file)))
runScript(join(repoRoot, migration), `add-${plural(one)}`)

console.log(`${changed.join('\n')}

Now: say in src/model/${area}/${plural(one)}.ts what it is and which permission it needs (it has that of signal types until then),
make the three floors agree, and run:

  npx vitest run --project server src/server/${area}/${plural(one)}`)

function readSource(file) {
  return readFileSync(join(repoRoot, file), 'utf8')
}

function writeSource(file, text) {
  writeFileSync(join(repoRoot, file), text)
}

function runScript(script, ...args) {
  execFileSync(process.execPath, [script, ...args], { cwd: repoRoot, stdio: ['ignore', 'ignore', 'inherit'] })
}

function toCamelCase(text) {
  return text.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
}

/** Replaces the name in every spelling. The permission stays: a new permission area needs a decision. */
function renamed(text) {
  const spellings = (word) => {
    const pascal = toCamelCase(`-${word}`)
    return [word, toCamelCase(word), pascal, word.replaceAll('-', '_'), word.replaceAll('-', ' '), sentence(word)]
  }
  const sentence = (word) => word.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
  const from = [...spellings(plural(model.one)), ...spellings(model.one)]
  const to = [...spellings(plural(one)), ...spellings(one)]
  return text
    .replace(/(permission: ')(SignalTypes)/g, '$1\0')
    .replace(new RegExp(from.map((word) => `(${word})`).join('|'), 'g'), (found) => to[from.indexOf(found)])
    .replaceAll('\0', 'SignalTypes')
}

function adjustImports(text) {
  return area === model.area
    ? text
    : text.replace(/from '\.\/([\w-]+\.tsx?)'/g, (match, file) =>
        file.startsWith(plural(one)) ? match : `from '../${model.area}/${file}'`,
      )
}

function goneIn(text) {
  const names = ['computed', 'exportCategory', 'beforeWrite', 'afterWrite', 'beforeDelete', 'detail', 'note', 'usedCount']
  if (area !== model.area) names.push('cells')
  visit(parseAst(text, { lang: 'ts' }), (node) => {
    if (
      node.type === 'Property' &&
      /Ids?$/.test(node.key?.name) &&
      /\b(references?|user)\(/.test(text.slice(node.value.start, node.value.end))
    )
      names.push(node.key.name, node.key.name.replace(/Id$/, ''))
  })
  return new Set(names)
}

function removeModelFields(text, file) {
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  const cuts = []
  const isGone = (node) =>
    (node?.type === 'Literal' && removedNames.has(node.value)) ||
    (node?.type === 'ArrayExpression' && node.elements[0]?.type === 'Literal' && removedNames.has(node.elements[0].value)) ||
    (node?.type === 'CallExpression' && [...removedNames].some((key) => text.slice(node.start, node.end).includes(`t.${key}`)))
  const ast = parseAst(text, { lang })
  visit(ast, (node) => {
    if (node.type === 'Property' && removedNames.has(node.key?.name)) cuts.push([node.start, node.end])
    if (node.type === 'JSXAttribute' && removedNames.has(node.name?.name)) cuts.push([node.start, node.end])
    if (node.type === 'ArrayExpression') for (const element of node.elements) if (isGone(element)) cuts.push([element.start, element.end])
  })
  // Only the entity contract tests are copied; the other tests are specific to signal types.
  if (file.endsWith('.test.ts'))
    for (const { type, expression, start, end } of ast.body)
      if (type === 'ExpressionStatement' && ['it', 'describe'].includes(expression.callee?.name ?? expression.callee?.object?.name))
        cuts.push([start, end])
  return withoutUnused(cutRanges(text, cuts), lang)
}

function cutRanges(text, ranges) {
  const outer = ranges.filter(([start, end]) => !ranges.some(([from, to]) => from <= start && end <= to && (from < start || end < to)))
  let remaining = text
  for (const [start, end] of outer.sort((a, b) => b[0] - a[0]))
    remaining = remaining.slice(0, start).trimEnd() + remaining.slice(end).replace(/^\s*,/, '')
  return remaining
}

function withoutUnused(text, lang) {
  const unused = parseAst(text, { lang }).body.filter(({ type, declarations, id }) => {
    const name = type === 'VariableDeclaration' ? declarations[0].id.name : type === 'FunctionDeclaration' ? id.name : undefined
    return name && text.split(new RegExp(`\\b${name}\\b`)).length === 2
  })
  return unused.length === 0
    ? text
    : withoutUnused(
        cutRanges(
          text,
          unused.map(({ start, end }) => [start, end]),
        ),
        lang,
      )
}

function visit(node, see) {
  if (Array.isArray(node)) for (const item of node) visit(item, see)
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') see(node)
    for (const key of Object.keys(node)) visit(node[key], see)
  }
}
