import { expect, it } from 'vitest'
import { onCleanup } from './kit/cleanup.ts'
import { startApp, type TestApp } from './kit/start.ts'

const ended: string[] = []
let started: TestApp | undefined

it('registers cleanups', async () => {
  onCleanup(() => ended.push('first'))
  onCleanup(() => ended.push('second'))
  started = await startApp()
  expect((await started.call('GET', '/api/health')).status).toBe(200)
  expect(ended).toEqual([])
})

it('runs cleanups after their test, in reverse order', async () => {
  expect(ended).toEqual(['second', 'first'])
  await expect(started?.call('GET', '/api/health')).rejects.toThrow('ECONNREFUSED')
})
