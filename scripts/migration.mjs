// `npm run migration -- name`: what the table definitions ask for and the migrations do not yet make. Read it before you commit it.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, house } from './install.mjs'

const name = process.argv[2]
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  console.error('Give the migration a name in small letters: npm run migration -- signal-type-colours')
  process.exit(1)
}
await ensureInstalled()
const { status } = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'generate', `--name=${name}`], {
  cwd: house,
  stdio: 'inherit',
})
process.exit(status ?? 1)
