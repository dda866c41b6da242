import { toast } from '../look/toasts.tsx'
import { CallError, unknownError } from './client.ts'

/** Shows what went wrong, as the error catalogue says (application spec 8, reference spec 8). */
export function showError(error: unknown) {
  if (isCancelled(error)) return
  if (!(error instanceof CallError)) {
    console.error(error)
    return toast.error((error instanceof Error && error.message) || unknownError)
  }
  // Whoever has to sign in again reads so on the login page.
  if (error.status === 401) return
  toast.error(error.message, typeof error.body === 'string' ? { duration: 10_000 } : {})
}

export const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The fields a form can mark instead of a notification. */
export const errorFields = (error: unknown) => (error instanceof CallError && error.type === 'Validation' ? error.fields : undefined)
