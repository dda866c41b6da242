import { AssociateType } from '../../model/drawings/enums.ts'
import { CommentSubject } from '../../model/portal/comments.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import type { Opened } from '../projects/public.ts'
import { settingOf } from '../settings/public.ts'

const { Space, Line, Document } = CommentSubject

const called = (...parts: string[]) => `concat_ws(' ', ${parts.join(', ')})`
type Seen = Pick<Opened, 'isLive' | 'equipment' | 'documents'>

/** Subjects in project `$1` an external user may see and comment on, with their space. */
export function subjectsShown({ isLive, equipment, documents }: Seen): string {
  const at = (alias: string) => `where ${alias}.project_id = $1 and ${alias}.is_live = ${isLive}`
  const parts = [
    `select ${Space} as subject, s.id, s.id as space_id, ${called('s.number', 's.name')} as name from guest_spaces s ${at('s')}`,
    ...(equipment
      ? [`select ${Line}, l.id, l.space_id, ${called('l.quantity::text', 'l.manufacturer', 'l.model')} from guest_lines l ${at('l')}`]
      : []),
    ...(documents ? [`select ${Document}, d.id, d.space_id, ${called('d.number', 'd.title')} from guest_documents d ${at('d')}`] : []),
  ]
  return `(${parts.join(' union all ')})`
}

export const subjectsThere = `(select ${Space} as subject, s.id, s.id as space_id, ${called('s.space_number', 's.name')} as name
    from placed_spaces s where s.project_id = $1 and not s.is_deleted
  union all select ${Line}, l.id, l.space_id, ${called('l.quantity::text', 'e.manufacturer', 'e.model')}
    from line_amounts l join products e on e.id = l.equipment_id where l.project_id = $1
  union all select ${Document}, d.id, case when d.associate_type = ${AssociateType.Space} then d.associate_id end, ${called('d.number', 'd.title')}
    from living_documents d where d.project_id = $1)`

/** Unresolved threads per space, limited to subjects the user may see. */
export async function openThreads(ctx: Context, opened: Opened): Promise<Map<number, number>> {
  const rows = await ctx.rows(
    { id: is.number, open: is.number },
    `select s.space_id as id, count(*)::int as open from comments c join ${subjectsShown(opened)} s on s.subject = c.subject and s.id = c.subject_id
     where c.project_id = $1 and c.thread_id is null and c.resolved_date is null and s.space_id is not null group by s.space_id`,
    [opened.id],
  )
  return new Map(rows.map(({ id, open }) => [id, open]))
}

/** A person as both sides see them; staff have the firm's name as company. */
export const authorSql = (id: string, firm: string) => `(select json_build_object('firstName', i.first_name, 'lastName', i.last_name,
    'company', case when i.is_external_user then ${employerSql('i.email')} else ${firm} end, 'isExternal', i.is_external_user) from people i where i.id = ${id})`
export const employerSql = (email: string) =>
  `(select k.company_name from companies_of_contacts k where dna_key(k.email) = dna_key(${email}) order by k.is_primary desc, k.id limit 1)`

export const firmName = (ctx: Context) => settingOf(ctx, 'general.companyName')

/** External users who may see the comment's subject and may comment. */
export async function guestsShown(
  ctx: Context,
  projectId: number,
  userIds: string[],
  subject: CommentSubject,
  subjectId: number,
): Promise<string[]> {
  if (userIds.length === 0) return []
  const asShown = (isLive: boolean) =>
    `exists (select from ${subjectsShown({ isLive, equipment: true, documents: true })} s where s.subject = $2 and s.id = $3)`
  const rows = await ctx.rows(
    { id: is.uuid, isShown: is.boolean },
    `select u.id, case when bool_or(e.is_live) then ${asShown(true)} else ${asShown(false)} end as "isShown"
     from unnest($4::uuid[]) u(id) join external_entries e on e.project_id = $1 and e.user_id = u.id
     group by u.id having bool_or(e.can_comment) and case $2 when ${Line} then bool_or(e.show_equipment) when ${Document} then bool_or(e.show_documents) else true end`,
    [projectId, subject, subjectId, userIds],
  )
  return rows.flatMap(({ id, isShown }) => (isShown ? [id] : []))
}
