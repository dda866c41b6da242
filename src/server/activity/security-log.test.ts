import { expect, it } from 'vitest'
import { createUser } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'

const app = await startApp()
const password = 'Correct-Horse-7'
const events = async (query: object) => (await app.admin('GET', '/api/securityLog', undefined, { query: { ...query } })).body

it('records who signed in from where, and who failed, without the password', async () => {
  const user = await createUser(app, { roleId: app.admin.roleId, password })
  await app.call('POST', '/api/account/login', { email: user.email, password: 'Wrong-Horse-7' })
  await app.call('POST', '/api/account/login', { email: user.email, password }, { headers: { 'user-agent': 'Browser 7' } })
  const { items, total } = await events({ userIds: user.id })
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { event: 'SignIn', result: 'Success', ip: '127.0.0.1', userAgent: 'Browser 7', detail: 'password', user: { id: user.id } },
    { event: 'SignInFailed', result: 'Refused', detail: user.email },
  ])
  expect((await events({ userIds: user.id, event: 'SignIn' })).total).toBe(1)
  expect(JSON.stringify(await app.sql('select * from security_log'))).not.toMatch(/Horse/)
})

it('records refused requests of signed-in users by route, sampled', async () => {
  const caller = await app.signInAs(['Clients.View'], { isNew: true })
  for (let at = 0; at < 12; at++) await caller('GET', '/api/roles')
  await caller('GET', '/api/clients/999999')
  const refused = async () => (await events({ userIds: caller.userId, event: 'RequestRefused' })).items
  await expect.poll(async () => (await refused()).length).toBe(6)
  const details = (await refused()).map(({ detail }: { detail: string }) => detail)
  expect([...new Set(details)].sort()).toEqual(['403 GET /api/roles', '404 GET /api/clients/:id'])
})

it('is exported, and deleted after the days of its setting', async () => {
  const answer = await app.admin('GET', '/api/securityLog/Export')
  expect(answer).toMatchObject({ status: 202, body: { fileName: expect.stringMatching(/^Security log .*\.xlsx$/) } })
  const task = async () => (await app.sql('select status, error_message from download_tasks where id = $1', [answer.body.id]))[0]
  await app.waitUntilIdle()
  await expect.poll(async () => (await task())?.error_message ?? null).toBe(null)
  await app.sql(
    `insert into security_log (date, event, result, detail) values (now() - interval '366 days', 'SignIn', 'Success', 'old'), (now() - interval '364 days', 'SignIn', 'Success', 'kept')`,
  )
  const { cleanings } = await import('../areas.ts')
  for (const clean of cleanings) await app.product.work(clean)
  expect((await app.sql(`select detail from security_log where detail in ('old', 'kept')`)).map(({ detail }) => detail)).toEqual(['kept'])
})

it('is for administrators', async () => {
  const caller = await app.signInAs(['Clients.View'])
  expect((await caller('GET', '/api/securityLog')).status).toBe(403)
  expect((await app.admin('GET', '/api/securityLog', undefined, { query: { sortBy: 'constructor' } })).status).toBe(400)
})
