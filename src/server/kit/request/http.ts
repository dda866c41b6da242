import { createHash, randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AnyCall, Call, Field, Fields, Need } from '../../../model/kit/description.ts'
import { checkShape } from '../../../model/kit/field.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { Pools } from '../../database/pool.ts'
import type { Logger } from '../../tools/log.ts'
import { packAnswers } from '../../tools/packing.ts'
import { is, orNull } from '../sql/row-types.ts'
import { type Actor, type Context, contextOn, type Services } from './context.ts'
import { conflict, forbidden, invalid, notAllowed, notFound, Refusal, serverFault, signInAgain, unavailable } from './errors.ts'
import type { Asked, Given, GivenFile, Look, Route } from './routes.ts'
import { Special } from './special.ts'

interface Http {
  pools: Pools
  services: Services
  routes: Route[]
  log: Logger
  /** Resolves a token to whoever holds it; throws `signInAgain`, and 429 where too many wrong ones came from this address. */
  authenticate(token: string, ip: string): Promise<Actor>
  /** The same for the secret part of an address, which opens nothing else. */
  authenticateAddress(secret: string, ip: string): Promise<Actor | undefined>
  observe(route: string, method: string, status: number, seconds: number): void
}

const nobody: Actor = { userId: '', sessionId: null, firstName: '', lastName: '', isExternal: false, held: new Set(), roleId: 0 }
const mostAtOnce = 400
/** Of all files of one request together. */
const mostUploadedBytes = 50 * 1024 * 1024
const mostFiles = 20

/** One straight line per request (docs/ARCHITECTURE.md 12): who, may they, shape, transaction, handler, commit, after, answer. */
export function createHttp(http: Http): FastifyInstance {
  const app = Fastify({
    loggerInstance: undefined,
    logger: false,
    bodyLimit: 2 * 1024 * 1024,
    genReqId: () => randomUUID(),
    // The brakes and the audit log want the address of the person, not of the balancer; nobody else is believed.
    trustProxy: (_address, hop) => hop < http.services.settings.proxies,
    keepAliveTimeout: 65_000,
    requestTimeout: 120_000,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    // Addresses that cannot be decoded are refused before any hook.
    frameworkErrors(error, request, reply) {
      secure(reply, request.url)
      sendError(error, request, reply, http.log)
    },
  })
  app.register(multipart, {
    limits: { files: 1, fileSize: mostUploadedBytes, fields: 20, fieldSize: 100_000, headerPairs: 100 },
    throwFileSizeLimit: true,
  })
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null, undefined)
  })
  readJson(app)
  packAnswers(app)

  let atOnce = 0
  app.addHook('onRequest', async (request, reply) => {
    secure(reply, request.url)
    if (!isApi(request.url)) return
    if (atOnce >= mostAtOnce) throw unavailable('The server is busy. Please try again.')
    atOnce++
    let isCounted = true
    reply.raw.once('close', () => {
      if (isCounted) atOnce--
      isCounted = false
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (isApi(request.url)) http.observe(request.routeOptions.url ?? 'none', request.method, reply.statusCode, reply.elapsedTime / 1000)
  })
  app.setErrorHandler((error, request, reply) => sendError(error as Error, request, reply, http.log))
  const methodsAt = methodsOf(http.routes)
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url)
    // What could be called so and was not found has a part that nothing can be named by.
    const isOther = allowed.length > 0 && !allowed.includes(request.method)
    sendError(isOther ? notAllowed(request.method, allowed) : notFound('Address'), request, reply, http.log)
  })

  const kinds = kindsOf(http.routes)
  const readers = readersOf(http.routes)
  for (const route of http.routes) mount(app, route, http, kinds, readers(route.call))
  return app
}

/** JSON that cannot be read is a wrong body like any other: told to who may make the call, and after the row it is about. */
const unreadable = Symbol('unreadable')
function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    parse(request, text, (error, body) => done(null, error ? unreadable : body))
  })
}

