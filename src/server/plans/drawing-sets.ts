import { round } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { DrawingPaper, SheetFormat } from '../../model/plans/enums.ts'
import { issueDrawings, listDrawingSets, readDrawingSet } from '../../model/plans/sheet-calls.ts'
import { sheetDxf } from '../../model/plans/sheet-dxf.ts'
import { layoutIndex, layoutSheet, type SheetContents } from '../../model/plans/sheet-layout.ts'
import type { SheetScene } from '../../model/plans/sheet-scene.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { documents } from '../drawings/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull, personRef } from '../kit/sql/row-types.ts'
import { getProject, openProject, projects } from '../projects/public.ts'
import type { Maker } from '../reports/public.ts'
import { findRevision } from '../reports/public.ts'
import { zipWriter } from '../tools/zip-writing.ts'
import { drawingSetsTable } from './plan-tables.ts'
import { type ProjectOfSheets, readProjectOfSheets, readSheetContents } from './sheet-reading.ts'
import { readSheetFiles, safeName, sheetSvgWith, sheetsPdf } from './sheets.ts'

declare module '../kit/request/context.ts' {
  interface FileParameters {
    drawingSet: { setId: number; fileTypes: SheetFormat[] }
  }
}

const deviceShape = { unitId: is.number, label: is.text, x: is.number, y: is.number, rotation: is.number }
const storedSheet = is.jsonOf({
  documentId: is.number,
  number: is.text,
  title: is.text,
  revision: orNull(is.text),
  changes: orNull(is.text),
  devices: is.listOf(is.jsonOf(deviceShape)),
})
interface StoredSheet {
  documentId: number
  number: string
  title: string
  revision: string | null
  changes: string | null
  devices: { unitId: number; label: string; x: number; y: number; rotation: number }[]
}

const devicesOf = ({ views }: SheetContents) =>
  views.flatMap((view) =>
    view.kind === 'plan'
      ? view.plan.placements
          .filter(({ space }) => view.spaceId === null || space.id === view.spaceId)
          .map(({ unitId, label, x, y, rotation }) => ({ unitId, label, x, y, rotation }))
      : [],
  )

