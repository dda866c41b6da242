import type { Resource } from '../../../model/kit/description.ts'
import { parseShape } from '../../../model/kit/field.ts'
import { toast } from '../look/toasts.tsx'
import { invalidateEntity, resourceCalls } from '../request/call.ts'
import { can } from '../request/can.ts'
import { request } from '../request/client.ts'
import { errorFields, showError } from '../request/errors.ts'
import { editableFields, type FieldValues, formValues, rootKey } from './form.ts'

/** Pickers create only rows of the whole firm that have a page of their own, where the other fields can be filled in later. */
export const mayCreateRow = (resource: Resource | undefined): resource is Resource =>
  resource?.route !== undefined && resource.owner === 'everyone' && can(resource.permission.create)

type NewRow = FieldValues & { readonly id: number | string }

/** A row that needs more than a name, requested from the dialog host. `keys` are the fields the user must fill in. */
export interface PendingRow {
  resource: Resource
  preset: FieldValues
  keys: readonly string[]
  done: (row: NewRow | undefined) => void
}

let pendingRows: readonly PendingRow[] = []
const watchers = new Set<() => void>()
function setPending(next: typeof pendingRows) {
  pendingRows = next
  for (const watcher of watchers) watcher()
}
export const readPendingRows = () => pendingRows
export function watchPendingRows(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Opens a dialog with the given fields. Resolves to the new row, or to undefined if the user closed it. */
function askForRow(row: Omit<PendingRow, 'done'>): Promise<NewRow | undefined> {
  return new Promise((resolve) => {
    const pending: PendingRow = {
      ...row,
      done(created) {
        setPending(pendingRows.filter((other) => other !== pending))
        resolve(created)
      },
    }
    setPending([...pendingRows, pending])
  })
}

/** Values of a new row that is called so. The last word of a person's name is the last name. */
function valuesOfName({ fields, title }: Resource, name: string): FieldValues {
  if (title === 'lastName' && fields.firstName) {
    const [, firstName = null, lastName = name] = /^(.*\S)\s+(\S+)$/.exec(name) ?? []
    return { firstName, lastName }
  }
  return fields[title] ? { [title]: name } : {}
}

/**
 * Creates a row with this name: at once if it needs nothing else, otherwise in a dialog with exactly the required fields. Returns the row,
 * why its name was rejected, or neither if the user closed the dialog.
 */
export async function createRow(resource: Resource, name: string): Promise<{ row?: NewRow; problem?: string }> {
  const { create } = resourceCalls(resource)
  if (!create) return {}
  const { title } = resource
  const fields = editableFields(resource.fields)
  const preset = valuesOfName(resource, name)
  const { values, problems = {} } = parseShape(fields, formValues(fields, preset))
  const keys = new Set([...Object.keys(preset), ...Object.keys(problems).map(rootKey)])
  if (keys.size > 1 || !keys.has(title)) return { row: await askForRow({ resource, preset, keys: [...keys] }) }
  if (problems[title]) return { problem: problems[title].join(' ') }
  try {
    const row = await request(create, { body: values })
    void invalidateEntity(resource.entity)
    toast.success(`${name} created.`)
    return { row }
  } catch (error) {
    const rejected = errorFields(error)?.[title]
    if (rejected) return { problem: rejected.join(' ') }
    showError(error)
    return {}
  }
}
