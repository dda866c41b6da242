/** Generates invalid requests from the OpenAPI document. The same seed yields the same requests. */

export interface BadRequest {
  fault: string
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
  operation: string
  /** True if it carries a valid token with sufficient permissions. */
  isSignedIn: boolean
}

type Schema = Record<string, any>
interface Operation {
  method: string
  path: string
  name: string
  params: { name: string; schema: Schema }[]
  query: { name: string; schema: Schema }[]
  body?: Schema
  upload?: string
}

export function listOperations(document: { paths: Record<string, Record<string, any>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = operation.requestBody?.content ?? {}
      const body: Schema | undefined = (content['application/json'] ?? content['multipart/form-data'])?.schema
      const within = (location: string) => (operation.parameters as any[]).filter((parameter) => parameter.in === location)
      return {
        method: method.toUpperCase(),
        path,
        name: `${method} ${path}`,
        params: within('path'),
        query: within('query'),
        body,
        upload: content['multipart/form-data']
          ? Object.entries(body?.properties ?? {}).find(([, one]) => (one as Schema).format === 'binary')?.[0]
          : undefined,
      }
    }),
  )
}

export type Dice = ReturnType<typeof makeDice>
/** Mulberry32 random generator: small and deterministic on every machine. */
export function makeDice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return { next, below, one: <T>(options: readonly T[]): T => options[below(options.length)]!, maybe: (chance: number) => next() < chance }
}

const injections = [
  `'`,
  `"`,
  `';--`,
  `' or '1'='1`,
  `'; create table injected (); --`,
  `1); create table injected (); --`,
  `1 or (pg_sleep(30) is null)`,
  `' || pg_sleep(30) || '`,
  `name; drop table users`,
  `t.id desc, (select 1 from users)`,
  `(case when 1=1 then 1 else 1/0 end)`,
  `$1`,
  `$$;$$`,
  `%`,
  `\\`,
  `\\'`,
  `%_%\\`,
  `/* */`,
  `{{7*7}}`,
  `\${7*7}`,
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `=cmd|' /C calc'!A0`,
  `../../../../etc/passwd`,
  `..\\..\\windows\\win.ini`,
  `file:///etc/passwd`,
  `javascript:alert(1)`,
  `http://127.0.0.1:5432/`,
  `\r\nset-cookie: a=b`,
]
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffx',
  '\ufeff',
  '\u202etxt',
  'İ',
  'ß'.repeat(300),
  '👩‍👩‍👧'.repeat(50),
  'Z̷̛͓a̴l̵g̶o',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '0x10',
  '1_000',
  '１２',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '2026-02-31',
  '0000-00-00',
  '99999-12-31',
  '2026-13-45T99:99:99Z',
  '-2026-01-01',
  '275761-01-01',
  'a'.repeat(201),
  'a'.repeat(5000),
  '(a+)+$'.repeat(40),
  `${'a'.repeat(5000)}!`,
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-fffffffffffff',
  'a@b',
  `${'a'.repeat(250)}@example.com`,
]
const numbers = [-1, -0, 0, 1.5, -1.5, 0.1 + 0.2, 1e21, 1e308, -1e308, 5e-324, 2147483648, -2147483649, 9007199254740991, 9007199254740992]
const ids = ['0', '-1', '1.5', '999999999', '2147483648', '9007199254740991', '9007199254740993', '9223372036854775808', '1e5', '0x1']
const pathParts = [
  '%',
  '%00',
  '%ff',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..',
  '%252e%252e',
  '1%20or%201=1',
  "1';--",
  '%F0%9F%92%A9',
  '%ED%A0%80',
]
const unknownColumns = ['nope', 'passwordHash', 'password_hash', 't.id', 'id;', 'id desc', '-id', '--id', 'createdBy.email', 'search_text']

/** Numbers that are valid in JSON but that `JSON.stringify` never writes. */
const rawMark = '@raw:'
const rawNumbers = ['1e999', '-1e999', '1e-999', '123456789012345678901234567890', '0.1e-5000', '1E400'].map((text) => rawMark + text)

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value }
  return value
}

