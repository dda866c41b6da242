import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

export interface HubConnection<User> {
  id: string
  user: User
  send(event: string, payload?: unknown): void
}

type HubRefusal = 'missing' | 'expired' | 'relogin'

/** Stores connection tokens from `negotiate`, shared by all nodes. */
export interface ConnectionTokens<User> {
  keep(token: string, user: User): Promise<void>
  take(token: string): Promise<User | undefined>
}

export interface HubOptions<User extends { id: string }> {
  negotiatePath: string
  /** Origin of the pages, if a proxy changes the host of requests. */
  publicOrigin?: () => string
  authenticate(token: string): Promise<User | 'expired' | 'relogin'>
  /** Re-checks the session after the handshake, before anything is sent. Later ends are handled by `closeWhere`. */
  isStillIn?(user: User): Promise<boolean>
  onInvoke?(user: User, connection: HubConnection<User>, method: string, args: unknown[]): unknown
  onOpen?(connection: HubConnection<User>): void
  onClose?(connection: HubConnection<User>): void
  log: { warn(details: object, message: string): void }
  tokens: ConnectionTokens<User>
  pingEveryMs?: number
  silenceMs?: number
  handshakeMs?: number
}

interface Request {
  headers: IncomingHttpHeaders
  url?: string
}

const MESSAGE_LIMIT = 64 * 1024
const OUTGOING_LIMIT = 4 * 1024 * 1024
const OPEN_CALLS_LIMIT = 32
const END = '\x1e'
const OVER = 'Your session has ended.'

// Message types of the public SignalR hub protocol.
const INVOCATION = 1
const COMPLETION = 3
const PING = 6
const CLOSE = 7

/** Server of the public SignalR JSON hub protocol over WebSockets. */
export function createHub<User extends { id: string }>(options: HubOptions<User>) {
  const { negotiatePath, authenticate, log, tokens, publicOrigin, pingEveryMs = 15_000 } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_LIMIT, perMessageDeflate: false })
  const open = new Set<ReturnType<typeof connectionOn<User>>>()
  let closing = false

  const ticker = setInterval(() => {
    for (const connection of open) connection.tick()
  }, pingEveryMs)
  ticker.unref()

  async function signIn(token: string | undefined): Promise<User | { refused: HubRefusal }> {
    if (!token) return { refused: 'missing' }
    const user = await authenticate(token)
    return typeof user === 'string' ? { refused: user } : user
  }

  async function handleNegotiate(request: Request): Promise<{ status: number; body: object }> {
    const user = await signIn(bearerToken(request))
    if ('refused' in user) return { status: 401, body: refusalBody(user.refused) }
    const connectionToken = randomBytes(32).toString('base64url')
    await tokens.keep(connectionToken, user)
    const connect = requestQuery(request).has('negotiateVersion')
      ? { negotiateVersion: 1, connectionId: randomUUID(), connectionToken }
      : { negotiateVersion: 0, connectionId: connectionToken }
    return {
      status: 200,
      // Also named `accessToken`, so that the official client puts it in the socket URL instead of the session token.
      body: {
        ...connect,
        accessToken: connectionToken,
        availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
      },
    }
  }

  /** Browsers send the origin of the page, also to other sites. Programs send none. */
  function isOwnOrigin({ headers }: IncomingMessage): boolean {
    const { origin, host } = headers
    if (origin === undefined) return true
    if (!URL.canParse(origin)) return false
    return new URL(origin).host === host || origin === publicOrigin?.()
  }

  async function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    if (request.url?.split('?')[0]?.toLowerCase() !== negotiatePath.toLowerCase()) return rejectSocket(socket, '404 Not Found')
    if (!isOwnOrigin(request)) return rejectSocket(socket, '403 Forbidden')
    try {
      const id = requestQuery(request).get('id')
      const user = id ? ((await tokens.take(id)) ?? { refused: 'expired' as const }) : await signIn(bearerToken(request))
      if ('refused' in user) return rejectSocket(socket, '401 Unauthorized', user.refused)
      if (closing) return rejectSocket(socket, '503 Service Unavailable')
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = connectionOn(webSocket, user, options, () => open.delete(connection))
        open.add(connection)
      })
    } catch (error) {
      log.warn({ err: error }, 'a live connection could not be opened')
      rejectSocket(socket, '503 Service Unavailable')
    }
  }

  return {
    handleNegotiate,
    handleUpgrade,

    tell(userIds: Iterable<string> | 'all', event: string, payload?: unknown) {
      const frame = eventFrame(event, payload)
      const recipients = userIds === 'all' ? undefined : new Set(userIds)
      for (const connection of open) {
        if (!recipients || recipients.has(connection.user.id)) connection.write(frame)
      }
    },

    connections: (): HubConnection<User>[] => [...open],

    /** Closes connections permanently: the official client shows the reason and does not reconnect. */
    closeWhere(isOver: (user: User) => boolean) {
      for (const connection of open) if (isOver(connection.user)) connection.end(OVER)
    },

    /** Closes all connections. Clients reconnect to another node, or to this one after the restart. */
    async close() {
      closing = true
      clearInterval(ticker)
      for (const connection of open) connection.end(undefined, true)
      const deadline = Date.now() + 1000
      while (sockets.clients.size > 0 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 10))
      for (const webSocket of sockets.clients) webSocket.terminate()
    },
  }
}

