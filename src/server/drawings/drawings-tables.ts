import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { auditColumns, dayColumn, foreignKey, identityColumn, plainTable, uniqueName, userColumn } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'
import { layoutTemplatesTable, namingTemplatesTable } from '../templates/public.ts'

/** Has no search text column: documents are only searched within one project, also by their subject. */
export const drawingDocumentsTable = plainTable(
  'drawing_documents',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    documentType: smallint().notNull(),
    associateType: smallint().notNull(),
    associateId: bigint({ mode: 'number' }),
    namingTemplateId: foreignKey(() => namingTemplatesTable.id),
    number: text(),
    isNumberManual: boolean().notNull().default(false),
    title: text().notNull(),
    /** Unique within the document type, from 1. */
    sequence: integer().notNull(),
    layout: smallint().notNull(),
    layoutTemplateId: foreignKey(() => layoutTemplatesTable.id),
    layoutViewIds: bigint({ mode: 'number' }).array().notNull().default([]),
    state: smallint().notNull().default(1),
    assignedUserId: userColumn(),
    dueDate: dayColumn(),
    issueDate: dayColumn(),
    revision: text(),
    notes: text(),
    fileId: uuid(),
  },
  (t) => [
    uniqueName(t.number, t.projectId),
    index('drawing_documents_project').on(t.projectId, t.documentType, t.sequence),
    index('drawing_documents_associate').on(t.associateType, t.associateId).where(sql`not is_deleted`),
    index('drawing_documents_due').on(t.dueDate).where(sql`not is_deleted`),
  ],
)
