import { describe, expect, it } from 'vitest'
import { start } from '../../../test/kit/start.ts'

const forwarded = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' }
const signIn = (url: string) =>
  fetch(`${url}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...forwarded },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'Wrong-12345' }),
  })

describe('the address somebody comes from', async () => {
  const direct = await start()
  const balanced = await start({ settings: { proxies: 1 } })

  it.each([
    ['is that of the connection', direct, '127.0.0.1'],
    ['is the one the balancer saw where there is one, not what a caller says', balanced, '198.51.100.9'],
  ])('%s', async (_, house, ip) => {
    expect((await signIn(house.url)).status).toBe(400)
    const rows = await house.sql(`select subject from sign_in_brakes where subject like 'ip:%'`)
    expect(rows).toEqual([{ subject: `ip:${ip}` }])
  })
})
