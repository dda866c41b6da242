// Adds a Tabler icon to src/web/kit/look/icons.ts in alphabetical order: `npm run icon -- device-projector`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bring, exitWithError, repoRoot } from './install.mjs'

const [, name, isFilled] = /^([a-z\d-]+?)(-filled)?$/.exec(process.argv[2] ?? '') ?? []
if (!name) exitWithError('Say which icon, by its name on tabler.io/icons: npm run icon -- device-projector')
const exported = `Icon${`${name}${isFilled ?? ''}`.replace(/(?:^|-)(\w)/g, (_all, letter) => letter.toUpperCase())}`
const file = join(repoRoot, 'src', 'web', 'kit', 'look', 'icons.ts')
const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
const exportedName = (line) => /^export const (\w+) = /.exec(line)?.[1]
if (
  readFileSync(file.replace('icons.ts', 'toast-icons.ts'), 'utf8').includes(`${exported} =`) ||
  lines.some((line) => exportedName(line) === exported)
)
  exitWithError(`${exported} is there already.`)

const drawings = join(await bring('icon').catch(({ message }) => exitWithError(message)), '@tabler', 'icons')
const nodes = JSON.parse(readFileSync(join(drawings, `tabler-nodes-${isFilled ? 'filled' : 'outline'}.json`), 'utf8'))[name]
if (!nodes) exitWithError(`Tabler Icons has no ${isFilled ? 'filled ' : ''}"${name}".`)
const paths = nodes.map(([tag, { d }]) => (tag === 'path' && d.startsWith('M') ? d : exitWithError(`"${name}" is not made of paths only.`)))
const drawing = isFilled ? `filled(${paths.map((path) => `'${path}'`).join(', ')})` : `outline('${paths.join('')}')`
const sortsBefore = (item, other) => item.toLowerCase() < other.toLowerCase()
const at = lines.findIndex((line) => exportedName(line) && sortsBefore(exported, exportedName(line)))
lines.splice(at < 0 ? lines.length : at, 0, `export const ${exported} = ${drawing}`)
writeFileSync(file, `${lines.join('\n')}\n`)
console.log(`${exported} is ready to be imported from web/kit/look/icons.ts.`)
