// Everything but the check of Node's version is imported later, so that an old Node reaches the message.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`DNA needs Node.js 20.19 or newer, this is ${process.versions.node}. See https://nodejs.org/en/download`)
  process.exit(1)
}

start().catch((error) => {
  console.error(error.message)
  process.exit(1)
})

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
  if (process.env.npm_lifecycle_event) endWithParent()
  process.setSourceMapsEnabled(true)
  process.argv[1] = join(house, 'build', 'server', 'main.js')
  await import(pathToFileURL(process.argv[1]).href)
}

/** A killed npm cannot pass the signal on, and nobody would look for a server left behind by it. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
