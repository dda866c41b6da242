import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AccessRule, AnyCall } from '../../../model/kit/description.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { Pools } from '../../database/pool.ts'
import { compressResponses } from '../../tools/compression.ts'
import { asError } from '../../tools/errors.ts'
import type { Logger } from '../../tools/log.ts'
import type { Actor, Context, Services } from './context.ts'
import { CustomResponse } from './custom-response.ts'
import { databaseUnavailable, sendError } from './error-response.ts'
import { forbidden, methodNotAllowed, notFound, secondFactorSetupRequired, unauthorized, unavailable } from './errors.ts'
import { limitConcurrency } from './overload.ts'
import {
  addBodyParsers,
  assertRowVisible,
  createReaderLookup,
  maxUploadBytes,
  parseRequest,
  pathParameterNames,
  type RowKinds,
  rowKindsByPath,
} from './parse-request.ts'
import type { HandlerRequest, ReadOnly, Route } from './routes.ts'
import { inTransaction, onReadConnection, onReplicaConnection, ReplayedResponse, requestIdempotency } from './transactions.ts'

interface Http {
  pools: Pools
  services: Services
  routes: Route[]
  log: Logger
  /** Resolves a token to an actor. Throws 401, or 429 after too many wrong tokens from this IP. */
  authenticate(token: string, ip: string): Promise<Actor>
  /** Resolves the secret in a URL to an actor; it grants access to nothing else. */
  authenticateAddress(secret: string, ip: string): Promise<Actor | undefined>
  observe(route: string, method: string, status: number, seconds: number): void
  noteRefusal(refusal: Refusal): void
}

/** Rejected request of a signed-in user. `user` is null if the session has ended; `route` is a pattern, because paths can contain names. */
export interface Refusal {
  requestId: string
  user: string | null
  route: string
  method: string
  status: number
  ip: string
}

/** Actors of requests that were authenticated, also of those that were rejected afterwards. */
const actors = new WeakMap<FastifyRequest, Actor>()

const anonymousActor: Actor = { userId: '', sessionId: null, firstName: '', lastName: '', isExternal: false, held: new Set(), roleId: 0 }
/**
 * Handles requests in one linear sequence (docs/ARCHITECTURE.md 12): authenticate, authorize, validate, transaction, handler, commit,
 * after, respond.
 */
export function createHttp(http: Http): FastifyInstance {
  const app = Fastify({
    loggerInstance: undefined,
    logger: false,
    bodyLimit: 2 * 1024 * 1024,
    genReqId: () => randomUUID(),
    // Rate limits and the audit log need the client's IP, not the load balancer's. Only the configured proxies are trusted.
    trustProxy: (_address, hop) => hop < http.services.settings.proxies,
    keepAliveTimeout: 65_000,
    requestTimeout: 120_000,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    // Malformed URLs are rejected before any hook runs.
    frameworkErrors(error, request, reply) {
      setSecurityHeaders(reply, request.url)
      sendError(error, request, reply, http)
    },
  })
  app.register(multipart, {
    limits: { files: 1, fileSize: maxUploadBytes, fields: 20, fieldSize: 100_000, headerPairs: 100 },
    throwFileSizeLimit: true,
  })
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null, undefined)
  })
  addBodyParsers(app)
  compressResponses(app)

  // Synchronous hooks use `done`, because a promise would cost an extra microtask turn per request.
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(reply, request.url)
    done()
  })
  const begin = limitConcurrency(app, isApi)
  app.addHook('onResponse', (request, reply, done) => {
    if (!isApi(request.url)) return done()
    const [route, status] = [request.routeOptions.url ?? 'none', reply.statusCode]
    http.observe(route, request.method, status, reply.elapsedTime / 1000)
    const user = actors.get(request)?.userId || null
    if ([401, 403, 404].includes(status) && (user !== null || (status === 401 && request.headers.authorization)))
      http.noteRefusal({ requestId: request.id, user, route, method: request.method, status, ip: request.ip })
    done()
  })
  app.setErrorHandler((error, request, reply) => sendError(asError(error), request, reply, http))
  const methodsAt = createMethodLookup(http.routes)
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url)
    // The path matches a route, but a segment is not a valid id: respond 404.
    const isOther = allowed.length > 0 && !allowed.includes(request.method)
    sendError(isOther ? methodNotAllowed(request.method, allowed) : notFound('Address'), request, reply, http)
  })

  const kinds = rowKindsByPath(http.routes)
  const readers = createReaderLookup(http.routes)
  for (const route of http.routes) mountRoute(app, route, { ...http, begin }, kinds, readers(route.call))
  return app
}

