import { isIP } from 'node:net'
import {
  endSessionsByProvider,
  endSingleSignOn,
  openSsoSession,
  readSignInOptions,
  readSignOutAddress,
  ssoCallbackPath,
  ssoStartPath,
  startSingleSignOn,
  testIdentityProvider,
} from '../../model/access/single-sign-on.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { plainError } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { settingOf } from '../settings/public.ts'
import { asError } from '../tools/errors.ts'
import { createSignedInSession } from './account.ts'
import { originOf } from './passkey-checks.ts'
import { findProviderUser, SignInRefused } from './provider-accounts.ts'
import {
  beginSignIn,
  discoverProvider,
  finishSignIn,
  isUnreachable,
  type LogoutClaims,
  logoutMinutes,
  type ProviderClaims,
  readLogoutToken,
  signOutAddress,
  testProvider,
} from './provider-client.ts'
import { loadProvider, nameOfProvider, type ProviderSettings } from './provider-settings.ts'
import { openFlow } from './second-factor-checks.ts'
import { logRefused, logSecurity } from './security-log.ts'
import { hashSecret } from './sessions.ts'

const flowMinutes = 10
const handOverMinutes = 2

const redirectUriOf = (ctx: Context) => `${originOf(ctx)}/api${ssoCallbackPath}`
const goTo = (address: string) => new CustomResponse((reply) => reply.header('referrer-policy', 'no-referrer').redirect(address, 302))

/** Only a path of this app, so that the sign-in leads to no other site. */
function internalPath(address: string | null): string | null {
  if (!address?.startsWith('/') || /^\/[\\/]/.test(address) || /[\p{Cc}\\]/u.test(address)) return null
  const base = 'http://own.invalid'
  return new URL(address, base).origin === base ? address : null
}

function backToSignIn(reason: string, returnTo: string | null) {
  const query = new URLSearchParams({ sso: reason, ...(returnTo && { redirect: returnTo }) })
  return goTo(`/login?${query}`)
}

interface Begun {
  settings: ProviderSettings
  redirectUri: string
  request: Awaited<ReturnType<typeof beginSignIn>>
}

const start: Route = defineRoute(
  startSingleSignOn,
  async (ctx, { query, prepared }: HandlerRequest<typeof startSingleSignOn, Begun | string>) => {
    const returnTo = internalPath(query.returnTo)
    if (typeof prepared === 'string') return backToSignIn(prepared, returnTo)
    const { settings, redirectUri, request } = prepared
    const { state, nonce, verifier, address } = request
    const { issuer, clientId } = settings
    const data = { nonce, verifier, issuer, clientId, redirectUri, returnTo, binding: query.binding }
    await ctx.services.isolated((apart) => openFlow(apart, { kind: 'oidc', data, minutes: flowMinutes, key: state }))
    return goTo(address)
  },
  async (_request, readOnly): Promise<Begun | string> => {
    const { settings, redirectUri, log } = await readOnly(async (ctx) => ({
      settings: await loadProvider(ctx),
      redirectUri: redirectUriOf(ctx),
      log: ctx.log,
    }))
    if (!settings) return 'off'
    try {
      return { settings, redirectUri, request: await beginSignIn(await discoverProvider(settings), redirectUri) }
    } catch (error) {
      log.warn({ err: asError(error) }, 'the identity provider cannot be used')
      return 'unreachable'
    }
  },
)

const flowShape = is.jsonOf({
  nonce: is.text,
  verifier: is.text,
  issuer: is.text,
  clientId: is.text,
  redirectUri: is.text,
  returnTo: orNull(is.text),
  binding: orNull(is.text),
})

/** Takes the flow of a state. A state works once, also if what follows fails. */
const takeFlow = (ctx: Context, state: string) =>
  ctx.services.isolated((apart) =>
    apart.rows(
      { isValid: is.boolean, data: flowShape },
      `delete from identity_flows where key_hash = $1 and kind = 'oidc' returning expires_date > now() as "isValid", data`,
      [hashSecret(state)],
    ),
  )

interface Returned {
  reason?: string
  returnTo: string | null
  binding: string | null
  done?: { settings: ProviderSettings; claims: ProviderClaims }
}

