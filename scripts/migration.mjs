// Generates a migration for changes in the table definitions: `npm run migration -- name`. Review it before committing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bring, ensureInstalled, exitWithError, repoRoot } from './install.mjs'

const name = process.argv[2]
if (!name || !/^[a-z0-9-]+$/.test(name))
  exitWithError('Give the migration a name in small letters: npm run migration -- signal-type-colours')
await ensureInstalled()
const tools = await bring('migration').catch(({ message }) => exitWithError(message))
const { status } = spawnSync(process.execPath, [join(tools, 'drizzle-kit', 'bin.cjs'), 'generate', `--name=${name}`], {
  cwd: repoRoot,
  stdio: 'inherit',
})
process.exit(status ?? 1)
