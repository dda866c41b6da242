import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { permissionNames } from '../src/model/permissions.ts'
import { faults as allFaults, type BadRequest, badRequest, brokenHttp, makeDice } from './bad-requests.ts'
import { responseMismatches } from './kit/openapi-answers.ts'
import { createRowSource } from './kit/row-source.ts'
import { type Caller, startApp } from './kit/start.ts'
import { timeoutMs } from './kit/timeouts.ts'

const count = Number(process.env.BAD_INPUT_COUNT ?? 10_000)
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_260_117)
const atOnce = 16

const app = await startApp(process.env.BAD_INPUT_LOG ? { settings: { logLevel: process.env.BAD_INPUT_LOG } } : {})
const document = (await app.call('GET', '/api/openapi.json')).body
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const { port } = app.product

interface Answer {
  status: number
  type: string
  text: string
}

function send({ method, path, headers, body }: Pick<BadRequest, 'method' | 'path' | 'headers' | 'body'>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': body.length } : {}
    const request = httpRequest(
      { agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...length }, timeout: timeoutMs(10_000) },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, type: answer.headers['content-type'] ?? '', text: Buffer.concat(chunks).toString('utf8') }),
        )
        answer.on('error', reject)
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', reject)
    request.end(body)
  })
}

/** Terms that appear only in internal messages. No bad input contains one, because input may be echoed. */
const leaks: [string, RegExp][] = [
  ['SQL', /\b(left join|lateral|returning id|t\.is_deleted|order by t\.|where t\.|insert into|update \w+ set)\b/i],
  [
    'a PostgreSQL message',
    /syntax error|violates|does not exist at|relation "|column "\w+" (of|does)|duplicate key|invalid input syntax|out of range for type|invalid byte sequence|pg_catalog|PostgresError|current transaction/i,
  ],
  ['a stack', /\bat [\w.<> ]+ \(?(file|node|\/)|\.(ts|js|mjs):\d+|node:internal|node_modules/],
  [
    'an error of the runtime',
    /TypeError|RangeError|SyntaxError|ReferenceError|is not a function|is not iterable|Cannot read|ENOENT|ECONN|EACCES|Unexpected token|FST_|in JSON at/,
  ],
  ['a path of the machine', /\/(tmp|home|work|usr|var)\/|dna-house-/],
]
/** Only in errors, because a model in the catalog may look like a code. */
const errorLeaks: [string, RegExp][] = [['a PostgreSQL code', /\b(22|23|42)[0-9A-Z]{3}\b(?=")/]]
/** URL signatures are random and could match by chance. */
const unsigned = (text: string) => text.replace(/[\w-]{43}(?=["&])/g, '…')
const leakIn = (text: string, status: number) =>
  [...leaks, ...(status >= 400 ? errorLeaks : [])].find(([, pattern]) => pattern.test(unsigned(text)))

/** Returns why the response is wrong, or undefined if it is correct. */
function wrongIn(bad: Pick<BadRequest, 'method' | 'path'>, answer: Answer): string | undefined {
  const { status, type, text } = answer
  if (status >= 500) {
    const kind = isJson(text) ? JSON.parse(text).errorType : undefined
    // The integration has no API key in this installation.
    const isUnsaid = bad.method === 'HEAD' && /hubspot|wireCad|\/Remote/i.test(bad.path)
    if (!(status === 503 && (kind === 'NotConfigured' || isUnsaid))) return `status ${status}`
  }
  if (status >= 400 || type.includes('json')) {
    if (bad.method !== 'HEAD' && text !== '' && !(type.includes('application/json') && isJson(text)))
      return `no JSON but ${type || 'nothing'}`
    if (status >= 400 && bad.method !== 'HEAD' && text === '') return 'no body'
    const leak = leakIn(text, status)
    if (leak) return `${leak[0]}: ${leak[1].exec(unsigned(text))![0]}`
    return status >= 400 && text !== '' ? responseMismatches(document, bad, { status, body: JSON.parse(text) })[0] : undefined
  }
  if (/html/.test(type)) return 'HTML'
  return undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const kindsOfFault = new Set(allFaults).size

/** A new user with all permissions, because a bad request may suspend a user or end a session. */
const signInNew = (): Promise<Caller> => app.signInAs(permissionNames, { isNew: true })

function exchange(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let got = ''
    socket.on('data', (chunk) => {
      got += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(got))
    // Half-closes the connection, so the server does not wait for more data.
    socket.end(text, 'latin1')
  })
}

describe('bad input', () => {
  it(`rejects ${count} bad requests over every call without leaking internals`, async () => {
    let caller = await signInNew()
    const source = await createRowSource(app, caller, seed)
    const dice = makeDice(seed)
    const problems = new Map<string, { times: number; example: string }>()
    const statuses = new Map<number, number>()
    const used = new Set<string>()
    const faults = new Set<string>()
    let renewing: Promise<void> | undefined
    let next = 0
    // Every call gets every fault, regardless of the configured count.
    const requestCount = Math.max(count, source.operations.length * kindsOfFault)

    const item = async (at: number) => {
      const operation = source.operations[at % source.operations.length]!
      const bad = badRequest(source, operation, Math.floor(at / source.operations.length), dice)
      used.add(bad.operation)
      faults.add(bad.fault)
      const answer = await send(bad).catch((error: NodeJS.ErrnoException) => {
        // The server closes the connection when it rejects a large body unread; the client may see only that.
        if ((bad.body?.length ?? 0) > 1_000_000 && /ECONNRESET|EPIPE/.test(error.code ?? '')) return undefined
        return { status: 599, type: '', text: error.message }
      })
      if (!answer) return
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const problem = wrongIn(bad, answer)
      if (problem) {
        const key = `${problem} · ${bad.operation} · ${bad.fault}`
        const known = problems.get(key)
        const example = `${bad.method} ${bad.path.slice(0, 300)} ${bad.body?.toString().slice(0, 500) ?? ''} → ${answer.text.slice(0, 300)}`
        problems.set(key, { times: (known?.times ?? 0) + 1, example: known?.example ?? example })
      }
      if (answer.status === 401 && bad.isSignedIn && bad.headers.authorization === `Bearer ${source.token}`) {
        renewing ??= signInNew().then((newer) => {
          caller = newer
          source.token = newer.token
          renewing = undefined
        })
        await renewing
      }
    }
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < requestCount) await item(next++)
      }),
    )

    const problemTexts = [...problems]
      .sort((a, b) => b[1].times - a[1].times)
      .map(([key, { times, example }]) => `${times} × ${key}\n    ${example}`)
    expect(problemTexts.slice(0, 40).join('\n')).toBe('')
    if (process.env.BAD_INPUT_LOG) console.log(Object.fromEntries(statuses))
    // Ensures the attack was effective: every call, every fault, and some requests valid enough to be accepted.
    expect(used.size).toBe(source.operations.length)
    expect(faults.size).toBe(kindsOfFault)
    expect(Math.min(statuses.get(400) ?? 0, statuses.get(404) ?? 0, statuses.get(401) ?? 0)).toBeGreaterThan(count / 100)
    expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(count / 100)
    const [injected] = await app.sql(`select to_regclass('injected') as name, (select count(*)::int from users) as users`)
    expect(injected!.name).toBe(null)
    expect(injected!.users).toBeGreaterThan(0)

    const after = await Promise.all(Array.from({ length: 40 }, () => app.admin('GET', '/api/signalTypes')))
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200))
    expect((await app.call('GET', '/api/health')).status).toBe(200)
  })

  it('rejects a file above the limit and stores no part of it', async () => {
    const head = Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="file"; filename="big.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
    )
    const body = Buffer.concat([head, Buffer.alloc(51 * 1024 * 1024, 0x20), Buffer.from('\r\n--b--\r\n')])
    const headers = { authorization: `Bearer ${app.admin.token}`, 'content-type': 'multipart/form-data; boundary=b' }
    const uploads = `select count(*)::int as files from files where purpose = 'file'`
    const [before] = await app.sql(uploads)
    const answer = await send({ method: 'POST', path: '/api/files', headers, body })
    expect(answer.status).toBe(413)
    expect(wrongIn({ method: 'POST', path: '/' }, answer)).toBe(undefined)
    expect(await app.sql(uploads)).toEqual([before])
  })

  it('returns 400 or closes the connection for invalid HTTP', async () => {
    for (const text of brokenHttp) {
      const got = await exchange(text)
      const status = /^HTTP\/1\.1 (\d+)/.exec(got)?.[1]
      expect([text.slice(0, 60), status === undefined || Number(status) < 500]).toEqual([text.slice(0, 60), true])
      expect([text.slice(0, 60), leakIn(got, 400)]).toEqual([text.slice(0, 60), undefined])
    }
    expect((await app.call('GET', '/api/health')).status).toBe(200)
  })

  it('detects a leak', () => {
    const planted = [
      'error: syntax error at or near "x"',
      'duplicate key value violates unique constraint',
      '{"message":"select t.id from users t left join roles r"}',
      'TypeError: x is not a function',
      '    at handler (/work/main/src/server/kit/http.ts:12:3)',
      '{"code":"22P02"}',
    ]
    for (const text of planted) expect([text, leakIn(text, 400) !== undefined]).toEqual([text, true])
    expect(wrongIn({ method: 'GET', path: '/' }, { status: 500, type: 'application/json', text: '{"errorType":"Server"}' })).toBe(
      'status 500',
    )
    expect(wrongIn({ method: 'GET', path: '/' }, { status: 404, type: 'text/html', text: '<p>Not here</p>' })).toMatch('no JSON')
  })
})
