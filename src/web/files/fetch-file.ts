import { CallError, handleUnauthorized } from '../kit/request/client.ts'
import { token } from '../kit/request/session.ts'

/** Our own addresses open by their signature or for who is signed in. */
export const headersFor = (url: string): Record<string, string> => (url.startsWith('/api/') && token() ? { authorization: token()! } : {})

/** The same address with one more word in its query. */
export const withQuery = (url: string, query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`

/** Reads a file; what the server says instead becomes the error's words. */
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

/** UTF-8 unless the file begins with the mark of UTF-16, as Windows writes it. */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** Saves a file under its name, also where only a signed-in person may read it. */
export async function saveFile(name: string, url: string) {
  const isSigned = /[?&]signature=/.test(url)
  const address = isSigned ? withQuery(url, 'download=1') : URL.createObjectURL(await fetchFile(url))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  if (!isSigned) setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