/** Addresses are matched without regard to case, and after they have been decoded. */
export function isApi(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  return /^\/+api(\/|$)/i.test(path.includes('%') ? decoded(path) : path)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Headers every answer carries, errors of the framework included. */
function secure(reply: FastifyReply, url: string) {
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

function mount(app: FastifyInstance, { call, handler, prepare }: Route, http: Http, kinds: Kinds, reader: Route | undefined) {
  // A GET that asks for a file writes a task (202).
  const isWrite = call.method !== 'GET' || call.status === 202
  const actors = new WeakMap<FastifyRequest, Actor>()
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    // Before a body is read: who may not make the call is not told what is wrong with what they sent.
    async onRequest(request) {
      if (http.pools.state() === 'silent') throw databaseAway()
      actors.set(request, await whoAsks(request, call, http))
    },
    async handler(request, reply) {
      const actor = actors.get(request) ?? nobody
      const work = {
        actor,
        request: { id: request.id, ip: request.ip, userAgent: agentOf(request, actor) },
        log: http.log,
        services: http.services,
      }
      const { asked, wrong } = await readAsked(request, call, kinds)
      if (wrong && reader) {
        const ids = namesIn(call.path).map((name) => asked.params[name])
        await onReader(http, work, [], (ctx) => missRow(ctx, reader, ids))
        throw wrong
      }
      const look: Look = (read) => onReader(http, work, [], read)
      const given: Given = { ...asked, prepared: prepare && !wrong ? await prepare(asked, look) : undefined }
      http.log.debug({ requestId: request.id, call: `${call.method} ${call.path}`, user: actor.userId }, 'call')

      const afters: (() => void | Promise<void>)[] = []
      const run = async (ctx: Context) => {
        const answer = await handler(ctx, given)
        if (wrong) throw wrong
        return answer
      }
      const idempotency = wrong ? undefined : idempotencyOf(request, call, given, actor)
      const answer = isWrite
        ? await inTransaction(http, work, afters, run, idempotency, call.status)
        : await (readsMany(call) ? onAnyReader : onReader)(http, work, afters, run)
      for (const after of afters) await runAfter(after, http.log)
      if (answer instanceof Special) return answer.run(reply)
      reply.code(answer instanceof Repeated ? answer.status : call.status)
      if (call.status === 204 || call.answer.kind === 'nothing') return reply.send()
      const said = answer instanceof Repeated ? answer.body : answer
      return reply.type('application/json; charset=utf-8').send(plainText(said))
    },
  })
}

/**
 * What the call's checks leave of a request. What is wrong is thrown at once, except by a call about a row: a row that is missing
 * or hidden is missed before anything else. Where no other call reads that row, it is told by whoever looks first at what is wrong.
 */
async function readAsked(request: FastifyRequest, call: Call, kinds: Kinds): Promise<{ asked: Asked; wrong?: Refusal }> {
  const params = checked(call.params, fromText(call.params, request.params as Record<string, unknown>), (name) => kindOf(kinds, call, name))
  let wrong: Refusal | undefined
  const keep = (error: unknown): Refusal => {
    if (Object.keys(call.params).length === 0 || !(error instanceof Refusal)) throw error
    wrong ??= error
    return error
  }
  const attempt = (fields: Fields, read: () => unknown) => {
    try {
      return checked(fields, read())
    } catch (error) {
      return telling({}, keep(error))
    }
  }
  const query = attempt(call.query, () => fromText(call.query, request.query as Record<string, unknown>))
  const sent =
    call.upload && (call.upload !== 'files' || request.isMultipart())
      ? await readUpload(request, call).catch((error) => ({ file: telling(noFile, keep(error)), files: [], fields: {} }))
      : undefined
  const body = attempt(call.body, () => (sent ? fromText(call.body, { ...sent.fields }) : readBody(call, request)))
  return { asked: { params, query, body, file: sent?.file, files: sent?.files }, wrong }
}

/** What asks, for the logs: a program is told by the name of its token. */
const agentOf = ({ headers }: FastifyRequest, { token }: Actor) =>
  `${token ? `API token “${token.name}” ` : ''}${headers['user-agent'] ?? ''}`

const namesIn = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name ?? '')
function kindsIn({ path, params }: AnyCall): string {
  const fields: Fields = params
  return String(namesIn(path).map((name) => fields[name]?.kind))
}
const isAboutRow = (path: string) => /\/:\w+$/.test(path)

