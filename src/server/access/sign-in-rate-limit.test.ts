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

/** Attempts at the same time must count each other, or the limit is only as strong as the attacker is slow. */
it('tries at most ten of forty passwords at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      app.call(
        'POST',
        '/api/account/login',
        { email: 'many@example.com', password: `Wrong-${at}-word` },
        { headers: { 'x-forwarded-for': `10.0.0.${at}` } },
      ),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect([statuses.filter((status) => status === 400).length, statuses.filter((status) => status === 429).length]).toEqual([10, 30])
})

it('mails at most five of thirty password links requested at once', async () => {
  const caller = await app.signInAs(['Projects.View'], { isNew: true })
  const ask = () => app.call('POST', '/api/account/ForgotPassword', { email: caller.email }, { headers: { 'x-forwarded-for': '10.1.0.1' } })
  const statuses = (await Promise.all(Array.from({ length: 30 }, ask))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(25)
  await app.waitUntilIdle()
  expect(app.mails().filter(({ to }) => to === caller.email).length).toBeLessThanOrEqual(5)
})

it('does not count a right password, nor an attempt while blocked', async () => {
  const attempts = () => app.sql(`select subject, failures from sign_in_brakes where subject like '%10.2.0.1' or subject like '%counted%'`)
  const from = { headers: { 'x-forwarded-for': '10.2.0.1' } }
  const caller = await app.signInAs(['Projects.View'], { isNew: true })
  const password = 'Correct-Horse-7'
  await app.call('POST', '/api/account/ForgotPassword', { email: caller.email })
  await app.waitUntilIdle()
  const key = /key=([\w-]+)/.exec(app.mails().find(({ to }) => to === caller.email)?.links[0] ?? '')?.[1]
  const set = await app.call('POST', '/api/account/ResetPassword', { key, password, confirmPassword: password })
  expect(set.status).toBe(200)
  expect((await app.call('POST', '/api/account/login', { email: caller.email, password }, from)).status).toBe(200)
  expect(await attempts()).toEqual([{ subject: 'ip:10.2.0.1', failures: 0 }])

  const wrong = () => app.call('POST', '/api/account/login', { email: 'counted@example.com', password: 'Wrong-12345' }, from)
  for (let at = 0; at < 12; at++) await wrong()
  expect((await attempts()).map(({ failures }) => failures)).toEqual([10, 10])
})

it('defines the address key in one place', () => {
  const own = /ip:\$\{/
  expect(own.test('`token-ip:$' + '{ip}`')).toBe(true)
  const elsewhere = readSources().filter(({ path, text }) => path.startsWith('server/') && !path.endsWith('.test.ts') && own.test(text))
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})
