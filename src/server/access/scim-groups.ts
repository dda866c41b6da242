import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { ScimError, type ScimRequest, type ScimResponse } from '../kit/request/scim-server.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { settingsOf } from '../settings/public.ts'
import { checkGiven, rolesToGive } from './granting.ts'
import { applyGroups, mappedRole } from './provider-accounts.ts'
import { filterSql, type ScimAttribute } from './scim-filter.ts'
import {
  asText,
  attribute,
  checkMatch,
  isObject,
  isUnchanged,
  listResponse,
  readOperations,
  readPage,
  type ScimOperation,
  versionOf,
  withAttributes,
} from './scim-values.ts'
import { logSecurity } from './security-log.ts'

const schema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const rowShape = {
  id: is.number,
  displayName: is.text,
  externalId: orNull(is.text),
  version: is.number,
  createDate: is.instant,
  updateDate: is.instant,
  members: is.listOf(is.jsonOf({ value: is.text, display: is.text })),
}
const membersSql = `coalesce((select json_agg(json_build_object('value', u.id, 'display', u.first_name || ' ' || u.last_name) order by u.id)
    from scim_members m join users u on u.id = m.user_id where m.group_id = g.id), '[]'::json)`
const columns = `g.id, g.display_name as "displayName", g.external_id as "externalId", g.version, g.create_date as "createDate", g.update_date as "updateDate"`
const attributes: ReadonlyMap<string, ScimAttribute> = new Map([
  ['id', { sql: 'g.id::text', type: 'exact' }],
  ['externalid', { sql: 'g.external_id', type: 'exact' }],
  ['displayname', { sql: 'g.display_name', type: 'text' }],
  ['meta.lastmodified', { sql: 'g.update_date', type: 'instant' }],
])

type Row = Awaited<ReturnType<typeof loadRow>>

const resourceOf = ({ base }: ScimRequest, row: Row) => ({
  schemas: [schema],
  id: String(row.id),
  externalId: row.externalId,
  displayName: row.displayName,
  members: row.members.map((member) => ({ ...member, $ref: `${base}/Users/${member.value}`, type: 'User' })),
  meta: {
    resourceType: 'Group',
    created: row.createDate,
    lastModified: row.updateDate,
    version: versionOf(row.version),
    location: `${base}/Groups/${row.id}`,
  },
})

function answer(request: ScimRequest, row: Row, status = 200): ScimResponse {
  const resource = resourceOf(request, row)
  const headers = { etag: resource.meta.version, ...(status === 201 && { location: resource.meta.location }) }
  return { status, body: withAttributes(resource, request.query), headers }
}

async function loadRow(ctx: Context, id: string, isLocked = false) {
  const rows = /^\d{1,15}$/.test(id)
    ? await ctx.rows(
        rowShape,
        `select ${columns}, ${membersSql} as members from scim_groups g where g.id = $1${isLocked ? ' for update' : ''}`,
        [id],
      )
    : []
  const [row] = rows
  if (!row) throw new ScimError(404, 'Group not found.')
  return row
}

export async function listGroups(ctx: Context, request: ScimRequest): Promise<ScimResponse> {
  const { startIndex, count } = readPage(request.query)
  const p = new Params()
  const where = request.query.filter ? `where ${filterSql(request.query.filter, attributes, p.add)}` : ''
  // Directories look for groups without their thousands of members.
  const hasMembers = !/\bmembers\b/i.test(request.query.excludedAttributes ?? '')
  const counted = await ctx.rows({ total: is.number }, `select count(*)::int as total from scim_groups g ${where}`, p.values)
  const rows = await ctx.rows(
    rowShape,
    `select ${columns}, ${hasMembers ? membersSql : `'[]'::json`} as members from scim_groups g ${where} order by g.id limit ${p.add(count)} offset ${p.add(startIndex - 1)}`,
    p.values,
  )
  const resources = rows.map((row) => withAttributes(resourceOf(request, row), request.query))
  return { status: 200, body: listResponse(onlyRow(counted).total, startIndex, resources) }
}

