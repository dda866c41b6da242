import { leads } from '../../model/projects/leads.ts'
import { projectLogs } from '../../model/projects/project-calls.ts'
import { leadNotes, projectNotes } from '../../model/projects/project-notes.ts'
import { projects } from '../../model/projects/projects.ts'
import { timelineItems } from '../../model/projects/timeline.ts'
import type { InboxSubject } from '../inbox/public.ts'
import type { Context } from '../kit/request/context.ts'

const projectExistsSql = (id: string) => `exists (select from projects p where p.id = ${id} and not p.is_deleted)`
const watchers = (id: string) =>
  `select unnest(array[p.created_by_id, p.associate_consultant_id, p.project_manager_id]) from projects p where p.id = ${id}`

const projectIdOf = (id: string) => `select p.id as project_id from projects p where p.id = ${id}`

/** A project inherits the watchers of its lead. */
export const projectSubjects: InboxSubject[] = [
  {
    entity: projects.entity,
    isThere: projectExistsSql,
    isProject: true,
    watchers,
    place: projectIdOf,
    notes: { at: ({ id }) => `/projects/${id}/activity-logs`, needs: projectLogs.permission },
    texts: ({ id }) => `/projects/${id}`,
    titledNotes: projectNotes.permission.view,
  },
  {
    entity: leads.entity,
    isThere: projectExistsSql,
    isProject: true,
    watchers,
    place: projectIdOf,
    watchedAs: projects.entity,
    notes: { at: ({ id }) => `/leads/${id}`, needs: leads.permission.view },
    texts: ({ id }) => `/leads/${id}`,
    titledNotes: leadNotes.permission.view,
  },
]

type Life = 'projects' | 'leads'
interface ProjectRef {
  id: number
  name: string
  number?: string | null
}
const resources = { projects, leads }
const projectNotification = (life: Life, { id, name, number }: ProjectRef) => ({
  kind: life === 'leads' ? 'lead' : 'project',
  entity: life,
  entityId: id,
  projectId: id,
  needs: resources[life].permission.view,
  text: [number, name].filter(Boolean).join(', '),
  link: `/${life}/${id}`,
})

interface Moved {
  rowVersion: number
  changes: readonly { label: string; to: string | null }[]
  notes: string | null
}
/** Notifies watchers of a new stage or status; `life` is the new kind. */
export async function notifyMoved(ctx: Context, life: Life, place: ProjectRef, { rowVersion, changes, notes }: Moved) {
  const now = changes.flatMap(({ label, to }) => (to === null ? [] : `${label.toLowerCase()} ${to}`))
  if (now.length === 0) return
  const about = projectNotification(life, place)
  await ctx.services.notify(ctx, {
    ...about,
    key: `project ${place.id} moved ${rowVersion}`,
    title: `${place.name}: ${now.join(', ')}`,
    text: notes ?? about.text,
    isForWatchers: true,
  })
}

const roles = [
  { key: 'associateConsultant', field: 'associateConsultantId', label: 'associate consultant' },
  { key: 'projectManager', field: 'projectManagerId', label: 'project manager' },
] as const
type Answerable = Partial<Record<(typeof roles)[number]['field'], string | null>>
type Before = Partial<Record<(typeof roles)[number]['key'], { id: string } | null>> & { rowVersion: number; number?: string | null }

/** Notifies newly assigned users, once even for two roles. Users who had the role before are not notified. */
export async function notifyAssigned(ctx: Context, life: Life, place: ProjectRef, now: Answerable, before: Before | null) {
  const assigned = roles.filter(({ key, field }) => now[field] && now[field] !== before?.[key]?.id)
  for (const userId of new Set(assigned.map(({ field }) => now[field]))) {
    const labels = assigned.filter(({ field }) => now[field] === userId).map(({ label }) => label)
    await ctx.services.notify(ctx, {
      ...projectNotification(life, { ...place, number: before?.number }),
      key: `project ${place.id} assigned ${before?.rowVersion ?? 0}`,
      title: `You are the ${labels.join(' and ')} of ${place.name}`,
      to: [{ reason: 'assigned', userIds: [userId] }],
    })
  }
}

interface Item {
  id: number
  projectId: number
  title: string
  date: string
  assignedUserId: string | null
}
type ItemBefore = { rowVersion: number; date: string; assignedUser: { id: string } | null }

/** Notifies the new assignee of a timeline item, and watchers of the project when its date moves. */
export async function notifyTimeline(ctx: Context, project: ProjectRef, item: Item, before: ItemBefore | null) {
  const isMoved = before !== null && before.date !== item.date
  const isGiven = item.assignedUserId !== (before?.assignedUser?.id ?? null)
  if (!isMoved && !isGiven) return
  const day = item.date.replaceAll('-', '/')
  await ctx.services.notify(ctx, {
    ...projectNotification('projects', project),
    key: `timeline ${item.id} ${before?.rowVersion ?? 0}`,
    kind: 'timeline',
    needs: timelineItems.permission.view,
    title: isMoved ? `${item.title} moved to ${day}` : `${item.title}, ${day}, was assigned to you`,
    link: `/projects/${project.id}/timeline`,
    to: [{ reason: 'assigned', userIds: [item.assignedUserId] }],
    isForWatchers: isMoved,
  })
}
