import { ssoProblems } from '../../model/access/single-sign-on.ts'

const key = 'single-sign-on'

/** Secret of this page, whose hash goes with the browser to the provider. Without a secure context there is none. */
export async function singleSignOnAddress(path: string, returnTo: string | undefined): Promise<string> {
  const query = new URLSearchParams(returnTo ? { returnTo } : {})
  if (crypto.subtle) {
    const secret = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    sessionStorage.setItem(key, secret)
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
    query.set('binding', [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  }
  return `${path}?${query}`
}

/** Takes the secret of the sign-in that this page began. Without one, another page began it, and its code must not be used here. */
export function takeBinding(): { binding: string | null; isOurs: boolean } {
  const binding = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return { binding, isOurs: binding !== null || !crypto.subtle }
}

export const singleSignOnProblem = (reason: unknown) =>
  typeof reason === 'string' && Object.hasOwn(ssoProblems, reason) ? ssoProblems[reason] : undefined
