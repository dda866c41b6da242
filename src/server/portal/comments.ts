import { mentionedIn } from '../../model/inbox/mentions.ts'
import { fullName } from '../../model/kit/names.ts'
import {
  addExternalComment,
  addProjectComment,
  CommentSubject,
  externalCommentPeople,
  externalComments,
  mostInThread,
  projectCommentPeople,
  projectComments,
  resolveExternalComment,
  resolveProjectComment,
} from '../../model/portal/comments.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound, tooManyRequests } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { getOpened, getProject, guestsOf, seeing } from '../projects/public.ts'
import { authorSql, employerSql, firmName, guestsShown, subjectsShown, subjectsThere } from './comment-scope.ts'
import { commentsTable } from './portal-tables.ts'

interface Room {
  projectId: number
  project: string
  subjects: string
}

async function loadStaffRoom(ctx: Context, id: number): Promise<Room> {
  const { name } = await getProject(ctx, id)
  return { projectId: id, project: name, subjects: subjectsThere }
}
/** Without the `canComment` flag, comments do not exist for the user. */
async function loadExternalRoom(ctx: Context, id: number): Promise<Room> {
  const opened = await getOpened(ctx, id)
  if (!opened.comments) throw notFound('Comments')
  const rows = await ctx.rows({ name: is.text }, 'select name from living_projects where id = $1', [id])
  return { projectId: id, project: onlyRow(rows).name, subjects: subjectsShown(opened) }
}

const author = is.jsonOf({ firstName: is.text, lastName: is.text, company: orNull(is.text), isExternal: is.boolean })
const shape = {
  id: is.number,
  threadId: orNull(is.number),
  subject: is.choice(CommentSubject),
  subjectId: is.number,
  subjectName: is.text,
  spaceId: orNull(is.number),
  text: is.text,
  by: author,
  createDate: is.instant,
  resolvedDate: orNull(is.instant),
  resolvedBy: orNull(author),
}

const saidIn = ({ subjects }: Room) => `comments c join ${subjects} s on s.subject = c.subject and s.id = c.subject_id`
const commentColumns = (firm: string) => `c.id, c.thread_id as "threadId", c.subject, c.subject_id as "subjectId", s.name as "subjectName",
  s.space_id as "spaceId", c.text, ${authorSql('c.created_by_id', firm)} as by, c.create_date as "createDate", c.resolved_date as "resolvedDate",
  case when c.resolved_by_id is not null then ${authorSql('c.resolved_by_id', firm)} end as "resolvedBy"`

async function listComments(ctx: Context, room: Room, query: HandlerRequest<typeof projectComments>['query']) {
  const { subject, subjectId, isResolved, page, itemsPerPage } = query
  const p = new Params()
  const conditions = [
    `c.project_id = ${p.add(room.projectId)}`,
    'c.thread_id is null',
    ...(subject === null ? [] : [`c.subject = ${p.add(subject)}`]),
    ...(subjectId === null ? [] : [`c.subject_id = ${p.add(subjectId)}`]),
  ]
  const threads = `from ${saidIn(room)} where ${conditions.join(' and ')}`
  const counted = await ctx.rows(
    { openThreads: is.number, resolvedThreads: is.number },
    `select count(*) filter (where c.resolved_date is null)::int as "openThreads",
       count(*) filter (where c.resolved_date is not null)::int as "resolvedThreads" ${threads}`,
    p.values,
  )
  const { openThreads, resolvedThreads } = onlyRow(counted)
  const resolvedCondition = isResolved === null ? '' : `and (c.resolved_date is not null) = ${p.add(isResolved)}`
  const slice = `limit ${p.add(itemsPerPage)} offset ${p.add((page - 1) * itemsPerPage)}`
  const items = await ctx.rows(
    shape,
    `select ${commentColumns(`${p.add(await firmName(ctx))}::text`)} from ${saidIn(room)}
     where c.project_id = $1 and coalesce(c.thread_id, c.id) in (select c.id ${threads} ${resolvedCondition} order by c.id desc ${slice})
     order by coalesce(c.thread_id, c.id) desc, c.id`,
    p.values,
  )
  const total = isResolved === null ? openThreads + resolvedThreads : isResolved ? resolvedThreads : openThreads
  return { items, total, openThreads, resolvedThreads }
}
async function loadComment(ctx: Context, room: Room, id: number) {
  const [found] = await ctx.rows(shape, `select ${commentColumns('$2::text')} from ${saidIn(room)} where c.project_id = $1 and c.id = $3`, [
    room.projectId,
    await firmName(ctx),
    id,
  ])
  if (!found) throw notFound('Comment')
  return found
}

