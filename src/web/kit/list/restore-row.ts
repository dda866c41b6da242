import type { Resource } from '../../../model/kit/description.ts'
import { isRow, type PathParams, type Values } from '../form/form.ts'
import { toast } from '../look/toasts.tsx'
import { rowName } from '../parts/columns.tsx'
import { invalidateEntity, resourceCalls } from '../request/call.ts'
import { type AnyCall, CallError, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'

export type Taken = Record<string, string[]>
export const restoreCall = (resource: Resource) => resourceCalls(resource).restore as AnyCall
export const rowParams = (resource: Resource, row: Values, under?: PathParams) => ({
  ...under,
  [resource.parent ? 'itemId' : 'id']: row.id,
})
export const isBack = (resource: Resource, answer: Values) => toast.success(`${rowName(resource, answer)} restored.`)

/** Restores a deleted row. If unique values are in use by another row, returns validation errors by field. */
export async function restoreRow(resource: Resource, row: Values, under?: PathParams): Promise<Taken | undefined> {
  try {
    const { restore } = resourceCalls(resource)
    if (!restore) throw new Error(`${resource.path} has nothing that restores`)
    const answer = await request<AnyCall>(restore, { params: rowParams(resource, row, under), body: {} })
    if (isRow(answer)) isBack(resource, answer)
    await invalidateEntity(resource.entity)
  } catch (error) {
    const fieldProblems = error instanceof CallError ? error.fields : undefined
    if (fieldProblems && Object.keys(fieldProblems).some((key) => key === resource.title || resource.unique?.includes(key)))
      return fieldProblems
    showError(error)
  }
  return undefined
}
