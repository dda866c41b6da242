import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, type CallResult, createApiClient } from '../kit/api-client.ts'
import { newFolder, type RunningApp, startProcess } from '../kit/process.ts'

export type Figures = Record<string, string | number>
export interface Day {
  name: string
  description: string
  run(): Promise<Figures>
}

/** Allowed statuses: success, documented errors, or retry later (docs/OPERATIONS.md). 502 comes from the load balancer. */
const documented = new Set([200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 413, 415, 429, 502, 503, 507])
export const built = [join('build', 'server', 'main.js')]

export function must(isSo: boolean, label: string): asserts isSo {
  if (!isSo) throw new Error(label)
}

/** Stops the writers of a failed day, which would run forever. */
export const endings: (() => void)[] = []
export const folders = new Set<string>()

export async function startDay(environment: Record<string, string> = {}, folder = newFolder()) {
  folders.add(folder)
  const product = await startProcess({ DATA_DIR: folder, APP_ENV: 'TEST', LOG_LEVEL: 'error', ...environment }, built, 60_000)
  return { product, folder, ask: await createApiClient(product.url) }
}

export async function until(isSo: () => Promise<boolean> | boolean, label: string, seconds = 60): Promise<number> {
  const begun = Date.now()
  while (!(await Promise.resolve(isSo()).catch(() => false))) {
    must(Date.now() - begun < seconds * 1000, `${label}: not within ${seconds} s`)
    await pause(100)
  }
  return (Date.now() - begun) / 1000
}
export const isHealthy = ({ url }: Pick<RunningApp, 'url'>) => fetch(`${url}/api/health`).then(({ ok }) => ok)

/** Counts responses by status and asserts that each status is documented. A dropped connection is not counted. */
export function counting() {
  const counted: Record<string, number> = {}
  return {
    counted,
    text: () =>
      Object.entries(counted)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
    async count(pending: Promise<CallResult>): Promise<CallResult | undefined> {
      const result = await pending.catch(() => undefined)
      const status = result?.status ?? 'cut'
      counted[status] = (counted[status] ?? 0) + 1
      must(!result || documented.has(result.status), `answered ${result?.status}: ${JSON.stringify(result?.body)?.slice(0, 300)}`)
      return result
    },
  }
}

type Ask = (...args: Parameters<ApiClient>) => Promise<CallResult>

let written = 0
/** Writes continuously with several concurrent writers until stopped, and records acknowledged writes. */
export function startWriting(callApi: Ask, atOnce = 4) {
  const answers = counting()
  const acknowledged: string[] = []
  const sent: string[] = []
  let longestMs = 0
  let isOver = false
  async function write() {
    while (!isOver) {
      const name = `Hard day ${++written}`
      sent.push(name)
      const begun = performance.now()
      const result = await answers.count(callApi('POST', '/api/signalTypes', { name, abbreviation: `H${written}`, color: '#2f6bc6' }))
      longestMs = Math.max(longestMs, performance.now() - begun)
      if (result?.status === 201) acknowledged.push(name)
      else await pause(50)
    }
  }
  endings.push(() => {
    isOver = true
  })
  const writers = Array.from({ length: atOnce }, write)
  // Errors are reported where the writers are awaited.
  for (const writer of writers) writer.catch(() => undefined)
  return {
    acknowledged,
    answers,
    /** Stops the writers and checks that every acknowledged write is stored exactly once. */
    async stop(): Promise<Figures> {
      isOver = true
      await Promise.all(writers)
      const there = await allNames(callApi)
      const once = new Set(there)
      const lost = acknowledged.filter((name) => !once.has(name))
      const doubled = there.filter((name) => !once.delete(name))
      must(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged writes are lost: ${lost.slice(0, 3)}`)
      must(doubled.length === 0, `written twice: ${doubled.slice(0, 3)}`)
      return {
        'writes sent': sent.length,
        acknowledged: acknowledged.length,
        lost: 0,
        doubled: 0,
        answers: answers.text(),
        'longest answer': `${(longestMs / 1000).toFixed(1)} s`,
      }
    },
  }
}

async function allNames(callApi: Ask): Promise<string[]> {
  const names: string[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await callApi('GET', `/api/signalTypes?search=Hard&itemsPerPage=200&page=${page}&sortBy=id`)
    must(status === 200, `the list answered ${status}`)
    names.push(...body.items.map(({ name }: { name: string }) => name))
    if (names.length >= body.total || body.items.length === 0) return names
  }
}

export const createFileForm = (bytes: number, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(bytes, name)]), name)
  return form
}

export function spread(times: number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`
}
