import { bigint, index, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { foreignKey, idColumn, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

/** What people of the firm and outside say about a space, a line or a drawing of a project. */
export const commentsTable = plainTable(
  'comments',
  {
    id: idColumn().primaryKey().generatedAlwaysAsIdentity(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    subject: smallint().notNull(),
    subjectId: bigint({ mode: 'number' }).notNull(),
    /** The comment a reply answers; nothing for the first one of a thread, which alone is resolved. */
    threadId: bigint({ mode: 'number' }),
    text: text().notNull(),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn().notNull(),
    resolvedDate: instantColumn(),
    resolvedById: userColumn(),
  },
  (t) => [index('comments_project').on(t.projectId, t.subject, t.subjectId), index('comments_thread').on(t.threadId)],
)

/** That somebody outside approved what was issued or handed out to them: never changed, kept with its proof. */
export const approvalsTable = plainTable(
  'approvals',
  {
    id: idColumn().primaryKey().generatedAlwaysAsIdentity(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    /** One of the two: the revision, or the task whose file it was. */
    revisionId: bigint({ mode: 'number' }),
    taskId: bigint({ mode: 'number' }),
    title: text().notNull(),
    fingerprint: text().notNull(),
    note: text(),
    /** Who they were that day. */
    name: text().notNull(),
    company: text(),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn().notNull(),
    /** The proposal as it was approved; a revision keeps itself. */
    fileId: uuid(),
    proofId: uuid().notNull(),
  },
  (t) => [
    index('approvals_project').on(t.projectId),
    uniqueIndex('approvals_revision').on(t.revisionId, t.createdById),
    uniqueIndex('approvals_file').on(t.taskId, t.createdById),
  ],
)
