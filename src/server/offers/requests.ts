import { ProjectStage } from '../../model/projects/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import { projects } from '../projects/public.ts'
import { type Problems, personNamed } from './moved-lines.ts'

/** What offers and shift requests have in common: both ask for hours of a project that is worked on. */

/** Of deleted projects nothing is shown, as of everything below them. */
export const ofLivingProject = 'exists (select from living_projects p where p.id = t.project_id)'

/** All who have part in a request are told its project's name; only who sees the project is led there. */
export async function isProjectSeen(ctx: Context, id: number): Promise<boolean> {
  const [project] = await ctx.rows({ isSeen: is.boolean }, 'select (visible(p)) as "isSeen" from living_projects p where p.id = $1', [id])
  return project?.isSeen ?? false
}

/** Hours are moved in projects that are worked on; the project is one that whoever writes the request sees. */
export async function openFor(ctx: Context, projectId: number, before: { project: { id: number } } | null, problems: Problems) {
  const project = await projects.find(ctx, projectId)
  // Whoever has part in a request goes on with it, also when the project is no longer theirs to see.
  if (!project && before?.project.id !== projectId) problems.projectId = ['Project not found.']
  if (project?.stage === ProjectStage.Lead) problems.projectId = ['Hours can be moved only in opportunities and active projects.']
  if (project && isClosed(project.stage)) throw conflict('The project is closed.')
  return project?.name
}
const isClosed = (stage: ProjectStage) => stage === ProjectStage.Closed || stage === ProjectStage.Archived

/** On approval the project is still worked on. */
export function checkOpen({ stage }: { stage: ProjectStage }) {
  if (isClosed(stage)) throw conflict('The project is closed.')
}

/** Whoever is to work the hours is with the firm and not suspended. */
export async function checkWorker(ctx: Context, key: string, userId: string, problems: Problems) {
  const person = await personNamed(ctx, userId)
  if (!person) problems[key] = ['Person not found.']
  else if (person.isSuspended) problems[key] = [`${person.name} is suspended.`]
  return person?.name ?? ''
}

/** Requests of others ask for a permission of their own. */
export function checkForOthers(
  ctx: Context,
  userId: string,
  before: string | undefined,
  permission: 'ResourceOffers.CreateForOthers' | 'ResourceShiftRequests.CreateForOthers',
) {
  if (userId !== ctx.actor.userId && userId !== before && !ctx.actor.held.has(permission)) throw forbidden(permission)
}

export function refuse(problems: Problems) {
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}
