import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import * as calls from '../../model/access/account-calls.ts'
import { LaborType } from '../../model/access/enums.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import type { ValuesOf } from '../../model/kit/description.ts'
import { fullName } from '../../model/kit/names.ts'
import { messages } from '../../model/kit/rules.ts'
import { personalSettingsShape } from '../../model/settings/personal-settings.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { imageUploadRoute, uploadRetryAfterSeconds } from '../kit/files/files.ts'
import type { Context, Job } from '../kit/request/context.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { badRequest, notFound, plainError, secondFactorRequired, tooManyRequests } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { checkFileReferences } from '../kit/resource/file-owners.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { settingOf } from '../settings/public.ts'
import { isCommonPassword, isMadeOfNames } from './common-passwords.ts'
import { passwordKeysTable, usersTable } from './people-tables.ts'
import { checkOtherSignIn } from './provider-settings.ts'
import { openChallenge, secondFactorMethods } from './second-factor-checks.ts'
import { logRefused, logSecurity } from './security-log.ts'
import { endPasswordLinks, endSessions, hashSecret, openSession, type SessionOrigin } from './sessions.ts'
import { attemptSucceeded, brakes, countAttempt, forgetAttempts, fromAddress } from './sign-in-rate-limit.ts'

const invalidLoginMessage = 'Invalid email or password!'
const resetMinutes = 60
/** Dummy hash compared for an unknown user, so that both responses take equal time. */
const nobodysHash = hash(randomUUID())

type Account = ValuesOf<typeof calls.accountShape>
type SignedIn = ValuesOf<typeof calls.signedInShape>

/** Account with role and permissions, as stored by the client (application spec 3). */
export async function loadAccount(ctx: Context, userId: string): Promise<Account> {
  const [user] = await ctx.rows(
    {
      id: is.uuid,
      email: is.text,
      firstName: is.text,
      lastName: is.text,
      avatarUrl: orNull(is.text),
      phone: orNull(is.text),
      jobTitle: orNull(is.text),
      isSuspended: is.boolean,
      isExternalUser: is.boolean,
      defaultLaborType: orNull(is.choice(LaborType)),
      roles: is.jsonOfField(calls.accountShape.roles),
    },
    `select u.id, u.email, u.first_name, u.last_name, u.avatar_url, u.phone, u.job_title,
       u.is_suspended, u.is_external_user, u.default_labor_type,
       json_build_array(json_build_object('id', r.id, 'name', r.name, 'permissions', coalesce((select json_agg(json_build_object('name', p)) from unnest(r.permissions) p), '[]'))) as roles
     from users u join roles r on r.id = u.role_id where u.id = $1`,
    [userId],
  )
  if (!user) throw notFound('User')
  return { ...user, avatarUrl: ctx.addresses.stripSignature(user.avatarUrl) }
}

export const hashPassword = (password: string) => hash(password)

interface NewPassword {
  password: string
  confirmPassword?: string
}

/** Rules beyond the shape: matches its confirmation, is not common, and is not made of the names of its owner or of the firm. */
export async function checkNewPassword(
  ctx: Context,
  { password, confirmPassword }: NewPassword,
  owner: { firstName: string; lastName: string; email: string },
) {
  if (confirmPassword !== undefined && password !== confirmPassword) throw badRequest({ confirmPassword: [messages.passwordConfirm] })
  if (await isCommonPassword(password)) throw badRequest({ password: ['This password is too common. Please choose another.'] })
  const firm = await settingOf(ctx, 'general.companyName')
  const names = [owner.firstName, owner.lastName, owner.email.split('@')[0] ?? '', firm]
  if (isMadeOfNames(password, names))
    throw badRequest({ password: ['This password contains your name or the name of the firm. Please choose another.'] })
}