async function exchangeCode(
  query: RequestOf<typeof endSingleSignOn>['query'],
  readOnly: <T>(run: (ctx: Context) => Promise<T>) => Promise<T>,
): Promise<Returned> {
  const { flow, settings, log } = await readOnly(async (ctx) => ({
    flow: (await takeFlow(ctx, query.state ?? ''))[0],
    settings: await loadProvider(ctx),
    log: ctx.log,
  }))
  if (!flow?.isValid) return { reason: 'expired', returnTo: null, binding: null }
  const { returnTo, binding, redirectUri, nonce, verifier, issuer, clientId } = flow.data
  const back = { returnTo, binding }
  if (!settings) return { ...back, reason: 'off' }
  // The provider was replaced while the person was there.
  if (settings.issuer !== issuer || settings.clientId !== clientId) return { ...back, reason: 'expired' }
  if (query.error) return { ...back, reason: 'refused' }
  const callbackUrl = new URL(redirectUri)
  for (const name of ['code', 'state', 'iss'] as const) if (query[name]) callbackUrl.searchParams.set(name, query[name])
  try {
    const request = { state: query.state ?? '', nonce, verifier }
    const claims = await finishSignIn(await discoverProvider(settings), callbackUrl, request, settings.groupClaim)
    return { ...back, done: { settings, claims } }
  } catch (error) {
    log.warn({ err: asError(error) }, 'a sign-in at the identity provider failed')
    return { ...back, reason: isUnreachable(error) ? 'unreachable' : 'invalid' }
  }
}

async function acceptPerson(ctx: Context, { returnTo, binding, done, reason }: Returned) {
  const refuse = async (problem: string) => {
    await logRefused(ctx, { event: 'SignInFailed', detail: `oidc, ${problem}${done?.claims.email ? `, ${done.claims.email}` : ''}` })
    return backToSignIn(problem, returnTo)
  }
  if (!done) return refuse(reason ?? 'invalid')
  const { settings, claims } = done
  const { issuer, subject, sid, idToken } = claims
  try {
    const code = await ctx.services.isolated(async (apart) => {
      const userId = await findProviderUser({ ...apart, request: ctx.request }, settings, claims)
      const data = { issuer, subject, sid, idToken: ctx.services.sealer.seal(idToken), binding }
      return openFlow(apart, { kind: 'oidc session', userId, data, minutes: handOverMinutes })
    })
    const query = new URLSearchParams({ code, ...(returnTo && { redirect: returnTo }) })
    return goTo(`/login?${query}`)
  } catch (error) {
    if (error instanceof SignInRefused) return refuse(error.reason)
    throw error
  }
}

const handOverShape = is.jsonOf({ issuer: is.text, subject: is.text, sid: orNull(is.text), idToken: is.text, binding: orNull(is.text) })

/** Hands the session to the page that began the sign-in. The code works once, also if the secret of the page is wrong. */
async function openSession(ctx: Context, { code, binding }: RequestOf<typeof openSsoSession>['body']) {
  const refused = plainError(400, 'This sign-in has expired. Please sign in again.')
  const [flow] = await ctx.services.isolated((apart) =>
    apart.rows(
      { isValid: is.boolean, userId: is.uuid, data: handOverShape },
      `delete from identity_flows where key_hash = $1 and kind = 'oidc session' returning expires_date > now() as "isValid", user_id as "userId", data`,
      [hashSecret(code)],
    ),
  )
  if (!flow?.isValid || (binding ? hashSecret(binding) : null) !== flow.data.binding) throw refused
  const isOpen = await ctx.run('select from users where id = $1 and not is_suspended and not is_deleted', [flow.userId])
  if (isOpen === 0) throw refused
  const { issuer, subject, sid, idToken } = flow.data
  const oidc = { issuer, subject, sid, idToken: ctx.services.sealer.open(idToken) ?? '' }
  return createSignedInSession(ctx, flow.userId, { method: 'oidc', oidc })
}

/** Browsers offer passkeys only in secure contexts with a host name. */
function offersPasskeys(ctx: Context): boolean {
  const { protocol, hostname } = new URL(originOf(ctx))
  return hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replace(/[[\]]/g, '')) === 0)
}

/** Session at the provider of the caller's session. Null for other sign-ins, and for those at a former provider. */
async function findIdToken(ctx: Context, settings: ProviderSettings | undefined) {
  const [session] = await ctx.rows(
    { issuer: orNull(is.text), idToken: orNull(is.text) },
    'select oidc_issuer as issuer, oidc_id_token as "idToken" from sessions where id = $1',
    [ctx.actor.sessionId],
  )
  if (!session?.idToken || !settings || new URL(settings.issuer).href !== new URL(session.issuer ?? '').href) return undefined
  return ctx.services.sealer.open(session.idToken)
}

