import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts'

export class NoResponseError extends Error {
  constructor() {
    super('No answer in time.')
  }
}

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

/**
 * Posts to a user-supplied URL and returns the status. Follows no redirect and reads no response body. Connects to exactly the address that
 * was checked, which prevents DNS rebinding.
 */
export function postJson({ address, headers, body, timeoutMs, mayBePrivate, signal }: Posted): Promise<number> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!mayBePrivate && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(new PrivateAddressError())
  const sendRequest = url.protocol === 'https:' ? httpsRequest : httpRequest
  const limit = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const clientRequest = sendRequest(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.any([signal, limit]),
        ...(!mayBePrivate && { lookup: publicLookup }),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.destroy()
      },
    )
    clientRequest.on('error', (error) => reject(limit.aborted ? new NoResponseError() : error))
    clientRequest.end(body)
  })
}