async function signIn(ctx: Context, email: string, password: string): Promise<SignedIn> {
  const [account, address] = [`email:${email}`, fromAddress('ip', ctx.request.ip)]
  await countAttempt(ctx, [
    [account, brakes.email],
    [address, brakes.ip],
  ])
  const [user] = await ctx.rows(
    { id: is.uuid, passwordHash: orNull(is.text), isSuspended: is.boolean },
    `select id, password_hash, is_suspended from users where lower(email) = $1 and not is_deleted`,
    [email],
  )
  const isRight = await verify(user?.passwordHash ?? (await nobodysHash), password).catch(() => false)
  if (!user || !isRight || user.isSuspended) {
    await ctx.services.isolated((apart) =>
      recordAudit({ ...apart, request: ctx.request }, [
        {
          action: 'SignInFailed',
          entity: 'sessions',
          entityId: null,
          entityName: email.slice(0, 254),
          outcome: 'Refused',
          userId: user?.id ?? null,
        },
      ]),
    )
    await logRefused(ctx, { event: 'SignInFailed', userId: user?.id ?? null, detail: email.slice(0, 254) })
    throw plainError(400, invalidLoginMessage)
  }
  await checkOtherSignIn(ctx, user.id)
  const methods = await secondFactorMethods(ctx, user.id)
  if (methods.length > 0) {
    await attemptSucceeded(ctx, [account, address])
    throw secondFactorRequired(await ctx.services.isolated((apart) => openChallenge(apart, user.id)), methods)
  }
  await forgetAttempts(ctx, account)
  await attemptSucceeded(ctx, [address])
  return createSignedInSession(ctx, user.id, { method: 'password' })
}

export async function createSignedInSession(
  ctx: Context,
  userId: string,
  { detail, ...origin }: SessionOrigin & { detail?: string },
): Promise<SignedIn> {
  await mailNewDevice(ctx, userId)
  await logSecurity(ctx, { event: 'SignIn', result: 'Success', userId, detail: [origin.method, detail].filter(Boolean).join(', ') })
  const token = await openSession(ctx, userId, origin)
  await ctx.update(usersTable, userId, { lastSignInDate: sql`now()` }, { isSilent: true })
  const user = await loadAccount(ctx, userId)
  await recordAudit(ctx, [{ action: 'SignIn', entity: 'sessions', entityId: null, entityName: user.email, userId }])
  return { user, token }
}

/** Mails the user about a sign-in from a browser that the security log has not seen, if the firm wants it. */
async function mailNewDevice(ctx: Context, userId: string) {
  if (!(await settingOf(ctx, 'identity.newDeviceMail'))) return
  const { ip, userAgent } = ctx.request
  const [user] = await ctx.rows(
    { email: is.text, firstName: is.text },
    `select u.email, u.first_name from users u where u.id = $1
       and exists (select from security_log l where l.user_id = u.id and l.event = 'SignIn')
       and not exists (select from security_log l where l.user_id = u.id and l.event = 'SignIn' and l.user_agent = $2)`,
    [userId, userAgent.slice(0, 300)],
  )
  if (!user) return
  await ctx.services.sendMail(ctx, {
    to: user.email,
    subject: 'New sign-in to your account',
    text: `Hello ${user.firstName},\n\nYour account was used from a new browser:\n\n${userAgent.slice(0, 300)}\nAddress: ${ip}\n\nIf this was not you, change your password and end the other sessions on your profile page.`,
    links: [],
  })
}

/** Single-use link for setting a password, valid for sixty minutes by default. */
export async function passwordLink(
  ctx: Context,
  userId: string,
  minutes = resetMinutes,
  origin = ctx.services.publicUrl(),
): Promise<string> {
  const key = randomUUID()
  await endPasswordLinks(ctx, userId)
  const expiresDate = sql`now() + ${`${minutes} minutes`}::interval`
  await ctx.insert(passwordKeysTable, { keyHash: hashSecret(key), userId, expiresDate })
  return `${origin}/account/reset-password?key=${key}`
}

/** Queries no user: the response takes equal time for known and unknown addresses, and only the mail reveals the result. */
async function askForReset(ctx: Context, email: string): Promise<Record<never, never>> {
  const subject = `reset:${email}`
  const address = fromAddress('reset-ip', ctx.request.ip)
  await countAttempt(ctx, [
    [subject, 5, 60],
    [address, 50],
  ])
  await ctx.enqueue(sendReset, { email, origin: ctx.services.publicUrl() })
  return {}
}

