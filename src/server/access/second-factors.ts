import { verify } from '@node-rs/argon2'
import { renderSVG } from 'uqr'
import * as calls from '../../model/access/second-factors.ts'
import { resetExternalSecondFactors, resetSecondFactors } from '../../model/access/user-calls.ts'
import type { RequestOf, ResponseOf } from '../../model/kit/call.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, plainError, stepUpRequired } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { settingOf } from '../settings/public.ts'
import { createSignedInSession } from './account.ts'
import { externalUsers } from './external-users.ts'
import { hasSecondFactor, mustHaveSecondFactor } from './factor-conditions.ts'
import { recoveryCodesTable } from './identity-tables.ts'
import { acceptAssertion } from './passkey-checks.ts'
import { sessionsTable } from './people-tables.ts'
import {
  acceptRecoveryCode,
  acceptTotp,
  closeFlow,
  createTotp,
  findChallenge,
  hashRecoveryCode,
  newRecoveryCode,
  newTotpSecret,
  secondFactorMethods,
} from './second-factor-checks.ts'
import { logRefused, logSecurity } from './security-log.ts'
import { attemptSucceeded, brakes, countAttempt, forgetAttempts, fromAddress } from './sign-in-rate-limit.ts'
import { checkGivenBack, users } from './users.ts'

const stepUpInterval = `interval '${calls.stepUpMinutes} minutes'`

/** Throws 403 unless the session is exempt: an API token, a user without a second factor, or a recent proof of identity. */
export async function checkStepUp(ctx: Context) {
  if (ctx.actor.sessionId === null) return
  const [session] = await ctx.rows(
    { isNeeded: is.boolean },
    `select ${hasSecondFactor('u')} and (s.step_up_date is null or s.step_up_date < now() - ${stepUpInterval}) as "isNeeded"
     from sessions s join users u on u.id = s.user_id where s.id = $1`,
    [ctx.actor.sessionId],
  )
  if (session?.isNeeded !== false) throw stepUpRequired()
}

async function readFactors(ctx: Context): Promise<ResponseOf<typeof calls.readSecondFactors>> {
  const found = await ctx.rows(
    {
      hasTotp: is.boolean,
      passkeyCount: is.number,
      recoveryCodeCount: is.number,
      isRequired: is.boolean,
      stepUpUntil: orNull(is.instant),
    },
    `select exists (select from totp_secrets f where f.user_id = u.id and f.confirmed_date is not null) as "hasTotp",
       (select count(*)::int from passkeys k where k.user_id = u.id) as "passkeyCount",
       (select count(*)::int from recovery_codes c where c.user_id = u.id) as "recoveryCodeCount", ${mustHaveSecondFactor()} as "isRequired",
       (select s.step_up_date + ${stepUpInterval} from sessions s where s.id = $2 and s.step_up_date > now() - ${stepUpInterval}) as "stepUpUntil"
     from users u where u.id = $1`,
    [ctx.actor.userId, ctx.actor.sessionId],
  )
  const row = onlyRow(found)
  // A user who views as another learns nothing of their factors.
  return ctx.actor.viewer ? { ...row, hasTotp: false, passkeyCount: 0, recoveryCodeCount: 0 } : row
}

/** Changes of second factors end the cached state of sessions, and are mailed to their owner. */
export async function factorsChanged(ctx: Context, userId: string, detail: string) {
  const found = await ctx.rows({ email: is.text, firstName: is.text }, 'select email, first_name from users where id = $1', [userId])
  const { email, firstName } = onlyRow(found)
  await recordAudit(ctx, [{ action: 'Update', entity: 'users', entityId: userId, entityName: email, after: { secondFactors: detail } }])
  await ctx.services.sendMail(ctx, {
    to: email,
    subject: 'Your sign-in has changed',
    text: `Hello ${firstName},\n\n${detail}.\n\nIf this was not you, please contact your administrator immediately.`,
    links: [],
  })
  ctx.after(() => ctx.services.forgetSessions([userId]))
}

