import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { start } from '../../../../test/kit/start.ts'

/** A mail server that speaks as much SMTP as it takes to receive, and refuses as often as it is told to. */
function mailServer() {
  const received: string[] = []
  let refusals = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let isData = false
    let text = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 here')
    socket.on('data', (chunk) => {
      text += chunk
      if (isData) {
        const end = text.indexOf('\r\n.\r\n')
        if (end < 0) return
        received.push(text.slice(0, end))
        text = text.slice(end + 5)
        isData = false
        return say('250 kept')
      }
      const lines = text.split('\r\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        if (/^(EHLO|HELO|RSET|NOOP)/i.test(line)) say('250 here')
        else if (/^MAIL/i.test(line) && refusals > 0) {
          refusals--
          say('451 try again later')
        } else if (/^(MAIL|RCPT)/i.test(line)) say('250 fine')
        else if (/^DATA/i.test(line)) {
          isData = true
          say('354 go on')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('500 what?')
      }
    })
  })
  return {
    server,
    received,
    refuse: (times: number) => {
      refusals = times
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const post = mailServer()
post.server.listen(0, '127.0.0.1')
await once(post.server, 'listening')
afterAll(post.close)
const { port } = post.server.address() as AddressInfo
const house = await start({
  settings: {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    fromEnvironment: { 'mail.from': 'dna@firm.example' },
    publicUrl: 'https://dna.firm.example',
  },
})

it('sends a mail through SMTP with a link to the public address, and tries again when it is refused', async () => {
  post.refuse(1)
  expect((await house.call('POST', '/api/account/ForgotPassword', { email: house.admin.email })).status).toBe(200)
  await expect.poll(() => post.received.length).toBe(1)
  const [mail] = post.received
  expect(mail).toContain('From: dna@firm.example')
  expect(mail).toContain(`To: ${house.admin.email}`)
  expect(mail!.replace(/=\r\n/g, '')).toMatch(/https:\/\/dna\.firm\.example\/account\/reset-password\?key=(3D)?[0-9a-f-]{36}/)
  expect(house.mails()).toEqual([])
})

it('sends through the server that the settings name, as soon as they do', async () => {
  const firm = await start()
  const set = (key: string, value: unknown) => firm.admin('PUT', `/api/appSettings/${key}`, { value })
  const ask = () => firm.call('POST', '/api/account/ForgotPassword', { email: firm.admin.email })
  await ask()
  await expect.poll(() => firm.mails().length).toBe(1)
  for (const [key, value] of [
    ['mail.host', '127.0.0.1'],
    ['mail.port', port],
    ['mail.from', 'rooms@firm.example'],
  ] as const)
    expect((await set(key, value)).status).toBe(200)
  const before = post.received.length
  await ask()
  await expect.poll(() => post.received.length).toBe(before + 1)
  expect(post.received.at(-1)).toContain('From: rooms@firm.example')
  expect(firm.mails()).toHaveLength(1)
})
