import {
  changeContractDocument,
  createContractDocument,
  deleteContractDocument,
  downloadContractDocument,
  listContractDocuments,
} from '../../model/contracts/contract-documents.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { readFiles } from '../catalog/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { columnList, is, orNull, personRef } from '../kit/sql/row-types.ts'
import { type Contract, contracts } from './contracts.ts'
import { contractDocumentsTable } from './contracts-tables.ts'
import { notifyContractChange } from './open-contract.ts'

const documentRow = {
  id: is.number,
  rowVersion: is.number,
  name: is.text,
  description: orNull(is.text),
  documentDate: orNull(is.date),
  fileId: is.uuid,
  createDate: is.instant,
}

async function loadDocuments(ctx: Context, contractId: number) {
  const rows = await ctx.rows(
    { ...documentRow, createdBy: orNull(personRef) },
    `select ${columnList(documentRow, 'd')}, u.person as "createdBy"
     from contract_documents d left join people u on u.id = d.created_by_id where d.contract_id = $1 order by d.id desc`,
    [contractId],
  )
  const files = await readFiles(
    ctx,
    rows.map(({ fileId }) => fileId),
  )
  const mayOpen = ctx.actor.held.has('ProjectContracts.DocumentsDownload')
  return rows.map((row) => {
    const file = files.get(row.fileId)
    const about = { fileName: String(file?.name ?? row.name), contentType: String(file?.contentType ?? ''), size: Number(file?.size ?? 0) }
    return { ...row, ...about, url: mayOpen && file ? String(file.url) : null }
  })
}

async function getDocument(ctx: Context, contractId: number, id: number) {
  const document = (await loadDocuments(ctx, contractId)).find((item) => item.id === id)
  if (!document) throw notFound('Document')
  return document
}

/** Documents can change even while the contract is locked, archived, or its project closed. */
async function recordDocumentChange(ctx: Context, contract: Contract, title: string, name: string) {
  await notifyContractChange(ctx, contract, { title, notes: name, after: { document: name }, needs: 'ProjectContracts.DocumentsView' })
}

async function addDocument(
  ctx: Context,
  contractId: number,
  { fileId, ...documentFields }: RequestOf<typeof createContractDocument>['body'],
) {
  const contract = await contracts.get(ctx, contractId, { lock: true })
  const file = (await readFiles(ctx, [fileId])).get(fileId)
  if (!file || file.createdBy?.id !== ctx.actor.userId) throw badRequest({ fileId: ['File not found.'] })
  const name = documentFields.name ?? String(file.name)
  const { description, documentDate } = documentFields
  const row = { contractId, name, description, documentDate, fileId }
  const [created] = await ctx.insert(contractDocumentsTable, row, { returning: ['id'] })
  await recordDocumentChange(ctx, contract, 'Document added', name)
  return getDocument(ctx, contractId, created?.id ?? 0)
}

async function updateDocument(ctx: Context, contractId: number, docId: number, body: RequestOf<typeof changeContractDocument>['body']) {
  const contract = await contracts.get(ctx, contractId, { lock: true })
  const before = await getDocument(ctx, contractId, docId)
  await checkVersion(before, body.rowVersion, `${before.name} has`)
  const { name, description, documentDate } = { ...before, ...body }
  await ctx.update(contractDocumentsTable, docId, { name, description, documentDate })
  await recordDocumentChange(ctx, contract, 'Document changed', name)
  return getDocument(ctx, contractId, docId)
}

async function removeDocument(ctx: Context, contractId: number, docId: number) {
  const contract = await contracts.get(ctx, contractId, { lock: true })
  const document = await getDocument(ctx, contractId, docId)
  await ctx.run('delete from contract_documents where id = $1', [docId])
  await recordDocumentChange(ctx, contract, 'Document removed', document.name)
}

async function downloadDocument(ctx: Context, contractId: number, docId: number) {
  const contract = await contracts.get(ctx, contractId)
  const document = await getDocument(ctx, contractId, docId)
  if (!document.url) throw notFound('File')
  const { fileName, url } = document
  await ctx.services.isolated((apart) =>
    recordAudit({ ...apart, actor: ctx.actor, request: ctx.request }, [
      { action: 'Download', entity: 'contracts', entityId: contract.id, entityName: contract.name, after: { document: fileName } },
    ]),
  )
  return { url, fileName }
}

/** Access to a document by its file: requires permission to download documents of a visible contract, regardless of the uploader. */
export async function opensDocument(ctx: Context, fileId: string): Promise<boolean | undefined> {
  const found = await ctx.rows({ id: is.number }, 'select contract_id as id from contract_documents where file_id = $1', [fileId])
  const needs = ['ProjectContracts.View', 'ProjectContracts.DocumentsDownload'] as const
  if (needs.every((name) => ctx.actor.held.has(name))) for (const { id } of found) if (await contracts.find(ctx, id)) return true
  return found.length > 0 ? false : undefined
}

export const documentRoutes: Route[] = [
  defineRoute(listContractDocuments, async (ctx, { params }) => {
    const contract = await contracts.get(ctx, params.id)
    const items = await loadDocuments(ctx, contract.id)
    return { items, total: items.length }
  }),
  defineRoute(createContractDocument, (ctx, { params, body }) => addDocument(ctx, params.id, body)),
  defineRoute(changeContractDocument, (ctx, { params, body }) => updateDocument(ctx, params.id, params.docId, body)),
  defineRoute(deleteContractDocument, (ctx, { params }) => removeDocument(ctx, params.id, params.docId)),
  defineRoute(downloadContractDocument, (ctx, { params }) => downloadDocument(ctx, params.id, params.docId)),
]