/** The methods an address is called by; none where nothing is called so. A change of a row without its id is one of a list, which cannot be. */
function methodsOf(routes: Route[]) {
  const places = routes.map(({ call }) => ({ method: call.method, parts: `/api${call.path}`.toLowerCase().split('/') }))
  return (url: string): string[] => {
    const parts = decoded(url.split('?')[0] ?? '')
      .toLowerCase()
      .replace(/\/$/, '')
      .split('/')
    const here = places.filter(
      (one) => one.parts.length === parts.length && one.parts.every((part, at) => part.startsWith(':') || part === parts[at]),
    )
    return [...new Set(here.map(({ method }) => method))].sort()
  }
}

/** The call that reads the row another call is about: `/spaces/:id` for `/spaces/:id/Equipment/:lineId`, unless lines have one of their own. */
function readersOf(routes: Route[]) {
  const reading = new Map(
    routes
      .filter(({ call, prepare }) => call.method === 'GET' && call.status === 200 && isAboutRow(call.path) && !prepare)
      .map((route) => [placeOf(route.call.path), route]),
  )
  return (call: AnyCall): Route | undefined => {
    // What is brought back is a row that was deleted.
    const words = call.path.replace(/^(.*)\/(:\w+)\/restore$/, '$1/deleted/$2').split('/')
    return words
      .map((_, at) => reading.get(placeOf(words.slice(0, words.length - at).join('/'))))
      .find((reader) => reader && reader.call !== call && kindsIn(call).startsWith(kindsIn(reader.call)))
  }
}

/** Throws where the row is missing or hidden; whatever else its call would say is not asked here. */
async function missRow(ctx: Context, { call, handler }: Route, ids: unknown[]) {
  const params = Object.fromEntries(namesIn(call.path).map((name, at) => [name, ids[at]]))
  const query = checked(call.query, {})
  await handler(ctx, { params, query, body: {}, prepared: undefined }).catch((error) => {
    if (error instanceof Refusal && error.status === 404) throw error
  })
}

const noFile: GivenFile = { name: '', contentType: '', data: Buffer.alloc(0) }

/** Throws at the first look. */
function telling<T extends object>(stand: T, error: Refusal): T {
  const tell = () => {
    throw error
  }
  return new Proxy(stand, { get: tell, has: tell, ownKeys: tell, getOwnPropertyDescriptor: tell })
}

/** `true` and plain texts are JSON too. */
const plainText = (answer: unknown) => (typeof answer === 'object' && answer !== null ? answer : JSON.stringify(answer ?? null))

async function runAfter(after: () => void | Promise<void>, log: Logger) {
  try {
    await after()
  } catch (error) {
    log.error({ err: error }, 'after the commit')
  }
}

async function whoAsks(request: FastifyRequest, call: Call<any, any, any, any>, http: Http): Promise<Actor> {
  if (call.knownByAddress) {
    const secret = String(Object(request.params)[call.knownByAddress])
    return (await http.authenticateAddress(secret, request.ip)) ?? nobody
  }
  const header = request.headers.authorization
  const token = typeof header === 'string' && /^bearer /i.test(header) ? header.slice(7).trim() : ''
  if (call.permission === 'anyone') return token ? http.authenticate(token, request.ip).catch(() => nobody) : nobody
  if (!token || token.length > 200) throw signInAgain()
  const actor = await http.authenticate(token, request.ip)
  // Who looks on as somebody else changes nothing in their name.
  if (actor.viewer && (call.method !== 'GET' || call.status === 202)) throw forbidden()
  checkNeed(actor, actor.token ? needOfProgram(call) : call.permission)
  return actor
}

/**
 * A program needs a permission also where people need none: to see the rows it is answered. What is no row, and everything about
 * an account, is for people alone.
 */
function needOfProgram({ method, path, permission, answer }: AnyCall): Need {
  if (/^\/account(\/|$)/i.test(path)) return { any: [] }
  if (permission !== 'signed in' && permission !== 'internal') return permission
  const rows = answer.of ?? answer.items?.of
  return method === 'GET' && rows ? rows.permission.view : { any: [] }
}

