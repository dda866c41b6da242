import { createHash, randomBytes } from 'node:crypto'
import type { Permission } from '../../model/permissions.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { signInAgain } from '../kit/request/errors.ts'
import { is, type Queryable, rowsOn } from '../kit/sql/row-types.ts'
import { numberSetting } from '../settings/public.ts'

/** How long a node trusts what it knows of a session; a change elsewhere is seen within this time even if its message is lost. */
const trustMs = 1000
const seenEveryMs = 60_000

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

interface Known {
  actor: Actor
  until: number
  seen: number
}
const known = new Map<string, Known>()

/** Makes sessions of these people be looked up again at their next request; without a list, everybody's. */
export function forgetSessions(userIds?: string[]) {
  if (!userIds) return known.clear()
  for (const [hash, { actor }] of known) if (userIds.includes(actor.userId)) known.delete(hash)
}

/** Who holds this token. Throws 401: `Relogin` when permissions changed since, otherwise expired. */
export function authenticator(read: Queryable, write: Queryable) {
  const looking = new Map<string, Promise<Actor>>()
  return async (token: string): Promise<Actor> => {
    const hash = hashOf(token)
    const now = Date.now()
    const session = known.get(hash)
    if (session && session.until > now) {
      if (now - session.seen > seenEveryMs) {
        session.seen = now
        void write.query('update sessions set last_seen_date = now() where token_hash = $1', [hash]).catch(() => undefined)
      }
      return session.actor
    }
    const waiting = looking.get(hash)
    if (waiting) return waiting
    const lookup = lookUp(read, hash).finally(() => looking.delete(hash))
    looking.set(hash, lookup)
    const actor = await lookup
    if (known.size > 20_000) known.clear()
    known.set(hash, { actor, until: now + trustMs, seen: session?.seen ?? 0 })
    return actor
  }
}

/** Sessions `s` of people `u` who may still be here. */
const goesOn = () =>
  `not u.is_suspended and not u.is_deleted and s.expires_date > now() and s.last_seen_date > now() - ${numberSetting('security.sessionHours')} * interval '1 hour'`

/** Which of these sessions go on, with the permissions they began with. */
export async function openSessions(read: Queryable, ids: number[]): Promise<Set<number>> {
  const rows = await rowsOn(
    read,
    { id: is.number },
    `select s.id from sessions s join users u on u.id = s.user_id where s.id = any($1::bigint[]) and s.permissions_version = u.permissions_version and ${goesOn()}`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

const sessionShape = {
  id: is.number,
  session_version: is.number,
  permissions_version: is.number,
  user_id: is.uuid,
  first_name: is.text,
  last_name: is.text,
  is_external_user: is.boolean,
  role_id: is.number,
  permissions: is.names<Permission>(),
}

async function lookUp(read: Queryable, hash: string): Promise<Actor> {
  const [row] = await rowsOn(read, sessionShape, {
    name: 'session',
    text: `select s.id, s.permissions_version as session_version, u.permissions_version, u.id as user_id, u.first_name, u.last_name, u.is_external_user, r.id as role_id, r.permissions
           from sessions s join users u on u.id = s.user_id join roles r on r.id = u.role_id where s.token_hash = $1 and ${goesOn()}`,
    values: [hash],
  })
  if (!row) throw signInAgain()
  if (row.session_version !== row.permissions_version) throw signInAgain('relogin')
  return {
    userId: row.user_id,
    sessionId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    isExternal: row.is_external_user,
    held: new Set(row.permissions),
    roleId: row.role_id,
  }
}

/** Somebody with the rights they have now; without any where they are gone. */
export async function actorOf(read: Queryable, userId: string): Promise<Actor> {
  const [row] = await rowsOn(
    read,
    { first_name: is.text, last_name: is.text, is_external_user: is.boolean, role_id: is.number, permissions: is.names<Permission>() },
    `select u.first_name, u.last_name, u.is_external_user, r.id as role_id, case when u.is_suspended or u.is_deleted then '{}' else r.permissions end as permissions
     from users u join roles r on r.id = u.role_id where u.id = $1`,
    [userId],
  )
  return {
    userId,
    sessionId: null,
    firstName: row?.first_name ?? '',
    lastName: row?.last_name ?? '',
    isExternal: row?.is_external_user ?? true,
    held: new Set(row?.permissions),
    roleId: row?.role_id ?? 0,
  }
}

/** Opens a session and answers its token, which is told once and kept nowhere. */
export async function openSession(ctx: Context, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await ctx.run(
    `insert into sessions (token_hash, user_id, expires_date, user_agent, ip, permissions_version)
     select $1, id, now() + ${numberSetting('security.sessionMaxDays')} * interval '1 day', $3, $4, permissions_version from users where id = $2`,
    [hashOf(token), userId, ctx.request.userAgent.slice(0, 300), ctx.request.ip],
  )
  return token
}

/** Ends every session of a person, or all but one. Live connections close with them. */
export async function endSessions(ctx: Context, userId: string, exceptId: number | null = null) {
  await ctx.run('delete from sessions where user_id = $1 and id is distinct from $2', [userId, exceptId])
  ctx.after(() => ctx.services.forgetSessions([userId]))
}

/** What has had its time: sessions, counted failures to sign in, links to set a password. */
export async function removeOldSessions(ctx: Context) {
  await ctx.run(
    `delete from sessions where expires_date < now() or last_seen_date < now() - (${numberSetting('security.sessionHours')} + 1) * interval '1 hour'`,
  )
  await ctx.run(`delete from sign_in_brakes where since < now() - interval '1 day'`)
  await ctx.run(`delete from password_keys where expires_date < now()`)
}
