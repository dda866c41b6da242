import { defaultSheetTitle, typeOrder } from '../../model/drawings/document-texts.ts'
import {
  bulkDocuments,
  drawingDocuments,
  generateDocuments,
  nextDocument,
  renumberDocuments,
  setDocumentState,
} from '../../model/drawings/drawing-documents.ts'
import { AssociateType, DocumentState, type DocumentType } from '../../model/drawings/enums.ts'
import { statusMoves } from '../../model/spaces/status-moves.ts'
import { dealViews, tooManyViews } from '../../model/templates/layouts.ts'
import { type RowEdit, recordEdits } from '../activity/public.ts'
import { diffRows, recordAudit } from '../kit/entity/audit.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { announceMany, pendingChanges, readMany, type StoredRow, writeMany, writeManySwapping } from '../kit/resource/many-rows.ts'
import { is } from '../kit/sql/row-types.ts'
import { openProject, projects } from '../projects/public.ts'
import { layoutTemplates, missingViews, namingTemplates } from '../templates/public.ts'
import { createNumbering, loadSubjectNames, nextSequence } from './document-numbers.ts'
import { documents } from './drawing-documents.ts'
import { drawingDocumentsTable } from './drawings-tables.ts'

const { NotAssociated } = AssociateType
const { Completed } = DocumentState

type Sheet = StoredRow<typeof documents>
type Made = Pick<Sheet, 'documentType' | 'associateId' | 'number' | 'sequence'> & { title: string; views: number[] }
const stateTitle = ({ columns: { state } }: RowEdit) => (state === undefined ? undefined : DocumentState.label(state))

type GenerateBody = HandlerRequest<typeof generateDocuments>['body']

/** Resolves layout and views of the new sheets. Rejects templates and views that do not exist. */
async function resolveSheets(ctx: Context, { layout, layoutTemplateId, viewIds, splitViews, namingTemplateId }: GenerateBody) {
  const template = layoutTemplateId === null ? undefined : await layoutTemplates.find(ctx, layoutTemplateId)
  if (layoutTemplateId !== null && !template) throw badRequest({ layoutTemplateId: ['Layout template not found.'] })
  if (namingTemplateId !== null && !(await namingTemplates.find(ctx, namingTemplateId)))
    throw badRequest({ namingTemplateId: ['Naming template not found.'] })
  const chosen = template?.layout ?? layout
  const views = viewIds ?? template?.viewIds ?? []
  if ((await missingViews(ctx, views)).length > 0) throw badRequest({ viewIds: ['Layout views not found.'] })
  const problem = splitViews ? undefined : tooManyViews(chosen, views.length)
  if (problem) throw badRequest({ viewIds: [problem] })
  return { layout: chosen, sheets: splitViews ? dealViews(chosen, views) : [views] }
}

async function generate(ctx: Context, projectId: number, input: GenerateBody) {
  await projects.expect(ctx, projectId)
  const project = await openProject(ctx, projectId)
  const { associateType, documentTypes, layoutTemplateId, namingTemplateId } = input
  if (documentTypes.length === 0) throw badRequest({ documentTypes: ['Select at least one!'] })
  const ids = associateType === NotAssociated ? [null] : (input.ids ?? [])
  if (ids.length === 0) throw badRequest({ ids: ['Select at least one!'] })
  const placeLabels = await loadSubjectNames(
    ctx,
    projectId,
    associateType,
    ids.filter((id) => id !== null),
  )
  const missingId = ids.find((id) => id !== null && !placeLabels.has(id))
  if (missingId !== undefined) throw badRequest({ ids: [`${AssociateType.label(associateType)} not found.`] })
  const { layout, sheets } = await resolveSheets(ctx, input)

  const there = await ctx.rows(
    { key: is.text },
    `select distinct document_type || ' ' || coalesce(associate_id, 0) as key from drawing_documents where project_id = $1 and associate_type = $2 and not is_deleted`,
    [projectId, associateType],
  )
  const known = new Set(there.map(({ key }) => key))
  const numberOf = await createNumbering(ctx, projectId)
  const rows: Made[] = []
  let skipped = 0
  for (const documentType of typeOrder.filter((type) => documentTypes.includes(type))) {
    let sequence = await nextSequence(ctx, projectId, documentType)
    for (const associateId of ids) {
      if (known.has(`${documentType} ${associateId ?? 0}`)) {
        skipped++
        continue
      }
      for (const views of sheets) {
        const number = await numberOf({ documentType, associateType, associateId, namingTemplateId, sequence })
        const title = defaultSheetTitle(documentType, associateId === null ? null : placeLabels.get(associateId))
        rows.push({ documentType, associateId, number, title, sequence, views })
        sequence++
      }
    }
  }
  const shared = { projectId, associateType, namingTemplateId, layout, layoutTemplateId }
  const created = await ctx.insertMany(
    drawingDocumentsTable,
    rows.map(({ views, ...row }) => ({ ...shared, ...row, layoutViewIds: views ?? [] })),
    { returning: ['id'] },
  )
  const changeSetId = await recordEdits(
    ctx,
    documents,
    { project, title: 'Generated', permission: 'DrawingDocuments.Delete' },
    new Map(),
    created.map(({ id }) => ({ id, columns: {} })),
  )
  return { created: created.length, skipped, changeSetId }
}

