import { carryPrices } from '../../model/bids/carry-prices.ts'
import { BidInvitationState, BidPackageState } from '../../model/bids/enums.ts'
import {
  askBidQuestion,
  declineBid,
  type ExternalBid,
  externalBid,
  externalBids,
  intendToBid,
  saveBidDraft,
  submitBid,
  uploadBidFile,
  withdrawBid,
} from '../../model/bids/external-bid-calls.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import { storeFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { checkVersion, conflict, HttpError, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { belowProject } from '../projects/public.ts'
import { type IssuedLine, readIssuedLines } from '../reports/public.ts'
import { settingOf } from '../settings/public.ts'
import { clockNow, isOpenSql, lastVersionSql, stateSql } from './bid-clock.ts'
import { type BidContent, checkContent, contentShape, emptyContent, fingerprintOf, totalsOf, totalsShape } from './bid-contents.ts'
import { packageTitle } from './bid-mails.ts'
import { bidPackages, bidsAreSealed, linesInScope, loadAddenda } from './bid-packages.ts'
import { bidDraftsTable, bidFilesTable, bidInvitationsTable, bidQuestionsTable, bidVersionsTable } from './bid-tables.ts'
import { packageChanged } from './closing.ts'
import { mustResubmitSql } from './invitations.ts'

const { Draft, Out, Cancelled } = BidPackageState
const { Invited, Viewed, Intends, Declined, Submitted, Withdrawn } = BidInvitationState
const fields = bidPackages.resource.fields

const summaryShape = {
  id: is.number,
  packageId: is.number,
  projectId: is.number,
  number: is.text,
  name: is.text,
  project: is.text,
  company: is.text,
  packageState: is.choice(BidPackageState),
  state: is.choice(BidInvitationState),
  dueAt: is.instant,
  serverTime: is.instant,
  closesInMs: is.number,
  bidVersion: orNull(is.number),
  submittedAt: orNull(is.instant),
  mustResubmit: is.boolean,
}
const summaryColumns = `i.id, t.id as "packageId", t.project_id, t.number, t.name, p.name as project, i.company_name as company,
  ${stateSql('t')} as "packageState", i.state, t.due_at, ${clockNow} as "serverTime",
  greatest(0, ceil(extract(epoch from t.due_at - ${clockNow}) * 1000))::float8 as "closesInMs", ${lastVersionSql('i')} as "bidVersion",
  (select v.submitted_at from bid_versions v where v.invitation_id = i.id and v.version = ${lastVersionSql('i')}) as "submittedAt",
  ${mustResubmitSql} as "mustResubmit"`

const invitedShape = {
  ...summaryShape,
  instructions: orNull(is.text),
  validityDays: is.number,
  revisionId: is.number,
  scope: orNull(is.jsonOfField(fields.scope)),
  files: is.jsonOfField(fields.files),
  costLines: is.jsonOfField(fields.costLines),
  alternates: is.jsonOfField(fields.alternates),
  allowances: is.jsonOfField(fields.allowances),
  unitPrices: is.jsonOfField(fields.unitPrices),
  requiredTerms: is.jsonOfField(fields.requiredTerms),
  checklist: is.jsonOfField(fields.checklist),
  declinedReason: orNull(is.text),
  rowVersion: is.number,
  isOpen: is.boolean,
}
const invitedColumns = `${summaryColumns}, t.instructions, t.validity_days, t.revision_id, t.scope, t.files, t.cost_lines, t.alternates, t.allowances,
  t.unit_prices, t.required_terms, t.checklist, i.declined_reason, t.row_version, ${isOpenSql('t')} as "isOpen"`
type Invited = RowOfShape<typeof invitedShape>

/** Invitations of the actor to packages that were issued. A staff user who views as a bidder sees only projects both may see. */
function invitedFrom({ actor }: Context, p: Params): string {
  if (!actor.isExternal) return 'from bid_invitations i, bid_packages t, living_projects p where false'
  const byViewer = actor.viewer
    ? ` and ${actor.viewer.held.has('ProjectBudget.View')} and ${belowProject(actor.viewer, p, { column: 't.project_id' })}`
    : ''
  return `from bid_invitations i join bid_packages t on t.id = i.package_id join living_projects p on p.id = t.project_id
    where not t.is_deleted and t.state <> ${Draft} and t.issued_at is not null
      and exists (select from bid_people m where m.invitation_id = i.id and m.user_id = ${p.add(actor.userId)}::uuid)${byViewer}`
}