function evilValue(dice: Dice): unknown {
  const kind = dice.below(10)
  if (kind < 3) return dice.one(injections)
  if (kind < 5) return dice.one(oddTexts)
  if (kind === 5) return dice.one(numbers)
  if (kind === 6) return dice.one(rawNumbers)
  if (kind === 7)
    return dice.one<unknown>([null, true, false, [], {}, [[]], [null], [[[]]], { id: 1 }, { $gt: '' }, { toString: 1 }, { length: 5 }])
  if (kind === 8) return dice.one([nested(5), nested(200), Array(3000).fill(0), Array(300).fill(null), Array(20).fill({})])
  return Object.fromEntries(
    dice
      .one([
        ['__proto__x', 'constructor', 'prototype'],
        ['id', 'name'],
        ['then', 'toJSON', 'valueOf'],
      ])
      .map((key) => [key, 1]),
  )
}
/** Replaces lone surrogates, which a URL cannot contain. */
const sayable = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')
const evilText = (dice: Dice): string => {
  if (dice.maybe(0.5)) return dice.one(injections)
  return dice.maybe(0.7) ? dice.one(oddTexts) : String(dice.one(numbers))
}

/** Generates a value that matches the schema, so that a fault elsewhere in the request gets past validation. */
export function goodValue(schema: Schema, dice: Dice, known: (name: string) => unknown, name = '', depth = 0): unknown {
  const variant: Schema = schema.anyOf ? schema.anyOf[0] : schema
  if (schema.anyOf && dice.maybe(0.2)) return null
  if (variant.enum) return dice.one(variant.enum)
  const type = Array.isArray(variant.type) ? variant.type[0] : variant.type
  if (type === 'boolean') return dice.maybe(0.5)
  if (type === 'integer') {
    const row = /Ids?$/.test(name) ? known(name) : undefined
    return typeof row === 'number' ? row : Math.max(variant.minimum ?? 0, Math.min(variant.maximum ?? 1e9, dice.below(20)))
  }
  if (type === 'number') return Math.max(variant.minimum ?? 0, Math.min(variant.maximum ?? 1e9, dice.below(500) / 4))
  if (type === 'array')
    return depth > 3 ? [] : Array.from({ length: dice.below(3) }, () => goodValue(variant.items ?? {}, dice, known, name, depth + 1))
  if (type === 'object') return depth > 4 ? {} : goodBody(variant, dice, known, depth + 1)
  if (variant.format === 'uuid') return known(name) ?? '11111111-1111-4111-8111-111111111111'
  if (variant.format === 'email') return `bad${dice.below(1e9)}@example.com`
  if (variant.format === 'date') return `20${20 + dice.below(10)}-0${1 + dice.below(9)}-1${dice.below(10)}`
  if (variant.format === 'date-time') return `20${20 + dice.below(10)}-0${1 + dice.below(9)}-1${dice.below(10)}T10:00:00.000Z`
  if (variant.format === 'uri') return 'https://example.com/x'
  if (/colou?r/i.test(name)) return '#0055aa'
  if (/phone/i.test(name)) return '+1 212 555 0100'
  if (/password/i.test(name)) return 'Bad-Input-12345'
  return `${name} ${dice.below(1e9)}`.slice(0, variant.maxLength ?? 500).padEnd(variant.minLength ?? 1, 'x')
}
export const goodBody = (schema: Schema, dice: Dice, known: (name: string) => unknown, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, variant]) => [
      name,
      goodValue(variant, dice, known, name, depth),
    ]),
  )

export interface Source {
  operations: Operation[]
  token: string
  addressOf(path: string, pick: (name: string, rows: unknown[]) => string): string
  known(name: string): unknown
}

export const faults = [
  'query',
  'body',
  'bodies',
  'raw',
  'type',
  'token',
  'method',
  'path',
  'id',
  'upload',
  // Repeated, so that the most used inputs are tested more often.
  'query',
  'query',
  'body',
  'body',
] as const

