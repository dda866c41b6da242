import { type ReactNode, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import { confirm, DialogFoot, leaveQuestion } from '../look/confirm.tsx'
import { toast } from '../look/toasts.tsx'
import { rowName } from '../parts/columns.tsx'
import { invalidateEntity, resourceCalls } from '../request/call.ts'
import { can } from '../request/can.ts'
import { type AnyCall, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'
import { lazyDialog } from '../request/lazy-part.ts'
import type { PathParams, Values } from './form.ts'
import type { FormDialogProps } from './form-dialog.tsx'

export { confirm, DialogFoot, leaveQuestion }

/** Describes rows deleted along with a row. `seen` holds the counts shown; the server rejects the request if they have changed. */
export type RemovalImpact = string | { text: string; seen: Record<string, number> }

/** Deletes rows after a confirmation and offers undo if the rows can be restored. Returns true if they were deleted. */
export async function removeRows(resource: Resource, rows: Values[], under?: PathParams, impact?: RemovalImpact): Promise<boolean> {
  const { remove, restore } = resourceCalls(resource)
  const many = rows.length > 1
  const name = many ? `${rows.length} ${lowerCaseName(resource.names.many)}` : rowName(resource, rows[0]!)
  const mayRestore = restore !== undefined && can(restore.permission)
  const back = mayRestore
    ? 'You can undo this now, or later under Restore.'
    : resource.restorable
      ? 'Anyone with restore permission can bring it back.'
      : 'This cannot be undone.'
  const impactText = typeof impact === 'object' ? impact.text : impact
  const text = `${impactText ?? `${many ? 'They no longer appear' : 'It no longer appears'} in lists, searches and reports.`} ${back}`
  if (!remove || !(await confirm({ title: `Delete ${name}?`, text, verb: 'Delete', danger: true }))) return false

  const params = (row: Values) => ({ ...under, [resource.parent ? 'itemId' : 'id']: row.id })
  const item = async (call: AnyCall, chosen: Values[]) => {
    const done: Values[] = []
    for (const row of chosen) {
      try {
        const query = call === remove && typeof impact === 'object' ? impact.seen : undefined
        await request(call, { params: params(row), query })
        done.push(row)
      } catch (error) {
        showError(error)
      }
    }
    // Refreshes after the page of the deleted row is left, otherwise it would refetch a deleted row.
    setTimeout(() => void invalidateEntity(resource.entity))
    return done
  }
  const removed = await item(remove, rows)
  if (removed.length === 0) return false
  const undo = mayRestore ? () => void item(restore, removed) : undefined
  toast.success(`${removed.length < rows.length ? `${removed.length} of ${name}` : name} deleted.`, { undo })
  return true
}

/** Loads the code of forms, so that a page which only may open one does not wait for it. */
export const loadFormDialog = () => import('./form-dialog.tsx')
const OpenFormDialog = lazyDialog(loadFormDialog)

/** Form of one row in a dialog. Its code loads when it opens for the first time. */
export function FormDialog<R extends Resource>(props: FormDialogProps<R>): ReactNode
export function FormDialog(props: FormDialogProps) {
  const [wasOpened, setOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setOpened(true)
  return wasOpened && <OpenFormDialog {...props} />
}