export function checkNeed(actor: Actor, need: Need) {
  if (need === 'anyone' || need === 'signed in') return
  if (need === 'internal') {
    if (actor.isExternal) throw forbidden()
    return
  }
  if (typeof need === 'string') {
    if (!actor.held.has(need)) throw forbidden(need)
    return
  }
  if ('all' in need) {
    const missing = need.all.find((name: Permission) => !actor.held.has(name))
    if (missing) throw forbidden(missing)
  } else if (!need.any.some((name: Permission) => actor.held.has(name))) throw forbidden(need.any.join(' or '))
}

/** Reads the texts of a path or query as what the fields expect; what does not fit stays a text and is refused by the field. */
function fromText(fields: Fields, given: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  const byLower = new Map(Object.keys(given).map((name) => [name.toLowerCase().replace(/\[\]$/, ''), given[name]]))
  for (const [name, field] of Object.entries(fields)) {
    const value = byLower.get(name.toLowerCase())
    if (value === undefined) continue
    const inner = field.fields?.of
    if (field.kind === 'choices' || field.kind === 'references')
      read[name] = (Array.isArray(value) ? value : [value]).filter((one) => one !== '').map((one) => oneFromText(inner ?? field, one))
    else read[name] = oneFromText(field, Array.isArray(value) ? value[0] : value)
  }
  return read
}

