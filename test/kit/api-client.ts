import { administrator } from './settings.ts'

export interface CallResult {
  status: number
  headers: Headers
  body: any
}
export type ApiClient = Awaited<ReturnType<typeof createApiClient>>

/** Returns a client for a server in another process, signed in as a user. FormData is sent as multipart. */
export async function createApiClient(url: string, credentials: { email: string; password: string } = administrator) {
  let token = ''
  async function callApi(
    method: string,
    path: string,
    body?: unknown,
    more: { url?: string; headers?: Record<string, string> } = {},
  ): Promise<CallResult> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${more.url ?? url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...more.headers,
      },
      body: isForm || body === undefined ? body : JSON.stringify(body),
    })
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, headers: answer.headers, body: isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer()) }
  }
  const { status, body } = await callApi('POST', '/api/account/login', credentials)
  if (status !== 200) throw new Error(`Nobody could sign in: ${status} ${JSON.stringify(body)}`)
  token = body.token
  return Object.assign(callApi, { token })
}
