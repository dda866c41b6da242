// Builds if needed, then runs the benchmarks; see bench/main.ts for the options.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, repoRoot } from './install.mjs'

await ensureInstalled()
await build()
const bench = spawn(process.execPath, ['--import', 'tsx', join(repoRoot, 'bench', 'main.ts'), ...process.argv.slice(2)], {
  cwd: repoRoot,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => bench.kill(signal))
bench.on('exit', (code) => process.exit(code ?? 1))