async function startTotp(ctx: Context): Promise<ResponseOf<typeof calls.startTotp>> {
  await checkStepUp(ctx)
  const { userId } = ctx.actor
  const found = await ctx.rows({ email: is.text }, 'select email from users where id = $1', [userId])
  const secret = newTotpSecret()
  const written = await ctx.run(
    `insert into totp_secrets (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, last_step = 0, create_date = now() where totp_secrets.confirmed_date is null`,
    [userId, ctx.services.sealer.seal(secret)],
  )
  if (written === 0) throw conflict('You already use an authenticator app. Remove it before you set up another.')
  const issuer = (await settingOf(ctx, 'general.productName')) ?? 'DNA'
  const uri = createTotp(secret, onlyRow(found).email, issuer).toString()
  return { secret, uri, qrSvg: renderSVG(uri, { border: 2 }) }
}

async function confirmTotp(ctx: Context, code: string) {
  const subject = `factor:${ctx.actor.userId}`
  await countAttempt(ctx, [[subject, brakes.email]])
  if (!(await acceptTotp(ctx, ctx.actor.userId, code, true))) throw badRequest({ code: [wrongCode] })
  await forgetAttempts(ctx, subject)
  await logSecurity(ctx, { event: 'SecondFactorAdded', result: 'Success', detail: 'Authenticator app' })
  await factorsChanged(ctx, ctx.actor.userId, 'An authenticator app was added to your account')
  return readFactors(ctx)
}

const wrongCode = 'This code is not valid. Enter the newest one; each works once.'

async function removeTotp(ctx: Context) {
  await checkStepUp(ctx)
  const { userId } = ctx.actor
  if ((await ctx.run('delete from totp_secrets where user_id = $1', [userId])) === 0) throw conflict('You use no authenticator app.')
  if ((await secondFactorMethods(ctx, userId)).length === 0) await ctx.run('delete from recovery_codes where user_id = $1', [userId])
  await logSecurity(ctx, { event: 'SecondFactorRemoved', result: 'Success', detail: 'Authenticator app' })
  await factorsChanged(ctx, userId, 'The authenticator app was removed from your account')
}

async function createCodes(ctx: Context) {
  const { userId } = ctx.actor
  if ((await secondFactorMethods(ctx, userId)).length === 0) throw conflict('Set up an authenticator app or a passkey first.')
  const replaced = await ctx.run('delete from recovery_codes where user_id = $1', [userId])
  // The first codes belong to the setup of the factor; new ones could be taken from an unattended screen.
  if (replaced > 0) await checkStepUp(ctx)
  const codes = Array.from({ length: calls.recoveryCodeCount }, newRecoveryCode)
  await ctx.insertMany(
    recoveryCodesTable,
    codes.map((code) => ({ userId, codeHash: hashRecoveryCode(userId, code) })),
  )
  await logSecurity(ctx, { event: 'RecoveryCodesCreated', result: 'Success' })
  return { codes }
}

type Proof = Partial<RequestOf<typeof calls.signInWithSecondFactor>['body']> & { password?: string | null }

/** Checks the first proof that was sent. The attempt is counted before it is made. */
async function acceptProof(ctx: Context, userId: string, proof: Proof): Promise<string> {
  const { code, recoveryCode, assertion, password } = proof
  if (![code, recoveryCode, assertion, password].some(Boolean)) throw badRequest({ code: ['A code is required.'] })
  const [subject, address] = [`factor:${userId}`, fromAddress('ip', ctx.request.ip)]
  await countAttempt(ctx, [
    [subject, brakes.email],
    [address, brakes.ip],
  ])
  const accepted =
    (password && (await isPassword(ctx, userId, password)) && 'password') ||
    (code && (await acceptTotp(ctx, userId, code)) && 'totp') ||
    (recoveryCode && (await acceptRecoveryCode(ctx, userId, recoveryCode)) && 'recovery code') ||
    (assertion && (await acceptAssertion(ctx, assertion, { userId })) && 'passkey')
  if (!accepted) {
    await logRefused(ctx, { event: 'SecondFactorFailed', userId })
    if (password) throw badRequest({ password: ['This is not your current password.'] })
    if (recoveryCode) throw badRequest({ recoveryCode: ['This recovery code is not valid.'] })
    throw badRequest(assertion ? { assertion: ['This passkey is not valid.'] } : { code: [wrongCode] })
  }
  await forgetAttempts(ctx, subject)
  await attemptSucceeded(ctx, [address])
  return accepted
}

