import { isMainThread, parentPort } from 'node:worker_threads'

type Progress = (percent: number) => void

/** The work that may be given to a thread. Each is loaded when it is first asked for. */
const tasks = {
  svg: async (source: string) => (await import('./svg.ts')).cleanSvg(source),
  html: async (source: string) => (await import('./html.ts')).cleanHtml(source),
  sheet: async (book: import('./sheet.ts').SheetBook, progress: Progress) => (await import('./sheet.ts')).writeBook(book, progress),
  readSheet: async (asked: { data: Uint8Array; limits?: import('./sheet-reading.ts').ReadLimits }) =>
    (await import('./sheet-reading.ts')).readBook(asked.data, asked.limits),
  readFile: async (asked: { name: string; data: Uint8Array }) => (await import('./file-reading.ts')).readFile(asked),
}

export type WorkerTasks = typeof tasks

async function run({ task, input }: { task: keyof WorkerTasks; input: never }) {
  const result = await tasks[task](input, (progress) => parentPort?.postMessage({ progress }))
  const own = result instanceof Uint8Array && result.byteLength === result.buffer.byteLength
  parentPort?.postMessage({ result }, own ? [result.buffer as ArrayBuffer] : [])
}

if (!isMainThread) {
  parentPort?.on('message', (message) => {
    run(message).catch((error: Error) => {
      // A class does not survive the way between threads, its fields do.
      parentPort?.postMessage({ error: { ...error, name: error.name, message: error.message, stack: error.stack } })
    })
  })
}
