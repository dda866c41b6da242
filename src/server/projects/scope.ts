import type { Permission } from '../../model/permissions.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import type { Actor, Context, StatementValues } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'

interface Person {
  id(): string
  holds(...anyOf: Permission[]): string
}

const byStage = (alias: string, lead: string, other: string) =>
  lead === other ? lead : `case when ${alias}.stage = ${ProjectStage.Lead} then ${lead} else ${other} end`

export const namesOnList = (id: string) =>
  `(e.user_id = ${id} or e.access_group_id in (select m.access_group_id from access_group_members m where m.user_id = ${id}))`

/** Restricted projects open to the user through their list, a group, or a contract: the same set for all rows of a statement. */
const openedTo = (id: string) => `select e.project_id from project_access_entries e where e.user_id = ${id}
  union all select e.project_id from group_members m join project_access_entries e on e.access_group_id = m.access_group_id where m.user_id = ${id}
  union all select a.project_id from people_on_contracts a where a.user_id = ${id}`

/** Domain 4.2: A (the permission of the stage) and C (any of the reasons). B (not deleted) is checked by the query. */
function projectScopeSql(person: Person, alias: string, also: readonly Permission[] = []): string {
  const mayView = byStage(alias, person.holds('Leads.View'), person.holds('Projects.View', ...also))
  const seesAll = byStage(alias, person.holds('LeadAccessList.Update'), person.holds('ProjectAccessList.Update'))
  if (mayView === 'false') return 'false'
  if (seesAll === 'true') return `(${mayView})`
  const id = person.id()
  const reasons = [
    // PostgreSQL tests the reasons in this order: only restricted projects need more than their own row (decision 97).
    `not ${alias}.is_restricted`,
    // Coalesced because the columns may be null: a null result would break the negated condition.
    `coalesce(${id} in (${alias}.created_by_id, ${alias}.associate_consultant_id, ${alias}.project_manager_id), false)`,
    `${alias}.id in (${openedTo(id)})`,
    seesAll,
  ]
  return `(${mayView} and (${reasons.join(' or ')}))`
}

/** SQL condition that the actor may see a row of `projects`, deleted or not. */
export function seesProject(actor: Actor, p: StatementValues, alias = 't', also?: readonly Permission[]): string {
  if (actor.isExternal) return 'false'
  const holds = (...anyOf: Permission[]) => String(anyOf.some((permission) => actor.held.has(permission)))
  return projectScopeSql({ id: () => `${p.add(actor.userId)}::uuid`, holds }, alias, also)
}

/** SQL condition that `t` is the user's project: they created, lead, or manage it, or have hours in a contract (domain 14.6). */
export function ownProjectSql(actor: Actor, p: StatementValues): string {
  const me = `${p.add(actor.userId)}::uuid`
  return `(${me} in (t.created_by_id, t.associate_consultant_id, t.project_manager_id)
    or t.id = any(array(select a.project_id from people_on_contracts a where a.user_id = ${me})))`
}

interface BelowOptions {
  column?: string
  evenDeleted?: string
  /** Permissions to work with these rows in all projects, each enough instead of the permission to view projects. */
  also?: readonly Permission[]
}

/** Scope of everything below a project. A deleted project hides its contents, except in restore lists. */
export function belowProject(actor: Actor, p: StatementValues, options: BelowOptions = {}): string {
  const { column = 't.project_id', evenDeleted = 'false', also } = options
  const seen = seesProject(actor, p, 'seen', also)
  return `exists (select from projects seen where seen.id = ${column} and (not seen.is_deleted or ${evenDeleted})${seen === '(true)' ? '' : ` and ${seen}`})`
}

/** Flag of an entry; `true` accepts any entry. */
type Opened =
  | 'show_reports'
  | 'show_prices'
  | 'show_equipment'
  | 'show_documents'
  | 'can_comment'
  | 'can_approve'
  | 'can_site'
  | 'is_live'
  | 'true'

/** A staff user who views as an external user sees only projects both may see. */
export const seesAsViewer = ({ viewer }: Actor, p: StatementValues, alias: string) =>
  viewer ? ` and ${seesProject(viewer, p, alias)}` : ''

/**
 * Domain 4.4: the external user has an entry with this flag on the external list of project `alias`. The query checks that it is not
 * deleted.
 */
export function seesFromOutside(actor: Actor, p: StatementValues, alias: string, opened: Opened): string {
  if (!actor.isExternal || !actor.held.has('ExternalProjects.View')) return 'false'
  const id = `${p.add(actor.userId)}::uuid`
  return `(${alias}.stage <> ${ProjectStage.Lead} and exists (select from project_external_access_entries e where e.project_id = ${alias}.id
    and ${opened === 'true' ? '' : `e.${opened} and `}${namesOnList(id)})${seesAsViewer(actor, p, alias)})`
}

export async function usersSeeingProject(ctx: Context, projectId: number, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const condition = projectScopeSql({ id: () => 'u.id', holds: (...anyOf) => `(r.permissions && '{${anyOf.join()}}')` }, 'seen')
  const rows = await ctx.rows(
    { id: is.uuid },
    `select u.id from users u join roles r on r.id = u.role_id join projects seen on seen.id = $1 and not seen.is_deleted
     where u.id = any($2::uuid[]) and not u.is_suspended and not u.is_deleted and not u.is_external_user and ${condition}`,
    [projectId, userIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Filters external users to those with an entry that opens this now. */
export async function seeingFromOutside(
  ctx: Context,
  projectId: number,
  userIds: string[],
  opened: Opened | 'is_live',
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await ctx.rows(
    { id: is.uuid },
    `select u.id from people u join projects p on p.id = $1 and not p.is_deleted and p.stage <> ${ProjectStage.Lead}
     where u.id = any($2::uuid[]) and u.is_external_user and not u.is_suspended and not u.is_deleted and 'ExternalProjects.View' = any(u.permissions)
       and exists (select from project_external_access_entries e where e.project_id = p.id${opened === 'true' ? '' : ` and e.${opened}`} and ${namesOnList('u.id')})`,
    [projectId, userIds],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function loadExternalUserIds(ctx: Context, projectId: number, opened: Opened): Promise<string[]> {
  const rows = await ctx.rows({ id: is.uuid }, 'select distinct e.user_id as id from external_entries e where e.project_id = $1', [
    projectId,
  ])
  return [
    ...(await seeingFromOutside(
      ctx,
      projectId,
      rows.map(({ id }) => id),
      opened,
    )),
  ]
}

/** External users learn of new revisions with any entry, of comments if they may comment, and of other changes only with live access. */
const toldOutside: Readonly<Record<string, Opened>> = { revisions: 'true', comments: 'can_comment' }
export const shownOutside = (ctx: Context, projectId: number, userIds: string[], entity: string) =>
  seeingFromOutside(ctx, projectId, userIds, toldOutside[entity] ?? 'is_live')
