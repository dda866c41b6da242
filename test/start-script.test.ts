import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allocator, heap, heapOptions } from '../scripts/memory.mjs'
import { onCleanup } from './kit/cleanup.ts'
import { cleanUp, listChildPids, newFolder, startProcess } from './kit/process.ts'

const folder = newFolder()
onCleanup(() => cleanUp(folder))

it('starts the built app with a small heap, and stops it by the received signal', async () => {
  const running = await startProcess({ DATA_DIR: folder }, [join('scripts', 'start.mjs')], 120_000)
  expect((await fetch(`${running.url}/api/health`)).status).toBe(200)
  if (existsSync('/proc/self/environ')) {
    // If Node cannot replace its own process, the server is a child process.
    const environments = [running.pid, ...listChildPids(running.pid)].map((pid) =>
      ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8')).join('\0'),
    )
    const expected = [...Object.entries(heap), ...Object.entries(allocator)].map(([name, value]) => `${name}=${value}`)
    expect(environments.filter((environmentText) => expected.every((entry) => environmentText.split('\0').includes(entry)))).toHaveLength(1)
  }
  expect((await running.end('SIGTERM')).code).toBe(0)
})

it('keeps explicit options', () => {
  expect(heapOptions([])).toEqual(['--max-old-space-size=1536', '--max-semi-space-size=8'])
  expect(heapOptions(['--max-semi-space-size=2'], '--max_old_space_size=4096')).toEqual([])
})