async function lockDocuments(ctx: Context, projectId: number, ids: number[] | null): Promise<Map<string, Sheet>> {
  const found = await ctx.rows(
    { id: is.number },
    'select id from drawing_documents where project_id = $1 and not is_deleted and ($2::bigint[] is null or id = any($2)) order by id',
    [projectId, ids],
  )
  if (ids && found.length < ids.length) throw badRequest({ ids: ['Drawing document not found.'] })
  return readMany(
    ctx,
    documents,
    found.map(({ id }) => id),
    { lock: true },
  )
}

/** Returns a function that yields the next unused sequence of a document type, starting at 1. */
async function freeSequences(ctx: Context, projectId: number, except: number[]) {
  const used = await ctx.rows(
    { type: is.number, sequence: is.number },
    'select document_type as type, sequence from drawing_documents where project_id = $1 and not is_deleted and id <> all($2)',
    [projectId, except],
  )
  const usedSequences = new Set(used.map(({ type, sequence }) => `${type} ${sequence}`))
  const last = new Map<DocumentType, number>()
  return (type: DocumentType) => {
    let sequence = (last.get(type) ?? 0) + 1
    while (usedSequences.has(`${type} ${sequence}`)) sequence++
    last.set(type, sequence)
    return sequence
  }
}

async function renumberSheets(ctx: Context, projectId: number, ids: number[] | null) {
  await projects.expect(ctx, projectId)
  const project = await openProject(ctx, projectId)
  const before = await lockDocuments(ctx, projectId, ids)
  // Skips numbers entered by hand and documents whose subject no longer exists.
  const rows: Sheet[] = []
  for (const row of before.values())
    if (
      !row.isNumberManual &&
      (row.associateId === null || (await loadSubjectNames(ctx, projectId, row.associateType, [row.associateId])).size > 0)
    )
      rows.push(row)
  rows.sort((a, b) => typeOrder.indexOf(a.documentType) - typeOrder.indexOf(b.documentType) || a.sequence - b.sequence || a.id - b.id)
  const own = rows.map(({ id }) => Number(id))
  const sequenceOf = await freeSequences(ctx, projectId, own)
  const numberOf = await createNumbering(ctx, projectId, own)
  const edits: RowEdit[] = []
  for (const row of rows) {
    const sequence = sequenceOf(row.documentType)
    const { documentType, associateType, associateId } = row
    const number = await numberOf({ documentType, associateType, associateId, namingTemplateId: row.namingTemplate?.id ?? null, sequence })
    if (number !== row.number || sequence !== row.sequence) edits.push({ id: row.id, columns: { sequence, number } })
  }
  await writeManySwapping(ctx, documents, edits)
  const changeSetId = await recordEdits(
    ctx,
    documents,
    { project, title: 'Renumbered', permission: 'DrawingDocuments.Update' },
    before,
    edits,
  )
  return { changed: edits.length, changeSetId }
}

/** Columns that a status change writes. A completed sheet without an issue date is issued today. */
function stateColumns(row: Pick<Sheet, 'state' | 'issueDate'>, state: DocumentState): Record<string, unknown> {
  const from = row.state
  if (!statusMoves[from].includes(state)) throw conflict(`The state cannot be changed this way while ${DocumentState.label(from)}.`)
  return { state, ...(state === Completed && row.issueDate === null ? { issueDate: todayUtc() } : {}) }
}

