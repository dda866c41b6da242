import { index, integer, json, text, uuid } from 'drizzle-orm/pg-core'
import { centsColumn, dayColumn, entityTable, foreignKey, plainTable, uniqueName } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

export const revisionsTable = entityTable(
  'revisions',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    code: text().notNull(),
    title: text().notNull(),
    issueDate: dayColumn().notNull(),
    phase: text(),
    note: text(),
    /** Figures of the project card at issue. */
    spaceCount: integer().notNull(),
    equipmentCount: integer().notNull(),
    totalMsrpPrice: centsColumn().notNull(),
  },
  (t) => [uniqueName(t.code, t.projectId), index('revisions_project').on(t.projectId)],
)

/** Complete contents of the project at issue. PostgreSQL compresses such values and stores them out of line. */
export const revisionContentsTable = plainTable('revision_contents', {
  revisionId: foreignKey(() => revisionsTable.id).primaryKey(),
  contents: json().notNull(),
  /** SHA-256 of the contents; identifies what is approved. */
  fingerprint: text().notNull().default(''),
  /** Files the contents reference; they are retained as long as the revision. */
  fileIds: uuid().array().notNull().default([]),
})
