import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { WorkerTasks } from './worker.ts'

export interface WorkOptions {
  onProgress?(percent: number): void
  signal?: AbortSignal
  timeoutMs?: number
}

interface Job {
  task: string
  input: unknown
  options: WorkOptions
  done(result: unknown): void
  fail(error: unknown): void
}

/** What threads started from now on may take. */
export const workerLimits = {
  threads: Math.min(2, availableParallelism()),
  memoryMb: 1024,
  waiting: 200,
}
const IDLE_MS = 30_000

const waiting: Job[] = []
const threads = new Set<ReturnType<typeof startThread>>()

/** Runs what would stop the server for seconds (sheets, documents, drawings) in a thread of its own. */
export function runInWorker<T extends keyof WorkerTasks>(
  task: T,
  input: Parameters<WorkerTasks[T]>[0],
  options: WorkOptions = {},
): Promise<Awaited<ReturnType<WorkerTasks[T]>>> {
  return new Promise((done, fail) => {
    if (options.signal?.aborted) return fail(options.signal.reason)
    if (waiting.length >= workerLimits.waiting) return fail(workError('BUSY', 'Too much work is waiting.'))
    const job: Job = { task, input, options, done: done as Job['done'], fail }
    options.signal?.addEventListener('abort', () => cancel(job), { once: true })
    waiting.push(job)
    takeNext()
  })
}

/** For the end of the process and of tests. */
export async function closeWorkers(): Promise<void> {
  for (const job of waiting.splice(0)) job.fail(workError('STOPPED', 'The server is stopping.'))
  await Promise.all([...threads].map((thread) => thread.stop(workError('STOPPED', 'The server is stopping.'))))
}

function takeNext() {
  let thread = [...threads].find(({ isIdle }) => isIdle())
  if (!thread && threads.size < workerLimits.threads) {
    thread = startThread()
    threads.add(thread)
  }
  const job = thread && waiting.shift()
  if (job) thread?.take(job)
}

function cancel(job: Job) {
  const place = waiting.indexOf(job)
  if (place >= 0) {
    waiting.splice(place, 1)
    return job.fail(job.options.signal?.reason)
  }
  for (const thread of threads) if (thread.has(job)) thread.stop(job.options.signal?.reason)
}

function startThread() {
  const worker = openWorker()
  let current: Job | undefined
  let timer: NodeJS.Timeout | undefined

  const thread = {
    isIdle: () => !current,
    has: (job: Job) => current === job,

    take(job: Job) {
      clearTimeout(timer)
      current = job
      worker.ref()
      // A busy thread hears nothing, so a limit of time means ending it.
      timer = setTimeout(() => thread.stop(workError('TIMEOUT', 'The work took too long.')), job.options.timeoutMs ?? 300_000)
      try {
        worker.postMessage({ task: job.task, input: job.input })
      } catch (error) {
        finish().fail(error)
      }
    },

    async stop(reason: unknown) {
      threads.delete(thread)
      const job = current && finish()
      clearTimeout(timer)
      await worker.terminate()
      job?.fail(reason)
      if (waiting.length > 0) takeNext()
    },
  }

  function finish(): Job {
    const job = current!
    current = undefined
    clearTimeout(timer)
    worker.unref()
    if (threads.has(thread)) {
      timer = setTimeout(() => thread.stop(undefined), IDLE_MS).unref()
      if (waiting.length > 0) queueMicrotask(takeNext)
    }
    return job
  }

  worker.on('message', ({ progress, result, error }: { progress?: number; result?: unknown; error?: ErrorText }) => {
    if (!current) return
    if (progress !== undefined) current.options.onProgress?.(progress)
    else if (error) finish().fail(revivedError(error))
    else finish().done(revivedBytes(result))
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    thread.stop(memory ? workError('MEMORY', 'The work needs too much memory.') : error)
  })
  worker.on('exit', () => threads.has(thread) && thread.stop(workError('LOST', 'The work was lost.')))
  return thread
}

function openWorker(): Worker {
  const here = import.meta.url
  const resourceLimits = { maxOldGenerationSizeMb: workerLimits.memoryMb }
  // From source a loader reads TypeScript; in the bundle this file is part of build/server/main.js.
  if (here.endsWith('.ts')) {
    const start = `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))})
      .then(({ register }) => { register(); return import(${JSON.stringify(new URL('./worker.ts', here).href)}) })`
    return new Worker(start, { eval: true, resourceLimits })
  }
  const besideMain = new URL('./kit/worker.js', here)
  const url = existsSync(fileURLToPath(besideMain)) ? besideMain : new URL('./worker.js', here)
  return new Worker(url, { resourceLimits })
}

type ErrorText = { name: string; message: string; stack?: string } & Record<string, unknown>

function workError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** Keeps `code` and `reason`, which callers look at; the class is lost on the way. */
function revivedError({ message, ...rest }: ErrorText): Error {
  return Object.assign(new Error(message), rest)
}

function revivedBytes(result: unknown): unknown {
  return result instanceof Uint8Array ? Buffer.from(result.buffer, result.byteOffset, result.byteLength) : result
}
