import { addBidAddendum, answerBidQuestion, bidAddenda, bidQuestions } from '../../model/bids/bid-calls.ts'
import { BidPackageState } from '../../model/bids/enums.ts'
import { readFiles } from '../catalog/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { referencesHiddenFile } from '../kit/resource/file-owners.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { formatDeadline, mailBidders, packageTitle } from './bid-mails.ts'
import { type BidPackage, checkRevision, getPackage, loadAddenda, lockPackage, stateLabel } from './bid-packages.ts'
import { isPast } from './bid-steps.ts'
import { bidAddendaTable, bidPackagesTable, bidQuestionsTable } from './bid-tables.ts'
import { packageChanged, scheduleClose } from './closing.ts'

async function add(ctx: Context, { params, body }: HandlerRequest<typeof addBidAddendum>) {
  const bidPackage = await lockPackage(ctx, params.id, params.itemId)
  const { id, state, projectId } = bidPackage
  if (state !== BidPackageState.Out) throw conflict(`An addendum cannot be issued while ${stateLabel(state)}.`)
  const { title, text, dueAt, revisionId, fileIds } = body
  if (dueAt !== null && (await isPast(ctx, dueAt))) throw badRequest({ dueAt: ['The deadline must be in the future.'] })
  if (revisionId !== null) await checkRevision(ctx, projectId, revisionId)
  const files = await namedFiles(ctx, fileIds)
  const number = (await loadAddenda(ctx, id)).length + 1
  const row = { packageId: id, number, title, text, files, dueAt, revisionId }
  const created = onlyRow(await ctx.insert(bidAddendaTable, row, { returning: ['id'] }))
  const isNewRevision = revisionId !== null && revisionId !== bidPackage.revision.id
  await ctx.update(bidPackagesTable, id, { ...(dueAt !== null && { dueAt }), ...(isNewRevision && { revisionId }) })
  // A draft that is typed meanwhile is stale: its lines may have changed.
  if (isNewRevision)
    await ctx.run(
      'update bid_drafts d set row_version = d.row_version + 1 from bid_invitations i where i.id = d.invitation_id and i.package_id = $1',
      [id],
    )
  if (dueAt !== null) await scheduleClose(ctx, id, dueAt)
  await recordAddendum(ctx, bidPackage, `Addendum ${number}: ${title}`, { number, title, dueAt, revisionId })
  await mailAddendum(ctx, bidPackage, { number, title, text, dueAt: dueAt ?? bidPackage.dueAt, isNewRevision })
  const addendum = (await loadAddenda(ctx, id)).find((item) => item.id === created.id)
  if (!addendum) throw notFound('Addendum')
  return addendum
}

async function namedFiles(ctx: Context, fileIds: readonly string[]) {
  if (await referencesHiddenFile(ctx, fileIds, [...fileIds], [])) throw badRequest({ fileIds: ['File not found.'] })
  const files = await readFiles(ctx, [...fileIds])
  if (files.size < new Set(fileIds).size) throw badRequest({ fileIds: ['File not found.'] })
  return [...files.values()].map(({ id, name }) => ({ fileId: id, name }))
}

async function recordAddendum(ctx: Context, { id, name, projectId }: BidPackage, title: string, after: Record<string, unknown>) {
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: 'bidPackages',
      entityId: id,
      entityName: name,
      after,
      activity: { title, projectId, needs: 'ProjectBudget.View' },
    },
  ])
  ctx.after(() => packageChanged(ctx, { id, projectId }))
}

async function mailAddendum(
  ctx: Context,
  { id }: BidPackage,
  {
    number,
    title,
    text,
    dueAt,
    isNewRevision,
  }: { number: number; title: string; text: string | null; dueAt: string; isNewRevision: boolean },
) {
  const about = await packageTitle(ctx, id)
  const deadline = await formatDeadline(ctx, dueAt)
  const again =
    'The addendum replaces the revision. Check the lines marked "price again" and submit your bid again: a bid that is not submitted again counts as withdrawn.'
  await mailBidders(ctx, id, {
    subject: `Addendum ${number} to ${about.title}`,
    paragraphs: () => [
      `Addendum ${number} to ${about.title} of ${about.project}: ${title}`,
      text,
      isNewRevision ? again : null,
      `Bids are due on ${deadline}.`,
    ],
  })
}

const questionShape = {
  id: is.number,
  invitationId: is.number,
  company: is.text,
  text: is.text,
  askedAt: is.instant,
  answer: orNull(is.text),
  answeredAt: orNull(is.instant),
  isPublished: is.boolean,
}
const loadQuestions = (ctx: Context, packageId: number, id: number | null = null) =>
  ctx.rows(
    questionShape,
    `select q.id, q.invitation_id, i.company_name as company, q.text, q.asked_at, q.answer, q.answered_at, q.is_published
     from bid_questions q join bid_invitations i on i.id = q.invitation_id where q.package_id = $1 and ($2::bigint is null or q.id = $2) order by q.id`,
    [packageId, id],
  )

async function answer(ctx: Context, { params, body }: HandlerRequest<typeof answerBidQuestion>) {
  const bidPackage = await lockPackage(ctx, params.id, params.itemId)
  const [before] = await loadQuestions(ctx, bidPackage.id, params.questionId)
  if (!before) throw notFound('Question')
  const changes = { ...body, ...(body.answer !== undefined && { answeredAt: sql`now()` }) }
  if (Object.keys(changes).length > 0) await ctx.update(bidQuestionsTable, before.id, changes)
  const [after] = await loadQuestions(ctx, bidPackage.id, before.id)
  if (!after) throw notFound('Question')
  await recordAddendum(ctx, bidPackage, 'Question answered', {
    question: before.text,
    answer: after.answer,
    isPublished: after.isPublished,
  })
  const about = await packageTitle(ctx, bidPackage.id)
  await mailBidders(
    ctx,
    bidPackage.id,
    {
      subject: `Answer to a question about ${about.title}`,
      paragraphs: () => [`Question: ${after.text}`, `Answer: ${after.answer ?? ''}`],
    },
    (id) => after.isPublished || id === after.invitationId,
  )
  return after
}

export const addendumRoutes: Route[] = [
  defineRoute(bidAddenda, async (ctx, { params }) => ({
    items: await loadAddenda(ctx, (await getPackage(ctx, params.id, params.itemId)).id),
  })),
  defineRoute(addBidAddendum, add),
  defineRoute(bidQuestions, async (ctx, { params }) => ({
    items: await loadQuestions(ctx, (await getPackage(ctx, params.id, params.itemId)).id),
  })),
  defineRoute(answerBidQuestion, answer),
]
