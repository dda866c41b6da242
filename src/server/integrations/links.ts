import { LinkedProjectStatus, LinkedSystem, MsTeamVisibility } from '../../model/integrations/enums.ts'
import { isUnderWay, type ProjectLink } from '../../model/integrations/project-links.ts'
import { integratedService } from '../../model/integrations/services.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict, notFound } from '../kit/request/errors.ts'
import { type ColumnType, is, orMissing, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { checkStage, getProject } from '../projects/public.ts'
import type { Adapter, ProjectInput, There } from './adapter.ts'
import { projectLinksTable } from './links-table.ts'

const { Idle } = LinkedProjectStatus

const wanted: ColumnType<ProjectInput> = is.jsonOf({
  key: orMissing(is.text),
  isKeyChosen: orMissing(is.boolean),
  name: orMissing(is.text),
  description: orMissing(orNull(is.text)),
  visibility: orMissing(is.choice(MsTeamVisibility)),
  tries: orMissing(is.number),
})
const linkRow = {
  id: is.number,
  projectId: is.number,
  system: is.choice(LinkedSystem),
  status: is.choice(LinkedProjectStatus),
  externalId: orNull(is.text),
  externalKey: orNull(is.text),
  name: orNull(is.text),
  url: orNull(is.text),
  visibility: orNull(is.choice(MsTeamVisibility)),
  lastError: orNull(is.text),
  lastSyncDate: orNull(is.instant),
  attempts: is.number,
  wanted,
}
const linkColumns = `l.id, l.project_id as "projectId", l.system, l.status, l.external_id as "externalId", l.external_key as "externalKey",
  l.name, l.url, l.visibility, l.last_error as "lastError", l.last_sync_date as "lastSyncDate", l.attempts, l.wanted`

export async function findLink(ctx: Context, projectId: number, system: LinkedSystem) {
  const [link] = await ctx.rows(linkRow, `select ${linkColumns} from project_links l where l.project_id = $1 and l.system = $2`, [
    projectId,
    system,
  ])
  return link
}
export type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

export async function linkById(ctx: Context, id: unknown): Promise<Link | undefined> {
  const [link] = await ctx.rows(linkRow, `select ${linkColumns} from project_links l where l.id = $1`, [id])
  return link
}

export async function loadLinks(ctx: Context, projectId: number): Promise<ProjectLink[]> {
  const rows = await ctx.rows(linkRow, `select ${linkColumns} from project_links l where l.project_id = $1 order by l.system`, [projectId])
  return rows.map(shownLink)
}

export const shownLink = (link: Link): ProjectLink => ({
  system: link.system,
  status: link.status,
  externalId: link.externalId,
  externalKey: link.externalKey,
  name: link.name,
  url: link.url,
  visibility: link.visibility,
  lastError: link.lastError,
  lastSyncDate: link.lastSyncDate,
  attempts: link.attempts,
  isAtRest: !isUnderWay(link.status),
})

/** Returns the visible, open project before any external request. Locks nothing. */
export async function projectToLink(ctx: Context, id: unknown) {
  const project = await getProject(ctx, id)
  checkStage('contents', 'Change', project.stage)
  return project
}

/** Locks the project's link until the transaction ends. Throws while its job is pending. */
export async function restingLink<A>(ctx: Context, { system, service }: Adapter<A>, projectId: number): Promise<Link> {
  const [link] = await ctx.rows(
    linkRow,
    `select ${linkColumns} from project_links l where l.project_id = $1 and l.system = $2 for update of l`,
    [projectId, system],
  )
  const { name } = integratedService(service)
  if (!link) throw notFound(`Link to ${name}`)
  if (isUnderWay(link.status))
    throw conflict(`This is not possible while the link to ${name} is ${LinkedProjectStatus.label(link.status)}.`)
  return link
}

export const alreadyLinked = (name: string) => conflict(`The project is already linked to ${name}.`)

export async function addLink<A>(ctx: Context, { system, service }: Adapter<A>, projectId: number, requested: ProjectInput): Promise<Link> {
  const { key: externalKey, name, visibility } = requested
  const row = { projectId, system, status: Idle, wanted: requested, externalKey, name, visibility }
  const [created] = await ctx.insert(projectLinksTable, row, { onConflict: 'skip', returning: ['id'] })
  const link = created && (await linkById(ctx, created.id))
  if (!link) throw alreadyLinked(integratedService(service).name)
  return link
}

export async function keepThere(ctx: Context, id: number, { externalId, externalKey, name, url, visibility }: There) {
  await ctx.update(projectLinksTable, id, { externalId, externalKey, name, url, visibility })
}

export async function setStatus(ctx: Context, id: number, status: LinkedProjectStatus, lastError: string | null = null) {
  const { Succeeded } = LinkedProjectStatus
  const finished = status === Succeeded ? { lastSyncDate: sql`now()`, wanted: {} } : {}
  await ctx.update(projectLinksTable, id, { status, lastError, ...finished })
}

export function notifyLinkChanged<A>(ctx: Context, { entity, view }: Adapter<A>, projectId: number) {
  ctx.after(() => ctx.services.changed({ entity, id: projectId, projectId, action: 'Updated' }, view, 'Projects.View'))
}

export async function writeDown<A>(ctx: Context, { service }: Adapter<A>, link: Pick<Link, 'projectId'>, title: string, after: object) {
  await recordAudit(ctx, [
    {
      action: 'IntegrationCall',
      entity: 'projects',
      entityId: link.projectId,
      entityName: `${integratedService(service).name}: ${title}`,
      after: { ...after },
      activity: { title: `${integratedService(service).name}: ${title}`, projectId: link.projectId },
    },
  ])
}
