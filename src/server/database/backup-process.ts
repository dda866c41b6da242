import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BackupResult } from '../kit/request/context.ts'
import type { Settings } from '../settings.ts'
import { makeBackup } from './make-backup.ts'

interface Order {
  settings: Settings
  night: string
}
type Told = { made: BackupResult } | { error: string }

/**
 * Makes a backup in a process of its own: it takes minutes and memory that nobody else should miss. Ends with the product, and when
 * `signal` says so.
 */
export function makeBackupApart(settings: Settings, night: string, signal: AbortSignal): Promise<BackupResult> {
  const here = import.meta.url
  const isSource = here.endsWith('.ts')
  const child = fork(fileURLToPath(new URL(isSource ? '../main.ts' : '../main.js', here)), ['nightly-backup'], {
    execArgv: isSource ? ['--import', import.meta.resolve('tsx')] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const end = () => child.kill('SIGKILL')
  signal.addEventListener('abort', end, { once: true })
  return new Promise<BackupResult>((done, fail) => {
    child.on('message', (told: Told) => ('made' in told ? done(told.made) : fail(new Error(told.error))))
    child.on('error', fail)
    child.on('exit', () => fail(new Error('The process that made the backup was lost.')))
    child.send({ settings, night } satisfies Order, (error) => error && fail(error))
  }).finally(() => signal.removeEventListener('abort', end))
}

/** What that process does: waits for its order, carries it out, tells what came of it, and ends with whoever started it. */
export async function obeyBackupOrder(): Promise<void> {
  process.on('disconnect', () => process.exit(1))
  const { settings, night } = await new Promise<Order>((heard) => process.once('message', heard))
  const told: Told = await makeBackup(settings, night).then(
    (made) => ({ made }),
    (error: Error) => ({ error: error.message }),
  )
  await new Promise((sent) => process.send?.(told, sent))
  process.exit(0)
}
