import { messages } from '../../model/kit/rules.ts'
import {
  type Approvable,
  type Approval,
  approvalPaper,
  approve,
  externalApprovals,
  projectApprovals,
} from '../../model/portal/approvals.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import { readStoredFile, storeFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { badRequest, conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type ParsedRequest, type ReadOnly, type Requester, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { getOpened, getProject, holdProject, type Opened } from '../projects/public.ts'
import { approvableFiles, notePaperAccepted, openProposals } from '../reports/public.ts'
import { contentDisposition } from '../tools/signed-address.ts'
import { createApprovalProof, writeProof } from './approval-proof.ts'
import { employerSql } from './comment-scope.ts'
import { approvalsTable } from './portal-tables.ts'

const shape = {
  id: is.number,
  revisionId: orNull(is.number),
  taskId: orNull(is.number),
  title: is.text,
  fingerprint: is.text,
  note: orNull(is.text),
  name: is.text,
  company: orNull(is.text),
  createDate: is.instant,
  proofUrl: is.text,
  fileUrl: orNull(is.text),
}

/** Approvals of a project, newest first, optionally those of one user. File URLs need the user's session. */
async function loadApprovals(ctx: Context, projectId: number, { by, id }: { by?: string; id?: number } = {}): Promise<Approval[]> {
  const p = new Params()
  const conditions = [
    `a.project_id = ${p.add(projectId)}`,
    ...(by === undefined ? [] : [`a.created_by_id = ${p.add(by)}::uuid`]),
    ...(id === undefined ? [] : [`a.id = ${p.add(id)}`]),
  ]
  return ctx.rows(
    shape,
    `select a.id, a.revision_id, a.task_id, a.title, a.fingerprint, a.note, a.name, a.company, a.create_date,
       '/api/files/' || a.proof_id || '/approval.pdf' as "proofUrl", '/api/files/' || a.file_id || '/proposal.docx' as "fileUrl"
     from approvals a where ${conditions.join(' and ')} order by a.id desc`,
    p.values,
  )
}

/** Approvals of a project for staff, with the URL of a proposal if they may print it themselves. */
async function readForStaff(ctx: Context, projectId: number): Promise<Approval[]> {
  const approvals = await loadApprovals(ctx, projectId)
  const open = await openProposals(
    ctx,
    approvals.flatMap(({ taskId }) => taskId ?? []),
  )
  return approvals.map((approval) => (approval.taskId !== null && open.has(approval.taskId) ? approval : { ...approval, fileUrl: null }))
}

async function openedForApproval(ctx: Context, id: number): Promise<Opened> {
  const opened = await getOpened(ctx, id)
  if (!opened.approves) throw notFound('Approvals')
  return opened
}

/** The latest issued revision, and proposals shared with the external user. */
async function approvables(ctx: Context, opened: Opened) {
  const revisions = await ctx.rows(
    { revisionId: is.number, title: is.text, fingerprint: is.text },
    'select r.id as "revisionId", r.code as title, r.fingerprint from issued_revisions r where r.project_id = $1',
    [opened.id],
  )
  const files = await approvableFiles(ctx, opened.id)
  return [
    ...revisions.map((revision) => ({ ...revision, taskId: null, fileId: null })),
    ...files.map((file) => ({ ...file, revisionId: null })),
  ]
}

async function readForGuest(ctx: Context, projectId: number) {
  const opened = await openedForApproval(ctx, projectId)
  const items = await loadApprovals(ctx, opened.id, { by: ctx.actor.userId })
  const isGiven = (item: { revisionId: number | null; taskId: number | null }) =>
    items.some(({ revisionId, taskId }) => revisionId === item.revisionId && taskId === item.taskId)
  const waiting: Approvable[] = (await approvables(ctx, opened))
    .filter((approvable) => !isGiven(approvable))
    .map(({ revisionId, taskId, title, fingerprint }) => ({ revisionId, taskId, title, fingerprint }))
  return { items, waiting }
}

type Named = Pick<HandlerRequest<typeof approve>['body'], 'revisionId' | 'taskId'>
async function findApprovable(ctx: Context, opened: Opened, { revisionId, taskId }: Named) {
  if ((revisionId === null) === (taskId === null)) throw badRequest({ revisionId: [messages.required] })
  const target = (await approvables(ctx, opened)).find((approvable) => approvable.revisionId === revisionId && approvable.taskId === taskId)
  if (!target)
    throw conflict(revisionId === null ? 'This file is no longer shared with you.' : 'Another revision has been issued in the meantime.')
  return target
}

async function approver(ctx: Context) {
  const people = await ctx.rows(
    { name: is.text, company: orNull(is.text) },
    `select i.first_name || ' ' || i.last_name as name, ${employerSql('i.email')} as company from people i where i.id = $1`,
    [ctx.actor.userId],
  )
  return onlyRow(people)
}

async function preparePaper(
  { params, query: { note, ...named } }: ParsedRequest<typeof approvalPaper>,
  readOnly: ReadOnly,
  by: Requester,
): Promise<Buffer> {
  const proof = await readOnly(async (ctx) => {
    const opened = await openedForApproval(ctx, params.id)
    const { title, fingerprint, revisionId } = await findApprovable(ctx, opened, named)
    const signer = await approver(ctx)
    return createApprovalProof(ctx, opened, { ...signer, title, fingerprint, note, isRevision: revisionId !== null, isGiven: false })
  })
  return writeProof(proof, by)
}

