import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureInstalled, repoRoot } from './install.mjs'

// The browser connects to Vite, which proxies API requests to the server on the next port.
const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'
const serverPort = Number(process.env.DNA_SERVER_PORT || port + 1)

await ensureInstalled()
process.env.DNA_SERVER = `http://127.0.0.1:${serverPort}`

const watch = ['watch', '--clear-screen=false', '--include', 'src/server/**/*.json', 'src/server/main.ts']
const server = spawn(process.execPath, [join(repoRoot, 'node_modules', 'tsx', 'dist', 'cli.mjs'), ...watch], {
  cwd: repoRoot,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort), PUBLIC_URL: process.env.PUBLIC_URL || `http://${host}:${port}` },
})
const serverEnded = once(server, 'exit')

const { createServer } = await import('vite')
const client = await createServer({
  root: join(repoRoot, 'src', 'web'),
  configFile: join(repoRoot, 'vite.config.ts'),
  server: { host, port, strictPort: true },
})

let ending = false
async function stopAll() {
  if (ending) return
  ending = true
  await client.close()
  if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM')
  await serverEnded
  process.exit(0)
}
// Vite's own signal listener would leave the server process running.
process.removeAllListeners('SIGTERM').on('SIGTERM', stopAll).on('SIGINT', stopAll).on('SIGHUP', stopAll)
process.on('exit', () => server.kill('SIGTERM'))
serverEnded.then(stopAll)

try {
  await client.listen()
  console.log(`open http://${host}:${port} (client with instant reload; the server is ${process.env.DNA_SERVER})`)
} catch (error) {
  console.error(error.message)
  await stopAll()
}