async function list(ctx: Context, { page, itemsPerPage }: HandlerRequest<typeof externalBids>['query']) {
  const p = new Params()
  const from = invitedFrom(ctx, p)
  const { total } = onlyRow(await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values))
  const size = itemsPerPage < 1 ? 200 : Math.min(200, itemsPerPage)
  const rows = await ctx.rows(
    summaryShape,
    `select ${summaryColumns} ${from} order by ${stateSql('t')} <> ${Out}, t.due_at, i.id limit ${p.add(size)} offset ${p.add((page - 1) * size)}`,
    p.values,
  )
  const firm = await settingOf(ctx, 'general.companyName')
  return { items: rows.map(({ packageId: _, projectId: _p, ...row }) => ({ ...row, firm })), total }
}

async function findInvited(ctx: Context, id: number): Promise<Invited> {
  const p = new Params()
  const from = invitedFrom(ctx, p)
  const [found] = await ctx.rows(invitedShape, `select ${invitedColumns} ${from} and i.id = ${p.add(id)}`, p.values)
  if (!found) throw notFound('Bid package')
  return found
}

export const linesOfInvited = async (ctx: Context, { revisionId, scope }: Invited): Promise<IssuedLine[]> =>
  linesInScope(await readIssuedLines(ctx, revisionId), scope)

const versionShape = {
  version: is.number,
  submittedAt: is.instant,
  name: is.text,
  fingerprint: is.text,
  isWithdrawn: is.boolean,
  totals: totalsShape,
}
export const loadVersions = (ctx: Context, invitationId: number) =>
  ctx.rows(
    versionShape,
    `select v.version, v.submitted_at, v.signed_by as name, v.fingerprint, v.is_withdrawn, v.totals from bid_versions v
     where v.invitation_id = $1 order by v.version`,
    [invitationId],
  )

interface StoredDraft {
  content: BidContent
  priceAgain: string[]
  rowVersion: number
  updateDate: string | null
}

/** The draft as entered, with its prices carried to the current revision. */
export async function loadDraft(ctx: Context, invited: Invited, lines: readonly IssuedLine[]): Promise<StoredDraft> {
  const [stored] = await ctx.rows(
    { content: contentShape, revisionId: is.number, rowVersion: is.number, updateDate: is.instant },
    'select content, revision_id, row_version, update_date from bid_drafts where invitation_id = $1',
    [invited.id],
  )
  if (!stored) return { content: emptyContent, priceAgain: [], rowVersion: 0, updateDate: null }
  const { priceAgain: marked = [], ...kept } = stored.content
  const { rowVersion, updateDate } = stored
  const content: BidContent = { ...emptyContent, ...kept }
  if (stored.revisionId === invited.revisionId) return { content, priceAgain: marked, rowVersion, updateDate }
  const before = linesInScope(await readIssuedLines(ctx, stored.revisionId), invited.scope)
  const { lines: carried, priceAgain } = carryPrices(before, lines, content.lines)
  return { content: { ...content, lines: carried }, priceAgain, rowVersion, updateDate }
}

const shownDraft = (invited: Invited, lines: readonly IssuedLine[], { content, ...draft }: StoredDraft) => ({
  ...content,
  ...draft,
  totals: totalsOf(invited, lines, content),
})

/** Own bids are sealed from a staff user who views as the bidder. */
function requireOwn({ actor }: Context, { isOpen }: Invited) {
  if (actor.viewer && !isOpen) throw bidsAreSealed()
}

