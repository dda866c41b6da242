import { call, listQuery, page, row, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { boolean, choice, id, integer, name, optional, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, literalField, namedShape, object, objects } from '../kit/response-fields.ts'

export const ChangeSetKind = enumeration('ChangeSetKind', {
  BulkEdit: [1, 'Bulk edit'],
  Import: [2, 'Import'],
  Merge: [3, 'Merge'],
  Replacement: [4, 'Replacement'],
  Undo: [5, 'Undo'],
  Template: [6, 'Template'],
  QuickStart: [7, 'Quick start'],
  Alternate: [8, 'Alternate'],
})
export type ChangeSetKind = ValueOf<typeof ChangeSetKind>

const otherSet = { id: id(), title: text('What') }

export const changeSets = resource({
  path: 'changeSets',
  route: '/change-sets',
  names: { one: 'Change set', many: 'Change sets' },
  // Visible to its creator and to users who may undo it; users who may view the audit log see all (enforced by the server's scope).
  permission: { view: 'AuditLog.View' },
  fields: {
    kind: choice('Kind', ChangeSetKind),
    title: name('What'),
    createdCount: integer('Created'),
    updatedCount: integer('Changed'),
    deletedCount: integer('Deleted'),
    restoredCount: integer('Restored'),
    keptCount: integer('Not undone'),
  },
  computed: {
    isUndone: boolean('Undone'),
    undoneBy: optional(object('Undone by', otherSet)),
    undoes: optional(object('Undoes', otherSet)),
  },
  list: {
    columns: ['title', 'updatedCount', 'isUndone', 'createDate', 'createdBy'],
    optionalColumns: ['kind', 'createdCount', 'deletedCount', 'restoredCount', 'keptCount'],
    search: ['title'],
    sort: ['-createDate'],
    filters: { kinds: { label: 'Kind', kind: 'choice', field: 'kind', options: ChangeSetKind } },
  },
  title: 'title',
  ref: ['title'],
  hasSteps: true,
})

const changedRow = {
  id: id(),
  action: literalField('Action', 'Create', 'Update', 'Delete', 'Restore', 'Keep'),
  entity: text('Entity'),
  kind: text('Kind'),
  entityId: text('Entity id'),
  name: text('Name'),
  /** Page of the row or of its parent. */
  href: optional(text('Page')),
  place: optional(text('Place')),
  changes: objects('Changes', { field: text('Field'), label: text('Label'), from: optional(text('From')), to: optional(text('To')) }),
  kept: objects('Not undone', { label: optional(text('Label')), reason: text('Reason') }),
}
export type ChangedRow = ValuesOf<typeof changedRow>

export const listChangedRows = call({
  method: 'GET',
  path: '/changeSets/:id/Rows',
  permission: 'internal',
  summary: 'List the rows of a change set with their old and new values',
  query: { search: listQuery.search, page: listQuery.page, itemsPerPage: listQuery.itemsPerPage },
  response: page(shape(changedRow)),
})

export const undoChangeSet = call({
  method: 'POST',
  path: '/changeSets/:id/Undo',
  permission: 'internal',
  summary: 'Undo a change set where nothing has changed since; returns the change set of the undo',
  response: row(changeSets),
  status: 201,
})

export const previewUndo = call({
  method: 'GET',
  path: '/changeSets/:id/Undo',
  permission: 'internal',
  summary: 'Preview the undo of a change set: what it would revert and what it would leave',
  response: shape({
    undone: integer('Rows'),
    kept: integer('Rows left as they are'),
    reasons: objects('First of the rows left as they are', { ...namedShape, reasons: arrayField('Reasons', text('Reason')) }),
    changeSetId: id('Change set'),
  }),
})
