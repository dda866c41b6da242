import type { Permission } from '../../model/permissions.ts'
import type { InboxSubject } from '../inbox/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'

/** Something of an offer or a shift request that concerns people: a decision is theirs, or one was taken about what is theirs. */
interface RequestNews {
  entity: 'resourceOffers' | 'resourceShiftRequests'
  id: number
  /** As the step left it: one step is told once. */
  rowVersion: number
  /** `decide`: they are asked to decide; `decided`: they hear what was decided; `back`: what waited is a draft again. */
  kind: 'decide' | 'decided' | 'back'
  userIds: readonly string[]
  /** Without it they could not open what they are told of. */
  needs: Permission
  title: string
  text: string
  link: string
}

/** The one way by which people hear of offers and shift requests: in their inbox, and by mail as they have chosen. */
export async function tellPeople(ctx: Context, { entity, id, rowVersion, kind, userIds, ...words }: RequestNews) {
  const news = {
    ...words,
    key: `${entity} ${id} ${kind} ${rowVersion}`,
    kind: entity === 'resourceOffers' ? 'offer' : 'shift request',
    entity,
    entityId: id,
    // Whoever has part in a request need not see its project.
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

/** A request is in inboxes as long as it is there itself, and its project; whoever made it, has part in it or decided hears of it. */
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
  /** Only who sees them all sees those of others. */
  manage: Permission
  /** Named by the defaults of the firm. */
  notified: readonly string[]
  /** Whose own matter it is. */
  except: string
}

/** Who can decide for the management, and who wants to be told that something waits. */
export async function decidersOf(ctx: Context, { approve, manage, notified, except }: Deciders): Promise<string[]> {
  const holders = await ctx.rows(
    { id: is.uuid },
    'select id from people where not is_suspended and not is_external_user and not is_deleted and array[$1, $2] <@ permissions',
    [approve, manage],
  )
  return [...new Set([...holders.map(({ id }) => id), ...notified])].filter((id) => id !== except)
}
