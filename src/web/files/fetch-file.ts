import { CallError, handleUnauthorized } from '../kit/request/client.ts'
import { token } from '../kit/request/session.ts'

/** Adds the session token for our own URLs, which open with a signature or a session. */
export const headersFor = (url: string): Record<string, string> => (url.startsWith('/api/') && token() ? { authorization: token()! } : {})

export const withQuery = (url: string, query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`

/** Downloads a file. Throws an error with the server's message if the request fails. */
export async function fetchFile(url: string, signal?: AbortSignal): Promise<Blob> {
  if (!url) throw new Error('There is no address.')
  const headers = headersFor(url)
  let response: Response
  try {
    response = await fetch(url, { headers, signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0, undefined)
  }
  if (response.ok) return response.blob()
  const text = await response.text()
  const body: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  handleUnauthorized(response.status, body, headers.authorization)
  throw new CallError(response.status, body)
}

/** Decodes as UTF-8, or as UTF-16 if the file starts with a UTF-16 byte order mark, as Windows writes it. */
export async function decodeFileText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** Saves a file under its name. Without a signed URL, the file is fetched with the session token first. */
export async function saveFile(name: string, url: string) {
  const isSigned = /[?&]signature=/.test(url)
  const address = isSigned ? withQuery(url, 'download=1') : URL.createObjectURL(await fetchFile(url))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  if (!isSigned) setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
