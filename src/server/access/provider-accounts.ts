import { users } from '../../model/access/users.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { userIdentitiesTable } from './identity-tables.ts'
import { usersTable } from './people-tables.ts'
import type { ProviderClaims } from './provider-client.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { isOnlyAdministrator, permissionsChanged } from './roles.ts'
import { logSecurity } from './security-log.ts'
import { endTokens } from './sessions.ts'

/** A sign-in at the provider that opens no session. The reason is a key of `ssoProblems`. */
export class SignInRefused extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

const userShape = { id: is.uuid, roleId: is.number, isSuspended: is.boolean, isExternal: is.boolean, email: is.text }
const userColumns = `u.id, u.role_id, u.is_suspended, u.is_external_user as "isExternal", u.email`

/**
 * Finds the user of a sign-in at the provider. An account is linked by the provider's subject; the first link is made by a verified e-mail
 * address, while the account has no other identity. A person without an account gets one with the mapped or default role.
 */
export async function findProviderUser(ctx: Context, provider: ProviderSettings, claims: ProviderClaims): Promise<string> {
  // Serializes the first sign-ins of a person, which would otherwise create two accounts.
  await ctx.run('select pg_advisory_xact_lock(hashtext($1))', [`${claims.issuer} ${claims.subject}`])
  checkDomain(provider, claims)
  const [linked] = await ctx.rows(
    userShape,
    `select ${userColumns} from user_identities i join users u on u.id = i.user_id and not u.is_deleted where i.issuer = $1 and i.subject = $2`,
    [claims.issuer, claims.subject],
  )
  const user = linked ?? (await linkByEmail(ctx, claims)) ?? (await createUser(ctx, provider, claims))
  if (user.isSuspended) throw new SignInRefused('suspended')
  await ctx.update(userIdentitiesTable, { issuer: claims.issuer, subject: claims.subject }, { lastSignInDate: sql`now()` })
  if (!user.isExternal) await applyGroups(ctx, provider, claims.groups, user)
  return user.id
}

function checkDomain({ allowedDomains }: ProviderSettings, { email }: ProviderClaims) {
  if (allowedDomains.length === 0) return
  const domain = email?.split('@').at(-1)
  if (!allowedDomains.some((allowed) => allowed.toLowerCase() === domain)) throw new SignInRefused('domain')
}

function verifiedEmail({ email, isEmailVerified }: ProviderClaims): string {
  if (!email?.includes('@') || !isEmailVerified) throw new SignInRefused('email')
  return email
}

async function linkByEmail(ctx: Context, claims: ProviderClaims) {
  const email = verifiedEmail(claims)
  const [user] = await ctx.rows(userShape, `select ${userColumns} from users u where lower(u.email) = $1 and not u.is_deleted for update`, [
    email,
  ])
  if (!user) return undefined
  if ((await ctx.run('select from user_identities where user_id = $1', [user.id])) > 0) throw new SignInRefused('linked')
  await link(ctx, user.id, claims, email)
  return user
}

async function link(ctx: Context, userId: string, { issuer, subject }: ProviderClaims, email: string) {
  await ctx.insert(userIdentitiesTable, { userId, issuer, subject, email })
  await logSecurity(ctx, { event: 'AccountLinked', result: 'Success', userId, detail: issuer })
}

/** Role of the first group, in the order of the settings, that the person belongs to. */
export function mappedRole({ groupRoles }: Pick<ProviderSettings, 'groupRoles'>, groups: readonly string[] | null): number | undefined {
  return Object.entries(groupRoles).find(([group]) => groups?.includes(group))?.[1]
}

const isInternalRole = async (ctx: Context, roleId: number) =>
  (await ctx.run('select from roles where id = $1 and not is_external and not is_deleted for share', [roleId])) > 0

async function createUser(ctx: Context, provider: ProviderSettings, claims: ProviderClaims) {
  const email = verifiedEmail(claims)
  const roleId = mappedRole(provider, claims.groups) ?? provider.defaultRole
  if (!roleId || !(await isInternalRole(ctx, roleId))) throw new SignInRefused('account')
  const [name = ''] = email.split('@')
  const row = { email, firstName: (claims.firstName ?? name).slice(0, 100), lastName: (claims.lastName ?? name).slice(0, 100), roleId }
  const { id } = onlyRow(await ctx.insert(usersTable, row, { returning: ['id'] }))
  await recordAudit(ctx, [
    { action: 'Create', entity: users.entity, entityId: id, entityName: row.lastName, after: { ...row, by: claims.issuer }, userId: id },
  ])
  ctx.after(() => ctx.services.changed({ entity: users.entity, id, action: 'Created', rowVersion: 1 }, users.permission.view))
  await link(ctx, id, claims, email)
  return { id, roleId, isSuspended: false, isExternal: false, email }
}

/**
 * Gives the role of the groups. Without a mapped group, a role that only the mapping can have given falls back to the default role; a role
 * given by hand stays, and so does that of the last administrator.
 */
export async function applyGroups(
  ctx: Context,
  provider: Pick<ProviderSettings, 'groupRoles' | 'defaultRole'>,
  groups: readonly string[] | null,
  user: { id: string; roleId: number; email: string },
) {
  if (groups === null) return
  const isMapped = Object.values(provider.groupRoles).includes(user.roleId)
  const roleId = mappedRole(provider, groups) ?? (isMapped ? provider.defaultRole : null) ?? user.roleId
  if (roleId === user.roleId || !(await isInternalRole(ctx, roleId))) return
  if (await isOnlyAdministrator(ctx, user.id)) return
  await ctx.update(usersTable, user.id, { roleId })
  await permissionsChanged(ctx, 'id = $1', user.id)
  await endTokens(ctx, user.id)
  await recordAudit(ctx, [
    {
      action: 'PermissionChange',
      entity: users.entity,
      entityId: user.id,
      entityName: user.email,
      before: { roleId: user.roleId },
      after: { roleId, by: 'groups of the provider' },
      userId: user.id,
    },
  ])
}
