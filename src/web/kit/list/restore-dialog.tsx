import type { Resource } from '../../../model/kit/description.ts'
import { CallDialog } from '../form/call-dialog.tsx'
import { isRow, type PathParams, type Values } from '../form/form.ts'
import { toast } from '../look/toasts.tsx'
import { rowName } from '../parts/columns.tsx'
import { callsOf, invalidateEntity } from '../request/call.ts'
import { type AnyCall, CallError, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'

type Taken = Record<string, string[]>
const restoreCall = (resource: Resource) => callsOf(resource).restore as AnyCall
const placeOf = (resource: Resource, row: Values, under?: PathParams) => ({ ...under, [resource.parent ? 'itemId' : 'id']: row.id })
const isBack = (resource: Resource, answer: Values) => toast.success(`${rowName(resource, answer)} restored.`)

/** Brings a deleted row back. Answers, by its fields, what somebody else has taken meanwhile. */
export async function restoreRow(resource: Resource, row: Values, under?: PathParams): Promise<Taken | undefined> {
  try {
    const { restore } = callsOf(resource)
    if (!restore) throw new Error(`${resource.path} has nothing that restores`)
    const answer = await request<AnyCall>(restore, { params: placeOf(resource, row, under), body: {} })
    if (isRow(answer)) isBack(resource, answer)
    await invalidateEntity(resource.entity)
  } catch (error) {
    const taken = error instanceof CallError ? error.fields : undefined
    if (taken && Object.keys(taken).some((key) => key === resource.title || resource.unique?.includes(key))) return taken
    showError(error)
  }
  return undefined
}

interface Props {
  resource: Resource
  row: Values
  problem: Taken
  under?: PathParams
  onClose: () => void
}

/** Other values for what somebody else has by now. */
export const RestoreDialog = ({ resource, row, problem, under, onClose }: Props) => (
  <CallDialog
    opened
    call={restoreCall(resource)}
    title={`Restore ${rowName(resource, row)}`}
    verb="Restore"
    params={placeOf(resource, row, under)}
    // A name that is called otherwise is asked for as that.
    preset={resource.unique?.includes(resource.title) ? { name: undefined } : undefined}
    start={{ ...row, name: row[resource.title] }}
    refused={problem}
    onDone={(answer) => isRow(answer) && isBack(resource, answer)}
    {...{ resource, onClose }}
  />
)
