import { setTimeout as pause } from 'node:timers/promises'
import { HttpError } from '../kit/request/errors.ts'

const mostTries = 3

/** The request may have succeeded even though it failed here: any upstream error except a plain 4xx. */
const mayBeDone = (error: unknown) => error instanceof HttpError && error.status === 502 && !/Status 4\d\d/.test(error.message)

/**
 * Creates an external object exactly once. Each attempt first looks for our mark, so an object whose response was lost is found instead of
 * created again.
 */
export async function madeOnce<T>(find: () => Promise<T | undefined>, make: () => Promise<T>, pauseMs = 300): Promise<T> {
  for (let tries = 1; ; tries++) {
    const there = await find()
    if (there !== undefined) return there
    try {
      return await make()
    } catch (error) {
      if (!mayBeDone(error) || tries === mostTries) throw error
      await pause(pauseMs * 3 ** tries)
    }
  }
}

/** Removes our secrets from a message of an external service and limits it to 300 characters. */
export function redactSecrets(message: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)])
  // Replaces the longest first, because one secret may contain another. The last pattern matches temporary tokens (JWT).
  const known = forms.filter((form) => form.length > 3).toSorted((a, b) => b.length - a.length)
  const text = known.reduce((left, form) => left.replaceAll(form, '***'), message).replace(/\beyJ[\w.-]{10,}/g, '***')
  return text.replace(/\s+/g, ' ').trim().slice(0, 300)
}
