import { hash, randomBytes } from 'node:crypto'
import { tokenPrefix } from '../../model/access/api-tokens.ts'
import { viewAsNeeds } from '../../model/access/view-as.ts'
import type { Permission } from '../../model/permissions.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { unauthorized } from '../kit/request/errors.ts'
import { is, orNull, type Queryable, queryRows } from '../kit/sql/row-types.ts'
import { numberSetting } from '../settings/public.ts'
import { hasSecondFactor, mustHaveSecondFactor } from './factor-conditions.ts'
import { guessBrake } from './sign-in-rate-limit.ts'

const trustMs = 1000
const seenEveryMs = 60_000

export const hashSecret = (secret: string) => hash('sha256', secret, 'hex')

/** Session token. The letter prefix prevents it from starting like an API token, which would otherwise happen once in 16 million. */
export const newToken = () => `s${randomBytes(32).toString('base64url')}`

interface Known {
  actor: Actor
  until: number
  seen: number
}
const known = new Map<string, Known>()

/** Removes cached sessions of these users, or all if no list is passed; the next request reads them again. */
export function forgetSessions(userIds?: string[]) {
  if (!userIds) return known.clear()
  for (const [hash, { actor }] of known) if (userIds.includes(actor.userId)) known.delete(hash)
}

/**
 * Returns the user of a token. Throws 401: `Relogin` if permissions changed since, otherwise expired. Without an IP address, API tokens are
 * rejected.
 */
export function authenticator(read: Queryable, write: Queryable) {
  const looking = new Map<string, Promise<Actor>>()
  const guessed = guessBrake('token', write)
  return async (token: string, ip?: string): Promise<Actor> => {
    const isOfProgram = token.startsWith(tokenPrefix)
    if (isOfProgram && ip === undefined) throw unauthorized()
    const hash = hashSecret(token)
    const now = Date.now()
    const session = known.get(hash)
    if (session && session.until > now) {
      if (now - session.seen > seenEveryMs && !session.actor.token) {
        session.seen = now
        void write.query('update sessions set last_seen_date = now() where token_hash = $1', [hash]).catch(() => undefined)
      }
      return session.actor
    }
    const waiting = looking.get(hash)
    if (waiting) return waiting
    const find = () => lookUpToken(read, write, hash)
    const lookup = (isOfProgram ? guessed(hash, ip ?? '', find).then(orEnded) : findSession(read, hash)).finally(() => looking.delete(hash))
    looking.set(hash, lookup)
    const actor = await lookup
    if (known.size > 20_000) known.clear()
    known.set(hash, { actor, until: now + trustMs, seen: session?.seen ?? 0 })
    return actor
  }
}

/** A view-as session is valid only while the viewer still has permission to start one. */
const viewerStays = `(s.viewer_id is null or exists (select from users v join roles w on w.id = v.role_id
    where v.id = s.viewer_id and not v.is_suspended and not v.is_deleted and w.permissions @> array[${viewAsNeeds.map((name) => `'${name}'`).join(', ')}]))`

const goesOn = () =>
  `not u.is_suspended and not u.is_deleted and s.expires_date > now() and s.last_seen_date > now() - ${numberSetting('security.sessionHours')} * interval '1 hour' and ${viewerStays}`