const numericKinds = new Set(['id', 'integer', 'number', 'money', 'factor', 'percent', 'hours', 'reference', 'references', 'flags'])
function oneFromText(field: Field, text: unknown): unknown {
  if (typeof text !== 'string') return text
  const isNumber = numericKinds.has(field.kind) || typeof field.options?.values[0]?.value === 'number'
  if (isNumber && /^-?\d{1,16}(\.\d{1,10})?$/.test(text)) return Number(text)
  if (field.kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function checked(fields: Fields, value: unknown, kindIn?: (parameter: string) => string): Record<string, any> {
  const problems: Record<string, string[]> = {}
  const values = checkShape(fields, value, (message, path = 'body') => {
    const list = Object.hasOwn(problems, path) ? problems[path]! : []
    list.push(message)
    problems[path] = list
  })
  if (Object.keys(problems).length === 0) return values
  // An id that cannot exist is a row that does not exist.
  throw kindIn ? notFound(kindIn(Object.keys(problems)[0]!)) : invalid(problems)
}

/** Where rows are read, without the names of parameters → what one of them is called. */
type Kinds = ReadonlyMap<string, string>
const placeOf = (path: string) => path.toLowerCase().replace(/:\w+/g, ':')

function kindsOf(routes: Route[]): Kinds {
  const resources = routes.map(({ call }) => call.answer.of ?? call.answer.items?.of).filter((of) => of !== undefined)
  return new Map(resources.map((of) => [placeOf(`/${of.path}`), of.names.one]))
}

/** What a parameter of a path names: the label it was given, else the rows it stands behind, else its own word. */
function kindOf(kinds: Kinds, { path, params }: Call<any, any, any, any>, name: string): string {
  const label: string = params[name].label
  if (label !== name && label !== 'Id') return label
  const before = path.slice(0, path.indexOf(`/:${name}`)).replace(/\/deleted$/, '')
  const word = name === 'id' ? before.slice(before.lastIndexOf('/') + 1).replace(/^:|s$/g, '') : name.replace(/Id$/, '')
  return kinds.get(placeOf(before)) ?? word.charAt(0).toUpperCase() + word.slice(1)
}

function readBody({ body }: Call<any, any, any, any>, request: FastifyRequest): unknown {
  if (request.body === unreadable) throw invalid(['This request cannot be read.'])
  return Object.keys(body).length === 0 ? {} : (request.body ?? {})
}

async function readUpload(request: FastifyRequest, call: Call<any, any, any, any>) {
  if (!request.isMultipart()) throw invalid([`Send the ${call.upload} as multipart/form-data.`], 415)
  const fields: Record<string, unknown> = {}
  const files: GivenFile[] = []
  let room = mostUploadedBytes
  try {
    for await (const part of request.parts(call.upload === 'files' ? { limits: { files: mostFiles } } : undefined)) {
      if (part.type === 'file') {
        const data = await part.toBuffer()
        room -= data.length
        if (room < 0) throw invalid(['The files are too large together.'], 413)
        files.push({ name: part.filename, contentType: part.mimetype, data })
      } else fields[part.fieldname] = part.value
    }
  } catch (error) {
    // The parser's own errors are plain ones: no boundary, a part cut short.
    throw error instanceof Refusal || (error as { statusCode?: number }).statusCode ? error : invalid(['This upload cannot be read.'])
  }
  const [file] = files
  if (!file && call.upload !== 'files') throw invalid({ [call.upload!]: ['This field is required!'] })
  return { file, files, fields }
}

async function onReader<T>(
  http: Http,
  work: Parameters<typeof contextOn>[1],
  afters: (() => void)[],
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  const client = await http.pools.read.connect()
  try {
    return await run(contextOn(client, work, afters))
  } finally {
    client.release()
  }
}

/** What asks for rows of many reads where that costs least; one row, an account and what is open to anyone are read where they are written. */
const readsMany = ({ answer, permission, path }: AnyCall) =>
  !['row', 'file', 'nothing'].includes(answer.kind) && permission !== 'anyone' && !/^\/account(\/|$)/i.test(path)

const onAnyReader: typeof onReader = (http, work, afters, run) => {
  const begun = performance.now()
  return http.pools.reading(
    (client) => {
      afters.length = 0
      return run({ ...contextOn(client, work, afters), begun })
    },
    (error) => error instanceof Refusal || (error instanceof Error && 'code' in error && error.code === '57014'),
  )
}

interface Idempotency {
  key: string
  hash: string
  /** Leaves out of the answer what is told once. */
  kept: (key: string, value: unknown) => unknown
}
class Repeated {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

function idempotencyOf(
  request: FastifyRequest,
  call: Call<any, any, any, any>,
  given: Pick<Given, 'body' | 'params' | 'query' | 'file' | 'files'>,
  actor: Actor,
): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (call.method !== 'POST' || typeof key !== 'string' || key === '' || !actor.userId) return undefined
  if (key.length > 200) throw invalid(['The Idempotency-Key is too long.'])
  const hash = createHash('sha256').update(JSON.stringify([call.path, given.params, given.query, given.body]))
  for (const { data } of given.files ?? []) hash.update(data)
  const kept = (name: string, value: unknown) => (call.toldOnce?.includes(name) ? undefined : value)
  return { key, hash: hash.digest('hex'), kept }
}

/** Runs in one transaction and commits before anything leaves. A deadlock is tried again, twice. */
export async function inTransaction(
  http: { pools: Pick<Pools, 'write'>; log: Logger },
  work: Parameters<typeof contextOn>[1],
  afters: (() => void | Promise<void>)[],
  run: (ctx: Context) => Promise<unknown>,
  idempotency?: Idempotency,
  status = 200,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const client = await http.pools.write.connect()
    let fault: Error | undefined
    const sent: Promise<unknown>[] = []
    try {
      const ctx = contextOn(client, work, afters, sent)
      // Nobody waits for it: the first statement travels with it.
      ctx.send('begin')
      if (idempotency) {
        const known = await answeredBefore(ctx, idempotency)
        if (known) {
          ctx.send('commit')
          await Promise.all(sent)
          return known
        }
      }
      const answer = await run(ctx)
      if (idempotency && !(answer instanceof Special))
        await ctx.run(`update idempotency set is_done = true, status = $3, answer = $4 where user_id = $1 and key = $2`, [
          work.actor.userId,
          idempotency.key,
          status,
          JSON.stringify(answer ?? null, idempotency.kept),
        ])
      ctx.send('commit')
      await Promise.all(sent)
      return answer
    } catch (error) {
      afters.length = 0
      // Behind a statement that was refused all others are, too: the first one tells why.
      fault = (await firstRefusal(sent)) ?? (error as Error)
      await client.query('rollback').catch(() => undefined)
      const { code } = fault as { code?: string }
      if (attempt < 3 && (code === '40P01' || code === '40001')) continue
      throw fault
    } finally {
      client.release(isBroken(fault) ? fault : undefined)
    }
  }
}

async function firstRefusal(sent: Promise<unknown>[]): Promise<Error | undefined> {
  for (const end of await Promise.allSettled(sent)) if (end.status === 'rejected') return end.reason
  return undefined
}

const isBroken = (error: Error | undefined) => error !== undefined && /terminat|ECONN|socket|closed|queryable/i.test(error.message)

async function answeredBefore(ctx: Context, { key, hash }: Pick<Idempotency, 'key' | 'hash'>) {
  const claimed = await ctx.run(`insert into idempotency (user_id, key, hash) values ($1, $2, $3) on conflict do nothing`, [
    ctx.actor.userId,
    key,
    hash,
  ])
  if (claimed > 0) return undefined
  const [known] = await ctx.rows(
    { hash: is.text, status: orNull(is.number), answer: orNull(is.json<unknown>()) },
    `select hash, status, answer from idempotency where user_id = $1 and key = $2`,
    [ctx.actor.userId, key],
  )
  if (known?.hash !== hash) throw conflict('This Idempotency-Key was used for something else.')
  return new Repeated(known.status ?? 200, known.answer)
}

/** The one place where what went wrong becomes status and body. */
function sendError(error: Error & { code?: string; statusCode?: number }, request: FastifyRequest, reply: FastifyReply, log: Logger) {
  const refusal = error instanceof Refusal ? error : asRefusal(error, request, log)
  if (reply.sent) return reply
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value)
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(refusal.body))
}

