// Runs commands on the server with the app's own environment variables: `npm run dna -- reset-second-factor EMAIL`.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, isBuilt } from './build.mjs'
import { ensureInstalled, repoRoot } from './install.mjs'

const [command, ...rest] = process.argv.slice(2)
if (command !== 'reset-second-factor') {
  console.error('Commands: npm run dna -- reset-second-factor EMAIL')
  process.exit(1)
}
const forBuilding = !isBuilt()
await ensureInstalled({ forBuilding })
if (forBuilding) await build()
process.argv = [process.argv[0], join(repoRoot, 'build', 'server', 'main.js'), command, ...rest]
await import(pathToFileURL(process.argv[1]).href)
