import { LinkedProjectStatus } from '../../model/integrations/enums.ts'
import {
  createJiraProject,
  createMsTeam,
  findJiraProjects,
  findMsTeams,
  linkJiraProject,
  linkMsTeam,
  syncJiraProject,
  syncMsTeam,
  unlinkJiraProject,
  unlinkMsTeam,
} from '../../model/integrations/project-links.ts'
import { integratedService } from '../../model/integrations/services.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type ParsedRequest, type ReadOnly, type Route } from '../kit/request/routes.ts'
import { openProject } from '../projects/public.ts'
import type { Adapter, IsHeld, ProjectInput, There } from './adapter.ts'
import { jira } from './jira.ts'
import { freeKey } from './jira-keys.ts'
import { isOfAnother, queueLink } from './link-work.ts'
import {
  addLink,
  alreadyLinked,
  findLink,
  keepThere,
  linkById,
  notifyLinkChanged,
  projectToLink,
  restingLink,
  setStatus,
  shownLink,
  writeDown,
} from './links.ts'
import { msTeams } from './ms-teams.ts'
import { callService } from './states.ts'

/** Loads the project, the access, and the link state before any external request. */
const lookAt = <A>(readOnly: ReadOnly, adapter: Adapter<A>, id: number) =>
  readOnly(async (ctx) => {
    const project = await projectToLink(ctx, id)
    return {
      project,
      access: await adapter.access(ctx),
      isLinked: (await findLink(ctx, project.id, adapter.system)) !== undefined,
      services: ctx.services,
    }
  })

async function createLink<A>(ctx: Context, adapter: Adapter<A>, id: number, requested: ProjectInput) {
  const project = await openProject(ctx, id)
  const link = await addLink(ctx, adapter, project.id, requested)
  await queueLink(ctx, adapter, link)
  await writeDown(ctx, adapter, link, `${requested.name ?? requested.key} is being created`, { ...requested })
  return linkResponse(ctx, link.id)
}

async function linkResponse(ctx: Context, linkId: number) {
  const link = await linkById(ctx, linkId)
  if (!link) throw notFound('Link')
  return shownLink(link)
}

async function lookedUp<A>(readOnly: ReadOnly, adapter: Adapter<A>, projectId: number, id: string) {
  const { access, isLinked, services } = await lookAt(readOnly, adapter, projectId)
  if (isLinked) throw alreadyLinked(integratedService(adapter.service).name)
  const isHeld: IsHeld = (ownerId, externalId) =>
    readOnly(async (ctx) => {
      const held = await findLink(ctx, ownerId, adapter.system)
      return held !== undefined && (held.externalId ?? externalId) === externalId
    })
  return callService(services, adapter.service, adapter.secretsOf(access), () => adapter.found(access, id, projectId, isHeld))
}

async function linkExisting<A>(ctx: Context, adapter: Adapter<A>, id: number, field: string, there: There | 'taken' | undefined) {
  const { name } = integratedService(adapter.service)
  const project = await openProject(ctx, id)
  if (there === undefined)
    throw badRequest({ [field]: [field === 'key' ? `${name} has no project with this key.` : `${name} has no group with this id.`] })
  if (there === 'taken' || (await isOfAnother(ctx, adapter, project.id, there)))
    throw conflict(`This is already linked to another project.`, { fields: { [field]: ['This is already linked to another project.'] } })
  const createdLink = await addLink(ctx, adapter, project.id, {})
  await keepThere(ctx, createdLink.id, there)
  await setStatus(ctx, createdLink.id, LinkedProjectStatus.Succeeded)
  await writeDown(ctx, adapter, createdLink, `${there.name} linked`, { name: there.name, url: there.url })
  notifyLinkChanged(ctx, adapter, project.id)
  return linkResponse(ctx, createdLink.id)
}

