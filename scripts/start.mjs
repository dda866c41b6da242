// Only the Node version check runs before other imports, so that an old Node still prints the message.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`DNA needs Node.js 20.19 or newer, this is ${process.versions.node}. See https://nodejs.org/en/download`)
  process.exit(1)
}

const { allocator, heapOptions } = await import('./memory.mjs')
const missing = [
  ...Object.keys(allocator).filter((name) => !(name in process.env)),
  ...heapOptions(process.execArgv, process.env.NODE_OPTIONS),
]
const isMeant = process.platform !== 'linux' || missing.length === 0

const ended = isMeant ? start() : startAgain()
ended.catch((error) => {
  console.error(error.message)
  process.exit(1)
})

/**
 * Restarts with options that must be set before a process starts: replaces this process if Node supports it, otherwise runs a child
 * process.
 */
async function startAgain() {
  const args = [...process.execArgv, ...heapOptions(process.execArgv, process.env.NODE_OPTIONS), ...process.argv.slice(1)]
  const env = { ...allocator, ...process.env }
  if (process.execve) {
    // Node prints an experimental warning on every call.
    process.emitWarning = () => {}
    process.execve(process.execPath, [process.execPath, ...args], env)
  }
  const { spawn } = await import('node:child_process')
  if (process.env.npm_lifecycle_event) endWithParent()
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...env, DNA_STARTED_BY: String(process.pid) } })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.once('exit', (code) => process.exit(code ?? 1))
}

async function start() {
  const { ensureInstalled, repoRoot, runProgram: run } = await import('./install.mjs')
  const { isBuilt } = await import('./build.mjs')
  const { join } = await import('node:path')
  const { pathToFileURL } = await import('node:url')

  if (process.argv.includes('--demo')) {
    process.env.DEMO_DATA ??= '1'
    process.env.DATA_DIR ??= './demo-data'
  }
  const forBuilding = !isBuilt()
  await ensureInstalled({ forBuilding })
  // Runs in a separate process, because the build tools retain hundreds of megabytes of memory.
  if (forBuilding) await run(process.execPath, [join(repoRoot, 'scripts', 'build.mjs')], [])

  // The server runs in this process, so signals and the exit code need no forwarding.
  process.env.NODE_ENV ??= 'production'
  if (process.env.npm_lifecycle_event || process.env.DNA_STARTED_BY) endWithParent()
  process.setSourceMapsEnabled(true)
  process.argv[1] = join(repoRoot, 'build', 'server', 'main.js')
  await import(pathToFileURL(process.argv[1]).href)
}

/** Stops the server if its parent was killed: a killed parent cannot forward the signal and would leave the server orphaned. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent && isProcessRunning(parent)) return
    clearInterval(watch)
    // Emits the event in-process, because Windows kills a process on a signal without running its handlers.
    if (!process.emit('SIGTERM')) process.exit(1)
  }, 200)
  watch.unref()
}

/** Windows still reports the parent's process id after the parent has exited. */
function isProcessRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
