import { users as usersModel } from '../../model/access/users.ts'
import { isEmail } from '../../model/kit/rules.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { ScimError, type ScimRequest, type ScimResponse } from '../kit/request/scim-server.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { settingOf } from '../settings/public.ts'
import { checkGiven, rolesToGive } from './granting.ts'
import { usersTable } from './people-tables.ts'
import { filterSql, type ScimAttribute } from './scim-filter.ts'
import {
  asBoolean,
  asText,
  attribute,
  checkMatch,
  isObject,
  isUnchanged,
  listResponse,
  primaryValue,
  readOperations,
  readPage,
  type ScimOperation,
  versionOf,
  withAttributes,
} from './scim-values.ts'
import { logSecurity } from './security-log.ts'
import { suspend, unsuspend } from './users.ts'

const schema = 'urn:ietf:params:scim:schemas:core:2.0:User'

const rowShape = {
  id: is.uuid,
  externalId: orNull(is.text),
  email: is.text,
  firstName: is.text,
  lastName: is.text,
  jobTitle: orNull(is.text),
  phone: orNull(is.text),
  isSuspended: is.boolean,
  rowVersion: is.number,
  createDate: is.instant,
  updateDate: is.instant,
  groups: is.listOf(is.jsonOf({ value: is.text, display: is.text })),
}
const columns = `u.id, x.external_id as "externalId", u.email, u.first_name as "firstName", u.last_name as "lastName", u.job_title as "jobTitle", u.phone,
  u.is_suspended as "isSuspended", u.row_version as "rowVersion", u.create_date as "createDate", u.update_date as "updateDate",
  coalesce((select json_agg(json_build_object('value', g.id::text, 'display', g.display_name) order by g.id)
    from scim_members m join scim_groups g on g.id = m.group_id where m.user_id = u.id), '[]'::json) as groups`
/** Internal users that the directory has not deleted. */
const from = `from users u left join scim_users x on x.user_id = u.id
  where not u.is_external_user and not u.is_deleted and x.deleted_date is null`

const attributes: ReadonlyMap<string, ScimAttribute> = new Map([
  ['id', { sql: 'u.id::text', type: 'exact' }],
  ['externalid', { sql: 'x.external_id', type: 'exact' }],
  ['username', { sql: 'u.email', type: 'text' }],
  ['emails', { sql: 'u.email', type: 'text' }],
  ['emails.value', { sql: 'u.email', type: 'text' }],
  ['emails.type', { sql: `'work'`, type: 'text' }],
  ['emails.primary', { sql: 'true', type: 'boolean' }],
  ['name.givenname', { sql: 'u.first_name', type: 'text' }],
  ['name.familyname', { sql: 'u.last_name', type: 'text' }],
  ['name.formatted', { sql: `u.first_name || ' ' || u.last_name`, type: 'text' }],
  ['displayname', { sql: `u.first_name || ' ' || u.last_name`, type: 'text' }],
  ['title', { sql: 'u.job_title', type: 'text' }],
  ['active', { sql: 'not u.is_suspended', type: 'boolean' }],
  ['meta.created', { sql: 'u.create_date', type: 'instant' }],
  ['meta.lastmodified', { sql: 'u.update_date', type: 'instant' }],
])

type Row = Awaited<ReturnType<typeof loadRow>>

const resourceOf = ({ base }: ScimRequest, row: Row) => ({
  schemas: [schema],
  id: row.id,
  externalId: row.externalId,
  userName: row.email,
  name: { givenName: row.firstName, familyName: row.lastName, formatted: `${row.firstName} ${row.lastName}` },
  displayName: `${row.firstName} ${row.lastName}`,
  title: row.jobTitle,
  emails: [{ value: row.email, type: 'work', primary: true }],
  phoneNumbers: row.phone === null ? undefined : [{ value: row.phone, type: 'work' }],
  active: !row.isSuspended,
  groups: row.groups,
  meta: {
    resourceType: 'User',
    created: row.createDate,
    lastModified: row.updateDate,
    version: versionOf(row.rowVersion),
    location: `${base}/Users/${row.id}`,
  },
})

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

