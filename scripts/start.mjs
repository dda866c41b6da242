// Everything but the check of Node's version is imported later, so that an old Node reaches the message.
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

/** The same once more, with what must be said before a process begins: in its place where Node can do that, else as its child. */
async function startAgain() {
  const args = [...process.execArgv, ...heapOptions(process.execArgv, process.env.NODE_OPTIONS), ...process.argv.slice(1)]
  const env = { ...allocator, ...process.env }
  if (process.execve) {
    // Node calls it an experiment each time.
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
  const { ensureInstalled, house, run } = await import('./install.mjs')
  const { isBuilt } = await import('./build.mjs')
  const { join } = await import('node:path')
  const { pathToFileURL } = await import('node:url')

  if (process.argv.includes('--demo')) {
    process.env.DEMO_DATA ??= '1'
    process.env.DATA_DIR ??= './demo-data'
  }
  const forBuilding = !isBuilt()
  await ensureInstalled({ forBuilding })
  // In a process of its own: the tools of the build leave hundreds of megabytes behind.
  if (forBuilding) await run(process.execPath, [join(house, 'scripts', 'build.mjs')], [])

  // The server runs in this process, so signals and the exit code need no forwarding.
  process.env.NODE_ENV ??= 'production'
  if (process.env.npm_lifecycle_event || process.env.DNA_STARTED_BY) endWithParent()
  process.setSourceMapsEnabled(true)
  process.argv[1] = join(house, 'build', 'server', 'main.js')
  await import(pathToFileURL(process.argv[1]).href)
}

/** Who started it and was killed cannot pass the signal on, and nobody would look for a server left behind. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent && isThere(parent)) return
    clearInterval(watch)
    // Listened to here, since Windows ends a process that is sent a signal without asking it.
    if (!process.emit('SIGTERM')) process.exit(1)
  }, 200)
  watch.unref()
}

/** Windows keeps telling the number of a parent that is gone. */
function isThere(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
