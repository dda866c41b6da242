import { AssociateType, DocumentState } from '../../model/drawings/enums.ts'
import { is } from '../kit/sql/row-types.ts'
import type { ProjectPart } from '../projects/public.ts'
import { viewsSql } from '../templates/public.ts'

/** Documents that are not deleted, for template usage counts and sheet lists. */
export const livingDocuments = `select d.id, d.project_id, d.document_type, d.associate_type, d.associate_id, d.number, d.title, d.state, d.due_date,
    d.naming_template_id, d.layout_template_id, d.layout_view_ids, d.sequence, d.revision, d.issue_date, d.layout, d.assigned_user_id, d.file_id,
    (select i.person from people i where i.id = d.assigned_user_id) as assigned_user, ${viewsSql('d.layout_view_ids')} as views,
    case when d.associate_type = ${AssociateType.Category} then (select concat_ws(' ', c.number, c.name) from numbered_categories c where c.id = d.associate_id)
      else (select x.full_name from project_places x where x.kind = d.associate_type and x.id = d.associate_id) end as about
  from drawing_documents d where not d.is_deleted`

export const projectPart: ProjectPart = {
  async stats(ctx, projectId) {
    if (!ctx.actor.held.has('DrawingDocuments.View')) return {}
    const [row] = await ctx.rows(
      { documentsCount: is.number },
      'select count(*)::int as "documentsCount" from drawing_documents where project_id = $1 and not is_deleted',
      [projectId],
    )
    return row ?? {}
  },
  async overview(ctx, projectId) {
    if (!ctx.actor.held.has('DrawingDocuments.View')) return {}
    const documentsByState = await ctx.rows(
      { state: is.choice(DocumentState), count: is.number },
      'select state, count(*)::int as count from drawing_documents where project_id = $1 and not is_deleted group by state order by state',
      [projectId],
    )
    return { documentsByState }
  },
  async timeline(ctx, projectId, from, to) {
    if (!ctx.actor.held.has('DrawingDocuments.View')) return {}
    const { Cancelled, Archived } = DocumentState
    const documents = await ctx.rows(
      { id: is.number, number: is.text, title: is.text, dueDate: is.date, state: is.choice(DocumentState) },
      `select id, coalesce(number, '') as number, title, due_date, state from drawing_documents
       where project_id = $1 and due_date is not null and not is_deleted and state not in (${Cancelled}, ${Archived})
         and ($2::date is null or due_date >= $2) and ($3::date is null or due_date <= $3) order by due_date, id`,
      [projectId, from, to],
    )
    return { documents }
  },
}
