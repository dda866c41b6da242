import type { Call } from '../../../model/kit/description.ts'
import { toast } from '../look/toasts.tsx'
import { invalidate } from '../request/call.ts'
import { CallError, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'

type Params = Record<string, string | number>

/** Values that a save replaces, as the server takes them, and the keys of those that it changes. */
export interface ReplacedValues {
  values: Readonly<Record<string, unknown>>
  keys: readonly string[]
}

interface SavedEdit {
  call: Call
  params: Params | undefined
  replaced: ReplacedValues
  /** Version after the edit. If anyone has changed the row since, the undo is rejected. */
  rowVersion: unknown
}

/** Returns the undo of a saved edit, or undefined if nothing was changed that can be restored. A merge patch restores only the changed fields. */
export function undoOfSave({ call, params, replaced: { values, keys }, rowVersion }: SavedEdit): (() => void) | undefined {
  if (keys.length === 0) return undefined
  const previous = call.isMergePatch ? Object.fromEntries(keys.map((key) => [key, values[key]])) : values
  return () => void writeBack(call, params, { ...previous, rowVersion })
}

async function writeBack(call: Call, params: Params | undefined, body: object) {
  try {
    await request(call, { params, body })
    toast.success('Undone.')
  } catch (error) {
    if (error instanceof CallError && error.status === 409) toast.warning(`Not undone. ${error.message}`)
    else showError(error)
  }
  void invalidate()
}
