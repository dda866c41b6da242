import { randomBytes } from 'node:crypto'
import { makeCalendarAddress, readCalendarAddress, removeCalendarAddress } from '../../model/access/calendar-address.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { calendarAddressesTable } from './calendar-table.ts'
import { hashSecret } from './sessions.ts'

async function createAddress(ctx: Context) {
  const key = randomBytes(32).toString('hex')
  const row = { userId: ctx.actor.userId, keyHash: hashSecret(key), createDate: sql`now()`, lastReadDate: null }
  await ctx.insert(calendarAddressesTable, row, { onConflict: { keys: ['userId'] } })
  await recordAudit(ctx, [{ action: 'Create', entity: 'calendarAddresses', entityId: ctx.actor.userId, entityName: null }])
  return { url: `${ctx.services.publicUrl()}/api/calendar/${key}.ics` }
}

async function readAddress(ctx: Context) {
  const [own] = await ctx.rows(
    { createDate: is.instant, lastReadDate: orNull(is.instant) },
    'select create_date, last_read_date from calendar_addresses where user_id = $1',
    [ctx.actor.userId],
  )
  return { isMade: own !== undefined, createDate: own?.createDate ?? null, lastReadDate: own?.lastReadDate ?? null }
}

async function removeAddress(ctx: Context) {
  const removedCount = await ctx.run('delete from calendar_addresses where user_id = $1', [ctx.actor.userId])
  if (removedCount === 0) throw notFound('Calendar')
  await recordAudit(ctx, [{ action: 'Delete', entity: 'calendarAddresses', entityId: ctx.actor.userId, entityName: null }])
}

export const calendarAddressRoutes: Route[] = [
  defineRoute(readCalendarAddress, readAddress),
  defineRoute(makeCalendarAddress, createAddress),
  defineRoute(removeCalendarAddress, removeAddress),
]
