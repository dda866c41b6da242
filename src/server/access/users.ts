import { changeUserRole, suspendUser, unsuspendUser } from '../../model/access/user-calls.ts'
import { users as usersModel } from '../../model/access/users.ts'
import type { Ref } from '../../model/kit/description.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { WriteValues } from '../../model/kit/resource.ts'
import { personalSettingsShape } from '../../model/settings/personal-settings.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { settingOf } from '../settings/public.ts'
import { checkNewPassword, hashPassword, passwordLink } from './account.ts'
import { personSearchText } from './companies-of-people.ts'
import { checkGiven, rolesToGive } from './granting.ts'
import { usersTable } from './people-tables.ts'
import { detailOfPerson, giveWeeklyHours, notifySuspended } from './person-parts.ts'
import { keepAnAdministrator, permissionsChanged } from './roles.ts'
import { endPasswordLinks, endSessions, endTokens } from './sessions.ts'

interface WrittenPerson {
  roleId?: number
  password?: string | null
  firstName?: string
  lastName?: string
  email?: string
  isExternal: boolean
}
interface StoredPerson {
  role: Ref
  isExternalUser: boolean
}

export const personHooks = {
  computed: {
    isSuspended: 't.is_suspended',
    isExternalUser: 't.is_external_user',
    lastSignInDate: 't.last_sign_in_date',
    roles: {
      sql: `json_build_array(json_build_object('id', r_role_id.id, 'name', r_role_id.name))`,
      order: `r_role_id.name collate ${naturalOrder}`,
    },
  },
  async beforeWrite(ctx: Context, values: WrittenPerson, before: StoredPerson | null): Promise<{ passwordHash: string } | undefined> {
    const roles = await rolesToGive(ctx, [values.roleId, before?.role.id])
    const isExternal = before ? before.isExternalUser : values.isExternal
    const role = roles.find(({ id }) => id === (values.roleId ?? before?.role.id))
    if (role?.isExternal !== isExternal) throw badRequest({ roleId: ['Role not found.'] })
    checkGiven(
      ctx.actor,
      roles.flatMap(({ permissions }) => permissions),
    )
    // Creating a user gives a role, too.
    if (values.roleId !== undefined && values.roleId !== before?.role.id) await ctx.services.checkStepUp(ctx)
    if (values.password) {
      if (before) throw badRequest({ password: ['A password can only be set by its owner.'] })
      const { firstName = '', lastName = '', email = '' } = values
      await checkNewPassword(ctx, { password: values.password }, { firstName, lastName, email })
      return { passwordHash: await hashPassword(values.password) }
    }
    return undefined
  },
}

/** Lifting a suspension grants the role's permissions again, so the caller must have them. */
export async function checkGivenBack(ctx: Context, roleId: number) {
  const roles = await rolesToGive(ctx, [roleId])
  checkGiven(
    ctx.actor,
    roles.flatMap(({ permissions }) => permissions),
  )
}

/** Mails a new user a link to set the password, and returns it to the user who created the account. */
async function inviteToSetPassword(ctx: Context, userId: string, { email = '', firstName = '' }: Reached) {
  const days = Number(await settingOf(ctx, 'security.invitationDays'))
  const link = await passwordLink(ctx, userId, days * 24 * 60)
  await ctx.services.sendMail(ctx, {
    to: email,
    subject: 'Set your password',
    text: `Hello ${firstName},\n\nAn account was created for you. To set your password, open this link within ${formatCount(days, 'day')}:\n\n${link}`,
    links: [link],
  })
  return link
}

type Reached = Pick<WriteValues<typeof usersModel>, 'email' | 'firstName' | 'password'>
/**
 * Sends the password link if needed. After a change of address, old links are invalid, because the former recipient could use them; a user
 * without a password gets a new one.
 */
export async function passwordLinkSent(
  ctx: Context,
  userId: string,
  values: Reached,
  before: { email: string; firstName: string } | null,
): Promise<string | undefined> {
  if (!before) return values.password ? undefined : inviteToSetPassword(ctx, userId, values)
  if (values.email === undefined || values.email === before.email) return undefined
  await endPasswordLinks(ctx, userId)
  const waits = await ctx.run('select from users where id = $1 and password_hash is null and not is_suspended', [userId])
  return waits > 0 ? inviteToSetPassword(ctx, userId, { email: values.email, firstName: values.firstName ?? before.firstName }) : undefined
}