/** Handles one socket from handshake to close. `whenGone` is called exactly once, with or without a handshake. */
function connectionOn<User extends { id: string }>(webSocket: WebSocket, user: User, options: HubOptions<User>, whenGone: () => void) {
  const { log, silenceMs = 30_000, handshakeMs = 15_000 } = options
  let shaken = false
  let shaking: Promise<void> | undefined
  let openCalls = 0
  let unfinished = ''
  let heardAt = Date.now()

  const connection = {
    id: randomUUID(),
    user,
    send: (event: string, payload?: unknown) => connection.write(eventFrame(event, payload)),

    write(frame: string) {
      if (webSocket.readyState !== WebSocket.OPEN || !shaken) return
      // A client this slow is disconnected; it reloads after reconnecting.
      if (webSocket.bufferedAmount + frame.length > OUTGOING_LIMIT) return webSocket.terminate()
      webSocket.send(frame)
    },

    end(error?: string, allowReconnect = false) {
      if (!shaken && error) webSocket.send(JSON.stringify({ error }) + END)
      else connection.write(JSON.stringify({ type: CLOSE, error, allowReconnect }) + END)
      webSocket.close(1000)
    },

    tick() {
      if (Date.now() - heardAt > silenceMs) webSocket.terminate()
      else connection.write(JSON.stringify({ type: PING }) + END)
    },
  }

  async function shakeHands(message: Record<string, unknown>): Promise<void> {
    if (message.protocol !== 'json' || message.version !== 1) return connection.end('Only protocol json 1 is spoken here.')
    clearTimeout(handshakeTimer)
    if (options.isStillIn && !(await options.isStillIn(user))) return connection.end(OVER)
    if (webSocket.readyState !== WebSocket.OPEN) return
    webSocket.send(`{}${END}`)
    shaken = true
    options.onOpen?.(connection)
  }

  async function invoke({ target, arguments: args, invocationId }: Record<string, unknown>) {
    if (typeof target !== 'string' || !Array.isArray(args)) return connection.end('The message is not understood.')
    if (openCalls >= OPEN_CALLS_LIMIT) return connection.end('Too many calls at once.')
    openCalls++
    let answer: object
    try {
      if (!options.onInvoke) throw new Error(`nobody answers ${target}`)
      answer = { result: (await options.onInvoke(user, connection, target, args)) ?? null }
    } catch (error) {
      log.warn({ err: error, user: user.id, target: target.slice(0, 60) }, 'a live call failed')
      answer = { error: 'The call failed.' }
    }
    openCalls--
    if (invocationId !== undefined) {
      connection.write(JSON.stringify({ type: COMPLETION, invocationId, ...answer }) + END)
    }
  }

  function receive(message: Record<string, unknown>) {
    if (!shaken) {
      // Messages sent with the handshake are processed after its response.
      if (shaking) return void shaking.then(() => shaken && receive(message))
      shaking = shakeHands(message).catch((error) => {
        log.warn({ err: error }, 'a live connection could not be opened')
        webSocket.terminate()
      })
      return
    }
    if (message.type === INVOCATION) return void invoke(message)
    if (message.type === CLOSE) webSocket.close(1000)
  }

  function read(data: RawData) {
    heardAt = Date.now()
    const frames = (unfinished + data.toString()).split(END)
    unfinished = frames.pop() ?? ''
    if (unfinished.length > MESSAGE_LIMIT) return connection.end('The message is too long.')
    for (const frame of frames) {
      if (webSocket.readyState !== WebSocket.OPEN) return
      const message = parsed(frame)
      if (!message) return connection.end('The message is not understood.')
      receive(message)
    }
  }

  const handshakeTimer = setTimeout(() => webSocket.terminate(), handshakeMs)
  webSocket.on('message', read)
  // `ws` closes the socket itself after an error such as an oversized message.
  webSocket.on('error', () => {})
  webSocket.on('close', () => {
    clearTimeout(handshakeTimer)
    whenGone()
    if (shaken) options.onClose?.(connection)
  })
  return connection
}

function eventFrame(target: string, payload: unknown): string {
  return JSON.stringify({ type: INVOCATION, target, arguments: payload === undefined ? [] : [payload] }) + END
}

function parsed(frame: string): Record<string, unknown> | undefined {
  try {
    const message = JSON.parse(frame)
    return message && typeof message === 'object' ? message : undefined
  } catch {
    return undefined
  }
}

/** Only from the header, because URLs appear in logs. */
const bearerToken = ({ headers }: Request): string | undefined => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

function requestQuery(request: Request): URLSearchParams {
  return new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'))
}

function refusalBody(reason: HubRefusal) {
  return reason === 'relogin'
    ? { errorType: 'Relogin', message: 'Your permissions have changed. Please sign in again.', reason }
    : { errorType: 'Unauthorized', message: 'Please sign in.', reason }
}

function rejectSocket(socket: Duplex, status: string, reason?: HubRefusal) {
  const body = reason ? JSON.stringify(refusalBody(reason)) : ''
  const challenge = reason ? `WWW-Authenticate: Bearer error="invalid_token", error_description="${reason}"\r\n` : ''
  const length = Buffer.byteLength(body)
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${challenge}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
  )
}
