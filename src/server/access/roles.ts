import { InvitationState } from '../../model/access/enums.ts'
import { externalRoles as ofExternal, roles as ofInternal, readPermissions } from '../../model/access/roles.ts'
import { areas, externalPermissions, internalPermissions, permissionCatalog } from '../../model/permissions.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, inUseConflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { loadAccount } from './account.ts'
import { checkGiven } from './granting.ts'
import { rolesTable } from './people-tables.ts'
import { renewSession } from './sessions.ts'

/** Internal and external roles differ only in the permissions they may have. */
function servedRoles(resource: typeof ofInternal | typeof ofExternal, isExternal: boolean) {
  const allowed: ReadonlySet<string> = new Set(isExternal ? externalPermissions : internalPermissions)
  return serve({
    resource,
    table: rolesTable,
    elsewhere: {
      token: 'the new session of a user who changed their own role',
      user: 'the same',
    },
    computed: {
      usersCount: '(select count(*)::int from users u where u.role_id = t.id and not u.is_deleted)',
      permissionsCount: 'cardinality(t.permissions)',
      isBuiltIn: 't.is_built_in',
      permissions: { sql: 't.permissions', order: null, read: (names) => (Array.isArray(names) ? names.map((name) => ({ name })) : []) },
    },
    scope: () => `t.is_external = ${isExternal}`,

    async beforeWrite(ctx, values, before) {
      await ctx.services.checkStepUp(ctx)
      const disallowed = values.permissions?.find((name) => !allowed.has(name))
      if (disallowed)
        throw badRequest({ permissions: [`${disallowed} cannot be held by ${isExternal ? 'an external' : 'an internal'} role.`] })
      if (before?.isBuiltIn && isReduced(before, values))
        throw conflict(`The permissions of ${before.name} cannot be reduced.`, {
          fields: { permissions: [`The permissions of ${before.name} cannot be reduced.`] },
        })
      checkGiven(ctx.actor, [...permissionNames(before?.permissions ?? []), ...permissionNames(values.permissions)])
      return before ? undefined : { isExternal }
    },

    async afterWrite(ctx, row, values, before) {
      if (!before || sameNames(before.permissions, values.permissions ?? [])) return
      await permissionsChanged(ctx, 'role_id = $1', row.id)
      await keepAnAdministrator(ctx)
      await recordAudit(ctx, [
        {
          action: 'PermissionChange',
          entity: resource.entity,
          entityId: row.id,
          entityName: values.name ?? before.name,
          before: { permissions: permissionNames(before.permissions) },
          after: { permissions: permissionNames(values.permissions) },
        },
      ])
    },

    async detail(ctx) {
      return freshSession(ctx)
    },

    async beforeDelete(ctx, row) {
      await ctx.services.checkStepUp(ctx)
      if (row.isBuiltIn) throw conflict(`${row.name} is built in and cannot be deleted.`)
      // Counted after the role is locked: it may have been assigned since the row was read.
      const [used] = await ctx.rows(
        { users: is.number },
        'select count(*)::int as users from users where role_id = $1 and not is_deleted',
        [row.id],
      )
      if (used && used.users > 0) throw inUseConflict(row.name, 'users', used.users)
      const waiting = await ctx.run('select from invitations i where i.external_role_id = $1 and i.state = $2 and i.expires_date > now()', [
        row.id,
        InvitationState.Pending,
      ])
      if (waiting > 0) throw inUseConflict(row.name, 'invitations', waiting)
    },
  })
}

export const roles = servedRoles(ofInternal, false)
export const externalRoles = servedRoles(ofExternal, true)

export const permissionRoutes: Route[] = [
  defineRoute(readPermissions, async () => Object.fromEntries(areas.map((area) => [area, [...permissionCatalog[area]]]))),
]

type Named = string | { name: string }
const permissionNames = (permissions: Named[] = []) =>
  permissions.map((permission) => (typeof permission === 'string' ? permission : permission.name))
const sameNames = (a: Named[], b: Named[]) => JSON.stringify(permissionNames(a).sort()) === JSON.stringify(permissionNames(b).sort())
function isReduced(before: { permissions: Named[] }, values: { permissions?: Named[] }) {
  const now = new Set(permissionNames(values.permissions))
  return permissionNames(before.permissions).some((name) => !now.has(name))
}

/** Invalidates the sessions of the affected users; the session that makes the change continues with a new token (domain 3.1). */
export async function permissionsChanged(ctx: Context, condition: string, value: unknown) {
  const people = await ctx.rows(
    { id: is.uuid },
    `update users set permissions_version = permissions_version + 1 where ${condition} returning id`,
    [value],
  )
  const ids = people.map(({ id }) => id)
  // An API token has no session to continue.
  if (ids.includes(ctx.actor.userId) && ctx.actor.sessionId !== null) fresh.add(ctx)
  ctx.after(() => {
    ctx.services.forgetSessions(ids)
    ctx.services.announce(
      ids.filter((id) => id !== ctx.actor.userId),
      'PermissionsUpdated',
      {},
    )
  })
}

const fresh = new WeakSet<Context>()
async function freshSession(ctx: Context) {
  if (!fresh.has(ctx)) return {}
  fresh.delete(ctx)
  return { token: await renewSession(ctx), user: await loadAccount(ctx, ctx.actor.userId) }
}

const administratorLock = 4_172_027

/** Returns true if no other user can grant permissions. Other changes of administrators wait until the commit. */
export async function isOnlyAdministrator(ctx: Context, userId: string): Promise<boolean> {
  await ctx.run('select pg_advisory_xact_lock($1)', [administratorLock])
  const [own, others] = [`u.id = $1`, `u.id <> $1`].map((condition) => ctx.run(administrators(condition), [userId]))
  return (await own) === 1 && (await others) === 0
}
const administrators = (condition: string) =>
  `select from users u join roles r on r.id = u.role_id where not u.is_suspended and not u.is_deleted and not u.is_external_user
     and r.permissions @> array['Roles.Update', 'DNAUsers.Update'] and ${condition} limit 1`

/**
 * Ensures that a user who can grant permissions remains. Serialized by a lock; otherwise two concurrent changes could each rely on the
 * other's administrator.
 */
export async function keepAnAdministrator(ctx: Context) {
  await ctx.run('select pg_advisory_xact_lock($1)', [administratorLock])
  const left = await ctx.run(administrators('true'))
  if (left === 0) throw conflict('At least one active user must keep the permissions Roles.Update and DNAUsers.Update.')
}
