import { defaultSheetTitle, typeOrder } from '../../model/drawings/document-texts.ts'
import { drawingDocuments } from '../../model/drawings/drawing-documents.ts'
import { AssociateType } from '../../model/drawings/enums.ts'
import type { RowOf, WriteValues } from '../../model/kit/resource.ts'
import { statusMoves } from '../../model/spaces/status-moves.ts'
import { DocumentLayout } from '../../model/templates/enums.ts'
import { tooManyViews } from '../../model/templates/layouts.ts'
import { readFiles } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import type { HandlerRequest } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { belowProject, openProject, projects } from '../projects/public.ts'
import { layoutTemplates, missingViews, namingTemplates, sheetSizeSql, viewsSql } from '../templates/public.ts'
import { createNumbering, loadSubjectNames, nextSequence } from './document-numbers.ts'
import { drawingDocumentsTable } from './drawings-tables.ts'

export type Document = RowOf<typeof drawingDocuments>

const { NotAssociated, Category } = AssociateType
const aboutName = `(case when t.associate_type = ${Category} then (select c.name from numbered_categories c where c.id = t.associate_id)
  else (select x.clear_name from project_places x where x.kind = t.associate_type and x.id = t.associate_id) end)`

export const documents = serve({
  resource: drawingDocuments,
  table: drawingDocumentsTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => belowProject(actor, p),
  computed: {
    associate: {
      sql: `(case when t.associate_id is null then null else json_build_object('id', t.associate_id, 'name', ${aboutName}) end)`,
      order: `${aboutName} collate ${naturalOrder}`,
    },
    views: { sql: viewsSql('t.layout_view_ids'), order: null },
    sheetSize: sheetSizeSql('t.layout_template_id'),
    fileName: { sql: 'null::text', order: 't.file_id' },
    url: { sql: 'null::text', order: null },
  },
  orders: {
    documentType: `array_position(array[${typeOrder.join(', ')}], t.document_type::int)`,
    number: `t.number collate ${naturalOrder}`,
  },
  searchIn: (pattern) => `dna_fold(concat_ws(' ', t.number, t.title, ${aboutName})) like ${pattern}`,

  async beforeWrite(ctx, values, before, projectId) {
    const now = { ...before, ...values }
    const associateType = now.associateType ?? NotAssociated
    const associateId = associateType === NotAssociated ? null : (now.associateId ?? null)
    const documentType = values.documentType ?? before?.documentType
    if (documentType === undefined) throw badRequest({ documentType: ['This field is required!'] })
    const about = await checkAbout(ctx, projectId, associateType, associateId, before)
    const sheet = await resolveSheet(ctx, values, before)
    const namingTemplateId = values.namingTemplateId ?? null
    if (
      namingTemplateId !== null &&
      namingTemplateId !== before?.namingTemplate?.id &&
      !(await namingTemplates.find(ctx, namingTemplateId))
    )
      throw badRequest({ namingTemplateId: ['Naming template not found.'] })
    if (values.fileId && values.fileId !== before?.fileId && (await readFiles(ctx, [values.fileId])).size === 0)
      throw badRequest({ fileId: ['File not found.'] })

    const sequence = before?.documentType === documentType ? before.sequence : await nextSequence(ctx, projectId, documentType)
    const isNew =
      !before ||
      values.number == null ||
      before.documentType !== documentType ||
      before.associateType !== associateType ||
      before.associateId !== associateId ||
      (before.namingTemplate?.id ?? null) !== namingTemplateId
    const isByHand = values.number != null && (values.number !== before?.number || before.isNumberManual)
    const numberOf = isNew && !isByHand ? await createNumbering(ctx, projectId, before ? [before.id] : []) : undefined
    const number = numberOf
      ? await numberOf({ documentType, associateType, associateId, namingTemplateId, sequence })
      : (values.number ?? before?.number ?? null)
    return {
      ...sheet,
      associateId,
      sequence,
      number,
      isNumberManual: isByHand,
      title: values.title ?? defaultSheetTitle(documentType, about),
    }
  },
  async detail(ctx, row) {
    const mayMove = ctx.actor.held.has('DrawingDocuments.Update')
    const [shown] = await withFiles(ctx, [row])
    return { ...shown, actions: mayMove && statusMoves[row.state].length > 0 ? ['SetState'] : [] }
  },
  projectIdOf: (row) => row.projectId,
})

/** Checks that the document's subject exists in this project. A subject that was deleted after it was chosen is still accepted. */
async function checkAbout(ctx: Context, projectId: number, type: AssociateType, id: number | null, before: Document | null) {
  if (type === NotAssociated) return null
  if (id === null) throw badRequest({ associateId: ['This field is required!'] })
  const name = (await loadSubjectNames(ctx, projectId, type, [id])).get(id)
  if (name !== undefined) return name
  if (before?.associateType === type && before.associateId === id) return before.associate?.name ?? null
  throw badRequest({ associateId: [`${AssociateType.label(type)} not found.`] })
}

/** Resolves layout and views. A newly chosen template sets the layout, and the views when the request has none. */
async function resolveSheet(
  ctx: Context,
  values: Pick<WriteValues<typeof drawingDocuments>, 'layout' | 'layoutViewIds' | 'layoutTemplateId'>,
  before: Document | null,
) {
  const templateId = values.layoutTemplateId ?? null
  const template =
    templateId !== null && templateId !== before?.layoutTemplate?.id ? await layoutTemplates.find(ctx, templateId) : undefined
  if (templateId !== null && templateId !== before?.layoutTemplate?.id && !template)
    throw badRequest({ layoutTemplateId: ['Layout template not found.'] })
  const layout = template?.layout ?? values.layout ?? before?.layout ?? DocumentLayout.BIMTeamDecided
  const viewIds = values.layoutViewIds ?? before?.layoutViewIds ?? []
  const layoutViewIds = template && viewIds.length === 0 ? template.viewIds : viewIds
  const problem = tooManyViews(layout, layoutViewIds.length)
  if (problem) throw badRequest({ layoutViewIds: [problem] })
  const known = new Set(before?.layoutViewIds)
  const unknown = layoutViewIds.filter((id) => !known.has(id))
  if ((await missingViews(ctx, unknown)).length > 0) throw badRequest({ layoutViewIds: ['Layout views not found.'] })
  return { layout, layoutViewIds }
}

async function withFiles(ctx: Context, rows: readonly Document[]) {
  const files = await readFiles(
    ctx,
    rows.flatMap(({ fileId }) => fileId ?? []),
  )
  return rows.map((row) => {
    const file = row.fileId === null ? undefined : files.get(row.fileId)
    return { ...row, fileName: file ? String(file.name) : null, url: file ? String(file.url) : null }
  })
}

const listed = new Set([
  ...drawingDocuments.list.columns,
  ...(drawingDocuments.list.optionalColumns ?? []),
  'id',
  'rowVersion',
  'fileId',
  'associateId',
  'layoutViewIds',
  'notes',
])
async function listDocuments(ctx: Context, { params, query }: HandlerRequest<typeof documents.calls.list>) {
  const project = await projects.get(ctx, params.id)
  const page = await documents.list(ctx, { ...query, columns: null }, { parentId: project.id, keys: listed })
  return { ...page, items: await withFiles(ctx, page.items) }
}

export const servedDocuments = withOverrides(documents, {
  list: { instead: listDocuments },
})
