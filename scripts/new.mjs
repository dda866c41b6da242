// Creates a simple entity in all layers, with a name, an abbreviation and notes: `npm run new -- catalog/cable-type`. Writes the model, the
// served table with its migration, the pages with their help texts and menu entry, and the test of the entity contract.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, exitWithError, repoRoot } from './install.mjs'

/** New pages and menu entries follow those of this entity, and its permission applies until there is a decision for another. */
const neighbor = { route: '/signal-types', permission: 'SignalTypes' }
const [, area, one] = /^([a-z]+(?:-[a-z]+)*)\/([a-z]+(?:-[a-z]+)*)$/.exec(process.argv[2] ?? '') ?? []
if (!area) exitWithError('Give the area and the name of one entity, as in: npm run new -- catalog/cable-type')
const areaList = `src/server/${area}/index.ts`
if (!existsSync(join(repoRoot, areaList))) exitWithError(`The server has no area "${area}". A new area needs a decision record first.`)

const pluralOf = (word) => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`)
const camelCase = (text) => text.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
const sentenceCase = (text) => text.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())

const many = pluralOf(one)
const route = `/${many}`
const variable = camelCase(many)
const [listPage, formPage] = [many, one].map((word) => `${camelCase(`-${word}`)}Page`)
const labels = { one: sentenceCase(one), many: sentenceCase(many) }

const newFiles = {
  [`src/model/${area}/${many}.ts`]: `import { longText, name, optional, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

export const ${variable} = resource({
  path: '${variable}',
  route: '${route}',
  names: { one: '${labels.one}', many: '${labels.many}' },
  permission: '${neighbor.permission}',
  fields: {
    name: name('Name'),
    abbreviation: text('Abbreviation', { min: 1, max: 20 }),
    notes: optional(longText('Notes')),
  },
  list: {
    columns: ['name', 'abbreviation', 'updateDate'],
    optionalColumns: ['createDate', 'createdBy', 'updatedBy'],
    search: ['name', 'abbreviation'],
    sort: ['name'],
  },
  ref: ['name', 'abbreviation'],
})
`,
  [`src/server/${area}/${many}.ts`]: `import { text } from 'drizzle-orm/pg-core'
import { ${variable} as ${variable}Model } from '../../model/${area}/${many}.ts'
import { serve } from '../kit/resource/serve.ts'
import { entityTable, uniqueName } from '../kit/sql/table.ts'

export const ${variable}Table = entityTable(
  '${many.replaceAll('-', '_')}',
  {
    name: text().notNull(),
    abbreviation: text().notNull(),
    notes: text(),
  },
  (t) => [uniqueName(t.name), uniqueName(t.abbreviation)],
)

export const ${variable} = serve({ resource: ${variable}Model, table: ${variable}Table })
`,
  [`src/server/${area}/${many}.test.ts`]: `import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { ${variable} } from './${many}.ts'

const app = await startApp()

entityContract(${variable}, app, {
  valid: { name: 'First ${labels.one.toLowerCase()}', abbreviation: 'FIRST', notes: 'For testing' },
  invalid: [
    ['name', '', messages.required],
    ['name', 'x'.repeat(201), messages.maxLength(200)],
    ['abbreviation', 'x'.repeat(21), messages.maxLength(20)],
  ],
})
`,
  [`src/web/${area}/${many}.tsx`]: `import { ${variable} } from '../../model/${area}/${many}.ts'
import { FormPage, ListPage } from '../kit/pages.tsx'

export function ${listPage}() {
  return <ListPage resource={${variable}} empty="No ${labels.many.toLowerCase()} yet. Add the first one." />
}

export function ${formPage}() {
  return (
    <FormPage
      resource={${variable}}
      sections={[
        ['${labels.one}', ['name', 'abbreviation']],
        ['Notes', ['notes']],
      ]}
    />
  )
}
`,
}
const page = (path, name, title) =>
  `  { path: '${path}', page: lazy(() => import('./${area}/${many}.tsx'), '${name}'), title: '${title}', permission: '${neighbor.permission}.View', layout: 'main' },`
const newLines = {
  'src/web/routes.tsx': [page(route, listPage, labels.many), page(`${route}/$id`, formPage, labels.one)],
  'src/web/menu.ts': [`      { path: '${route}', label: '${labels.many}' },`],
  'src/web/page-help.ts': [
    `  '${route}': 'All ${labels.many.toLowerCase()}, with name and abbreviation.',`,
    `  '${route}/$id': 'One ${labels.one.toLowerCase()}: name, abbreviation and notes.',`,
  ],
}

for (const path of Object.keys(newFiles)) if (existsSync(join(repoRoot, path))) exitWithError(`${path} exists already.`)
await ensureInstalled()
for (const [path, text] of Object.entries(newFiles)) writeSource(path, text)
writeSource(
  areaList,
  readSource(areaList)
    .replace(/((?:^import [^\n]*\n)+)/m, `$1import { ${variable} } from './${many}.ts'\n`)
    .replace(/(\n {2}entities: \[[^\]]*?),?(\s*\])/, `$1, ${variable}$2`),
)
for (const [path, added] of Object.entries(newLines)) {
  const lines = readSource(path).split('\n')
  const at = lines.findLastIndex((line) => line.includes(`'${neighbor.route}`))
  writeSource(path, lines.toSpliced(at + 1, 0, ...added).join('\n'))
}
const changed = [...Object.keys(newFiles), areaList, ...Object.keys(newLines)]
runScript(join(repoRoot, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', ...changed)
runScript(join(repoRoot, 'scripts', 'migration.mjs'), `add-${many}`)

console.log(`${changed.join('\n')}
The permissions are those of ${neighbor.permission}; a new permission area needs a decision record.
Run its test: npx vitest run --project=server src/server/${area}/${many}`)

function readSource(file) {
  return readFileSync(join(repoRoot, file), 'utf8')
}

function writeSource(file, text) {
  writeFileSync(join(repoRoot, file), text)
}

function runScript(script, ...args) {
  execFileSync(process.execPath, [script, ...args], { cwd: repoRoot, stdio: ['ignore', 'ignore', 'inherit'] })
}