/** Creates a bad request for an operation. `at` selects the fault, so that every operation gets every fault. */
export function badRequest(source: Source, operation: Operation, at: number, dice: Dice): BadRequest {
  const { token, known } = source
  let fault: string = faults[at % faults.length]!
  if (fault === 'upload' && !operation.upload) fault = 'query'
  if ((fault === 'body' || fault === 'bodies') && (!operation.body || operation.upload)) fault = operation.upload ? 'upload' : 'query'
  if ((fault === 'id' || fault === 'path') && operation.params.length === 0) fault = 'query'

  const request: BadRequest = {
    fault,
    method: operation.method,
    path: createPath(source, operation, fault, dice),
    headers: { authorization: `Bearer ${token}` },
    operation: operation.name,
    isSignedIn: true,
  }
  const send = (text: string | Buffer, type = 'application/json') => {
    request.body = Buffer.isBuffer(text) ? text : Buffer.from(text)
    request.headers['content-type'] = type
  }
  const good = () => (operation.body && !operation.upload ? goodBody(operation.body, dice, known) : undefined)
  const sendGood = () => {
    const body = good()
    if (body) send(JSON.stringify(body))
    else if (operation.upload) sendForm(send, operation, dice, known, true)
  }

  switch (fault) {
    case 'query':
      request.path += `?${badQuery(operation, dice)}`
      sendGood()
      break
    case 'body': {
      const body = good()!
      for (let i = dice.below(2); i >= 0; i--) body[badProperty(operation, dice)] = evilValue(dice)
      send(serializeRaw(body))
      break
    }
    case 'bodies':
      send(
        serializeRaw(dice.one([evilValue(dice), [good()], Object.fromEntries(Object.keys(good()!).map((key) => [key, evilValue(dice)]))])),
      )
      break
    case 'raw':
      send(rawBody(dice, JSON.stringify(good() ?? {})))
      break
    case 'type': {
      const type = dice.one([
        'text/plain',
        'text/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        '',
        'application/json; charset=utf-16',
        'x',
        'application/json, text/html',
        '*/*',
        'multipart/form-data; boundary=',
      ])
      send(JSON.stringify(good() ?? {}), type)
      if (dice.maybe(0.2)) request.headers['content-encoding'] = 'gzip'
      break
    }
    case 'token':
      request.isSignedIn = false
      request.headers = badToken(token, dice)
      sendGood()
      break
    case 'method': {
      request.method = dice.one(
        ['PATCH', 'OPTIONS', 'HEAD', 'PUT', 'POST', 'DELETE', 'GET', 'TRACE', 'PROPFIND'].filter((item) => item !== operation.method),
      )
      // The other call at this URL is tested separately, with its own schema.
      if (dice.maybe(0.5)) send(JSON.stringify(evilValue(dice)).replaceAll(rawMark, ''))
      break
    }
    case 'upload':
      sendForm(send, operation, dice, known, false)
      break
    default:
      sendGood()
  }
  if (dice.maybe(0.05)) request.headers['idempotency-key'] = dice.one(['x'.repeat(300), "';--", ' ', 'same', 'k'.repeat(200)])
  if (dice.maybe(0.03)) request.headers.range = dice.one(['bytes=5-2', 'bytes=-0', 'bytes=99999999999999999999-', 'bytes=a-b', 'lines=1-2'])
  return request
}

function createPath({ addressOf }: Source, operation: Operation, fault: string, dice: Dice): string {
  return addressOf(operation.path, (name, rows) => {
    const schema = operation.params.find((param) => param.name === name)?.schema ?? {}
    if (fault === 'path') return dice.maybe(0.5) ? dice.one(pathParts) : encodeURIComponent(sayable(evilText(dice)))
    if (fault !== 'id' && rows.length > 0 && dice.maybe(0.7)) return String(dice.one(rows))
    if (schema.format === 'uuid' && dice.maybe(0.6)) return `${dice.below(1e8).toString().padStart(8, '0')}-1111-4111-8111-111111111111`
    return dice.maybe(0.5) ? String(dice.below(5000)) : dice.one(ids)
  })
}

