import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createUser } from './kit/fixtures/catalog.ts'
import { startApp } from './kit/start.ts'

const app = await startApp()

async function run(...args: string[]) {
  const env = { ...process.env, DATABASE_URL: app.product.databaseUrl, DATA_DIR: app.dataDir, LOG_LEVEL: 'silent', APP_ENV: 'TEST' }
  const child = spawn(process.execPath, ['--import', 'tsx', join('src', 'server', 'main.ts'), ...args], { env })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  return { code, output: (await output).join('') }
}

it('removes the second factors of a user while the product runs, and records it', async () => {
  const user = await createUser(app, { roleId: app.admin.roleId, password: 'Correct-Horse-7' })
  await app.sql(`insert into totp_secrets (user_id, secret, confirmed_date) values ($1, 'sealed', now())`, [user.id])
  expect(await run('reset-second-factor', user.email.toUpperCase())).toMatchObject({
    code: 0,
    output: expect.stringContaining('were removed'),
  })
  expect(await app.sql('select * from totp_secrets')).toEqual([])
  const [entry] = await app.sql(`select entity_id, after from audit_log where after::text like '%a command on the server%'`)
  expect(entry?.entity_id).toBe(user.id)
  await expect
    .poll(() => app.mails().some(({ to, text: body }) => to === user.email && body.includes('a command on the server')))
    .toBe(true)
})

it('names what is wrong', async () => {
  expect(await run('reset-second-factor', 'nobody@example.com')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no user'),
  })
  expect(await run('reset-second-factor')).toMatchObject({ code: 1, output: expect.stringContaining('Give the e-mail address') })
})
