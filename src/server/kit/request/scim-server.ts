import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asError } from '../../tools/errors.ts'
import type { Logger } from '../../tools/log.ts'
import type { Actor, Context } from './context.ts'
import { HttpError, unauthorized } from './errors.ts'

export interface ScimRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the version, such as `/Users/…`. */
  path: string
  query: Readonly<Record<string, string>>
  body: unknown
  headers: { ifMatch: string | undefined; ifNoneMatch: string | undefined }
  /** Address of the service, for locations. */
  base: string
}
export interface ScimResponse {
  status: number
  body?: object
  headers?: Record<string, string>
}

interface ScimServer {
  log: Logger
  authenticate(token: string, ip: string): Promise<Actor>
  /** Runs the request in a transaction with the rights of the actor. */
  handle(request: ScimRequest, actor: Actor, client: Context['request']): Promise<ScimResponse>
}

const prefixes = ['/scim/v2', '/api/scim/v2']
const contentType = 'application/scim+json; charset=utf-8'
const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']

/** Error with a type of RFC 7644, 3.12. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: string | undefined
  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

const firstText = (value: unknown): string => (Array.isArray(value) ? String(value[0]) : String(value ?? ''))
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const methodOf = (name: string) => methods.find((method) => method === name) ?? 'GET'

/** SCIM has its own errors, content type, and PATCH, so its addresses are beside the calls. */
export function serveScim(app: FastifyInstance, server: ScimServer) {
  app.addContentTypeParser('application/scim+json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  for (const prefix of prefixes)
    app.route({
      method: [...methods],
      url: `${prefix}/*`,
      errorHandler: (error, _request, reply) => refuse(asError(error), reply, server.log),
      handler: (request, reply) => answer(request, reply, prefix, server),
    })
}

async function answer(request: FastifyRequest, reply: FastifyReply, prefix: string, { authenticate, handle }: ScimServer) {
  const header = request.headers.authorization ?? ''
  if (!/^bearer /i.test(header) || header.length > 210) throw unauthorized()
  const actor = await authenticate(header.slice(7).trim(), request.ip)
  const [path = ''] = request.url.slice(prefix.length).split('?')
  const origin = `${request.protocol}://${request.host}`
  const query = Object.fromEntries(Object.entries(Object(request.query)).map(([name, value]) => [name, firstText(value)]))
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  const { status, body, headers } = await handle(
    {
      method: methodOf(request.method),
      path: decodeURIComponent(path),
      query,
      body: request.body,
      headers: { ifMatch, ifNoneMatch },
      base: `${origin}${prefix}`,
    },
    actor,
    { id: request.id, ip: request.ip, userAgent: String(request.headers['user-agent'] ?? ''), origin },
  )
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  return body === undefined ? reply.send() : reply.type(contentType).send(JSON.stringify(body))
}

function refuse(error: Error & { statusCode?: number }, reply: FastifyReply, log: Logger) {
  const isKnown = error instanceof ScimError || error instanceof HttpError
  const status = isKnown ? error.status : (error.statusCode ?? 500)
  if (status >= 500) log.error({ err: error }, 'a SCIM request failed')
  const said = error instanceof HttpError ? (error.said.message ?? error.said.errors?.join(' ') ?? error.message) : error.message
  const detail = status >= 500 && !isKnown ? 'Something went wrong.' : said
  const scimType = error instanceof ScimError ? error.scimType : undefined
  return reply
    .code(status)
    .type(contentType)
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ schemas, status: String(status), ...(scimType && { scimType }), detail }))
}
