// Generates a migration for changes in the table definitions: `npm run migration -- name`. Review it before committing. Keeps only the
// newest snapshot of the schema: the next migration is generated from that one.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bring, ensureInstalled, exitWithError, repoRoot } from './install.mjs'
import { oldSnapshots } from './snapshots.mjs'

const name = process.argv[2]
if (!name || !/^[a-z0-9-]+$/.test(name))
  exitWithError('Give the migration a name in small letters: npm run migration -- signal-type-colours')
await ensureInstalled()
const tools = await bring('migration').catch(({ message }) => exitWithError(message))
const { status } = spawnSync(process.execPath, [join(tools, 'drizzle-kit', 'bin.cjs'), 'generate', `--name=${name}`], {
  cwd: repoRoot,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)
for (const path of oldSnapshots(join(repoRoot, 'src', 'server', 'migrations'))) rmSync(path)
