import { createHash } from 'node:crypto'
import type {
  AccessListCalls,
  ConfirmationFlag,
  EntryFlag,
  ExternalListCalls,
  externalListShape,
  listShape,
  PlainListCalls,
} from '../../model/access/access-lists.ts'
import { flagNames, listedGroup } from '../../model/access/access-lists.ts'
import { AccessSubjectType } from '../../model/access/enums.ts'
import type { UserRef, ValuesOf } from '../../model/kit/description.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull, personRef, type RowOfShape } from '../kit/sql/row-types.ts'
import { columnName } from '../kit/sql/table.ts'
import { checkPeople, groupSize, personSql } from './access-groups.ts'

const { User, AccessGroup } = AccessSubjectType

interface Listed {
  id: number
  name: string
}

interface ListTables {
  table: string
  column: string
  isExternal: boolean
  entity: string
  view: Permission
  /** Returns the row if visible to the caller; locks it for a change. */
  get(ctx: Context, id: unknown, isForChange: boolean): Promise<Listed>
  /** Checks that the caller can see the row, for lists that restrict it. A list without entries shows it to all. */
  isSeen?(ctx: Context, id: number): Promise<boolean>
  projectOf?(row: Listed): number
}
export interface PlainList extends ListTables {
  hasFlags?: false
  calls: AccessListCalls | PlainListCalls
}
interface FlaggedList extends ListTables {
  hasFlags: true
  calls: ExternalListCalls
}
export type AccessList = PlainList | FlaggedList

type Flags = Record<EntryFlag, boolean>
interface Entry extends Partial<Flags> {
  userId: string | null
  accessGroupId: number | null
}
interface Subject extends Partial<Flags> {
  subjectType: AccessSubjectType
  userId: string | null
  accessGroupId: number | null
}
interface ListInput extends Partial<Record<ConfirmationFlag, boolean | null>> {
  version?: string | null
}
type Answered = { version: string }

/** Routes of an access list (domain 4.5); every change writes an audit log entry. */
export function accessListRoutes(list: AccessList): Route[] {
  return list.hasFlags ? flaggedRoutes(list) : plainRoutes(list)
}

function plainRoutes(list: PlainList): Route[] {
  const { calls } = list
  const read = (ctx: Context, id: number) => readPlainList(ctx, list, id)
  const routes = [
    defineRoute(calls.read, async (ctx, { params }) => read(ctx, (await list.get(ctx, params.id, false)).id)),
    defineRoute(calls.replace, (ctx, { params, body }) =>
      changeList(ctx, list, { id: params.id, input: body, read, run: (id) => replaceEntries(ctx, list, id, plainEntries(body)) }),
    ),
  ]
  if (!('add' in calls)) return routes
  return [
    ...routes,
    defineRoute(calls.add, (ctx, { params, body }) =>
      changeList(ctx, list, { id: params.id, input: body, read, run: (id) => addEntry(ctx, list, id, parseEntry(body)) }),
    ),
    defineRoute(calls.remove, async (ctx, { params, query }) => {
      await changeList(ctx, list, { id: params.id, input: query, read, run: (id) => removeEntry(ctx, list, id, params) })
    }),
  ]
}

function flaggedRoutes(list: FlaggedList): Route[] {
  const { calls } = list
  const read = (ctx: Context, id: number) => readFlaggedList(ctx, list, id)
  return [
    defineRoute(calls.read, async (ctx, { params }) => read(ctx, (await list.get(ctx, params.id, false)).id)),
    defineRoute(calls.replace, (ctx, { params, body }) =>
      changeList(ctx, list, {
        id: params.id,
        input: body,
        read,
        run: (id) => replaceEntries(ctx, list, id, flaggedEntries(body.entries)),
      }),
    ),
    defineRoute(calls.add, (ctx, { params, body }) =>
      changeList(ctx, list, { id: params.id, input: body, read, run: (id) => addEntry(ctx, list, id, parseEntry(body)) }),
    ),
    defineRoute(calls.remove, async (ctx, { params, query }) => {
      await changeList(ctx, list, { id: params.id, input: query, read, run: (id) => removeEntry(ctx, list, id, params) })
    }),
  ]
}

