import { call, fileTaskShape, shape } from '../kit/call.ts'
import { choice, choices, defaulted, id, instant, integer, name, optional, set, text } from '../kit/field.ts'
import { objects, personField } from '../kit/response-fields.ts'
import { DrawingPaper, SheetFormat } from './enums.ts'

export const readSheet = {
  ...call({
    method: 'GET',
    path: '/projects/:id/DrawingDocuments/:docId/Sheet',
    params: { docId: id('Document') },
    permission: 'DrawingDocuments.View',
    summary: 'Request a drawing sheet as PDF, SVG, or DXF, or get its preview as SVG at once',
    query: { format: defaulted(choice('Format', SheetFormat), SheetFormat.Pdf), preview: optional(text('Preview', { max: 5 })) },
    response: shape(fileTaskShape),
    status: 202,
  }),
  previewType: 'image/svg+xml',
}

const sheetOfSet = {
  documentId: id('Document'),
  number: text('Number'),
  title: text('Title'),
  revision: optional(text('Revision')),
  devices: integer('Devices'),
  /** Differences from the sheet of the last set, in words; null in the first set. */
  changes: optional(text('Changes')),
}
const setShape = {
  id: id(),
  sequence: integer('Number'),
  title: text('Title'),
  paper: choice('Paper', DrawingPaper),
  revisionId: optional(id('Revision')),
  createDate: instant('Issued'),
  createdBy: optional(personField('By')),
  sheets: objects('Sheets', sheetOfSet),
}
export const issueDrawings = call({
  method: 'POST',
  path: '/projects/:id/DrawingSets',
  permission: 'DrawingDocuments.Create',
  summary: 'Create a set of drawings, with an index of its sheets, as one file',
  body: {
    documentIds: set('Documents', id('Document'), { min: 1, max: 500 }),
    revisionId: optional(id('Revision')),
    title: name('Title', { min: 1 }),
    paper: optional(choice('Paper', DrawingPaper)),
    fileTypes: defaulted(choices('Files', SheetFormat), [SheetFormat.Pdf]),
  },
  response: shape({ ...fileTaskShape, setId: id('Set') }),
  status: 202,
})
export const listDrawingSets = call({
  method: 'GET',
  path: '/projects/:id/DrawingSets',
  permission: 'DrawingDocuments.View',
  summary: 'List the sets of drawings that were issued, newest first',
  response: shape({ items: objects('Sets', setShape), total: integer('Sets') }),
})
export const readDrawingSet = call({
  method: 'GET',
  path: '/projects/:id/DrawingSets/:setId',
  params: { setId: id('Set') },
  permission: 'DrawingDocuments.View',
  summary: 'Get a set of drawings with its sheets as they were issued',
  response: shape(setShape),
})