async function sync<A>(ctx: Context, adapter: Adapter<A>, id: number) {
  const project = await openProject(ctx, id)
  const resting = await restingLink(ctx, adapter, project.id)
  await adapter.access(ctx)
  await queueLink(ctx, adapter, resting)
  return linkResponse(ctx, resting.id)
}

/** Removes only the link; the remote object stays. */
async function unlink<A>(ctx: Context, adapter: Adapter<A>, id: number) {
  const project = await openProject(ctx, id)
  const resting = await restingLink(ctx, adapter, project.id)
  await ctx.run('delete from project_links where id = $1', [resting.id])
  await writeDown(ctx, adapter, resting, `link to ${resting.name ?? resting.externalKey ?? 'it'} removed`, {})
  notifyLinkChanged(ctx, adapter, project.id)
}

async function searchService<A>(readOnly: ReadOnly, adapter: Adapter<A>, searchText: string) {
  const { access, services } = await readOnly(async (ctx) => ({ access: await adapter.access(ctx), services: ctx.services }))
  return callService(services, adapter.service, adapter.secretsOf(access), () => adapter.search(access, searchText))
}

const defaultLinkName = ({ number, name }: { number: string | null; name: string }, max: number) =>
  [number, name].filter(Boolean).join(' ').slice(0, max).trim()

export const linkRoutes: Route[] = [
  defineRoute(
    createJiraProject,
    (ctx, { params, prepared }) => createLink(ctx, jira, params.id, prepared),
    async ({ params, body }: ParsedRequest<typeof createJiraProject>, readOnly: ReadOnly): Promise<ProjectInput> => {
      const { project, access, isLinked, services } = await lookAt(readOnly, jira, params.id)
      // The transaction reports an existing link, because it can detect a repeated request.
      if (isLinked) return {}
      const requested = { name: body.name ?? defaultLinkName(project, 80), isKeyChosen: body.key !== null }
      const key = body.key ?? undefined
      return { ...requested, key: await freeKey({ readOnly, access, services, projectId: project.id, clientId: project.client?.id, key }) }
    },
  ),
  defineRoute(
    linkJiraProject,
    (ctx, { params, prepared }) => linkExisting(ctx, jira, params.id, 'key', prepared),
    ({ params, body }: ParsedRequest<typeof linkJiraProject>, readOnly: ReadOnly) => lookedUp(readOnly, jira, params.id, body.key),
  ),
  defineRoute(syncJiraProject, (ctx, { params }) => sync(ctx, jira, params.id)),
  defineRoute(unlinkJiraProject, (ctx, { params }) => unlink(ctx, jira, params.id)),
  defineRoute(
    findJiraProjects,
    async (_ctx, { prepared }) => ({ items: prepared }),
    ({ query }: ParsedRequest<typeof findJiraProjects>, readOnly: ReadOnly) => searchService(readOnly, jira, query.search),
  ),
  defineRoute(createMsTeam, async (ctx, { params, body }) => {
    const project = await projectToLink(ctx, params.id)
    await msTeams.access(ctx)
    const { description, visibility } = body
    return createLink(ctx, msTeams, project.id, { name: body.name ?? defaultLinkName(project, 120), description, visibility })
  }),
  defineRoute(
    linkMsTeam,
    (ctx, { params, prepared }) => linkExisting(ctx, msTeams, params.id, 'teamId', prepared),
    ({ params, body }: ParsedRequest<typeof linkMsTeam>, readOnly: ReadOnly) => lookedUp(readOnly, msTeams, params.id, body.teamId),
  ),
  defineRoute(syncMsTeam, (ctx, { params }) => sync(ctx, msTeams, params.id)),
  defineRoute(unlinkMsTeam, (ctx, { params }) => unlink(ctx, msTeams, params.id)),
  defineRoute(
    findMsTeams,
    async (_ctx, { prepared }) => ({ items: prepared }),
    ({ query }: ParsedRequest<typeof findMsTeams>, readOnly: ReadOnly) => searchService(readOnly, msTeams, query.search),
  ),
]
