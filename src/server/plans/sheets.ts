import sharp from 'sharp'
import { SheetFormat } from '../../model/plans/enums.ts'
import { symbolStrokes } from '../../model/plans/plan-symbols.ts'
import { readSheet } from '../../model/plans/sheet-calls.ts'
import { sheetDxf } from '../../model/plans/sheet-dxf.ts'
import { layoutSheet } from '../../model/plans/sheet-layout.ts'
import type { SceneItem, SheetScene } from '../../model/plans/sheet-scene.ts'
import { sheetSvg } from '../../model/plans/sheet-svg.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { documents } from '../drawings/public.ts'
import { readStoredFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { projects } from '../projects/public.ts'
import type { Maker } from '../reports/public.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import type { DrawnPage } from '../tools/sheet-pdf.ts'
import { readProjectOfSheets, readSheetContents } from './sheet-reading.ts'

interface SheetRequest {
  documentId: number
  format: SheetFormat
}
declare module '../kit/request/context.ts' {
  interface FileParameters {
    drawingSheet: SheetRequest
  }
}

interface SheetFile {
  data: Uint8Array
  contentType: string
}
/** Pixels per inch of an SVG plan in a PDF, which takes pages and pictures only. */
const svgDensity = 200

/** Files below the plans of these sheets, each once. */
export async function readSheetFiles(ctx: Context, scenes: readonly SheetScene[]): Promise<Map<string, SheetFile>> {
  const ids = new Set(scenes.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'underlay' ? [item.fileId] : []))))
  const files = new Map<string, SheetFile>()
  for (const id of ids) {
    const file = await readStoredFile(ctx, id)
    if (file) files.set(id, { data: new Uint8Array(file.data), contentType: file.contentType })
  }
  return files
}

const pictureAddresses = (files: ReadonlyMap<string, SheetFile>) =>
  new Map(
    [...files].flatMap(([id, { data, contentType }]) =>
      contentType.startsWith('image/') ? [[id, `data:${contentType};base64,${Buffer.from(data).toString('base64')}`] as const] : [],
    ),
  )

/** The sheet with the pictures below its plans. */
export const sheetSvgWith = (scene: SheetScene, files: ReadonlyMap<string, SheetFile>) => sheetSvg(scene, pictureAddresses(files))

function pageItems(item: SceneItem, fileIds: readonly string[]): DrawnPage['items'] {
  switch (item.kind) {
    case 'line':
    case 'text':
      return [item]
    case 'device': {
      const { x, y, radius, rotation, symbol } = item
      return [{ kind: 'symbol', strokes: symbolStrokes[symbol], weight: 0.25, x, y, radius, rotation }]
    }
    case 'underlay': {
      const { page, rotation, x, y, scale, width, height, clip } = item
      return [{ kind: 'file', file: fileIds.indexOf(item.fileId), page, rotation, x, y, scale, width, height, clip }]
    }
  }
}

/** Writes sheets as one PDF in a worker. */
export async function sheetsPdf(
  scenes: readonly SheetScene[],
  files: ReadonlyMap<string, SheetFile>,
  { title, signal, progress }: { title: string; signal?: AbortSignal; progress?: (percent: number) => void },
): Promise<Uint8Array> {
  const ids = [...files.keys()]
  const contents: SheetFile[] = []
  for (const { data, contentType } of files.values())
    contents.push(
      contentType === 'image/svg+xml'
        ? { data: new Uint8Array(await sharp(data, { density: svgDensity }).png().toBuffer()), contentType: 'image/png' }
        : { data, contentType },
    )
  const pages = scenes.map(({ width, height, number: sheetNumber, title: name, items }) => ({
    width,
    height,
    bookmark: [sheetNumber, name].filter(Boolean).join(' '),
    items: items.flatMap((item) => pageItems(item, ids)),
  }))
  return runInWorker('sheets', { title, pages, files: contents }, { timeoutMs: 300_000, signal, onProgress: progress })
}

async function loadSheet(ctx: Context, projectId: number, documentId: number) {
  const document = await documents.get(ctx, documentId, { parentId: projectId })
  const read = await readProjectOfSheets(ctx, projectId)
  const scene = layoutSheet(await readSheetContents(ctx, read, document, { sheet: [1, 1], paper: null }))
  return { scene, files: await readSheetFiles(ctx, [scene]) }
}

export const safeName = (name: string) => name.replace(/[/\\:*?"<>|]/g, '-')
const templateOf = { pdf: TemplateType.Pdf, svg: TemplateType.Svg, dxf: TemplateType.Text } as const

export const makeDrawingSheet: Maker<'drawingSheet'> = async ({ read, task, parameters, progress, signal }) => {
  const { scene, files } = await read((ctx) => {
    requireAccess(ctx.actor, readSheet.permission)
    return loadSheet(ctx, task.projectId ?? 0, parameters.documentId)
  })
  progress(30)
  if (parameters.format === SheetFormat.Svg) return Buffer.from(sheetSvgWith(scene, files))
  if (parameters.format === SheetFormat.Dxf) return Buffer.from(sheetDxf(scene), 'latin1')
  return Buffer.from(await sheetsPdf([scene], files, { title: [scene.number, scene.title].filter(Boolean).join(' '), signal }))
}

async function answerSheet(ctx: Context, { params, query }: HandlerRequest<typeof readSheet>) {
  const project = await projects.get(ctx, params.id)
  const document = await documents.get(ctx, params.docId, { parentId: project.id })
  if (query.preview !== null && query.preview !== '0' && query.preview !== 'false') {
    const { scene, files } = await loadSheet(ctx, project.id, document.id)
    const svg = sheetSvgWith(scene, files)
    return new CustomResponse((reply) => reply.code(200).header('cache-control', 'no-store').type('image/svg+xml; charset=utf-8').send(svg))
  }
  return ctx.services.requestFile(ctx, {
    fileName: safeName(`${[document.number, document.title].filter(Boolean).join(' ') || 'Sheet'}.${query.format}`),
    templateType: templateOf[query.format],
    category: DownloadTaskCategory.DrawingSheet,
    maker: 'drawingSheet',
    parameters: { documentId: document.id, format: query.format },
    projectId: project.id,
    projectName: project.name,
  })
}

export const sheetRoutes: Route[] = [defineRoute(readSheet, answerSheet)]