export async function readGroup(ctx: Context, request: ScimRequest, id: string): Promise<ScimResponse> {
  const row = await loadRow(ctx, id)
  if (isUnchanged(request.headers.ifNoneMatch, row.version)) return { status: 304, headers: { etag: versionOf(row.version) } }
  return answer(request, row)
}

interface WantedGroup {
  displayName: string
  externalId: string | null
  members: Set<string>
}

function memberIds(value: unknown): string[] {
  const items = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return items.map((item) => {
    const id = isObject(item) ? attribute(item, 'value') : item
    if (typeof id !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
      throw new ScimError(400, 'A member is not a user.', 'invalidValue')
    return id.toLowerCase()
  })
}

function readResource(body: unknown): WantedGroup {
  const displayName = asText(attribute(body, 'displayName'), 'displayName')
  if (!displayName) throw new ScimError(400, 'displayName is required.', 'invalidValue')
  return {
    displayName,
    externalId: asText(attribute(body, 'externalId'), 'externalId') ?? null,
    members: new Set(memberIds(attribute(body, 'members'))),
  }
}

export async function createGroup(ctx: Context, request: ScimRequest): Promise<ScimResponse> {
  const wanted = readResource(request.body)
  await checkName(ctx, wanted.displayName, 0)
  const created = await ctx.rows({ id: is.number }, 'insert into scim_groups (display_name, external_id) values ($1, $2) returning id', [
    wanted.displayName,
    wanted.externalId,
  ])
  const id = String(onlyRow(created).id)
  await storeMembers(ctx, await loadRow(ctx, id), wanted)
  await logSecurity(ctx, { event: 'Provisioned', result: 'Success', detail: `group ${wanted.displayName} created` })
  return answer(request, await loadRow(ctx, id), 201)
}

async function checkName(ctx: Context, displayName: string, exceptId: number) {
  const taken = await ctx.run('select from scim_groups where lower(display_name) = lower($1) and id <> $2', [displayName, exceptId])
  if (taken > 0) throw new ScimError(409, 'There is a group with this displayName.', 'uniqueness')
}

async function changeGroup(ctx: Context, request: ScimRequest, id: string, change: (row: Row) => WantedGroup): Promise<ScimResponse> {
  const before = await loadRow(ctx, id, true)
  checkMatch(request.headers.ifMatch, before.version)
  const wanted = change(before)
  if (wanted.displayName !== before.displayName) await checkName(ctx, wanted.displayName, before.id)
  await ctx.run('update scim_groups set display_name = $2, external_id = $3, version = version + 1, update_date = now() where id = $1', [
    before.id,
    wanted.displayName,
    wanted.externalId,
  ])
  await storeMembers(ctx, before, wanted)
  await logSecurity(ctx, { event: 'Provisioned', result: 'Success', detail: `group ${wanted.displayName} changed` })
  return answer(request, await loadRow(ctx, id))
}

export const replaceGroup = (ctx: Context, request: ScimRequest, id: string) =>
  changeGroup(ctx, request, id, () => readResource(request.body))

export const patchGroup = (ctx: Context, request: ScimRequest, id: string) =>
  changeGroup(ctx, request, id, ({ displayName, externalId, members }) => {
    const wanted = { displayName, externalId, members: new Set(members.map(({ value }) => value)) }
    for (const operation of readOperations(request.body)) applyOperation(wanted, operation)
    return wanted
  })

function applyOperation(group: WantedGroup, { op, path, value }: ScimOperation) {
  if (path === undefined) {
    if (!isObject(value)) throw new ScimError(400, 'An operation without a path needs attributes.', 'invalidValue')
    for (const [name, part] of Object.entries(value)) applyOperation(group, { op, path: name, value: part })
    return
  }
  const plain = path.replace(`${schema}:`, '')
  const named = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i.exec(plain)?.[1]
  if (named !== undefined) {
    if (op === 'remove') group.members.delete(named.toLowerCase())
    else group.members.add(named.toLowerCase())
  } else if (plain.toLowerCase() === 'members') changeMembers(group, op, value)
  else if (plain.toLowerCase() === 'displayname') {
    const displayName = asText(value, 'displayName')
    if (op === 'remove' || !displayName) throw new ScimError(400, 'displayName is required.', 'invalidValue')
    group.displayName = displayName
  } else if (plain.toLowerCase() === 'externalid') group.externalId = op === 'remove' ? null : (asText(value, 'externalId') ?? null)
}

function changeMembers(group: WantedGroup, op: ScimOperation['op'], value: unknown) {
  const ids = memberIds(value)
  if (op === 'replace' || (op === 'remove' && value === undefined)) group.members.clear()
  for (const id of ids) {
    if (op === 'remove') group.members.delete(id)
    else group.members.add(id)
  }
}

/** Stores who joined and who left, and gives the roles of their groups. */
async function storeMembers(ctx: Context, before: Row, { members, displayName }: WantedGroup) {
  const former = new Set(before.members.map(({ value }) => value))
  const joined = [...members].filter((id) => !former.has(id))
  const left = [...former].filter((id) => !members.has(id))
  if (joined.length > 0) {
    const added = await ctx.run(
      `insert into scim_members (group_id, user_id)
       select $1, u.id from users u where u.id = any($2::uuid[]) and not u.is_external_user and not u.is_deleted on conflict do nothing`,
      [before.id, joined],
    )
    if (added < joined.length) throw new ScimError(400, 'A member is not a user.', 'invalidValue')
  }
  await ctx.run('delete from scim_members where group_id = $1 and user_id = any($2::uuid[])', [before.id, left])
  const isRenamed = before.displayName !== displayName
  await giveRoles(ctx, isRenamed ? [...new Set([...joined, ...left, ...members])] : [...joined, ...left])
}

/** Roles by group: those of the settings, and roles with the name of a group. */
async function loadGroupRoles(ctx: Context) {
  const settings = await settingsOf(ctx, 'identity.oidc.groupRoles', 'identity.oidc.defaultRole')
  const named = await ctx.rows(
    { name: is.text, id: is.number },
    `select g.display_name as name, r.id from scim_groups g join roles r on lower(r.name) = lower(g.display_name) and not r.is_external and not r.is_deleted order by g.id`,
  )
  const own = settings['identity.oidc.groupRoles'] ?? {}
  return {
    groupRoles: { ...own, ...Object.fromEntries(named.filter(({ name }) => !Object.hasOwn(own, name)).map(({ name, id }) => [name, id])) },
    defaultRole: settings['identity.oidc.defaultRole'],
  }
}

async function giveRoles(ctx: Context, userIds: string[]) {
  if (userIds.length === 0) return
  const provider = await loadGroupRoles(ctx)
  const people = await ctx.rows(
    { id: is.uuid, roleId: is.number, email: is.text, groups: is.texts },
    `select u.id, u.role_id as "roleId", u.email, array(select g.display_name from scim_members m join scim_groups g on g.id = m.group_id
       where m.user_id = u.id order by g.id) as groups from users u where u.id = any($1::uuid[]) order by u.id for update of u`,
    [userIds],
  )
  for (const person of people) {
    const roleId = mappedRole(provider, person.groups)
    // The owner of the token must hold what is given.
    for (const { permissions } of await rolesToGive(ctx, roleId === undefined || roleId === person.roleId ? [] : [roleId, person.roleId]))
      checkGiven(ctx.actor, permissions)
    await applyGroups(ctx, provider, person.groups, person)
  }
}

export async function deleteGroup(ctx: Context, request: ScimRequest, id: string): Promise<ScimResponse> {
  const before = await loadRow(ctx, id, true)
  checkMatch(request.headers.ifMatch, before.version)
  // The mapping by name still exists here, so that its role can be taken back.
  await storeMembers(ctx, before, { displayName: before.displayName, externalId: null, members: new Set() })
  await ctx.run('delete from scim_groups where id = $1', [before.id])
  await logSecurity(ctx, { event: 'Provisioned', result: 'Success', detail: `group ${before.displayName} deleted` })
  return { status: 204 }
}
