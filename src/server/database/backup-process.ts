import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BackupResult } from '../kit/request/context.ts'
import type { Settings } from '../settings.ts'
import { makeBackup } from './make-backup.ts'

interface Order {
  settings: Settings
  night: string
}
type BackupMessage = { made: BackupResult } | { error: string }

/** Runs the backup in a separate process, because it takes minutes and much memory. It ends with the app or when `signal` aborts. */
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
    child.on('message', (message: BackupMessage) => ('made' in message ? done(message.made) : fail(new Error(message.error))))
    child.on('error', fail)
    child.on('exit', () => fail(new Error('The process that made the backup was lost.')))
    child.send({ settings, night } satisfies Order, (error) => error && fail(error))
  }).finally(() => signal.removeEventListener('abort', end))
}

/** Runs in that process: waits for the settings, makes the backup, reports the result, and exits with its parent. */
export async function obeyBackupOrder(): Promise<void> {
  process.on('disconnect', () => process.exit(1))
  const { settings, night } = await new Promise<Order>((resolve) => process.once('message', resolve))
  const result: BackupMessage = await makeBackup(settings, night).then(
    (made) => ({ made }),
    (error: Error) => ({ error: error.message }),
  )
  await new Promise((sent) => process.send?.(result, sent))
  process.exit(0)
}
