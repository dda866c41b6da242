import type { Configuration, IDToken } from 'openid-client'
import { guardedFetch } from '../tools/guarded-fetch.ts'
import { PrivateAddressError } from '../tools/public-address.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** Loaded with the first sign-in at a provider. */
const loadClient = () => import('openid-client')
const clockToleranceSeconds = 30

const asBody = (body: unknown) => (typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : undefined)

type Connection = Pick<ProviderSettings, 'issuer' | 'clientId' | 'clientSecret' | 'mayBePrivate'>

/** Reads the provider's metadata. Read anew for each sign-in, so that rotated keys and changed addresses apply at once. */
export async function discoverProvider({ issuer, clientId, clientSecret, mayBePrivate }: Connection): Promise<Configuration> {
  const client = await loadClient()
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    clientSecret ? client.ClientSecretPost(clientSecret) : client.None(),
    {
      execute: [...(mayBePrivate ? [client.allowInsecureRequests] : []), client.enableNonRepudiationChecks],
      [client.customFetch]: (url, { method, headers, body }) =>
        guardedFetch(url, { method, headers: Object.fromEntries(new Headers(headers).entries()), body: asBody(body) }, mayBePrivate),
    },
  )
  configuration.timeout = 10
  return configuration
}

export interface SignInRequest {
  state: string
  nonce: string
  verifier: string
}

/** Address at the provider that begins a sign-in, and the secrets that its end must match. */
export async function beginSignIn(configuration: Configuration, redirectUri: string): Promise<SignInRequest & { address: string }> {
  const client = await loadClient()
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { state, nonce, verifier, address: address.href }
}

export interface ProviderClaims {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
  /** Null if the provider sent no such claim. */
  groups: readonly string[] | null
  sid: string | null
  idToken: string
}

/** Exchanges the code, verifies the ID token, and completes its claims from the user info address. */
export async function finishSignIn(
  configuration: Configuration,
  callbackUrl: URL,
  { state, nonce, verifier }: SignInRequest,
  groupClaim: string,
): Promise<ProviderClaims> {
  const client = await loadClient()
  const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new Error('The provider sent no ID token.')
  const isComplete = claims.email !== undefined && claims[groupClaim] !== undefined
  const more =
    isComplete || !configuration.serverMetadata().userinfo_endpoint
      ? {}
      : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return readClaims({ ...more, ...claims }, groupClaim, tokens.id_token)
}

const asText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 254) : null)

function readClaims(claims: IDToken, groupClaim: string, idToken: string): ProviderClaims {
  const groups = claims[groupClaim]
  const [first, ...rest] = (asText(claims.name) ?? '').split(' ')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: asText(claims.email)?.toLowerCase() ?? null,
    isEmailVerified: claims.email_verified === true,
    firstName: asText(claims.given_name) ?? (first || null),
    lastName: asText(claims.family_name) ?? (rest.join(' ') || null),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : typeof groups === 'string' ? [groups] : null,
    sid: asText(claims.sid),
    idToken,
  }
}

export interface LogoutClaims {
  issuer: string
  /** Names the token, which is accepted once. */
  tokenId: string
  subject: string | null
  sid: string | null
}
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** A logout token is used at once, and its id is remembered this long. */
export const logoutMinutes = 5
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws if it is not valid. */
export async function readLogoutToken(configuration: Configuration, token: string, connection: Connection): Promise<LogoutClaims> {
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
  const { issuer, jwks_uri } = configuration.serverMetadata()
  if (!jwks_uri) throw new Error('The provider names no keys.')
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    [customFetch]: (url: string) => guardedFetch(url, {}, connection.mayBePrivate),
  })
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: connection.clientId,
    algorithms: signatures,
    clockTolerance: clockToleranceSeconds,
    maxTokenAge: `${logoutMinutes} minutes`,
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
  })
  const { events, nonce, jti = '' } = payload
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
  // A nonce marks an ID token, which must not end sessions.
  if (!isLogout || nonce !== undefined) throw new Error('This is not a logout token.')
  const [subject, sid] = [asText(payload.sub), asText(payload.sid)]
  if (!subject && !sid) throw new Error('The logout token names neither a person nor a session.')
  return { issuer, tokenId: jti, subject, sid }
}