async function detail(ctx: Context, id: number): Promise<ExternalBid> {
  const invited = await findInvited(ctx, id)
  requireOwn(ctx, invited)
  const lines = await linesOfInvited(ctx, invited)
  const draft = await loadDraft(ctx, invited, lines)
  const { packageId, projectId: _, revisionId, scope: _s, files, isOpen: _o, rowVersion: _v, ...shown } = invited
  const revisions = await ctx.rows(
    { code: is.text, title: is.text, issueDate: is.date },
    'select r.code, r.title, r.issue_date from revision_names r where r.id = $1',
    [revisionId],
  )
  const questions = await ctx.rows(
    {
      id: is.number,
      text: is.text,
      askedAt: is.instant,
      answer: orNull(is.text),
      answeredAt: orNull(is.instant),
      isMine: is.boolean,
    },
    `select q.id, q.text, q.asked_at, q.answer, q.answered_at, q.invitation_id = $2 as "isMine" from bid_questions q
     where q.package_id = $1 and (q.invitation_id = $2 or (q.is_published and q.answer is not null)) order by q.id`,
    [packageId, id],
  )
  return {
    ...shown,
    firm: await settingOf(ctx, 'general.companyName'),
    files: files.map((item) => ({ ...item, url: ctx.addresses.signed(`/api/files/${item.fileId}/${encodeURIComponent(item.name)}`) })),
    revision: onlyRow(revisions),
    lines: lines.map(({ provider: _p, estimateUnitPrice: _e, category, ...line }) => ({
      ...line,
      category: { id: category.id, name: category.name },
    })),
    addenda: await loadAddenda(ctx, packageId),
    questions,
    draft: shownDraft(invited, lines, draft),
    versions: await loadVersions(ctx, id),
  }
}

async function view(ctx: Context, id: number): Promise<ExternalBid> {
  const shown = await detail(ctx, id)
  if (shown.state === Invited && !ctx.actor.viewer && !ctx.request.isPrefetch)
    ctx.after(() =>
      ctx.services.isolated(async (own) => {
        await own.run(`update bid_invitations set state = ${Viewed}, viewed_at = now() where id = $1 and state = ${Invited}`, [id])
      }),
    )
  return shown
}

/**
 * Locks package and invitation, then compares the deadline with the clock of the database: a close waits for submissions that arrived
 * before it, and none is accepted after it.
 */
async function openForWriting(ctx: Context, id: number): Promise<Invited> {
  const { packageId } = await findInvited(ctx, id)
  await ctx.run('select from bid_packages where id = $1 for share', [packageId])
  await ctx.run('select from bid_invitations where id = $1 for update', [id])
  const invited = await findInvited(ctx, id)
  if (invited.packageState === Cancelled) throw conflict('This package was canceled.')
  if (invited.packageState !== Out) throw biddingIsClosed(invited)
  return invited
}

function biddingIsClosed({ dueAt, serverTime }: Invited) {
  const message = `Bidding closed at ${dueAt}. This arrived at ${serverTime}.`
  return new HttpError(409, { errorType: 'BiddingIsClosed', message, dueAt, arrivedAt: serverTime })
}

async function knownParts(ctx: Context, { id, packageId }: Invited, lines: readonly IssuedLine[]) {
  const files = await ctx.rows({ id: is.uuid }, 'select file_id as id from bid_files where invitation_id = $1', [id])
  const addenda = await loadAddenda(ctx, packageId)
  return { lines, addenda: addenda.map(({ number }) => number), fileIds: new Set(files.map((item) => item.id)) }
}

async function save(ctx: Context, { params, body }: HandlerRequest<typeof saveBidDraft>) {
  const invited = await openForWriting(ctx, params.id)
  const lines = await linesOfInvited(ctx, invited)
  const before = await loadDraft(ctx, invited, lines)
  await checkVersion(before, body.rowVersion, 'Your bid has', () => shownDraft(invited, lines, before))
  const { rowVersion: _, ...sent } = body
  const content: BidContent = { ...before.content, ...sent }
  checkContent(invited, await knownParts(ctx, invited, lines), content)
  const entered = new Set(content.lines.filter((line) => line.unitPrice !== null || line.isExcluded).map(({ lineKey }) => lineKey))
  const priceAgain = before.priceAgain.filter((lineKey) => !entered.has(lineKey))
  const row = {
    invitationId: invited.id,
    content: { ...content, priceAgain },
    revisionId: invited.revisionId,
    rowVersion: before.rowVersion + 1,
    updateDate: sql`now()`,
  }
  const stored = await ctx.insert(bidDraftsTable, row, { onConflict: { keys: ['invitationId'] }, returning: ['rowVersion', 'updateDate'] })
  return shownDraft(invited, lines, { content, priceAgain, ...onlyRow(stored) })
}