function badQuery(operation: Operation, dice: Dice): string {
  const names = operation.query.map(({ name }) => name)
  const parts: string[] = []
  const add = (name: string, text: string) =>
    parts.push(
      `${encodeURIComponent(name)}=${dice.maybe(0.9) ? encodeURIComponent(sayable(text)) : dice.one(['%', '%zz', '%00', '%ff%fe', '%c0%80'])}`,
    )
  const most = 1 + dice.below(4)
  for (let i = 0; i < most; i++) {
    if (names.length === 0 || dice.maybe(0.1))
      add(dice.one(['nope', '__proto__', 'constructor[prototype]', 'a[b][c]', '', 'id', '$where']), evilText(dice))
    else {
      const name = dice.one(names)
      if (name === 'sortBy' && dice.maybe(0.5)) add(name, dice.one(unknownColumns))
      else if (dice.maybe(0.15)) for (let n = 1 + dice.below(300); n > 0; n--) add(name, String(n))
      else add(dice.maybe(0.1) ? `${name}[]` : name, evilText(dice))
    }
  }
  return parts.join('&').slice(0, 12_000)
}

function badProperty(operation: Operation, dice: Dice): string {
  const own = Object.keys(operation.body?.properties ?? {})
  const foreign = [
    'id',
    'isDeleted',
    'createdById',
    'rowVersion',
    'createDate',
    'roleId',
    'permissions',
    'passwordHash',
    'search_text',
    'constructor',
    'nope',
    '',
    '\0',
    "a';--",
  ]
  return own.length > 0 && dice.maybe(0.8) ? dice.one(own) : dice.one(foreign)
}

/** Serializes JSON including what `JSON.stringify` cannot write: overflowing numbers and lone surrogates. */
const serializeRaw = (value: unknown): string => JSON.stringify(value ?? null).replace(new RegExp(`"${rawMark}([^"]*)"`, 'g'), '$1')

function rawBody(dice: Dice, good: string): Buffer {
  const texts = [
    '',
    ' ',
    '{',
    '[',
    '{"a":',
    '{a:1}',
    "{'a':1}",
    'nul',
    'undefined',
    'NaN',
    '"text"',
    '1',
    'true',
    '[]',
    '{}{}',
    `${good}x`,
    good.slice(0, -1),
    `\ufeff${good}`,
    good.replace('{', '{"__proto__":{"isAdmin":true},'),
    good.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},'),
    good.replace('{', '{"name":"first","name":["second"],'),
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `{"name":"${'a'.repeat(1_500_000)}"}`,
    `{"name":"\\u0000","abbreviation":"\\ud800"}`,
    '{"name":"\t\n"}',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ]
  if (dice.maybe(0.02)) return Buffer.from(`{"name":"${'a'.repeat(2_500_000)}"}`)
  if (dice.maybe(0.1)) return Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x22, 0xc3, 0x28, 0x7d])
  return Buffer.from(dice.one(texts))
}

