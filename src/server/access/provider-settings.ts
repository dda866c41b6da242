import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { plainError } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import { settingsOf } from '../settings/public.ts'
import { logSecurity } from './security-log.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string | null
  allowedDomains: readonly string[]
  groupClaim: string
  groupRoles: Readonly<Record<string, number>>
  defaultRole: number | null
  isRequiredForStaff: boolean
  mayBePrivate: boolean
}

/** Settings of the identity provider; undefined if none is set up. */
export async function loadProvider(ctx: Context): Promise<ProviderSettings | undefined> {
  const values = await settingsOf(
    ctx,
    'identity.oidc.issuer',
    'identity.oidc.clientId',
    'identity.oidc.clientSecret',
    'identity.oidc.allowedDomains',
    'identity.oidc.groupClaim',
    'identity.oidc.groupRoles',
    'identity.oidc.defaultRole',
    'identity.oidc.isRequiredForStaff',
  )
  const [issuer, clientId] = [values['identity.oidc.issuer'], values['identity.oidc.clientId']]
  if (!issuer || !clientId) return undefined
  return {
    issuer,
    clientId,
    clientSecret: values['identity.oidc.clientSecret'],
    allowedDomains: values['identity.oidc.allowedDomains'] ?? [],
    groupClaim: values['identity.oidc.groupClaim'] ?? 'groups',
    groupRoles: values['identity.oidc.groupRoles'] ?? {},
    defaultRole: values['identity.oidc.defaultRole'],
    isRequiredForStaff: values['identity.oidc.isRequiredForStaff'] ?? false,
    mayBePrivate: ctx.services.settings.mayIdentityPrivate,
  }
}

const known: readonly [RegExp, string][] = [
  [/(^|\.)(microsoftonline|windows)\.\w+$/, 'Microsoft'],
  [/(^|\.)google\.com$/, 'Google'],
  [/(^|\.)okta(-\w+)?\.com$/, 'Okta'],
]
export function nameOfProvider(issuer: string): string {
  const { hostname } = new URL(issuer)
  return known.find(([pattern]) => pattern.test(hostname))?.[1] ?? hostname
}

/**
 * Where single sign-on is required for staff, refuses every other way to sign in. Administrators may still use it, so that a broken provider
 * does not lock everyone out; each such sign-in is written to the audit log.
 */
export async function checkOtherSignIn(ctx: Context, userId: string) {
  const provider = await loadProvider(ctx)
  if (!provider?.isRequiredForStaff) return
  const [user] = await ctx.rows(
    { email: is.text, isExternal: is.boolean, isAdministrator: is.boolean },
    `select u.email, u.is_external_user as "isExternal", r.permissions @> array['Roles.Update', 'DNAUsers.Update'] as "isAdministrator"
     from users u join roles r on r.id = u.role_id where u.id = $1`,
    [userId],
  )
  if (!user || user.isExternal) return
  if (!user.isAdministrator) throw plainError(400, `Please sign in with ${nameOfProvider(provider.issuer)}. Your firm requires it.`)
  await recordAudit(ctx, [
    {
      action: 'SignIn',
      entity: 'sessions',
      entityId: null,
      entityName: user.email,
      userId,
      after: { breakGlass: 'despite single sign-on' },
    },
  ])
  await logSecurity(ctx, { event: 'BreakGlass', result: 'Success', userId })
}
