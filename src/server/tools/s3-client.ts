import { createHash, createHmac } from 'node:crypto'
import * as http from 'node:http'
import * as https from 'node:https'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { elementTexts } from './xml-scan.ts'

export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string | undefined>
  headers?: Record<string, string>
  /** Reopened for each attempt. */
  body?: { size: number; sha256: string; open(): Readable }
}

/** An error response with its S3 code, such as `NoSuchKey` or `SlowDown`. */
export class S3Error extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, status: number, message: string) {
    super(message || code)
    this.code = code
    this.status = status
  }
}

const tries = 3
const connectMs = 5_000
const silentMs = 60_000
/** Bodies from this size use `Expect: 100-continue`. */
const asksFirstFrom = 1024 * 1024
const consentMs = 1_000
/** S3 rejects signatures with a clock skew of 15 minutes. */
const mostSkewMs = 5 * 60_000
const nothing = createHash('sha256').digest('hex')

export type S3Client = (s3Request: S3Request) => Promise<http.IncomingMessage>

/** Minimal S3 client for `endpoint/bucket/key`. Retries temporary failures; all its calls are idempotent. */
export function s3Client(settings: S3Settings): S3Client {
  const endpoint = new URL(settings.endpoint)
  const web = endpoint.protocol === 'https:' ? https : http
  const agent = new web.Agent({ keepAlive: true })
  /** Clock skew of the store in milliseconds; positive if it is ahead. */
  let aheadMs = 0

  const addressOf = ({ key, query = {} }: S3Request) => {
    const path = [
      endpoint.pathname
        .split('/')
        .filter(Boolean)
        .map((part) => `/${part}`)
        .join(''),
      settings.bucket,
      ...(key === undefined ? [] : [key]),
    ].join('/')
    const queryEntries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return new URL(`${path}?${new URLSearchParams(queryEntries)}`, endpoint)
  }

  async function once(s3Request: S3Request): Promise<http.IncomingMessage> {
    const url = addressOf(s3Request)
    const headers = {
      ...signRequest(settings, { ...s3Request, url, now: new Date(Date.now() + aheadMs) }),
      ...(s3Request.body && { 'content-length': String(s3Request.body.size) }),
      ...(s3Request.body && s3Request.body.size >= asksFirstFrom && { expect: '100-continue' }),
    }
    const answer = await sendRequest(web.request(url, { method: s3Request.method, headers, agent }), s3Request.body)
    if ((answer.statusCode ?? 500) < 300) return answer
    const error = await readS3Error(answer, settings.secretAccessKey)
    const ahead = Date.parse(answer.headers.date ?? '') - Date.now()
    if (error.status === 403 && Math.abs(ahead - aheadMs) > mostSkewMs) {
      aheadMs = ahead
      throw new S3Error('RequestTimeTooSkewed', error.status, error.message)
    }
    throw error
  }

  return async (s3Request) => {
    for (let tried = 1; ; tried++) {
      try {
        return await once(s3Request)
      } catch (error) {
        if (tried === tries || !isTransient(error)) throw error
        await pause(50 * 4 ** tried * (0.5 + Math.random()))
      }
    }
  }
}

/** Request headers signed with AWS Signature Version 4. */
export function signRequest(
  { region, accessKeyId, secretAccessKey }: Pick<S3Settings, 'region' | 'accessKeyId' | 'secretAccessKey'>,
  { method, url, headers = {}, body, now }: Pick<S3Request, 'method' | 'headers'> & { url: URL; body?: { sha256: string }; now: Date },
): Record<string, string> {
  const instant = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${instant.slice(0, 8)}/${region}/s3/aws4_request`
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': body?.sha256 ?? nothing,
    'x-amz-date': instant,
  }
  const names = Object.keys(all).sort()
  const query = [...url.searchParams].map((pair) => pair.map(escapeUriComponent).join('=')).sort()
  const request = [
    method,
    url.pathname
      .split('/')
      .map((part) => escapeUriComponent(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${all[name]}`),
    '',
    names.join(';'),
    all['x-amz-content-sha256'],
  ].join('\n')
  const textToSign = ['AWS4-HMAC-SHA256', instant, scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const key = scope.split('/').reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, textToSign).toString('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const escapeUriComponent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

function sendRequest(request: http.ClientRequest, body: S3Request['body']): Promise<http.IncomingMessage> {
  return new Promise((done, fail) => {
    let content: Readable | undefined
    const late = (problem: string) => () => request.destroy(Object.assign(new Error(`The store ${problem}.`), { code: 'ETIMEDOUT' }))
    request.setTimeout(silentMs, late('says nothing'))
    request.once('socket', (socket) => {
      if (!socket.connecting) return
      const limit = setTimeout(late('cannot be reached'), connectMs)
      for (const end of ['connect', 'close']) socket.once(end, () => clearTimeout(limit))
    })
    request.on('error', fail)
    request.once('response', (answer) => {
      // An early response is final; the connection cannot be reused.
      if (!request.writableFinished) answer.once('end', () => request.destroy())
      done(answer)
    })
    if (!body) return void request.end()
    const send = () => {
      clearTimeout(consent)
      if (content) return
      content = body.open().once('error', (error) => request.destroy(error))
      content.pipe(request)
    }
    // Some stores ignore `Expect` and simply wait.
    const consent = setTimeout(send, body.size >= asksFirstFrom ? consentMs : 0)
    request.once('continue', send)
    request.once('close', () => {
      clearTimeout(consent)
      content?.destroy()
    })
  })
}

async function readS3Error(answer: http.IncomingMessage, secret: string): Promise<S3Error> {
  const status = answer.statusCode ?? 500
  const xml = (await text(answer)).replaceAll(secret, '***')
  const elementText = (name: string) => (xml.trimStart().startsWith('<') ? elementTexts(xml, name)[0] : undefined)
  // HEAD responses have no body.
  return new S3Error(elementText('Code') ?? (status === 404 ? 'NotFound' : `HTTP ${status}`), status, elementText('Message') ?? '')
}

const lostOnTheWay = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'])

export function isTransient(error: unknown): boolean {
  if (error instanceof S3Error)
    return [500, 502, 503, 504, 429].includes(error.status) || ['RequestTimeTooSkewed', 'RequestTimeout'].includes(error.code)
  return error instanceof Error && 'code' in error && lostOnTheWay.has(String(error.code))
}
