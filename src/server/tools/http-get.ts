import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts'

export class NoResponseError extends Error {
  constructor() {
    super('No answer in time.')
  }
}
export class StatusError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The address returned ${status}.`)
    this.status = status
  }
}
export class TooLargeError extends Error {
  constructor() {
    super('The file is too large.')
  }
}

interface Wanted {
  address: string
  /** Covers everything from DNS lookup to the end of the body, redirects included. */
  timeoutMs: number
  mostBytes: number
  /** Also allows private networks. */
  mayBePrivate: boolean
  signal: AbortSignal
}
const mostRedirects = 3

/** Reads a user-supplied URL. Every redirect is checked like the first address. */
export async function readAddress({ address, timeoutMs, mostBytes, mayBePrivate, signal }: Wanted): Promise<Buffer> {
  const limit = AbortSignal.timeout(timeoutMs)
  const both = AbortSignal.any([signal, limit])
  let url = new URL(address)
  try {
    for (let redirects = 0; ; redirects++) {
      const response = await sendChecked(url, mayBePrivate, { headers: { accept: 'image/*' }, signal: both })
      const { statusCode = 0, headers } = response
      if (statusCode < 300) return await readBody(response, mostBytes)
      response.destroy()
      if (statusCode >= 400 || !headers.location || redirects === mostRedirects) throw new StatusError(statusCode)
      url = new URL(headers.location, url)
    }
  } catch (error) {
    throw limit.aborted && !signal.aborted ? new NoResponseError() : error
  }
}

/** Sends a request to a user-supplied URL. Connects to exactly the address that was checked, which prevents DNS rebinding. */
export function sendChecked(url: URL, mayBePrivate: boolean, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || (!mayBePrivate && isIP(host) !== 0 && !isPublicAddress(host))) return Promise.reject(new PrivateAddressError())
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    open(url, { ...options, agent: false, ...(!mayBePrivate && { lookup: publicLookup }) }, resolve)
      .on('error', reject)
      .end(body)
  })
}

async function readBody(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    size += part.length
    if (size > mostBytes) {
      response.destroy()
      throw new TooLargeError()
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}
