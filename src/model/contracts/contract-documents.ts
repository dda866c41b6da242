import { call, mergePatch, nothing, page, shape } from '../kit/call.ts'
import { date, id, instant, integer, name, optional, text, uuid } from '../kit/field.ts'
import { personField } from '../kit/response-fields.ts'

const documentFields = { description: optional(text('Description')), documentDate: optional(date('Date of the document')) }
const documentParams = { docId: id('Document') }

/** A file of a contract; editable even while the contract is locked. Users without download permission get no URL. */
const contractDocument = shape({
  id: id('Document'),
  rowVersion: integer('Row version'),
  name: name('Name'),
  ...documentFields,
  fileId: uuid('File'),
  fileName: text('File name'),
  contentType: text('Content type'),
  size: integer('Size', { max: Number.MAX_SAFE_INTEGER }),
  url: optional(text('Address', { max: 2048 })),
  createDate: instant('Added'),
  createdBy: optional(personField('Added by')),
})

export const listContractDocuments = call({
  method: 'GET',
  path: '/contracts/:id/Documents',
  permission: 'ProjectContracts.DocumentsView',
  summary: 'List the documents of a contract',
  response: page(contractDocument),
})
export const createContractDocument = call({
  method: 'POST',
  path: '/contracts/:id/Documents',
  permission: 'ProjectContracts.DocumentsUpload',
  summary: 'Attach an uploaded file to a contract',
  /** Defaults to the file name. */
  body: { name: optional(name('Name')), ...documentFields, fileId: uuid('File') },
  response: contractDocument,
  status: 201,
})
export const changeContractDocument = mergePatch({
  path: '/contracts/:id/Documents/:docId',
  params: documentParams,
  permission: 'ProjectContracts.DocumentsUpdateDetails',
  summary: 'Rename a document of a contract',
  body: { name: name('Name', { min: 1 }), ...documentFields, rowVersion: optional(integer('Row version', { min: 1 })) },
  response: contractDocument,
})
export const deleteContractDocument = call({
  method: 'DELETE',
  path: '/contracts/:id/Documents/:docId',
  params: documentParams,
  permission: 'ProjectContracts.DocumentsDelete',
  summary: 'Remove a document from a contract',
  response: nothing,
})
export const downloadContractDocument = call({
  method: 'GET',
  path: '/contracts/:id/Documents/:docId/Download',
  params: documentParams,
  permission: 'ProjectContracts.DocumentsDownload',
  summary: 'Get the download link of a contract document',
  response: shape({ url: text('Address', { max: 2048 }), fileName: text('File name') }),
})
