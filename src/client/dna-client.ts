import { type BodyOf, type ParamsOf, type QueryOf, type ResponseOf, standardCalls } from '../model/kit/call.ts'
import type { AnyCall, Resource } from '../model/kit/description.ts'

type Arguments<C> = (keyof ParamsOf<C> extends never ? { params?: undefined } : { params: ParamsOf<C> }) & {
  query?: QueryOf<C>
  body?: BodyOf<C>
  file?: { data: Blob; name: string }
  /** Repeating a key returns the first result instead of running the call twice. */
  idempotencyKey?: string
  signal?: AbortSignal
}
/** Makes the arguments optional unless the call has path parameters. */
type Given<C> = keyof ParamsOf<C> extends never ? [args?: Arguments<C>] : [args: Arguments<C>]
type CallsOf<R extends Resource> = ReturnType<typeof standardCalls<R>>
/** Standard calls of a resource as functions: `list`, `read`, `create`, and any others it has. */
type Bound<Calls> = {
  [K in keyof Calls]: NonNullable<Calls[K]> extends AnyCall
    ? ((...args: Given<NonNullable<Calls[K]>>) => Promise<ResponseOf<NonNullable<Calls[K]>>>) | Extract<Calls[K], undefined>
    : Calls[K]
}

export class DnaError extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(`DNA answered ${status}: ${typeof body === 'string' ? body : JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

interface Options {
  /** Base URL of the app, for example `https://dna.firm.example`. */
  address: string
  /** API token from the profile of the user the program acts for. */
  token: string
}

/**
 * API client for programs, typed by the same call definitions the app uses:
 *
 * const dna = connect({ address: 'https://dna.firm.example', token: process.env.DNA_TOKEN })
 * const { items } = await dna.of(clients).list({ query: { search: 'Museum' } })
 * const inbox = await dna.call(readSystemStatus)
 */
export function connect({ address, token }: Options) {
  const origin = address.replace(/\/$/, '')
  async function sendCall<C extends AnyCall>(apiCall: C, given: Sent): Promise<ResponseOf<C>> {
    const headers = new Headers({ authorization: `Bearer ${token}` })
    if (apiCall.method === 'POST') headers.set('idempotency-key', given.idempotencyKey ?? crypto.randomUUID())
    const body = requestBody(apiCall, given, headers)
    const answer = await fetch(`${origin}${requestPath(apiCall, given)}`, {
      method: apiCall.method,
      headers,
      body,
      signal: given.signal,
      redirect: 'error',
    })
    if (!answer.ok) throw new DnaError(answer.status, errorIn(await answer.text()))
    // The app and its tests guarantee that responses match the call's description, so the client does not validate them.
    if (apiCall.response.kind === 'file') return Object(await answer.blob())
    const text = await answer.text()
    return JSON.parse(text === '' ? 'null' : text)
  }
  const call = <C extends AnyCall>(apiCall: C, ...[args]: Given<C>): Promise<ResponseOf<C>> => sendCall(apiCall, args ?? {})
  function of<R extends Resource>(resource: R): Bound<CallsOf<R>> {
    const calls = Object.entries<AnyCall | undefined>(standardCalls(resource))
    const bound = calls.map(([name, one]) => [name, one && ((args?: Sent) => sendCall(one, args ?? {}))])
    // Uses a null prototype, so that inherited object names are not found.
    return Object.assign(Object.create(null), Object.fromEntries(bound))
  }
  return { call, of }
}

interface Sent {
  params?: object
  query?: object
  body?: object
  file?: { data: Blob; name: string }
  idempotencyKey?: string
  signal?: AbortSignal
}

function requestPath(call: AnyCall, { params = {}, query = {} }: Sent): string {
  const known = new Map(Object.entries(params))
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    if (known.get(name) === undefined) throw new Error(`${call.method} ${call.path} needs ${name}`)
    return encodeURIComponent(String(known.get(name)))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const item of [value].flat()) if (item !== undefined && item !== null) search.append(key, String(item))
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

function requestBody(call: AnyCall, { body = {}, file }: Sent, headers: Headers): string | FormData | undefined {
  if (call.upload) {
    const form = new FormData()
    for (const [key, value] of Object.entries(body)) if (value !== undefined && value !== null) form.append(key, String(value))
    if (file) form.append(call.upload, file.data, file.name)
    return form
  }
  if (call.method !== 'POST' && call.method !== 'PUT') return undefined
  headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}

function errorIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
