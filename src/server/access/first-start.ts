import { randomBytes } from 'node:crypto'
import { externalPermissions, internalPermissions, type Permission } from '../../model/permissions.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { hashPassword } from './account.ts'
import { rolesTable } from './people-tables.ts'
import { permissionsChanged } from './roles.ts'

const never = /^(Roles|ExternalRoles|AppSettings|AuditLog|DNADefaults|DNAUsers)\./
const isRead = (name: string) => /\.View[A-Za-z]*$/.test(name)
const money = /Rates|Cost|Revenue|NetSummary|Manage|Sums|ViewAndUpdate/

const consultant = internalPermissions.filter(
  (name) =>
    (isRead(name) && !money.test(name) && !/^(Roles|ExternalRoles|AppSettings|AuditLog|DNADefaults)\./.test(name)) ||
    /^(Projects\.(Create|Update)|Leads\.(Create|Update)|Equipments\.(Create|Update|BulkUpdate)|ProjectEquipment\.|ProjectNotes\.|ProjectVariables\.|ProjectContacts\.|ProjectTimeline\.|SpaceTemplates\.(Create|Update)|DrawingDocuments\.|ProjectReports\.|PersonalSettings\.(View|Update)|ResourceOffers\.(Create|Update|Accept|Decline|Delete)|ResourceShiftRequests\.(Create|Update|Delete)|CompanyContacts\.(Create|Update))/.test(
      name,
    ),
)
const projectManager = internalPermissions.filter((name) => !never.test(name) || name === 'DNAUsers.View')
const readOnly = internalPermissions.filter(
  (name) => (isRead(name) && !money.test(name) && !never.test(name)) || name === 'DNAUsers.View' || name === 'PersonalSettings.Update',
)

/** Roles of a new installation (domain 3.1), created only if there are none. */
const initialRoles: {
  name: string
  description: string
  isExternal: boolean
  isBuiltIn: boolean
  permissions: readonly Permission[]
}[] = [
  { name: 'Administrator', description: 'Everything', isExternal: false, isBuiltIn: true, permissions: internalPermissions },
  {
    name: 'Project Manager',
    description: 'Projects, contracts and planning',
    isExternal: false,
    isBuiltIn: false,
    permissions: projectManager,
  },
  {
    name: 'Consultant',
    description: 'Designs projects and maintains the catalog',
    isExternal: false,
    isBuiltIn: false,
    permissions: consultant,
  },
  { name: 'Read Only', description: 'Can view, but not change anything', isExternal: false, isBuiltIn: false, permissions: readOnly },
  { name: 'External Viewer', description: 'Customers and partners', isExternal: true, isBuiltIn: false, permissions: externalPermissions },
]

export async function makeFirstUser(ctx: Context, { adminEmail, adminPassword }: { adminEmail: string; adminPassword: string | null }) {
  const [existing] = await ctx.rows(
    { roles: is.boolean, users: is.boolean },
    'select exists (select from roles) as roles, exists (select from users) as users',
  )
  if (!existing?.roles) for (const role of initialRoles) await ctx.insert(rolesTable, role)
  await giveNewNames(ctx)
  if (existing?.users) return undefined
  const password = adminPassword ?? `${randomBytes(9).toString('base64url')}aA1!`
  await ctx.run(
    `insert into users (email, first_name, last_name, password_hash, role_id) select $1, 'First', 'Administrator', $2, id from roles where is_built_in and not is_external`,
    [adminEmail, await hashPassword(password)],
  )
  return { email: adminEmail, password: adminPassword ? null : password }
}

/** Grants permissions added by a new version to the administrator role on the first start; otherwise no user could grant them. */
async function giveNewNames(ctx: Context) {
  const raised = await ctx.rows(
    { id: is.number, name: is.text, permissions: is.texts },
    `update roles set permissions = permissions || array(select unnest($1::text[]) except select unnest(permissions)), row_version = row_version + 1, update_date = now()
     where is_built_in and not is_external and not permissions @> $1::text[] returning id, name, permissions`,
    [internalPermissions],
  )
  for (const { id, name, permissions } of raised) {
    await permissionsChanged(ctx, 'role_id = $1', id)
    await recordAudit(ctx, [{ action: 'PermissionChange', entity: 'roles', entityId: id, entityName: name, after: { permissions } }])
  }
}
