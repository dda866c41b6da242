import type { Resource } from '../../../model/kit/description.ts'
import { CallDialog } from '../form/call-dialog.tsx'
import { isRow, type PathParams, type Values } from '../form/form.ts'
import { toast } from '../look/toasts.tsx'
import { rowName } from '../parts/columns.tsx'
import { callsOf, invalidateEntity } from '../request/call.ts'
import { type AnyCall, CallError, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'

type Taken = Record<string, string[]>
const restoreCall = (of: Resource) => callsOf(of).restore as AnyCall
const placeOf = (of: Resource, row: Values, under?: PathParams) => ({ ...under, [of.parent ? 'itemId' : 'id']: row.id })
const isBack = (of: Resource, answer: Values) => toast.success(`${rowName(of, answer)} restored.`)

/** Brings a deleted row back. Answers, by its fields, what somebody else has taken meanwhile. */
export async function restoreRow(of: Resource, row: Values, under?: PathParams): Promise<Taken | undefined> {
  try {
    const { restore } = callsOf(of)
    if (!restore) throw new Error(`${of.path} has nothing that restores`)
    const answer = await request<AnyCall>(restore, { params: placeOf(of, row, under), body: {} })
    if (isRow(answer)) isBack(of, answer)
    await invalidateEntity(of.entity)
  } catch (error) {
    const taken = error instanceof CallError ? error.fields : undefined
    if (taken && Object.keys(taken).some((key) => key === of.title || of.unique?.includes(key))) return taken
    showError(error)
  }
  return undefined
}

interface Props {
  of: Resource
  row: Values
  problem: Taken
  under?: PathParams
  onClose: () => void
}

/** Other values for what somebody else has by now. */
export const RestoreDialog = ({ of, row, problem, under, onClose }: Props) => (
  <CallDialog
    opened
    call={restoreCall(of)}
    title={`Restore ${rowName(of, row)}`}
    verb="Restore"
    params={placeOf(of, row, under)}
    // A name that is called otherwise is asked for as that.
    preset={of.unique?.includes(of.title) ? { name: undefined } : undefined}
    start={{ ...row, name: row[of.title] }}
    refused={problem}
    onDone={(answer) => isRow(answer) && isBack(of, answer)}
    {...{ of, onClose }}
  />
)