export async function openSessions(read: Queryable, ids: number[]): Promise<Set<number>> {
  const rows = await queryRows(
    read,
    { id: is.number },
    `select s.id from sessions s join users u on u.id = s.user_id where s.id = any($1::bigint[]) and s.permissions_version = u.permissions_version and ${goesOn()}`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

const sessionShape = {
  id: is.number,
  sessionVersion: is.number,
  permissionsVersion: is.number,
  userId: is.uuid,
  firstName: is.text,
  lastName: is.text,
  isExternalUser: is.boolean,
  roleId: is.number,
  permissions: is.names<Permission>(),
  viewerId: orNull(is.uuid),
  mustSetUp: is.boolean,
}

async function findSession(read: Queryable, hash: string): Promise<Actor> {
  const [row] = await queryRows(read, sessionShape, {
    name: 'session',
    text: `select s.id, s.permissions_version as session_version, u.permissions_version, u.id as user_id, u.first_name, u.last_name, u.is_external_user, r.id as role_id, r.permissions, s.viewer_id,
             s.viewer_id is null and s.method is distinct from 'oidc' and ${mustHaveSecondFactor()} and not ${hasSecondFactor('u')} as must_set_up
           from sessions s join users u on u.id = s.user_id join roles r on r.id = u.role_id where s.token_hash = $1 and ${goesOn()}`,
    values: [hash],
  })
  if (!row) throw unauthorized()
  if (row.sessionVersion !== row.permissionsVersion) throw unauthorized('relogin')
  const actor: Actor = {
    userId: row.userId,
    sessionId: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    isExternal: row.isExternalUser,
    held: new Set(row.permissions),
    roleId: row.roleId,
  }
  // Without permissions, no other path to data opens either.
  if (row.mustSetUp) return { ...actor, held: new Set(), mustSetUpSecondFactor: true }
  if (row.viewerId === null) return actor
  const viewer = await loadActor(read, row.viewerId)
  // The manufacturer's equipment is visible only to viewers who may see the firm's.
  const held = new Set(row.permissions.filter((name) => !name.startsWith('ExternalEquipment.') || viewer.held.has('Equipments.View')))
  return { ...actor, held, viewer }
}

/** Permissions of an API token: the granted ones that the user still has. */
const heldByToken = 'array(select p from unnest(r.permissions) p where p = any(t.permissions))'

function orEnded(actor: Actor | 'ended' | undefined): Actor {
  if (actor === undefined || actor === 'ended') throw unauthorized()
  return actor
}

/** Authenticates an API token. It is invalid after its expiry date, while the user is suspended, and after a role change. */
async function lookUpToken(read: Queryable, write: Queryable, hash: string): Promise<Actor | 'ended' | undefined> {
  const [row] = await queryRows(
    read,
    {
      id: is.number,
      name: is.text,
      isUnused: is.boolean,
      userId: is.uuid,
      firstName: is.text,
      lastName: is.text,
      roleId: is.number,
      permissions: is.names<Permission>(),
      goesOn: is.boolean,
    },
    `select t.id, t.name, t.last_used_date is null or t.last_used_date < now() - interval '1 minute' as "isUnused",
       u.id as user_id, u.first_name, u.last_name, r.id as role_id, ${heldByToken} as permissions,
       t.expires_date >= current_date and not u.is_suspended and not u.is_deleted and not u.is_external_user as "goesOn"
     from api_tokens t join users u on u.id = t.user_id join roles r on r.id = u.role_id
     where t.token_hash = $1`,
    [hash],
  )
  if (!row) return undefined
  if (!row.goesOn) return 'ended'
  if (row.isUnused) void write.query('update api_tokens set last_used_date = now() where id = $1', [row.id]).catch(() => undefined)
  return {
    userId: row.userId,
    sessionId: null,
    firstName: row.firstName,
    lastName: row.lastName,
    isExternal: false,
    held: new Set(row.permissions),
    roleId: row.roleId,
    token: { id: row.id, name: row.name },
  }
}

export function addressAuthenticator(read: Queryable, write: Queryable) {
  const guessed = guessBrake('calendar', write)
  return async (secret: string, ip: string): Promise<Actor | undefined> => {
    const hash = hashSecret(secret)
    const row = await guessed(hash, ip, async () => {
      const [session] = await queryRows(
        read,
        { userId: is.uuid, goesOn: is.boolean },
        `select a.user_id as "userId", not u.is_suspended and not u.is_deleted and not u.is_external_user as "goesOn"
         from calendar_addresses a join users u on u.id = a.user_id where a.key_hash = $1`,
        [hash],
      )
      return session
    })
    if (!row?.goesOn) return undefined
    void write.query('update calendar_addresses set last_read_date = now() where key_hash = $1', [hash]).catch(() => undefined)
    return loadActor(read, row.userId)
  }
}

/** Returns a user with current permissions, or those of one of their API tokens; without permissions if the user no longer exists. */
export async function loadActor(read: Queryable, userId: string, tokenId?: number): Promise<Actor> {
  const [row] = await queryRows(
    read,
    { firstName: is.text, lastName: is.text, isExternalUser: is.boolean, roleId: is.number, permissions: is.names<Permission>() },
    `select first_name, last_name, is_external_user, role_id,
       case when $2::bigint is null then held else array(select p from unnest(held) p join api_tokens t on p = any(t.permissions) where t.id = $2 and t.user_id = $1) end as permissions
     from (select u.first_name, u.last_name, u.is_external_user, r.id as role_id, case when u.is_suspended or u.is_deleted then '{}' else r.permissions end as held
       from users u join roles r on r.id = u.role_id where u.id = $1) somebody`,
    [userId, tokenId ?? null],
  )
  return {
    userId,
    sessionId: null,
    firstName: row?.firstName ?? '',
    lastName: row?.lastName ?? '',
    isExternal: row?.isExternalUser ?? true,
    held: new Set(row?.permissions),
    roleId: row?.roleId ?? 0,
  }
}

/** Where a session comes from. A sign-in at the identity provider also has the provider's session. */
export interface SessionOrigin {
  method: 'password' | 'passkey' | 'oidc' | 'invitation'
  oidc?: { issuer: string; subject: string; sid: string | null; idToken: string }
}

/** Opens a session and returns its token, which is not stored. */
export async function openSession(ctx: Context, userId: string, { method, oidc }: SessionOrigin): Promise<string> {
  const token = newToken()
  await ctx.run(
    `insert into sessions (token_hash, user_id, expires_date, user_agent, ip, permissions_version, method, oidc_issuer, oidc_subject, oidc_sid, oidc_id_token)
     select $1, id, now() + ${numberSetting('security.sessionMaxDays')} * interval '1 day', $3, $4, permissions_version, $5, $6, $7, $8, $9 from users where id = $2`,
    [
      hashSecret(token),
      userId,
      ctx.request.userAgent.slice(0, 300),
      ctx.request.ip,
      method,
      oidc?.issuer ?? null,
      oidc?.subject ?? null,
      oidc?.sid ?? null,
      oidc ? ctx.services.sealer.seal(oidc.idToken) : null,
    ],
  )
  return token
}

/** Gives the session of the caller a new token and the current permissions. */
export async function renewSession(ctx: Context): Promise<string> {
  const token = newToken()
  await ctx.run(
    `update sessions s set token_hash = $1, permissions_version = u.permissions_version from users u where s.id = $2 and u.id = s.user_id`,
    [hashSecret(token), ctx.actor.sessionId],
  )
  return token
}

const viewMinutes = 60

/** Opens a view-as session of an external user for the caller, without updating the user's last sign-in. */
export async function openView(ctx: Context, userId: string): Promise<string> {
  const token = newToken()
  await ctx.run(
    `insert into sessions (token_hash, user_id, expires_date, user_agent, ip, permissions_version, viewer_id)
     select $1, id, now() + ${viewMinutes} * interval '1 minute', $3, $4, permissions_version, $5 from users where id = $2`,
    [hashSecret(token), userId, ctx.request.userAgent.slice(0, 300), ctx.request.ip, ctx.actor.userId],
  )
  return token
}

export async function endViews(ctx: Context, userId: string) {
  await ctx.run('delete from sessions where user_id = $1 and viewer_id = $2', [userId, ctx.actor.userId])
  ctx.after(() => ctx.services.forgetSessions([userId]))
}

/** Ends all sessions of a user, optionally except one, and their password links. Live connections close with them. */
export async function endSessions(ctx: Context, userId: string, exceptId: number | null = null) {
  await endPasswordLinks(ctx, userId)
  await ctx.run('delete from sessions where (user_id = $1 or viewer_id = $1) and id is distinct from $2', [userId, exceptId])
  ctx.after(() => ctx.services.forgetSessions([userId]))
}

export const endPasswordLinks = (ctx: Context, userId: string) => ctx.run('delete from password_keys where user_id = $1', [userId])

export async function endTokens(ctx: Context, userId: string) {
  await ctx.run('delete from api_tokens where user_id = $1', [userId])
  ctx.after(() => ctx.services.forgetSessions([userId]))
}

export async function removeOldSessions(ctx: Context) {
  await ctx.run(
    `delete from sessions where expires_date < now() or last_seen_date < now() - (${numberSetting('security.sessionHours')} + 1) * interval '1 hour'`,
  )
  await ctx.run(`delete from api_tokens where expires_date < current_date - 30`)
  await ctx.run(`delete from sign_in_brakes where since < now() - interval '1 day'`)
  await ctx.run(`delete from password_keys where expires_date < now()`)
  await ctx.run(`delete from identity_flows where expires_date < now()`)
}