async function setState(
  ctx: Context,
  projectId: number,
  id: number,
  { state, comment, rowVersion }: HandlerRequest<typeof setDocumentState>['body'],
) {
  await documents.get(ctx, id, { parentId: projectId })
  await openProject(ctx, projectId)
  const before = await documents.get(ctx, id, { parentId: projectId, lock: true })
  await checkVersion(before, rowVersion, `${before.title} has`, () => documents.detailed(ctx, before))
  const columns = stateColumns(before, state)
  await writeMany(ctx, documents, [{ id, columns }])
  const after = await documents.get(ctx, id, { parentId: projectId })
  const diff = diffRows(drawingDocuments, before, after)
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: drawingDocuments.entity,
      entityId: id,
      entityName: before.title,
      before: diff.before,
      after: diff.after,
      activity: { title: DocumentState.label(state), notes: comment, changes: diff.changes, projectId },
    },
  ])
  announceMany(ctx, documents, [{ id, projectId, rowVersion: after.rowVersion }], 'Updated')
  return documents.detailed(ctx, after)
}

async function changeMany(ctx: Context, projectId: number, ids: number[], set: HandlerRequest<typeof bulkDocuments>['body']['set']) {
  await projects.expect(ctx, projectId)
  const project = await openProject(ctx, projectId)
  const { state, ...named } = set
  const changes: Partial<typeof named> = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== null))
  if (state === null && Object.keys(changes).length === 0) throw badRequest({ set: ['Nothing to change.'] })
  if (set.assignedUserId !== null) await refuseUnknown(ctx, set.assignedUserId)
  const before = await lockDocuments(ctx, projectId, ids)
  const edits: RowEdit[] = []
  for (const row of before.values()) {
    const pending = pendingChanges(documents, row, changes)
    const moved = state === null || state === row.state ? {} : stateColumns({ ...row, ...pending }, state)
    const columns = { ...pending, ...moved }
    if (Object.keys(columns).length > 0) edits.push({ id: row.id, columns })
  }
  await writeMany(ctx, documents, edits)
  const changeSetId = await recordEdits(
    ctx,
    documents,
    { project, rowTitle: stateTitle, permission: 'DrawingDocuments.Update' },
    before,
    edits,
  )
  return { updated: edits.length, changeSetId }
}

async function refuseUnknown(ctx: Context, userId: string) {
  const found = await ctx.run('select from people where id = $1', [userId])
  if (found === 0) throw badRequest({ 'set.assignedUserId': ['User not found.'] })
}

/** Previews the number and title of a document. Both are null until its subject is chosen. */
async function previewNumber(ctx: Context, projectId: number, { documentType, associateType, associateId, namingTemplateId, docId }: Next) {
  const project = await projects.get(ctx, projectId)
  const placeLabels = await loadSubjectNames(ctx, project.id, associateType, associateId === null ? [] : [associateId])
  const about = associateId === null ? undefined : placeLabels.get(associateId)
  if (associateType !== NotAssociated && about === undefined) return { number: null, title: null }
  const changed = docId === null ? undefined : await documents.find(ctx, docId, { parentId: project.id })
  const sequence = changed?.documentType === documentType ? changed.sequence : await nextSequence(ctx, project.id, documentType)
  const numberOf = await createNumbering(ctx, project.id, changed ? [changed.id] : [])
  const number = await numberOf({
    documentType,
    associateType,
    associateId: about === undefined ? null : associateId,
    namingTemplateId,
    sequence,
  })
  return { number, title: defaultSheetTitle(documentType, about) }
}
type Next = HandlerRequest<typeof nextDocument>['query']

export const documentRoutes: Route[] = [
  defineRoute(nextDocument, (ctx, { params, query }) => previewNumber(ctx, params.id, query)),
  defineRoute(generateDocuments, (ctx, { params, body }) => generate(ctx, params.id, body)),
  defineRoute(renumberDocuments, (ctx, { params, body }) => renumberSheets(ctx, params.id, body.ids)),
  defineRoute(setDocumentState, (ctx, { params, body }) => setState(ctx, params.id, params.docId, body)),
  defineRoute(bulkDocuments, (ctx, { params, body }) => changeMany(ctx, params.id, body.ids, body.set)),
]
