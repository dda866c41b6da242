// Starts the set of compose.yaml as processes of this machine: `npm run nodes -- 2` for two web nodes. Builds when needed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, house } from './install.mjs'

await ensureInstalled()
await build()
const nodes = spawn(process.execPath, ['--import', 'tsx', join(house, 'test', 'kit', 'nodes-command.ts'), ...process.argv.slice(2)], {
  cwd: house,
  stdio: 'inherit',
  // A key is pressed for all programs of a terminal at once; this one passes it on alone, and what it started ends in its order.
  detached: true,
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => nodes.kill(signal))
nodes.on('exit', (code) => process.exit(code ?? 1))
