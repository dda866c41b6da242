import { index, integer, json, jsonb, smallint, text, uuid } from 'drizzle-orm/pg-core'
import {
  centsColumn,
  dayColumn,
  entityTable,
  foreignKey,
  idColumn,
  identityColumn,
  instantColumn,
  plainTable,
  uniqueName,
  userColumn,
} from '../kit/sql/table.ts'
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

/** Reports mailed to clients. Immutable but for what happened to them; the kept file is a copy, because tasks and their files expire. */
export const sentPapersTable = plainTable(
  'sent_papers',
  {
    id: identityColumn(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    taskId: idColumn().notNull(),
    fileId: uuid().notNull(),
    fileName: text().notNull(),
    fingerprint: text().notNull(),
    reportType: smallint().notNull(),
    revisionId: foreignKey(() => revisionsTable.id),
    recipients: jsonb().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    sentDate: instantColumn().notNull().defaultNow(),
    sentById: userColumn().notNull(),
    /** First opening in the portal. */
    openedDate: instantColumn(),
    acceptedDate: instantColumn(),
    acceptedBy: text(),
  },
  (t) => [
    index('sent_papers_project').on(t.projectId, t.id),
    index('sent_papers_task').on(t.taskId),
    index('sent_papers_file').on(t.fileId),
  ],
)
