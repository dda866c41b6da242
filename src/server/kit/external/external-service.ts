import { setTimeout as pause } from 'node:timers/promises'
import { asError, errorCode } from '../../tools/errors.ts'
import { HttpError, upstream } from '../request/errors.ts'

/** An external service called over HTTP. Requests never go to any other base URL. */
export interface ExternalService {
  name: string
  baseUrl: string
  /** Include the secret; never logged or shown. */
  headers: Record<string, string>
  /** Applies to connecting and to the whole response. */
  timeoutMs?: number
  /** Pause before the first retry; each further one triples. */
  pauseMs?: number
  /**
   * Retries, 3 by default. Use 0 for requests that create something, because a lost response may hide a success. A `Retry-After` is always
   * honored.
   */
  repetitions?: number
}

interface ExternalRequest {
  method?: 'GET' | 'POST' | 'PUT'
  query?: Record<string, string>
  body?: unknown
  form?: Record<string, string>
}

const mostRepetitions = 3
const mostRedirects = 3
const largestAnswer = 5 * 1024 * 1024
/** A user is waiting: a longer `Retry-After` is reported as an error immediately. */
const longestPauseMs = 10_000
const passing = new Set([429, 502, 503, 504])

/**
 * Calls a remote service and returns status and JSON. Retries temporary failures (429, 502, 503, 504, a lost connection) at most three
 * times. A refusal, a timeout, or an invalid response becomes a 502. Call it outside a transaction.
 */
export async function requestExternal(
  remote: ExternalService,
  path: string,
  options: ExternalRequest = {},
): Promise<{ status: number; body: any }> {
  const address = new URL(`${remote.baseUrl}${path}`)
  for (const [name, value] of Object.entries(options.query ?? {})) address.searchParams.set(name, value)
  let wait = remote.pauseMs ?? 300
  for (let repetition = 0; ; repetition++, wait *= 3) {
    const isLast = repetition >= (remote.repetitions ?? mostRepetitions)
    const answer = await once(remote, address, options).catch((error: Error) => {
      if (!(error instanceof Lost)) throw error
      if (isLast) throw upstream(`${remote.name} cannot be reached.`, error.message)
      return undefined
    })
    const isTold = answer?.status === 429 && repetition < mostRepetitions
    if (answer && !isTold && (isLast || !passing.has(answer.status))) return parseResponse(remote, answer)
    const retryDelay = answer ? retryAfter(answer.headers.get('retry-after')) : undefined
    if (retryDelay !== undefined && retryDelay > longestPauseMs) return parseResponse(remote, answer!)
    await pause(Math.max(wait, retryDelay ?? 0))
  }
}

class Lost extends Error {}

interface Received {
  status: number
  headers: Headers
  text: string
}

async function once(remote: ExternalService, address: URL, { method = 'GET', body, form }: ExternalRequest): Promise<Received> {
  const signal = AbortSignal.timeout(remote.timeoutMs ?? 10_000)
  try {
    for (let redirects = 0, at = address; ; redirects++) {
      const response = await fetch(at, {
        method,
        signal,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...remote.headers,
        },
        body: form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body),
      })
      if (response.status < 300 || response.status > 399)
        return { status: response.status, headers: response.headers, text: await readText(response) }
      const next = new URL(response.headers.get('location') ?? '', at)
      if (next.origin !== address.origin || redirects >= mostRedirects || method !== 'GET')
        throw upstream(`${remote.name} redirected to another address.`, 'A redirect was refused.')
      at = next
    }
  } catch (error) {
    if (signal.aborted) throw upstream(`${remote.name} did not answer in time.`, 'Timeout')
    if (error instanceof HttpError) throw error
    throw new Lost(errorCode(asError(error).cause) ?? 'No connection')
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestAnswer) throw upstream('The answer is too large.', 'Size')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function retryAfter(value: string | null): number | undefined {
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Returns responses the caller can handle: success, or a meaningful 400 or 404. Throws for all others. */
function parseResponse(remote: ExternalService, { status, text }: Received) {
  if (status === 401 || status === 403) throw upstream(`${remote.name} denied access.`, `Status ${status}`)
  if (status === 429) throw upstream(`${remote.name} is too busy. Please try again later.`, 'Status 429')
  if (status >= 500) throw upstream(`${remote.name} has a problem.`, `Status ${status}`)
  try {
    return { status, body: text === '' ? undefined : JSON.parse(text) }
  } catch {
    throw upstream(`${remote.name} sent a response we do not understand.`, `Status ${status}`)
  }
}