export const sendReset: Job<{ email: string; origin: string }> = {
  name: 'password reset',
  run: ({ work }, { input }) => work((ctx) => mailReset(ctx, input.email, input.origin)),
}

async function mailReset(ctx: Context, email: string, origin: string) {
  const [user] = await ctx.rows(
    { id: is.uuid, email: is.text, firstName: is.text },
    'select id, email, first_name from users where lower(email) = $1 and not is_deleted and not is_suspended',
    [email],
  )
  if (!user) return
  const link = await passwordLink(ctx, user.id, resetMinutes, origin)
  await ctx.services.sendMail(ctx, {
    to: user.email,
    subject: 'Set a new password',
    text: `Hello ${user.firstName},\n\nSomeone requested a new password for your account. To set it, open this link within ${resetMinutes} minutes:\n\n${link}\n\nIf this was not you, you can ignore this e-mail.`,
    links: [link],
  })
}

const ownerShape = { id: is.uuid, email: is.text, firstName: is.text, lastName: is.text }

async function resetPassword(ctx: Context, body: RequestOf<typeof calls.resetPassword>['body']) {
  const [key] = await ctx.rows(
    { userId: is.uuid, valid: is.boolean },
    'delete from password_keys where key_hash = $1 returning user_id, expires_date > now() as valid',
    [hashSecret(body.key)],
  )
  const [user] = key?.valid
    ? await ctx.rows(
        ownerShape,
        'select id, email, first_name, last_name from users where id = $1 and not is_suspended and not is_deleted',
        [key.userId],
      )
    : []
  if (!user) throw badRequest({ key: ['This link is no longer valid. Please request a new one.'] })
  await checkOtherSignIn(ctx, user.id)
  await checkNewPassword(ctx, body, user)
  await storePassword(ctx, user.id, body.password)
  await endSessions(ctx, user.id)
  await forgetAttempts(ctx, `email:${user.email}`)
  await recordAudit(ctx, [{ action: 'PasswordReset', entity: 'users', entityId: user.id, entityName: user.email, userId: user.id }])
  await logSecurity(ctx, { event: 'PasswordChange', result: 'Success', userId: user.id, detail: 'link' })
  const methods = await secondFactorMethods(ctx, user.id)
  if (methods.length === 0) return createSignedInSession(ctx, user.id, { method: 'password' })
  // The new password is committed; only the sign-in goes on.
  const { status, body: answer } = secondFactorRequired(await openChallenge(ctx, user.id), methods)
  return new CustomResponse((reply) => reply.code(status).send(answer))
}

/** Does not count as a change of the user's data. */
const storePassword = async (ctx: Context, userId: string, password: string) =>
  ctx.update(usersTable, userId, { passwordHash: await hashPassword(password), updateDate: sql`now()` }, { isSilent: true })

async function changePassword(ctx: Context, body: RequestOf<typeof calls.changePassword>['body']) {
  const [user] = await ctx.rows(
    { ...ownerShape, passwordHash: orNull(is.text) },
    'select id, email, first_name, last_name, password_hash from users where id = $1 for update',
    [ctx.actor.userId],
  )
  if (!user) throw notFound('User')
  await checkNewPassword(ctx, body, user)
  const subject = `password:${ctx.actor.userId}`
  await countAttempt(ctx, [[subject, brakes.email]])
  const isRight = await verify(user.passwordHash ?? (await nobodysHash), body.currentPassword).catch(() => false)
  if (!isRight) throw badRequest({ currentPassword: ['This is not your current password.'] })
  await forgetAttempts(ctx, subject)
  await storePassword(ctx, ctx.actor.userId, body.password)
  await endSessions(ctx, ctx.actor.userId, ctx.actor.sessionId)
  await recordAudit(ctx, [{ action: 'PasswordChange', entity: 'users', entityId: ctx.actor.userId, entityName: user.email }])
  await logSecurity(ctx, { event: 'PasswordChange', result: 'Success' })
}