function asRefusal(
  error: Error & { code?: string; statusCode?: number; constraint?: string; detail?: string },
  request: FastifyRequest,
  log: Logger,
): Refusal {
  const cause = ((error as { cause?: unknown }).cause ?? error) as typeof error
  const code = cause.code ?? error.code ?? ''
  if (request.raw.destroyed && !request.raw.complete) return invalid(['The request was cut.'])
  if (code === '23505') return cause.constraint ? duplicate(cause.constraint) : conflict(cause.message)
  if (code === '23503') return invalid(['Something this refers to does not exist.'])
  if (/^22|^23514|^23502/.test(code)) {
    log.warn({ requestId: request.id, code, message: cause.message }, 'the database refused a value')
    return invalid(['A value is not valid.'])
  }
  if (error.code === 'STORE_AWAY') return unavailable('The place of files cannot be reached. Please try again.')
  if (code === '53100' || error.code === 'STORE_FULL' || code === 'ENOSPC') return unavailable('There is no space left to store this.', 507)
  if (
    /^(08|57P|53)/.test(code) ||
    /^ECONN|EPIPE|ENOENT/.test(code) ||
    /Connection (terminated|ended)|not queryable|connection timeout|timeout exceeded when trying|cannot connect/i.test(error.message)
  ) {
    log.error({ requestId: request.id, message: error.message }, 'the database is away')
    return databaseAway()
  }
  if (code === '57014') return unavailable('This took too long. Please narrow it down.')
  if (code === 'FST_REQ_FILE_TOO_LARGE' || error.statusCode === 413) return invalid(['This is too large.'], 413)
  if (error.statusCode === 415) return invalid(['This content type is not supported.'], 415)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return invalid(['This request cannot be read.'], error.statusCode)
  log.error({ requestId: request.id, err: error, url: request.routeOptions.url }, 'unexpected')
  return serverFault(request.id)
}

const databaseAway = () => unavailable('The database cannot be reached. Please try again.')

/** Unique indexes are named `unique_{table}_{column}`; the message stands at the field. */
export function duplicate(constraint: string): Refusal {
  const property = constraint.split('_').slice(2).join('_')
  const known =
    [
      'abbreviated_name',
      'part_number',
      'space_number',
      'short_name',
      'abbreviation',
      'tag',
      'model',
      'email',
      'number',
      'name',
      'key',
      'code',
    ].find((name) => property.endsWith(name)) ??
    (property || 'name')
  const isOfCad = property.startsWith('wire_cad')
  const field = isOfCad ? 'wireCadLink' : known.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())
  const words = isOfCad ? 'WireCAD definition' : known.replaceAll('_', ' ')
  const message = `This ${words} is already taken.`
  return conflict(message, { fields: { [field]: [message] } })
}
