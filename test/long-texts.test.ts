import { Agent, request as httpRequest } from 'node:http'
import { expect, it } from 'vitest'
import type { Field, Fields } from '../src/model/kit/description.ts'
import { permissionNames } from '../src/model/permissions.ts'
import { routes } from '../src/server/areas.ts'
import { goodBody, makeDice } from './bad-requests.ts'
import { createRowSource } from './kit/row-source.ts'
import { startApp } from './kit/start.ts'
import { timeoutMs } from './kit/timeouts.ts'

/** Denial-of-service texts, each slow for one kind of careless pattern. At this length, quadratic time takes seconds. */
const many = 75_000
const worst: Record<string, string> = {
  spaces: `x${' '.repeat(many)}x`,
  lines: `x${'\n'.repeat(many)}x`,
  'spaces and lines': `x${' \r\n'.repeat(many / 3)}x`,
  letters: `${'a'.repeat(many)}!`,
  'no mailbox': `a@${'a.'.repeat(many / 2)}`,
  'at signs': '@'.repeat(many),
  dots: `1${'.'.repeat(many)}`,
  digits: `${'0'.repeat(many)}!`,
  dashes: `${'-'.repeat(many)}a`,
  'open tags': '<p '.repeat(many / 3),
  accents: 'é'.repeat(many),
  joined: '👩‍👧'.repeat(many / 8),
}
const longestWaitMs = 100
/** A fast operation never takes this long on any machine. */
const hopelessMs = 1500

const app = await startApp()
const caller = await app.signInAs(permissionNames, { isNew: true })
const agent = new Agent({ keepAlive: true })

/** Repeats slow measurements: a busy machine is slow at times and with everything, but a slow pattern is slow every time. */
async function expectQuick(label: string, measure: () => number | Promise<number>, plain: () => number | Promise<number> = () => 0) {
  let ms = await measure()
  let limit = longestWaitMs
  for (let again = 0; again < 9 && ms > limit && (again < 3 || ms < hopelessMs); again++) {
    limit = Math.max(limit, 4 * (await plain()))
    ms = Math.min(ms, await measure())
  }
  expect(ms, label).toBeLessThan(limit)
}

it('validates a field quickly for any input', async () => {
  const fields = new Map<Field, string>()
  const gather = (formFields: Fields, where: string) => {
    for (const [key, field] of Object.entries(formFields)) {
      if (!fields.has(field)) fields.set(field, `${where} ${key}`)
      if (field.fields) gather(field.fields, where)
    }
  }
  for (const { call } of routes)
    for (const formFields of [call.params, call.query, call.body] as Fields[]) gather(formFields, `${call.method} ${call.path}`)
  expect(fields.size).toBeGreaterThan(300)
  // Includes texts of exactly the maximum length, which are validated completely.
  for (const [field, name] of fields)
    for (const [kind, text] of Object.entries(worst))
      for (const item of [text, text.slice(0, field.max ?? 500), [text], { name: text }]) {
        await expectQuick(`${name}, ${kind}`, () => {
          const since = performance.now()
          field.check(item, () => undefined)
          return performance.now() - since
        })
      }
})

type Schema = Record<string, any>
type Place = (string | number)[]

/** Paths of all texts in a body at any depth. A field that accepts anything accepts text. */
function textsIn(schema: Schema, at: Place = []): { at: Place; most: number }[] {
  const variant: Schema = schema.anyOf?.[0] ?? schema
  const type = [variant.type].flat()[0]
  if (variant.enum) return [{ at, most: 0 }]
  if (type === 'array') return textsIn(variant.items ?? {}, [...at, 0])
  if (type === 'object')
    return Object.entries((variant.properties ?? {}) as Record<string, Schema>).flatMap(([key, one]) => textsIn(one, [...at, key]))
  return type === 'string' || type === undefined ? [{ at, most: variant.maxLength ?? 0 }] : []
}

function putTextAt(body: Record<string, unknown>, at: Place, text: string) {
  let inner: any = body
  for (const [n, step] of at.slice(0, -1).entries()) {
    if (typeof inner[step] !== 'object' || inner[step] === null) inner[step] = typeof at[n + 1] === 'number' ? [] : {}
    inner = inner[step]
  }
  inner[at.at(-1) as string] = text
}

