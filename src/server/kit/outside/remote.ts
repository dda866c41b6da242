import { setTimeout as pause } from 'node:timers/promises'
import { asError, errorCode } from '../../tools/faults.ts'
import { HttpError, upstream } from '../request/errors.ts'

/** A product of somebody else that we ask over HTTP. Only this address is ever called. */
export interface ExternalService {
  /** For people. */
  name: string
  baseUrl: string
  /** Carries the secret; never logged and never told. */
  headers: Record<string, string>
  /** For connecting and for the whole answer. */
  timeoutMs?: number
  /** Before the first repetition; each further one waits three times as long. */
  pauseMs?: number
  /** Three unless told otherwise; none where something is made, which may be there although the answer was lost. Who is told to wait waits in any case. */
  repetitions?: number
}

interface Asked {
  method?: 'GET' | 'POST' | 'PUT'
  query?: Record<string, string>
  body?: unknown
  /** Sent as a form instead of JSON. */
  form?: Record<string, string>
}

const mostRepetitions = 3
const mostRedirects = 3
const largestAnswer = 5 * 1024 * 1024
/** Somebody is waiting: a remote that asks for more patience than this is told of at once. */
const longestPauseMs = 10_000
const passing = new Set([429, 502, 503, 504])

/**
 * Asks a remote and answers status and JSON. What passes (429, 502, 503, 504, a lost connection) is tried again, at most three
 * times; a remote that refuses, is slow or speaks nonsense becomes one clear 502. Call it outside a transaction.
 */
export async function requestExternal(remote: ExternalService, path: string, asked: Asked = {}): Promise<{ status: number; body: any }> {
  const address = new URL(`${remote.baseUrl}${path}`)
  for (const [name, value] of Object.entries(asked.query ?? {})) address.searchParams.set(name, value)
  let wait = remote.pauseMs ?? 300
  for (let repetition = 0; ; repetition++, wait *= 3) {
    const isLast = repetition >= (remote.repetitions ?? mostRepetitions)
    const answer = await once(remote, address, asked).catch((error: Error) => {
      if (!(error instanceof Lost)) throw error
      if (isLast) throw upstream(`${remote.name} cannot be reached.`, error.message)
      return undefined
    })
    const isTold = answer?.status === 429 && repetition < mostRepetitions
    if (answer && !isTold && (isLast || !passing.has(answer.status))) return understood(remote, answer)
    const told = answer ? retryAfter(answer.headers.get('retry-after')) : undefined
    if (told !== undefined && told > longestPauseMs) return understood(remote, answer!)
    await pause(Math.max(wait, told ?? 0))
  }
}

/** The connection could not be made or broke. */
class Lost extends Error {}

interface Received {
  status: number
  headers: Headers
  text: string
}

async function once(remote: ExternalService, address: URL, { method = 'GET', body, form }: Asked): Promise<Received> {
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
        return { status: response.status, headers: response.headers, text: await textOf(response) }
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

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestAnswer) throw upstream('The answer is too large.', 'Size')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Seconds or a date, in milliseconds from now. */
function retryAfter(value: string | null): number | undefined {
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Answers what the caller can go on with: success, or a 404 and 400 that mean something. */
function understood(remote: ExternalService, { status, text }: Received) {
  if (status === 401 || status === 403) throw upstream(`${remote.name} denied access.`, `Status ${status}`)
  if (status === 429) throw upstream(`${remote.name} is too busy. Please try again later.`, 'Status 429')
  if (status >= 500) throw upstream(`${remote.name} has a problem.`, `Status ${status}`)
  try {
    return { status, body: text === '' ? undefined : JSON.parse(text) }
  } catch {
    throw upstream(`${remote.name} sent a response we do not understand.`, `Status ${status}`)
  }
}
