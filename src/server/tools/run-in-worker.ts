import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { WorkerTasks } from './worker.ts'

interface WorkOptions {
  onProgress?(percent: number): void
  signal?: AbortSignal
  /** Limit of processor time. A busy machine does not make work fail that is not too large. */
  timeoutMs?: number
}

interface Job {
  task: string
  input: unknown
  options: WorkOptions
  done(result: unknown): void
  fail(error: unknown): void
}

/** Limits for workers started from now on. `processes` applies to work that may take minutes. */
export const workerLimits = {
  processes: Math.min(2, availableParallelism()),
  memoryMb: 1024,
  waiting: 200,
}
const IDLE_MS = 30_000
/** Limit of processor time for the start, including module loading. */
const START_MS = 60_000
/** Work that gets so little of the processor is given up as BUSY, so that a blocked process does not wait forever. */
const mostWaits = 10
const leastWaitMs = 60_000

interface Lane {
  waiting: Job[]
  workers: Set<ReturnType<typeof startWorkerInLane>>
  most(): number
}
const lane = (most: () => number): Lane => ({ waiting: [], workers: new Set(), most })
/** Separate lanes: saving a text or approving must not wait for another user's files or drawings. */
const quick = lane(() => 1)
const drawings = lane(() => 1)
const slow = lane(() => workerLimits.processes)
const lanes: Record<string, Lane> = { html: quick, pdf: quick, svg: drawings, tiff: drawings, planPage: drawings }
const taskLane = (task: string) => lanes[task] ?? slow

/**
 * Runs work that would block the server for seconds (sheets, documents, drawings) in a child process. Its memory is freed at exit, and
 * malicious input cannot crash the server.
 */
export function runInWorker<T extends keyof WorkerTasks>(
  task: T,
  input: Parameters<WorkerTasks[T]>[0],
  options: WorkOptions = {},
): Promise<Awaited<ReturnType<WorkerTasks[T]>>> {
  return new Promise((done, fail) => {
    if (options.signal?.aborted) return fail(options.signal.reason)
    const lane = taskLane(task)
    if (lane.waiting.length >= workerLimits.waiting) return fail(workError('BUSY', 'The server is too busy.'))
    const job: Job = { task, input, options, done, fail }
    options.signal?.addEventListener('abort', () => cancel(job), { once: true })
    lane.waiting.push(job)
    takeNext(lane)
  })
}

export async function closeWorkers(): Promise<void> {
  const all = [quick, drawings, slow]
  for (const { waiting } of all) for (const job of waiting.splice(0)) job.fail(workError('STOPPED', 'The server is stopping.'))
  const workers = all.flatMap((lane) => [...lane.workers])
  await Promise.all(workers.map((worker) => worker.stop(workError('STOPPED', 'The server is stopping.'))))
}

function takeNext(lane: Lane) {
  const { workers, waiting } = lane
  let worker = [...workers].find(({ isIdle }) => isIdle())
  if (!worker && workers.size < lane.most()) {
    worker = startWorkerInLane(lane)
    workers.add(worker)
  }
  const job = worker && waiting.shift()
  if (job) worker?.take(job)
}

function cancel(job: Job) {
  const { workers, waiting } = taskLane(job.task)
  const position = waiting.indexOf(job)
  if (position >= 0) {
    waiting.splice(position, 1)
    return job.fail(job.options.signal?.reason)
  }
  for (const worker of workers) if (worker.has(job)) worker.stop(job.options.signal?.reason)
}

/** With busy CPUs, requests get three times the CPU share of file generation. */
const niceness = 5
function letOthersFirst(pid: number | undefined) {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // Not all systems allow it; it is optional.
  }
}

/** Hundredths of a second, the unit of Linux for processor times. */
const tickMs = 10
/** Processor time that a process has used; undefined where the system does not tell, which counts all time. */
export function processorMs(pid: number | undefined): number | undefined {
  try {
    // The name of the process, in parentheses, may contain spaces.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?=\S )/)
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return user === undefined || system === undefined ? undefined : (user + system) * tickMs
  } catch {
    return undefined
  }
}

