import { CallError } from '../kit/request/client.ts'

export interface Challenge {
  challenge: string
  methods: readonly string[]
}

/** Challenge of a sign-in whose password was right and that needs a second factor. */
export function readChallenge(error: Error): Challenge | undefined {
  if (!(error instanceof CallError) || error.type !== 'SecondFactorRequired') return undefined
  const { body } = error
  if (typeof body !== 'object' || body === null || !('challenge' in body) || !('methods' in body)) return undefined
  const { challenge, methods } = body
  return typeof challenge === 'string' && Array.isArray(methods) ? { challenge, methods } : undefined
}
