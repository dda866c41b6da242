import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HubConnection as Client, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createHub, type HubOptions } from './hub.ts'

interface Person {
  id: string
}

const path = '/hubs/notifications'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function tokensHere(): HubOptions<Person>['tokens'] {
  const storedPeople = new Map<string, Person>()
  return {
    keep: async (token, person) => void storedPeople.set(token, person),
    async take(token) {
      const person = storedPeople.get(token)
      storedPeople.delete(token)
      return person
    },
  }
}

async function serveHub(options: Partial<HubOptions<Person>> = {}, port = 0) {
  const hub = createHub<Person>({
    negotiatePath: path,
    authenticate: async (token) => (token === 'expired' || token === 'relogin' ? token : { id: token }),
    log: { warn: () => {} },
    tokens: tokensHere(),
    ...options,
  })
  const requests: { url: string; authorization?: string }[] = []
  const server: Server = createServer(async (request, response) => {
    const { status, body } = await hub.handleNegotiate(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.on('upgrade', (request, socket, head) => {
    requests.push({ url: request.url!, authorization: request.headers.authorization })
    hub.handleUpgrade(request, socket, head)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const stop = async () => {
    await hub.close()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  ends.push(() => (server.listening ? stop() : undefined))
  return { hub, asked: requests, stop, port: (server.address() as AddressInfo).port }
}

async function connected(port: number, token: string, retries = Array(1000).fill(20)): Promise<Client> {
  const client = new HubConnectionBuilder()
    .withUrl(`http://127.0.0.1:${port}${path}`, { accessTokenFactory: () => token })
    .configureLogging(LogLevel.None)
    .withAutomaticReconnect(retries)
    .build()
  ends.push(() => client.stop())
  await client.start()
  return client
}

const next = <T>(client: Client, event: string) => new Promise<T>((done) => client.on(event, done))
const closed = (client: Client) => new Promise<Error | undefined>((done) => client.onclose(done))

async function rawSocket(port: number, { query = '', token }: { query?: string; token?: string }) {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}${query}`, { headers })
  const received: string[] = []
  socket.on('message', (data) => received.push(data.toString()))
  socket.on('error', () => {})
  ends.push(() => socket.terminate())
  const closed = new Promise<number>((done) => socket.on('close', done))
  await new Promise((done, fail) => socket.on('open', done).on('error', fail))
  return { socket, received, gone: closed, say: (text: string) => socket.send(text) }
}
const greeting = '{"protocol":"json","version":1}\x1e'

it('sends an event to the given users only, or to all', async () => {
  const { hub, port } = await serveHub()
  const [ann, ben] = [await connected(port, 'ann'), await connected(port, 'ben')]
  const heardByBen: unknown[] = []
  ben.on('SendTask', (task) => heardByBen.push(task))
  const forAnn = next(ann, 'SendTask')
  const forBen = next(ben, 'Notify')

  hub.tell(['ann'], 'SendTask', { id: 7 })
  hub.tell('all', 'Notify', { title: 'Hello' })

  expect(await forAnn).toEqual({ id: 7 })
  expect(await forBen).toEqual({ title: 'Hello' })
  expect(heardByBen).toEqual([])
})

it('keeps the session token out of the socket URL and headers', async () => {
  const { port, asked: requests } = await serveHub()
  await connected(port, 'secret-session')

  expect(requests).toHaveLength(1)
  expect(JSON.stringify(requests)).not.toContain('secret-session')
  expect(requests[0]!.authorization).toMatch(/^Bearer .{43}$/)
})

it('opens one connection per connection token', async () => {
  const { port } = await serveHub()
  const answer = await fetch(`http://127.0.0.1:${port}${path}/negotiate?negotiateVersion=1`, {
    method: 'POST',
    headers: { authorization: 'Bearer ann' },
  })
  const { connectionToken, connectionId } = (await answer.json()) as Record<string, string>

  expect(connectionId).not.toBe(connectionToken)
  await rawSocket(port, { query: `?id=${connectionToken}&access_token=ignored` })
  await expect(rawSocket(port, { query: `?id=${connectionToken}` })).rejects.toThrow('401')
})

it('rejects a missing, expired or revoked token with 401 and the reason', async () => {
  const { port } = await serveHub()
  const negotiate = async (token?: string) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await fetch(`http://127.0.0.1:${port}${path}/negotiate?negotiateVersion=1`, { method: 'POST', headers })
    const body = (await answer.json()) as { errorType: string; reason: string }
    return [answer.status, body.errorType, body.reason]
  }

  expect(await negotiate()).toEqual([401, 'Unauthorized', 'missing'])
  expect(await negotiate('expired')).toEqual([401, 'Unauthorized', 'expired'])
  expect(await negotiate('relogin')).toEqual([401, 'Relogin', 'relogin'])
  await expect(connected(port, 'expired')).rejects.toThrow('401')
  await expect(rawSocket(port, {})).rejects.toThrow('401')
  await expect(rawSocket(port, { token: 'relogin' })).rejects.toThrow('401')
})

it('rejects a session token in the URL, where logs would store it', async () => {
  const { port } = await serveHub()
  await expect(rawSocket(port, { query: '?access_token=ann' })).rejects.toThrow('401')
  const answer = await fetch(`http://127.0.0.1:${port}${path}/negotiate?negotiateVersion=1&access_token=ann`, { method: 'POST' })
  expect(answer.status).toBe(401)
})

it('accepts a client that skips negotiation with its session token in the header', async () => {
  const { hub, port } = await serveHub()
  const { received, say } = await rawSocket(port, { token: 'cli' })
  say(greeting)
  await expect.poll(() => received).toEqual(['{}\x1e'])

  hub.tell(['cli'], 'PermissionsUpdated')

  await expect.poll(() => received[1]).toBe('{"type":1,"target":"PermissionsUpdated","arguments":[]}\x1e')
})

it('responds to client calls and hides the cause of a failure', async () => {
  const warn = vi.fn()
  const { port } = await serveHub({
    log: { warn },
    onInvoke(user, connection, method, args) {
      if (method !== 'Watch') throw new Error('the inner reason')
      connection.send('Presence', { projectId: args[0], by: user.id })
      return args[0]
    },
  })
  const ann = await connected(port, 'ann')
  const presence = next(ann, 'Presence')

  expect(await ann.invoke('Watch', 5)).toBe(5)
  expect(await presence).toEqual({ projectId: 5, by: 'ann' })
  await expect(ann.invoke('Nonsense')).rejects.toThrow('The call failed.')
  await expect(ann.invoke('Nonsense')).rejects.not.toThrow('inner reason')
  expect(warn).toHaveBeenCalledTimes(2)
})

it('reports when a connection opens and closes', async () => {
  const seen: string[] = []
  const { hub, port } = await serveHub({
    onOpen: ({ user }) => seen.push(`${user.id} came`),
    onClose: ({ user }) => seen.push(`${user.id} left`),
  })
  const ann = await connected(port, 'ann')
  expect(hub.connections().map(({ user }) => user.id)).toEqual(['ann'])
  await ann.stop()

  await expect.poll(() => seen).toEqual(['ann came', 'ann left'])
  expect(hub.connections()).toEqual([])
})

it('reconnects the official client after a server restart', async () => {
  const first = await serveHub()
  const ann = await connected(first.port, 'ann')
  const back = new Promise((done) => ann.onreconnected(done))
  await first.stop()
  const second = await serveHub({}, first.port)
  await back
  const notified = next(ann, 'Notify')

  second.hub.tell(['ann'], 'Notify', 1)

  expect(await notified).toBe(1)
})

it('closes ended connections for good, with the reason, and no others', async () => {
  const { hub, port } = await serveHub()
  const [ann, ben] = [await connected(port, 'ann'), await connected(port, 'ben')]
  const annClosed = closed(ann)

  hub.closeWhere(({ id }) => id === 'ann')

  expect((await annClosed)?.message).toContain('Your session has ended.')
  expect(ann.state).toBe(HubConnectionState.Disconnected)
  expect(ben.state).toBe(HubConnectionState.Connected)
})

it('sends no event to a connection whose session ended after its token was issued', async () => {
  const over = new Set<string>()
  const { hub, port } = await serveHub({ isStillIn: async ({ id }) => !over.has(id) })
  const answer = await fetch(`http://127.0.0.1:${port}${path}/negotiate?negotiateVersion=1`, {
    method: 'POST',
    headers: { authorization: 'Bearer ann' },
  })
  const { connectionToken } = (await answer.json()) as Record<string, string>
  over.add('ann')

  const late = await rawSocket(port, { query: `?id=${connectionToken}` })
  late.say(greeting)
  hub.tell('all', 'Notify', 1)
  await late.gone

  expect(late.received.join('')).toBe('{"error":"Your session has ended."}\x1e')
  await expect.poll(() => hub.connections()).toEqual([])
})

it('pings, and drops a silent client but not one that responds', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  ends.push(() => vi.useRealTimers())
  const { hub, port } = await serveHub({ pingEveryMs: 10_000, silenceMs: 25_000, onInvoke: () => 'heard' })
  const silent = await rawSocket(port, { token: 'silent' })
  silent.say(greeting)
  const lively = await rawSocket(port, { token: 'lively' })
  lively.say(greeting)
  await expect.poll(() => [silent.received.length, lively.received.length]).toEqual([1, 1])
  for (let n = 1; n <= 3; n++) {
    vi.advanceTimersByTime(10_000)
    lively.say(`{"type":1,"invocationId":"${n}","target":"Here","arguments":[]}\x1e`)
    await expect.poll(() => lively.received.join('')).toContain(`"invocationId":"${n}"`)
  }
  await silent.gone

  expect(silent.received.join('')).toContain('{"type":6}\x1e')
  await expect.poll(() => hub.connections().map(({ user }) => user.id)).toEqual(['lively'])
})

