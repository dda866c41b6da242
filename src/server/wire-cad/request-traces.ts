import type { LinkedProjectStatus } from '../../model/integrations/enums.ts'
import { cadRequests } from '../../model/wire-cad/cad-requests.ts'
import type { InboxSubject } from '../inbox/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { invalidateTotals } from '../kit/list/list.ts'
import type { Context, Services } from '../kit/request/context.ts'
import { duplicateConflict } from '../kit/request/error-response.ts'
import { HttpError } from '../kit/request/errors.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { errorCode } from '../tools/errors.ts'
import { cadRequestsTable } from './cad-tables.ts'

/** Notifies clients that show the request. Progress does not change the row version, so it causes no edit conflicts. */
export function notifyRequestChanged(ctx: Context, row: { id: number; rowVersion?: number; projectId: number | null }) {
  const { id, rowVersion, projectId } = row
  ctx.after(() => {
    invalidateTotals('wire_cad_requests')
    ctx.services.changed(
      { entity: cadRequests.entity, id, projectId: projectId ?? undefined, action: 'Updated', rowVersion },
      cadRequests.permission.view,
    )
  })
}

export async function setProgress(ctx: Context, id: number, status: LinkedProjectStatus, error: string | null = null) {
  const progress = { linkStatus: status, linkError: error?.slice(0, 2000) ?? null, updateDate: sql`now()` }
  const [row] = await ctx.update(cadRequestsTable, id, progress, {
    isSilent: true,
    returning: ['id', 'rowVersion', 'projectId', 'name', 'createdById'],
  })
  if (row) notifyRequestChanged(ctx, { id, projectId: row.projectId })
  return row
}

/** Logs a bridge call in the audit log, and with a title in the activity log too. */
export async function recordCall(ctx: Context, id: number, after: Record<string, unknown>, title?: string) {
  const [row] = await ctx.rows(
    { name: is.text, projectId: orNull(is.number) },
    'select name, project_id from wire_cad_requests where id = $1',
    [id],
  )
  if (!row) return
  const activity = title ? { title, projectId: row.projectId } : undefined
  await recordAudit(ctx, [{ action: 'IntegrationCall', entity: cadRequests.entity, entityId: id, entityName: row.name, after, activity }])
}

/** User message of an expected error: a refusal, or a duplicate row. Undefined for any other error, which is a bug. */
export function expectedErrorText(error: unknown, services: Pick<Services, 'extensions'>): string | undefined {
  if (error instanceof HttpError) {
    const { errors, message, detail } = toErrorFields(error.body)
    const messages = [...(Array.isArray(errors) ? errors : []), message, detail].filter((item) => typeof item === 'string')
    return [...new Set(messages)].join(' ') || undefined
  }
  return error instanceof Error && errorCode(error) === '23505'
    ? duplicateConflict(error, services.extensions.entities).said.message
    : undefined
}
const toErrorFields = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : { message: value }

export async function approvers(ctx: Context): Promise<string[]> {
  const holders = await ctx.rows(
    { id: is.uuid },
    'select id from people where not is_suspended and not is_external_user and not is_deleted and array[$1, $2] <@ permissions',
    ['WireCadIntegrationRequests.Approve', cadRequests.permission.view],
  )
  return holders.map(({ id }) => id)
}

interface CadNews {
  id: number
  rowVersion: number
  projectId: number | null
  title: string
  text: string
  reason: 'approval' | 'assigned'
  userIds: readonly (string | null | undefined)[]
  awaitedBy?: string | null
  isByItself?: boolean
}

export async function notifyAboutRequest(
  ctx: Context,
  { id, rowVersion, projectId, title, text, reason, userIds, awaitedBy, isByItself }: CadNews,
) {
  await ctx.services.notify(ctx, {
    key: `${cadRequests.entity} ${id} ${reason} ${rowVersion} ${title}`,
    kind: 'WireCAD request',
    entity: cadRequests.entity,
    entityId: id,
    projectId,
    needs: cadRequests.permission.view,
    title,
    text,
    link: `${cadRequests.route}/${id}`,
    to: [{ reason, userIds }],
    isForWatchers: reason === 'assigned',
    mayBeOff: reason === 'assigned',
    awaitedBy,
    isByItself,
  })
}

export const requestSubject: InboxSubject = {
  entity: cadRequests.entity,
  isThere: (id) => `exists (select from wire_cad_requests t where t.id = ${id} and not t.is_deleted)`,
  place: (id) => `select t.project_id from wire_cad_requests t where t.id = ${id}`,
  watchers: (id) => `select unnest(array[t.created_by_id, t.decided_by_id]) from wire_cad_requests t where t.id = ${id}`,
}
