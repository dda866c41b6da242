import type { PersonPart } from '../access/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { notifySwitchedOff } from './webhook-deliveries.ts'

const reason = 'Its owner was suspended. The person who turns it on becomes its owner.'

/**
 * A webhook reads with its owner's permissions, and a suspended user has none. So nothing more is sent, not even pending retries, and the
 * other administrators are notified.
 */
export const webhooksOfPeople: PersonPart = {
  async suspended(ctx: Context, userId: string) {
    const hooks = await ctx.rows(
      { id: is.number, address: is.text },
      'update webhooks set is_active = false, off_reason = $2 where owner_id = $1 and is_active and not is_deleted returning id, address',
      [userId, reason],
    )
    if (hooks.length === 0) return
    const keepers = await ctx.rows(
      { id: is.uuid },
      `select id from people where 'AppSettings.Update' = any(permissions) and not is_suspended`,
    )
    const userIds = keepers.map(({ id }) => id)
    for (const hook of hooks) await notifySwitchedOff(ctx, { ...hook, reason, userIds })
  },
}