/** Paths are decoded first and matched case-insensitively. */
export function isApi(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  return /^\/+api(\/|$)/i.test(path.includes('%') ? decodePath(path) : path)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function setSecurityHeaders(reply: FastifyReply, url: string) {
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'same-origin')
  reply.header('x-frame-options', 'DENY')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('cross-origin-resource-policy', 'same-origin')
  reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  if (isApi(url)) {
    reply.header('cache-control', 'no-store')
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  } else {
    reply.header(
      'content-security-policy',
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
  }
}

const clientName = ({ headers }: FastifyRequest, { token }: Actor) =>
  `${token ? `API token “${token.name}” ` : ''}${headers['user-agent'] ?? ''}`

/** Returns the methods of a path; empty if no route matches. A row change without an id would be a list change, which does not exist. */
function createMethodLookup(routes: Route[]) {
  const routePatterns = routes.map(({ call }) => ({ method: call.method, parts: `/api${call.path}`.toLowerCase().split('/') }))
  return (url: string): string[] => {
    const parts = decodePath(url.split('?')[0] ?? '')
      .toLowerCase()
      .replace(/\/$/, '')
      .split('/')
    const here = routePatterns.filter(
      (pattern) =>
        pattern.parts.length === parts.length && pattern.parts.every((part, index) => part.startsWith(':') || part === parts[index]),
    )
    return [...new Set(here.map(({ method }) => method))].sort()
  }
}

const isAccountPath = (path: string) => /^\/account(\/|$)/i.test(path)

/** Reads of many rows may use a replica. Single rows, accounts, and public calls read from the primary. */
const canUseReplica = ({ response, permission, path }: AnyCall) =>
  !['row', 'file', 'nothing'].includes(response.kind) && !response.isCurrent && permission !== 'anyone' && !isAccountPath(path)

function mountRoute(
  app: FastifyInstance,
  { call, handler, prepare }: Route,
  http: Http & { begin: ReturnType<typeof limitConcurrency> },
  kinds: RowKinds,
  reader: Route | undefined,
) {
  // A GET that requests a file creates a task (202), so it writes.
  const isWrite = call.method !== 'GET' || call.status === 202
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    // Authorizes before the body is read: a caller without permission gets no validation errors.
    async onRequest(request) {
      if (http.pools.state() === 'silent') throw databaseUnavailable()
      actors.set(request, await authenticateRequest(request, call, http))
    },
    async handler(request, reply) {
      const actor = actors.get(request) ?? anonymousActor
      const work = {
        actor,
        request: {
          id: request.id,
          ip: request.ip,
          userAgent: clientName(request, actor),
          origin: `${request.protocol}://${request.host}`,
          isPrefetch: request.headers.purpose === 'prefetch',
        },
        log: http.log,
        services: http.services,
      }
      const { request: input, failure } = await parseRequest(request, call, kinds)
      http.begin(reply)
      if (failure && reader) {
        const ids = pathParameterNames(call.path).map((name) => input.params[name])
        await onReadConnection(http, work, [], (ctx) => assertRowVisible(ctx, reader, ids))
        throw failure
      }
      const readOnly: ReadOnly = (read) => onReadConnection(http, work, [], read)
      const prepared =
        prepare && !failure ? await prepare(input, readOnly, { userId: actor.userId, signal: createAbortSignal(reply) }) : undefined
      const handlerRequest: HandlerRequest = { ...input, prepared }
      http.log.debug({ requestId: request.id, call: `${call.method} ${call.path}`, user: actor.userId }, 'call')

      const afters: (() => void | Promise<void>)[] = []
      const run = async (ctx: Context) => {
        const answer = await handler(ctx, handlerRequest)
        if (failure) throw failure
        return answer
      }
      const idempotency = failure ? undefined : requestIdempotency(request, call, handlerRequest, actor)
      const answer = isWrite
        ? await inTransaction(http, work, afters, run, idempotency, call.status)
        : await (canUseReplica(call) ? onReplicaConnection : onReadConnection)(http, work, afters, run)
      for (const after of afters) await runAfterCommit(after, http.log)
      if (answer instanceof CustomResponse) return answer.run(reply)
      reply.code(answer instanceof ReplayedResponse ? answer.status : call.status)
      if (call.status === 204 || call.response.kind === 'nothing') return reply.send()
      // Returns the payload, not the reply: awaiting the reply would never finish, because it waits for this response.
      reply.type('application/json; charset=utf-8')
      return jsonBody(answer instanceof ReplayedResponse ? answer.body : answer)
    },
  })
}

