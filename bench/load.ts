import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  /** Complete requests as text; `~00000000~` is replaced by a unique number on each send. */
  requests: string[]
  connections: number
  ms: number
  warmMs: number
  firstNumber: number
}
export interface Figures {
  perSecond: number
  p50: number
  p95: number
  p99: number
  answers: number
  /** Includes warm-up requests, because they cost processor time too. */
  requestedAt: number
  errors: Record<string, number>
  example?: string
  nextNumber: number
}

/** Uses raw sockets and bytes only: on a small machine, the load generator must not cost more than the server. */
async function runLoad({ port, requests, connections, ms, warmMs, firstNumber }: Load): Promise<Figures> {
  const times: number[] = []
  const errors: Record<string, number> = {}
  let example: string | undefined
  let number = firstNumber
  let next = 0
  let done = 0
  const begin = performance.now()
  const measuredFrom = begin + warmMs
  const until = measuredFrom + ms
  const split = requests.map((text) => text.split('~00000000~'))

  async function converse(socket: Socket) {
    const sendRequest = sendRequests(socket)
    while (performance.now() < until) {
      const parts = split[next++ % split.length]!
      const text = parts.length === 1 ? parts[0]! : parts.join(`~${String(number++).padStart(8, '0')}~`)
      const requestedAt = performance.now()
      const { status, body } = await sendRequest(text)
      const answered = performance.now()
      done++
      if (status >= 300) {
        errors[status] = (errors[status] ?? 0) + 1
        example ??= `${text.slice(0, 120)} → ${body()}`
      }
      if (requestedAt >= measuredFrom && answered <= until) times.push(answered - requestedAt)
    }
    socket.destroy()
  }
  const sockets = await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<Socket>((done, fail) => {
          const socket = connect(port, '127.0.0.1', () => done(socket.setNoDelay(true)))
          socket.on('error', fail)
        }),
    ),
  )
  await Promise.all(sockets.map(converse))
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return {
    perSecond: (1000 * times.length) / ms,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    answers: times.length,
    requestedAt: done,
    errors,
    example,
    nextNumber: number,
  }
}

/** Sends one request at a time per socket. Responses must carry a content length. */
function sendRequests(socket: Socket) {
  let chunks: Buffer[] = []
  let length = 0
  let needed = -1
  let status = 0
  let done: (answer: { status: number; body: () => string }) => void = () => {}
  let fail: (error: Error) => void = () => {}
  socket.on('error', (error) => fail(error))
  socket.on('close', () => fail(new Error('The connection was closed.')))
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    if (needed < 0) {
      const head = chunks.length === 1 ? chunk : Buffer.concat(chunks)
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      status = Number(text.slice(9, 12))
      const lengthMatch = /\r\ncontent-length: (\d+)/i.exec(text)
      if (!lengthMatch) return fail(new Error(`An answer without its length: ${text}`))
      needed = end + 4 + Number(lengthMatch[1])
    }
    if (length < needed) return
    const all = chunks
    chunks = []
    length = 0
    needed = -1
    done({ status, body: () => Buffer.concat(all).toString('utf8').slice(0, 1000) })
  })
  return (text: string) =>
    new Promise<{ status: number; body: () => string }>((resolve, reject) => {
      done = resolve
      fail = reject
      socket.write(text)
    })
}

process.on('message', (load: Load) => {
  runLoad(load).then(
    (figures) => process.send!(figures),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