/** Codes of the library for a provider that did not answer, as opposed to a wrong answer. */
export const isUnreachable = (error: unknown) =>
  error instanceof Error &&
  ((error.cause instanceof Error && 'code' in error.cause && /^E(CONN|HOST|NET|AI_)|ENOTFOUND|ETIMEDOUT/.test(String(error.cause.code))) ||
    ('code' in error && /^E(CONN|HOST|NET|AI_)|ENOTFOUND|ETIMEDOUT|OAUTH_TIMEOUT|OAUTH_RESPONSE_IS_NOT_CONFORM/.test(String(error.code))) ||
    error.name === 'PrivateAddressError' ||
    error.name === 'TimeoutError')

/** Address that ends the session at the provider, which then leads back to the sign-in page. Null if the provider has none. */
export async function signOutAddress(configuration: Configuration, idToken: string, returnTo: string): Promise<string | null> {
  if (!configuration.serverMetadata().end_session_endpoint) return null
  const client = await loadClient()
  return client.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
}

interface TestResult {
  ok: boolean
  problems: string[]
  endpoints: { authorization: string | null; token: string | null; keys: string | null; endSession: string | null }
}

/** Reads the metadata and the keys, and asks for tokens with a made-up code, which shows if the client is accepted. */
export async function testProvider(connection: Connection, redirectUri: string): Promise<TestResult> {
  const endpoints: TestResult['endpoints'] = { authorization: null, token: null, keys: null, endSession: null }
  const problems: string[] = []
  try {
    const configuration = await discoverProvider(connection)
    const metadata = configuration.serverMetadata()
    endpoints.authorization = metadata.authorization_endpoint ?? null
    endpoints.token = metadata.token_endpoint ?? null
    endpoints.keys = metadata.jwks_uri ?? null
    endpoints.endSession = metadata.end_session_endpoint ?? null
    if (!metadata.authorization_endpoint) problems.push('The provider names no address to sign in.')
    if (!metadata.jwks_uri) problems.push('The provider names no keys, so its tokens cannot be verified.')
    else if ((await guardedFetch(metadata.jwks_uri, {}, connection.mayBePrivate)).status !== 200)
      problems.push('The keys of the provider cannot be read.')
    if (metadata.code_challenge_methods_supported && !metadata.code_challenge_methods_supported.includes('S256'))
      problems.push('The provider does not support PKCE with S256.')
    if (metadata.token_endpoint) problems.push(...(await clientProblems(connection, metadata.token_endpoint, redirectUri)))
    else problems.push('The provider names no address for tokens.')
  } catch (error) {
    problems.push(discoveryProblem(error))
  }
  return { ok: problems.length === 0, problems, endpoints }
}

async function clientProblems(
  { clientId, clientSecret, mayBePrivate }: Connection,
  address: string,
  redirectUri: string,
): Promise<string[]> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'test-of-the-connection',
    code_verifier: 'x'.repeat(43),
    redirect_uri: redirectUri,
    client_id: clientId,
    ...(clientSecret && { client_secret: clientSecret }),
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const answer = await guardedFetch(address, { method: 'POST', headers, body }, mayBePrivate)
  const text = await answer.text()
  return /invalid_client|unauthorized_client/.test(text) ? ['The provider does not accept the client id or the secret.'] : []
}

const isPrivate = (error: unknown): boolean =>
  error instanceof PrivateAddressError || (error instanceof Error && error.cause !== undefined && isPrivate(error.cause))

function discoveryProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'OAUTH_HTTP_REQUEST_FORBIDDEN' || isPrivate(error)) return 'Only public HTTPS addresses are allowed.'
  if (isUnreachable(error)) return 'The provider cannot be reached at this address.'
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'The provider names another address as its own.'
  return 'This address is not that of an OpenID Connect provider.'
}
