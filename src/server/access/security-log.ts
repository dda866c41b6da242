import type { SecurityEvent } from '../../model/activity/security-log.ts'
import type { Context } from '../kit/request/context.ts'
import type { Refusal } from '../kit/request/http.ts'
import { numberSetting } from '../settings/public.ts'
import { securityLogTable } from './identity-tables.ts'

interface SecurityEntry {
  event: SecurityEvent
  result: 'Success' | 'Refused'
  userId?: string | null
  /** Never a secret, a code, or a body. */
  detail?: string
}

/** Writes a security event in the transaction of the request, and as a JSON line on standard output. */
export async function logSecurity(ctx: Context, { event, result, userId, detail }: SecurityEntry) {
  const { ip, userAgent } = ctx.request
  const entry = {
    event,
    result,
    userId: userId ?? (ctx.actor.userId || null),
    ip,
    userAgent: userAgent.slice(0, 300),
    detail: detail?.slice(0, 500) ?? null,
  }
  await ctx.insert(securityLogTable, entry)
  ctx.after(() => ctx.log.info({ ...entry, event: 'security', securityEvent: event }, 'security event'))
}

/** Writes a refusal, which the error of the request does not roll back. */
export const logRefused = (ctx: Context, entry: Omit<SecurityEntry, 'result'>) =>
  ctx.services.isolated((apart) => logSecurity({ ...apart, request: ctx.request }, { ...entry, result: 'Refused' }))

export const securityEvents = 'select l.id, l.date, l.user_id, l.event, l.result, l.ip, l.user_agent, l.detail from security_log l'

/** Stores a rejected request of a signed-in user, as sampled by `createRefusalLog`. */
export const storeRefusal = (ctx: Context, { user, method, route, status, ip }: Refusal) =>
  ctx.insert(securityLogTable, {
    event: 'RequestRefused',
    result: 'Refused',
    userId: user,
    ip,
    userAgent: null,
    detail: `${status} ${method} ${route}`,
  })

export async function removeOldSecurityEntries(ctx: Context) {
  await ctx.run(`delete from security_log where date < now() - ${numberSetting('security.logDays')} * interval '1 day'`)
}
