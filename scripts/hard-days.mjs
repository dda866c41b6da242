// Runs all hard-day tests or only the named ones: `npm run hard-days -- frozen-database cut-uploads`. Builds if needed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, repoRoot } from './install.mjs'

await ensureInstalled()
await build()
const days = spawn(process.execPath, ['--import', 'tsx', join(repoRoot, 'test', 'hard-days', 'main.ts'), ...process.argv.slice(2)], {
  cwd: repoRoot,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => days.kill(signal))
days.on('exit', (code) => process.exit(code ?? 1))
