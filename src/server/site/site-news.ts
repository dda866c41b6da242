import { openStages } from '../../model/projects/projects.ts'
import { ObservationState } from '../../model/site/enums.ts'
import type { ObservationStep } from '../../model/site/observations.ts'
import type { InboxSubject } from '../inbox/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'

const needs = 'ProjectNotes.View'

interface SiteRow {
  id: number
  rowVersion: number
  number: string
  projectId: number
}
export const siteLink = (projectId: number, tab: string) => `/projects/${projectId}/site/${tab}`

interface SiteNews {
  entity: 'submittals' | 'rfis' | 'observations'
  tab: string
  event: string
  userIds: readonly (string | null | undefined)[]
  reason: 'approval' | 'assigned'
  title: string
  text: string
}

/** Adds an entry to the inboxes of these people, once per version of the row. */
export const tellOfSite = (ctx: Context, row: SiteRow, { entity, tab, event, userIds, reason, title, text }: SiteNews) =>
  ctx.services.notify(ctx, {
    key: `${entity} ${row.id} ${event} ${row.rowVersion}`,
    kind: 'site',
    entity,
    entityId: row.id,
    projectId: row.projectId,
    needs,
    title,
    text,
    link: siteLink(row.projectId, tab),
    to: [{ reason, userIds }],
    awaitedBy: reason === 'approval' ? userIds.filter((id) => id != null) : [],
  })

const responsiblePerson: Record<SiteNews['entity'], string> = {
  submittals: 'coalesce(reviewer_id, created_by_id)',
  rfis: 'created_by_id',
  observations: 'created_by_id',
}
/** Author, or reviewer of a submittal. Read from the table, because external users do not see who created a row. */
export async function responsibleFor(ctx: Context, entity: SiteNews['entity'], id: number): Promise<string[]> {
  const rows = await ctx.rows({ id: orNull(is.uuid) }, `select ${responsiblePerson[entity]} as id from ${entity} where id = $1`, [id])
  return rows.flatMap((row) => row.id ?? [])
}

/** Notifies the author of an observation that it waits for review. A later step settles the entry. */
export async function tellOfStep(ctx: Context, row: SiteRow & { title: string }, step: ObservationStep, comment: string | null) {
  await ctx.services.settle(ctx, { entity: 'observations', entityId: row.id, reason: 'approval' })
  if (step !== 'Ready') return
  await tellOfSite(ctx, row, {
    entity: 'observations',
    tab: 'observations',
    event: 'ready',
    userIds: await responsibleFor(ctx, 'observations', row.id),
    reason: 'approval',
    title: `${row.number} is ready for review`,
    text: [row.title, comment].filter(Boolean).join(': '),
  })
}

const subject = (entity: SiteNews['entity'], people: readonly string[]): InboxSubject => ({
  entity,
  isThere: (id) => `exists (select from ${entity} t join living_projects p on p.id = t.project_id where t.id = ${id} and not t.is_deleted)`,
  watchers: (id) => `select unnest(array[${people.map((column) => `t.${column}`).join(', ')}]) from ${entity} t where t.id = ${id}`,
})
export const siteSubjects: readonly InboxSubject[] = [
  subject('submittals', ['created_by_id', 'reviewer_id']),
  subject('rfis', ['created_by_id']),
  subject('observations', ['created_by_id']),
]

const overdue: { entity: SiteNews['entity']; tab: string; sql: string; noun: string }[] = [
  {
    entity: 'submittals',
    tab: 'submittals',
    sql: `select t.id, t.project_id, t.number, t.title, t.due_date, array[coalesce(t.reviewer_id, t.created_by_id)] as people from submittals t
      where t.due_date < current_date and t.outcome is null and t.received_date is not null and not t.is_deleted`,
    noun: 'The review',
  },
  {
    entity: 'rfis',
    tab: 'rfis',
    sql: `select t.id, t.project_id, t.number, t.subject as title, t.due_date, array[t.created_by_id] as people from rfis t
      where t.due_date < current_date and t.state = 1 and not t.is_deleted`,
    noun: 'The answer',
  },
  {
    entity: 'observations',
    tab: 'observations',
    sql: `select t.id, t.project_id, t.number, t.title, t.due_date, array[t.created_by_id] as people from observations t
      where t.due_date < current_date and t.state <> ${ObservationState.Closed} and not t.is_deleted`,
    noun: 'The work',
  },
]

/** Notifies once about an overdue item; a later due date counts again. Runs every hour. */
export async function tellOverdue(ctx: Context) {
  for (const { entity, tab, sql, noun } of overdue) {
    const rows = await ctx.rows(
      { id: is.number, projectId: is.number, number: is.text, title: is.text, dueDate: is.date, people: is.uuids },
      `select t.id, t.project_id, t.number, t.title, t.due_date, array_remove(t.people, null) as people from (${sql}) t
       join living_projects p on p.id = t.project_id where p.stage = any($1) and t.due_date > current_date - 30 order by t.id limit 500`,
      [openStages],
    )
    for (const row of rows)
      await ctx.services.notify(ctx, {
        key: `${entity} ${row.id} overdue ${row.dueDate}`,
        kind: 'site',
        entity,
        entityId: row.id,
        projectId: row.projectId,
        needs,
        title: `${row.number} is overdue`,
        text: `${noun} was due on ${row.dueDate}: ${row.title}`,
        link: siteLink(row.projectId, tab),
        to: [{ reason: 'assigned', userIds: row.people }],
        isByItself: true,
      })
  }
}
