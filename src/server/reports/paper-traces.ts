import type { Context } from '../kit/request/context.ts'

/** Notes the first time that an external user opens the report in the portal. */
export async function notePaperOpened(ctx: Context, fileId: string) {
  if (!ctx.actor.isExternal) return
  await ctx.run(
    `update sent_papers s set opened_date = now() from download_tasks t where t.file_id = $1 and s.task_id = t.id and s.opened_date is null`,
    [fileId],
  )
}

/** Notes the approval of a report in the portal on what was sent. */
export async function notePaperAccepted(
  ctx: Context,
  { taskId, fingerprint, name }: { taskId: number; fingerprint: string; name: string },
) {
  await ctx.run(
    `update sent_papers set accepted_date = now(), accepted_by = $3 where task_id = $1 and fingerprint = $2 and accepted_date is null`,
    [taskId, fingerprint, name],
  )
}