async function readSignOut(ctx: Context): Promise<{ address: string | null }> {
  const settings = await loadProvider(ctx)
  const idToken = await findIdToken(ctx, settings)
  if (!settings || !idToken) return { address: null }
  try {
    return { address: await signOutAddress(await discoverProvider(settings), idToken, `${originOf(ctx)}/login`) }
  } catch (error) {
    // The sign-out here must not depend on the provider.
    ctx.log.warn({ err: asError(error) }, 'the identity provider cannot be used')
    return { address: null }
  }
}

async function verifyLogout(
  token: string,
  readOnly: <T>(run: (ctx: Context) => Promise<T>) => Promise<T>,
): Promise<LogoutClaims | undefined> {
  const { settings, log } = await readOnly(async (ctx) => ({ settings: await loadProvider(ctx), log: ctx.log }))
  if (!settings) return undefined
  try {
    return await readLogoutToken(await discoverProvider(settings), token, settings)
  } catch (error) {
    log.warn({ err: asError(error) }, 'a logout token of the identity provider was rejected')
    return undefined
  }
}

/** Ends the session that the token names, or all sessions that the person has from this provider. */
async function endNamedSessions(ctx: Context, claims: LogoutClaims | undefined) {
  const refused = plainError(400, 'This logout token is not valid.')
  if (!claims) throw refused
  const { issuer, tokenId, subject, sid } = claims
  const isNew = await ctx.run(
    `insert into identity_flows (key_hash, kind, expires_date) values ($1, 'logout token', now() + $2 * interval '1 minute') on conflict do nothing`,
    [hashSecret(`${issuer} ${tokenId}`), 2 * logoutMinutes],
  )
  if (isNew === 0) throw refused
  const ended = await ctx.rows(
    { id: is.number, userId: is.uuid },
    `delete from sessions where oidc_issuer = $1 and ($2::text is null or oidc_subject = $2) and ($3::text is null or oidc_sid = $3)
     returning id, user_id`,
    [issuer, subject, sid],
  )
  const people = [...new Set(ended.map(({ userId }) => userId))]
  await recordAudit(
    ctx,
    ended.map(({ id }) => ({ action: 'SignOut' as const, entity: 'sessions', entityId: id, entityName: null })),
  )
  for (const userId of people) await logSecurity(ctx, { event: 'SessionsEnded', result: 'Success', userId, detail: 'by the provider' })
  ctx.after(() => ctx.services.forgetSessions(people))
}

type Tested = Awaited<ReturnType<typeof testProvider>>

export const singleSignOnRoutes: Route[] = [
  defineRoute(readSignInOptions, async (ctx) => {
    const settings = await loadProvider(ctx)
    return {
      password: true,
      oidc: settings ? { name: nameOfProvider(settings.issuer), path: `/api${ssoStartPath}` } : null,
      passkeys: offersPasskeys(ctx),
    }
  }),
  start,
  defineRoute(
    endSingleSignOn,
    (ctx, { prepared }: HandlerRequest<typeof endSingleSignOn, Returned>) => acceptPerson(ctx, prepared),
    ({ query }, readOnly) => exchangeCode(query, readOnly),
  ),
  defineRoute(readSignOutAddress, readSignOut),
  defineRoute(
    endSessionsByProvider,
    (ctx, { prepared }: HandlerRequest<typeof endSessionsByProvider, LogoutClaims | undefined>) => endNamedSessions(ctx, prepared),
    ({ body }, readOnly) => verifyLogout(body.logout_token, readOnly),
  ),
  defineRoute(openSsoSession, (ctx, { body }) => openSession(ctx, body)),
  defineRoute(
    testIdentityProvider,
    async (_ctx, { prepared }: HandlerRequest<typeof testIdentityProvider, Tested>) => prepared,
    async ({ body }, readOnly) => {
      const connection = await readOnly(async (ctx) => ({
        ...body,
        // The stored secret is sent only to the stored provider.
        clientSecret:
          body.clientSecret ??
          ((await settingOf(ctx, 'identity.oidc.issuer')) === body.issuer ? await settingOf(ctx, 'identity.oidc.clientSecret') : null),
        mayBePrivate: ctx.services.settings.mayIdentityPrivate,
        redirectUri: redirectUriOf(ctx),
      }))
      return testProvider(connection, connection.redirectUri)
    },
  ),
]