function badToken(token: string, dice: Dice): Record<string, string> {
  return dice.one<Record<string, string>>([
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` },
    { authorization: `Bearer ${token}x` },
    { authorization: `Bearer ${token.slice(1)}` },
    { authorization: `Bearer ${token.toUpperCase()}` },
    { authorization: `Bearer ' or 1=1 --` },
    { authorization: `Bearer ${'a'.repeat(200)}` },
    { authorization: `Bearer ${'a'.repeat(6000)}` },
    { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.' },
    { authorization: `Bearer \xff\xfe` },
    { authorization: token },
    { cookie: `token=${token}` },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
  ])
}

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

function sendForm(
  send: (body: Buffer, type: string) => void,
  operation: Operation,
  dice: Dice,
  known: (name: string) => unknown,
  isGood: boolean,
) {
  const boundary = 'x-bad-input-boundary'
  const part = (head: string, data: Buffer | string) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(data as Buffer), Buffer.from('\r\n')])
  const end = Buffer.from(`--${boundary}--\r\n`)
  const file = (name: string, data: Buffer | string, fileName = 'a.png', type = 'image/png') =>
    part(`content-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: ${type}`, data)
  const field = operation.upload!
  const type = `multipart/form-data; boundary=${boundary}`
  const others = Object.entries((operation.body?.properties ?? {}) as Record<string, Schema>)
    .filter(([name]) => name !== field)
    .map(([name, schema]) =>
      part(
        `content-disposition: form-data; name="${name}"`,
        String((isGood ? goodValue(schema, dice, known, name) : evilText(dice)) ?? ''),
      ),
    )
  const sendComplete = (...parts: Buffer[]) => send(Buffer.concat([...others, ...parts, end]), type)
  if (isGood) return sendComplete(file(field, pixel))
  const bad: (() => void)[] = [
    () => sendComplete(),
    () => sendComplete(file('other', pixel)),
    () => sendComplete(file(field, '')),
    () => sendComplete(file(field, pixel.subarray(0, 40))),
    () => sendComplete(file(field, Buffer.alloc(100_000, 0x41))),
    () => sendComplete(file(field, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.svg', 'image/svg+xml')),
    () =>
      sendComplete(
        file(field, `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}">]><svg>${'&b;'.repeat(1000)}</svg>`, 'a.svg', 'image/svg+xml'),
      ),
    () => sendComplete(file(field, `<svg>${'<g>'.repeat(30_000)}`, 'a.svg', 'image/svg+xml')),
    () => sendComplete(file(field, hugePicture(), 'a.png')),
    () => sendComplete(file(field, 'GIF89a\xff\xff\xff\xff', 'a.gif', 'image/gif')),
    () => sendComplete(file(field, 'PK\x03\x04rubbish', 'a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')),
    () => sendComplete(file(field, pixel, '../../../etc/passwd')),
    () => sendComplete(file(field, pixel, `a\\"\0b${'n'.repeat(3000)}.png`)),
    () => sendComplete(file(field, pixel, 'CON'), file(field, pixel), file(field, pixel)),
    () => sendComplete(...Array.from({ length: 60 }, (_, i) => part(`content-disposition: form-data; name="f${i}"`, 'x'))),
    () => sendComplete(part(`content-disposition: form-data; name="__proto__"`, 'x'), file(field, pixel)),
    () => sendComplete(part('', 'x')),
    () => sendComplete(part(`content-disposition: form-data; name="${field}"`, 'no file')),
    () => send(Buffer.concat([file(field, pixel)]), type),
    () => send(file(field, pixel).subarray(0, 60), type),
    () => send(Buffer.concat([file(field, pixel), end]), 'multipart/form-data; boundary=another'),
    () => send(Buffer.concat([file(field, pixel), end]), 'multipart/form-data'),
    () => send(pixel, 'image/png'),
    () => send(Buffer.from('{}'), 'application/json'),
  ]
  dice.one(bad)()
}

function hugePicture(): Buffer {
  const data = Buffer.from(pixel)
  data.writeUInt32BE(60_000, 16)
  data.writeUInt32BE(60_000, 20)
  return data
}

/** Invalid or borderline HTTP, each sent on its own connection. */
export const brokenHttp: string[] = [
  'GET / \r\n\r\n',
  'GET /api/users HTTP/9.9\r\nhost: a\r\n\r\n',
  'FOO /api/users HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /api/users HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n',
  'GET /api/users HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n',
  `GET /api/users HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`,
  `GET /api/users?search=${'a'.repeat(40_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  'POST /api/account/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: -5\r\n\r\n{}',
  'POST /api/account/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/account/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n',
  'POST /api/account/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99999999999999999999\r\n\r\n{}',
  'GET /api/%00 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /api//users HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET //api/users HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /api/../../etc/passwd HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET http://example.com/api/users HTTP/1.1\r\nhost: a\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\0\0\0\0',
]
