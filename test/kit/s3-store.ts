import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type S3Settings, signRequest } from '../../src/server/tools/s3-client.ts'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

interface Options {
  pageSize?: number
  port?: number
  bucket?: string
  accessKeyId?: string
  secretAccessKey?: string
}

/**
 * In-memory S3 bucket that checks signature, length and checksum, stores only complete uploads, and lists in pages. Handlers in `next`
 * replace single responses in order; `rule.always` replaces all, and may delegate to `reply`.
 */
export async function startS3Store({ pageSize = 1000, port = 0, ...given }: Options = {}) {
  const files = new Map<string, Buffer>()
  const requests: string[] = []
  const next: Answering[] = []
  const rule: { always?: Answering } = {}
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const special = next.shift() ?? rule.always
    if (special) special(request, response)
    else reply(request, response)
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
  const close = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  }
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'key-of-the-tests',
    secretAccessKey: randomUUID(),
    ...given,
  }

  // The client disconnected, so there is no response to send.
  const reply: Answering = (request, response) => void answer(request, response).catch(() => response.destroy())

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', settings.endpoint)
    const body = await buffer(request)
    const problem = problemOf(request, url, body)
    if (problem) return sendS3Error(response, ...problem)
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    if (bucket !== settings.bucket) return sendS3Error(response, 404, 'NoSuchBucket')
    if (!key) return list(url, response)
    if (request.method === 'PUT') {
      files.set(key, body)
      return response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
    }
    if (request.method === 'DELETE') {
      files.delete(key)
      return response.writeHead(204).end()
    }
    const content = files.get(key)
    if (!content) return sendS3Error(response, 404, 'NoSuchKey', request.method === 'HEAD')
    return give(request, response, content)
  }

  /** Checks that the signature covers the declared headers and the checksum matches the received body. */
  function problemOf(request: IncomingMessage, url: URL, body: Buffer): [number, string] | undefined {
    const { authorization = '', 'x-amz-date': instant = '', 'x-amz-content-sha256': sha256 = '' } = request.headers
    const covered = /SignedHeaders=([\w;-]+)/.exec(authorization)?.[1]?.split(';') ?? []
    const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(instant)) ?? []
    const now = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (Number.isNaN(now.getTime()) || !covered.includes('host')) return [403, 'AccessDenied']
    if (Math.abs(Date.now() - now.getTime()) > 15 * 60_000) return [403, 'RequestTimeTooSkewed']
    const others = covered.filter((name) => !['host', 'x-amz-date', 'x-amz-content-sha256'].includes(name))
    const headers = Object.fromEntries(others.map((name) => [name, String(request.headers[name])]))
    const right = signRequest(settings, { method: request.method as 'GET', url, headers, body: { sha256: String(sha256) }, now })
    if (right.authorization !== authorization) return [403, 'SignatureDoesNotMatch']
    if (createHash('sha256').update(body).digest('hex') !== sha256) return [400, 'XAmzContentSHA256Mismatch']
    return undefined
  }

  function list(url: URL, response: ServerResponse) {
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...files.keys()].sort().filter((key) => key > after)
    const page = keys.slice(0, pageSize)
    const more = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map((key) => `<Contents><Key>${key}</Key><Owner><ID>1</ID></Owner></Contents>`).join('')
    response.setHeader('content-type', 'application/xml')
    response.end(`<?xml version="1.0"?><ListBucketResult><Name>files</Name>${more}${contents}</ListBucketResult>`)
  }

  return { settings, files, asked: requests, next, rule, reply, close }
}

function give(request: IncomingMessage, response: ServerResponse, content: Buffer) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = Math.min(content.length - 1, to ? Number(to) : content.length - 1)
  if (from && start > end) return sendS3Error(response, 416, 'InvalidRange')
  const part = content.subarray(start, end + 1)
  const range = from ? { 'content-range': `bytes ${start}-${end}/${content.length}` } : {}
  response.writeHead(from ? 206 : 200, { 'content-length': part.length, ...range })
  return response.end(request.method === 'HEAD' ? undefined : part)
}

export function sendS3Error(response: ServerResponse, status: number, code: string, isHead = false) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  return response.end(isHead ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