it('drops a client without a handshake and one with another protocol', async () => {
  const { port } = await serveHub({ handshakeMs: 50 })
  const mute = await rawSocket(port, { token: 'mute' })
  expect(await mute.gone).toBe(1006)

  const foreign = await rawSocket((await serveHub()).port, { token: 'foreign' })
  foreign.say('{"protocol":"messagepack","version":1}\x1e')
  await foreign.gone
  expect(foreign.received[0]).toContain('"error"')
})

it.each([
  ['no JSON', '{"type":1,\x1e'],
  ['a bare null', 'null\x1e'],
  ['a call without a name', '{"type":1,"arguments":[]}\x1e'],
  ['a call without arguments', '{"type":1,"target":"Watch"}\x1e'],
])('closes a connection with an error after invalid data: %s', async (_what, garbage) => {
  const { hub, port } = await serveHub()
  const client = await rawSocket(port, { token: 'ann' })
  client.say(greeting)
  client.say(garbage)

  await client.gone

  expect(client.received.at(-1)).toMatch(/"type":7,"error":"The message is not understood."/)
  await expect.poll(() => hub.connections()).toEqual([])
})

it('rejects a message above 64 KB, in one or several frames', async () => {
  const { port } = await serveHub()
  const inOne = await rawSocket(port, { token: 'ann' })
  inOne.say(greeting)
  inOne.say('x'.repeat(65 * 1024))
  expect(await inOne.gone).toBe(1009)

  const inMany = await rawSocket(port, { token: 'ann' })
  inMany.say(greeting)
  for (let i = 0; i < 3; i++) inMany.say('x'.repeat(30 * 1024))
  await inMany.gone
  expect(inMany.received.at(-1)).toContain('too long')
})

