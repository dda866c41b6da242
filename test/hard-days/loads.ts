import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type ApiClient, type CallResult, createApiClient } from '../kit/api-client.ts'
import { startNodes } from '../kit/nodes.ts'
import { listChildPids, readPostmasterPid } from '../kit/process.ts'
import { counting, type Day, must, spread, startDay, until } from './day.ts'

const agent = new Agent({ keepAlive: false })

/** Uses a separate connection per request, because `fetch` would share one. */
async function askAlone(url: string, token: string): Promise<CallResult> {
  const clientRequest = request(url, { agent, headers: { authorization: `Bearer ${token}` } })
  clientRequest.end()
  const [answer] = await once(clientRequest, 'response')
  const text = String(await buffer(answer))
  return { status: answer.statusCode, headers: new Headers(), body: text }
}

const callsAtOnce: Day = {
  name: 'calls-at-once',
  description: '1,200 people open a list in the same moment, five times',
  async run() {
    const { product, ask: callApi } = await startDay()
    const figures: Record<string, string> = {}
    for (let round = 1; round <= 5; round++) {
      const answers = counting()
      const times: number[] = []
      const item = async () => {
        const begun = performance.now()
        await answers.count(askAlone(`${product.url}/api/equipments?itemsPerPage=50`, callApi.token))
        times.push(performance.now() - begun)
      }
      await Promise.all(Array.from({ length: 1200 }, item))
      must((answers.counted.cut ?? 0) === 0, `${answers.counted.cut} got no answer`)
      must((answers.counted[200] ?? 0) >= 400, `only ${answers.counted[200]} got the list`)
      figures[`round ${round}`] = `${answers.text()}; ${spread(times)}`
    }
    const calm = await callApi('GET', '/api/equipments')
    must(calm.status === 200, `afterwards it answered ${calm.status}`)
    return figures
  },
}

const slowClients: Day = {
  name: 'slow-clients',
  description: '400 clients send a byte a second or read nothing, while others work',
  async run() {
    const { product, ask: callApi } = await startDay()
    const sockets: Socket[] = []
    const body = JSON.stringify({ name: 'Slow', abbreviation: 'SLOW', color: '#2f6bc6' })
    const heads = [
      `GET /api/equipments HTTP/1.1\r\nhost: x\r\n`,
      `POST /api/signalTypes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${callApi.token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      `GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(20),
    ]
    for (let at = 0; at < 400; at++) {
      const socket = connect(product.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(heads[at % heads.length]!)
      socket.pause()
      sockets.push(socket)
    }
    const dripping = setInterval(() => {
      for (const [at, socket] of sockets.entries()) if (at % 3 < 2 && socket.writable) socket.write(at % 3 === 0 ? 'x' : ' ')
    }, 1000)
    try {
      const times: number[] = []
      const answers = counting()
      const busyUntil = Date.now() + 20_000
      while (Date.now() < busyUntil) {
        const begun = performance.now()
        const result = await answers.count(callApi('GET', '/api/signalTypes'))
        must(result?.status === 200, `others were answered ${result?.status}`)
        times.push(performance.now() - begun)
        await pause(50)
      }
      const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1]
      return {
        'others meanwhile': `${answers.text()}; ${spread(times)}`,
        'memory of the product': `${Math.round(Number(memory) / 1024)} MB`,
      }
    } finally {
      clearInterval(dripping)
      for (const socket of sockets) socket.destroy()
    }
  },
}

const liveConnections = 5000

/** Limits the connections, because the test measures the server and not this process. */
const negotiating = new Agent({ keepAlive: true, maxSockets: 64 })
async function negotiated({ token }: ApiClient, url: string): Promise<string | undefined> {
  const clientRequest = request(`${url}/hubs/notifications/negotiate?negotiateVersion=1`, {
    method: 'POST',
    agent: negotiating,
    headers: { authorization: `Bearer ${token}` },
  }).end()
  const [answer] = await once(clientRequest, 'response')
  const told = JSON.parse(String(await buffer(answer)))
  return answer.statusCode === 200 ? told.connectionToken : undefined
}

/** Live connection that reconnects like a browser (src/web/kit/request/live.ts): at once, then about every five seconds. */
function keepLine(callApi: ApiClient, url: string, onMessage: () => void, lines: Set<WebSocket>) {
  let isOver = false
  let tries = 0
  let waitMs = 0
  async function open() {
    if (isOver) return
    tries++
    const key = await negotiated(callApi, url).catch(() => undefined)
    const again = () => {
      setTimeout(() => void open(), waitMs + Math.random() * (2 * waitMs || 500))
      waitMs = 2500
    }
    if (!key) return void again()
    const socket = new WebSocket(`${url.replace('http', 'ws')}/hubs/notifications?id=${key}`)
    socket.on('error', () => undefined)
    socket.on('open', () => socket.send('{"protocol":"json","version":1}\x1e'))
    // Sends pings like the SignalR client; the server drops silent connections.
    const pinging = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{"type":6}\x1e'), 10_000)
    socket.on('message', (data) => {
      const text = String(data)
      if (text.startsWith('{}')) {
        lines.add(socket)
        waitMs = 0
      }
      if (text.includes('"signalTypes"')) onMessage()
    })
    socket.on('close', () => {
      clearInterval(pinging)
      lines.delete(socket)
      if (!isOver) again()
    })
  }
  void open()
  return {
    tries: () => tries,
    end() {
      isOver = true
    },
  }
}

