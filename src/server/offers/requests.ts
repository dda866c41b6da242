import { ProjectStage } from '../../model/projects/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, forbidden } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import { checkStage, projects } from '../projects/public.ts'
import { type Problems, personNamed } from './moved-lines.ts'

/** Requests of deleted projects are hidden, like everything in them. */
export const ofLivingProject = 'exists (select from living_projects p where p.id = t.project_id)'

export async function isProjectSeen(ctx: Context, id: number): Promise<boolean> {
  const [project] = await ctx.rows({ isSeen: is.boolean }, 'select (visible(p)) as "isSeen" from living_projects p where p.id = $1', [id])
  return project?.isSeen ?? false
}

/** Hours can be moved only in active projects that the author of the request can see. */
export async function openProjectForRequest(
  ctx: Context,
  entity: 'resourceOffer' | 'shiftRequest',
  projectId: number,
  before: { project: { id: number } } | null,
  problems: Problems,
) {
  const project = await projects.find(ctx, projectId)
  // A participant may continue a request after losing access to the project.
  if (!project && before?.project.id !== projectId) problems.projectId = ['Project not found.']
  if (project?.stage === ProjectStage.Lead) problems.projectId = ['Hours can be moved only in opportunities and active projects.']
  else if (project) checkStage(entity, before ? 'Update' : 'Create', project.stage)
  return project?.name
}

export async function checkWorker(ctx: Context, key: string, userId: string, problems: Problems) {
  const person = await personNamed(ctx, userId)
  if (!person) problems[key] = ['Person not found.']
  else if (person.isSuspended) problems[key] = [`${person.name} is suspended.`]
  return person?.name ?? ''
}

export function checkForOthers(
  ctx: Context,
  userId: string,
  before: string | undefined,
  permission: 'ResourceOffers.CreateForOthers' | 'ResourceShiftRequests.CreateForOthers',
) {
  if (userId !== ctx.actor.userId && userId !== before && !ctx.actor.held.has(permission)) throw forbidden(permission)
}

export function throwProblems(problems: Problems) {
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}