async function isPassword(ctx: Context, userId: string, password: string) {
  const [user] = await ctx.rows({ passwordHash: orNull(is.text) }, 'select password_hash from users where id = $1', [userId])
  return user?.passwordHash ? verify(user.passwordHash, password).catch(() => false) : false
}

async function completeSignIn(ctx: Context, body: RequestOf<typeof calls.signInWithSecondFactor>['body']) {
  const userId = await findChallenge(ctx, body.challenge)
  const isOver = () => plainError(400, 'This sign-in has expired. Please sign in again.')
  if (!userId) throw isOver()
  const method = await acceptProof(ctx, userId, body)
  if (!(await closeFlow(ctx, body.challenge))) throw isOver()
  return createSignedInSession(ctx, userId, { method: 'password', detail: method })
}

async function confirmIdentity(ctx: Context, body: RequestOf<typeof calls.stepUp>['body']) {
  const { userId, sessionId } = ctx.actor
  const method = await acceptProof(ctx, userId, body)
  await ctx.update(sessionsTable, sessionId ?? 0, { stepUpDate: sql`now()` })
  await logSecurity(ctx, { event: 'StepUp', result: 'Success', detail: method })
  const found = await ctx.rows({ stepUpUntil: is.instant }, `select now() + ${stepUpInterval} as "stepUpUntil"`)
  return onlyRow(found)
}

/** Removes all factors, and ends the sessions, because the lost device may be signed in. */
export async function removeAllFactors(ctx: Context, userId: string, by: string) {
  await ctx.run('delete from totp_secrets where user_id = $1', [userId])
  await ctx.run('delete from passkeys where user_id = $1', [userId])
  await ctx.run('delete from recovery_codes where user_id = $1', [userId])
  await ctx.run('delete from sessions where user_id = $1 and viewer_id is null', [userId])
  await logSecurity(ctx, { event: 'SecondFactorReset', result: 'Success', detail: `${userId} by ${by}` })
  await factorsChanged(ctx, userId, `Your second factors were removed by ${by}. You can sign in with your password and set up new ones`)
}

export async function findUserByEmail(ctx: Context, email: string): Promise<string | undefined> {
  const [user] = await ctx.rows({ id: is.uuid }, 'select id from users where lower(email) = $1 and not is_deleted', [email])
  return user?.id
}

async function reset(ctx: Context, userId: string) {
  if (userId === ctx.actor.userId) throw conflict('Remove your own second factors on your profile page.')
  await checkStepUp(ctx)
  await removeAllFactors(ctx, userId, 'an administrator')
}

export const secondFactorRoutes: Route[] = [
  defineRoute(calls.readSecondFactors, readFactors),
  defineRoute(calls.startTotp, startTotp),
  defineRoute(calls.confirmTotp, (ctx, { body }) => confirmTotp(ctx, body.code)),
  defineRoute(calls.removeTotp, removeTotp),
  defineRoute(calls.createRecoveryCodes, createCodes),
  defineRoute(calls.signInWithSecondFactor, (ctx, { body }) => completeSignIn(ctx, body)),
  defineRoute(calls.stepUp, (ctx, { body }) => confirmIdentity(ctx, body)),
  defineRoute(resetSecondFactors, async (ctx, { params }) => {
    const { role } = await users.get(ctx, params.id)
    await checkGivenBack(ctx, role.id)
    await reset(ctx, params.id)
  }),
  defineRoute(resetExternalSecondFactors, async (ctx, { params }) => {
    const { role } = await externalUsers.get(ctx, params.id)
    await checkGivenBack(ctx, role.id)
    await reset(ctx, params.id)
  }),
]
