import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { administrator } from './settings.ts'
import { timeoutMs } from './timeouts.ts'

const root = join(import.meta.dirname, '..', '..')

/** The server in its own process, so that it can be killed. */
export interface RunningApp {
  url: string
  port: number
  pid: number
  output(): string
  isAlive(): boolean
  ended: Promise<ProcessExit>
  end(signal: NodeJS.Signals): Promise<ProcessExit>
}
export interface ProcessExit {
  code: number | null
  signal: NodeJS.Signals | null
  ms: number
}

const launched = new Set<ChildProcess>()

/** Creates a folder that the bundled PostgreSQL's own account can enter. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dna-process-')))
  chmodSync(folder, 0o755)
  return folder
}

function launch(environment: Record<string, string>, args: string[]) {
  const inherited = Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'LANG'].map((name) => [name, process.env[name]]))
  const child = spawn(process.execPath, args.length ? args : ['--import', 'tsx', join('src', 'server', 'main.ts')], {
    cwd: root,
    env: { ...inherited, PORT: '0', LOG_LEVEL: 'warn', ADMIN_PASSWORD: administrator.password, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  launched.add(child)
  let output = ''
  const events = new EventEmitter()
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      output += chunk
      events.emit('output')
    })
  const startedAt = Date.now()
  const ended = new Promise<ProcessExit>((done) =>
    child.on('close', (code, signal) => {
      launched.delete(child)
      done({ code, signal, ms: Date.now() - startedAt })
      events.emit('output')
    }),
  )
  return { child, ended, heard: events, output: () => output }
}

export async function startProcess(environment: Record<string, string>, args: string[] = [], quietMs = 30_000): Promise<RunningApp> {
  const { child, ended, heard: events, output } = launch(environment, args)
  const limit = setTimeout(() => child.kill('SIGKILL'), timeoutMs(quietMs))
  const address = () => /listening on (http:\/\/\S+:(\d+))/.exec(output())
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  while (!address() && !hasEnded()) await once(events, 'output')
  clearTimeout(limit)
  const [, url, port] = address() ?? []
  if (!url) throw new Error(`The product ended before it listened: ${output()}`)
  return {
    url,
    port: Number(port),
    pid: child.pid!,
    output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    ended,
    async end(signal) {
      const since = Date.now()
      child.kill(signal)
      return { ...(await ended), ms: Date.now() - since }
    },
  }
}

export async function runToEnd(environment: Record<string, string>, args: string[] = []): Promise<ProcessExit & { output: string }> {
  const { child, ended, output } = launch(environment, args)
  const limit = setTimeout(() => child.kill('SIGKILL'), timeoutMs(30_000))
  const end = await ended
  clearTimeout(limit)
  return { ...end, output: output() }
}

export async function cleanUp(folder: string) {
  await Promise.all([...launched].map((child) => new Promise((done) => child.once('close', done) && child.kill('SIGKILL'))))
  const until = Date.now() + timeoutMs(5000)
  for await (const _ of setInterval(50)) if (readPostmasterPid(folder) === undefined || Date.now() > until) break
  const left = readPostmasterPid(folder)
  if (left) process.kill(left, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

export function readPostmasterPid(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
    process.kill(pid, 0)
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, '')) ? undefined : pid
  } catch {
    return undefined
  }
}

export function listChildPids(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) === pid
      } catch {
        return false
      }
    })
    .map(Number)
}
