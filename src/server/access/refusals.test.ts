import { expect, it } from 'vitest'
import { startApp } from '../../../test/kit/start.ts'
import { createLogger } from '../tools/log.ts'
import { createRefusalLog } from './refusals.ts'

const lines: string[] = []
const written = { write: (line: string) => void lines.push(line) }
const log = createLogger('warn', written)
const app = await startApp({ log })
const entries = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'refusal')

it('logs and counts refused requests of signed-in users, without what they sent', async () => {
  const caller = await app.signInAs(['SignalTypes.View'], { isNew: true })
  await caller('GET', '/api/clients?search=secret-word')
  await caller('GET', '/api/signalTypes/987654321')
  await app.call('GET', '/api/clients', undefined, { token: 's-ended-token' })
  await app.call('GET', '/api/clients')
  await expect
    .poll(() => entries().map(({ user, route, status }) => [user, route, status]))
    .toEqual([
      [caller.userId, '/api/clients', 403],
      [caller.userId, '/api/signalTypes/:id', 404],
      [null, '/api/clients', 401],
    ])
  expect(lines.join()).not.toMatch(/secret-word|ended-token/)
  const metrics = await app.call('GET', '/metrics')
  expect(metrics.body.toString()).toContain(`refused_requests_total{user="${caller.userId}",route="/api/clients",status="403"} 1`)
})

it('logs five a minute, and then how many it left out', () => {
  let time = 0
  lines.length = 0
  let counted = 0
  let stored = 0
  const add = createRefusalLog(
    log,
    () => counted++,
    () => stored++,
    () => time,
  )
  const refusal = { requestId: 'r', user: 'u', route: '/api/clients', method: 'GET', status: 403, ip: '127.0.0.1' }
  for (let at = 0; at < 12; at++) add(refusal)
  expect([counted, stored, entries().length]).toEqual([12, 5, 5])
  time = 60_000
  add(refusal)
  expect(entries().map(({ omitted }) => omitted)).toEqual([...Array(5).fill(undefined), 7, undefined])
})
