import { buffer } from 'node:stream/consumers'
import { sendChecked } from './http-get.ts'
import { PrivateAddressError } from './public-address.ts'

const timeoutMs = 10_000
const mostBytes = 1_000_000
const hasNoBody = new Set([101, 204, 205, 304])

/** Fetch for addresses of a configured service: only public HTTPS addresses, unless private ones are allowed. Follows no redirect. */
export async function guardedFetch(
  address: string,
  { method = 'GET', headers, body }: { method?: string; headers?: Record<string, string>; body?: string },
  mayBePrivate: boolean,
): Promise<Response> {
  const url = new URL(address)
  if (!mayBePrivate && url.protocol !== 'https:') throw new PrivateAddressError()
  const sent = { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) }
  const message = await sendChecked(url, mayBePrivate, { method, headers: sent, signal: AbortSignal.timeout(timeoutMs) }, body)
  if (Number(message.headers['content-length'] ?? 0) > mostBytes) {
    message.destroy()
    throw new Error('The response is too large.')
  }
  const received = await buffer(message)
  const status = message.statusCode ?? 502
  const pairs = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Response(hasNoBody.has(status) ? null : received, { status, headers: pairs })
}
