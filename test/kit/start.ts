import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { expect, inject } from 'vitest'
import type { Permission } from '../../src/model/permissions.ts'
import { hashSecret, newToken } from '../../src/server/access/sessions.ts'
import { types } from '../../src/server/database/pool.ts'
import { type Product, startProduct } from '../../src/server/product.ts'
import type { Settings } from '../../src/server/settings.ts'
import type { Logger } from '../../src/server/tools/log.ts'
import { onCleanup } from './cleanup.ts'
import { databaseUrl, templateDatabase } from './database.ts'
import { type Document, responseMismatches } from './openapi-answers.ts'
import { administrator, settingsFor } from './settings.ts'

export interface Answer {
  status: number
  /** Parsed JSON, or a buffer for other types; undefined if empty. */
  body: any
  headers: Headers
}

interface More {
  token?: string | null
  headers?: Record<string, string>
  query?: Record<string, unknown>
  raw?: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls the server over HTTP. Paths start with /api. FormData is sent as multipart. */
export type Call = (method: Method, path: string, body?: unknown, more?: More) => Promise<Answer>

export interface Caller extends Call {
  userId: string
  roleId: number
  email: string
  token: string
}

export interface TestApp {
  product: Product
  url: string
  dataDir: string
  /** Without a session, unless a token is passed. */
  call: Call
  admin: Caller
  /** Returns a user with exactly these permissions, or with the role of that name. The same set yields the same user unless `isNew`. */
  signInAs(identity: readonly Permission[] | string, how?: { external?: boolean; isNew?: boolean }): Promise<Caller>
  /** Queries the database directly, bypassing all rules. */
  sql<T = Record<string, any>>(text: string, values?: unknown[]): Promise<T[]>
  mails(): {
    id: string
    to: string
    subject: string
    text: string
    links: string[]
    attachments: { filename: string; content: string }[]
  }[]
  /** Waits until every due job has run, so that pending side effects are complete. */
  waitUntilIdle(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  settings?: Partial<Settings>
  log?: Logger
}

/** Port of the worker's previous app. A browser that finds the next one there has its files cached. */
let lastPort = 0

let documentRead: Promise<Document> | undefined

/** Starts an app on a copy of the template database. It stops with the test file, or with the test that starts it. */
export async function startApp({ settings = {}, log }: Options = {}): Promise<TestApp> {
  const cluster = inject('cluster')
  const name = `t${randomBytes(6).toString('hex')}`
  // Writing the copy to the log as well takes half as long again.
  await onCluster(cluster, `create database ${name} template ${templateDatabase} strategy file_copy`)
  const dataDir = mkdtempSync(join(tmpdir(), 'dna-house-'))
  const port = inject('sharesOrigin') && (await isFree(lastPort)) ? lastPort : 0
  const product = await startProduct(settingsFor(databaseUrl(cluster, name), dataDir, { port, ...settings }), { log })
  lastPort = product.port

  const looking = new pg.Pool({ connectionString: databaseUrl(cluster, name), types, options: '-c TimeZone=UTC', max: 4 })
  // Dropping the database ends connections that are still closing.
  looking.on('error', () => undefined)
  const stop = async () => {
    if (!looking.ended) await looking.end()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
    await onCluster(cluster, `drop database if exists ${name} with (force)`)
  }
  const told = new Map<string, string>()
  onCleanup(async () => {
    await stop()
    if (told.size > 0) throw new Error(`The document of the calls is not true:\n${[...told.values()].join('\n')}`)
  })

  const asking = createCall(product.url)
  documentRead ??= asking('GET', '/api/openapi.json').then(({ body }) => body)
  const document = await documentRead
  /** Every response is checked against the OpenAPI document. */
  const call: Call = async (method, path, body, more) => {
    const answer = await asking(method, path, body, more)
    // Only the test can decode a compressed response.
    const problems = answer.headers.has('content-encoding') ? [] : responseMismatches(document, { method, path }, answer)
    for (const problem of problems) told.set(problem.replace(/: .*/s, ''), problem)
    return answer
  }
  const sql: TestApp['sql'] = async (text, values) => (await looking.query(text, values)).rows
  const people = new Map<string, Promise<Caller>>()
  const as: TestApp['signInAs'] = (identity, { external = false, isNew = false } = {}) => {
    const key = isNew ? randomUUID() : JSON.stringify([typeof identity === 'string' ? identity : [...identity].sort(), external])
    const known = people.get(key) ?? makePerson(sql, call, identity, external)
    people.set(key, known)
    return known
  }
  const nothingIsDue = () => expect.poll(() => sql('select name from jobs where run_after <= now()')).toEqual([])
  const [first] = await sql('select id, email, role_id from users where email = $1', [administrator.email])
  const admin = await signedIn(sql, call, first!)
  return {
    product,
    url: product.url,
    dataDir,
    call,
    admin,
    signInAs: as,
    sql,
    mails: () => mailsIn(dataDir),
    waitUntilIdle: nothingIsDue,
    stop,
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const isSo = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (isSo) await once(server.close(), 'close')
  return isSo
}

async function onCluster(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const agent = new Agent({ keepAlive: true })
const json = 'application/json'

function createCall(url: string): Call {
  return async (method, path, body, { token, headers = {}, query = {}, raw } = {}) => {
    const address = new URL(`${url}${path}`)
    for (const [key, value] of Object.entries(query))
      for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) address.searchParams.append(key, String(item))
    const { type, bytes } = raw === undefined ? await sent(body) : { type: json, bytes: Buffer.from(raw) }
    const clientRequest = request(address, {
      agent,
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(bytes ? { 'content-type': type, 'content-length': bytes.length } : {}),
        ...headers,
      },
    })
    // Errors after the response has started surface when it is read.
    clientRequest.on('error', () => undefined)
    clientRequest.end(bytes)
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    const received = await buffer(answer)
    const isJson = answer.headers['content-type']?.includes('json') && !answer.headers['content-encoding']
    return {
      status: answer.statusCode!,
      get headers() {
        return new Headers(Object.entries(answer.headersDistinct).flatMap(([name, values = []]) => values.map((value) => [name, value])))
      },
      body: received.length === 0 ? undefined : isJson ? JSON.parse(received.toString('utf8')) : received,
    }
  }
}

async function sent(body: unknown): Promise<{ type: string; bytes?: Buffer }> {
  if (body instanceof FormData) {
    const form = new Response(body)
    return { type: form.headers.get('content-type')!, bytes: Buffer.from(await form.arrayBuffer()) }
  }
  return { type: json, bytes: body === undefined ? undefined : Buffer.from(JSON.stringify(body)) }
}

/** Inserts a user directly in one statement, so that tests do not pay for roles, mails and password hashes. */
async function makePerson(sql: TestApp['sql'], call: Call, identity: readonly Permission[] | string, isExternal: boolean): Promise<Caller> {
  // Unique among the hundreds of users one file may create, yet short enough to read.
  const mark = randomUUID().replaceAll('-', '').slice(0, 16)
  const [known] =
    typeof identity === 'string'
      ? await sql('select id from roles where name = $1 and is_external = $2 and not is_deleted', [identity, isExternal])
      : []
  if (typeof identity === 'string' && !known) throw new Error(`There is no role "${identity}".`)
  const token = newToken()
  const [user] = await sql(
    `with role as (
       insert into roles (name, permissions, is_external) select $1, $2, $3 where $4::bigint is null returning id),
     person as (
       insert into users (email, first_name, last_name, role_id, is_external_user)
       values ($5, 'Test', $6, coalesce($4, (select id from role)), $3) returning id, email, role_id),
     session as (
       insert into sessions (token_hash, user_id, expires_date, user_agent, ip, permissions_version)
       select $7, id, now() + interval '1 day', 'test', '127.0.0.1', 1 from person)
     select * from person`,
    [
      `Role ${mark}`,
      typeof identity === 'string' ? [] : [...identity],
      isExternal,
      known?.id ?? null,
      `${mark}@example.com`,
      `Person ${mark}`,
      hashSecret(token),
    ],
  )
  return createCaller(call, user!, token)
}

async function signedIn(sql: TestApp['sql'], call: Call, user: Record<string, any>): Promise<Caller> {
  const token = newToken()
  await sql(
    `insert into sessions (token_hash, user_id, expires_date, user_agent, ip, permissions_version)
     select $1, id, now() + interval '1 day', 'test', '127.0.0.1', permissions_version from users where id = $2`,
    [hashSecret(token), user.id],
  )
  return createCaller(call, user, token)
}

function createCaller(call: Call, user: Record<string, any>, token: string): Caller {
  const bound: Call = (method, path, body, more) => call(method, path, body, { token, ...more })
  return Object.assign(bound, { userId: user.id, roleId: user.role_id, email: user.email, token })
}

function mailsIn(dataDir: string): ReturnType<TestApp['mails']> {
  const folder = join(dataDir, 'outbox')
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
      .sort((a, b) => String(a.createDate).localeCompare(String(b.createDate)))
  } catch {
    return []
  }
}
