import type { PersonPart } from '../access/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { notifySwitchedOff } from './webhook-deliveries.ts'
import { webhooksTable } from './webhooks-tables.ts'

const reason = 'Its owner was suspended. The person who turns it on becomes its owner.'

/**
 * A webhook reads with its owner's permissions, and a suspended user has none. So nothing more is sent, not even pending retries, and the
 * other administrators are notified.
 */
export const webhooksOfPeople: PersonPart = {
  async suspended(ctx: Context, userId: string) {
    const active = { ownerId: userId, isActive: true, isDeleted: false }
    const row = { isActive: false, offReason: reason }
    const hooks = await ctx.update(webhooksTable, active, row, { isSilent: true, returning: ['id', 'address'] })
    if (hooks.length === 0) return
    const keepers = await ctx.rows(
      { id: is.uuid },
      `select id from people where 'AppSettings.Update' = any(permissions) and not is_suspended`,
    )
    const userIds = keepers.map(({ id }) => id)
    for (const hook of hooks) await notifySwitchedOff(ctx, { ...hook, reason, userIds })
  },
}
