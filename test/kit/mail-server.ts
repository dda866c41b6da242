import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * Minimal SMTP server that receives mail and rejects a configurable number of times. With a password it requires authentication; `isMute`
 * accepts connections but never responds.
 */
export async function startMailServer(password?: string) {
  const received: string[] = []
  const state = { refusals: 0, isMute: false }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let isData = false
    let isIn = password === undefined
    let text = ''
    const sendLine = (line: string) => socket.write(`${line}\r\n`)
    if (state.isMute) return
    sendLine('220 here')
    const answer = (line: string) => {
      const [, plain] = /^AUTH PLAIN (\S+)/i.exec(line) ?? []
      if (/^EHLO/i.test(line) && password !== undefined) sendLine('250-here\r\n250 AUTH PLAIN')
      else if (/^(EHLO|HELO|RSET|NOOP)/i.test(line)) sendLine('250 here')
      else if (plain !== undefined) {
        const givenPassword = Buffer.from(plain, 'base64').toString('utf8').split('\0').at(-1)
        isIn = givenPassword === password
        sendLine(isIn ? '235 welcome' : `535 not with ${givenPassword}`)
      } else if (/^MAIL/i.test(line) && !isIn) sendLine('530 sign in first')
      else if (/^MAIL/i.test(line) && state.refusals > 0) {
        state.refusals--
        sendLine(`451 try again later${password === undefined ? '' : `, ${password}`}`)
      } else if (/^(MAIL|RCPT)/i.test(line)) sendLine('250 fine')
      else if (/^DATA/i.test(line)) {
        isData = true
        sendLine('354 go on')
      } else if (/^QUIT/i.test(line)) {
        sendLine('221 bye')
        socket.end()
      } else sendLine('500 what?')
    }
    socket.on('data', (chunk) => {
      text += chunk
      if (isData) {
        const end = text.indexOf('\r\n.\r\n')
        if (end < 0) return
        received.push(text.slice(0, end))
        text = text.slice(end + 5)
        isData = false
        return sendLine('250 kept')
      }
      const lines = text.split('\r\n')
      text = lines.pop() ?? ''
      for (const line of lines) answer(line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    close,
    refuse: (times: number) => {
      state.refusals = times
    },
    mute: (isMute: boolean) => {
      state.isMute = isMute
    },
  }
}
