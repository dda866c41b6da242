import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '../../../model/kit/call.ts'
import type { AnyCall } from '../../../model/kit/description.ts'
import { signOut, token } from './session.ts'
import { confirmIdentity } from './step-up.ts'

export type { AnyCall }

/** `params` is required if the call's path has parameters. */
type Params<C, Names = keyof ParamsOf<C>> = string extends Names
  ? { params?: Record<string, string | number> }
  : [Names] extends [never]
    ? { params?: Record<string, string | number> }
    : { params: ParamsOf<C> }
export type ReadArgs<C> = Params<C> & { query?: QueryOf<C>; isPrefetch?: boolean }
export type Args<C> = ReadArgs<C> & {
  body?: BodyOf<C>
  file?: Blob
  files?: readonly Blob[]
  signal?: AbortSignal
  /** With a repeated key, the server returns the stored response instead of repeating the action. */
  idempotencyKey?: string
  onProgress?: (percent: number) => void
}

interface ErrorBody {
  errorType?: string
  detail?: string
  message?: string
  errors?: string | string[]
  fields?: Record<string, string[]>
  /** Current row, if the request's version is outdated. */
  current?: unknown
}
const bodyFields = (body: unknown): ErrorBody => (typeof body === 'object' && body !== null ? body : {})

/** Failed call with a message from the error catalog (application spec 8). Status 0 means no response. */
export class CallError extends Error {
  status: number
  body: unknown
  /** Parsed error body. Empty if the response comes from a proxy rather than from our server. */
  said: ErrorBody

  constructor(status: number, body: unknown) {
    super(responseErrorText(status, body))
    this.status = status
    this.body = body
    this.said = bodyFields(body)
  }

  get type(): string | undefined {
    return this.said.errorType
  }

  get fields(): ErrorBody['fields'] {
    return this.said.fields
  }
}

/** Page of users who must set up a second factor before they can do anything else. */
const setupPath = '/account/second-factor'

/** Spelled exactly as in the specification. */
export const unknownError = 'Unknown error occured!'

function responseErrorText(status: number, body: unknown): string {
  if (status === 0) return 'Error receiving a response!'
  if (typeof body === 'string' && body !== '') return body
  if (typeof body !== 'object' || body === null) return unknownError
  const { errorType, errors, message, detail } = bodyFields(body)
  const joined = [errors].flat().filter(Boolean).join('\n')
  if (errorType === 'Validation' || joined) return joined || unknownError
  return [message, detail].filter(Boolean).join('\n') || unknownError
}

const afterChanges = new Set<() => void>()
/** Registers a listener that runs after every call that may have changed data, before the caller receives the response. */
export function onMutation(listener: () => void) {
  afterChanges.add(listener)
}

export async function request<C extends AnyCall>(call: C, args: Args<C> = {} as Args<C>): Promise<ResponseOf<C>> {
  const used = token()
  const headers = new Headers()
  if (used) headers.set('authorization', used)
  if (args.isPrefetch) headers.set('purpose', 'prefetch')
  if (call.method === 'POST') headers.set('idempotency-key', args.idempotencyKey ?? createIdempotencyKey())

  const { status, body } = call.upload ? await uploadForm(call, args, headers) : await sendJson(call, args, headers)
  if (status >= 200 && status < 300) {
    if (call.method !== 'GET') for (const listener of afterChanges) listener()
    return body as ResponseOf<C>
  }

  if (call.permission !== 'anyone') handleUnauthorized(status, body, used)
  const { errorType } = bodyFields(body)
  // The same request succeeds once the user has confirmed their identity.
  if (status === 403 && errorType === 'StepUpRequired' && (await confirmIdentity())) return request(call, args)
  if (status === 403 && errorType === 'SecondFactorSetupRequired' && location.pathname !== setupPath) location.assign(setupPath)
  throw new CallError(status, body)
}

/**
 * Signs the user out after a 401. Ignores late responses for an earlier token. Ignores requests without a token, because they do not
 * explain why the last session ended.
 */
export function handleUnauthorized(status: number, body: unknown, used: string | null | undefined) {
  if (status !== 401 || !used || used !== token()) return
  if (bodyFields(body).errorType === 'Relogin') setTimeout(() => signOut('permissions-updated'), 100)
  else signOut('token-expired')
}

export function callUrl(call: AnyCall, { params = {}, query = {} }: { params?: object; query?: object }): string {
  const path = call.path.replace(/:(\w+)/g, (_, name) => {
    const value = (params as Record<string, string | number>)[name]
    if (value === undefined) throw new Error(`${call.method} ${call.path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const item of [value].flat()) if (item !== undefined && item !== null && item !== '') search.append(key, String(item))
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

type Sent = Omit<Args<AnyCall>, 'params' | 'query'> & { params?: object; query?: object }
interface Received {
  status: number
  body: unknown
}

async function sendJson(call: AnyCall, args: Sent, headers: Headers): Promise<Received> {
  let body: string | undefined
  if (call.method === 'POST' || call.method === 'PUT' || args.body) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(args.body ?? {})
  }
  const address = callUrl(call, args)
  try {
    const response = await fetch(address, { method: call.method, headers, body, signal: args.signal })
    if (response.ok && call.response.kind === 'file') return { status: response.status, body: await response.blob() }
    return { status: response.status, body: readBody(await response.text(), response.headers.get('content-type')) }
  } catch (error) {
    if (args.signal?.aborted) throw error
    throw new CallError(0, undefined)
  }
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function uploadForm(call: AnyCall, args: Sent, headers: Headers): Promise<Received> {
  const form = new FormData()
  for (const [key, value] of Object.entries(args.body ?? {})) if (value != null) form.append(key, String(value))
  for (const file of args.files ?? (args.file ? [args.file] : [])) form.append(call.upload!, file)

  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(call.method, callUrl(call, args))
    for (const [name, value] of headers) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total }) => args.onProgress?.(total ? Math.round((loaded / total) * 100) : 0)
    xhr.onload = () => resolve({ status: xhr.status, body: readBody(xhr.responseText, xhr.getResponseHeader('content-type')) })
    xhr.onerror = () => reject(new CallError(0, undefined))
    xhr.onabort = () => reject(new DOMException('Uploading was cancelled!', 'AbortError'))
    if (args.signal?.aborted) return xhr.onabort(new ProgressEvent('abort'))
    args.signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(form)
  })
}

/** An HTML body comes from a proxy, not from our server, so its text is not shown to users. */
function readBody(text: string, type: string | null): unknown {
  if (text === '' || type?.includes('html')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `crypto.randomUUID` exists only in secure contexts, and an on-premises installation may use plain HTTP. */
export const createIdempotencyKey = () =>
  crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(16)).join('-')