/** Aborts when the client has disconnected. */
function createAbortSignal({ raw }: FastifyReply): AbortSignal {
  const waiting = new AbortController()
  const end = () => waiting.abort(unavailable('The request was canceled.'))
  if (raw.closed) end()
  raw.once('close', end)
  return waiting.signal
}

const jsonBody = (answer: unknown) => (typeof answer === 'object' && answer !== null ? answer : JSON.stringify(answer ?? null))

async function runAfterCommit(after: () => void | Promise<void>, log: Logger) {
  try {
    await after()
  } catch (error) {
    log.error({ err: error }, 'after the commit')
  }
}

async function authenticateRequest(request: FastifyRequest, call: AnyCall, http: Http): Promise<Actor> {
  if (call.secretParameter) {
    const secret = String(Object(request.params)[call.secretParameter])
    return (await http.authenticateAddress(secret, request.ip)) ?? anonymousActor
  }
  const header = request.headers.authorization
  const token = typeof header === 'string' && /^bearer /i.test(header) ? header.slice(7).trim() : ''
  if (call.permission === 'anyone') return token ? http.authenticate(token, request.ip).catch(() => anonymousActor) : anonymousActor
  if (!token || token.length > 200) throw unauthorized()
  const actor = await http.authenticate(token, request.ip)
  actors.set(request, actor)
  // A user who views the app as another user may not write.
  if (actor.viewer && (call.method !== 'GET' || call.status === 202)) throw forbidden()
  if (actor.mustSetUpSecondFactor && !isAccountPath(call.path)) throw secondFactorSetupRequired()
  requireAccess(actor, actor.token ? needOfProgram(call) : call.permission)
  return actor
}

/**
 * Permission an API token needs. Where users need none, the token needs the permission to view the returned rows. Calls without rows, and
 * all account calls, are for users only.
 */
function needOfProgram({ method, path, permission, response }: AnyCall): AccessRule {
  if (isAccountPath(path)) return { any: [] }
  if (permission !== 'signed in' && permission !== 'internal') return permission
  const rows = response.resource ?? response.items?.resource
  return method === 'GET' && rows ? rows.permission.view : { any: [] }
}

export function requireAccess(actor: Actor, need: AccessRule) {
  if (need === 'internal' && actor.isExternal) throw forbidden()
  if (need === 'anyone' || need === 'signed in' || need === 'internal') return
  if (typeof need === 'string') {
    if (!actor.held.has(need)) throw forbidden(need)
    return
  }
  if ('all' in need) {
    const missing = need.all.find((name: Permission) => !actor.held.has(name))
    if (missing) throw forbidden(missing)
  } else if (!need.any.some((name: Permission) => actor.held.has(name))) throw forbidden(need.any.join(' or '))
}
