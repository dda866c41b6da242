import { bulkDocuments, drawingDocuments, generateDocuments } from '../../model/drawings/drawing-documents.ts'
import { AssociateType, DocumentState, DocumentType } from '../../model/drawings/enums.ts'
import type { BodyOf } from '../../model/kit/call.ts'
import { storeFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import { demoFirm, onDay } from './firm.ts'
import { createCall, type Invoke, readCall, updateCall } from './invoke.ts'

const drawn = ['science-commons', 'performing-arts']
/** Null leaves a field unchanged. */
const unchanged = { state: null, assignedUserId: null, dueDate: null, issueDate: null, revision: null }
const { Completed, InProgress, OnHold } = DocumentState

async function issueCover(ctx: Context, call: Invoke, { projectId, name, coverId }: { projectId: number; name: string; coverId: number }) {
  const documents = await ctx.rows(
    { number: is.text, title: is.text },
    'select d.number, d.title from living_documents d where d.project_id = $1 order by d.id',
    [projectId],
  )
  const sheets = documents.map(({ number, title }) => ({
    parts: [
      { text: number, width: 110 },
      { text: title, x: 120 },
    ],
  }))
  const head = { parts: [{ text: name }], size: 16, isBold: true }
  const data = await runInWorker('pdf', {
    title: `${name}, drawings`,
    lines: [head, { parts: [{ text: 'Drawings, revision A' }] }, ...sheets],
  })
  const { id } = await storeFile(ctx, { name: `${name} CVR-001 A.pdf`, contentType: 'application/pdf', data, extension: 'pdf' })
  const params = { id: projectId, itemId: coverId }
  const cover = await call(readCall(drawingDocuments), { params })
  await call(updateCall(drawingDocuments), { params, body: { ...cover, fileId: id } })
}

/** Creates the sheets of two projects: the first are issued, some in progress, one on hold, and the rest not started. */
export async function makeDrawings(call: Invoke, ctx: Context, people: Map<string, string>, today: string) {
  const named = async (table: 'layout_templates' | 'layout_views', name: string) =>
    (await ctx.rows({ id: is.number }, `select id from ${table} where name = $1 and not is_deleted`, [name]))[0]?.id
  const [oneView, fourViews] = [await named('layout_templates', 'One view D'), await named('layout_templates', 'Four views D')]
  const signalFlow = await named('layout_views', 'Signal Flow')
  for (const { name, team } of demoFirm.projects.filter(({ key }) => drawn.includes(key))) {
    const [project] = await ctx.rows({ id: is.number }, 'select p.id from living_projects p where p.name = $1', [name])
    if (!project) continue
    const params = { id: project.id }
    const { id: coverId } = await call(createCall(drawingDocuments), { params, body: { documentType: DocumentType.CoverSheet } })
    const idsOf = async (sql: string) => (await ctx.rows({ id: is.number }, sql, [project.id])).map(({ id }) => id)
    const spaces = await idsOf('select s.id from spaces s where s.project_id = $1 and not s.is_deleted order by s.id')
    const levels = await idsOf(
      'select l.id from levels l join buildings b on b.id = l.building_id where b.project_id = $1 and not l.is_deleted and not b.is_deleted order by l.id',
    )
    const { IAV, SCD, Plan } = DocumentType
    const { Space, Level } = AssociateType
    for (const sheets of [
      { documentTypes: [IAV], associateType: Space, ids: spaces, layoutTemplateId: fourViews },
      {
        documentTypes: [SCD],
        associateType: Space,
        ids: spaces,
        layoutTemplateId: oneView,
        viewIds: signalFlow === undefined ? null : [signalFlow],
      },
      { documentTypes: [Plan], associateType: Level, ids: levels, layoutTemplateId: oneView },
    ] satisfies BodyOf<typeof generateDocuments>[])
      await call(generateDocuments, { params, body: sheets })
    const documents = await idsOf('select d.id from drawing_documents d where d.project_id = $1 and not d.is_deleted order by d.id')
    const third = Math.floor(documents.length / 3)
    const drawer = (at: number) => people.get(team[at % team.length] ?? '') ?? null
    // A sheet must be in progress before it can be completed or put on hold.
    const parts = [
      { ids: documents.slice(0, 2 * third + 1), set: { ...unchanged, state: InProgress } },
      {
        ids: documents.slice(0, third),
        set: { ...unchanged, state: Completed, assignedUserId: drawer(0), issueDate: onDay(today, -12), revision: 'A' },
      },
      { ids: documents.slice(third, 2 * third), set: { ...unchanged, assignedUserId: drawer(1), dueDate: onDay(today, 9) } },
      { ids: documents.slice(2 * third, 2 * third + 1), set: { ...unchanged, state: OnHold, assignedUserId: drawer(2) } },
    ] satisfies BodyOf<typeof bulkDocuments>[]
    for (const part of parts) if (part.ids.length > 0) await call(bulkDocuments, { params, body: part })
    await issueCover(ctx, call, { projectId: project.id, name, coverId })
  }
}