const kinds = Object.values(worst)
const files: Record<string, string> = {
  csv: 'Manufacturer,Model,Tag,Description\n',
  yaml: 'manufacturer: Acme\nmodel: ',
  xml: '<?xml version="1.0"?><WCEQUIPDEF><EquipDef EquipmentName="',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><text>',
  xlsx: 'PK\u0003\u0004',
  zip: 'PK\u0005\u0006',
}
/** Limit of texts per body, because a body may have at most two megabytes. */
const mostTexts = 12

/** Builds the fewest bodies that fill every text with worst-case input, in two variants. */
function worstBodies(schema: Schema, good: () => Record<string, unknown>): Buffer[] {
  const texts = textsIn(schema)
  const bodies: Buffer[] = []
  for (const shift of [0, 5])
    for (let from = 0; from < texts.length; from += mostTexts) {
      const body = good()
      for (const [n, { at, most }] of texts.slice(from, from + mostTexts).entries()) {
        const text = kinds[(from + n + shift) % kinds.length] ?? ''
        // Long fields get exactly their maximum length, because only accepted texts are processed completely.
        putTextAt(body, at, most > 5000 ? text.slice(0, most) : text)
      }
      bodies.push(Buffer.from(JSON.stringify(body)))
    }
  return bodies
}

/** Builds uploads of every file type with worst-case contents and fields, in two variants and with cells of the maximum length. */
function worstForms(upload: string, schema: Schema): FormData[] {
  const texts = Object.keys(schema.properties ?? {}).filter((key) => key !== upload)
  return Object.entries(files).flatMap(([ending, begin], index) =>
    [0, 5].map((shift) => {
      const form = new FormData()
      const worstAt = (n: number) => kinds[(index + n + shift) % kinds.length] ?? ''
      for (const [n, key] of texts.entries()) form.append(key, worstAt(n).slice(0, 50_000))
      const cell = worstAt(0).slice(0, 30_000)
      form.append(
        upload,
        new Blob([begin, ...Array.from({ length: 30 }, () => `${cell},${cell}\n`)]),
        `${worstAt(1)
          .replace(/[\r\n"]/g, '_')
          .slice(0, 500)}.${ending}`,
      )
      return form
    }),
  )
}

function send(method: string, path: string, body?: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${caller.token}`,
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    }
    const request = httpRequest(`${app.url}${path}`, { agent, method, headers, timeout: timeoutMs(60_000) }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    request.on('error', reject)
    request.end(body)
  })
}

async function longestWait(run: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const asking = (async () => {
    while (!isOver) {
      const since = performance.now()
      await send('GET', '/api/health')
      longest = Math.max(longest, performance.now() - since)
    }
  })()
  await run()
  isOver = true
  await asking
  return longest
}

it('responds to others while every text of a call is as long and bad as possible', async () => {
  const source = await createRowSource(app, caller, 4711)
  const dice = makeDice(4711)
  const requests = source.operations.flatMap(({ method, path, params, query, body, upload, name }) => {
    const address = source.addressOf(path, (param, rows) => {
      const isUuid = params.find((item) => item.name === param)?.schema.format === 'uuid'
      return String(rows.length > 0 ? dice.one(rows) : isUuid ? '00000000-0000-4000-8000-000000000000' : 1)
    })
    const bodies = body && !upload ? worstBodies(body, () => goodBody(body, dice, source.known)) : []
    const forms = body && upload ? worstForms(upload, body) : []
    // A URL must fit the request header limit.
    const search = new URLSearchParams(query.map((item) => [item.name, ' a\n.'.repeat(800 / query.length)]))
    return [
      ...bodies.map((item) => ({ name, run: () => send(method, address, item) })),
      ...forms.map((form) => ({ name, run: async () => (await caller('POST', address, form)).status })),
      ...(query.length > 0 ? [{ name, run: () => send(method, `${address}?${search}`) }] : []),
    ]
  })
  expect(requests.length).toBeGreaterThan(300)
  // Same size, but in a field that is ignored.
  const harmless = Buffer.from(JSON.stringify({ other: 'x'.repeat(1_000_000) }))
  const plain = () => longestWait(() => send('POST', '/api/account/login', harmless))
  for (const { name, run } of requests) await expectQuick(name, () => longestWait(run), plain)
})
