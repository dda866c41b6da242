// Starts the compose.yaml set as local processes: `npm run nodes -- 2` for two web nodes. Builds if needed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, repoRoot } from './install.mjs'

await ensureInstalled()
await build()
const nodes = spawn(process.execPath, ['--import', 'tsx', join(repoRoot, 'test', 'kit', 'nodes-command.ts'), ...process.argv.slice(2)], {
  cwd: repoRoot,
  stdio: 'inherit',
  // Ctrl+C reaches all processes of a terminal at once. Detached, only this process receives it and forwards it, so the nodes stop in
  // order.
  detached: true,
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => nodes.kill(signal))
nodes.on('exit', (code) => process.exit(code ?? 1))
