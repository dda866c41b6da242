import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { closeWorkers, processorMs, runInWorker, workerLimits } from './run-in-worker.ts'
import { packRows, type Workbook } from './sheet.ts'
import { readWorkbook } from './sheet-reading.ts'

onCleanup(closeWorkers)

const columns = [{ header: 'Text' }, { header: 'No.', kind: 'integer' as const }]
const createWorkbook = (rows: number): Workbook => ({
  sheets: [{ name: 'A', columns, rows: Array.from({ length: rows }, (_, n) => [`row ${n}`, n]) }],
})
const endless: Workbook = {
  sheets: [
    {
      name: 'A',
      columns,
      rows: [],
      packed: { count: 300_000, chunks: Array(300).fill(packRows(createWorkbook(1_000).sheets[0]!.rows as never)) },
    },
  ],
}
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1"/></svg>'

it('returns the file, reports progress and does not block this process', async () => {
  const progress: number[] = []
  let beats = 0
  const heart = setInterval(() => beats++, 5)
  const data = await runInWorker('sheet', createWorkbook(5_000), { onProgress: (percent) => progress.push(percent) })
  clearInterval(heart)

  expect(Buffer.isBuffer(data)).toBe(true)
  expect(readWorkbook(data)[0]!.rows).toHaveLength(5_001)
  expect(progress).toEqual([20, 40, 60, 80, 100])
  expect(beats).toBeGreaterThan(3)
})

it('reads a workbook and preserves cell types', async () => {
  const data = await runInWorker('sheet', {
    sheets: [{ name: 'A', columns: [{ header: 'Day', kind: 'date' }], rows: [['2026-02-03']] }],
  })
  const [sheet] = await runInWorker('readSheet', { data })
  expect(sheet!.rows[1]!.values).toEqual([new Date('2026-02-03T00:00:00Z')])
})

it('returns the reason of a failure and continues', async () => {
  await expect(runInWorker('readSheet', { data: Buffer.from('no workbook') })).rejects.toMatchObject({
    message: 'This is not a workbook.',
    reason: 'type',
  })
  expect((await runInWorker('svg', drawing)).svg).toBe(drawing)
})

it('accepts more jobs than there are workers', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => runInWorker('svg', drawing)))
  expect(all.map(({ svg }) => svg)).toEqual(Array(6).fill(drawing))
})

it('stops running and queued jobs at once when aborted, and accepts the next', async () => {
  const abortController = new AbortController()
  const onProgress = () => abortController.abort(new Error('no longer wanted'))
  const work = [1, 2, 3, 4].map(() => runInWorker('sheet', endless, { signal: abortController.signal, onProgress }))
  const ends = await Promise.allSettled(work)

  expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(Array(4).fill('no longer wanted'))
  await expect(runInWorker('svg', drawing, { signal: abortController.signal })).rejects.toThrow('no longer wanted')
  expect((await runInWorker('svg', drawing)).svg).toBe(drawing)
})

it('does not let drawings and texts wait for files', async () => {
  const abortController = new AbortController()
  const work = Promise.allSettled(Array.from({ length: 40 }, () => runInWorker('sheet', endless, { signal: abortController.signal })))
  const [{ svg }, html] = await Promise.all([runInWorker('svg', drawing), runInWorker('html', '<p onclick="x">a</p>')])
  expect([svg, html]).toEqual([drawing, '<p>a</p>'])
  abortController.abort(new Error('enough'))
  expect((await work).at(-1)?.status).toBe('rejected')
})

it('ends jobs that take too long', async () => {
  await expect(runInWorker('sheet', endless, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect((await runInWorker('svg', drawing)).svg).toBe(drawing)
})

it('measures processor time of a process, not time that passes', async () => {
  const [before, { user, system }] = [processorMs(process.pid), process.cpuUsage()]
  expect(before).toBeDefined()
  expect(Math.abs((before ?? 0) - (user + system) / 1000)).toBeLessThan(100)
  expect(processorMs(undefined)).toBeUndefined()
})

it('rejects input that cannot be cloned', async () => {
  await expect(runInWorker('svg', (() => {}) as never)).rejects.toThrow('could not be cloned')
  expect((await runInWorker('svg', drawing)).svg).toBe(drawing)
})

it('survives a job that needs too much memory', async () => {
  await closeWorkers()
  const { memoryMb } = workerLimits
  workerLimits.memoryMb = 32
  const little = runInWorker('sheet', createWorkbook(300_000))
  workerLimits.memoryMb = memoryMb

  await expect(little).rejects.toMatchObject({ code: 'MEMORY' })

  expect((await runInWorker('svg', drawing)).svg).toBe(drawing)
})

it('rejects jobs when the queue is full, and ends all on close', async () => {
  const work = Array.from({ length: 4 }, () => runInWorker('sheet', endless))
  workerLimits.waiting = 1
  const oneTooMany = runInWorker('sheet', createWorkbook(1))
  workerLimits.waiting = 200
  await expect(oneTooMany).rejects.toMatchObject({ code: 'BUSY' })
  const ends = Promise.allSettled(work)
  await closeWorkers()

  expect((await ends).map((end) => end.status === 'rejected' && end.reason.code)).toEqual(Array(4).fill('STOPPED'))
})

it('runs from the bundle too, and lets the process exit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'))
  const src = join(import.meta.dirname, '..')
  const main = join(folder, 'main.ts')
  await writeFile(
    main,
    `import { runInWorker } from ${JSON.stringify(join(src, 'tools/run-in-worker.ts'))}
     const { svg } = await runInWorker('svg', ${JSON.stringify(drawing)})
     const sheet = await runInWorker('sheet', ${JSON.stringify(createWorkbook(2))})
     console.log(svg, sheet.length > 1000)`,
  )
  await symlink(join(src, '../../node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const shared = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'silent' } as const
  await build({ ...shared, entryPoints: [main], outfile: join(folder, 'build/server/main.js') })
  await build({ ...shared, entryPoints: [join(src, 'tools/worker.ts')], outbase: src, outdir: join(folder, 'build/server') })

  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'build/server/main.js')])

  expect(stdout.trim()).toBe(`${drawing} true`)
  await rm(folder, { recursive: true })
})
