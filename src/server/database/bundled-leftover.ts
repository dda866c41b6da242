import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../tools/errors.ts'

/** Escalation: fast shutdown (with a checkpoint), immediate shutdown (recovers at the next start), kill. */
const endings: { signal: NodeJS.Signals; patienceMs: number }[] = [
  { signal: 'SIGINT', patienceMs: 6000 },
  { signal: 'SIGQUIT', patienceMs: 1500 },
  { signal: 'SIGKILL', patienceMs: 1500 },
]

export type Signaller = (pid: number, signal: NodeJS.Signals) => void

export async function endPostmaster(pid: number, isGone = () => !isProcessRunning(pid), send: Signaller = trySignal): Promise<boolean> {
  for (const { signal, patienceMs } of endings) {
    if (isGone()) return true
    send(pid, signal)
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      if (isGone()) return true
      await sleep(20)
    }
  }
  return isGone()
}

export function findLeftover(cluster: string): number | undefined {
  const pid = readPostmasterPid(cluster)
  return pid && isProcessRunning(pid) && isPostmasterProcess(pid, cluster) ? pid : undefined
}

/**
 * Disarms a pid file without a postmaster: if another process or a zombie reused its id, PostgreSQL would not start. Writes our own id,
 * which PostgreSQL accepts as its parent. The rest of the file stays, because PostgreSQL uses it to detect orphaned backends that hold
 * shared memory.
 */
export function disarmPidFile(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  const text = readIfThere(file)
  if (text === undefined) return
  const [first, ...rest] = text.split('\n')
  if (!Number.isInteger(Number(first)) || Number(first) <= 0 || rest.length < 2) rmSync(file)
  else if (process.platform !== 'win32') writeFileSync(file, [process.pid, ...rest].join('\n'))
}

export function readPostmasterPid(cluster: string): number | undefined {
  const pid = Number.parseInt(readIfThere(join(cluster, 'postmaster.pid')) ?? '', 10)
  return pid > 0 ? pid : undefined
}

/** Returns false for a zombie too, which in a container without a reaping init would never disappear. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  return !/\) [ZX] /.test(readIfThere(`/proc/${pid}/stat`) ?? '')
}

/** Checks more than the process id, which may have been reused: a postmaster runs in its cluster folder. */
function isPostmasterProcess(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return /"postgres\.exe"/i.test(taskListEntry(pid))
  if (process.platform !== 'linux') return processCommand(pid).includes('postgres') && processCommand(pid).includes(cluster)
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    if (name !== 'postgres') return false
    readlinkSync(`/proc/${pid}/cwd`)
    const [works, expected] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return works.dev === expected.dev && works.ino === expected.ino
  } catch {
    return (readIfThere(`/proc/${pid}/cmdline`) ?? '').split('\0').includes(cluster)
  }
}

function processCommand(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/**
 * Returns the CSV line of a process in the Windows task list. Its name suffices: another PostgreSQL is unlikely to have reused the id of
 * our pid file.
 */
function taskListEntry(pid: number): string {
  try {
    return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8', windowsHide: true })
  } catch {
    return ''
  }
}

export function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
