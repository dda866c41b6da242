import { NoResponseError, sendChecked } from './http-get.ts'

interface Posted {
  address: string
  headers: Record<string, string>
  body: string
  /** Covers everything from DNS lookup to response headers. */
  timeoutMs: number
  /** Also allows private networks. */
  mayBePrivate: boolean
  signal: AbortSignal
}

/** Posts to a user-supplied URL and returns the status. Follows no redirect and reads no response body. */
export async function postJson({ address, headers, body, timeoutMs, mayBePrivate, signal }: Posted): Promise<number> {
  const limit = AbortSignal.timeout(timeoutMs)
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.any([signal, limit]),
  }
  try {
    const answer = await sendChecked(new URL(address), mayBePrivate, options, body)
    answer.destroy()
    return answer.statusCode ?? 0
  } catch (error) {
    throw limit.aborted ? new NoResponseError() : error
  }
}