/** Rate limit of an external user: each comment notifies the whole team and none can be deleted. */
const rateLimit = { comments: 30, minutes: 10 }

/** Rate limits comments of external users. Staff are not limited. */
async function keepPace(ctx: Context, projectId: number) {
  if (!ctx.actor.isExternal) return
  // Serializes the user's comments, so that concurrent requests count each other.
  await ctx.run(`select pg_advisory_xact_lock(hashtext('comments from outside'), hashtext($1))`, [ctx.actor.userId])
  const [oldest] = await ctx.rows(
    { seconds: is.number },
    `select extract(epoch from create_date + $3::interval - now())::int as seconds from comments
     where project_id = $1 and created_by_id = $2 and create_date > now() - $3::interval order by id desc offset $4 limit 1`,
    [projectId, ctx.actor.userId, `${rateLimit.minutes} minutes`, rateLimit.comments - 1],
  )
  if (oldest)
    throw tooManyRequests(oldest.seconds, 'You have written many comments in a short time. Please wait a few minutes and try again.')
}

type CommentBody = HandlerRequest<typeof addProjectComment>['body']
async function addComment(ctx: Context, room: Room, { subject, subjectId, threadId, text }: CommentBody) {
  const { projectId, subjects } = room
  await keepPace(ctx, projectId)
  const about = await ctx.rows({ name: is.text }, `select s.name from ${subjects} s where s.subject = $2 and s.id = $3`, [
    projectId,
    subject,
    subjectId,
  ])
  if (!about[0]) throw badRequest({ subjectId: [`${CommentSubject.label(subject)} not found.`] })
  if (threadId !== null) {
    // A reply reopens a resolved thread.
    const thread = { id: threadId, projectId, subject, subjectId, threadId: null }
    const found = await ctx.update(commentsTable, thread, { resolvedDate: null, resolvedById: null })
    if (found === 0) throw badRequest({ threadId: ['Thread not found.'] })
    // The update above locked the thread, so concurrent replies are counted in sequence.
    const countRows = await ctx.rows({ count: is.number }, 'select count(*)::int as count from comments where id = $1 or thread_id = $1', [
      threadId,
    ])
    if (onlyRow(countRows).count >= mostInThread)
      throw badRequest({ threadId: [`A thread has ${mostInThread} comments at most. Please start a new one.`] })
  }
  const row = { projectId, subject, subjectId, threadId, text, createdById: ctx.actor.userId }
  const created = await ctx.insert(commentsTable, row, { returning: ['id'] })
  const { id } = onlyRow(created)
  await recordAudit(ctx, [{ action: 'Create', entity: 'comments', entityId: id, entityName: about[0].name, after: { text, threadId } }])
  await notifyComment(ctx, room, { id, threadId: threadId ?? id, subject, subjectId, text, about: about[0].name })
  notifyCommentsChanged(ctx, projectId, 'Created')
  return loadComment(ctx, room, id)
}

async function resolveThread(ctx: Context, room: Room, id: number, isResolved: boolean) {
  const { threadId, resolvedDate, subjectName } = await loadComment(ctx, room, id)
  if (threadId !== null) throw badRequest(['Only a whole thread can be resolved.'])
  if ((resolvedDate !== null) === isResolved) return loadComment(ctx, room, id)
  await ctx.update(commentsTable, id, {
    resolvedDate: isResolved ? new Date().toISOString() : null,
    resolvedById: isResolved ? ctx.actor.userId : null,
  })
  await recordAudit(ctx, [{ action: 'Update', entity: 'comments', entityId: id, entityName: subjectName, after: { isResolved } }])
  notifyCommentsChanged(ctx, room.projectId, 'Updated')
  return loadComment(ctx, room, id)
}

function notifyCommentsChanged(ctx: Context, projectId: number, action: 'Created' | 'Updated') {
  ctx.after(() => ctx.services.changed({ entity: 'comments', id: projectId, projectId, action }, 'ProjectNotes.View'))
}

const personShape = { id: is.uuid, firstName: is.text, lastName: is.text, company: orNull(is.text), isExternal: is.boolean }
const loadPeople = (ctx: Context, ids: string[], firm: string | null) =>
  ctx.rows(
    personShape,
    `select i.id, i.first_name, i.last_name, case when i.is_external_user then ${employerSql('i.email')} else $2 end as company,
       i.is_external_user as "isExternal" from people i where i.id = any($1::uuid[]) and not i.is_suspended and not i.is_deleted order by i.first_name, i.last_name, i.id`,
    [ids, firm],
  )

