import type { RowOf } from '../../model/kit/resource.ts'
import { availableTransitions } from '../../model/kit/step.ts'
import { BallInCourt, SubmittalKind, SubmittalOutcome, SubmittalState } from '../../model/site/enums.ts'
import { generateSubmittals, receiveSubmittal, returnSubmittal } from '../../model/site/site-calls.ts'
import { needsResubmittal, reviewDueDate, submittalNumber } from '../../model/site/submittal-rules.ts'
import { submittalObstacle, submittalSteps, submittals as submittalsModel } from '../../model/site/submittals.ts'
import { filterCondition } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { loadFirmCalendar } from '../planning/public.ts'
import { companySql, openProject, projects } from '../projects/public.ts'
import { findRevision, loadProductKinds } from '../reports/public.ts'
import { settingOf } from '../settings/public.ts'
import { responsibleFor, tellOfSite } from './site-news.ts'
import { checkCompany, checkSiteFiles, loadSiteFiles, nextSequence, openForStep, refuse } from './site-parts.ts'
import { siteScope } from './site-scope.ts'
import { submittalsTable } from './site-tables.ts'

export type Submittal = RowOf<typeof submittalsModel>

const { Expected, InReview, Returned, Closed } = SubmittalState
const { ReviseAndResubmit, Rejected } = SubmittalOutcome
const resubmitting = `(${ReviseAndResubmit}, ${Rejected})`
/** The last resubmittal of the series has been accepted. The same rule is `statesOfSeries` in the model. */
const isAccepted = `exists (select from submittals n where n.project_id = t.project_id and n.sequence = t.sequence and not n.is_deleted
  and n.outcome is not null and n.outcome not in ${resubmitting})`
export const submittalStateSql = `(case when t.received_date is null then ${Expected} when t.outcome is null then ${InReview}
  when t.outcome in ${resubmitting} and not ${isAccepted} then ${Returned} else ${Closed} end)`
const ballInCourtSql = `(case ${submittalStateSql} when ${Closed} then null when ${InReview} then ${BallInCourt.Consultant} else ${BallInCourt.Company} end)`
const lastMove = `(case ${submittalStateSql} when ${Returned} then t.returned_date when ${InReview} then t.received_date else t.create_date::date end)`
const sibling = (
  offset: number,
) => `(select json_build_object('id', n.id, 'number', n.number) from submittals n where n.project_id = t.project_id
  and n.sequence = t.sequence and n.resubmittal = t.resubmittal + ${offset} and not n.is_deleted)`

export const submittals = serve({
  resource: submittalsModel,
  table: submittalsTable,
  parent: () => projects,
  open: openProject,
  scope: siteScope,
  searchIn: (pattern) => `dna_fold(concat_ws(' ', t.number, t.title, t.spec_section)) like ${pattern}`,
  indexedOrders: ['number'],
  computed: {
    state: submittalStateSql,
    ballInCourt: ballInCourtSql,
    daysInCourt: `(case when ${submittalStateSql} = ${Closed} then null else greatest(0, current_date - ${lastMove}) end)`,
    company: { sql: companySql('t'), order: null },
    next: { sql: sibling(1), order: null },
    previous: { sql: sibling(-1), order: null },
  },
  elsewhere: { files: 'files, only in the detail' },
  filters: {
    states: (values, p) => filterCondition(submittalStateSql, values, p),
    ballsInCourt: (values, p) => filterCondition(ballInCourtSql, values, p),
  },
  async beforeWrite(ctx, values, before, projectId) {
    await checkCompany(ctx, values, before)
    await checkLines(ctx, projectId, values.lineIds ?? [], before?.lineIds ?? [])
    return undefined
  },
  async beforeDelete(_ctx, { number, next, previous }) {
    if (next) throw conflict(`${number} has been resubmitted as ${next.number} and cannot be deleted.`)
    if (previous) throw conflict(`${number} is the resubmittal of ${previous.number} and cannot be deleted.`)
  },
  async detail(ctx, row) {
    const [stored] = await ctx.rows({ fileIds: is.uuids }, 'select file_ids from submittals where id = $1', [row.id])
    const actions = availableTransitions(submittalSteps, row, ctx.actor.held)
    return { files: await loadSiteFiles(ctx, stored?.fileIds ?? []), actions }
  },
  async afterWrite(ctx, { id }, values, before) {
    if (values.reviewerId != null && values.reviewerId !== before?.reviewer?.id) await tellReviewer(ctx, id)
  },
  projectIdOf: (row) => row.projectId,
})

/** Columns of a submittal that begins a series. */
async function newSeries(ctx: Context, projectId: number) {
  const sequence = await nextSequence(ctx, 'submittals', projectId)
  return { sequence, number: submittalNumber(sequence, 0) }
}

export const servedSubmittals = withOverrides(submittals, {
  create: {
    async instead(ctx, { params, body }) {
      await projects.expect(ctx, params.id)
      await openProject(ctx, params.id)
      return submittals.create(ctx, body, { parentId: params.id, columns: await newSeries(ctx, params.id) })
    },
  },
})

/** Lines that were named before stay, even if they were removed from the design since. */
async function checkLines(ctx: Context, projectId: number, ids: readonly number[], before: readonly number[]) {
  const added = [...new Set(ids)].filter((id) => !before.includes(id))
  if (added.length === 0) return
  const found = await ctx.run('select from living_lines where id = any($1) and project_id = $2', [added, projectId])
  if (found < added.length) throw badRequest({ lineIds: ['Equipment line not found.'] })
}

async function tellReviewer(ctx: Context, id: number) {
  const row = await submittals.get(ctx, id)
  await tellOfSite(ctx, row, {
    entity: 'submittals',
    tab: 'submittals',
    event: 'assigned',
    userIds: await responsibleFor(ctx, 'submittals', row.id),
    reason: 'assigned',
    title: `You review ${row.number}`,
    text: row.title,
  })
}