async function submit(ctx: Context, { params, body }: HandlerRequest<typeof submitBid>) {
  const invited = await openForWriting(ctx, params.id)
  const lines = await linesOfInvited(ctx, invited)
  const { content, rowVersion } = await loadDraft(ctx, invited, lines)
  const isEmpty = !content.lines.some((line) => line.unitPrice !== null || line.isExcluded) && Object.keys(content.costs).length === 0
  if (rowVersion === 0 || isEmpty) throw conflict('Enter prices before you submit the bid.')
  checkContent(invited, await knownParts(ctx, invited, lines), content)
  const fingerprint = fingerprintOf(invited.number, invited.revisionId, content)
  const last = (await loadVersions(ctx, invited.id)).at(-1)
  // A repeated submission of the same content, such as by a double click, is the same version.
  if (last && !last.isWithdrawn && last.fingerprint === fingerprint) return submitted(last)
  const totals = totalsOf(invited, lines, content)
  const version = (last?.version ?? 0) + 1
  const row = { invitationId: invited.id, version, content, totals, revisionId: invited.revisionId, fingerprint }
  await ctx.insert(bidVersionsTable, { ...row, submittedAt: invited.serverTime, submittedById: ctx.actor.userId, signedBy: body.name })
  await changeState(ctx, invited, Submitted, `${invited.company} submitted version ${version}`)
  return submitted({ version, submittedAt: invited.serverTime, fingerprint, totals })
}
const submitted = ({
  version,
  submittedAt,
  fingerprint,
  totals,
}: Pick<ExternalBid['versions'][number], 'version' | 'submittedAt' | 'fingerprint' | 'totals'>) => ({
  version,
  submittedAt,
  fingerprint,
  totals,
})

/** Records the step without anything of the bid. */
async function changeState(
  ctx: Context,
  { id, packageId, projectId, name, state, company }: Invited,
  to: BidInvitationState,
  title: string,
  declinedReason: string | null = null,
) {
  await ctx.update(bidInvitationsTable, id, { state: to, declinedReason })
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: 'bidInvitations',
      entityId: id,
      entityName: company,
      before: { state },
      after: { state: to },
    },
    {
      action: 'Update',
      entity: bidPackages.resource.entity,
      entityId: packageId,
      entityName: name,
      activity: { title, notes: declinedReason, projectId, needs: bidPackages.resource.permission.view },
    },
  ])
  ctx.after(() => packageChanged(ctx, { id: packageId, projectId }))
}

async function withdraw(ctx: Context, { params }: HandlerRequest<typeof withdrawBid>) {
  const invited = await openForWriting(ctx, params.id)
  if (invited.bidVersion === null) throw conflict('There is no bid to withdraw.')
  await ctx.update(bidVersionsTable, { invitationId: invited.id, version: invited.bidVersion }, { isWithdrawn: true })
  await changeState(ctx, invited, Withdrawn, `${invited.company} withdrew the bid`)
  return detail(ctx, invited.id)
}

async function decline(ctx: Context, { params, body }: HandlerRequest<typeof declineBid>) {
  const invited = await openForWriting(ctx, params.id)
  if (invited.bidVersion !== null) throw conflict('Withdraw your bid before you decline.')
  await changeState(ctx, invited, Declined, `${invited.company} declined to bid`, body.reason)
  return detail(ctx, invited.id)
}

async function intend(ctx: Context, { params }: HandlerRequest<typeof intendToBid>) {
  const invited = await openForWriting(ctx, params.id)
  if (invited.bidVersion !== null) throw conflict('You have submitted a bid already.')
  await changeState(ctx, invited, Intends, `${invited.company} intends to bid`)
  return detail(ctx, invited.id)
}