const links = new WeakMap<Context, string>()

const settingsOfPerson = `jsonb_build_object(${Object.entries(personalSettingsShape)
  .map(([key, { default: usual }]) => `'${key}', coalesce((t.personal_settings->>'${key}')::boolean, ${usual === true})`)
  .join(', ')})`

export const users = serve({
  resource: usersModel,
  table: usersTable,
  elsewhere: {
    password: 'password_hash',
    setPasswordLink: 'only in the response to its creation',
    laborRates: 'user_labor_rates, only in the detail',
  },
  // Weekly hours are provided by the planning area.
  computed: {
    ...personHooks.computed,
    weeklyCapacityHours: '(select w.hundredths from weeks_today w where w.user_id = t.id)',
    personalSettings: settingsOfPerson,
  },
  searchText: personSearchText,
  scope: () => 'not t.is_external_user',

  async beforeWrite(ctx, values, before) {
    if (before && values.roleId !== before.role.id && before.id === ctx.actor.userId) throw conflict('You cannot change your own role.')
    const more = await personHooks.beforeWrite(ctx, { ...values, isExternal: false }, before)
    return before ? more : { ...more, isExternalUser: false }
  },

  async afterWrite(ctx, row, values, before) {
    await giveWeeklyHours(ctx, row.id, values.weeklyCapacityHours)
    const link = await passwordLinkSent(ctx, row.id, values, before)
    if (link !== undefined) links.set(ctx, link)
    if (before && values.roleId !== undefined && values.roleId !== before.role.id) {
      await permissionsChanged(ctx, 'id = $1', row.id)
      await endTokens(ctx, row.id)
      await keepAnAdministrator(ctx)
    }
  },

  async detail(ctx, { id, isSuspended }) {
    const step = isSuspended ? 'Unsuspend' : 'Suspend'
    const isOpen = ctx.actor.held.has(`DNAUsers.${step}`) && (isSuspended || id !== ctx.actor.userId)
    return { ...(links.has(ctx) && { setPasswordLink: links.get(ctx) }), actions: isOpen ? [step] : [], ...(await detailOfPerson(ctx, id)) }
  },
})

export async function suspend(ctx: Context, id: string) {
  const user = await users.get(ctx, id, { lock: true })
  if (user.isSuspended) throw conflict('Suspend is not possible while suspended.')
  if (id === ctx.actor.userId) throw conflict('You cannot suspend yourself.')
  const row = await setSuspended(ctx, id, true, 'Suspended')
  await keepAnAdministrator(ctx)
  await endSessions(ctx, id)
  await endTokens(ctx, id)
  await notifySuspended(ctx, id)
  return row
}

export async function unsuspend(ctx: Context, id: string) {
  const user = await users.get(ctx, id, { lock: true })
  await checkGivenBack(ctx, user.role.id)
  if (!user.isSuspended) throw conflict('Unsuspend is not possible while active.')
  return setSuspended(ctx, id, false, 'Suspension lifted')
}

async function setSuspended(ctx: Context, id: string, isSuspended: boolean, title: string) {
  await ctx.update(usersTable, id, { isSuspended })
  const row = await users.get(ctx, id)
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: usersModel.entity,
      entityId: id,
      entityName: row.lastName,
      before: { isSuspended: !isSuspended },
      after: { isSuspended },
      activity: { title },
    },
  ])
  ctx.after(() =>
    ctx.services.changed({ entity: usersModel.entity, id, action: 'Updated', rowVersion: row.rowVersion }, usersModel.permission.view),
  )
  return row
}

export const userRoutes: Route[] = [
  defineRoute(suspendUser, (ctx, { params }) => suspend(ctx, params.id)),
  defineRoute(unsuspendUser, (ctx, { params }) => unsuspend(ctx, params.id)),
  defineRoute(changeUserRole, async (ctx, { params, body }) => {
    const user = await users.get(ctx, params.id, { lock: true })
    const { email, firstName, lastName, avatarUrl, phone, jobTitle, defaultLaborType, weeklyCapacityHours, jiraAccountId } = user
    return users.update(ctx, params.id, {
      email,
      firstName,
      lastName,
      avatarUrl,
      phone,
      jobTitle,
      defaultLaborType,
      weeklyCapacityHours,
      jiraAccountId,
      roleId: body.roleId,
      password: null,
    })
  }),
]