const reconnecting: Day = {
  name: 'live-connections',
  description: `${liveConnections} live connections on two nodes, one of which is killed: all come back at once and hear the next change`,
  async run() {
    const set = await startNodes()
    const lines = new Set<WebSocket>()
    const keptLines: ReturnType<typeof keepLine>[] = []
    try {
      const callApi = await createApiClient(set.url)
      let receivedCount = 0
      while (keptLines.length < liveConnections) {
        for (let at = 0; at < 100; at++) keptLines.push(keepLine(callApi, set.url, () => receivedCount++, lines))
        await pause(200)
      }
      const opened = await until(() => lines.size === liveConnections, 'Not all are connected', 120)
      const publish = async (name: string) => {
        receivedCount = 0
        const begun = Date.now()
        must(
          (await callApi('POST', '/api/signalTypes', { name, abbreviation: name.slice(0, 6), color: '#2f6bc6' })).status === 201,
          'Nothing can be written.',
        )
        await until(() => receivedCount >= liveConnections, `Only ${receivedCount} heard it`, 60)
        return Date.now() - begun
      }
      const first = await publish('Before')
      // Kills both nodes in turn, because all connections of one address are on one of them.
      let longest = 0
      for (const node of set.nodes.filter(({ name }) => name !== 'worker')) {
        const begun = Date.now()
        await node.end('SIGKILL')
        await pause(500)
        await until(() => lines.size === liveConnections, 'Not all are back', 120)
        longest = Math.max(longest, Date.now() - begun)
      }
      const again = await publish('After')
      return {
        'connected within': `${opened.toFixed(1)} s`,
        'a change reached all after': `${first} ms`,
        'all back after a kill': `${longest} ms`,
        'a change reached all then': `${again} ms`,
        'tries to connect': keptLines.reduce((sum, { tries }) => sum + tries(), 0),
      }
    } finally {
      negotiating.destroy()
      for (const line of keptLines) line.end()
      for (const line of lines) line.terminate()
      await set.stop()
    }
  },
}

function processorMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const parts = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(parts[11]) + Number(parts[12])) * 10
}

const connections = 32
/** Requests per process: warm-up, measured, and per second. The rate leaves a small machine half idle. */
const load = { before: 4000, measured: 3000, perSecond: 125 }

/**
 * On a shared machine, elapsed time is meaningless. Computes the capacity of a process from its processor time per response; the busiest
 * process is the limit. Every process gets the same steady rate, because a lower rate or a machine without a free processor increases the
 * time per response.
 */
async function capacity(count: number) {
  const { product, folder, ask: callApi } = await startDay({ WEB_PROCESSES: String(count) })
  const postgres = readPostmasterPid(folder)
  const web =
    count === 1
      ? [product.pid]
      : listChildPids(product.pid).filter((pid) => pid !== postgres && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.js'))
  must(web.length === count, `${web.length} processes answer in the place of ${count}`)
  const sockets = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  async function list(requestIndex: number) {
    const clientRequest = request(`${product.url}/api/equipments?itemsPerPage=50&page=${1 + (requestIndex % 5)}`, {
      agent: sockets,
      headers: { authorization: `Bearer ${callApi.token}` },
    })
    clientRequest.end()
    const [answer] = await once(clientRequest, 'response')
    await buffer(answer)
    must(answer.statusCode === 200, `answered ${answer.statusCode}`)
  }
  // Clients connect one by one, because the first process to wake accepts most of a burst of connections.
  let left = load.before * count
  const measured = load.measured * count
  const arriving = Array.from({ length: connections }, async (_, place) => {
    await pause(place * 25)
    while (left-- > 0) await list(left)
  })
  await Promise.all(arriving)
  const [own, before] = [processorMs(product.pid), web.map(processorMs)]
  const [begun, under]: [number, Promise<void>[]] = [performance.now(), []]
  while (under.length < measured) {
    const due = Math.min(measured, Math.floor(((performance.now() - begun) / 1000) * load.perSecond * count))
    while (under.length < due) under.push(list(under.length))
    await pause(4)
  }
  await Promise.all(under)
  const spent = web.map((pid, index) => processorMs(pid) - before[index]!)
  const first = count === 1 ? 0 : processorMs(product.pid) - own
  sockets.destroy()
  await product.end('SIGTERM')
  return { perSecond: (measured * 1000) / Math.max(...spent, first), spent, first, count }
}

const webProcesses: Day = {
  name: 'web-processes',
  description: 'lists of one web process, of two and of four, by what the busiest process spends on them',
  async run() {
    const item = await capacity(1)
    const more = [await capacity(2), await capacity(4)]
    const figures = more.map(({ count, perSecond, spent, first }) => ({
      name: `${count} processes`,
      times: perSecond / item.perSecond,
      told: `${perSecond.toFixed(0)} (${spent.join(' + ')} ms for ${load.measured * count}, and ${first} ms of the one that started them)`,
    }))
    const [two] = figures
    must(two!.times >= 1.7, `two processes answer ${two!.times.toFixed(2)} times as much as one: ${two!.told}, against ${item.spent} ms`)
    return {
      'one process': `${item.perSecond.toFixed(0)} lists a second of processor time (${item.spent} ms for ${load.measured})`,
      ...Object.fromEntries(figures.map(({ name, times, told }) => [name, `${times.toFixed(2)} times: ${told}`])),
    }
  },
}

export const loads = [callsAtOnce, slowClients, reconnecting, webProcesses]