async function takingPart(ctx: Context, projectId: number, threadId: number): Promise<string[]> {
  const rows = await ctx.rows(
    { id: is.uuid },
    'select distinct created_by_id as id from comments where project_id = $1 and (id = $2 or thread_id = $2)',
    [projectId, threadId],
  )
  return rows.map(({ id }) => id)
}

/** Users who can be mentioned: external users mention participants of the thread, staff mention any user who sees the project. */
async function nameable(ctx: Context, projectId: number, threadId: number | null) {
  const firm = await firmName(ctx)
  if (ctx.actor.isExternal) return loadPeople(ctx, threadId === null ? [] : await takingPart(ctx, projectId, threadId), firm)
  const staff = await ctx.rows(
    { id: is.uuid },
    `select id from people where not is_suspended and not is_deleted and not is_external_user and $1 = any(permissions)`,
    [projectComments.permission],
  )
  const seen = await seeing(
    ctx,
    projectId,
    staff.map(({ id }) => id),
  )
  return loadPeople(ctx, [...seen, ...(await guestsOf(ctx, projectId, 'can_comment'))], firm)
}

interface CommentRef {
  id: number
  threadId: number
  subject: CommentSubject
  subjectId: number
  text: string
  about: string
}
/** Notifies mentioned users, participants, and staff who watch the project, but no user who may not see the subject. */
async function notifyComment(ctx: Context, { projectId, project }: Room, { id, threadId, subject, subjectId, text, about }: CommentRef) {
  const part = await takingPart(ctx, projectId, threadId)
  const known = await nameable(ctx, projectId, threadId)
  const named = mentionedIn(text, known).map((person) => person.id)
  const concerned = await loadPeople(ctx, [...new Set([...part, ...named])], null)
  const idsOf = (isExternal: boolean) => concerned.filter((item) => item.isExternal === isExternal).map((item) => item.id)
  const guests = await guestsShown(ctx, projectId, idsOf(true), subject, subjectId)
  const news = (userIds: string[]) => ({
    key: `comment ${id}`,
    kind: 'comment',
    entityId: projectId,
    projectId,
    title: `${fullName(ctx.actor)} on ${about}, ${project}`,
    text,
    to: [
      { reason: 'mentioned' as const, userIds: named.filter((item) => userIds.includes(item)) },
      { reason: 'watching' as const, userIds: part.filter((item) => userIds.includes(item)) },
    ],
  })
  const query = `?subject=${subject}&of=${subjectId}`
  await ctx.services.notify(ctx, {
    ...news(idsOf(false)),
    entity: 'projects',
    needs: 'ProjectNotes.View',
    link: `/projects/${projectId}/comments${query}`,
    isForWatchers: true,
  })
  await ctx.services.notify(ctx, {
    ...news(guests),
    entity: 'externalProjects',
    needs: 'ExternalProjects.View',
    link: `/external-projects/${projectId}${query}`,
    isForGuests: true,
  })
}

export const commentRoutes: Route[] = [
  defineRoute(projectComments, async (ctx, { params, query }) => listComments(ctx, await loadStaffRoom(ctx, params.id), query)),
  defineRoute(projectCommentPeople, async (ctx, { params, query }) => {
    const { projectId } = await loadStaffRoom(ctx, params.id)
    return { items: await nameable(ctx, projectId, query.threadId) }
  }),
  defineRoute(addProjectComment, async (ctx, { params, body }) => addComment(ctx, await loadStaffRoom(ctx, params.id), body)),
  defineRoute(resolveProjectComment, async (ctx, { params, body }) =>
    resolveThread(ctx, await loadStaffRoom(ctx, params.id), params.commentId, body.isResolved),
  ),
  defineRoute(externalComments, async (ctx, { params, query }) => listComments(ctx, await loadExternalRoom(ctx, params.id), query)),
  defineRoute(externalCommentPeople, async (ctx, { params, query }) => {
    const room = await loadExternalRoom(ctx, params.id)
    if (query.threadId !== null) await loadComment(ctx, room, query.threadId)
    return { items: await nameable(ctx, room.projectId, query.threadId) }
  }),
  defineRoute(addExternalComment, async (ctx, { params, body }) => addComment(ctx, await loadExternalRoom(ctx, params.id), body)),
  defineRoute(resolveExternalComment, async (ctx, { params, body }) =>
    resolveThread(ctx, await loadExternalRoom(ctx, params.id), params.commentId, body.isResolved),
  ),
]
