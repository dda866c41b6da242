import { expect, it } from 'vitest'
import { startFakeMail } from '../../../../test/kit/fake-mail.ts'
import { startApp } from '../../../../test/kit/start.ts'

const post = await startFakeMail()
const app = await startApp({
  settings: {
    smtpUrl: post.url,
    fromEnvironment: { 'mail.from': 'dna@firm.example' },
    publicUrl: 'https://dna.firm.example',
  },
})

it('sends mail through SMTP with a link to the public URL, and retries when rejected', async () => {
  post.refuse(1)
  expect((await app.call('POST', '/api/account/ForgotPassword', { email: app.admin.email })).status).toBe(200)
  await expect.poll(() => post.received.length).toBe(1)
  const [mail] = post.received
  expect(mail).toContain('From: dna@firm.example')
  expect(mail).toContain(`To: ${app.admin.email}`)
  expect(mail!.replace(/=\r\n/g, '')).toMatch(/https:\/\/dna\.firm\.example\/account\/reset-password\?key=(3D)?[0-9a-f-]{36}/)
  expect(app.mails()).toEqual([])
})

it('quotes an address with a comma so that mail goes to one recipient', async () => {
  const before = post.received.length
  const body = { email: 'ann,lee@example.com', firstName: 'Ann', lastName: 'Lee', roleId: app.admin.roleId }
  expect((await app.admin('POST', '/api/users', body)).status).toBe(201)
  await expect.poll(() => post.received.length).toBe(before + 1)
  expect(post.received.at(-1)).toContain('"ann,lee"@example.com')
})

it('uses the mail server from the settings as soon as they change', async () => {
  const firm = await startApp()
  const set = (key: string, value: unknown) => firm.admin('PUT', `/api/appSettings/${key}`, { value })
  const requestReset = () => firm.call('POST', '/api/account/ForgotPassword', { email: firm.admin.email })
  await requestReset()
  await expect.poll(() => firm.mails().length).toBe(1)
  for (const [key, value] of [
    ['mail.host', '127.0.0.1'],
    ['mail.port', post.port],
    ['mail.from', 'rooms@firm.example'],
  ] as const)
    expect((await set(key, value)).status).toBe(200)
  const before = post.received.length
  await requestReset()
  await expect.poll(() => post.received.length).toBe(before + 1)
  expect(post.received.at(-1)).toContain('From: rooms@firm.example')
  expect(firm.mails()).toHaveLength(1)
})
