import { DownloadStatus, ReportType } from '../../model/reports/enums.ts'
import type { PaperRecipient } from '../../model/reports/sent-papers.ts'
import { sendReport, sentPapers } from '../../model/reports/sent-papers.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import { fileHashes, readStoredFile, storeFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { belowProject, getProject, openProject } from '../projects/public.ts'
import { downloadTasksTable } from './download-tasks.ts'
import { holdsNeedsOfFile } from './file-permissions.ts'
import { sentPapersTable } from './revision-tables.ts'

const taskShape = {
  fileId: orNull(is.uuid),
  status: is.choice(DownloadStatus),
  owner: is.uuid,
  isShared: is.boolean,
  reportType: is.choice(ReportType),
  revisionId: orNull(is.number),
}

async function send(ctx: Context, projectId: number, taskId: number, body: HandlerRequest<typeof sendReport>['body']) {
  const project = await openProject(ctx, projectId)
  const [task] = await ctx.rows(
    taskShape,
    `select t.file_id, t.status, t.user_id as owner, t.is_shared_externally as "isShared", (t.parameters->>'reportType')::int as "reportType",
       (t.parameters->'options'->>'revisionId')::bigint as "revisionId"
     from download_tasks t where t.id = $1 and t.project_id = $2 and t.parameters ? 'reportType' and not t.is_deleted for update`,
    [taskId, projectId],
  )
  if (!task) throw notFound('Report')
  const { fileId, status, owner, isShared, reportType, revisionId } = task
  if (status !== DownloadStatus.Succeeded || fileId === null) throw conflict('This report has not been generated yet.')
  if (owner !== ctx.actor.userId || !(await holdsNeedsOfFile(ctx, fileId))) throw forbidden()
  const to = uniqueRecipients(body.to)
  const linked = body.asLink ? await readersOf(ctx, projectId, reportType, to) : new Set<string>()
  const file = await readStoredFile(ctx, fileId)
  if (!file) throw notFound('File')
  const copy = await storeFile(ctx, file)
  const fingerprint = (await fileHashes(ctx, [copy.id])).get(copy.id) ?? ''
  const { subject, message } = body
  const row = {
    projectId,
    taskId,
    fileId: copy.id,
    fileName: copy.name,
    fingerprint,
    reportType,
    revisionId,
    recipients: to,
    subject,
    message,
  }
  const stored = await ctx.insert(sentPapersTable, { ...row, sentById: ctx.actor.userId }, { returning: ['id', 'sentDate'] })
  const sent = onlyRow(stored)
  if (linked.size > 0 && !isShared) await ctx.update(downloadTasksTable, taskId, { isSharedExternally: true })
  for (const { email } of to) {
    const link = linked.has(email.toLowerCase()) ? `${ctx.services.publicUrl()}/external-projects/${projectId}` : undefined
    await ctx.services.sendMail(ctx, {
      to: email,
      subject,
      text: link ? `${message}\n\n${link}` : message,
      links: link ? [link] : [],
      ...(link ? {} : { attachment: { fileId: copy.id, name: copy.name } }),
    })
  }
  const addresses = to.map(({ email }) => email)
  await recordAudit(ctx, [
    {
      action: 'Export',
      entity: 'projects',
      entityId: project.id,
      entityName: project.name,
      after: { sentPaperId: sent.id, to: addresses, subject, fingerprint },
      activity: { title: `Sent ${copy.name} to ${addresses.join(', ')}`, projectId, needs: 'ProjectReports.View' },
    },
  ])
  return { id: sent.id, sentDate: sent.sentDate }
}

function uniqueRecipients(to: readonly PaperRecipient[]): PaperRecipient[] {
  const byAddress = new Map(to.map(({ email, name }) => [email.toLowerCase(), { email, name }]))
  return [...byAddress.values()]
}

/** Addresses of the recipients whose account opens this report in the portal. */
async function readersOf(ctx: Context, projectId: number, reportType: ReportType, to: readonly PaperRecipient[]): Promise<Set<string>> {
  const found = await ctx.rows(
    { email: is.text },
    `select distinct lower(u.email) as email from people u join external_entries e on e.user_id = u.id
     where e.project_id = $1 and lower(u.email) = any($2) and not u.is_suspended and e.show_reports and (e.show_prices or not $3)`,
    [projectId, to.map(({ email }) => email.toLowerCase()), ReportType.get(reportType).hasPrices === true],
  )
  return new Set(found.map(({ email }) => email))
}

const recipients = is.listOf(is.jsonOf({ email: is.text, name: orNull(is.text) }))
const paperShape = {
  id: is.number,
  fileId: is.uuid,
  fileName: is.text,
  reportType: is.choice(ReportType),
  fingerprint: is.text,
  revision: orNull(is.jsonOf({ id: is.number, code: is.text })),
  sentDate: is.instant,
  sentBy: orNull(is.jsonOf({ id: is.uuid, name: is.text })),
  to: recipients,
  subject: is.text,
  openedDate: orNull(is.instant),
  acceptedDate: orNull(is.instant),
  acceptedBy: orNull(is.text),
  supersededById: orNull(is.number),
}

/** A newer paper of the same kind supersedes a sent one. Users see the kinds of reports that they may make. */
async function listSent(ctx: Context, projectId: number) {
  await getProject(ctx, projectId)
  const kinds = ReportType.values.filter(({ permission }) => ctx.actor.held.has(permission)).map(({ value }) => value)
  const rows = await ctx.rows(
    paperShape,
    `select s.id, s.file_id, s.file_name, s.report_type, s.fingerprint, s.sent_date, s.recipients as "to", s.subject, s.opened_date, s.accepted_date, s.accepted_by,
       case when r.id is not null then json_build_object('id', r.id, 'code', r.code) end as revision,
       case when u.id is not null then json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) end as "sentBy",
       (select min(n.id) from sent_papers n where n.project_id = s.project_id and n.report_type = s.report_type and n.id > s.id) as "supersededById"
     from sent_papers s left join revisions r on r.id = s.revision_id left join people u on u.id = s.sent_by_id
     where s.project_id = $1 and s.report_type = any($2) order by s.id desc limit 500`,
    [projectId, kinds],
  )
  return {
    items: rows.map(({ fileId, ...paper }) => ({ ...paper, fileUrl: `/api/files/${fileId}/${encodeURIComponent(paper.fileName)}` })),
  }
}

/** Opens the kept file to staff who see its project and may make such a report. */
export async function opensSentPaper(ctx: Context, fileId: string): Promise<boolean | undefined> {
  const p = new Params()
  const rows = await ctx.rows(
    { reportType: is.choice(ReportType), isSeen: is.boolean },
    `select s.report_type, ${ctx.actor.isExternal ? 'false' : belowProject(ctx.actor, p, { column: 's.project_id' })} as "isSeen" from sent_papers s where s.file_id = ${p.add(fileId)}::uuid`,
    p.values,
  )
  if (rows.length === 0) return undefined
  const { held } = ctx.actor
  return rows.some(({ reportType, isSeen }) => isSeen && held.has('ProjectReports.View') && held.has(ReportType.get(reportType).permission))
}

export const sentPaperRoutes: Route[] = [
  defineRoute(sendReport, (ctx, { params, body }) => send(ctx, params.id, params.taskId, body)),
  defineRoute(sentPapers, (ctx, { params }) => listSent(ctx, params.id)),
]
