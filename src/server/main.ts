import cluster from 'node:cluster'
import { readSettings, type Settings, startProblem } from './settings.ts'
import { asError } from './tools/errors.ts'

let settings: Settings | undefined
try {
  // This process gets its settings from its parent process, so it does not read the environment.
  if (process.argv[2] === 'nightly-backup') {
    const { obeyBackupOrder } = await import('./database/backup-process.ts')
    await obeyBackupOrder()
  }
  settings = readSettings(process.env)
  const [command, file] = process.argv.slice(2)
  if (command === 'backup' || command === 'restore') {
    const { runCommand } = await import('./database/backup.ts')
    await runCommand(command, file, settings)
    process.exit(0)
  }
  if (command === 'reset-second-factor') {
    const { resetSecondFactor } = await import('./account-commands.ts')
    await resetSecondFactor(settings, file)
    process.exit(0)
  }
  // Imported later, so that an invalid variable is reported immediately.
  const product = await startServer(settings)
  const { administrator } = product
  if (administrator) {
    console.log(`Administrator: ${administrator.email}`)
    if (administrator.password) console.log(`Password: ${administrator.password} (shown once; change it after signing in)`)
  }
  // A cluster worker prints nothing: the primary reports once all workers listen.
  if (cluster.isPrimary) console.log(`listening on ${product.url}`)
  const end = () =>
    void product.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  // Windows sends SIGHUP when the window is closed and SIGBREAK on Ctrl+Break.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, end)
} catch (error) {
  console.error(settings ? startProblem(asError(error), settings) : asError(error).message)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}

async function startServer(settings: Settings) {
  const { startProduct } = await import('./product.ts')
  if (settings.webProcesses === 1 || settings.role === 'worker') return startProduct(settings)
  const { startProcesses } = await import('./processes.ts')
  return startProcesses(settings)
}