/** Differences from the sheet of the last set, in words. */
function describeChanges(sheet: Omit<StoredSheet, 'changes'>, before: StoredSheet | undefined): string {
  if (!before) return 'New sheet'
  const old = new Map(before.devices.map((device) => [device.unitId, device]))
  const now = new Set(sheet.devices.map(({ unitId }) => unitId))
  const added = sheet.devices.filter(({ unitId }) => !old.has(unitId)).length
  const removed = before.devices.filter(({ unitId }) => !now.has(unitId)).length
  const moved = sheet.devices.filter(({ unitId, x, y, rotation }) => {
    const device = old.get(unitId)
    return device && (device.x !== x || device.y !== y || device.rotation !== rotation)
  }).length
  const parts = [
    before.title !== sheet.title && 'title changed',
    before.number !== sheet.number && `was ${before.number}`,
    before.revision !== sheet.revision && 'revision changed',
    added > 0 && `${formatCount(added, 'device')} added`,
    moved > 0 && `${formatCount(moved, 'device')} moved`,
    removed > 0 && `${formatCount(removed, 'device')} removed`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : 'No change'
}

async function readContents(ctx: Context, read: ProjectOfSheets, documentIds: readonly number[], paper: DrawingPaper | null) {
  const contents: { documentId: number; contents: SheetContents }[] = []
  const sheets = documentIds.length + 1
  for (const [index, documentId] of documentIds.entries()) {
    const document = await documents.get(ctx, documentId, { parentId: read.project.id })
    contents.push({ documentId, contents: await readSheetContents(ctx, read, document, { sheet: [index + 2, sheets], paper }) })
  }
  return contents
}

async function issue(ctx: Context, { params, body }: HandlerRequest<typeof issueDrawings>) {
  await projects.expect(ctx, params.id)
  const project = await openProject(ctx, params.id)
  const { title, revisionId } = body
  for (const id of body.documentIds)
    if (!(await documents.find(ctx, id, { parentId: project.id }))) throw badRequest({ documentIds: ['Drawing document not found.'] })
  if (revisionId !== null && !(await findRevision(ctx, project.id, revisionId))) throw badRequest({ revisionId: ['Revision not found.'] })
  const fileTypes = body.fileTypes.length > 0 ? [...new Set(body.fileTypes)] : [SheetFormat.Pdf]
  const read = await readProjectOfSheets(ctx, project.id)
  const [last] = await loadSets(ctx, project.id, 'order by t.sequence desc limit 1')
  const sheets = (await readContents(ctx, read, body.documentIds, body.paper)).map(({ documentId, contents }): StoredSheet => {
    const sheet = { documentId, number: contents.number, title: contents.title, revision: contents.revision, devices: devicesOf(contents) }
    return {
      ...sheet,
      changes: last
        ? describeChanges(
            sheet,
            last.sheets.find((item) => item.documentId === documentId),
          )
        : null,
    }
  })
  const row = {
    projectId: project.id,
    sequence: (last?.sequence ?? 0) + 1,
    title,
    paper: body.paper ?? DrawingPaper.ArchD,
    fileTypes,
    revisionId,
    sheets,
    createdById: ctx.actor.userId || null,
  }
  const { id: setId } = onlyRow(await ctx.insert(drawingSetsTable, row, { returning: ['id'] }))
  await recordAudit(ctx, [
    {
      action: 'Create',
      entity: 'drawingSets',
      entityId: setId,
      entityName: title,
      after: { title, sheets: sheets.length },
      activity: {
        title: `Drawings issued: ${title}, ${formatCount(sheets.length, 'sheet')}`,
        projectId: project.id,
        needs: 'DrawingDocuments.View',
      },
    },
  ])
  const isPdfOnly = fileTypes.length === 1 && fileTypes[0] === SheetFormat.Pdf
  const task = await ctx.services.requestFile(ctx, {
    fileName: safeName(`${[project.number, project.name].filter(Boolean).join(' ')} - ${title}.${isPdfOnly ? 'pdf' : 'zip'}`),
    templateType: isPdfOnly ? TemplateType.Pdf : TemplateType.Zip,
    category: DownloadTaskCategory.DrawingSet,
    maker: 'drawingSet',
    parameters: { setId, fileTypes },
    projectId: project.id,
    projectName: project.name,
  })
  return { ...task, setId }
}

const setColumns = {
  id: is.number,
  sequence: is.number,
  title: is.text,
  paper: is.choice(DrawingPaper),
  revisionId: orNull(is.number),
  createDate: is.instant,
  createdBy: orNull(personRef),
  sheets: is.listOf(storedSheet),
}
const loadSets = (ctx: Context, projectId: number, more: string, values: unknown[] = []) =>
  ctx.rows(
    setColumns,
    `select t.id, t.sequence, t.title, t.paper, t.revision_id, t.create_date, (select i.person from people i where i.id = t.created_by_id) as "createdBy", t.sheets
     from drawing_sets t where t.project_id = $1 and not t.is_deleted ${more}`,
    [projectId, ...values],
  )
type StoredSet = Awaited<ReturnType<typeof loadSets>>[number]
const shown = (ctx: Context, { createdBy, sheets, ...set }: StoredSet) => ({
  ...set,
  createdBy: createdBy && { ...createdBy, avatarUrl: ctx.addresses.stripSignature(createdBy.avatarUrl) },
  sheets: sheets.map((sheet) => ({ ...sheet, devices: sheet.devices.length })),
})

/** Makes the file of a set: an index and the sheets in one PDF, and each sheet as SVG and DXF if asked for. */
export const makeDrawingSet: Maker<'drawingSet'> = async ({ read, task, parameters, progress, signal }) => {
  const projectId = task.projectId ?? 0
  const { set, scenes, files } = await read(async (ctx) => {
    requireAccess(ctx.actor, issueDrawings.permission)
    const [stored] = await loadSets(ctx, projectId, 'and t.id = $2', [parameters.setId])
    if (!stored) throw notFound('Drawing set')
    const projectRead = await readProjectOfSheets(ctx, projectId)
    const contents = await readContents(
      ctx,
      projectRead,
      stored.sheets.map(({ documentId }) => documentId),
      stored.paper,
    )
    return {
      set: stored,
      ...(await drawSet(
        ctx,
        stored,
        contents.map((item) => item.contents),
      )),
    }
  })
  progress(20)
  const pdf = parameters.fileTypes.includes(SheetFormat.Pdf)
    ? Buffer.from(
        await sheetsPdf(scenes, files, { title: set.title, signal, progress: (percent) => progress(20 + round(percent * 0.7, 0)) }),
      )
    : undefined
  if (pdf && parameters.fileTypes.length === 1) return pdf
  const name = ({ number, title }: SheetScene, extension: string) => safeName(`${[number, title].filter(Boolean).join(' ')}.${extension}`)
  const zip = zipWriter()
  if (pdf) await zip.add(safeName(`${set.title}.pdf`), [pdf])
  for (const scene of scenes) {
    if (parameters.fileTypes.includes(SheetFormat.Svg)) await zip.add(`svg/${name(scene, 'svg')}`, [sheetSvgWith(scene, files)])
    if (parameters.fileTypes.includes(SheetFormat.Dxf)) await zip.add(`dxf/${name(scene, 'dxf')}`, [sheetDxf(scene)])
  }
  return zip.finish()
}

async function drawSet(ctx: Context, set: StoredSet, contents: readonly SheetContents[]) {
  const [first] = contents
  const rows = set.sheets.map(({ number, title, revision, changes }, index) => [
    String(index + 2),
    number,
    title,
    revision ?? '',
    changes ?? 'First set',
  ])
  const index = first
    ? [layoutIndex({ ...first, number: 'INDEX', title: set.title, revision: null, sheet: [1, contents.length + 1] }, rows)]
    : []
  const scenes = [...index, ...contents.map(layoutSheet)]
  return { scenes, files: await readSheetFiles(ctx, scenes) }
}

export const setRoutes: Route[] = [
  defineRoute(issueDrawings, issue),
  defineRoute(listDrawingSets, async (ctx, { params }) => {
    const { id } = await getProject(ctx, params.id)
    const sets = await loadSets(ctx, id, 'order by t.sequence desc')
    return { items: sets.map((set) => shown(ctx, set)), total: sets.length }
  }),
  defineRoute(readDrawingSet, async (ctx, { params }) => {
    const { id } = await getProject(ctx, params.id)
    const [set] = await loadSets(ctx, id, 'and t.id = $2', [params.setId])
    if (!set) throw notFound('Drawing set')
    return shown(ctx, set)
  }),
]