interface Changing<A> {
  id: number
  input: ListInput
  read(ctx: Context, id: number): Promise<A>
  run(id: number): Promise<unknown>
}

async function changeList<A extends Answered>(ctx: Context, list: AccessList, { id, input, read, run }: Changing<A>): Promise<A> {
  const row = await list.get(ctx, id, true)
  if (input.version != null) checkVersion(row, input.version, await read(ctx, row.id))
  const before = await namesOn(ctx, list, row.id)
  await run(row.id)
  const after = await namesOn(ctx, list, row.id)
  await checkConfirmed(ctx, list, row, { isEmptied: before.length > 0 && after.length === 0, input })
  await reportChange(ctx, list, row, before, after)
  return read(ctx, row.id)
}

function checkVersion(row: Listed, version: string, current: Answered) {
  if (version !== current.version)
    throw conflict(`The access list of ${row.name} has been changed by someone else.`, { detail: 'stale', current })
}

/**
 * Requires confirmation of side effects. A page with an outdated list cannot know them, and two concurrent removals could otherwise open
 * the row to every user without a confirmation.
 */
async function checkConfirmed(ctx: Context, list: AccessList, row: Listed, { isEmptied, input }: { isEmptied: boolean; input: ListInput }) {
  const askBack = (detail: ConfirmationFlag, message: string) => conflict(message, { detail })
  if (!list.isSeen) return
  if (input.hidesFromMe === false && !(await list.isSeen(ctx, row.id)))
    throw askBack('hidesFromMe', `This would hide ${row.name} from you.`)
  if (isEmptied && input.opensToEverybody !== true)
    throw askBack('opensToEverybody', `Without an entry ${row.name} would be open to everyone.`)
}

function parseEntry({ subjectType, userId, accessGroupId, ...more }: Subject, path = ''): Entry {
  const isUser = subjectType === User
  if ((isUser ? userId : accessGroupId) == null)
    throw badRequest({ [`${path}${isUser ? 'userId' : 'accessGroupId'}`]: [messages.required] })
  return { ...more, userId: isUser ? userId : null, accessGroupId: isUser ? null : accessGroupId }
}

function flaggedEntries(given: Subject[]): Entry[] {
  const entries = given.map((entry, index) => parseEntry(entry, `entries[${index}].`))
  const subjects = entries.map(({ userId, accessGroupId }) => userId ?? String(accessGroupId))
  const twice = subjects.findIndex((subject, index) => subjects.indexOf(subject) < index)
  if (twice >= 0) throw badRequest({ [`entries[${twice}].subjectType`]: ['Someone is listed twice.'] })
  return entries
}

function plainEntries({ userIds, accessGroupIds }: { userIds: string[] | null; accessGroupIds: number[] | null }): Entry[] {
  if (userIds === null && accessGroupIds === null) throw badRequest({ userIds: [messages.required], accessGroupIds: [messages.required] })
  return [
    ...(userIds ?? []).map((userId) => ({ userId, accessGroupId: null })),
    ...(accessGroupIds ?? []).map((accessGroupId) => ({ userId: null, accessGroupId })),
  ]
}

/** Accepts only users and groups of the list's kind, so an external user never gets on an internal list. */
async function checkEntries(ctx: Context, list: AccessList, entries: Entry[], isOne = false) {
  const users = entries.flatMap(({ userId }) => userId ?? [])
  const groups = [...new Set(entries.flatMap(({ accessGroupId }) => accessGroupId ?? []))]
  const fields = list.hasFlags && !isOne ? ['entries', 'entries'] : isOne ? ['userId', 'accessGroupId'] : ['userIds', 'accessGroupIds']
  await checkPeople(ctx, fields[0]!, users, list.isExternal)
  if (groups.length === 0) return
  // Locks the groups until commit: a concurrently deleted group would stay on the list and hide the row from all other users.
  const known = await ctx.run(
    'select from access_groups where id = any($1::bigint[]) and is_external = $2 and not is_deleted for key share',
    [groups, list.isExternal],
  )
  if (known < groups.length) throw badRequest({ [fields[1]!]: ['Access group not found.'] })
}

