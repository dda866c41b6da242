import { call, listQuery, page, row, shape, value } from '../kit/call.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { boolean, choice, id, integer, json, name } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** What changed many rows at once. */
export const ChangeSetKind = enumeration('ChangeSetKind', {
  BulkEdit: [1, 'Bulk edit'],
  Import: [2, 'Import'],
  Merge: [3, 'Merge'],
  Replacement: [4, 'Replacement'],
  Undo: [5, 'Undo'],
  Template: [6, 'Template'],
})
export type ChangeSetKind = ValueOf<typeof ChangeSetKind>

interface OtherSet {
  id: number
  title: string
}

/** Everything one act changed, so that it can be looked at and taken back as a whole. Nobody writes it by hand. */
export const changeSets = resource({
  path: 'changeSets',
  route: '/change-sets',
  names: { one: 'Change set', many: 'Change sets' },
  // Whoever made a set or may take it back sees it; the audit log's readers see all (the server's scope).
  permission: { view: 'AuditLog.View' },
  fields: {
    kind: choice('Kind', ChangeSetKind),
    title: name('What'),
    createdCount: integer('Created'),
    updatedCount: integer('Changed'),
    deletedCount: integer('Deleted'),
    restoredCount: integer('Restored'),
    /** Rows an undo left as they are, wholly or in part. */
    keptCount: integer('Not undone'),
  },
  computed: {
    isUndone: boolean('Undone'),
    undoneBy: json<OtherSet | null>('Undone by'),
    undoes: json<OtherSet | null>('Undoes'),
  },
  list: {
    columns: ['title', 'updatedCount', 'isUndone', 'createDate', 'createdBy'],
    more: ['kind', 'createdCount', 'deletedCount', 'restoredCount', 'keptCount'],
    search: ['title'],
    sort: ['-createDate'],
    filters: { kinds: { label: 'Kind', kind: 'choice', field: 'kind', options: ChangeSetKind } },
  },
  title: 'title',
  ref: ['title'],
  hasSteps: true,
})

/** One row of a change set, in words. */
export interface ChangedRow {
  id: number
  action: 'Create' | 'Update' | 'Delete' | 'Restore' | 'Keep'
  entity: string
  /** What kind of thing it is, for people. */
  kind: string
  entityId: string
  name: string
  /** The page of the row, or of the place it is in. */
  href: string | null
  /** Where the row is, for rows that are part of something. */
  place: string | null
  changes: { field: string; label: string; from: string | null; to: string | null }[]
  /** What an undo left as it is, and why. */
  kept: { label: string | null; reason: string }[]
}

export const listChangedRows = call({
  method: 'GET',
  path: '/changeSets/:id/Rows',
  permission: 'internal',
  summary: 'List the rows of a change set with their old and new values',
  query: { search: listQuery.search, page: listQuery.page, itemsPerPage: listQuery.itemsPerPage },
  answer: page(value(json<ChangedRow>('Row'))),
})

export const undoChangeSet = call({
  method: 'POST',
  path: '/changeSets/:id/Undo',
  permission: 'internal',
  summary: 'Undo a change set where nothing has changed since; returns the change set of the undo',
  answer: row(changeSets),
  status: 201,
})

/** What an undo would do now. */
export const previewUndo = call({
  method: 'GET',
  path: '/changeSets/:id/Undo',
  permission: 'internal',
  summary: 'Preview the undo of a change set: what it would revert and what it would leave',
  answer: shape({
    undone: integer('Rows'),
    kept: integer('Rows left as they are'),
    reasons: json<{ id: number; name: string; reasons: string[] }[]>('The first of them'),
    changeSetId: id('Change set'),
  }),
})
