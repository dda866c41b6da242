import { randomUUID } from 'node:crypto'
import {
  addEquipmentFile,
  changeEquipmentFile,
  type EquipmentFile,
  equipmentFiles,
  removeEquipmentFile,
} from '../../model/catalog/equipment-calls.ts'
import { hasContents, type technicalDocuments } from '../../model/catalog/equipment-parts.ts'
import type { ValueIn } from '../../model/kit/description.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { equipments } from './equipment.ts'
import { readFiles } from './equipment-parts.ts'

const fileIdFromUrl = (address: string | null) => /^\/api\/files\/([0-9a-f-]{36})\//.exec(address ?? '')?.[1]

async function listEquipmentFiles(ctx: Context, id: number): Promise<EquipmentFile[]> {
  const row = await equipments.get(ctx, id)
  const image = fileIdFromUrl(row.imageUrl)
  const fileIds = [image, row.revitFamilyFileId, ...row.technicalDocuments.map(({ fileId }) => fileId)].flatMap((fileId) => fileId || [])
  const files = await readFiles(ctx, fileIds)
  const about = (fileId: string | null | undefined) => {
    const file = files.get(fileId ?? '')
    return {
      contentType: file?.contentType ?? null,
      size: file?.size ?? null,
      createDate: file?.createDate ?? null,
      createdBy: file?.createdBy ?? null,
    }
  }
  const found: EquipmentFile[] = []
  if (image && files.has(image))
    found.push({ id: image, name: files.get(image)!.name, url: row.imageUrl, source: 'Image', type: null, ...about(image) })
  for (const { id, name, type, fileId, url } of row.technicalDocuments)
    if (id) found.push({ id, name, url: files.get(fileId ?? '')?.url ?? url, source: 'Technical document', type, ...about(fileId) })
  const family = files.get(row.revitFamilyFileId ?? '')
  if (family) found.push({ id: family.id, name: family.name, url: family.url, source: 'Revit family', type: null, ...about(family.id) })
  return found
}

type Document = ValueIn<typeof technicalDocuments>[number]
async function changeDocuments(ctx: Context, id: number, change: (documents: Document[]) => Document[]) {
  const { technicalDocuments } = await equipments.get(ctx, id, { lock: true })
  await equipments.update(ctx, id, { technicalDocuments: change(technicalDocuments) })
}

async function findDocument(ctx: Context, id: number, documentId: string): Promise<EquipmentFile> {
  const file = (await listEquipmentFiles(ctx, id)).find((item) => item.id === documentId)
  if (!file) throw notFound('Document')
  return file
}

function checkContents<D extends Parameters<typeof hasContents>[0]>(body: D): D {
  if (!hasContents(body)) throw badRequest({ fileId: [messages.required] })
  return body
}

/** A document is a file or a link: sending one removes the other. */
const otherContents = ({ fileId, url }: { fileId?: string | null; url?: string | null }) => ({
  ...(fileId != null && { url: null }),
  ...(url != null && { fileId: null }),
})

const spliceDocument = (documentId: string, replace: (document: Document) => Document[]) => (documents: Document[]) => {
  const at = documents.findIndex((document) => document.id === documentId.toLowerCase())
  const document = documents[at]
  if (!document) throw notFound('Document')
  return documents.toSpliced(at, 1, ...replace(document))
}

export const fileRoutes: Route[] = [
  defineRoute(equipmentFiles, async (ctx, { params }) => {
    const items = await listEquipmentFiles(ctx, params.id)
    return { items, total: items.length }
  }),
  defineRoute(addEquipmentFile, async (ctx, { params, body }) => {
    const document = { ...checkContents(body), id: randomUUID() }
    await changeDocuments(ctx, params.id, (documents) => [...documents, document])
    return findDocument(ctx, params.id, document.id)
  }),
  defineRoute(changeEquipmentFile, async (ctx, { params, body }) => {
    const id = params.fileId.toLowerCase()
    await changeDocuments(
      ctx,
      params.id,
      spliceDocument(id, (document) => [checkContents({ ...document, ...otherContents(body), ...body })]),
    )
    return findDocument(ctx, params.id, id)
  }),
  defineRoute(removeEquipmentFile, (ctx, { params }) =>
    changeDocuments(
      ctx,
      params.id,
      spliceDocument(params.fileId, () => []),
    ),
  ),
]
