import { call, row, shape } from '../kit/call.ts'
import {
  boolean,
  choice,
  choices,
  date,
  defaulted,
  group,
  id,
  integer,
  longText,
  name,
  optional,
  reference,
  references,
  set,
  text,
  user,
  uuid,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { namedRef, namedShape, objects } from '../kit/response-fields.ts'
import { DocumentLayout } from '../templates/enums.ts'
import { layoutTemplates } from '../templates/layout-templates.ts'
import { layoutViews } from '../templates/layout-views.ts'
import { namingTemplates } from '../templates/naming-templates.ts'
import { AssociateType, DocumentState, DocumentType } from './enums.ts'

const viewShape = { ...namedShape, abbreviation: optional(text('Abbreviation')), scale: optional(text('Scale')) }

export const drawingDocuments = resource({
  path: 'projects/:id/DrawingDocuments',
  entity: 'drawingDocuments',
  names: { one: 'Drawing document', many: 'Drawing documents' },
  permission: 'DrawingDocuments',
  owner: 'project',
  parent: 'projectId',
  hasSteps: true,
  fields: {
    documentType: choice('Type', DocumentType),
    associateType: defaulted(choice('About', AssociateType), AssociateType.NotAssociated),
    /** Id of the space, level, building, or category of the sheet. */
    associateId: optional(id('About which')),
    /** Defaults to the project variable DocumentNumber, otherwise to type and sequence. */
    namingTemplateId: optional(reference('Naming template', () => namingTemplates)),
    /** Generated from the naming template unless set. */
    number: optional(text('Number', { max: 50 })),
    title: optional(name('Title')),
    layout: defaulted(choice('Layout', DocumentLayout), DocumentLayout.BIMTeamDecided),
    /** Changing it sets the layout, and the views if none are specified. */
    layoutTemplateId: optional(reference('Layout template', () => layoutTemplates)),
    layoutViewIds: defaulted(
      references('Views', () => layoutViews),
      [],
    ),
    assignedUserId: optional(user('Assigned to')),
    dueDate: optional(date('Due')),
    issueDate: optional(date('Issued')),
    revision: optional(text('Revision', { max: 50 })),
    notes: optional(longText('Notes')),
    fileId: optional(uuid('Issued PDF')),
  },
  computed: {
    projectId: id('Project'),
    sequence: integer('Sequence'),
    isNumberManual: boolean('Numbered by hand'),
    state: choice('State', DocumentState),
    associate: optional(namedRef('About')),
    views: objects('Views on the sheet', viewShape),
    sheetSize: optional(text('Sheet size')),
    fileName: optional(text('File')),
    url: optional(text('Address', { max: 2048 })),
  },
  list: {
    columns: [
      'number',
      'title',
      'documentType',
      'associate',
      'layout',
      'state',
      'revision',
      'issueDate',
      'dueDate',
      'assignedUser',
      'fileName',
    ],
    optionalColumns: [
      'associateType',
      'sequence',
      'isNumberManual',
      'layoutTemplate',
      'namingTemplate',
      'views',
      'sheetSize',
      'url',
      'projectId',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['number', 'title', 'associate'],
    sort: ['documentType', 'number'],
    filters: {
      documentTypes: { label: 'Type', kind: 'choice', field: 'documentType', options: DocumentType },
      states: { label: 'State', kind: 'choice', field: 'state', options: DocumentState },
      associateTypes: { label: 'About', kind: 'choice', field: 'associateType', options: AssociateType },
      assignedUserIds: { label: 'Assigned to', kind: 'user', field: 'assignedUserId' },
    },
  },
  title: 'title',
  ref: ['number', 'title'],
  logs: true,
})

const version = { rowVersion: optional(integer('Row version', { min: 1 })) }
const done = { changeSetId: optional(integer('Change set')) }

export const generateDocuments = call({
  method: 'POST',
  path: '/projects/:id/DrawingDocuments/Generate',
  permission: 'DrawingDocuments.Create',
  summary: 'Generate a document of each type for each space, level, building or category that has none',
  body: {
    documentTypes: choices('Types', DocumentType),
    associateType: defaulted(choice('About', AssociateType), AssociateType.Space),
    ids: optional(set('About which', id('About which'), { max: 1000 })),
    layout: defaulted(choice('Layout', DocumentLayout), DocumentLayout.BIMTeamDecided),
    layoutTemplateId: optional(reference('Layout template', () => layoutTemplates)),
    /** Defaults to the views of the template. */
    viewIds: optional(references('Views', () => layoutViews)),
    /** Views that do not fit on one sheet continue on further sheets. */
    splitViews: defaulted(boolean('Further sheets for views that do not fit'), false),
    namingTemplateId: optional(reference('Naming template', () => namingTemplates)),
  },
  response: shape({ created: integer('Created'), skipped: integer('Skipped'), ...done }),
})

export const renumberDocuments = call({
  method: 'PUT',
  path: '/projects/:id/DrawingDocuments/Renumber',
  permission: 'DrawingDocuments.Update',
  summary: 'Renumber drawing documents without gaps; manual numbers are kept',
  body: { ids: optional(set('Documents', id('Document'), { max: 5000 })) },
  response: shape({ changed: integer('Changed'), ...done }),
})

export const setDocumentState = call({
  method: 'PUT',
  path: '/projects/:id/DrawingDocuments/:docId/SetState',
  params: { docId: id('Document') },
  permission: 'DrawingDocuments.Update',
  summary: 'Set the state of a drawing document',
  body: { state: choice('State', DocumentState), comment: optional(longText('Comment')), ...version },
  response: row(drawingDocuments),
})

const bulkFields = {
  state: optional(choice('State', DocumentState)),
  assignedUserId: optional(user('Assigned to')),
  dueDate: optional(date('Due')),
  issueDate: optional(date('Issued')),
  revision: optional(text('Revision', { max: 50 })),
}

/** Omitted fields stay unchanged. */
export const bulkDocuments = call({
  method: 'PUT',
  path: '/projects/:id/DrawingDocuments/Bulk',
  permission: 'DrawingDocuments.Update',
  summary: 'Update many drawing documents at once, all or none',
  body: {
    ids: set('Documents', id('Document'), { min: 1, max: 1000 }),
    set: group('Changes', bulkFields),
  },
  response: shape({ updated: integer('Changed'), ...done }),
})

export const nextDocument = call({
  method: 'GET',
  path: '/projects/:id/DrawingDocuments/Next',
  permission: drawingDocuments.permission.view,
  summary: 'Get the number and title of the next drawing document',
  query: {
    documentType: choice('Type', DocumentType),
    associateType: defaulted(choice('About', AssociateType), AssociateType.NotAssociated),
    associateId: optional(id('About which')),
    namingTemplateId: optional(id('Naming template')),
    docId: optional(id('The document that is changed')),
  },
  response: shape({ number: optional(text('Number')), title: optional(text('Title')) }),
})
