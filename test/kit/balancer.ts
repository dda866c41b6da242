import { createHash } from 'node:crypto'
import { Agent, request as ask, createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

interface Target {
  port: number
  underWay: number
  /** No request is sent before this time, because the node did not respond. */
  restsUntil: number
}

const restMs = 2000
const connectMs = 2000
const silentMs = 130_000
const largest = 60 * 1024 * 1024

/**
 * Load balancer for tests, equivalent to the one in compose.yaml. Sends requests to the node with the fewest pending ones, and live
 * connections by client address. Forwards the client address. Retries a failed request on another node unless it may have been executed.
 */
export async function startBalancer({ port = 0, tls }: { port?: number; tls?: { key: string; cert: string } } = {}) {
  let targets: Target[] = []
  const agent = new Agent({ keepAlive: true })
  const answer = (request: IncomingMessage, response: ServerResponse) => void pass(request, response).catch(() => response.destroy())
  const server = tls ? createTlsServer(tls, answer) : createServer(answer)
  server.on('upgrade', upgrade)
  server.keepAliveTimeout = 75_000

  const inTurn = (scoreOf: (target: Target) => number) => {
    const rested = targets.filter(({ restsUntil }) => restsUntil <= Date.now())
    return [...(rested.length > 0 ? rested : targets)].sort((a, b) => scoreOf(a) - scoreOf(b))
  }
  const headersFor = (request: IncomingMessage): IncomingHttpHeaders => ({
    ...request.headers,
    'x-forwarded-for': request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '',
    'x-forwarded-proto': tls ? 'https' : 'http',
  })

  async function pass(request: IncomingMessage, response: ServerResponse) {
    if (request.url === '/metrics') return response.writeHead(404).end()
    const body = await readRequestBody(request)
    if (!body) return response.writeHead(413, { connection: 'close' }).end()
    const tries = inTurn(({ underWay }) => underWay).slice(0, 2)
    for (const [at, target] of tries.entries()) {
      const isLast = at === tries.length - 1
      target.underWay++
      try {
        const from = await forward(target, request, body)
        const mayRepeat = request.method !== 'POST'
        if (!isLast && mayRepeat && (from.statusCode === 502 || from.statusCode === 503)) from.resume()
        else {
          response.writeHead(from.statusCode ?? 502, from.headers)
          from.on('error', () => response.destroy())
          from.pipe(response)
          await new Promise((done) => response.once('close', done))
          return
        }
      } catch (error) {
        target.restsUntil = Date.now() + restMs
        const wasSent = (error as { wasSent?: boolean }).wasSent === true
        if (isLast || (wasSent && request.method === 'POST')) break
      } finally {
        target.underWay--
      }
    }
    if (!response.headersSent) response.writeHead(502, { 'content-length': 0 }).end()
  }

  function forward(target: Target, request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { connection: _, 'transfer-encoding': __, ...headers } = headersFor(request)
    const hasBody = body.length > 0 || request.headers['content-length'] !== undefined
    return new Promise((done, fail) => {
      const out = ask({
        agent,
        host: '127.0.0.1',
        port: target.port,
        method: request.method,
        path: request.url,
        headers: { ...headers, ...(hasBody && { 'content-length': body.length }) },
      })
      let wasSent = false
      out.on('socket', (socket) => {
        if (!socket.connecting) wasSent = true
        else socket.once('connect', () => (wasSent = true))
      })
      out.setTimeout(silentMs, () => out.destroy(new Error('The node says nothing.')))
      const limit = setTimeout(() => !wasSent && out.destroy(new Error('The node takes no connection.')), connectMs)
      out.once('response', done)
      out.once('error', (error) => fail(Object.assign(error, { wasSent })))
      out.once('close', () => clearTimeout(limit))
      out.end(body)
    })
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const address = request.socket.remoteAddress ?? ''
    const [target] = inTurn(({ port: targetPort }) => createHash('md5').update(`${address} ${targetPort}`).digest().readUInt32BE())
    if (!target) return socket.destroy()
    const node = connect(target.port, '127.0.0.1', () => {
      const lines = Object.entries(headersFor(request)).map(([name, value]) => `${name}: ${value}`)
      node.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      node.write(head)
      node.pipe(socket).pipe(node)
    })
    node.on('error', () => {
      target.restsUntil = Date.now() + restMs
      socket.destroy()
    })
    node.on('close', () => socket.destroy())
    socket.on('error', () => node.destroy())
    socket.on('close', () => node.destroy())
  }

  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
  const address = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    port: address.port,
    /** Sets the nodes. Existing nodes keep their pending requests. */
    leadTo(ports: number[]) {
      targets = ports.map((of) => targets.find((target) => target.port === of) ?? { port: of, underWay: 0, restsUntil: 0 })
    },
    close() {
      server.closeAllConnections()
      agent.destroy()
      return new Promise((done) => server.close(done))
    },
  }
}

/** Buffers the whole body, because it may have to be sent twice. Returns undefined if it is too large. */
async function readRequestBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > largest) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