const listColumns = (list: AccessList) => ['user_id', 'access_group_id', ...(list.hasFlags ? flagNames.map(columnName) : [])]

async function insert(ctx: Context, list: AccessList, id: number, entries: Entry[]) {
  if (entries.length === 0) return
  const columns = listColumns(list)
  const types = ['uuid', 'bigint', ...(list.hasFlags ? flagNames.map(() => 'boolean') : [])]
  const rows = entries.map((entry) => ({
    user_id: entry.userId,
    access_group_id: entry.accessGroupId,
    ...Object.fromEntries(flagNames.map((name) => [columnName(name), entry[name]])),
  }))
  await ctx.run(
    `insert into ${list.table} (${list.column}, created_by_id, ${columns.join(', ')})
     select $1, $2, ${columns.join(', ')} from jsonb_to_recordset($3) as x(${columns.map((column, index) => `${column} ${types[index]}`).join(', ')})`,
    [id, ctx.actor.userId || null, JSON.stringify(rows)],
  )
}

/** Unchanged entries keep their creation date and author. */
async function replaceEntries(ctx: Context, list: AccessList, id: number, entries: Entry[]) {
  await checkEntries(ctx, list, entries)
  const users = entries.flatMap(({ userId }) => userId ?? [])
  const groups = entries.flatMap(({ accessGroupId }) => accessGroupId ?? [])
  const keepCondition = list.hasFlags ? 'false' : 'user_id = any($2::uuid[]) or access_group_id = any($3::bigint[])'
  await ctx.run(`delete from ${list.table} where ${list.column} = $1 and not coalesce(${keepCondition}, false)`, [
    id,
    ...(list.hasFlags ? [] : [users, groups]),
  ])
  const left = await ctx.rows(
    { userId: orNull(is.uuid), accessGroupId: orNull(is.number) },
    `select user_id, access_group_id from ${list.table} where ${list.column} = $1`,
    [id],
  )
  const isThere = (entry: Entry) =>
    left.some(({ userId, accessGroupId }) => userId === entry.userId && accessGroupId === entry.accessGroupId)
  await insert(
    ctx,
    list,
    id,
    entries.filter((entry) => !isThere(entry)),
  )
}

