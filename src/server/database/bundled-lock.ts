import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readFileSync, realpathSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { errorCode } from '../tools/errors.ts'

/**
 * A lock that the operating system releases when its holder exits in any way. It never becomes outdated and also works between containers
 * that share a folder, where process ids are meaningless.
 */
export interface Lock {
  /** A program started with this file descriptor retains the lock after us. */
  descriptor: number | undefined
  release(): void
}

const O_APPEND_CREATE = 'a+'
const DARWIN_EXCLUSIVE_NONBLOCKING = 0x20 | 0x4 | 0x200 | 0x2

/** Returns undefined if the lock is taken. The file is never removed, because removing a locked file would allow two holders. */
export async function takeLock(file: string): Promise<Lock | undefined> {
  if (process.platform === 'darwin') return takeOnOpen(file)
  if (process.platform === 'linux') {
    const descriptor = openSync(file, O_APPEND_CREATE, 0o600)
    // The lock belongs to the open file, which the flock process shares with us.
    const { status, error } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
    if (status === 0) return createLock(descriptor)
    closeSync(descriptor)
    if (!error && status === 1) return undefined
  }
  return takeName(file)
}

export function lockHolderPid(file: string): number | undefined {
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return Number.isNaN(pid) ? undefined : pid
}

function takeOnOpen(file: string): Lock | undefined {
  try {
    return createLock(openSync(file, DARWIN_EXCLUSIVE_NONBLOCKING, 0o600))
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return undefined
    throw error
  }
}

function createLock(descriptor: number): Lock {
  ftruncateSync(descriptor)
  writeSync(descriptor, `${process.pid}\n`)
  let open = true
  return {
    descriptor,
    release() {
      if (open) closeSync(descriptor)
      open = false
    },
  }
}

/** Fallback without flock (Windows, minimal Linux images): a name only one process can listen on. */
function takeName(file: string): Promise<Lock | undefined> {
  closeSync(openSync(file, O_APPEND_CREATE, 0o600))
  const name = `dna-${createHash('sha256').update(realpathSync(file)).digest('hex').slice(0, 32)}`
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, () => {
      server.unref()
      resolve({ descriptor: undefined, release: () => void server.close() })
    })
  })
}
