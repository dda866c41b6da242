import { date, index, integer, json, text, uuid } from 'drizzle-orm/pg-core'
import { centsColumn, entityTable, foreignKey, plainTable, uniqueName } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

export const revisionsTable = entityTable(
  'revisions',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    code: text().notNull(),
    title: text().notNull(),
    issueDate: date({ mode: 'string' }).notNull(),
    phase: text(),
    note: text(),
    /** What the project's card said then. */
    spaceCount: integer().notNull(),
    equipmentCount: integer().notNull(),
    totalMsrpPrice: centsColumn().notNull(),
  },
  (t) => [uniqueName(t.code, t.projectId), index('revisions_project').on(t.projectId)],
)

/** All that stood in the project when the revision was issued. PostgreSQL keeps such long values compressed, beside the row. */
export const revisionContentsTable = plainTable('revision_contents', {
  revisionId: foreignKey(() => revisionsTable.id).primaryKey(),
  contents: json().notNull(),
  /** SHA-256 of the contents: what somebody approves is told by it. */
  fingerprint: text().notNull().default(''),
  /** Pictures and sheets the contents name; they stay as long as the revision does. */
  fileIds: uuid().array().notNull().default([]),
})
