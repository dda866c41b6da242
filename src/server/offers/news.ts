import type { Permission } from '../../model/permissions.ts'
import type { InboxSubject } from '../inbox/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'

/** News about an offer or a shift request: a decision a user must make, or one that affects them. */
interface RequestNews {
  entity: 'resourceOffers' | 'resourceShiftRequests'
  id: number
  /** Row version after the step; makes each step notify once. */
  rowVersion: number
  /** `decide`: recipients must decide; `decided`: a decision was made; `back`: the request is a draft again. */
  kind: 'decide' | 'decided' | 'back'
  userIds: readonly string[]
  /** Permission needed to open the link. */
  needs: Permission
  title: string
  text: string
  link: string
}

export async function notifyAboutRequest(ctx: Context, { entity, id, rowVersion, kind, userIds, ...message }: RequestNews) {
  const news = {
    ...message,
    key: `${entity} ${id} ${kind} ${rowVersion}`,
    kind: entity === 'resourceOffers' ? 'offer' : 'shift request',
    entity,
    entityId: id,
    projectId: null,
  }
  if (kind === 'decide') return ctx.services.notify(ctx, { ...news, to: [{ reason: 'approval', userIds }] })
  return ctx.services.notify(ctx, {
    ...news,
    to: [{ reason: 'assigned', userIds }],
    awaitedBy: userIds,
    isForWatchers: true,
    mayBeOff: true,
  })
}

/** A request's entries are shown while it and its project exist. Its creator, participants, and decision maker watch it. */
const subject = (entity: RequestNews['entity'], table: string, people: readonly string[]): InboxSubject => ({
  entity,
  isThere: (id) => `exists (select from ${table} t join living_projects p on p.id = t.project_id where t.id = ${id} and not t.is_deleted)`,
  watchers: (id) => `select unnest(array[${people.map((column) => `t.${column}`).join(', ')}]) from ${table} t where t.id = ${id}`,
})
export const requestSubjects: readonly InboxSubject[] = [
  subject('resourceOffers', 'resource_offers', ['created_by_id', 'source_user_id', 'target_user_id', 'decided_by_id']),
  subject('resourceShiftRequests', 'resource_shift_requests', ['created_by_id', 'requester_user_id', 'decided_by_id']),
]

interface Deciders {
  approve: Permission
  /** Without this permission a user cannot see requests of others. */
  manage: Permission
  notified: readonly string[]
  except: string
}

/** Users who can decide for management, plus those the defaults notify. */
export async function loadDeciders(ctx: Context, { approve, manage, notified, except }: Deciders): Promise<string[]> {
  const holders = await ctx.rows(
    { id: is.uuid },
    'select id from people where not is_suspended and not is_external_user and not is_deleted and array[$1, $2] <@ permissions',
    [approve, manage],
  )
  return [...new Set([...holders.map(({ id }) => id), ...notified])].filter((id) => id !== except)
}
