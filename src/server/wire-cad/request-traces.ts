import type { LinkedProjectStatus } from '../../model/integrations/enums.ts'
import { cadRequests } from '../../model/wire-cad/cad-requests.ts'
import type { InboxSubject } from '../inbox/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { invalidateTotals } from '../kit/list/list.ts'
import type { Context, Services } from '../kit/request/context.ts'
import { HttpError } from '../kit/request/errors.ts'
import { duplicateConflict } from '../kit/request/refusals.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { errorCode } from '../tools/faults.ts'

/** Whoever has the request in front of them looks again. Progress is no version of its own: nobody's edit is stale because of it. */
export function tellChanged(ctx: Context, row: { id: number; rowVersion?: number; projectId: number | null }) {
  const { id, rowVersion, projectId } = row
  ctx.after(() => {
    invalidateTotals('wire_cad_requests')
    ctx.services.changed(
      { entity: cadRequests.entity, id, projectId: projectId ?? undefined, action: 'Updated', rowVersion },
      cadRequests.permission.view,
    )
  })
}

/** How far the work behind a request is. */
export async function setProgress(ctx: Context, id: number, status: LinkedProjectStatus, error: string | null = null) {
  const [row] = await ctx.rows(
    { id: is.number, rowVersion: is.number, projectId: orNull(is.number), name: is.text, createdById: orNull(is.uuid) },
    `update wire_cad_requests set link_status = $2, link_error = $3, update_date = now() where id = $1
     returning id, row_version as "rowVersion", project_id as "projectId", name, created_by_id as "createdById"`,
    [id, status, error?.slice(0, 2000) ?? null],
  )
  if (row) tellChanged(ctx, { id, projectId: row.projectId })
  return row
}

/** What was read there or told there, for the audit log, and with a title for colleagues as well. */
export async function recordCall(ctx: Context, id: number, after: Record<string, unknown>, title?: string) {
  const [row] = await ctx.rows(
    { name: is.text, projectId: orNull(is.number) },
    'select name, project_id as "projectId" from wire_cad_requests where id = $1',
    [id],
  )
  if (!row) return
  const activity = title ? { title, projectId: row.projectId } : undefined
  await recordAudit(ctx, [{ action: 'IntegrationCall', entity: cadRequests.entity, entityId: id, entityName: row.name, after, activity }])
}

/** What somebody is told of a failure: the words of a refusal, or of a row that is there already. Anything else is a fault of ours. */
export function wordsOf(error: unknown, services: Pick<Services, 'extensions'>): string | undefined {
  if (error instanceof HttpError) {
    const { errors, message, detail } = readable(error.body)
    const words = [...(Array.isArray(errors) ? errors : []), message, detail].filter((one) => typeof one === 'string')
    return [...new Set(words)].join(' ') || undefined
  }
  return error instanceof Error && errorCode(error) === '23505'
    ? duplicateConflict(error, services.extensions.entities).said.message
    : undefined
}
const readable = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : { message: value }

/** Who can approve, to be told that something waits. */
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
  /** Asked to decide, or told of what was theirs. */
  reason: 'approval' | 'assigned'
  userIds: readonly (string | null | undefined)[]
  /** Who waits for just this. */
  awaitedBy?: string | null
  isByItself?: boolean
}

/** The one way by which people hear of WireCAD requests. */
export async function tellPeople(
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

/** Whoever made a request or decided about it hears of it. */
export const requestSubject: InboxSubject = {
  entity: cadRequests.entity,
  isThere: (id) => `exists (select from wire_cad_requests t where t.id = ${id} and not t.is_deleted)`,
  place: (id) => `select t.project_id from wire_cad_requests t where t.id = ${id}`,
  watchers: (id) => `select unnest(array[t.created_by_id, t.decided_by_id]) from wire_cad_requests t where t.id = ${id}`,
}
