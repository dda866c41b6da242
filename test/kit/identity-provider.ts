import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onCleanup } from './cleanup.ts'

export const client = { clientId: 'dna-test', clientSecret: 'secret-of-the-client' }

const base64 = (value: object | string) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const newKey = () => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })
const seconds = () => Math.floor(Date.now() / 1000)

interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
}

/** OpenID Connect provider whose answers a test can falsify. It signs in `person` without a page. */
export async function startIdentityProvider() {
  const codes = new Map<string, URLSearchParams>()
  const state = {
    person: { sub: 'person-1', email: 'person@example.com', email_verified: true } as Person,
    /** Overrides claims of the ID token; undefined removes one. */
    claims: {} as Record<string, unknown>,
    isUnsigned: false,
    /** Overrides parameters of the way back to the app. */
    back: {} as Record<string, string>,
    isDown: false,
    key: newKey(),
    /** Signs with a key that is not among the published ones. */
    signingKey: undefined as KeyObject | undefined,
  }
  let issuer = ''

  function idToken(request: URLSearchParams): string {
    const claims = {
      iss: issuer,
      aud: client.clientId,
      iat: seconds(),
      exp: seconds() + 300,
      nonce: request.get('nonce'),
      ...state.person,
      ...state.claims,
    }
    const signed = `${base64({ alg: state.isUnsigned ? 'none' : 'RS256', kid: state.key.kid })}.${base64(claims)}`
    if (state.isUnsigned) return `${signed}.`
    return `${signed}.${sign('sha256', Buffer.from(signed), state.signingKey ?? state.key.privateKey).toString('base64url')}`
  }

  /** Logout token as the provider sends it to the app. */
  function logoutToken(
    claims: Record<string, unknown>,
    { key = state.key, header = {} }: { key?: typeof state.key; header?: object } = {},
  ): string {
    const all = {
      ...{ iss: issuer, aud: client.clientId, iat: seconds(), exp: seconds() + 120, jti: randomUUID() },
      ...{ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims },
    }
    const signed = `${base64({ alg: 'RS256', kid: state.key.kid, typ: 'logout+jwt', ...header })}.${base64(all)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), key.privateKey).toString('base64url')}`
  }

  function tokens(body: URLSearchParams): [status: number, body: object] {
    if (body.get('client_id') !== client.clientId || body.get('client_secret') !== client.clientSecret)
      return [401, { error: 'invalid_client' }]
    const request = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!request || request.get('code_challenge') !== challenge) return [400, { error: 'invalid_grant' }]
    return [200, { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: idToken(request) }]
  }

  const answers: Record<string, (request: IncomingMessage, url: URL) => Promise<[status: number, body: object]> | [number, object]> = {
    '/.well-known/openid-configuration': () => [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/me`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      },
    ],
    '/jwks': () => [200, { keys: [{ ...state.key.publicKey.export({ format: 'jwk' }), kid: state.key.kid, alg: 'RS256', use: 'sig' }] }],
    '/token': async (request) => tokens(new URLSearchParams(await text(request))),
    '/me': () => [200, state.person],
  }
  const server = createServer(async (request, response) => {
    if (state.isDown) return request.socket.destroy()
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') {
      const code = randomUUID()
      codes.set(code, url.searchParams)
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      const parameters = { code, state: url.searchParams.get('state') ?? '', iss: issuer, ...state.back }
      for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value)
      return response.writeHead(302, { location: back.href }).end()
    }
    const [status, body] = (await answers[url.pathname]?.(request, url)) ?? [404, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  issuer = `http://127.0.0.1:${port}`
  const honest = { claims: {}, isUnsigned: false, back: {}, isDown: false, signingKey: undefined }
  return {
    issuer,
    state,
    rotateKey: () => Object.assign(state, { key: newKey() }),
    reset: () => Object.assign(state, honest),
    newKey,
    logoutToken,
  }
}
