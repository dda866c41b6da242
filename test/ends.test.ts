import { expect, it } from 'vitest'
import { atEnd } from './kit/ends.ts'
import { type House, start } from './kit/start.ts'

const ended: string[] = []
let started: House | undefined

it('begins things', async () => {
  atEnd(() => ended.push('first'))
  atEnd(() => ended.push('second'))
  started = await start()
  expect((await started.call('GET', '/api/health')).status).toBe(200)
  expect(ended).toEqual([])
})

it('has them ended with the test that began them, the last first', async () => {
  expect(ended).toEqual(['second', 'first'])
  await expect(started?.call('GET', '/api/health')).rejects.toThrow('ECONNREFUSED')
})