type Settings = ValuesOf<typeof personalSettingsShape>
/** Stored with the user; their meaning belongs to the settings area. */
export const loadPersonalSettings = async (ctx: Context): Promise<Partial<Settings>> => {
  const [user] = await ctx.rows(
    { stored: is.someOfFields(personalSettingsShape) },
    'select personal_settings as stored from users where id = $1',
    [ctx.actor.userId],
  )
  return user?.stored ?? {}
}
export const keepPersonalSettings = (ctx: Context, settings: Settings) =>
  ctx.update(usersTable, ctx.actor.userId, { personalSettings: settings }, { isSilent: true })

/** Daily limit of profile pictures for external users: replaced files are retained for a month. */
const mostPictures = 30

async function checkPictures(ctx: Context) {
  const seconds = ctx.actor.isExternal ? await uploadRetryAfterSeconds(ctx, mostPictures) : 0
  if (seconds > 0) throw tooManyRequests(seconds, 'You have uploaded many pictures today. Please try again tomorrow.')
}

const avatar = imageUploadRoute(calls.uploadAvatar)

export const account: Route[] = [
  defineRoute(calls.login, (ctx, { body }) => signIn(ctx, body.email, body.password)),
  defineRoute(calls.logout, async (ctx) => {
    await ctx.run('delete from sessions where id = $1', [ctx.actor.sessionId])
    await recordAudit(ctx, [{ action: 'SignOut', entity: 'sessions', entityId: ctx.actor.sessionId, entityName: null }])
    await logSecurity(ctx, { event: 'SignOut', result: 'Success' })
    ctx.after(() => ctx.services.forgetSessions([ctx.actor.userId]))
  }),
  defineRoute(calls.me, (ctx) => loadAccount(ctx, ctx.actor.userId)),
  defineRoute(calls.updateProfile, async (ctx, { body }) => {
    const before = await loadAccount(ctx, ctx.actor.userId)
    await checkFileReferences({ fields: calls.updateProfile.body }, ctx, body, before)
    const { firstName, lastName, phone, jobTitle, avatarUrl } = { ...before, ...body }
    const profile = { firstName, lastName, phone, jobTitle, avatarUrl: avatarUrl?.split('?')[0] ?? null }
    await ctx.update(usersTable, ctx.actor.userId, profile)
    await recordAudit(ctx, [
      { action: 'Update', entity: 'users', entityId: ctx.actor.userId, entityName: fullName({ firstName, lastName }), after: body },
    ])
    return loadAccount(ctx, ctx.actor.userId)
  }),
  defineRoute(calls.changePassword, (ctx, { body }) => changePassword(ctx, body)),
  defineRoute(calls.forgotPassword, (ctx, { body }) => askForReset(ctx, body.email)),
  defineRoute(calls.resetPassword, (ctx, { body }) => resetPassword(ctx, body)),
  defineRoute(calls.listSessions, async (ctx) => {
    // A user who views as another sees none of their sessions, and they see none of the views.
    if (ctx.actor.viewer) return { items: [] }
    const items = await ctx.rows(
      {
        id: is.number,
        createDate: is.instant,
        lastSeenDate: is.instant,
        expiresDate: is.instant,
        userAgent: orNull(is.text),
        ip: orNull(is.text),
        isCurrent: is.boolean,
        method: orNull(is.text),
      },
      `select id, create_date, last_seen_date, expires_date, user_agent, ip, id = $2 as "isCurrent", method
       from sessions where user_id = $1 and viewer_id is null and expires_date > now() order by id = $2 desc, last_seen_date desc limit 100`,
      [ctx.actor.userId, ctx.actor.sessionId],
    )
    return { items }
  }),
  defineRoute(calls.endSession, async (ctx, { params }) => {
    const removedCount = await ctx.run('delete from sessions where id = $1 and user_id = $2 and viewer_id is null', [
      params.id,
      ctx.actor.userId,
    ])
    if (removedCount === 0) throw notFound('Session')
    await recordAudit(ctx, [{ action: 'SignOut', entity: 'sessions', entityId: params.id, entityName: null }])
    ctx.after(() => ctx.services.forgetSessions([ctx.actor.userId]))
  }),
  {
    ...avatar,
    async prepare(request, readOnly, by) {
      await readOnly(checkPictures)
      return avatar.prepare?.(request, readOnly, by)
    },
  },
]