function startWorkerInLane(lane: Lane) {
  const { workers, waiting } = lane
  const child = forkWorker()
  if (lane === slow) letOthersFirst(child.pid)
  let current: Job | undefined
  let timer: NodeJS.Timeout | undefined

  const worker = {
    isIdle: () => !current,
    has: (job: Job) => current === job,

    take(job: Job) {
      clearTimeout(timer)
      current = job
      keepAlive(child)
      limit(START_MS)
      try {
        child.send({ task: job.task, input: job.input }, (error) => error && worker.stop(workError('LOST', 'The work was interrupted.')))
      } catch (error) {
        finish().fail(error)
      }
    },

    async stop(reason: unknown) {
      workers.delete(worker)
      const job = current && finish()
      clearTimeout(timer)
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((done) => child.once('exit', done))
        keepAlive(child)
        child.kill('SIGKILL')
        await ended
      }
      job?.fail(reason)
      if (waiting.length > 0) takeNext(lane)
    },
  }

  /** A busy worker cannot receive messages, so its processor time is read from outside, and a timeout kills it. */
  function limit(ms: number) {
    const [usedBefore, begun] = [processorMs(child.pid), performance.now()]
    const longest = Math.max(ms * mostWaits, leastWaitMs)
    const check = () => {
      const waited = performance.now() - begun
      const used = (processorMs(child.pid) ?? waited) - (usedBefore ?? 0)
      if (used >= ms) void worker.stop(workError('TIMEOUT', 'The work took too long.'))
      else if (waited >= longest) void worker.stop(workError('BUSY', 'The server is too busy.'))
      else wait(Math.min(ms - used, longest - waited))
    }
    const wait = (next: number) => {
      clearTimeout(timer)
      timer = setTimeout(check, Math.max(50, next))
    }
    wait(ms)
  }

  function finish(): Job {
    const job = current!
    current = undefined
    clearTimeout(timer)
    release(child)
    if (workers.has(worker)) {
      timer = setTimeout(() => worker.stop(undefined), IDLE_MS).unref()
      if (waiting.length > 0) queueMicrotask(() => takeNext(lane))
    }
    return job
  }

  child.on('message', ({ begun, progress, result, error }: WorkerMessage) => {
    if (!current) return
    if (begun) limit(current.options.timeoutMs ?? 300_000)
    else if (progress !== undefined) current.options.onProgress?.(progress)
    else if (error) finish().fail(revivedError(error))
    else finish().done(revivedBytes(result))
  })
  child.on('error', () => worker.stop(workError('LOST', 'The work was interrupted.')))
  child.on('exit', (code, signal) => {
    if (!workers.has(worker)) return
    // Signals of a full V8 heap and of the system's OOM killer.
    const isMemory = signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP' || code === 134
    worker.stop(isMemory ? workError('MEMORY', 'The work needs too much memory.') : workError('LOST', 'The work was interrupted.'))
  })
  return worker
}

/** An idle worker does not keep the server process alive; it exits when the channel closes. */
function keepAlive(child: ChildProcess) {
  child.ref()
  child.channel?.ref()
}
function release(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
}

/** Excludes secrets, because the input may be malicious. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_ENV']

function forkWorker(): ChildProcess {
  const here = import.meta.url
  const isSource = here.endsWith('.ts')
  const besideMain = new URL('./tools/worker.js', here)
  const bundled = existsSync(fileURLToPath(besideMain)) ? besideMain : new URL('./worker.js', here)
  return fork(fileURLToPath(isSource ? new URL('./worker.ts', here) : bundled), {
    // TypeScript needs a loader when run from source; in the bundle this file is part of build/server/main.js.
    execArgv: [
      `--max-old-space-size=${workerLimits.memoryMb}`,
      '--max-semi-space-size=8',
      ...(isSource ? ['--import', import.meta.resolve('tsx')] : []),
    ],
    env: Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

interface WorkerMessage {
  begun?: true
  progress?: number
  result?: unknown
  error?: ErrorText
}
type ErrorText = { name: string; message: string; stack?: string } & Record<string, unknown>

function workError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** Restores `code` and `reason`, which callers check; the class is lost in transfer. */
function revivedError({ message, ...rest }: ErrorText): Error {
  return Object.assign(new Error(message), rest)
}

function revivedBytes(result: unknown): unknown {
  return result instanceof Uint8Array ? Buffer.from(result.buffer, result.byteOffset, result.byteLength) : result
}
