import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs a path that opens without a session until `expiresAt`, for images in pages and for downloads. */
export function signPath(secret: string, path: string, expiresAt: Date, holder?: string): string {
  const expires = Math.floor(expiresAt.getTime() / 1000)
  const signature = computeSignature(secret, path, expires, holder)
  return `${path}?expires=${expires}&signature=${signature}${holder === undefined ? '' : `&for=${encodeURIComponent(holder)}`}`
}

export function checkSignature(
  secret: string,
  path: string,
  query: { expires?: unknown; signature?: unknown; for?: unknown },
  now: Date,
): boolean {
  const { expires, signature } = query
  const holder = typeof query.for === 'string' ? query.for : undefined
  if (typeof signature !== 'string' || typeof expires !== 'string' || !/^\d{1,12}$/.test(expires)) return false
  const givenSignature = Buffer.from(signature)
  const expectedSignature = Buffer.from(computeSignature(secret, path, Number(expires), holder))
  return (
    givenSignature.length === expectedSignature.length &&
    timingSafeEqual(givenSignature, expectedSignature) &&
    Number(expires) * 1000 > now.getTime()
  )
}

/**
 * Replaces slashes and control characters, and drops marks that reverse the direction of text: a program could read as a
 * picture.
 */
export const cleanFileName = (name: string) =>
  Buffer.from(name)
    .toString()
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}/\\]/gu, '-')

/** Content-Disposition header for any file name (RFC 6266 and 8187). */
export function contentDisposition(name: string, kind: 'inline' | 'attachment'): string {
  const safe = cleanFileName(name) || 'file'
  const exact = encodeURIComponent(safe).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  // Some browsers decode percent signs in the plain form and others stop at a quote, so both are replaced.
  const plain = safe
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["%]/gu, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}

function computeSignature(secret: string, path: string, expires: number, holder?: string): string {
  const text = holder === undefined ? `${expires}\n${path}` : `${expires}\n${path}\n${holder}`
  return createHmac('sha256', secret).update(text).digest('base64url')
}