async function addEntry(ctx: Context, list: AccessList, id: number, entry: Entry) {
  await checkEntries(ctx, list, [entry], true)
  const known = await ctx.run(
    `select from ${list.table} where ${list.column} = $1 and user_id is not distinct from $2 and access_group_id is not distinct from $3`,
    [id, entry.userId, entry.accessGroupId],
  )
  if (known > 0) throw conflict(`${entry.userId ? 'The user' : 'The access group'} is already on the list.`)
  await insert(ctx, list, id, [entry])
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

async function removeEntry(
  ctx: Context,
  list: AccessList,
  id: number,
  { subjectType, subjectId }: { subjectType: number; subjectId: string },
) {
  const isUser = subjectType === User
  const isId = isUser ? isUuid(subjectId) : subjectType === AccessGroup && /^\d{1,15}$/.test(subjectId)
  const removedCount = isId
    ? await ctx.run(`delete from ${list.table} where ${list.column} = $1 and ${isUser ? 'user_id' : 'access_group_id'} = $2`, [
        id,
        subjectId,
      ])
    : 0
  if (removedCount === 0) throw notFound('Entry')
}

const group = `json_build_object('id', g.id, 'name', g.name, 'usersCount', ${groupSize('g.id')},
  'isMember', exists (select from access_group_members m where m.access_group_id = g.id and m.user_id = $2))`

const subjectShape = { user: orNull(personRef), accessGroup: orNull(is.jsonOfFields(listedGroup)) }
const flaggedShape = {
  ...subjectShape,
  showPrices: is.boolean,
  showEquipment: is.boolean,
  showDocuments: is.boolean,
  showReports: is.boolean,
  showCables: is.boolean,
  canComment: is.boolean,
  canApprove: is.boolean,
  canSite: is.boolean,
  isLive: is.boolean,
}

const entriesOn = (list: AccessList) =>
  `select case when u.id is not null then ${personSql('u')} end as user, case when g.id is not null then ${group} end as "accessGroup"
     ${list.hasFlags ? flagNames.map((name) => `, e.${columnName(name)} as "${name}"`).join('') : ''}
   from ${list.table} e left join users u on u.id = e.user_id left join access_groups g on g.id = e.access_group_id
   where e.${list.column} = $1 and not coalesce(u.is_deleted, g.is_deleted) order by g.name, u.last_name, u.first_name, u.id`

const shownTo = (ctx: Context, ref: UserRef) => ({ ...ref, avatarUrl: ctx.addresses.stripSignature(ref.avatarUrl) })

export async function readPlainList(ctx: Context, list: PlainList, id: number): Promise<ValuesOf<typeof listShape>> {
  const entries = await ctx.rows(subjectShape, entriesOn(list), [id, ctx.actor.userId || null])
  return {
    version: hashEntries(entries),
    users: entries.flatMap(({ user }) => (user ? [shownTo(ctx, user)] : [])),
    accessGroups: entries.flatMap(({ accessGroup }) => accessGroup ?? []),
  }
}

async function readFlaggedList(ctx: Context, list: FlaggedList, id: number): Promise<ValuesOf<typeof externalListShape>> {
  const entries = await ctx.rows(flaggedShape, entriesOn(list), [id, ctx.actor.userId || null])
  return {
    version: hashEntries(entries),
    entries: entries.map(({ user, accessGroup, ...flags }) =>
      user
        ? { subjectType: User, user: shownTo(ctx, user), ...flags }
        : { subjectType: AccessGroup, accessGroup: accessGroup ?? undefined, ...flags },
    ),
  }
}

function hashEntries(entries: RowOfShape<typeof subjectShape>[]): string {
  const entryKeys = entries.map(({ user, accessGroup, ...flags }) => JSON.stringify([user?.id ?? accessGroup?.id, flags]))
  return createHash('sha256').update(entryKeys.sort().join()).digest('base64url').slice(0, 16)
}

async function namesOn(ctx: Context, list: AccessList, id: number) {
  const flags = list.hasFlags ? flagNames.map((name) => `, '${name}', e.${columnName(name)}`).join('') : ''
  const [names] = await ctx.rows(
    { entries: is.listOf(is.recordOf(is.anything)) },
    `select coalesce(json_agg(json_build_object('user', u.first_name || ' ' || u.last_name, 'userId', u.id, 'accessGroup', g.name, 'accessGroupId', g.id${flags})
       order by g.name, u.last_name, u.first_name, u.id), '[]') as entries
     from ${list.table} e left join users u on u.id = e.user_id left join access_groups g on g.id = e.access_group_id where e.${list.column} = $1`,
    [id],
  )
  return (names?.entries ?? []).map((entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)))
}

async function reportChange(ctx: Context, list: AccessList, row: Listed, before: object[], after: object[]) {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const title = list.hasFlags ? 'External access list changed' : 'Access list changed'
  const projectId = list.projectOf?.(row)
  await recordAudit(ctx, [
    {
      action: 'AccessListChange',
      entity: list.entity,
      entityId: row.id,
      entityName: row.name,
      before: { [list.hasFlags ? 'externalAccessList' : 'accessList']: before },
      after: { [list.hasFlags ? 'externalAccessList' : 'accessList']: after },
      // Members are visible only with permission to view the list.
      activity: { title, projectId: projectId ?? null },
    },
  ])
  ctx.after(() => ctx.services.changed({ entity: list.entity, id: row.id, projectId, action: 'Updated' }, list.view))
}
