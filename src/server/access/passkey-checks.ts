import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { assertionField } from '../../model/access/passkeys.ts'
import type { ValueIn } from '../../model/kit/description.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { passkeysTable } from './identity-tables.ts'
import { hashSecret } from './sessions.ts'

/** Loaded with the first passkey: certificates of authenticators take 3 MB. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Address that browsers see. Without a configured one it is that of the request, which the authenticator signs. */
export const originOf = (ctx: Context) => ctx.services.settings.publicUrl ?? ctx.request.origin
export const relyingParty = (ctx: Context) => {
  const { hostname, origin } = new URL(originOf(ctx))
  return { rpId: hostname, origin }
}

const transportNames: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb']
export const knownTransports = (names: readonly string[]) => transportNames.filter((name) => names.includes(name))

/** Challenge that the browser has signed, as named in the client data. */
export function signedChallenge(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof data === 'object' && data !== null && 'challenge' in data ? String(data.challenge) : ''
  } catch {
    return ''
  }
}

/** Takes the stored flow of a signed challenge, which works once. */
export async function takePasskeyFlow(ctx: Context, kind: string, clientDataJSON: string) {
  const challenge = signedChallenge(clientDataJSON)
  const taken = await ctx.services.isolated((apart) =>
    apart.rows(
      { isValid: is.boolean, userId: is.text },
      `delete from identity_flows where key_hash = $1 and kind = $2 returning expires_date > now() as "isValid", coalesce(user_id::text, '') as "userId"`,
      [hashSecret(challenge), kind],
    ),
  )
  const [flow] = taken
  return flow?.isValid ? { challenge, userId: flow.userId } : undefined
}

type Assertion = NonNullable<ValueIn<ReturnType<typeof assertionField>>>

/** Verifies an assertion of one user, or of any user if it replaces the password. Returns the user. */
export async function acceptAssertion(
  ctx: Context,
  assertion: Assertion,
  { userId, isVerified = false }: { userId?: string; isVerified?: boolean },
): Promise<string | undefined> {
  const flow = await takePasskeyFlow(ctx, 'passkey', assertion.response.clientDataJSON)
  const [passkey] = await ctx.rows(
    { id: is.number, userId: is.uuid, publicKey: is.text, counter: is.number, transports: is.texts },
    `select k.id, k.user_id, k.public_key, k.counter, k.transports from passkeys k
     join users u on u.id = k.user_id and not u.is_suspended and not u.is_deleted where k.credential_id = $1 for update of k`,
    [assertion.id],
  )
  if (!flow || !passkey || (userId !== undefined && passkey.userId !== userId)) return undefined
  const { rpId, origin } = relyingParty(ctx)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { userHandle, ...response } = assertion.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: assertion.id,
        rawId: assertion.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { ...response, ...(userHandle && { userHandle }) },
      },
      expectedChallenge: flow.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: isVerified,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: knownTransports(passkey.transports),
      },
    })
    if (!verified) return undefined
    await ctx.update(passkeysTable, passkey.id, { counter: authenticationInfo.newCounter, lastUsedDate: sql`now()` })
    return passkey.userId
  } catch (error) {
    ctx.log.info({ err: error }, 'a passkey was refused')
    return undefined
  }
}