it('accepts a message that arrives in fragments', async () => {
  const { port } = await serveHub({ onInvoke: (_user, _connection, method) => method })
  const client = await rawSocket(port, { token: 'ann' })
  client.say(greeting)
  client.say('{"type":1,"invocationId":"1","tar')
  client.say('get":"Watch","arguments":[]}\x1e')

  await expect.poll(() => client.received.at(-1)).toContain('"result":"Watch"')
})

it('drops a client too slow to read its events', async () => {
  const { hub, port } = await serveHub()
  const client = await rawSocket(port, { token: 'slow' })
  client.say(greeting)
  await expect.poll(() => client.received).toHaveLength(1)
  client.socket.pause()

  for (let i = 0; i < 40; i++) hub.tell(['slow'], 'Notify', 'x'.repeat(1_000_000))

  await expect.poll(() => hub.connections()).toEqual([])
})

it('closes a connection with too many pending calls', async () => {
  const { port } = await serveHub({ onInvoke: () => new Promise(() => {}) })
  const client = await rawSocket(port, { token: 'ann' })
  client.say(greeting)
  for (let i = 0; i < 40; i++) client.say(`{"type":1,"invocationId":"${i}","target":"Watch","arguments":[]}\x1e`)

  await client.gone

  expect(client.received.at(-1)).toContain('Too many calls')
})

it('rejects another path and a closing hub without opening a connection', async () => {
  const { hub, port } = await serveHub()
  const elsewhere = new WebSocket(`ws://127.0.0.1:${port}/elsewhere?access_token=ann`)
  await expect(new Promise((done, fail) => elsewhere.on('open', done).on('error', fail))).rejects.toThrow('404')
  await hub.close()
  await expect(rawSocket(port, { token: 'ann' })).rejects.toThrow('503')
})