const mostQuestions = 200

async function ask(ctx: Context, { params, body }: HandlerRequest<typeof askBidQuestion>) {
  const invited = await openForWriting(ctx, params.id)
  const asked = await ctx.run('select from bid_questions where invitation_id = $1', [invited.id])
  if (asked >= mostQuestions) throw conflict(`A bidder can ask ${mostQuestions} questions at most.`)
  const row = { packageId: invited.packageId, invitationId: invited.id, text: body.text, askedById: ctx.actor.userId }
  const question = onlyRow(await ctx.insert(bidQuestionsTable, row, { returning: ['id', 'text', 'askedAt'] }))
  const { title, project, createdBy } = await packageTitle(ctx, invited.packageId)
  await ctx.services.notify(ctx, {
    key: `bid question ${question.id}`,
    kind: 'bids',
    entity: 'projects',
    entityId: invited.projectId,
    projectId: invited.projectId,
    needs: bidPackages.resource.permission.view,
    title: `${invited.company} asked about ${title}, ${project}`,
    text: body.text,
    link: `/projects/${invited.projectId}/bids/${invited.packageId}`,
    to: [{ reason: 'assigned', userIds: [createdBy] }],
  })
  ctx.after(() => packageChanged(ctx, { id: invited.packageId, projectId: invited.projectId }))
  return question
}

async function upload(ctx: Context, { params, file }: HandlerRequest<typeof uploadBidFile>) {
  const invited = await openForWriting(ctx, params.id)
  if (!file) throw conflict('There is no file.')
  const stored = await storeFile(ctx, { name: file.name, contentType: 'application/octet-stream', data: file.data })
  await ctx.insert(bidFilesTable, { fileId: stored.id, invitationId: invited.id, name: stored.name })
  return { id: stored.id, name: stored.name }
}

/** Opens files of bids to their bidder, and after the close to staff; files of a package to its bidders. */
export async function opensBidFile(ctx: Context, fileId: string): Promise<boolean | undefined> {
  const { actor } = ctx
  const p = new Params()
  const file = p.add(fileId)
  const isMine = `exists (select from bid_people m where m.invitation_id = i.id and m.user_id = ${p.add(actor.userId || null)}::uuid)`
  const [bidFile] = await ctx.rows(
    { isMine: is.boolean, isSeen: is.boolean },
    `select ${isMine} as "isMine", ${isOpenSql('t')} and ${belowProject(actor, p, { column: 't.project_id' })} as "isSeen"
     from bid_files f join bid_invitations i on i.id = f.invitation_id join bid_packages t on t.id = i.package_id where f.file_id = ${file}::uuid`,
    p.values,
  )
  if (bidFile) return actor.isExternal ? bidFile.isMine && !actor.viewer : bidFile.isSeen && actor.held.has('ProjectBudget.View')
  if (!actor.isExternal) return undefined
  const shown = await ctx.run(
    `select from bid_packages t join bid_invitations i on i.package_id = t.id join bid_people m on m.invitation_id = i.id and m.user_id = $2::uuid
     where t.issued_at is not null and not t.is_deleted and (t.files @> jsonb_build_array(jsonb_build_object('fileId', $1::text))
       or exists (select from bid_addenda a where a.package_id = t.id and a.files @> jsonb_build_array(jsonb_build_object('fileId', $1::text))))`,
    [fileId, actor.userId],
  )
  return shown > 0 ? true : undefined
}

export type InvitedBidder = Invited
export { findInvited, requireOwn }

export const externalBidRoutes: Route[] = [
  defineRoute(externalBids, (ctx, { query }) => list(ctx, query)),
  defineRoute(externalBid, (ctx, { params }) => view(ctx, params.id)),
  defineRoute(saveBidDraft, save),
  defineRoute(submitBid, submit),
  defineRoute(withdrawBid, withdraw),
  defineRoute(declineBid, decline),
  defineRoute(intendToBid, intend),
  defineRoute(askBidQuestion, ask),
  defineRoute(uploadBidFile, upload),
]
