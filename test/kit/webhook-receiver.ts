import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface Received {
  id: string
  verified: { type: string; timestamp: string; data: Record<string, unknown> } | undefined
  headers: IncomingMessage['headers']
}

export async function webhookReceiver() {
  const received: Received[] = []
  const secrets = { now: '' }
  let answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    let verified: Received['verified']
    try {
      verified = new Webhook(secrets.now).verify(body, headers) as Received['verified']
    } catch {
      verified = undefined
    }
    received.push({ id: headers['webhook-id'] ?? '', verified, headers: request.headers })
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    secrets,
    answers(how: (response: ServerResponse) => void) {
      answer = how
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
