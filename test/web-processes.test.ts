import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isBuilt } from '../scripts/build.mjs'
import { createApiClient } from './kit/api-client.ts'
import { onCleanup } from './kit/cleanup.ts'
import { cleanUp, listChildPids, newFolder, readPostmasterPid, startProcess } from './kit/process.ts'
import { timeoutMs } from './kit/timeouts.ts'

const folder = newFolder()
onCleanup(() => cleanUp(folder))
const program = isBuilt() ? [join('build', 'server', 'main.js')] : []
const product = await startProcess({ DATA_DIR: folder, WEB_PROCESSES: '2' }, program)
const callApi = await createApiClient(product.url)
/** Uses a connection per call, so that the processes alternate. */
const headers = { connection: 'close' }
const webProcesses = () =>
  listChildPids(product.pid).filter((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command.includes('main.') && !command.includes('postgres')
  })
const writeSignalType = (name: string) =>
  callApi('POST', '/api/signalTypes', { name, abbreviation: name.replace(/\W/g, '').slice(-12), color: '#2f6bc6' }, { headers })
const names = async () =>
  (await callApi('GET', '/api/signalTypes?itemsPerPage=200', undefined, { headers })).body.items.map((row: { name: string }) => row.name)

it('responds on one port with two processes, and each reads what the other wrote', async () => {
  expect(webProcesses()).toHaveLength(2)
  for (let at = 0; at < 20; at++) {
    expect((await writeSignalType(`Turn ${at}`)).status).toBe(201)
    expect(await names()).toContain(`Turn ${at}`)
  }
  // Each process reports the metrics of both, so no request is missing.
  const { body } = await callApi('GET', '/metrics', undefined, { headers })
  const countMatches = [...String(body).matchAll(/^http_request_seconds_count\{route="\/api\/signalTypes",method="(\w+)",.*\} (\d+)/gm)]
  expect(Object.fromEntries(countMatches.map(([, method, count]) => [method, Number(count)]))).toEqual({ GET: 20, POST: 20 })
})

it('continues when a process is killed, restarts it, and loses no acknowledged write', async () => {
  const [first, second] = webProcesses()
  const written: string[] = []
  process.kill(first!, 'SIGKILL')
  for (let at = 0; at < 40; at++)
    await writeSignalType(`Kill ${at}`).then(
      ({ status }) => status === 201 && written.push(`Kill ${at}`),
      () => undefined,
    )
  expect(written.length).toBeGreaterThan(20)
  expect(await names()).toEqual(expect.arrayContaining(written))
  await expect.poll(() => webProcesses().length, { timeout: timeoutMs(20_000) }).toBe(2)
  expect(webProcesses()).toContain(second)
})

it('stops with all its processes', async () => {
  const pids = webProcesses()
  expect((await product.end('SIGTERM')).code).toBe(0)
  expect(readPostmasterPid(folder)).toBeUndefined()
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
