import { timeoutMs } from '../timeouts.ts'

export type Row = Record<string, any>

export interface Asking {
  token: string
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<{ status: number; body: any }>
  get(path: string): Promise<any>
  make(path: string, body?: unknown, headers?: Record<string, string>): Promise<Row>
  put(path: string, body?: unknown): Promise<Row>
  remove(path: string): Promise<void>
}

/** HTTP client for a server. An unsuccessful response throws an error with all details. */
export function createApiClient(url: string, token = ''): Asking {
  const sendRequest: Asking['ask'] = async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs(60_000)),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: text && isJson ? JSON.parse(text) : text }
  }
  const well = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await sendRequest(method, path, body, headers)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)} to ${JSON.stringify(body)}`)
    return answer.body
  }
  return {
    token,
    ask: sendRequest,
    get: (path) => well('GET', path),
    make: (path, body = {}, headers) => well('POST', path, body, headers),
    put: (path, body = {}) => well('PUT', path, body),
    remove: (path) => well('DELETE', path),
  }
}

export async function signedIn(url: string, { email, password }: { email: string; password: string }): Promise<Asking> {
  const { token } = await createApiClient(url).make('/account/login', { email, password })
  return createApiClient(url, token)
}
