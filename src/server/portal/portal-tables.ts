import { bigint, index, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { foreignKey, identityColumn, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

export const commentsTable = plainTable(
  'comments',
  {
    id: identityColumn(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    subject: smallint().notNull(),
    subjectId: bigint({ mode: 'number' }).notNull(),
    /** The comment that starts the thread; null for that comment itself. Only it can be resolved. */
    threadId: bigint({ mode: 'number' }),
    text: text().notNull(),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn().notNull(),
    resolvedDate: instantColumn(),
    resolvedById: userColumn(),
  },
  (t) => [index('comments_project').on(t.projectId, t.subject, t.subjectId), index('comments_thread').on(t.threadId)],
)

/** Approvals by external users of revisions and proposals. Immutable; stored with a proof. */
export const approvalsTable = plainTable(
  'approvals',
  {
    id: identityColumn(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    /** Exactly one is set: the revision, or the task that created the file. */
    revisionId: bigint({ mode: 'number' }),
    taskId: bigint({ mode: 'number' }),
    title: text().notNull(),
    fingerprint: text().notNull(),
    note: text(),
    name: text().notNull(),
    company: text(),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn().notNull(),
    /** Copy of the approved proposal; a revision is stored already. */
    fileId: uuid(),
    proofId: uuid().notNull(),
  },
  (t) => [
    index('approvals_project').on(t.projectId),
    uniqueIndex('approvals_revision').on(t.revisionId, t.createdById),
    uniqueIndex('approvals_file').on(t.taskId, t.createdById),
  ],
)