async function loadRow(ctx: Context, id: string, isLocked = false) {
  const rows = isUuid(id)
    ? await ctx.rows(rowShape, `select ${columns} ${from} and u.id = $1${isLocked ? ' for update of u' : ''}`, [id])
    : []
  const [row] = rows
  if (!row) throw new ScimError(404, 'User not found.')
  return row
}

function answer(request: ScimRequest, row: Row, status = 200): ScimResponse {
  const resource = resourceOf(request, row)
  const headers = { etag: resource.meta.version, ...(status === 201 && { location: resource.meta.location }) }
  return { status, body: withAttributes(resource, request.query), headers }
}

export async function listUsers(ctx: Context, request: ScimRequest): Promise<ScimResponse> {
  const { startIndex, count } = readPage(request.query)
  const p = new Params()
  const filter = request.query.filter ? ` and ${filterSql(request.query.filter, attributes, p.add)}` : ''
  const counted = await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}${filter}`, p.values)
  const rows = await ctx.rows(
    rowShape,
    `select ${columns} ${from}${filter} order by u.create_date, u.id limit ${p.add(count)} offset ${p.add(startIndex - 1)}`,
    p.values,
  )
  const resources = rows.map((row) => withAttributes(resourceOf(request, row), request.query))
  return { status: 200, body: listResponse(onlyRow(counted).total, startIndex, resources) }
}

export async function readUser(ctx: Context, request: ScimRequest, id: string): Promise<ScimResponse> {
  const row = await loadRow(ctx, id)
  if (isUnchanged(request.headers.ifNoneMatch, row.rowVersion)) return { status: 304, headers: { etag: versionOf(row.rowVersion) } }
  return answer(request, row)
}

interface WantedUser {
  email: string
  firstName: string
  lastName: string
  jobTitle: string | null
  phone: string | null
  externalId: string | null
  active: boolean
}

function readResource(body: unknown): WantedUser {
  if (!isObject(body)) throw new ScimError(400, 'The body is not a user.', 'invalidSyntax')
  const userName = asText(attribute(body, 'userName'), 'userName')
  const email = [userName, asText(primaryValue(attribute(body, 'emails')), 'emails')].find((text) => text && isEmail(text.toLowerCase()))
  if (!userName) throw new ScimError(400, 'userName is required.', 'invalidValue')
  if (!email) throw new ScimError(400, 'userName or a value of emails must be an e-mail address.', 'invalidValue')
  const name = attribute(body, 'name')
  const [first, ...rest] = (asText(attribute(body, 'displayName'), 'displayName') ?? '').split(' ')
  const local = email.split('@')[0] ?? email
  return {
    email: email.toLowerCase(),
    firstName: asText(attribute(name, 'givenName'), 'name.givenName', 100) || first || local,
    lastName: asText(attribute(name, 'familyName'), 'name.familyName', 100) || rest.join(' ') || local,
    jobTitle: asText(attribute(body, 'title'), 'title', 100) || null,
    phone: asText(primaryValue(attribute(body, 'phoneNumbers')), 'phoneNumbers', 40) || null,
    externalId: asText(attribute(body, 'externalId'), 'externalId') ?? null,
    active: asBoolean(attribute(body, 'active'), 'active') ?? true,
  }
}

/** Role of a new user: the default of the settings, or the one that can only view. The owner of the token must hold its permissions. */
async function roleOfNewUser(ctx: Context): Promise<number> {
  const roleId = (await settingOf(ctx, 'identity.oidc.defaultRole')) ?? (await readOnlyRole(ctx))
  const [role] = roleId === undefined ? [] : await rolesToGive(ctx, [roleId])
  if (!role || role.isExternal) throw new ScimError(400, 'Set a default role for new users in the sign-in settings first.', 'invalidValue')
  checkGiven(ctx.actor, role.permissions)
  return role.id
}
async function readOnlyRole(ctx: Context): Promise<number | undefined> {
  const [role] = await ctx.rows({ id: is.number }, `select id from roles where name = 'Read Only' and not is_external and not is_deleted`)
  return role?.id
}

const announce = (ctx: Context, id: string, action: 'Created' | 'Updated') =>
  ctx.after(() => ctx.services.changed({ entity: usersModel.entity, id, action }, usersModel.permission.view))

/** A user whom the directory has deleted comes back, with what they own. */
async function findDeleted(ctx: Context, email: string) {
  const [known] = await ctx.rows(
    { id: is.uuid, isDeleted: is.boolean },
    `select u.id, x.deleted_date is not null as "isDeleted" from users u left join scim_users x on x.user_id = u.id
     where lower(u.email) = $1 and not u.is_deleted for update of u`,
    [email],
  )
  if (known && !known.isDeleted) throw new ScimError(409, 'There is a user with this userName.', 'uniqueness')
  return known?.id
}

export async function createUser(ctx: Context, request: ScimRequest): Promise<ScimResponse> {
  const wanted = readResource(request.body)
  const { externalId, active, ...fields } = wanted
  const deletedId = await findDeleted(ctx, wanted.email)
  if (deletedId) {
    await ctx.run('update scim_users set deleted_date = null where user_id = $1', [deletedId])
    await applyUser(ctx, await loadRow(ctx, deletedId), wanted)
    return answer(request, await loadRow(ctx, deletedId), 201)
  }
  const row = { ...fields, roleId: await roleOfNewUser(ctx) }
  const { id } = onlyRow(await ctx.insert(usersTable, row, { returning: ['id'] }))
  await ctx.run('insert into scim_users (user_id, external_id) values ($1, $2)', [id, externalId])
  await recordAudit(ctx, [
    { action: 'Create', entity: usersModel.entity, entityId: id, entityName: row.lastName, after: { ...row, by: 'directory' } },
  ])
  await logSecurity(ctx, { event: 'Provisioned', result: 'Success', userId: id, detail: 'created' })
  announce(ctx, id, 'Created')
  if (!active) await suspend(ctx, id)
  return answer(request, await loadRow(ctx, id), 201)
}

/** Suspending ends the sessions on every node, and the API tokens. */
async function applyUser(ctx: Context, before: Row, wanted: WantedUser) {
  const { externalId, active, ...fields } = wanted
  const { id, email, firstName, lastName, jobTitle, phone } = before
  const stored = { email, firstName, lastName, jobTitle, phone }
  const isSame = JSON.stringify({ ...stored, externalId: before.externalId }) === JSON.stringify({ ...stored, ...fields, externalId })
  if (!isSame) {
    if (
      fields.email !== email &&
      (await ctx.run('select from users where lower(email) = $1 and not is_deleted and id <> $2', [fields.email, id])) > 0
    )
      throw new ScimError(409, 'There is a user with this userName.', 'uniqueness')
    await ctx.update(usersTable, id, fields)
    await ctx.run(
      `insert into scim_users (user_id, external_id) values ($1, $2) on conflict (user_id) do update set external_id = excluded.external_id`,
      [id, externalId],
    )
    await recordAudit(ctx, [
      {
        action: 'Update',
        entity: usersModel.entity,
        entityId: id,
        entityName: lastName,
        before: stored,
        after: { ...fields, by: 'directory' },
      },
    ])
    await logSecurity(ctx, { event: 'Provisioned', result: 'Success', userId: id, detail: 'changed' })
    announce(ctx, id, 'Updated')
  }
  if (active === before.isSuspended) {
    if (active) await unsuspend(ctx, id)
    else await suspend(ctx, id)
    await logSecurity(ctx, { event: 'Provisioned', result: 'Success', userId: id, detail: active ? 'activated' : 'suspended' })
  }
}

async function changeUser(ctx: Context, request: ScimRequest, id: string, change: (row: Row) => WantedUser): Promise<ScimResponse> {
  const before = await loadRow(ctx, id, true)
  checkMatch(request.headers.ifMatch, before.rowVersion)
  await applyUser(ctx, before, change(before))
  return answer(request, await loadRow(ctx, id))
}

export const replaceUser = (ctx: Context, request: ScimRequest, id: string) =>
  changeUser(ctx, request, id, (row) => {
    const wanted = readResource(request.body)
    const isActiveNamed = attribute(request.body, 'active') !== undefined
    return { ...wanted, active: isActiveNamed ? wanted.active : !row.isSuspended }
  })

export const patchUser = (ctx: Context, request: ScimRequest, id: string) =>
  changeUser(ctx, request, id, (row) => {
    const { email, firstName, lastName, jobTitle, phone, externalId, isSuspended } = row
    const wanted: WantedUser = { email, firstName, lastName, jobTitle, phone, externalId, active: !isSuspended }
    for (const operation of readOperations(request.body)) applyOperation(wanted, operation)
    return wanted
  })

/** Setters by path, in lower case. Attributes that we do not store are ignored, as directories send many. */
const setters: Record<string, (user: WantedUser, value: unknown) => void> = {
  username: (user, value) => setEmail(user, asText(value, 'userName')),
  'emails.value': (user, value) => setEmail(user, asText(value, 'emails')),
  emails: (user, value) => setEmail(user, asText(Array.isArray(value) ? primaryValue(value) : value, 'emails')),
  'name.givenname': (user, value) => Object.assign(user, { firstName: asText(value, 'name.givenName', 100) || user.firstName }),
  'name.familyname': (user, value) => Object.assign(user, { lastName: asText(value, 'name.familyName', 100) || user.lastName }),
  title: (user, value) => Object.assign(user, { jobTitle: asText(value, 'title', 100) || null }),
  'phonenumbers.value': (user, value) => Object.assign(user, { phone: asText(value, 'phoneNumbers', 40) || null }),
  phonenumbers: (user, value) => Object.assign(user, { phone: asText(primaryValue(value), 'phoneNumbers', 40) || null }),
  externalid: (user, value) => Object.assign(user, { externalId: asText(value, 'externalId') ?? null }),
  active: (user, value) => Object.assign(user, { active: asBoolean(value, 'active') ?? false }),
}

function setEmail(user: WantedUser, email: string | undefined) {
  if (!email || !isEmail(email.toLowerCase())) throw new ScimError(400, 'userName must be an e-mail address.', 'invalidValue')
  user.email = email.toLowerCase()
}

function applyOperation(user: WantedUser, { op, path, value }: ScimOperation) {
  if (path === undefined) {
    if (!isObject(value)) throw new ScimError(400, 'An operation without a path needs attributes.', 'invalidValue')
    for (const [name, part] of Object.entries(value)) applyOperation(user, { op, path: name, value: part })
    return
  }
  // `emails[type eq "work"].value` is the one address that we store.
  const plain = path
    .replace(`${schema}:`, '')
    .replace(/\[[^[\]]{0,200}\]/, '')
    .toLowerCase()
  if (plain === 'name' && isObject(value)) {
    for (const [name, part] of Object.entries(value)) setters[`name.${name.toLowerCase()}`]?.(user, part)
    return
  }
  const setter = Object.hasOwn(setters, plain) ? setters[plain] : undefined
  if (op === 'remove' && /^(username|emails|active|name)/.test(plain))
    throw new ScimError(400, `${path.slice(0, 60)} cannot be removed.`, 'mutability')
  setter?.(user, op === 'remove' ? undefined : value)
}

/** Users are never deleted, because they own work: the user is suspended, and the directory no longer sees them. */
export async function deleteUser(ctx: Context, request: ScimRequest, id: string): Promise<ScimResponse> {
  const row = await loadRow(ctx, id, true)
  checkMatch(request.headers.ifMatch, row.rowVersion)
  if (!row.isSuspended) await suspend(ctx, id)
  await ctx.run('delete from scim_members where user_id = $1', [id])
  await ctx.run(
    `insert into scim_users (user_id, deleted_date) values ($1, now()) on conflict (user_id) do update set deleted_date = now()`,
    [id],
  )
  await logSecurity(ctx, { event: 'Provisioned', result: 'Success', userId: id, detail: 'deleted' })
  return { status: 204 }
}
