import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { identityFlowsTable, totpSecretsTable } from './identity-tables.ts'
import { hashSecret } from './sessions.ts'

const period = 30
/** Codes of the previous and the next step are accepted too, because clocks differ and typing takes time. */
const toleratedSteps = 1
const challengeMinutes = 10

export const newTotpSecret = () => new Secret({ size: 20 }).base32

export const createTotp = (secret: string, label = '', issuer = 'DNA') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** Returns the number of the step that a code belongs to, or undefined if it is wrong or too old. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const difference = createTotp(secret).validate({ token, window: toleratedSteps, timestamp: now })
  return difference === null ? undefined : Math.floor(now / 1000 / period) + difference
}

/** Accepts a code of the user's authenticator app once: a later code makes all earlier ones invalid. */
export async function acceptTotp(ctx: Context, userId: string, code: string, isSetup = false): Promise<boolean> {
  const [stored] = await ctx.rows(
    { secret: is.text },
    `select secret from totp_secrets where user_id = $1 and (confirmed_date is null) = $2`,
    [userId, isSetup],
  )
  const secret = stored && ctx.services.sealer.open(stored.secret)
  const step = secret && stepOfCode(secret, code)
  if (!step) return false
  const lastStep = sql`< ${step}::bigint`
  const accepted = await ctx.update(
    totpSecretsTable,
    { userId, lastStep },
    { lastStep: step, ...(isSetup && { confirmedDate: sql`now()` }) },
  )
  return accepted > 0
}

/** Normalizes what people type: case, spaces and dashes do not matter. */
const plainCode = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')
export const hashRecoveryCode = (userId: string, code: string) => hashSecret(`${userId} ${plainCode(code)}`)
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Sixteen characters without those that look alike, about 79 bits. */
export function newRecoveryCode(): string {
  const code: string[] = []
  while (code.length < 16)
    for (const byte of randomBytes(32)) if (byte < 248 && code.length < 16) code.push(letters[byte % letters.length] ?? '')
  return [0, 4, 8, 12].map((at) => code.slice(at, at + 4).join('')).join('-')
}

export const acceptRecoveryCode = async (ctx: Context, userId: string, code: string) =>
  (await ctx.run('delete from recovery_codes where user_id = $1 and code_hash = $2', [userId, hashRecoveryCode(userId, code)])) > 0

/** Methods that a user can complete a sign-in with; empty without a second factor. Recovery codes alone are none. */
export async function secondFactorMethods(ctx: Context, userId: string): Promise<string[]> {
  const [user] = await ctx.rows(
    { hasTotp: is.boolean, hasPasskey: is.boolean, hasCodes: is.boolean },
    `select exists (select from totp_secrets where user_id = $1 and confirmed_date is not null) as "hasTotp",
       exists (select from passkeys where user_id = $1) as "hasPasskey", exists (select from recovery_codes where user_id = $1) as "hasCodes"`,
    [userId],
  )
  if (!user?.hasTotp && !user?.hasPasskey) return []
  return [...(user.hasTotp ? ['totp'] : []), ...(user.hasPasskey ? ['passkey'] : []), ...(user.hasCodes ? ['recoveryCode'] : [])]
}

/** Stores a step of a sign-in under a random key, which is returned and not stored. */
export async function openFlow(
  ctx: Context,
  flow: { kind: string; userId?: string; data?: object; minutes: number; key?: string },
): Promise<string> {
  const key = flow.key ?? randomBytes(32).toString('base64url')
  await ctx.insert(identityFlowsTable, {
    keyHash: hashSecret(key),
    kind: flow.kind,
    userId: flow.userId ?? null,
    data: flow.data ?? {},
    expiresDate: sql`now() + ${`${flow.minutes} minutes`}::interval`,
  })
  return key
}

/** The password was right and a second factor is missing. */
export const openChallenge = (ctx: Context, userId: string) => openFlow(ctx, { kind: 'second factor', userId, minutes: challengeMinutes })

export async function findChallenge(ctx: Context, challenge: string): Promise<string | undefined> {
  const [flow] = await ctx.rows(
    { userId: is.uuid },
    `select f.user_id from identity_flows f join users u on u.id = f.user_id and not u.is_suspended and not u.is_deleted
     where f.key_hash = $1 and f.kind = 'second factor' and f.expires_date > now()`,
    [hashSecret(challenge)],
  )
  return flow?.userId
}

export const closeFlow = async (ctx: Context, key: string) =>
  (await ctx.run('delete from identity_flows where key_hash = $1', [hashSecret(key)])) > 0
