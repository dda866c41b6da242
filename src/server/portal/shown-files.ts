import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { belowProject, findOpened, type Opened } from '../projects/public.ts'
import { openProposals } from '../reports/public.ts'
import { settingOf } from '../settings/public.ts'

/**
 * Decides if the actor may open a file: external users by the entries of their projects, both sides for approval proofs. Checked every time
 * a file is opened.
 */
export async function isShownFile(ctx: Context, fileId: string): Promise<boolean | undefined> {
  if (await isSharedFile(ctx, fileId)) return true
  // The approver is the file's creator, but must lose it with access to the project, so the answer is `false` and not undefined.
  const approvalCount = await ctx.run('select from approvals where $1::uuid in (proof_id, file_id)', [fileId])
  return approvalCount > 0 ? false : undefined
}

async function isSharedFile(ctx: Context, fileId: string): Promise<boolean> {
  if (!ctx.actor.isExternal) return isProofForStaff(ctx, fileId)
  if (!ctx.actor.held.has('ExternalProjects.View')) return isOwnFace(ctx, fileId)
  return (await isOwnFace(ctx, fileId)) || (await isInProject(ctx, fileId))
}

/** Proofs need the permission to read reports, and approved proposals also the permission to print them. */
async function isProofForStaff(ctx: Context, fileId: string): Promise<boolean> {
  if (!ctx.actor.held.has('ProjectReports.View')) return false
  const p = new Params()
  const at = p.add(fileId)
  const found = await ctx.rows(
    { taskId: orNull(is.number), isProof: is.boolean },
    `select a.task_id, a.proof_id = ${at}::uuid as "isProof" from approvals a
     where ${at}::uuid in (a.proof_id, a.file_id) and ${belowProject(ctx.actor, p, { column: 'a.project_id' })}`,
    p.values,
  )
  if (found.some(({ isProof }) => isProof)) return true
  const open = await openProposals(
    ctx,
    found.flatMap(({ taskId }) => taskId ?? []),
  )
  return open.size > 0
}

async function isOwnFace(ctx: Context, fileId: string): Promise<boolean> {
  if ((await settingOf(ctx, 'general.logoFileId')) === fileId) return true
  return (
    (await ctx.run(`select 1 from people where id = $1 and avatar_url like '/api/files/' || $2 || '/%'`, [ctx.actor.userId, fileId])) > 0
  )
}

const named = `like '/api/files/' || $2 || '/%'`
/** Where a project `x` on the user's external list may reference a file, and the flag that opens it. */
const fileSources: readonly { sql: string; isOpen(opened: Opened): boolean }[] = [
  {
    sql: `exists (select from living_projects p join client_names c on c.id = p.client_id where p.id = x.project_id and c.logo_url ${named})`,
    isOpen: () => true,
  },
  {
    sql: `exists (select from guest_spaces s where s.project_id = x.project_id and s.is_live and s.image_url ${named})`,
    isOpen: ({ isLive }) => isLive,
  },
  {
    sql: `exists (select from guest_documents d where d.project_id = x.project_id and d.is_live and d.file_id = $2::uuid)`,
    isOpen: ({ isLive, documents }) => isLive && documents,
  },
  {
    sql: `x.is_issued and exists (select from guest_spaces s where s.project_id = x.project_id and not s.is_live and s.image_url ${named})`,
    isOpen: ({ isLive }) => !isLive,
  },
  {
    sql: `x.is_issued and exists (select from guest_documents d where d.project_id = x.project_id and not d.is_live and d.file_id = $2::uuid)`,
    isOpen: ({ isLive, documents }) => !isLive && documents,
  },
  {
    sql: 'exists (select from approvals a where a.project_id = x.project_id and a.proof_id = $2::uuid and a.created_by_id = $1)',
    isOpen: ({ approves }) => approves,
  },
  {
    sql: 'exists (select from approvals a where a.project_id = x.project_id and a.file_id = $2::uuid and a.created_by_id = $1)',
    isOpen: ({ approves, reports }) => approves && reports,
  },
]

async function isInProject(ctx: Context, fileId: string): Promise<boolean> {
  const rows = await ctx.rows(
    { projectId: is.number, found: is.listOf(is.boolean) },
    `select x.project_id, json_build_array(${fileSources.map(({ sql }) => sql).join(', ')}) as found
     from (select distinct e.project_id, coalesce((select $2::uuid = any(r.file_ids) from issued_revisions r where r.project_id = e.project_id), false) as is_issued
       from external_entries e where e.user_id = $1) x`,
    [ctx.actor.userId, fileId],
  )
  for (const { projectId, found } of rows) {
    const foundSources = fileSources.filter((_, index) => found[index])
    if (foundSources.length === 0) continue
    const opened = await findOpened(ctx, projectId)
    if (opened && foundSources.some(({ isOpen }) => isOpen(opened))) return true
  }
  return false
}
