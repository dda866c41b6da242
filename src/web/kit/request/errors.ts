import { toast } from '../look/toasts.tsx'
import { CallError, unknownError } from './client.ts'

/** Shows an error as the error catalog defines (application spec 8, reference spec 8). */
export function showError(error: unknown) {
  if (isCancelled(error)) return
  if (!(error instanceof CallError)) {
    console.error(error)
    return toast.error((error instanceof Error && error.message) || unknownError)
  }
  if (error.status === 401) return
  toast.error(error.message, typeof error.body === 'string' ? { duration: 10_000 } : {})
}

export const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

export const errorFields = (error: unknown) => (error instanceof CallError && error.type === 'Validation' ? error.fields : undefined)
