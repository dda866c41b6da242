import { externalAccessGroups as ofExternal, accessGroups as ofInternal } from '../../model/access/access-groups.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, inUseConflict } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { accessGroupMembersTable, accessGroupsTable } from './access-groups-tables.ts'

export const personSql = (alias: string) =>
  `jsonb_build_object('id', ${alias}.id, 'firstName', ${alias}.first_name, 'lastName', ${alias}.last_name, 'avatarUrl', ${alias}.avatar_url, 'isSuspended', ${alias}.is_suspended, 'isExternalUser', ${alias}.is_external_user)`

const membersSql = (selection: string, more = '') =>
  `(select ${selection} from access_group_members m join users u on u.id = m.user_id and not u.is_deleted${more} where m.access_group_id = t.id)`
export const inOrder = 'order by u.last_name, u.first_name, u.id'

/** Counts leads and projects whose list includes the group, limited to those visible to the caller. */
const listedProjectsSql = (table: string) =>
  `(select count(*)::int from ${table} e join living_projects p on p.id = e.project_id and visible(p) where e.access_group_id = t.id)`

export const groupSize = (group: string) =>
  `(select count(*)::int from access_group_members m join users u on u.id = m.user_id and not u.is_deleted and not u.is_suspended where m.access_group_id = ${group})`

export async function checkPeople(ctx: Context, field: string, ids: string[] | undefined, isExternal: boolean) {
  if (!ids?.length) return
  const people = await ctx.rows(
    { isExternalUser: is.boolean },
    'select is_external_user from users where id = any($1::uuid[]) and not is_deleted',
    [ids],
  )
  if (people.length < new Set(ids).size) throw badRequest({ [field]: ['User not found.'] })
  if (people.some(({ isExternalUser }) => isExternalUser !== isExternal))
    throw badRequest({ [field]: [isExternal ? 'Only external users can be named here.' : 'External users cannot be named here.'] })
}

async function keepMembers(ctx: Context, id: number, ids: string[]) {
  await ctx.run('delete from access_group_members where access_group_id = $1 and user_id <> all($2::uuid[])', [id, ids])
  const members = ids.map((userId) => ({ accessGroupId: id, userId }))
  await ctx.insertMany(accessGroupMembersTable, members, { onConflict: 'skip' })
}

function servedGroups(resource: typeof ofInternal | typeof ofExternal, isExternal: boolean) {
  const entries = isExternal ? 'project_external_access_entries' : 'project_access_entries'
  return serve({
    resource,
    table: accessGroupsTable,
    computed: {
      userIds: membersSql(`coalesce(jsonb_agg(u.id ${inOrder}), '[]')`),
      members: membersSql(`coalesce(jsonb_agg(${personSql('u')} ${inOrder}), '[]')`),
      usersCount: groupSize('t.id'),
      projectsCount: listedProjectsSql(entries),
      ...(isExternal && {
        manufacturersCount: `(select count(*)::int from manufacturer_access_entries e join manufacturers f on f.id = e.manufacturer_id and not f.is_deleted where e.access_group_id = t.id)`,
      }),
    },
    scope: () => `t.is_external = ${isExternal}`,

    async beforeWrite(ctx, values, before) {
      await checkPeople(ctx, 'userIds', values.userIds, isExternal)
      return before ? undefined : { isExternal }
    },

    async afterWrite(ctx, row, values) {
      if (values.userIds) await keepMembers(ctx, row.id, values.userIds)
    },

    /** Access lists of projects hidden from the caller also block the deletion, but are neither named nor counted. */
    async beforeDelete(ctx, row) {
      const p = new Params()
      const id = p.add(row.id)
      const lists = [entries, ...(isExternal ? ['manufacturer_access_entries'] : [])]
      const used = await ctx.rows(
        { isListed: is.boolean, isDefault: is.boolean },
        `select ${lists.map((table) => `exists (select from ${table} where access_group_id = ${id})`).join(' or ')} as is_listed,
           exists (select from default_groups where access_group_id = ${id}) as is_default`,
        p.values,
      )
      const { isListed, isDefault } = onlyRow(used)
      if (isDefault) throw conflict(`${row.name} is used by the DNA defaults and cannot be deleted.`)
      if (!isListed) return
      const seen = row.projectsCount + ('manufacturersCount' in row ? row.manufacturersCount : 0)
      throw seen > 0
        ? inUseConflict(row.name, 'access lists', seen)
        : conflict(`${row.name} is used by access lists and cannot be deleted.`)
    },
  })
}

export const accessGroups = servedGroups(ofInternal, false)
export const externalAccessGroups = servedGroups(ofExternal, true)
