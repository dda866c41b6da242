import { setTimeout as pause } from 'node:timers/promises'
import { HttpError } from '../kit/request/errors.ts'

const mostTries = 3

/** Whether a question that failed may have been done although nobody told: anything but a plain refusal. */
const mayBeDone = (error: unknown) => error instanceof HttpError && error.status === 502 && !/Status 4\d\d/.test(error.message)

/**
 * Makes something in a product of others, once: before each try it is looked for by our mark, so what was made while the answer was
 * lost is found and not made again.
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

/** What a product of others said, without anything that was told to it in confidence. */
export function harmless(said: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)])
  // The longest first: one may be a part of another. Tokens that were given for a while look like this everywhere.
  const known = forms.filter((form) => form.length > 3).toSorted((a, b) => b.length - a.length)
  const text = known.reduce((left, form) => left.replaceAll(form, '***'), said).replace(/\beyJ[\w.-]{10,}/g, '***')
  return text.replace(/\s+/g, ' ').trim().slice(0, 300)
}
