import { bidPackages as bidPackagesModel } from '../../model/bids/bid-packages.ts'
import { BidInvitationState, BidPackageState } from '../../model/bids/enums.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context, Job } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { clockNow } from './bid-clock.ts'
import { packageTitle } from './bid-mails.ts'

const { Out, Closed } = BidPackageState
const { Submitted, Withdrawn } = BidInvitationState

/**
 * Stores the close of a package whose deadline has passed. Readers and writers see the close at the deadline, whether it is stored or not;
 * this only settles the bidders and notifies the team. Safe to run twice.
 */
export async function storeClose(ctx: Context, packageId: number): Promise<boolean> {
  const closed = await ctx.rows(
    { id: is.number, name: is.text, projectId: is.number, rowVersion: is.number },
    `update bid_packages t set state = ${Closed}, closed_at = t.due_at, row_version = t.row_version + 1, update_date = now()
     where t.id = $1 and t.state = ${Out} and ${clockNow} > t.due_at and not t.is_deleted returning t.id, t.name, t.project_id, t.row_version`,
    [packageId],
  )
  const [found] = closed
  if (!found) return false
  // A bid that was not submitted again after a new revision does not count.
  await ctx.run(
    `update bid_invitations i set state = ${Withdrawn} from bid_packages t where t.id = i.package_id and t.id = $1 and i.state = ${Submitted}
     and not exists (select from bid_versions v where v.invitation_id = i.id and not v.is_withdrawn and v.revision_id = t.revision_id
       and v.version = (select max(n.version) from bid_versions n where n.invitation_id = i.id))`,
    [packageId],
  )
  const { name, projectId, rowVersion } = found
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: bidPackagesModel.entity,
      entityId: packageId,
      entityName: name,
      before: { state: Out },
      after: { state: Closed },
      activity: { title: 'Closed at the deadline', projectId, needs: bidPackagesModel.permission.view },
    },
  ])
  const { title, project, createdBy } = await packageTitle(ctx, packageId)
  await ctx.services.notify(ctx, {
    key: `bids closed ${packageId} ${rowVersion}`,
    kind: 'bids',
    entity: 'projects',
    entityId: projectId,
    projectId,
    needs: bidPackagesModel.permission.view,
    title: `${title} has closed`,
    text: `The bids for ${project} can be compared.`,
    link: `/projects/${projectId}/bids/${packageId}`,
    to: [{ reason: 'assigned', userIds: [createdBy] }],
    isByItself: true,
  })
  ctx.after(() => packageChanged(ctx, { id: packageId, projectId }))
  return true
}

/** Without a row version, because bids and invitations change what a package shows without changing its row. */
export const packageChanged = (ctx: Context, { id, projectId }: { id: number; projectId: number }) =>
  ctx.services.changed({ entity: bidPackagesModel.entity, id, projectId, action: 'Updated' }, bidPackagesModel.permission.view)

export const closeBids: Job<{ packageId: number }> = {
  name: 'close bids',
  run: async ({ work }, { input }) => {
    await work((ctx) => storeClose(ctx, input.packageId))
  },
}

/** Runs as the system just after the deadline; a job of an earlier deadline finds nothing to do. */
export async function scheduleClose(ctx: Context, packageId: number, dueAt: string) {
  const [wait] = await ctx.rows(
    { seconds: is.number },
    `select greatest(0, ceil(extract(epoch from $1::timestamptz - ${clockNow})))::float8 + 1 as seconds`,
    [dueAt],
  )
  await ctx.enqueue(closeBids, { packageId, actorId: '' }, wait?.seconds ?? 0)
}

/** Stores closes whose job was lost. */
export async function closeOverdue(ctx: Context) {
  const due = await ctx.rows(
    { id: is.number },
    `select t.id from bid_packages t where t.state = ${Out} and ${clockNow} > t.due_at and not t.is_deleted`,
  )
  for (const { id } of due) await storeClose(ctx, id)
}