/** Ids of files stored with the submittal and those added now, each once. */
async function mergedFiles(ctx: Context, row: Submittal, added: readonly string[]): Promise<string[]> {
  const known = (await submittals.detailed(ctx, row)).files.map(({ id }) => id)
  await checkSiteFiles(ctx, added, known)
  return [...new Set([...known, ...added.map((id) => id.toLowerCase())])]
}

const stale = (ctx: Context, row: Submittal, rowVersion: number | null) =>
  checkVersion(row, rowVersion, `${row.number} has`, () => submittals.detailed(ctx, row))

/** Stores the receipt. The due date is stored, so that a later change of the calendar does not move an agreed date. */
export async function receive(ctx: Context, row: Submittal, receivedDate: string, fileIds: string[]): Promise<Submittal> {
  const days = (await settingOf(ctx, 'site.reviewWorkingDays')) ?? 10
  const dueDate = reviewDueDate(receivedDate, days, await loadFirmCalendar(ctx))
  const columns = { receivedDate, dueDate, fileIds }
  const how = {
    columns,
    title: 'Received',
    notes: `The review is due on ${dueDate}.`,
    parentId: row.projectId,
    action: 'StateChange',
  } as const
  const after = await submittals.update(ctx, row.id, {}, how)
  await tellOfSite(ctx, after, {
    entity: 'submittals',
    tab: 'submittals',
    event: 'received',
    userIds: await responsibleFor(ctx, 'submittals', after.id),
    reason: 'approval',
    title: `${after.number} waits for your review`,
    text: `${after.title}, due on ${dueDate}`,
  })
  return after
}

async function receiveStep(ctx: Context, { params, body }: HandlerRequest<typeof receiveSubmittal>): Promise<Submittal> {
  const row = await openForStep(ctx, submittals, params)
  await stale(ctx, row, body.rowVersion)
  refuse(submittalObstacle('Receive', row))
  return receive(ctx, row, body.receivedDate, await mergedFiles(ctx, row, body.fileIds))
}

async function returnStep(ctx: Context, { params, body }: HandlerRequest<typeof returnSubmittal>): Promise<Submittal> {
  const row = await openForStep(ctx, submittals, params)
  await stale(ctx, row, body.rowVersion)
  refuse(submittalObstacle('Return', row))
  const { outcome, comments, fileIds } = body
  const [{ today } = { today: '' }] = await ctx.rows({ today: is.date }, 'select current_date as today')
  const columns = { outcome, comments, returnedDate: today, fileIds: await mergedFiles(ctx, row, fileIds) }
  if (needsResubmittal(outcome)) await openResubmittal(ctx, row)
  await ctx.services.settle(ctx, { entity: 'submittals', entityId: row.id, reason: 'approval' })
  const title = `Returned: ${SubmittalOutcome.label(outcome)}`
  return submittals.update(ctx, row.id, {}, { columns, title, notes: comments, parentId: row.projectId, action: 'StateChange' })
}

/** The next submittal of the series, with what the returned one is about. */
async function openResubmittal(ctx: Context, row: Submittal) {
  const [place] = await ctx.rows(
    { sequence: is.number, resubmittal: is.number },
    'select sequence, resubmittal + 1 as resubmittal from submittals where id = $1',
    [row.id],
  )
  if (!place) throw notFound('Submittal')
  const { title, kind, specSection, companyType, companyId, lineIds, reviewer } = row
  await submittals.create(
    ctx,
    { title, kind, specSection, companyType, companyId, lineIds, reviewerId: reviewer?.id ?? null },
    {
      parentId: row.projectId,
      columns: { ...place, number: submittalNumber(place.sequence, place.resubmittal) },
      title: `Opened by ${row.number}`,
    },
  )
}

async function generate(ctx: Context, projectId: number, revisionId: number | null) {
  await projects.expect(ctx, projectId)
  await openProject(ctx, projectId)
  const revision = await findRevision(ctx, projectId, revisionId)
  if (!revision && revisionId !== null) throw badRequest({ revisionId: ['Revision not found.'] })
  if (!revision) throw conflict('Issue a revision first: submittals are generated from its equipment.')
  const kinds = await loadProductKinds(ctx, revision.id)
  const existing = await ctx.rows(
    { key: orNull(is.text) },
    'select generated_for as key from submittals where project_id = $1 and not is_deleted and generated_for is not null',
    [projectId],
  )
  const known = new Set(existing.map(({ key }) => key))
  const living = await ctx.rows({ id: is.number }, 'select id from living_lines where project_id = $1', [projectId])
  const isLiving = new Set(living.map(({ id }) => id))
  let created = 0
  for (const { manufacturer, categoryId, category, lineIds } of kinds) {
    const generatedFor = `${manufacturer.toLowerCase()}|${categoryId}`
    if (known.has(generatedFor)) continue
    known.add(generatedFor)
    const values = {
      title: `${manufacturer}: ${category}`.slice(0, 200),
      kind: SubmittalKind.ProductData,
      lineIds: lineIds.filter((id) => isLiving.has(id)),
    }
    await submittals.create(ctx, values, {
      parentId: projectId,
      columns: { ...(await newSeries(ctx, projectId)), generatedFor },
      title: `Generated from ${revision.code}`,
    })
    created++
  }
  return { created }
}

export const submittalRoutes: Route[] = [
  defineRoute(generateSubmittals, (ctx, { params, body }) => generate(ctx, params.id, body.revisionId)),
  defineRoute(receiveSubmittal, receiveStep),
  defineRoute(returnSubmittal, returnStep),
]
