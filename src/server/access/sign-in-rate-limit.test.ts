import { expect, it } from 'vitest'
import { readSources } from '../../../test/kit/sources.ts'
import { startApp } from '../../../test/kit/start.ts'
import { brakes, fromAddress } from './sign-in-rate-limit.ts'

const app = await startApp({ settings: { proxies: 1 } })

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::FFFF:0a01:0203', '10.1.2.3'],
  ['0:0:0:0:0:ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts requests from %s under %s', (ip, network) => {
  expect(fromAddress('ip', ip)).toBe(`ip:${network}`)
})

it('rate-limits a whole IPv6 network for every counter, and no other network', async () => {
  const line = fromAddress('', '2001:db8:1:2::1')
  for (const kind of ['ip', 'reset-ip', 'invitation-ip', 'token-ip', 'calendar-ip'])
    await app.sql('insert into sign_in_brakes (subject, failures) values ($1, $2)', [`${kind}${line}`, brakes.ip])
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const tries = [
    (ip: string) => app.call('POST', '/api/account/login', { email: 'nobody@example.com', password: 'Wrong-12345' }, from(ip)),
    (ip: string) => app.call('POST', '/api/account/ForgotPassword', { email: 'nobody@example.com' }, from(ip)),
    (ip: string) => app.call('GET', '/api/invitations/accept/00000000-0000-4000-8000-000000000000', undefined, from(ip)),
    (ip: string) => app.call('GET', '/api/signalTypes', undefined, { token: 'dna_unknown', ...from(ip) }),
  ]
  for (const [at, attempt] of tries.entries()) {
    const [same, other] = [await attempt('2001:db8:1:2:aaaa::7'), await attempt('2001:db8:1:3::7')]
    expect([at, same.status, other.status === 429]).toEqual([at, 429, false])
  }
})

it('defines the address key in one place', () => {
  const own = /ip:\$\{/
  expect(own.test('`token-ip:$' + '{ip}`')).toBe(true)
  const elsewhere = readSources().filter(({ path, text }) => path.startsWith('server/') && !path.endsWith('.test.ts') && own.test(text))
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})
