import { randomBytes } from 'node:crypto'
import * as calls from '../../model/access/passkeys.ts'
import type { RequestOf, ResponseOf } from '../../model/kit/call.ts'
import { fullName } from '../../model/kit/names.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, notFound, plainError } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { settingOf } from '../settings/public.ts'
import { createSignedInSession } from './account.ts'
import { passkeysTable } from './identity-tables.ts'
import { acceptAssertion, knownTransports, loadWebAuthn, relyingParty, takePasskeyFlow } from './passkey-checks.ts'
import { checkOtherSignIn } from './provider-settings.ts'
import { findChallenge, openFlow, secondFactorMethods } from './second-factor-checks.ts'
import { checkStepUp, factorsChanged } from './second-factors.ts'
import { logRefused, logSecurity } from './security-log.ts'
import { attemptSucceeded, brakes, countAttempt, fromAddress } from './sign-in-rate-limit.ts'

const minutes = 5
const timeout = minutes * 60_000
/** ES256, EdDSA and RS256, which all authenticators know. */
const algorithms = [-7, -8, -257]

const passkeyShape = { id: is.number, name: is.text, createDate: is.instant, lastUsedDate: orNull(is.instant), isBackedUp: is.boolean }
const columns = `id, name, create_date as "createDate", last_used_date as "lastUsedDate", is_backed_up as "isBackedUp"`

async function credentialsOf(ctx: Context, userId: string) {
  const rows = await ctx.rows(
    { id: is.text, transports: is.texts },
    'select credential_id as id, transports from passkeys where user_id = $1 order by id',
    [userId],
  )
  return rows.map((row) => ({ ...row, type: 'public-key' }))
}

async function startPasskey(ctx: Context): Promise<ResponseOf<typeof calls.startPasskey>> {
  await checkStepUp(ctx)
  const { userId } = ctx.actor
  const found = await ctx.rows(
    { email: is.text, firstName: is.text, lastName: is.text },
    'select email, first_name, last_name from users where id = $1',
    [userId],
  )
  const user = onlyRow(found)
  const existing = await credentialsOf(ctx, userId)
  if (existing.length >= calls.mostPasskeys) throw conflict(`You have ${calls.mostPasskeys} passkeys. Remove one you no longer need.`)
  const challenge = await openFlow(ctx, { kind: 'new passkey', userId, minutes, key: randomBytes(32).toString('base64url') })
  return {
    challenge,
    rp: { id: relyingParty(ctx).rpId, name: (await settingOf(ctx, 'general.productName')) ?? 'DNA' },
    user: { id: Buffer.from(userId).toString('base64url'), name: user.email, displayName: fullName(user) },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout,
    attestation: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  }
}

async function addPasskey(ctx: Context, { name, ...body }: RequestOf<typeof calls.addPasskey>['body']) {
  await checkStepUp(ctx)
  const { userId } = ctx.actor
  const refused = badRequest({ response: ['This passkey is not valid. Please try again.'] })
  const flow = await takePasskeyFlow(ctx, 'new passkey', body.response.clientDataJSON)
  if (flow?.userId !== userId) throw refused
  const { rpId, origin } = relyingParty(ctx)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { transports, ...response } = body.response
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id: body.id, rawId: body.rawId, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: flow.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch((error) => {
    ctx.log.info({ err: error }, 'a passkey was refused')
    throw refused
  })
  if (!registrationInfo) throw refused
  const { credential, credentialBackedUp } = registrationInfo
  const count = (await credentialsOf(ctx, userId)).length
  await ctx.insert(passkeysTable, {
    userId,
    name: name ?? `Passkey ${count + 1}`,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: knownTransports(transports ?? []),
    isBackedUp: credentialBackedUp,
  })
  await logSecurity(ctx, { event: 'SecondFactorAdded', result: 'Success', detail: 'Passkey' })
  await factorsChanged(ctx, userId, 'A passkey was added to your account')
  const rows = await ctx.rows(passkeyShape, `select ${columns} from passkeys where credential_id = $1`, [credential.id])
  return onlyRow(rows)
}

async function removePasskey(ctx: Context, id: number) {
  await checkStepUp(ctx)
  const { userId } = ctx.actor
  if ((await ctx.run('delete from passkeys where id = $1 and user_id = $2', [id, userId])) === 0) throw notFound('Passkey')
  if ((await secondFactorMethods(ctx, userId)).length === 0) await ctx.run('delete from recovery_codes where user_id = $1', [userId])
  await logSecurity(ctx, { event: 'SecondFactorRemoved', result: 'Success', detail: 'Passkey' })
  await factorsChanged(ctx, userId, 'A passkey was removed from your account')
}

/** Names the passkeys of a user only after the password was right, or to the signed-in user. */
async function startSignIn(ctx: Context, challengeOfSignIn: string | null): Promise<ResponseOf<typeof calls.startPasskeySignIn>> {
  const userId = challengeOfSignIn ? await findChallenge(ctx, challengeOfSignIn) : ctx.actor.userId || undefined
  const challenge = await openFlow(ctx, { kind: 'passkey', userId, minutes })
  return {
    challenge,
    rpId: relyingParty(ctx).rpId,
    timeout,
    userVerification: userId ? 'preferred' : 'required',
    allowCredentials: userId ? await credentialsOf(ctx, userId) : [],
  }
}

/** A passkey with user verification is two factors: the device, and its PIN or fingerprint. */
async function signInWithPasskey(ctx: Context, body: RequestOf<typeof calls.signInWithPasskey>['body']) {
  const address = fromAddress('ip', ctx.request.ip)
  await countAttempt(ctx, [[address, brakes.ip]])
  const userId = await acceptAssertion(ctx, body, { isVerified: true })
  if (!userId) {
    await logRefused(ctx, { event: 'SignInFailed', detail: 'passkey' })
    throw plainError(400, 'This passkey is not valid.')
  }
  await attemptSucceeded(ctx, [address])
  await checkOtherSignIn(ctx, userId)
  return createSignedInSession(ctx, userId, { method: 'passkey' })
}

export const passkeyRoutes: Route[] = [
  defineRoute(calls.listPasskeys, async (ctx) => ({
    items: ctx.actor.viewer
      ? []
      : await ctx.rows(passkeyShape, `select ${columns} from passkeys where user_id = $1 order by id`, [ctx.actor.userId]),
  })),
  defineRoute(calls.startPasskey, startPasskey),
  defineRoute(calls.addPasskey, (ctx, { body }) => addPasskey(ctx, body)),
  defineRoute(calls.removePasskey, (ctx, { params }) => removePasskey(ctx, params.id)),
  defineRoute(calls.startPasskeySignIn, (ctx, { body }) => startSignIn(ctx, body.challenge)),
  defineRoute(calls.signInWithPasskey, (ctx, { body }) => signInWithPasskey(ctx, body)),
]
