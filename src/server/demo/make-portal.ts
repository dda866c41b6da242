import { acceptInvitation, invitationLink, invitations, revokeInvitation } from '../../model/access/invitations.ts'
import type { Permission } from '../../model/permissions.ts'
import { approve, externalApprovals } from '../../model/portal/approvals.ts'
import { addExternalComment, addProjectComment, CommentSubject, resolveProjectComment } from '../../model/portal/comments.ts'
import { revisions } from '../../model/reports/revisions.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { onDay } from './firm.ts'
import { type As, createCall, type Invoke } from './invoke.ts'

const { Space, Line } = CommentSubject

export async function makePortal(as: As, today: string) {
  await as((call, ctx) => makeInvitations(call, ctx))
  const guests = await as((_, ctx) =>
    ctx.rows(
      { userId: is.uuid, projectId: is.number, firstName: is.text, lastName: is.text, permissions: is.names<Permission>() },
      `select e.user_id, e.project_id, u.first_name, u.last_name, u.permissions
       from external_entries e join people u on u.id = e.user_id where e.can_comment order by e.project_id, u.last_name`,
    ),
  )
  const issued = new Set<number>()
  for (const { userId, projectId, firstName, lastName, permissions } of guests) {
    const guest: Actor = { userId, sessionId: null, firstName, lastName, isExternal: true, held: new Set(permissions), roleId: 0 }
    if (!issued.has(projectId))
      await as((call) =>
        call(createCall(revisions), {
          params: { id: projectId },
          body: {
            code: 'CD 50',
            title: '50% construction documents',
            phase: 'CD',
            issueDate: onDay(today, -18),
            note: 'For review by the client.',
          },
        }),
      )
    await talk(as, projectId, guest)
    if (issued.size === 0)
      await as(async (call) => {
        const params = { id: projectId }
        const { waiting } = await call(externalApprovals, { params })
        const { revisionId, fingerprint } = waiting[0]!
        await call(approve, { params, body: { revisionId, fingerprint, note: 'Approved with the comment on the lectern.' } })
      }, guest)
    issued.add(projectId)
  }
}

async function talk(as: As, projectId: number, guest: Actor) {
  const params = { id: projectId }
  const thread = await as(async (call, ctx) => {
    const lines = await ctx.rows(
      { id: is.number, spaceId: is.number },
      'select distinct on (l.space_id) l.id, l.space_id from guest_lines l where l.project_id = $1 and not l.is_live order by l.space_id, l.id limit 2',
      [projectId],
    )
    const [first, second] = lines
    if (!first) return undefined
    const postComment = (subject: CommentSubject, subjectId: number, text: string) =>
      call(addExternalComment, { params, body: { subject, subjectId, text } })
    const question = await postComment(
      Space,
      first.spaceId,
      'Can the lectern stand left of the center line? Faculty enter from the west door.',
    )
    const done = await postComment(Line, first.id, 'Is this the quiet model? The room next door is used for exams.')
    if (second) await postComment(Space, second.spaceId, 'Please add a second handheld microphone.')
    return { question, done, spaceId: first.spaceId, lineId: first.id }
  }, guest)
  if (!thread) return
  await as(async (call) => {
    const { question, done, spaceId, lineId } = thread
    await call(addProjectComment, {
      params,
      body: { subject: Space, subjectId: spaceId, threadId: question.id, text: 'Yes, the floor box covers both. We will move it.' },
    })
    await call(addProjectComment, { params, body: { subject: Line, subjectId: lineId, threadId: done.id, text: 'Yes, it has no fan.' } })
    await call(resolveProjectComment, { params: { ...params, commentId: done.id }, body: { isResolved: true } })
  })
}

async function makeInvitations(call: Invoke, ctx: Context) {
  const [role] = await ctx.rows({ id: is.number }, 'select id from roles where is_external and not is_deleted order by id limit 1')
  const invite = (email: string, firstName: string, lastName: string) =>
    call(createCall(invitations), {
      body: { email, firstName, lastName, externalRoleId: role?.id, message: 'The drawings are ready for your review.' },
    })
  await invite('noor.haddad@northlake.example', 'Noor', 'Haddad')
  const revoked = await invite('sam.ortiz@northlake.example', 'Sam', 'Ortiz')
  await call(revokeInvitation, { params: { id: revoked.id } })
  const late = await invite('ines.keller@northlake.example', 'Ines', 'Keller')
  await ctx.run(`update invitations set expires_date = now() - interval '3 days', sent_date = now() - interval '17 days' where id = $1`, [
    late.id,
  ])
  const accepted = await invite('tom.baird@northlake.example', 'Tom', 'Baird')
  const { link } = await call(invitationLink, { params: { id: accepted.id } })
  const key = String(link).split('/').at(-1)!
  await call(acceptInvitation, {
    params: { key },
    body: { firstName: 'Tom', lastName: 'Baird', password: 'Demo-Tom-2026!', confirmPassword: 'Demo-Tom-2026!' },
  })
}
