import { changeExternalUserRole, suspendExternalUser, unsuspendExternalUser } from '../../model/access/user-calls.ts'
import { externalUsers as externalUsersModel } from '../../model/access/users.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { companyOfPerson, personSearchText } from './companies-of-people.ts'
import { usersTable } from './people-tables.ts'
import { permissionsChanged } from './roles.ts'
import { endSessions } from './sessions.ts'
import { checkGivenBack, passwordLinkSent, personHooks } from './users.ts'

const links = new WeakMap<Context, string>()

export const externalUsers = serve({
  resource: externalUsersModel,
  table: usersTable,
  elsewhere: {
    password: 'password_hash',
    setPasswordLink: 'only in the response to its creation',
    externalAccessGroups: 'only in the detail',
    projects: 'only in the detail',
  },
  computed: {
    ...personHooks.computed,
    company: {
      sql: companyOfPerson(`json_build_object('id', k.company_id, 'name', k.company_name, 'type', k.company_type)`),
      order: companyOfPerson(`k.company_name collate ${naturalOrder}`),
    },
  },
  searchText: personSearchText,
  scope: () => 't.is_external_user',

  async beforeWrite(ctx, values, before) {
    const more = await personHooks.beforeWrite(ctx, { ...values, isExternal: true }, before)
    return before ? more : { ...more, isExternalUser: true }
  },

  async afterWrite(ctx, row, values, before) {
    const link = await passwordLinkSent(ctx, row.id, values, before)
    if (link !== undefined) links.set(ctx, link)
    if (before && values.roleId !== undefined && values.roleId !== before.role.id) await permissionsChanged(ctx, 'id = $1', row.id)
  },

  beforeDelete: (ctx, row) => endSessions(ctx, row.id),
  detail: async (ctx, { id, isSuspended }) => ({
    ...(ctx.actor.held.has('ExternalAccessGroups.View') && { externalAccessGroups: await loadGroups(ctx, id) }),
    ...(ctx.actor.held.has('ProjectExternalAccessList.View') && { projects: await loadProjects(ctx, id) }),
    ...(links.has(ctx) && { setPasswordLink: links.get(ctx) }),
    actions: ctx.actor.held.has('ExternalUsers.Update') ? [isSuspended ? 'Unsuspend' : 'Suspend'] : [],
  }),
})

const loadGroups = (ctx: Context, userId: string) =>
  ctx.rows(
    { id: is.number, name: is.text },
    `select g.id, g.name from access_group_members m join access_groups g on g.id = m.access_group_id and not g.is_deleted
     where m.user_id = $1 order by g.name, g.id`,
    [userId],
  )

const mostProjects = 200

/** Projects an access list opens to the user directly or through a group, limited to those visible to the caller. */
const loadProjects = (ctx: Context, userId: string) =>
  ctx.rows(
    { id: is.number, name: is.text, number: orNull(is.text) },
    `select p.id, p.name, p.number from living_projects p where p.id in (select e.project_id from external_entries e where e.user_id = $1)
       and p.stage <> $2 and visible(p) order by p.name collate ${naturalOrder}, p.id limit ${mostProjects}`,
    [userId, ProjectStage.Lead],
  )

async function setSuspended(ctx: Context, id: string, isSuspended: boolean) {
  const user = await externalUsers.get(ctx, id, { lock: true })
  if (!isSuspended) await checkGivenBack(ctx, user.role.id)
  if (user.isSuspended === isSuspended)
    throw conflict(isSuspended ? 'Suspend is not possible while suspended.' : 'Unsuspend is not possible while active.')
  await ctx.update(usersTable, id, { isSuspended })
  if (isSuspended) await endSessions(ctx, id)
  const row = await externalUsers.get(ctx, id)
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: externalUsersModel.entity,
      entityId: id,
      entityName: row.lastName,
      before: { isSuspended: !isSuspended },
      after: { isSuspended },
    },
  ])
  ctx.after(() =>
    ctx.services.changed(
      { entity: externalUsersModel.entity, id, action: 'Updated', rowVersion: row.rowVersion },
      externalUsersModel.permission.view,
    ),
  )
  return row
}

export const externalUserRoutes: Route[] = [
  defineRoute(suspendExternalUser, (ctx, { params }) => setSuspended(ctx, params.id, true)),
  defineRoute(unsuspendExternalUser, (ctx, { params }) => setSuspended(ctx, params.id, false)),
  defineRoute(changeExternalUserRole, async (ctx, { params, body }) => {
    const { email, firstName, lastName, avatarUrl, phone, jobTitle } = await externalUsers.get(ctx, params.id, { lock: true })
    return externalUsers.update(ctx, params.id, {
      email,
      firstName,
      lastName,
      avatarUrl,
      phone,
      jobTitle,
      roleId: body.roleId,
      password: null,
    })
  }),
]
