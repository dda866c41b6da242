import { downloadTasks as downloadTasksModel, shareDownload, sharedReports } from '../../model/reports/download-tasks.ts'
import { DownloadStatus, ReportType } from '../../model/reports/enums.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import { fileHashes } from '../kit/files/files.ts'
import type { Actor, Context, StatementValues } from '../kit/request/context.ts'
import { conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, namedShape, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { getProject, seesFromOutside } from '../projects/public.ts'
import { downloadTasks, downloadTasksTable } from './download-tasks.ts'
import { needsOfProposal } from './proposal.ts'

/** Only the owner may share a report, and only while they can see its project; download managers may not. */
async function share(ctx: Context, id: number, isSharedExternally: boolean) {
  const task = await downloadTasks.get(ctx, id, { lock: true })
  const storedTasks = await ctx.rows(
    { owner: is.uuid, projectId: orNull(is.number), isReport: is.boolean },
    `select user_id as owner, project_id, parameters ? 'reportType' as "isReport" from download_tasks where id = $1`,
    [id],
  )
  const { owner, projectId, isReport } = onlyRow(storedTasks)
  if (owner !== ctx.actor.userId) throw forbidden()
  if (projectId === null || !isReport) throw conflict('Only reports of a project can be shared.')
  await getProject(ctx, projectId)
  if (task.isSharedExternally === isSharedExternally) return task
  await ctx.update(downloadTasksTable, id, { isSharedExternally })
  await recordAudit(ctx, [
    {
      action: 'AccessListChange',
      entity: downloadTasksModel.entity,
      entityId: id,
      entityName: task.fileName,
      before: { isSharedExternally: task.isSharedExternally },
      after: { isSharedExternally },
    },
  ])
  return downloadTasks.get(ctx, id)
}

const withPrices = ReportType.values.filter(({ hasPrices }) => hasPrices).map(({ value }) => value)

/** SQL condition: report `t` of project `p` is shared and available, and without prices if the user may not see them. */
const sharedReportSql = (actor: Actor, p: StatementValues) => `(t.is_shared_externally and not t.is_deleted and t.url is not null
  and ${seesFromOutside(actor, p, 'p', 'show_reports')}
  and (${seesFromOutside(actor, p, 'p', 'show_prices')} or (t.parameters->>'reportType')::int <> all(${p.add(withPrices)}::int[])
    or coalesce((t.parameters->'options'->>'hidePrices')::boolean, false)))`

/** Checked each time the file is opened, so revoking takes effect immediately. */
export async function isSharedWith(ctx: Context, fileId: string): Promise<true | undefined> {
  if (!ctx.actor.isExternal) return undefined
  const p = new Params()
  const found = `from download_tasks t join living_projects p on p.id = t.project_id where t.file_id = ${p.add(fileId)} and ${sharedReportSql(ctx.actor, p)}`
  return (await ctx.run(`select 1 ${found}`, p.values)) > 0 || undefined
}

async function listShared(ctx: Context, projectId: number, query: HandlerRequest<typeof sharedReports>['query']) {
  const p = new Params()
  const project = `from living_projects p where p.id = ${p.add(projectId)} and ${seesFromOutside(ctx.actor, p, 'p', 'show_reports')}`
  if ((await ctx.run(`select 1 ${project}`, p.values)) === 0) throw notFound('Project')
  const { items, total } = await readShared(ctx, { ...query, projectId })
  return { items: items.map(({ project: _, ...report }) => report), total }
}

const sharedShape = { id: is.number, fileName: is.text, date: orNull(is.instant), size: orNull(is.number), url: is.text }

export async function readShared(
  ctx: Context,
  { projectId, page, itemsPerPage }: HandlerRequest<typeof sharedReports>['query'] & { projectId?: number },
) {
  const p = new Params()
  const within = projectId === undefined ? '' : `p.id = ${p.add(projectId)} and `
  const found = `from download_tasks t join living_projects p on p.id = t.project_id
    where ${within}t.status = ${p.add(DownloadStatus.Succeeded)} and ${sharedReportSql(ctx.actor, p)}`
  const counted = await ctx.rows({ total: is.number }, `select count(*)::int as total ${found}`, p.values)
  const size = Math.min(200, Math.max(1, itemsPerPage))
  const items = await ctx.rows(
    { ...sharedShape, project: namedShape },
    `select t.id, t.file_name, t.finish_date as date, t.size, split_part(t.url, '?', 1) as url,
       json_build_object('id', p.id, 'name', p.name) as project ${found}
     order by t.finish_date desc, t.id desc limit ${p.add(size)} offset ${p.add((page - 1) * size)}`,
    p.values,
  )
  return { items, total: onlyRow(counted).total }
}

export async function approvableFiles(ctx: Context, projectId: number) {
  const p = new Params()
  const rows = await ctx.rows(
    { taskId: is.number, title: is.text, fileId: is.uuid },
    `select t.id as "taskId", t.file_name as title, t.file_id
     from download_tasks t join living_projects p on p.id = t.project_id
     where p.id = ${p.add(projectId)} and t.status = ${p.add(DownloadStatus.Succeeded)} and (t.parameters->>'reportType')::int = ${p.add(ReportType.ClientProposal)}
       and t.file_id is not null and ${sharedReportSql(ctx.actor, p)} order by t.finish_date desc, t.id desc`,
    p.values,
  )
  const prints = await fileHashes(
    ctx,
    rows.map(({ fileId }) => fileId),
  )
  return rows.flatMap((row) => {
    const fingerprint = prints.get(row.fileId)
    return fingerprint === undefined ? [] : [{ ...row, fingerprint }]
  })
}

/** Filters the tasks to proposals the user may print. For a deleted task the options are unknown, so all permissions are required. */
export async function openProposals(ctx: Context, taskIds: readonly number[]): Promise<ReadonlySet<number>> {
  const requestedOptions = await ctx.rows(
    { id: is.number, includeRates: is.boolean, includeOPC: is.boolean },
    `select i.id, coalesce((t.parameters->'options'->>'includeRates')::boolean, t.id is null) as "includeRates",
       coalesce((t.parameters->'options'->>'includeOPC')::boolean, t.id is null) as "includeOPC"
     from unnest($1::bigint[]) as i(id) left join download_tasks t on t.id = i.id`,
    [taskIds],
  )
  const { held } = ctx.actor
  const open = requestedOptions.filter((item) =>
    ['ProjectReports.ClientProposal' as const, ...needsOfProposal(item)].every((name) => held.has(name)),
  )
  return new Set(open.map(({ id }) => id))
}

export const sharingRoutes: Route[] = [
  defineRoute(shareDownload, (ctx, { params, body }) => share(ctx, params.id, body.isSharedExternally)),
  defineRoute(sharedReports, (ctx, { params, query }) => listShared(ctx, params.id, query)),
]