const showPaper = async (paper: Buffer) =>
  new CustomResponse(async (reply) =>
    reply.header('content-disposition', contentDisposition('approval.pdf', 'inline')).type('application/pdf').send(paper),
  )

/** Throws a conflict if the subject changed since the user viewed it. */
async function unchanged(ctx: Context, projectId: number, { fingerprint, ...named }: Named & { fingerprint: string }) {
  const opened = await openedForApproval(ctx, projectId)
  const target = await findApprovable(ctx, opened, named)
  if (target.fingerprint !== fingerprint) throw conflict(changed)
  return { opened, wanted: target, who: await approver(ctx) }
}
const changed = 'This has changed since you opened it. Please review it again.'
type Unchanged = Awaited<ReturnType<typeof unchanged>>

async function prepareProof(
  { params, body }: ParsedRequest<typeof approve>,
  readOnly: ReadOnly,
  by: Requester,
): Promise<Unchanged & { proof: Buffer }> {
  const { proof, ...known } = await readOnly(async (ctx) => {
    const known = await unchanged(ctx, params.id, body)
    const { title, fingerprint, revisionId } = known.wanted
    const proofInput = { ...known.who, title, fingerprint, note: body.note, isRevision: revisionId !== null, isGiven: true }
    return { ...known, proof: await createApprovalProof(ctx, known.opened, proofInput) }
  })
  return { ...known, proof: await writeProof(proof, by) }
}

/** Checks that the proof is still current: no new revision was issued and the shown contents are unchanged. */
async function storeApproval(
  ctx: Context,
  projectId: number,
  { note, ...named }: HandlerRequest<typeof approve>['body'],
  prepared: Unchanged & { proof: Buffer },
) {
  await openedForApproval(ctx, projectId)
  await holdProject(ctx, projectId)
  const known = await unchanged(ctx, projectId, named)
  const { proof, ...before } = prepared
  if (JSON.stringify(known) !== JSON.stringify(before)) throw conflict(changed)
  const { opened, wanted: target, who: signer } = known
  const { title, revisionId, taskId, fingerprint } = target
  const storedProof = await storeFile(ctx, {
    name: `Approval of ${title}.pdf`,
    contentType: 'application/pdf',
    data: proof,
    extension: 'pdf',
  })
  const copy = target.fileId === null ? null : await keepCopy(ctx, target.fileId)
  const { name, company } = signer
  const about = { projectId: opened.id, revisionId, taskId, title, fingerprint, note, name, company }
  const row = { ...about, createdById: ctx.actor.userId, fileId: copy, proofId: storedProof.id }
  const created = await ctx.insert(approvalsTable, row, { onConflict: 'skip', returning: ['id'] })
  if (!created[0]) throw conflict(`You have already approved ${title}.`)
  const { id } = created[0]
  await recordAudit(ctx, [{ action: 'Create', entity: 'approvals', entityId: id, entityName: title, after: { fingerprint, note } }])
  if (taskId !== null) await notePaperAccepted(ctx, { taskId, fingerprint, name })
  await notifyStaff(ctx, opened.id, { id, title, note, ...signer })
  const [approval] = await loadApprovals(ctx, opened.id, { by: ctx.actor.userId, id })
  if (!approval) throw notFound('Approval')
  return approval
}

/** Stores a copy, because the proposal is deleted with its download task. */
async function keepCopy(ctx: Context, fileId: string): Promise<string> {
  const file = await readStoredFile(ctx, fileId)
  if (!file) throw notFound('File')
  return (await storeFile(ctx, file)).id
}

async function notifyStaff(
  ctx: Context,
  projectId: number,
  approval: { id: number; title: string; note: string | null; name: string; company: string | null },
) {
  const projects = await ctx.rows({ name: is.text }, 'select name from living_projects where id = $1', [projectId])
  const issuers = await ctx.rows({ id: orNull(is.uuid) }, 'select r.issued_by_id as id from issued_revisions r where r.project_id = $1', [
    projectId,
  ])
  await ctx.services.notify(ctx, {
    key: `approval ${approval.id}`,
    kind: 'approval',
    entity: 'projects',
    entityId: projectId,
    projectId,
    needs: 'ProjectReports.View',
    title: `${approval.name} approved ${approval.title} of ${onlyRow(projects).name}`,
    text: approval.note ?? approval.company ?? '',
    link: `/projects/${projectId}/revisions`,
    to: [{ reason: 'assigned', userIds: issuers.map(({ id }) => id) }],
    isForWatchers: true,
  })
  ctx.after(() => ctx.services.changed({ entity: 'approvals', id: projectId, projectId, action: 'Created' }, 'ProjectReports.View'))
}

export const approvalRoutes: Route[] = [
  defineRoute(projectApprovals, async (ctx, { params }) => ({ items: await readForStaff(ctx, (await getProject(ctx, params.id)).id) })),
  defineRoute(externalApprovals, (ctx, { params }) => readForGuest(ctx, params.id)),
  defineRoute(approvalPaper, (_ctx, { prepared }) => showPaper(prepared), preparePaper),
  defineRoute(approve, (ctx, { params, body, prepared }) => storeApproval(ctx, params.id, body, prepared), prepareProof),
]
