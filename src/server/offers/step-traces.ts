import type { Resource } from '../../model/kit/description.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { invalidateTotals } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'

interface Step {
  title: string
  notes: string | null
  from: string
  to: string
  states: readonly [number, number]
}

export async function recordStep(
  ctx: Context,
  resource: Resource,
  row: { id: number; name: string | null; rowVersion: number },
  step: Step,
) {
  const { title, notes, from, to, states } = step
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: resource.entity,
      entityId: row.id,
      entityName: row.name,
      before: { state: states[0] },
      after: { state: states[1], ...(notes ? { comment: notes } : {}) },
      activity: { title, notes, changes: [{ field: 'state', label: 'State', from, to }] },
    },
  ])
  // Settles the entries of the previous deciders; new ones are notified afterwards.
  await ctx.services.settle(ctx, { entity: resource.entity, entityId: row.id, reason: 'approval' })
  ctx.after(() => {
    invalidateTotals(resource.entity === 'resourceOffers' ? 'resource_offers' : 'resource_shift_requests')
    ctx.services.changed(
      { entity: resource.entity, id: row.id, action: 'Updated', rowVersion: row.rowVersion + 1 },
      resource.permission.view,
    )
  })
}
